package lower

import (
	"math"

	"simten.dev/engine/word"
)

// compare is a < b or a <= b on two values.
func (l *lowering) compare(orEqual bool, a, b value) value {
	if typeOf(a) == "string" && typeOf(b) == "string" {
		return l.orderedTexts(orEqual, a, b)
	}
	a, b = l.toNumber(a), l.toNumber(b)
	if answer, ok := l.compareWithFraction(orEqual, a, b); ok {
		return answer
	}
	if x, y, ok := l.bothBig(a, b); ok {
		return l.bigCompare(orEqual, x, y)
	}
	x, okX := a.(intValue)
	y, okY := b.(intValue)
	l.marks.compared(x, okX && okY, y)
	if !okX || !okY {
		kind := word.FLt
		if orEqual {
			kind = word.FLe
		}
		return boolValue{l.b.Compare(kind, l.float(a).id, l.float(b).id)}
	}
	switch {
	case x.hi < y.lo || orEqual && x.hi <= y.lo:
		return l.truth(true)
	case x.lo > y.hi || !orEqual && x.lo >= y.hi:
		return l.truth(false)
	}
	first := int64(oneIf(orEqual)) // 0 < y, or 1 <= y: it is not 0
	if c, known := constInt(x); known && c == first {
		if some, ok := l.hasSome(y); ok {
			return boolValue{some}
		}
	}
	if c, known := constInt(y); known && c == 1-first {
		if some, ok := l.hasSome(x); ok {
			return boolValue{l.b.Not(some)}
		}
	}
	kind, i, j := l.commonOrder(x, y)
	if orEqual {
		kind = map[word.Kind]word.Kind{word.ULt: word.ULe, word.SLt: word.SLe}[kind]
	}
	return boolValue{l.b.Compare(kind, i, j)}
}

// compareWithFraction compares a bigint and a number that may not be whole: it is the same with the number rounded. It
// is false for other values.
func (l *lowering) compareWithFraction(orEqual bool, a, b value) (value, bool) {
	_, bigA := a.(bigValue)
	_, bigB := b.(bigValue)
	if x, ok := b.(floatValue); ok && bigA {
		if orEqual { // a <= 1.5 is a <= 1, and a < 1.5 is a < 2
			return l.compare(true, a, l.wholeBeside("Math.floor", x)), true
		}
		return l.compare(false, a, l.wholeBeside("Math.ceil", x)), true
	}
	if x, ok := a.(floatValue); ok && bigB {
		if orEqual {
			return l.compare(true, l.wholeBeside("Math.ceil", x), b), true
		}
		return l.compare(false, l.wholeBeside("Math.floor", x), b), true
	}
	return nil, false
}

// wholeBeside is a number, rounded, to be compared with a bigint.
func (l *lowering) wholeBeside(rounding string, x floatValue) value {
	if !x.nan {
		if whole, ok := l.whole(rounding, x).(intValue); ok {
			return whole
		}
	}
	panic(refuse("a bigint is compared with a number that may be large, or no number; compare it with a bigint, as in w > 5n"))
}

// commonOrder holds two integers so that ULt or SLt orders them.
func (l *lowering) commonOrder(x, y intValue) (word.Kind, word.ID, word.ID) {
	w := max(intWidth(x.lo, x.hi), intWidth(y.lo, y.hi))
	if x.lo >= 0 && y.lo >= 0 {
		return word.ULt, l.extend(x, w), l.extend(y, w)
	}
	if w == 32 && (x.hi > math.MaxInt32 || y.hi > math.MaxInt32) {
		w = 64
	}
	return word.SLt, l.extend(x, w), l.extend(y, w)
}

// numbersEqual compares two numbers (or bigints, or one of each when loose).
func (l *lowering) numbersEqual(a, b value) word.ID {
	if x, ok := b.(floatValue); ok {
		if _, big := a.(bigValue); big {
			whole := l.wholeBeside("Math.floor", x)
			return l.b.And(l.b.Compare(word.FEq, x.id, l.float(whole).id), l.numbersEqual(a, whole))
		}
	} else if _, ok := a.(floatValue); ok {
		if _, big := b.(bigValue); big {
			return l.numbersEqual(b, a)
		}
	}
	if x, y, ok := l.bothBig(a, b); ok {
		return l.bigEqual(x, y)
	}
	x, okX := a.(intValue)
	y, okY := b.(intValue)
	l.marks.compared(x, okX && okY, y)
	if !okX || !okY {
		return l.b.Compare(word.FEq, l.float(a).id, l.float(b).id)
	}
	if x.hi < y.lo || y.hi < x.lo {
		return l.b.Uint(0, 1)
	}
	for _, side := range [2][2]intValue{{x, y}, {y, x}} {
		if c, known := constInt(side[1]); known {
			if some, ok := l.hasSome(side[0]); ok && c == 0 {
				return l.b.Not(some)
			}
			if id, ok := l.signedIs(side[0], c); ok {
				return id
			}
		}
	}
	_, i, j := l.commonOrder(x, y)
	return l.b.Eq(i, j)
}

