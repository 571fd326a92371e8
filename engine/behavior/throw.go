package behavior

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/behavior/word"
)

// throw notes a throw of an error whose message is known. The path ends here: what the lambda would give if it
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
	text := ""
	if len(args) == 1 {
		text = l.errorText(args[0], s, sc)
	}
	switch name := class.Name.String(); {
	case text == "":
		text = name
	case name != "Error":
		text = name + ": " + text
	}
	l.throwWhen(l.b.Uint(1, 1), text, st.Argument.Idx0(), s)
}

// errorText is the message of an error that is thrown.
func (l *lowering) errorText(e ast.Expression, s *state, sc *scope) string {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case refusal:
			x.reason = "a throw whose message depends on values; give it a text that stays"
			panic(x)
		default:
			panic(x)
		}
	}()
	text, ok := constantKey(l.expression(e, s, sc))
	if !ok {
		panic(refuse(""))
	}
	return text
}

// throwWhen notes an exception that happens when the lambda comes here and cond holds.
func (l *lowering) throwWhen(cond word.ID, text string, at file.Idx, s *state) {
	when := l.b.And(s.cond, cond)
	for _, c := range l.enclosures {
		when = l.b.And(l.b.And(when, c.cond), l.b.Not(l.hasLeft(c)))
	}
	if always, known := l.constBool(when); known && always {
		panic(refuse("it always throws"))
	} else if known {
		return
	}
	t := Throw{When: when, Place: l.own.function.PlaceOf(at)}
	t.Text, t.Advice = l.own.function.Explain(text, t.Place)
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
