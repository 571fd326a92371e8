package behavior

import (
	"math"
	"math/bits"

	"github.com/dop251/goja/token"

	"simten.dev/engine/behavior/word"
)

// toNumber is ToNumber of everything but objects: the numeric kinds stay, others become numbers.
func (l *lowering) toNumber(v value) value {
	switch x := v.(type) {
	case intValue, floatValue, bigValue:
		return v
	case boolValue:
		return l.number(x.id, 0, 1)
	case undefinedValue:
		return l.constantNumber(math.NaN())
	case nullValue:
		return l.integer(0)
	case stringValue:
		return l.stringToNumber(x.s)
	case textValue:
		panic(refuse("the text state is read; a lowered lambda can only append to it"))
	case memoryValue:
		panic(refuse("a memory is used as a number"))
	}
	panic(refuse("an object or function is used as a number"))
}

// toInt32 is ToInt32: an integer of 32 bits, int32 or (when it is known to be small) non-negative.
func (l *lowering) toInt32(v value) intValue {
	switch x := l.toNumber(v).(type) {
	case intValue:
		if x.lo >= math.MinInt32 && x.hi <= math.MaxInt32 {
			x.negZero = false
			return x
		}
		return l.number(l.b.Slice(x.id, 0, 32), math.MinInt32, math.MaxInt32)
	case floatValue:
		if q := x.quotient; q != nil {
			t := l.truncateQuotient(q, true)
			t.negZero = false
			return l.toInt32(t)
		}
		return l.number(l.b.ToInt(x.id, 32), math.MinInt32, math.MaxInt32)
	}
	panic(refuse("a bigint is mixed with numbers"))
}

// toUint32 is ToUint32.
func (l *lowering) toUint32(v value) intValue {
	i := l.toInt32(v)
	if i.lo >= 0 {
		return i
	}
	return l.number(l.b.Resize(i.id, 32), 0, math.MaxUint32)
}

// truncateQuotient is the integer quotient toward zero, 0 when the divisor is 0: what ToInt32 makes
// of the NaN or infinity. With wrap the result is right modulo 2^32 only.
func (l *lowering) truncateQuotient(q *quotient, wrap bool) intValue {
	a, d := q.dividend, q.divisor
	w := 32
	signed := a.lo < 0 || d.lo < 0
	fits := func(v intValue) bool {
		return v.hi <= math.MaxInt32 && (v.lo > math.MinInt32 || wrap && v.lo == math.MinInt32) || !signed && v.hi <= math.MaxUint32
	}
	if !fits(a) || !fits(d) {
		w = 64
	}
	bound := max(a.hi, -a.lo)
	if low := max(d.lo, -d.hi, 1); low > 1 { // the divisor is at least this far from 0
		bound /= low
	}
	lo := int64(0)
	if signed {
		lo = -bound
	}
	kind := word.UDiv
	if signed {
		kind = word.SDiv
	}
	id := l.b.Binary(kind, l.extend(a, w), l.extend(d, w))
	if l.b.Width(id) < intWidth(lo, bound) {
		// 32 signed bits hold the quotient, though its bound alone would not say so
		lo, bound = max(lo, math.MinInt32), min(bound, math.MaxInt32)
	}
	r := l.number(id, lo, bound)
	r.negZero = signed
	return r
}

func addOverflows(a, b int64) bool { s := a + b; return s > maxInt || s < -maxInt }

func mulOverflows(a, b int64) bool {
	abs := func(x int64) uint64 {
		if x < 0 {
			return uint64(-x)
		}
		return uint64(x)
	}
	hi, lo := bits.Mul64(abs(a), abs(b))
	return hi != 0 || lo > maxInt
}

