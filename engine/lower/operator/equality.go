package operator

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// sameText compares two texts for equality.
func (l *Lowering) sameText(a, b domain.Value) domain.Value {
	for _, side := range [2][2]domain.Value{{a, b}, {b, a}} {
		if x, ok := side[0].(*domain.StringValue); ok {
			if text, known := side[1].(domain.ConstString); known {
				return domain.BoolValue{ID: l.LettersAre(x, text.S)}
			}
		}
	}
	x, y := l.UnitsOf(a), l.UnitsOf(b)
	if y.Char == word.None {
		x, y = y, x
	}
	switch {
	case y.Char == word.None:
		return l.Truth(slices.Equal(x.Units, y.Units))
	case x.Char != word.None:
		return domain.BoolValue{ID: l.B.Eq(x.Char, y.Char)}
	case len(x.Units) == 1:
		return domain.BoolValue{ID: l.B.Eq(y.Char, l.B.Uint(uint64(x.Units[0]), 16))}
	}
	return l.Truth(false)
}

// LettersAre is one bit: the letters are those of a text.
func (l *Lowering) LettersAre(x *domain.StringValue, text string) word.ID {
	bits := l.PresenceMask(x.List)
	// begin[k]: those looked at so far are the first k of the text
	begin := make([]word.ID, len(text)+1)
	for k := range begin {
		begin[k] = l.B.Uint(domain.OneIf(k == 0), 1)
	}
	for i, letter := range x.List.Items {
		for k := len(text); k >= 0; k-- {
			begin[k] = l.B.And(begin[k], l.B.Not(bits[i]))
			if k > 0 {
				next := l.B.And(bits[i], l.Truthy(l.StrictEqual(letter, domain.ConstString{S: text[k-1 : k]})))
				begin[k] = l.B.Or(begin[k], l.B.And(begin[k-1], next))
			}
		}
	}
	return begin[len(text)]
}

// isItself reports that a value is one object and no other value is it: one that the lambda has made, unless it stands
// for others (package heap, scalar_replacement.go), or one from outside.
func (l *Lowering) isItself(v domain.Value) bool {
	switch x := v.(type) {
	case domain.RefValue:
		return !l.Fixed[x.Object]
	case domain.ConstantValue:
		return x.C.Single
	}
	return false
}

// equal is == or === on two values.
func (l *Lowering) equal(strict bool, a, b domain.Value) domain.Value {
	ta, tb := domain.TypeOf(a), domain.TypeOf(b)
	nothing := func(v domain.Value) bool {
		return v == domain.Value(domain.UndefinedValue{}) || v == domain.Value(domain.NullValue{})
	}
	switch {
	case strict && ta != tb:
		return l.Truth(false)
	case strict && nothing(a) && nothing(b):
		return l.Truth(a == b)
	case nothing(a) || nothing(b):
		return l.Truth(nothing(a) && nothing(b))
	case ta == "string" && tb == "string":
		return l.sameText(a, b)
	case ta == "boolean" && tb == "boolean":
		return domain.BoolValue{ID: l.B.Eq(a.(domain.BoolValue).ID, b.(domain.BoolValue).ID)}
	case ta == "object" || tb == "object" || ta == "function" || tb == "function":
		if domain.SameValue(a, b) {
			return l.Truth(true)
		}
		if l.isItself(a) && l.isItself(b) {
			return l.Truth(false)
		}
		_, isSet := a.(domain.SetValue)
		if _, other := b.(domain.SetValue); isSet || other { // it is no other object
			return l.Truth(false)
		}
		l.Joins.Stood = l.Joins.Stood || l.StandsForOthers(a) || l.StandsForOthers(b)
		panic(domain.Refuse("objects are compared; compare a number that each of them has"))
	}
	return domain.BoolValue{ID: l.NumbersEqual(l.ToNumber(a), l.ToNumber(b))}
}

// SameNumberOr is Object.is: NaN is NaN, and 0 is not -0.
func (l *Lowering) SameNumberOr(a, b domain.Value) domain.Value {
	isNumber := func(v domain.Value) bool {
		switch v.(type) {
		case domain.IntValue, domain.FloatValue:
			return true
		}
		return false
	}
	if !isNumber(a) || !isNumber(b) {
		return l.StrictEqual(a, b)
	}
	m, okM := a.(domain.IntValue)
	n, okN := b.(domain.IntValue)
	if okM && okN && !m.NegZero && !n.NegZero {
		return l.StrictEqual(a, b)
	}
	x, y := l.Float(a), l.Float(b)
	if x.ZeroSign || y.ZeroSign {
		panic(domain.Refuse("Object.is of a zero whose sign is not known"))
	}
	nan := l.B.And(l.B.Compare(word.FNe, x.ID, x.ID), l.B.Compare(word.FNe, y.ID, y.ID))
	return domain.BoolValue{ID: l.B.Or(nan, l.B.Eq(l.B.ToBits(x.ID), l.B.ToBits(y.ID)))}
}

// Binary is every operator of two values that are both computed.
func (l *Lowering) Binary(op domain.Operator, a, b domain.Value) domain.Value {
	if v, ok := l.EqualNumbered(op, a, b); ok {
		return v
	}
	return l.Each2(a, b, func(a, b domain.Value) domain.Value {
		switch op {
		case domain.Plus:
			if domain.TypeOf(a) == "string" || domain.TypeOf(b) == "string" {
				return l.Concatenate(a, b)
			}
			return l.Arithmetic(op, a, b)
		case domain.Minus, domain.Times, domain.Over, domain.Remainder, domain.Power:
			return l.Arithmetic(op, a, b)
		case domain.BitAnd, domain.BitOr, domain.BitXor, domain.ShiftLeft, domain.ShiftRight, domain.ShiftRightUnsigned:
			return l.Bitwise(op, a, b)
		case domain.Equal:
			return l.equal(false, a, b)
		case domain.StrictEqual:
			return l.equal(true, a, b)
		case domain.NotEqual:
			return l.Not(l.equal(false, a, b))
		case domain.StrictNotEqual:
			return l.Not(l.equal(true, a, b))
		case domain.Less:
			return l.Compare(false, a, b)
		case domain.LessOrEqual:
			return l.Compare(true, a, b)
		case domain.Greater:
			return l.Compare(false, b, a)
		case domain.GreaterOrEqual:
			return l.Compare(true, b, a)
		}
		panic("operator: Logical has && || and ??")
	})
}

// StrictEqual is a === b.
func (l *Lowering) StrictEqual(a, b domain.Value) domain.Value {
	return l.Binary(domain.StrictEqual, a, b)
}
