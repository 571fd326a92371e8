package domain

import (
	"math"

	"simten.dev/engine/word"
)

// Compare is a < b or a <= b on two values.
func (l *Lowering) Compare(orEqual bool, a, b Value) Value {
	if TypeOf(a) == "string" && TypeOf(b) == "string" {
		return l.orderedTexts(orEqual, a, b)
	}
	a, b = l.ToNumber(a), l.ToNumber(b)
	if answer, ok := l.compareWithFraction(orEqual, a, b); ok {
		return answer
	}
	if x, y, ok := l.bothBig(a, b); ok {
		return l.BigCompare(orEqual, x, y)
	}
	x, okX := a.(IntValue)
	y, okY := b.(IntValue)
	if !okX || !okY {
		kind := word.FLt
		if orEqual {
			kind = word.FLe
		}
		return BoolValue{l.B.Compare(kind, l.Float(a).ID, l.Float(b).ID)}
	}
	return BoolValue{l.ordered(orEqual, x, y)}
}

// ordered is one bit: a < b or a <= b on two integers.
func (l *Lowering) ordered(orEqual bool, x, y IntValue) word.ID {
	l.Marks.compared(x, y)
	switch {
	case x.Hi < y.Lo || orEqual && x.Hi <= y.Lo:
		return l.B.Uint(1, 1)
	case x.Lo > y.Hi || !orEqual && x.Lo >= y.Hi:
		return l.B.Uint(0, 1)
	}
	first := int64(oneIf(orEqual)) // 0 < y, or 1 <= y: it is not 0
	if c, known := ConstInt(x); known && c == first {
		if some, ok := l.hasSome(y); ok {
			return some
		}
	}
	if c, known := ConstInt(y); known && c == 1-first {
		if some, ok := l.hasSome(x); ok {
			return l.B.Not(some)
		}
	}
	kind, i, j := l.commonOrder(x, y)
	if orEqual {
		kind = map[word.Kind]word.Kind{word.ULt: word.ULe, word.SLt: word.SLe}[kind]
	}
	return l.B.Compare(kind, i, j)
}

// compareWithFraction compares a bigint and a number that may not be whole: it is the same with the number rounded. It
// is false for other values.
func (l *Lowering) compareWithFraction(orEqual bool, a, b Value) (Value, bool) {
	_, bigA := a.(BigValue)
	_, bigB := b.(BigValue)
	if x, ok := b.(FloatValue); ok && bigA {
		if orEqual { // a <= 1.5 is a <= 1, and a < 1.5 is a < 2
			return l.Compare(true, a, l.wholeBeside("Math.floor", x)), true
		}
		return l.Compare(false, a, l.wholeBeside("Math.ceil", x)), true
	}
	if x, ok := a.(FloatValue); ok && bigB {
		if orEqual {
			return l.Compare(true, l.wholeBeside("Math.ceil", x), b), true
		}
		return l.Compare(false, l.wholeBeside("Math.floor", x), b), true
	}
	return nil, false
}

// wholeBeside is a number, rounded, to be compared with a bigint.
func (l *Lowering) wholeBeside(rounding string, x FloatValue) Value {
	if !x.NaN {
		if whole, ok := l.Whole(rounding, x).(IntValue); ok {
			return whole
		}
	}
	panic(Refuse("a bigint is compared with a number that may be large, or no number; compare it with a bigint, as in w > 5n"))
}

// commonOrder holds two integers so that ULt or SLt orders them.
func (l *Lowering) commonOrder(x, y IntValue) (word.Kind, word.ID, word.ID) {
	w := max(IntWidth(x.Lo, x.Hi), IntWidth(y.Lo, y.Hi))
	if x.Lo >= 0 && y.Lo >= 0 {
		return word.ULt, l.Extend(x, w), l.Extend(y, w)
	}
	if w == 32 && (x.Hi > math.MaxInt32 || y.Hi > math.MaxInt32) {
		w = 64
	}
	return word.SLt, l.Extend(x, w), l.Extend(y, w)
}

// NumbersEqual compares two numbers (or bigints, or one of each when loose).
func (l *Lowering) NumbersEqual(a, b Value) word.ID {
	if x, ok := b.(FloatValue); ok {
		if _, big := a.(BigValue); big {
			whole := l.wholeBeside("Math.floor", x)
			return l.B.And(l.B.Compare(word.FEq, x.ID, l.Float(whole).ID), l.NumbersEqual(a, whole))
		}
	} else if _, ok := a.(FloatValue); ok {
		if _, big := b.(BigValue); big {
			return l.NumbersEqual(b, a)
		}
	}
	if x, y, ok := l.bothBig(a, b); ok {
		return l.bigEqual(x, y)
	}
	x, okX := a.(IntValue)
	y, okY := b.(IntValue)
	if !okX || !okY {
		return l.B.Compare(word.FEq, l.Float(a).ID, l.Float(b).ID)
	}
	return l.integersEqual(x, y)
}