// arithmetic is one of + - * / % ** on two numbers (or bigints).
func (l *lowering) arithmetic(op token.Token, a, b value) value {
	a, b = l.toNumber(a), l.toNumber(b)
	x, okX := a.(bigValue)
	y, okY := b.(bigValue)
	if okX && okY {
		return l.bigArithmetic(op, x, y)
	}
	if okX || okY {
		panic(refuse("a bigint is mixed with numbers"))
	}
	i, okI := a.(intValue)
	j, okJ := b.(intValue)
	if okI && okJ {
		if r, ok := l.intArithmetic(op, i, j); ok {
			return r
		}
	}
	return l.floatArithmetic(op, l.float(a), l.float(b))
}

func (l *lowering) intArithmetic(op token.Token, a, b intValue) (value, bool) {
	switch op {
	case token.PLUS:
		if addOverflows(a.lo, b.lo) || addOverflows(a.hi, b.hi) {
			return nil, false
		}
		r := l.sameWidth(word.Add, a, b, a.lo+b.lo, a.hi+b.hi)
		r.negZero = a.negZero && b.negZero
		return r, true
	case token.MINUS:
		if addOverflows(a.lo, -b.hi) || addOverflows(a.hi, -b.lo) {
			return nil, false
		}
		r := l.sameWidth(word.Sub, a, b, a.lo-b.hi, a.hi-b.lo)
		r.negZero = a.negZero
		return r, true
	case token.MULTIPLY:
		lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
		for _, p := range [4][2]int64{{a.lo, b.lo}, {a.lo, b.hi}, {a.hi, b.lo}, {a.hi, b.hi}} {
			if mulOverflows(p[0], p[1]) {
				return nil, false
			}
			lo, hi = min(lo, p[0]*p[1]), max(hi, p[0]*p[1])
		}
		r := l.sameWidth(word.Mul, a, b, lo, hi)
		zero := func(v intValue) bool { return v.lo <= 0 && v.hi >= 0 }
		r.negZero = a.negZero || b.negZero || zero(a) && b.lo < 0 || zero(b) && a.lo < 0
		return r, true
	case token.SLASH:
		return l.intDivide(a, b), true
	case token.REMAINDER:
		return l.intRemainder(a, b), true
	case token.EXPONENT:
		return l.intPower(a, b)
	}
	return nil, false
}

// sameWidth computes modulo 2^width, where width holds the result.
func (l *lowering) sameWidth(k word.Kind, a, b intValue, lo, hi int64) intValue {
	w := intWidth(lo, hi)
	return l.number(l.b.Binary(k, l.extend(a, w), l.extend(b, w)), lo, hi)
}

func (l *lowering) intDivide(a, b intValue) value {
	x, y := l.float(a), l.float(b)
	r := l.floatArithmetic(token.SLASH, x, y).(floatValue)
	if a.lo == a.hi && b.lo == b.hi {
		if c, ok := l.b.ConstValue(r.id); ok {
			return l.constantNumber(word.Float(c))
		}
	}
	const exact = 1 << 52 // below it, rounding the quotient never reaches the next integer
	if a.lo > -exact && a.hi < exact && b.lo > -exact && b.hi < exact {
		r.quotient = &quotient{a, b}
	}
	return r
}

func (l *lowering) intRemainder(a, b intValue) value {
	if b.lo == 0 && b.hi == 0 {
		return l.constantNumber(math.NaN())
	}
	w := max(intWidth(a.lo, a.hi), intWidth(b.lo, b.hi))
	signed := a.lo < 0 || b.lo < 0
	kind := word.URem
	if signed {
		kind = word.SRem
		if a.hi > math.MaxInt32 || b.hi > math.MaxInt32 {
			w = 64
		}
	}
	most := max(b.hi, -b.lo) - 1
	lo, hi := int64(0), int64(0)
	if a.hi > 0 {
		hi = min(a.hi, most)
	}
	if a.lo < 0 {
		lo = max(a.lo, -most)
	}
	if b.lo <= 0 && b.hi >= 0 { // the operation gives 0 there, which the choice below replaces
		lo, hi = min(lo, 0), max(hi, 0)
	}
	r := l.number(l.b.Binary(kind, l.extend(a, w), l.extend(b, w)), lo, hi)
	r.negZero = a.lo < 0 || a.negZero
	if b.lo > 0 || b.hi < 0 {
		return r
	}
	return l.choose(l.b.NonZero(b.id), r, l.constantNumber(math.NaN()))
}

