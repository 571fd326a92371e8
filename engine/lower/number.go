package lower

import (
	"math"
	"math/bits"

	"github.com/dop251/goja"
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// toNumber is ToNumber of everything but objects: the numeric kinds stay, others become numbers.
func (l *lowering) toNumber(v value) value {
	switch x := v.(type) {
	case intValue, floatValue, bigValue:
		return v
	case log2Value:
		panic(refuse(refusedLog2))
	case boolValue:
		return l.number(x.id, 0, 1)
	case undefinedValue:
		return l.constantNumber(math.NaN())
	case nullValue:
		return l.integer(0)
	case constString:
		return l.stringToNumber(x.s)
	case charValue:
		if l.b.KnownBits(x.unit) > 7 { // in comparisons the interpreter takes none of the spaces among them for a number
			panic(refuse("a character that may be beyond ASCII is used as a number; write Number(…)"))
		}
		return l.oneFloat(l.charToNumber(x))
	case textValue:
		panic(readsText(x))
	case memoryValue:
		panic(refuse("a memory is used as a number"))
	}
	panic(refuse("an object or function is used as a number"))
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
	switch op {
	case token.PLUS, token.MINUS, token.MULTIPLY: // a table of sines that begins with -0 does not make doubles of all sums and products
		if zero, ok := l.minusZero(a); ok && okJ {
			i, okI = zero, true
		} else if zero, ok := l.minusZero(b); ok && okI {
			j, okJ = zero, true
		}
	}
	if okI && okJ {
		if r, ok := l.intArithmetic(op, i, j); ok {
			return r
		}
	}
	return l.floatArithmetic(op, l.float(a), l.float(b))
}

// minusZero is -0 as an integer of which the sign is not known.
func (l *lowering) minusZero(v value) (zero intValue, ok bool) {
	x, ok := v.(floatValue)
	if !ok {
		return zero, false
	}
	if c, known := l.b.ConstValue(x.id); !known || word.Float(c) != 0 {
		return zero, false
	}
	zero = l.integer(0)
	zero.negZero = true
	return zero, true
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
		zero := intValue.mayBeZero
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
	largest := max(b.hi, -b.lo) - 1
	lo, hi := int64(0), int64(0)
	if a.hi > 0 {
		hi = min(a.hi, largest)
	}
	if a.lo < 0 {
		lo = max(a.lo, -largest)
	}
	if b.mayBeZero() { // the operation gives 0 there, which the choice below replaces
		lo, hi = min(lo, 0), max(hi, 0)
	}
	if !signed && l.remainders[b.id] == a.id+1 { // Euclid's algorithm: a % b is less than half of a, as b is an x % a
		hi = min(hi, max(a.hi-1, 0)/2)
	}
	r := l.number(l.b.Binary(kind, l.extend(a, w), l.extend(b, w)), lo, hi)
	r.negZero = a.lo < 0 || a.negZero
	if !signed {
		l.remainders[r.id] = b.id + 1
	}
	if !b.mayBeZero() {
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
	if precise != nil {
		return precise.Power(x, y)
	}
	return math.Pow(x, y)
}

// precise are the functions of the interpreter that constants are computed with, so that they are those of a lambda
// that runs as it is written; nil: the interpreter is the published one, which has Go's own.
var precise, _ = any((*goja.Runtime)(nil)).(interface {
	Power(x, y float64) float64
	Log2(x float64) float64
})

// log2 is Math.log2, for constants.
func log2(x float64) float64 {
	if precise != nil {
		return precise.Log2(x)
	}
	return math.Log2(x)
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
			panic(byZero)
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
		panic(refuse("** whose result may be no whole number below 2^53; keep the exponent small, as in 2 ** (n & 31), or use multiplication"))
	}
	return r
}

// byZero refuses a quotient of which it is not known which infinity it is.
var byZero = refuse("a division by a zero whose sign is not known; put the divisor into a variable and test it first, as in `d ? a / d : 0`")

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