// signedIs compares a number of a field that is seen with its sign with a constant. The bits tell all but which of two
// numbers from 2^31 on, or below 0, it is.
func (l *lowering) signedIs(x intValue, c int64) (word.ID, bool) {
	field, ok := l.signed[x.id]
	if !ok {
		return word.None, false
	}
	same := l.b.Eq(field.bits, l.b.Int(c, 32))
	switch {
	case c < 0:
		return l.b.And(field.sign, same), true
	case c > math.MaxInt32:
		return l.b.And(l.b.Not(field.sign), same), true
	}
	return same, true
}

// isItself reports that a value is one object and no other value is it: one that the lambda has made, unless it stands
// for others (scalar_replacement.go), or one from outside.
func (l *lowering) isItself(v value) bool {
	switch x := v.(type) {
	case refValue:
		return !l.fixed[x.object]
	case constantValue:
		return x.c.single
	}
	return false
}

// equal is == or === on two values.
func (l *lowering) equal(strict bool, a, b value) value {
	ta, tb := typeOf(a), typeOf(b)
	nothing := func(v value) bool { return v == value(undefinedValue{}) || v == value(nullValue{}) }
	switch {
	case strict && ta != tb:
		return l.truth(false)
	case strict && nothing(a) && nothing(b):
		return l.truth(a == b)
	case nothing(a) || nothing(b):
		return l.truth(nothing(a) && nothing(b))
	case ta == "string" && tb == "string":
		return l.sameText(a, b)
	case ta == "boolean" && tb == "boolean":
		return boolValue{l.b.Eq(a.(boolValue).id, b.(boolValue).id)}
	case ta == "object" || tb == "object" || ta == "function" || tb == "function":
		if sameValue(a, b) {
			return l.truth(true)
		}
		if l.isItself(a) && l.isItself(b) {
			return l.truth(false)
		}
		_, isSet := a.(setValue)
		if _, other := b.(setValue); isSet || other { // it is no other object
			return l.truth(false)
		}
		l.joins.Stood = l.joins.Stood || l.standsForOthers(a) || l.standsForOthers(b)
		panic(refuse("objects are compared; compare a number that each of them has"))
	}
	return boolValue{l.numbersEqual(l.toNumber(a), l.toNumber(b))}
}

// sameNumberOr is Object.is: NaN is NaN, and 0 is not -0.
func (l *lowering) sameNumberOr(a, b value) value {
	isNumber := func(v value) bool {
		switch v.(type) {
		case intValue, floatValue:
			return true
		}
		return false
	}
	if !isNumber(a) || !isNumber(b) {
		return l.strictEqual(a, b)
	}
	m, okM := a.(intValue)
	n, okN := b.(intValue)
	if okM && okN && !m.negZero && !n.negZero {
		return l.strictEqual(a, b)
	}
	x, y := l.float(a), l.float(b)
	if x.zeroSign || y.zeroSign {
		panic(refuse("Object.is of a zero whose sign is not known"))
	}
	nan := l.b.And(l.b.Compare(word.FNe, x.id, x.id), l.b.Compare(word.FNe, y.id, y.id))
	return boolValue{l.b.Or(nan, l.b.Eq(l.b.ToBits(x.id), l.b.ToBits(y.id)))}
}

// typeOf is what typeof gives.
func typeOf(v value) string {
	switch x := v.(type) {
	case undefinedValue:
		return "undefined"
	case boolValue:
		return "boolean"
	case intValue, floatValue, log2Value:
		return "number"
	case bigValue:
		return "bigint"
	case constString, textValue, charValue, *messageValue, *stringValue:
		return "string"
	case funcValue, *classValue:
		return "function"
	case builtinValue:
		if x.name == "Math" || x.name == "JSON" {
			return "object"
		}
		return "function"
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	return "object"
}