func (l *lowering) intPower(a, b intValue) (value, bool) {
	if b.lo == b.hi && a.lo == a.hi && b.lo >= 0 {
		r := int64(1)
		for i := int64(0); i < b.lo; i++ {
			if mulOverflows(r, a.lo) || i > 64 {
				return l.constantNumber(power(float64(a.lo), float64(b.lo))), true
			}
			r *= a.lo
		}
		return l.integer(r), true
	}
	if a.lo == 2 && a.hi == 2 && b.lo >= 0 && b.hi <= 52 {
		w := intWidth(1, 1<<uint(b.hi))
		return l.number(l.b.Binary(word.Shl, l.b.Uint(1, w), b.id), 1, 1<<uint(b.hi)), true
	}
	if b.lo < 0 || b.hi-b.lo >= maxPowers || b.hi > maxPowers {
		return nil, false
	}
	// One power after the other, as long as whole numbers hold it exactly; the exponent chooses among them.
	var power, chosen value = l.integer(1), nil
	for n := int64(0); ; n++ {
		switch {
		case n < b.lo:
		case chosen == nil:
			chosen = power
		default:
			chosen = l.choose(l.numbersEqual(b, l.integer(n)), power, chosen)
		}
		if n == b.hi {
			return chosen, true
		}
		next, ok := l.intArithmetic(token.MULTIPLY, power.(intValue), a)
		if !ok {
			return nil, false
		}
		power = next
	}
}

// maxPowers bounds exponents that are not known.
const maxPowers = 64

// power is JavaScript's exponentiation, for constants.
func power(x, y float64) float64 {
	if math.IsNaN(y) || math.Abs(x) == 1 && math.IsInf(y, 0) {
		return math.NaN()
	}
	if x == 2 && y == math.Trunc(y) && math.Abs(y) < 1100 {
		return math.Ldexp(1, int(y))
	}
	return math.Pow(x, y)
}

func (l *lowering) floatArithmetic(op token.Token, a, b floatValue) value {
	r := floatValue{lo: math.Inf(-1), hi: math.Inf(1), nan: true}
	finite := !a.nan && !b.nan && !math.IsInf(a.lo, 0) && !math.IsInf(a.hi, 0) && !math.IsInf(b.lo, 0) && !math.IsInf(b.hi, 0)
	corners := func(f func(x, y float64) float64) {
		r.lo, r.hi = math.Inf(1), math.Inf(-1)
		for _, x := range [2]float64{a.lo, a.hi} {
			for _, y := range [2]float64{b.lo, b.hi} {
				r.lo, r.hi = math.Min(r.lo, f(x, y)), math.Max(r.hi, f(x, y))
			}
		}
		r.nan = false
	}
	r.zeroSign = a.zeroSign || b.zeroSign
	switch op {
	case token.PLUS:
		r.id = l.b.Float2(word.FAdd, a.id, b.id)
		if finite {
			corners(func(x, y float64) float64 { return x + y })
		}
	case token.MINUS:
		r.id = l.b.Float2(word.FSub, a.id, b.id)
		if finite {
			corners(func(x, y float64) float64 { return x - y })
		}
	case token.MULTIPLY:
		r.id = l.b.Float2(word.FMul, a.id, b.id)
		if finite {
			corners(func(x, y float64) float64 { return x * y })
		}
	case token.SLASH:
		if b.zeroSign && b.lo <= 0 && b.hi >= 0 {
			panic(refuse("a division by a zero whose sign is not known"))
		}
		r.id = l.b.Float2(word.FDiv, a.id, b.id)
		if finite && (b.lo > 0 || b.hi < 0) {
			corners(func(x, y float64) float64 { return x / y })
		}
	case token.REMAINDER:
		r.id = l.b.Float2(word.FRem, a.id, b.id)
		if finite && (b.lo > 0 || b.hi < 0) {
			r.lo, r.hi, r.nan = math.Min(a.lo, 0), math.Max(a.hi, 0), false
		}
	case token.EXPONENT:
		x, okX := l.b.ConstValue(a.id)
		y, okY := l.b.ConstValue(b.id)
		if okX && okY {
			return l.constantNumber(power(word.Float(x), word.Float(y)))
		}
		panic(refuse("** whose result may be no whole number below 2^53; use multiplication"))
	}
	return r
}

