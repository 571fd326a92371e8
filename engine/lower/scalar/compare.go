package scalar

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Compare is a < b or a <= b on two values.
func (l *Lowering) Compare(orEqual bool, a, b domain.Value) domain.Value {
	if domain.TypeOf(a) == "string" && domain.TypeOf(b) == "string" {
		return l.orderedTexts(orEqual, a, b)
	}
	a, b = l.ToNumber(a), l.ToNumber(b)
	if answer, ok := l.compareWithFraction(orEqual, a, b); ok {
		return answer
	}
	if x, y, ok := l.bothBig(a, b); ok {
		return l.BigCompare(orEqual, x, y)
	}
	x, okX := a.(domain.IntValue)
	y, okY := b.(domain.IntValue)
	if !okX || !okY {
		kind := word.FLt
		if orEqual {
			kind = word.FLe
		}
		return domain.BoolValue{ID: l.B.Compare(kind, l.Float(a).ID, l.Float(b).ID)}
	}
	return domain.BoolValue{ID: l.ordered(orEqual, x, y)}
}

// compareWithFraction compares a bigint and a number that may not be whole: it is the same with the number rounded. It
// is false for other values.
func (l *Lowering) compareWithFraction(orEqual bool, a, b domain.Value) (domain.Value, bool) {
	_, bigA := a.(domain.BigValue)
	_, bigB := b.(domain.BigValue)
	if x, ok := b.(domain.FloatValue); ok && bigA {
		if orEqual { // a <= 1.5 is a <= 1, and a < 1.5 is a < 2
			return l.Compare(true, a, l.wholeBeside("Math.floor", x)), true
		}
		return l.Compare(false, a, l.wholeBeside("Math.ceil", x)), true
	}
	if x, ok := a.(domain.FloatValue); ok && bigB {
		if orEqual {
			return l.Compare(true, l.wholeBeside("Math.ceil", x), b), true
		}
		return l.Compare(false, l.wholeBeside("Math.floor", x), b), true
	}
	return nil, false
}

// wholeBeside is a number, rounded, to be compared with a bigint.
func (l *Lowering) wholeBeside(rounding string, x domain.FloatValue) domain.Value {
	if !x.NaN {
		if whole, ok := l.Whole(rounding, x).(domain.IntValue); ok {
			return whole
		}
	}
	panic(domain.Refuse("a bigint is compared with a number that may be large, or no number; compare it with a bigint, as in w > 5n"))
}

// NumbersEqual compares two numbers (or bigints, or one of each when loose).
func (l *Lowering) NumbersEqual(a, b domain.Value) word.ID {
	if x, ok := b.(domain.FloatValue); ok {
		if _, big := a.(domain.BigValue); big {
			whole := l.wholeBeside("Math.floor", x)
			return l.B.And(l.B.Compare(word.FEq, x.ID, l.Float(whole).ID), l.NumbersEqual(a, whole))
		}
	} else if _, ok := a.(domain.FloatValue); ok {
		if _, big := b.(domain.BigValue); big {
			return l.NumbersEqual(b, a)
		}
	}
	if x, y, ok := l.bothBig(a, b); ok {
		return l.bigEqual(x, y)
	}
	x, okX := a.(domain.IntValue)
	y, okY := b.(domain.IntValue)
	if !okX || !okY {
		return l.B.Compare(word.FEq, l.Float(a).ID, l.Float(b).ID)
	}
	return l.integersEqual(x, y)
}
