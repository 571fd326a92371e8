package lower

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// A variable that is an object or nothing, such as what find gives, is the object where a condition says so.

// refineAlternatives takes away alternatives of a variable which a condition rules out.
func (l *lowering) refineAlternatives(c condition, not func(value) bool, s *state, sc *scope) {
	cell, ok := c.name(sc)
	if !ok {
		return
	}
	choice, ok := s.valueOf(cell).(choiceValue)
	if !ok {
		return
	}
	v := l.except(choice, not)
	switch {
	case not(v): // this path is never taken
	case l.objectsOrNothing(choice):
		s.find(cell, v)
	default:
		s.setCell(cell, v)
	}
}

// hasBeenRead uses that a property of a variable has been read, which was o: where that was undefined or null, the path
// has ended.
func (l *lowering) hasBeenRead(e ast.Expression, o value, s *state, sc *scope) {
	choice, ok := o.(choiceValue)
	if !ok {
		return
	}
	id, ok := e.(*ast.Identifier)
	if !ok {
		return
	}
	cell, ok := sc.find(id.Name.String())
	if !ok || !sameValue(s.valueOf(cell), o) {
		return
	}
	if _, known := l.constBool(l.nothing(o)); !known && l.objectsOrNothing(choice) {
		s.find(cell, l.defined(o))
	}
}

// objectsOrNothing reports that a value is an object on some paths and nothing on the others.
func (l *lowering) objectsOrNothing(v choiceValue) bool {
	all := true
	l.alternativesOf(v, func(v value) {
		switch v.(type) {
		case refValue, constantValue, undefinedValue, nullValue:
		default:
			all = false
		}
	})
	return all
}

// knownTruth is v, known to be true or to be false.
func (l *lowering) knownTruth(v value, truth bool) value {
	return l.except(v, func(v value) bool {
		is, known := l.certain(v)
		return known && is != truth
	})
}

// certain is the truth value of an alternative that it has whatever is computed.
func (l *lowering) certain(v value) (truth, known bool) {
	switch x := v.(type) {
	case undefinedValue, nullValue:
		return false, true
	case constString:
		return x.s != "", true
	case boolValue:
		return l.constBool(x.id)
	case intValue:
		return x.lo != 0, !x.mayBeZero() || x.lo == 0 && x.hi == 0
	case refValue, constantValue, funcValue, builtinValue, memoryValue, cellsValue, setValue, collectionValue:
		return true, true
	}
	return false, false
}

// refineDefined uses that an optional chain has a value: what stands before its question marks has one.
func (l *lowering) refineDefined(c condition, s *state, sc *scope) {
	e := c.test
	for {
		switch x := e.(type) {
		case *ast.OptionalChain:
			e = x.Expression
		case *ast.Optional:
			l.refineAlternatives(c.part(x.Expression), isNothing, s, sc)
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
func (l *lowering) refineByLiteral(op, written token.Token, c condition, literal ast.Expression, s *state, sc *scope) {
	var is func(value) bool
	loose := written == token.EQUAL || written == token.NOT_EQUAL
	switch x := literal.(type) {
	case *ast.NullLiteral:
		is = func(v value) bool { return v == value(nullValue{}) || loose && v == value(undefinedValue{}) }
	case *ast.UnaryExpression: // undefined is written void 0 when a program has been compiled
		if x.Operator != token.VOID {
			return
		}
		is = func(v value) bool { return v == value(undefinedValue{}) || loose && v == value(nullValue{}) }
	case *ast.StringLiteral:
		if loose { // of numbers, too
			return
		}
		is = func(v value) bool { return v == value(constString{x.Value.String()}) }
	case *ast.NumberLiteral:
		is = func(v value) bool { return !isNothing(v) && !isText(v) }
		if op == token.NOT_EQUAL || loose {
			return
		}
	default:
		return
	}
	switch op {
	case token.EQUAL:
		l.refineAlternatives(c, func(v value) bool { return !is(v) && settled(v) }, s, sc)
	case token.NOT_EQUAL:
		l.refineAlternatives(c, is, s, sc)
	}
	if _, chain := c.test.(*ast.OptionalChain); !chain {
		return
	}
	if op == token.EQUAL && !is(undefinedValue{}) || op == token.NOT_EQUAL && is(undefinedValue{}) {
		l.refineDefined(c, s, sc)
	}
}

func isText(v value) bool {
	_, ok := v.(constString)
	return ok
}

// settled tells alternatives of which it is known whether they equal undefined, null or a text.
func settled(v value) bool {
	switch v.(type) {
	case undefinedValue, nullValue, constString, boolValue, intValue, floatValue, bigValue, refValue, constantValue, funcValue:
		return true
	}
	return false
}
