package domain

import (
	"math"
	"math/bits"

	"github.com/dop251/goja"
	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// ToNumber is ToNumber of everything but objects: the numeric kinds stay, others become numbers.
func (l *Lowering) ToNumber(v Value) Value {
	switch x := v.(type) {
	case IntValue, FloatValue, BigValue:
		return v
	case log2Value:
		panic(Refuse(refusedLog2))
	case BoolValue:
		return l.Number(x.ID, 0, 1)
	case UndefinedValue:
		return l.ConstantNumber(math.NaN())
	case NullValue:
		return l.Integer(0)
	case ConstString:
		return l.StringToNumber(x.S)
	case CharValue:
		if l.B.KnownBits(x.Unit) > 7 { // in comparisons the interpreter takes none of the spaces among them for a number
			panic(Refuse("a character that may be beyond ASCII is used as a number; write Number(…)"))
		}
		return l.oneFloat(l.CharToNumber(x))
	case TextValue:
		panic(ReadsText(x))
	case MemoryValue:
		panic(Refuse("a memory is used as a number"))
	}
	panic(Refuse("an object or function is used as a number"))
}

func addOverflows(a, b int64) bool { s := a + b; return s > MaxInt || s < -MaxInt }

func mulOverflows(a, b int64) bool {
	abs := func(x int64) uint64 {
		if x < 0 {
			return uint64(-x)
		}
		return uint64(x)
	}
	hi, lo := bits.Mul64(abs(a), abs(b))
	return hi != 0 || lo > MaxInt
}

// Arithmetic is one of + - * / % ** on two numbers (or bigints).
func (l *Lowering) Arithmetic(op token.Token, a, b Value) Value {
	a, b = l.ToNumber(a), l.ToNumber(b)
	x, okX := a.(BigValue)
	y, okY := b.(BigValue)
	if okX && okY {
		return l.bigArithmetic(op, x, y)
	}
	if okX || okY {
		panic(Refuse("a bigint is mixed with numbers"))
	}
	i, okI := a.(IntValue)
	j, okJ := b.(IntValue)
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
	return l.floatArithmetic(op, l.Float(a), l.Float(b))
}

// minusZero is -0 as an integer of which the sign is not known.
func (l *Lowering) minusZero(v Value) (zero IntValue, ok bool) {
	x, ok := v.(FloatValue)
	if !ok {
		return zero, false
	}
	if c, known := l.B.ConstValue(x.ID); !known || word.Float(c) != 0 {
		return zero, false
	}
	zero = l.Integer(0)
	zero.NegZero = true
	return zero, true
}

func (l *Lowering) intArithmetic(op token.Token, a, b IntValue) (Value, bool) {
	switch op {
	case token.PLUS:
		if addOverflows(a.Lo, b.Lo) || addOverflows(a.Hi, b.Hi) {
			return nil, false
		}
		r := l.sameWidth(word.Add, a, b, a.Lo+b.Lo, a.Hi+b.Hi)
		r.NegZero = a.NegZero && b.NegZero
		return r, true
	case token.MINUS:
		if addOverflows(a.Lo, -b.Hi) || addOverflows(a.Hi, -b.Lo) {
			return nil, false
		}
		r := l.sameWidth(word.Sub, a, b, a.Lo-b.Hi, a.Hi-b.Lo)
		r.NegZero = a.NegZero
		return r, true
	case token.MULTIPLY:
		lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
		for _, p := range [4][2]int64{{a.Lo, b.Lo}, {a.Lo, b.Hi}, {a.Hi, b.Lo}, {a.Hi, b.Hi}} {
			if mulOverflows(p[0], p[1]) {
				return nil, false
			}
			lo, hi = min(lo, p[0]*p[1]), max(hi, p[0]*p[1])
		}
		r := l.sameWidth(word.Mul, a, b, lo, hi)
		zero := IntValue.MayBeZero
		r.NegZero = a.NegZero || b.NegZero || zero(a) && b.Lo < 0 || zero(b) && a.Lo < 0
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
func (l *Lowering) sameWidth(k word.Kind, a, b IntValue, lo, hi int64) IntValue {
	w := IntWidth(lo, hi)
	return l.Number(l.B.Binary(k, l.Extend(a, w), l.Extend(b, w)), lo, hi)
}

func (l *Lowering) intDivide(a, b IntValue) Value {
	x, y := l.Float(a), l.Float(b)
	r := l.floatArithmetic(token.SLASH, x, y).(FloatValue)
	if a.Lo == a.Hi && b.Lo == b.Hi {
		if c, ok := l.B.ConstValue(r.ID); ok {
			return l.ConstantNumber(word.Float(c))
		}
	}
	const exact = 1 << 52 // below it, rounding the quotient never reaches the next integer
	if a.Lo > -exact && a.Hi < exact && b.Lo > -exact && b.Hi < exact {
		r.Quotient = &Quotient{a, b}
	}
	return r
}

func (l *Lowering) intRemainder(a, b IntValue) Value {
	if b.Lo == 0 && b.Hi == 0 {
		return l.ConstantNumber(math.NaN())
	}
	w := max(IntWidth(a.Lo, a.Hi), IntWidth(b.Lo, b.Hi))
	signed := a.Lo < 0 || b.Lo < 0
	kind := word.URem
	if signed {
		kind = word.SRem
		if a.Hi > math.MaxInt32 || b.Hi > math.MaxInt32 {
			w = 64
		}
	}
	largest := max(b.Hi, -b.Lo) - 1
	lo, hi := int64(0), int64(0)
	if a.Hi > 0 {
		hi = min(a.Hi, largest)
	}
	if a.Lo < 0 {
		lo = max(a.Lo, -largest)
	}
	if b.MayBeZero() { // the operation gives 0 there, which the choice below replaces
		lo, hi = min(lo, 0), max(hi, 0)
	}
	if !signed && l.Remainders[b.ID] == a.ID+1 { // Euclid's algorithm: a % b is less than half of a, as b is an x % a
		hi = min(hi, max(a.Hi-1, 0)/2)
	}
	r := l.Number(l.B.Binary(kind, l.Extend(a, w), l.Extend(b, w)), lo, hi)
	r.NegZero = a.Lo < 0 || a.NegZero
	if !signed {
		l.Remainders[r.ID] = b.ID + 1
	}
	if !b.MayBeZero() {
		return r
	}
	return l.Choose(l.B.NonZero(b.ID), r, l.ConstantNumber(math.NaN()))
}

func (l *Lowering) intPower(a, b IntValue) (Value, bool) {
	if b.Lo == b.Hi && a.Lo == a.Hi && b.Lo >= 0 {
		r := int64(1)
		for i := int64(0); i < b.Lo; i++ {
			if mulOverflows(r, a.Lo) || i > 64 {
				return l.ConstantNumber(power(float64(a.Lo), float64(b.Lo))), true
			}
			r *= a.Lo
		}
		return l.Integer(r), true
	}
	if a.Lo == 2 && a.Hi == 2 && b.Lo >= 0 && b.Hi <= 52 {
		w := IntWidth(1, 1<<uint(b.Hi))
		return l.Number(l.B.Binary(word.Shl, l.B.Uint(1, w), b.ID), 1, 1<<uint(b.Hi)), true
	}
	if b.Lo < 0 || b.Hi-b.Lo >= maxPowers || b.Hi > maxPowers {
		return nil, false
	}
	// One power after the other, as long as whole numbers hold it exactly; the exponent chooses among them.
	var power, chosen Value = l.Integer(1), nil
	for n := int64(0); ; n++ {
		switch {
		case n < b.Lo:
		case chosen == nil:
			chosen = power
		default:
			chosen = l.Choose(l.integersEqual(b, l.Integer(n)), power, chosen)
		}
		if n == b.Hi {
			return chosen, true
		}
		next, ok := l.intArithmetic(token.MULTIPLY, power.(IntValue), a)
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

// Log2 is Math.log2, for constants.
func log2(x float64) float64 {
	if precise != nil {
		return precise.Log2(x)
	}
	return math.Log2(x)
}

func (l *Lowering) floatArithmetic(op token.Token, a, b FloatValue) Value {
	r := FloatValue{Lo: math.Inf(-1), Hi: math.Inf(1), NaN: true}
	finite := !a.NaN && !b.NaN && !math.IsInf(a.Lo, 0) && !math.IsInf(a.Hi, 0) && !math.IsInf(b.Lo, 0) && !math.IsInf(b.Hi, 0)
	corners := func(f func(x, y float64) float64) {
		r.Lo, r.Hi = math.Inf(1), math.Inf(-1)
		for _, x := range [2]float64{a.Lo, a.Hi} {
			for _, y := range [2]float64{b.Lo, b.Hi} {
				r.Lo, r.Hi = math.Min(r.Lo, f(x, y)), math.Max(r.Hi, f(x, y))
			}
		}
		r.NaN = false
	}
	r.ZeroSign = a.ZeroSign || b.ZeroSign
	switch op {
	case token.PLUS:
		r.ID = l.B.Float2(word.FAdd, a.ID, b.ID)
		if finite {
			corners(func(x, y float64) float64 { return x + y })
		}
	case token.MINUS:
		r.ID = l.B.Float2(word.FSub, a.ID, b.ID)
		if finite {
			corners(func(x, y float64) float64 { return x - y })
		}
	case token.MULTIPLY:
		r.ID = l.B.Float2(word.FMul, a.ID, b.ID)
		if finite {
			corners(func(x, y float64) float64 { return x * y })
		}
	case token.SLASH:
		if b.ZeroSign && b.Lo <= 0 && b.Hi >= 0 {
			panic(byZero)
		}
		r.ID = l.B.Float2(word.FDiv, a.ID, b.ID)
		if finite && (b.Lo > 0 || b.Hi < 0) {
			corners(func(x, y float64) float64 { return x / y })
		}
	case token.REMAINDER:
		r.ID = l.B.Float2(word.FRem, a.ID, b.ID)
		if finite && (b.Lo > 0 || b.Hi < 0) {
			r.Lo, r.Hi, r.NaN = math.Min(a.Lo, 0), math.Max(a.Hi, 0), false
		}
	case token.EXPONENT:
		x, okX := l.B.ConstValue(a.ID)
		y, okY := l.B.ConstValue(b.ID)
		if okX && okY {
			return l.ConstantNumber(power(word.Float(x), word.Float(y)))
		}
		panic(Refuse("** whose result may be no whole number below 2^53; keep the exponent small, as in 2 ** (n & 31), or use multiplication"))
	}
	return r
}

// byZero refuses a quotient of which it is not known which infinity it is.
var byZero = Refuse("a division by a zero whose sign is not known; put the divisor into a variable and test it first, as in `d ? a / d : 0`")

// Negate is unary minus.
func (l *Lowering) Negate(v Value) Value {
	switch x := l.ToNumber(v).(type) {
	case IntValue:
		if x.Lo == 0 && x.Hi == 0 && !x.NegZero {
			return l.ConstantNumber(math.Copysign(0, -1))
		}
		r := l.sameWidth(word.Sub, l.Integer(0), x, -x.Hi, -x.Lo)
		r.NegZero = x.Lo <= 0 && x.Hi >= 0
		return r
	case FloatValue:
		return FloatValue{ID: l.B.Float1(word.FNeg, x.ID), Lo: -x.Hi, Hi: -x.Lo, NaN: x.NaN, ZeroSign: x.ZeroSign}
	case BigValue:
		return l.bigArithmetic(token.MINUS, l.Bigint(BigZero), x)
	}
	panic(Refuse("unary minus of something that is no number"))
}
