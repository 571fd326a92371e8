package lower

import (
	"strconv"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// alternatives runs two expressions on copies of s and merges state and value.
func (l *lowering) alternatives(cond word.ID, s *state, yes, no func(*state) value) value {
	if c, ok := l.constBool(cond); ok {
		if c {
			return yes(s)
		}
		return no(s)
	}
	before := s.cond
	a, b := l.clone(s, l.b.And(before, cond)), l.clone(s, l.b.And(before, l.b.Not(cond)))
	x, y := yes(a), no(b)
	m := l.merge(cond, a, b)
	s.cells, s.heap, s.found, s.cond = m.cells, m.heap, m.found, before
	return l.unify(l.choose(cond, x, y), s)
}

func (l *lowering) binaryExpression(e *ast.BinaryExpression, s *state, sc *scope) value {
	switch e.Operator {
	case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		a, left := l.condition(e.Left, s, sc)
		return l.logical(e.Operator, a, s, func(s *state) value {
			l.refine(left, e.Operator == token.LOGICAL_AND, s, sc)
			return l.expression(e.Right, s, sc)
		})
	case token.INSTANCEOF:
		a := l.expression(e.Left, s, sc)
		return l.isInstance(a, l.expression(e.Right, s, sc), s)
	}
	a := l.expression(e.Left, s, sc)
	b := l.expression(e.Right, s, sc)
	if e.Operator == token.IN {
		return l.hasProperty(b, a, false, s)
	}
	l.noteCompared(e, a, b)
	return l.guarded(e.Operator, a, b, e.Idx0(), s)
}

// guarded is an operator of two values that are both computed, where it may throw, too.
func (l *lowering) guarded(op token.Token, a, b value, at file.Idx, s *state) value {
	if v, ok := l.guardedDivision(op, a, b, at, s); ok {
		return v
	}
	return l.guardedBinary(op, a, b, at, s)
}

// guardedBinary is an operator of two values that are both computed. Where one of them is sometimes a bigint, such as
// an entry of a table that may be missing, the path on which the other is none ends with the exception that JavaScript
// throws.
func (l *lowering) guardedBinary(op token.Token, a, b value, at file.Idx, s *state) value {
	switch op {
	case token.PLUS, token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.EXPONENT, token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT:
	default:
		return l.binary(op, a, b)
	}
	mixed := l.mixed(a, b)
	if _, known := l.constBool(mixed); known || op == token.PLUS && l.mayBeText(a, b) {
		return l.binary(op, a, b)
	}
	l.throwWhen(mixed, "TypeError: Cannot mix BigInt and other types, use explicit conversions", at, s)
	return l.unmixed(a, b, func(a, b value) value { return l.binary(op, a, b) })
}

// mixed is one bit: one of the values is a bigint and the other is not.
func (l *lowering) mixed(a, b value) word.ID { return l.b.Xor(l.isBig(a), l.isBig(b)) }

func (l *lowering) isBig(v value) word.ID {
	switch x := v.(type) {
	case choiceValue:
		return l.b.Mux(x.cond, l.isBig(x.a), l.isBig(x.b))
	case bigValue:
		return l.b.Uint(1, 1)
	}
	return l.b.Uint(0, 1)
}

func (l *lowering) mayBeText(values ...value) bool {
	for _, v := range values {
		if c, ok := v.(choiceValue); ok && l.mayBeText(c.a, c.b) || typeOf(v) == "string" {
			return true
		}
	}
	return false
}

// unmixed applies f to the pairs of alternatives of which both or none is a bigint; nil when there is no such pair.
func (l *lowering) unmixed(a, b value, f func(a, b value) value) value {
	either := func(cond word.ID, x, y value) value {
		switch {
		case x == nil:
			return y
		case y == nil:
			return x
		}
		return l.choose(cond, x, y)
	}
	if x, ok := a.(choiceValue); ok {
		return either(x.cond, l.unmixed(x.a, b, f), l.unmixed(x.b, b, f))
	}
	if y, ok := b.(choiceValue); ok {
		return either(y.cond, l.unmixed(a, y.a, f), l.unmixed(a, y.b, f))
	}
	l.spend(1)
	_, bigA := a.(bigValue)
	_, bigB := b.(bigValue)
	if bigA != bigB {
		return nil
	}
	return f(a, b)
}

func (l *lowering) logical(op token.Token, a value, s *state, right func(*state) value) value {
	switch op {
	case token.LOGICAL_AND:
		return l.alternatives(l.truthy(a), s, right, func(*state) value { return l.falsy(a) })
	case token.LOGICAL_OR:
		return l.alternatives(l.truthy(a), s, func(*state) value { return l.knownTruth(a, true) }, right)
	}
	return l.alternatives(l.nothing(a), s, right, func(*state) value { return l.defined(a) })
}

// falsy is a, known to be false: an integer is then 0.
func (l *lowering) falsy(a value) value {
	switch x := a.(type) {
	case intValue:
		if !x.negZero {
			return l.integer(0)
		}
	case boolValue:
		return l.truth(false)
	case bigValue:
		return l.bigint(bigZero)
	case choiceValue:
		return l.knownTruth(x, false)
	}
	return a
}

// nothing is one bit: v is undefined or null.
func (l *lowering) nothing(v value) word.ID {
	switch x := v.(type) {
	case undefinedValue, nullValue:
		return l.b.Uint(1, 1)
	case choiceValue:
		if x.sel != nil {
			return l.selectedBit(x.sel, l.nothing)
		}
		return l.b.Mux(x.cond, l.nothing(x.a), l.nothing(x.b))
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	return l.b.Uint(0, 1)
}

// defined is v, known to be neither undefined nor null.
func (l *lowering) defined(v value) value { return l.except(v, isNothing) }

func isNothing(v value) bool { return v == value(undefinedValue{}) || v == value(nullValue{}) }

// binary is every operator of two values that are both computed.
func (l *lowering) binary(op token.Token, a, b value) value {
	if v, ok := l.equalNumbered(op, a, b); ok {
		return v
	}
	return l.each2(a, b, func(a, b value) value {
		switch op {
		case token.PLUS:
			if typeOf(a) == "string" || typeOf(b) == "string" {
				return l.concatenate(a, b)
			}
			return l.arithmetic(op, a, b)
		case token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.EXPONENT:
			return l.arithmetic(op, a, b)
		case token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT, token.UNSIGNED_SHIFT_RIGHT:
			return l.bitwise(op, a, b)
		case token.EQUAL:
			return l.equal(false, a, b)
		case token.STRICT_EQUAL:
			return l.equal(true, a, b)
		case token.NOT_EQUAL:
			return l.not(l.equal(false, a, b))
		case token.STRICT_NOT_EQUAL:
			return l.not(l.equal(true, a, b))
		case token.LESS:
			return l.compare(false, a, b)
		case token.LESS_OR_EQUAL:
			return l.compare(true, a, b)
		case token.GREATER:
			return l.compare(false, b, a)
		case token.GREATER_OR_EQUAL:
			return l.compare(true, b, a)
		}
		panic(refuse("the operator %s", op))
	})
}

func (l *lowering) strictEqual(a, b value) value { return l.binary(token.STRICT_EQUAL, a, b) }

func (l *lowering) not(v value) value { return boolValue{l.b.Not(l.truthy(v))} }

func (l *lowering) unaryExpression(e *ast.UnaryExpression, s *state, sc *scope) value {
	switch e.Operator {
	case token.INCREMENT, token.DECREMENT:
		op := token.PLUS
		if e.Operator == token.DECREMENT {
			op = token.MINUS
		}
		t := l.target(e.Operand, s, sc, false)
		old := l.each(t.read(s, false), l.toNumber)
		updated := l.each(old, func(v value) value {
			if _, ok := v.(bigValue); ok {
				return l.arithmetic(op, v, l.bigint(bigOne))
			}
			return l.arithmetic(op, v, l.integer(1))
		})
		t.write(s, updated)
		if e.Postfix {
			return old
		}
		return updated
	case token.TYPEOF:
		return l.each(l.expression(e.Operand, s, sc), func(v value) value { return constString{typeOf(v)} })
	case token.DELETE:
		return l.deleteProperty(e.Operand, s, sc)
	}
	v := l.expression(e.Operand, s, sc)
	switch e.Operator {
	case token.NOT:
		return l.not(v)
	case token.MINUS:
		return l.each(v, l.negate)
	case token.PLUS:
		return l.each(v, func(v value) value {
			if _, ok := v.(bigValue); ok {
				panic(refuse("unary + of a bigint (that throws)"))
			}
			if c, ok := v.(charValue); ok {
				return l.charToNumber(c)
			}
			return l.toNumber(v)
		})
	case token.BITWISE_NOT:
		return l.each(v, l.complement)
	case token.VOID:
		return undefinedValue{}
	}
	panic(refuse("the operator %s", e.Operator))
}

// concatenate is + of texts.
func (l *lowering) concatenate(a, b value) value {
	if t, ok := a.(textValue); ok {
		return l.appendText(t, b)
	}
	return l.each2(l.asText(a), l.asText(b), func(a, b value) value {
		if x, ok := a.(constString); ok {
			if y, ok := b.(constString); ok {
				return constString{x.s + y.s}
			}
		}
		return l.joinText(a, b)
	})
}

// maxTexts bounds the numbers of which one becomes a text.
const maxTexts = 256

// asText is ToString of a value that can be a few texts only.
func (l *lowering) asText(v value) value {
	return l.each(v, func(v value) value {
		if text, ok := constantKey(v); ok {
			return constString{text}
		}
		if l.inMessage {
			return l.messageOf(v)
		}
		switch x := v.(type) {
		case boolValue:
			return l.choose(x.id, constString{"true"}, constString{"false"})
		case intValue:
			return l.textOf(x, 10)
		}
		panic(refuse("a text that depends on values"))
	})
}

// textOf is the text of a number of which there are few, as toString of that base gives it.
func (l *lowering) textOf(i intValue, radix int) value {
	if i.hi-i.lo >= maxTexts {
		panic(refuse("a text that depends on values"))
	}
	i.negZero = false // "0", too
	item := func(k int) value { return constString{strconv.FormatInt(int64(k), radix)} }
	if i.lo >= 0 && i.hi < maxSelected {
		if v, ok := l.selectItem(i, int(i.hi)+1, item); ok {
			return v
		}
	}
	v := item(int(i.lo))
	for k := i.lo + 1; k <= i.hi; k++ {
		v = l.choose(l.numbersEqual(i, l.integer(k)), item(int(k)), v)
	}
	return v
}
