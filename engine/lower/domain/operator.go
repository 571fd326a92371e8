package domain

import (
	"strconv"

	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// Alternatives runs two expressions on copies of s and merges state and value.
func (l *Lowering) Alternatives(cond word.ID, s *State, yes, no func(*State) Value) Value {
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return yes(s)
		}
		return no(s)
	}
	before := s.Cond
	a, b := l.Clone(s, l.B.And(before, cond)), l.Clone(s, l.B.And(before, l.B.Not(cond)))
	x, y := yes(a), no(b)
	m := l.Merge(cond, a, b)
	s.Cells, s.Heap, s.Found, s.Cond = m.Cells, m.Heap, m.Found, before
	return l.Unify(l.Choose(cond, x, y), s)
}

// Guarded is an operator of two values that are both computed, where it may throw, too.
func (l *Lowering) Guarded(op token.Token, a, b Value, at file.Idx, s *State) Value {
	if v, ok := l.guardedDivision(op, a, b, at, s); ok {
		return v
	}
	return l.guardedBinary(op, a, b, at, s)
}

// guardedBinary is an operator of two values that are both computed. Where one of them is sometimes a bigint, such as
// an entry of a table that may be missing, the path on which the other is none ends with the exception that JavaScript
// throws.
func (l *Lowering) guardedBinary(op token.Token, a, b Value, at file.Idx, s *State) Value {
	switch op {
	case token.PLUS, token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.EXPONENT, token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT:
	default:
		return l.Binary(op, a, b)
	}
	mixed := l.mixed(a, b)
	if _, known := l.ConstBool(mixed); known || op == token.PLUS && l.mayBeText(a, b) {
		return l.Binary(op, a, b)
	}
	l.ThrowWhen(mixed, "TypeError: Cannot mix BigInt and other types, use explicit conversions", at, s)
	return l.unmixed(a, b, func(a, b Value) Value { return l.Binary(op, a, b) })
}

// Mixed is one bit: one of the values is a bigint and the other is not.
func (l *Lowering) mixed(a, b Value) word.ID { return l.B.Xor(l.isBig(a), l.isBig(b)) }

func (l *Lowering) isBig(v Value) word.ID {
	switch x := v.(type) {
	case ChoiceValue:
		return l.B.Mux(x.Cond, l.isBig(x.A), l.isBig(x.B))
	case BigValue:
		return l.B.Uint(1, 1)
	}
	return l.B.Uint(0, 1)
}

func (l *Lowering) mayBeText(values ...Value) bool {
	for _, v := range values {
		if c, ok := v.(ChoiceValue); ok && l.mayBeText(c.A, c.B) || TypeOf(v) == "string" {
			return true
		}
	}
	return false
}

// unmixed applies f to the pairs of alternatives of which both or none is a bigint; nil when there is no such pair.
func (l *Lowering) unmixed(a, b Value, f func(a, b Value) Value) Value {
	either := func(cond word.ID, x, y Value) Value {
		switch {
		case x == nil:
			return y
		case y == nil:
			return x
		}
		return l.Choose(cond, x, y)
	}
	if x, ok := a.(ChoiceValue); ok {
		return either(x.Cond, l.unmixed(x.A, b, f), l.unmixed(x.B, b, f))
	}
	if y, ok := b.(ChoiceValue); ok {
		return either(y.Cond, l.unmixed(a, y.A, f), l.unmixed(a, y.B, f))
	}
	l.Spend(1)
	_, bigA := a.(BigValue)
	_, bigB := b.(BigValue)
	if bigA != bigB {
		return nil
	}
	return f(a, b)
}

// Logical is &&, || and ??, whose right side is run where it is needed.
func (l *Lowering) Logical(op token.Token, a Value, s *State, right func(*State) Value) Value {
	switch op {
	case token.LOGICAL_AND:
		return l.Alternatives(l.Truthy(a), s, right, func(*State) Value { return l.falsy(a) })
	case token.LOGICAL_OR:
		return l.Alternatives(l.Truthy(a), s, func(*State) Value { return l.knownTruth(a, true) }, right)
	}
	return l.Alternatives(l.Nothing(a), s, right, func(*State) Value { return l.Defined(a) })
}

// falsy is a, known to be false: an integer is then 0.
func (l *Lowering) falsy(a Value) Value {
	switch x := a.(type) {
	case IntValue:
		if !x.NegZero {
			return l.Integer(0)
		}
	case BoolValue:
		return l.Truth(false)
	case BigValue:
		return l.Bigint(BigZero)
	case ChoiceValue:
		return l.knownTruth(x, false)
	}
	return a
}