// integersEqual is one bit: two integers are the same.
func (l *Lowering) integersEqual(x, y IntValue) word.ID {
	l.Marks.compared(x, y)
	if x.Hi < y.Lo || y.Hi < x.Lo {
		return l.B.Uint(0, 1)
	}
	for _, side := range [2][2]IntValue{{x, y}, {y, x}} {
		if c, known := ConstInt(side[1]); known {
			if some, ok := l.hasSome(side[0]); ok && c == 0 {
				return l.B.Not(some)
			}
			if id, ok := l.signedIs(side[0], c); ok {
				return id
			}
		}
	}
	_, i, j := l.commonOrder(x, y)
	return l.B.Eq(i, j)
}

// signedIs compares a number of a field that is seen with its sign with a constant. The bits tell all but which of two
// numbers from 2^31 on, or below 0, it is.
func (l *Lowering) signedIs(x IntValue, c int64) (word.ID, bool) {
	field, ok := l.Signed[x.ID]
	if !ok {
		return word.None, false
	}
	same := l.B.Eq(field.Bits, l.B.Int(c, 32))
	switch {
	case c < 0:
		return l.B.And(field.Sign, same), true
	case c > math.MaxInt32:
		return l.B.And(l.B.Not(field.Sign), same), true
	}
	return same, true
}

// isItself reports that a value is one object and no other value is it: one that the lambda has made, unless it stands
// for others (scalar_replacement.go), or one from outside.
func (l *Lowering) isItself(v Value) bool {
	switch x := v.(type) {
	case RefValue:
		return !l.Fixed[x.Object]
	case ConstantValue:
		return x.C.Single
	}
	return false
}

// equal is == or === on two values.
func (l *Lowering) equal(strict bool, a, b Value) Value {
	ta, tb := TypeOf(a), TypeOf(b)
	nothing := func(v Value) bool { return v == Value(UndefinedValue{}) || v == Value(NullValue{}) }
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
		return BoolValue{l.B.Eq(a.(BoolValue).ID, b.(BoolValue).ID)}
	case ta == "object" || tb == "object" || ta == "function" || tb == "function":
		if SameValue(a, b) {
			return l.Truth(true)
		}
		if l.isItself(a) && l.isItself(b) {
			return l.Truth(false)
		}
		_, isSet := a.(SetValue)
		if _, other := b.(SetValue); isSet || other { // it is no other object
			return l.Truth(false)
		}
		l.Joins.Stood = l.Joins.Stood || l.standsForOthers(a) || l.standsForOthers(b)
		panic(Refuse("objects are compared; compare a number that each of them has"))
	}
	return BoolValue{l.NumbersEqual(l.ToNumber(a), l.ToNumber(b))}
}

// SameNumberOr is Object.is: NaN is NaN, and 0 is not -0.
func (l *Lowering) SameNumberOr(a, b Value) Value {
	isNumber := func(v Value) bool {
		switch v.(type) {
		case IntValue, FloatValue:
			return true
		}
		return false
	}
	if !isNumber(a) || !isNumber(b) {
		return l.StrictEqual(a, b)
	}
	m, okM := a.(IntValue)
	n, okN := b.(IntValue)
	if okM && okN && !m.NegZero && !n.NegZero {
		return l.StrictEqual(a, b)
	}
	x, y := l.Float(a), l.Float(b)
	if x.ZeroSign || y.ZeroSign {
		panic(Refuse("Object.is of a zero whose sign is not known"))
	}
	nan := l.B.And(l.B.Compare(word.FNe, x.ID, x.ID), l.B.Compare(word.FNe, y.ID, y.ID))
	return BoolValue{l.B.Or(nan, l.B.Eq(l.B.ToBits(x.ID), l.B.ToBits(y.ID)))}
}

// TypeOf is what typeof gives.
func TypeOf(v Value) string {
	switch x := v.(type) {
	case UndefinedValue:
		return "undefined"
	case BoolValue:
		return "boolean"
	case IntValue, FloatValue, log2Value:
		return "number"
	case BigValue:
		return "bigint"
	case ConstString, TextValue, CharValue, *MessageValue, *StringValue:
		return "string"
	case FuncValue, *ClassValue:
		return "function"
	case BuiltinValue:
		if x.Name == "Math" || x.Name == "JSON" {
			return "object"
		}
		return "function"
	case RefusedValue:
		panic(Refused{Reason: x.Reason})
	}
	return "object"
}
