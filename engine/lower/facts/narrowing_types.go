package facts

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
)

// A variable that is an object or nothing, such as what find gives, is the object where a condition says so.

// refineAlternatives takes away alternatives of a variable which a condition rules out.
func (l *Lowering) refineAlternatives(c Condition, not func(domain.Value) bool, s *domain.State, sc *domain.Scope) {
	cell, ok := c.name(sc)
	if !ok {
		return
	}
	choice, ok := s.ValueOf(cell).(domain.ChoiceValue)
	if !ok {
		return
	}
	v := l.Except(choice, not)
	switch {
	case not(v): // this path is never taken
	case l.objectsOrNothing(choice):
		s.Find(cell, v)
	default:
		s.SetCell(cell, v)
	}
}

// HasBeenRead uses that a property of a variable has been read, which was o: where that was undefined or null, the path
// has ended.
func (l *Lowering) HasBeenRead(e ast.Expression, o domain.Value, s *domain.State, sc *domain.Scope) {
	choice, ok := o.(domain.ChoiceValue)
	if !ok {
		return
	}
	id, ok := e.(*ast.Identifier)
	if !ok {
		return
	}
	cell, ok := sc.Find(id.Name.String())
	if !ok || !domain.SameValue(s.ValueOf(cell), o) {
		return
	}
	if _, known := l.ConstBool(l.Nothing(o)); !known && l.objectsOrNothing(choice) {
		s.Find(cell, l.Defined(o))
	}
}

// objectsOrNothing reports that a value is an object on some paths and nothing on the others.
func (l *Lowering) objectsOrNothing(v domain.ChoiceValue) bool {
	all := true
	l.AlternativesOf(v, func(v domain.Value) {
		switch v.(type) {
		case domain.RefValue, domain.ConstantValue, domain.UndefinedValue, domain.NullValue:
		default:
			all = false
		}
	})
	return all
}

// refineDefined uses that an optional chain has a value: what stands before its question marks has one.
func (l *Lowering) refineDefined(c Condition, s *domain.State, sc *domain.Scope) {
	e := c.Test
	for {
		switch x := e.(type) {
		case *ast.OptionalChain:
			e = x.Expression
		case *ast.Optional:
			l.refineAlternatives(c.part(x.Expression), choice.IsNothing, s, sc)
			e = x.Expression
		case *ast.DotExpression:
			e = x.Left
		case *ast.BracketExpression:
			e = x.Left
		case *ast.CallExpression:
			e = x.Callee
		default:
			return
		}
	}
}

// refineByLiteral uses that a variable is, or is not, undefined, null or a text. op is EQUAL or NOT_EQUAL, or another
// comparison; written is how it stands in the program; c is the other side.
func (l *Lowering) refineByLiteral(op, written token.Token, c Condition, literal ast.Expression, s *domain.State, sc *domain.Scope) {
	var is func(domain.Value) bool
	loose := written == token.EQUAL || written == token.NOT_EQUAL
	switch x := literal.(type) {
	case *ast.NullLiteral:
		is = func(v domain.Value) bool {
			return v == domain.Value(domain.NullValue{}) || loose && v == domain.Value(domain.UndefinedValue{})
		}
	case *ast.UnaryExpression: // undefined is written void 0 when a program has been compiled
		if x.Operator != token.VOID {
			return
		}
		is = func(v domain.Value) bool {
			return v == domain.Value(domain.UndefinedValue{}) || loose && v == domain.Value(domain.NullValue{})
		}
	case *ast.StringLiteral:
		if loose { // of numbers, too
			return
		}
		is = func(v domain.Value) bool { return v == domain.Value(domain.ConstString{S: x.Value.String()}) }
	case *ast.NumberLiteral:
		is = func(v domain.Value) bool { return !choice.IsNothing(v) && !isText(v) }
		if op == token.NOT_EQUAL || loose {
			return
		}
	default:
		return
	}
	switch op {
	case token.EQUAL:
		l.refineAlternatives(c, func(v domain.Value) bool { return !is(v) && settled(v) }, s, sc)
	case token.NOT_EQUAL:
		l.refineAlternatives(c, is, s, sc)
	}
	if _, chain := c.Test.(*ast.OptionalChain); !chain {
		return
	}
	if op == token.EQUAL && !is(domain.UndefinedValue{}) || op == token.NOT_EQUAL && is(domain.UndefinedValue{}) {
		l.refineDefined(c, s, sc)
	}
}

func isText(v domain.Value) bool {
	_, ok := v.(domain.ConstString)
	return ok
}

// Settled tells alternatives of which it is known whether they equal undefined, null or a text.
func settled(v domain.Value) bool {
	switch v.(type) {
	case domain.UndefinedValue, domain.NullValue, domain.ConstString, domain.BoolValue, domain.IntValue, domain.FloatValue, domain.BigValue, domain.RefValue, domain.ConstantValue, domain.FuncValue:
		return true
	}
	return false
}