// Nothing is one bit: v is undefined or null.
func (l *Lowering) Nothing(v Value) word.ID {
	switch x := v.(type) {
	case UndefinedValue, NullValue:
		return l.B.Uint(1, 1)
	case ChoiceValue:
		if x.Sel != nil {
			return l.SelectedBit(x.Sel, l.Nothing)
		}
		return l.B.Mux(x.Cond, l.Nothing(x.A), l.Nothing(x.B))
	case RefusedValue:
		panic(Refused{Reason: x.Reason})
	}
	return l.B.Uint(0, 1)
}

// Defined is v, known to be neither undefined nor null.
func (l *Lowering) Defined(v Value) Value { return l.Except(v, IsNothing) }

// IsNothing reports undefined and null.
func IsNothing(v Value) bool { return v == Value(UndefinedValue{}) || v == Value(NullValue{}) }

// Binary is every operator of two values that are both computed.
func (l *Lowering) Binary(op token.Token, a, b Value) Value {
	if v, ok := l.equalNumbered(op, a, b); ok {
		return v
	}
	return l.Each2(a, b, func(a, b Value) Value {
		switch op {
		case token.PLUS:
			if TypeOf(a) == "string" || TypeOf(b) == "string" {
				return l.Concatenate(a, b)
			}
			return l.Arithmetic(op, a, b)
		case token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.EXPONENT:
			return l.Arithmetic(op, a, b)
		case token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT, token.UNSIGNED_SHIFT_RIGHT:
			return l.bitwise(op, a, b)
		case token.EQUAL:
			return l.equal(false, a, b)
		case token.STRICT_EQUAL:
			return l.equal(true, a, b)
		case token.NOT_EQUAL:
			return l.Not(l.equal(false, a, b))
		case token.STRICT_NOT_EQUAL:
			return l.Not(l.equal(true, a, b))
		case token.LESS:
			return l.Compare(false, a, b)
		case token.LESS_OR_EQUAL:
			return l.Compare(true, a, b)
		case token.GREATER:
			return l.Compare(false, b, a)
		case token.GREATER_OR_EQUAL:
			return l.Compare(true, b, a)
		}
		panic(Refuse("the operator %s", op))
	})
}

// StrictEqual is a === b.
func (l *Lowering) StrictEqual(a, b Value) Value { return l.Binary(token.STRICT_EQUAL, a, b) }

// Not is !v.
func (l *Lowering) Not(v Value) Value { return BoolValue{l.B.Not(l.Truthy(v))} }

// Concatenate is + of texts.
func (l *Lowering) Concatenate(a, b Value) Value {
	if t, ok := a.(TextValue); ok {
		return l.AppendText(t, b)
	}
	return l.Each2(l.AsText(a), l.AsText(b), func(a, b Value) Value {
		if x, ok := a.(ConstString); ok {
			if y, ok := b.(ConstString); ok {
				return ConstString{x.S + y.S}
			}
		}
		return l.JoinText(a, b)
	})
}

// MaxTexts bounds the numbers of which one becomes a text.
const MaxTexts = 256

// AsText is ToString of a value that can be a few texts only.
func (l *Lowering) AsText(v Value) Value {
	return l.Each(v, func(v Value) Value {
		if text, ok := ConstantKey(v); ok {
			return ConstString{text}
		}
		if l.InMessage {
			return l.MessageOf(v)
		}
		switch x := v.(type) {
		case BoolValue:
			return l.Choose(x.ID, ConstString{"true"}, ConstString{"false"})
		case IntValue:
			return l.textOf(x, 10)
		}
		panic(Refuse("a text that depends on values"))
	})
}

// textOf is the text of a number of which there are few, as toString of that base gives it.
func (l *Lowering) textOf(i IntValue, radix int) Value {
	if i.Hi-i.Lo >= MaxTexts {
		panic(Refuse("a text that depends on values"))
	}
	i.NegZero = false // "0", too
	item := func(k int) Value { return ConstString{strconv.FormatInt(int64(k), radix)} }
	if i.Lo >= 0 && i.Hi < MaxSelected {
		if v, ok := l.SelectItem(i, int(i.Hi)+1, item); ok {
			return v
		}
	}
	v := item(int(i.Lo))
	for k := i.Lo + 1; k <= i.Hi; k++ {
		v = l.Choose(l.NumbersEqual(i, l.Integer(k)), item(int(k)), v)
	}
	return v
}