// bitwise is one of & | ^ << >> >>> on two values.
func (l *lowering) bitwise(op token.Token, a, b value) value {
	a, b = l.toNumber(a), l.toNumber(b)
	x, okX := a.(bigValue)
	y, okY := b.(bigValue)
	if okX && okY {
		return l.bigBitwise(op, x, y)
	}
	if okX || okY {
		panic(refuse("a bigint is mixed with numbers"))
	}
	switch op {
	case token.SHIFT_LEFT, token.SHIFT_RIGHT, token.UNSIGNED_SHIFT_RIGHT:
		return l.shift(op, a, l.shiftCount(b))
	}
	i, j := l.toInt32(a), l.toInt32(b)
	id := l.b.Binary(map[token.Token]word.Kind{token.AND: word.And, token.OR: word.Or, token.EXCLUSIVE_OR: word.Xor}[op], i.id, j.id)
	if op == token.AND && (i.lo >= 0 || j.lo >= 0) {
		hi := int64(math.MaxInt32)
		if i.lo >= 0 {
			hi = min(hi, i.hi)
		}
		if j.lo >= 0 {
			hi = min(hi, j.hi)
		}
		return l.number(id, 0, hi)
	}
	// both fit in k bits of two's complement, so does the result
	k := max(signedBits(i), signedBits(j))
	lo, hi := -(int64(1) << uint(k-1)), int64(1)<<uint(k-1)-1
	if i.lo >= 0 && j.lo >= 0 {
		lo = 0
	}
	return l.number(id, lo, hi)
}

// signedBits is how many bits of two's complement hold v.
func signedBits(v intValue) int {
	need := func(n int64) int {
		if n < 0 {
			n = ^n
		}
		return bits.Len64(uint64(n)) + 1
	}
	return max(need(v.lo), need(v.hi))
}

// shiftCount is the count of a 32-bit shift, 0 to 31.
func (l *lowering) shiftCount(v value) intValue {
	i := l.toInt32(v)
	if i.lo >= 0 && i.hi <= 31 {
		return i
	}
	if i.lo == i.hi {
		return l.integer(i.lo & 31)
	}
	return l.number(l.b.And(i.id, l.b.Uint(31, 32)), 0, 31)
}

func (l *lowering) shift(op token.Token, a value, count intValue) value {
	known := count.lo == count.hi
	n := uint(count.lo)
	switch op {
	case token.SHIFT_LEFT:
		i := l.toInt32(a)
		lo, hi := int64(math.MinInt32), int64(math.MaxInt32)
		if most := uint(count.hi); i.lo<<most >= math.MinInt32 && i.hi<<most <= math.MaxInt32 {
			lo, hi = min(i.lo<<most, i.lo<<n), max(i.hi<<most, i.hi<<n)
		}
		return l.number(l.b.Binary(word.Shl, i.id, count.id), lo, hi)
	case token.SHIFT_RIGHT:
		i := l.toInt32(a)
		lo, hi := min(i.lo>>n, i.lo>>uint(count.hi)), max(i.hi>>n, i.hi>>uint(count.hi))
		return l.number(l.b.Binary(word.AShr, i.id, count.id), lo, hi)
	}
	i := l.toUint32(a)
	if known && n == 0 {
		return i
	}
	return l.number(l.b.Binary(word.LShr, i.id, count.id), i.lo>>uint(count.hi), i.hi>>n)
}

