package js

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// throw notes a throw of an error. The path ends here: what the lambda would give if it
// went on does not matter, since whoever runs it stops.
func (l *Lowering) throw(st *ast.ThrowStatement, s *domain.State, sc *domain.Scope) {
	var callee ast.Expression
	var args []ast.Expression
	switch e := st.Argument.(type) {
	case *ast.NewExpression:
		callee, args = e.Callee, e.ArgumentList
	case *ast.CallExpression:
		callee, args = e.Callee, e.ArgumentList
	}
	class, ok := callee.(*ast.Identifier)
	if !ok || len(args) > 1 || !l.isErrorClass(class, sc) {
		panic(domain.Refuse("throw of something else than an Error"))
	}
	if l.caught(st, args, s, sc) {
		return
	}
	name := class.Name.String()
	prefix := name + ": "
	if name == "Error" {
		prefix = ""
	}
	if len(args) == 0 {
		l.throwWhen(l.B.Uint(1, 1), name, st.Argument.Idx0(), s)
		return
	}
	text := l.errorText(args[0], s, sc)
	if c, ok := text.(domain.ChoiceValue); ok && c.Size > maxMessages {
		panic(domain.Refuse("a throw with one of more than %d messages", maxMessages))
	}
	l.throwOne(l.B.Uint(1, 1), text, name, prefix, st.Argument.Idx0(), s)
}

// maxMessages bounds the messages of one throw.
const maxMessages = 64

// throwOne is a throw of one of several messages.
func (l *Lowering) throwOne(cond word.ID, text domain.Value, name, prefix string, at file.Idx, s *domain.State) {
	if c, ok := text.(domain.ChoiceValue); ok {
		l.throwOne(l.B.And(cond, c.Cond), c.A, name, prefix, at, s)
		l.throwOne(l.B.And(cond, l.B.Not(c.Cond)), c.B, name, prefix, at, s)
		return
	}
	m := l.MessageOf(text)
	if known, ok := m.Parts.Constant(); !ok {
		l.throwMessage(cond, append(message.Text{{Text: prefix, Value: word.None}}, m.Parts...), at, s)
	} else if known == "" {
		l.throwWhen(cond, name, at, s)
	} else {
		l.throwWhen(cond, prefix+known, at, s)
	}
}

// errorText is the message of an error that is thrown.
func (l *Lowering) errorText(e ast.Expression, s *domain.State, sc *domain.Scope) domain.Value {
	before := l.InMessage
	l.InMessage = true
	v := l.AsText(l.Expression(e, s, sc))
	l.InMessage = before
	return v
}

// isErrorClass reports that a name is one of the language's own error classes.
func (l *Lowering) isErrorClass(e *ast.Identifier, sc *domain.Scope) bool {
	switch e.Name.String() {
	case "Error", "RangeError", "TypeError":
	default:
		return false
	}
	if _, local := sc.Find(e.Name.String()); local {
		return false
	}
	c := l.Own.Function.Lookup(e)
	return c != nil && c.Global
}

// Caught notes a throw within try; false when there is none around it.
func (l *Lowering) caught(st *ast.ThrowStatement, args []ast.Expression, s *domain.State, sc *domain.Scope) bool {
	if l.Catching == 0 {
		return false
	}
	var t *domain.JumpTarget
	for _, e := range l.Enclosures {
		if e.Catches {
			t = e // the innermost one
		}
	}
	if t == nil {
		panic(domain.Refuse(domain.OpenLoop + ", and an error in it that is caught around it" + domain.BoundHelps))
	}
	for _, a := range args {
		l.errorText(a, s, sc)
	}
	thrown := l.Clone(s, s.Cond)
	l.Leave(thrown, toCatch, "")
	t.Caught = append(t.Caught, domain.Exit{S: thrown})
	l.Thrown++
	return true
}

// throwWhen notes an exception that happens when the lambda comes here and cond holds.
func (l *Lowering) throwWhen(cond word.ID, text string, at file.Idx, s *domain.State) {
	l.throwMessage(cond, message.Text{{Text: text, Value: word.None}}, at, s)
}

// throwMessage is throwWhen of a message that may depend on values.
func (l *Lowering) throwMessage(cond word.ID, m message.Text, at file.Idx, s *domain.State) {
	when := l.B.And(l.Reached(s), cond)
	if always, known := l.ConstBool(when); known && always {
		panic(domain.Refuse("it always throws"))
	} else if known {
		return
	}
	t := domain.Throw{When: when, Missing: l.Missing, Place: l.Own.Function.PlaceOf(at)}
	t.Text, t.Advice = l.Own.Function.Explain(m.String(), t.Place)
	if _, constant := m.Constant(); !constant {
		t.Message = m
	}
	l.Throws = append(l.Throws, t)
}
