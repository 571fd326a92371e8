package lower

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// Throw is a throw of an error: it happens when When, one bit, is 1.
type Throw struct {
	When    word.ID
	Text    string       // as messages show it
	Message message.Text // instead of Text when it depends on values; nil when it does not
	Place   circuit.Place

	missing bool // it happens where something is read, or called, that is not there

	Advice string       // "" when there is none
	Code   circuit.Code // what it is when the lambda does not throw it itself, and Text goes on after "eval of X"; "" when it does
}

// throw notes a throw of an error. The path ends here: what the lambda would give if it
// went on does not matter, since whoever runs it stops.
func (l *lowering) throw(st *ast.ThrowStatement, s *state, sc *scope) {
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
		panic(refuse("throw of something else than an Error"))
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
		l.throwWhen(l.b.Uint(1, 1), name, st.Argument.Idx0(), s)
		return
	}
	text := l.errorText(args[0], s, sc)
	if c, ok := text.(choiceValue); ok && c.size > maxMessages {
		panic(refuse("a throw with one of more than %d messages", maxMessages))
	}
	l.throwOne(l.b.Uint(1, 1), text, name, prefix, st.Argument.Idx0(), s)
}

// maxMessages bounds the messages of one throw.
const maxMessages = 64

// throwOne is a throw of one of several messages.
func (l *lowering) throwOne(cond word.ID, text value, name, prefix string, at file.Idx, s *state) {
	if c, ok := text.(choiceValue); ok {
		l.throwOne(l.b.And(cond, c.cond), c.a, name, prefix, at, s)
		l.throwOne(l.b.And(cond, l.b.Not(c.cond)), c.b, name, prefix, at, s)
		return
	}
	m := l.messageOf(text)
	if known, ok := m.parts.Constant(); !ok {
		l.throwMessage(cond, append(message.Text{{Text: prefix, Value: word.None}}, m.parts...), at, s)
	} else if known == "" {
		l.throwWhen(cond, name, at, s)
	} else {
		l.throwWhen(cond, prefix+known, at, s)
	}
}

// errorText is the message of an error that is thrown.
func (l *lowering) errorText(e ast.Expression, s *state, sc *scope) value {
	before := l.inMessage
	l.inMessage = true
	v := l.asText(l.expression(e, s, sc))
	l.inMessage = before
	return v
}

// throwWhen notes an exception that happens when the lambda comes here and cond holds.
func (l *lowering) throwWhen(cond word.ID, text string, at file.Idx, s *state) {
	l.throwMessage(cond, message.Text{{Text: text, Value: word.None}}, at, s)
}

// throwMessage is throwWhen of a message that may depend on values.
func (l *lowering) throwMessage(cond word.ID, m message.Text, at file.Idx, s *state) {
	when := l.b.And(l.reached(s), cond)
	if always, known := l.constBool(when); known && always {
		panic(refuse("it always throws"))
	} else if known {
		return
	}
	t := Throw{When: when, missing: l.missing, Place: l.own.function.PlaceOf(at)}
	t.Text, t.Advice = l.own.function.Explain(m.String(), t.Place)
	if _, constant := m.Constant(); !constant {
		t.Message = m
	}
	l.throws = append(l.throws, t)
}

// isErrorClass reports that a name is one of the language's own error classes.
func (l *lowering) isErrorClass(e *ast.Identifier, sc *scope) bool {
	switch e.Name.String() {
	case "Error", "RangeError", "TypeError":
	default:
		return false
	}
	if _, local := sc.find(e.Name.String()); local {
		return false
	}
	c := l.own.function.Lookup(e)
	return c != nil && c.Global
}