// negate is unary minus.
func (l *lowering) negate(v value) value {
	switch x := l.toNumber(v).(type) {
	case intValue:
		if x.lo == 0 && x.hi == 0 && !x.negZero {
			return l.constantNumber(math.Copysign(0, -1))
		}
		r := l.sameWidth(word.Sub, l.integer(0), x, -x.hi, -x.lo)
		r.negZero = x.lo <= 0 && x.hi >= 0
		return r
	case floatValue:
		return floatValue{id: l.b.Float1(word.FNeg, x.id), lo: -x.hi, hi: -x.lo, nan: x.nan, zeroSign: x.zeroSign}
	case bigValue:
		return l.bigArithmetic(token.MINUS, l.bigint(bigZero), x)
	}
	panic(refuse("unary minus of something that is no number"))
}

// complement is ~.
func (l *lowering) complement(v value) value {
	n := l.toNumber(v)
	if x, ok := n.(bigValue); ok {
		return l.bigBitwise(token.EXCLUSIVE_OR, x, l.bigint(bigMinusOne))
	}
	i := l.toInt32(n)
	id := i.id
	if i.hi > math.MaxInt32 {
		id = l.b.Slice(id, 0, 32)
	}
	return l.number(l.b.Not(id), -i.hi-1, -i.lo-1)
}

// compare is a < b or a <= b on two values.
func (l *lowering) compare(orEqual bool, a, b value) value {
	if typeOf(a) == "string" && typeOf(b) == "string" {
		panic(refuse("texts are ordered"))
	}
	a, b = l.toNumber(a), l.toNumber(b)
	if x, y, ok := l.bothBig(a, b); ok {
		return l.bigCompare(orEqual, x, y)
	}
	x, okX := a.(intValue)
	y, okY := b.(intValue)
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
	kind, i, j := l.commonOrder(x, y)
	if orEqual {
		kind = map[word.Kind]word.Kind{word.ULt: word.ULe, word.SLt: word.SLe}[kind]
	}
	return boolValue{l.b.Compare(kind, i, j)}
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
	if x, y, ok := l.bothBig(a, b); ok {
		return l.bigEqual(x, y)
	}
	x, okX := a.(intValue)
	y, okY := b.(intValue)
	if !okX || !okY {
		return l.b.Compare(word.FEq, l.float(a).id, l.float(b).id)
	}
	if x.hi < y.lo || y.hi < x.lo {
		return l.b.Uint(0, 1)
	}
	_, i, j := l.commonOrder(x, y)
	return l.b.Eq(i, j)
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
		x, okX := a.(stringValue)
		y, okY := b.(stringValue)
		if !okX || !okY {
			panic(refuse("the text state is read; a lowered lambda can only append to it"))
		}
		return l.truth(x.s == y.s)
	case ta == "boolean" && tb == "boolean":
		return boolValue{l.b.Eq(a.(boolValue).id, b.(boolValue).id)}
	case ta == "object" || tb == "object" || ta == "function" || tb == "function":
		if sameValue(a, b) {
			return l.truth(true)
		}
		panic(refuse("objects are compared"))
	}
	return boolValue{l.numbersEqual(l.toNumber(a), l.toNumber(b))}
}

// typeOf is what typeof gives.
func typeOf(v value) string {
	switch x := v.(type) {
	case undefinedValue:
		return "undefined"
	case boolValue:
		return "boolean"
	case intValue, floatValue:
		return "number"
	case bigValue:
		return "bigint"
	case stringValue, textValue, charValue:
		return "string"
	case funcValue:
		return "function"
	case builtinValue:
		if x.name == "Math" {
			return "object"
		}
		return "function"
	case refusedValue:
		panic(refusal{reason: x.reason})
	}
	return "object"
}
