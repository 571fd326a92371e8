package scalar

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// power is JavaScript's exponentiation, for constants.
func (l *Lowering) power(x, y float64) float64 {
	if math.IsNaN(y) || math.Abs(x) == 1 && math.IsInf(y, 0) {
		return math.NaN()
	}
	if x == 2 && y == math.Trunc(y) && math.Abs(y) < 1100 {
		return math.Ldexp(1, int(y))
	}
	return l.Interpreter.Power(x, y)
}

func (l *Lowering) floatArithmetic(op domain.Operator, a, b domain.FloatValue) domain.Value {
	r := domain.FloatValue{Lo: math.Inf(-1), Hi: math.Inf(1), NaN: true}
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
	case domain.Plus:
		r.ID = l.B.Float2(word.FAdd, a.ID, b.ID)
		if finite {
			corners(func(x, y float64) float64 { return x + y })
		}
	case domain.Minus:
		r.ID = l.B.Float2(word.FSub, a.ID, b.ID)
		if finite {
			corners(func(x, y float64) float64 { return x - y })
		}
	case domain.Times:
		r.ID = l.B.Float2(word.FMul, a.ID, b.ID)
		if finite {
			corners(func(x, y float64) float64 { return x * y })
		}
	case domain.Over:
		if b.ZeroSign && b.Lo <= 0 && b.Hi >= 0 {
			panic(byZero)
		}
		r.ID = l.B.Float2(word.FDiv, a.ID, b.ID)
		if finite && (b.Lo > 0 || b.Hi < 0) {
			corners(func(x, y float64) float64 { return x / y })
		}
	case domain.Remainder:
		r.ID = l.B.Float2(word.FRem, a.ID, b.ID)
		if finite && (b.Lo > 0 || b.Hi < 0) {
			r.Lo, r.Hi, r.NaN = math.Min(a.Lo, 0), math.Max(a.Hi, 0), false
		}
	case domain.Power:
		x, okX := l.B.ConstValue(a.ID)
		y, okY := l.B.ConstValue(b.ID)
		if okX && okY {
			return l.ConstantNumber(l.power(word.Float(x), word.Float(y)))
		}
		panic(domain.Refuse("** whose result may be no whole number below 2^53; keep the exponent small, as in 2 ** (n & 31), or use multiplication"))
	}
	return r
}

// byZero refuses a quotient of which it is not known which infinity it is.
var byZero = domain.Refuse("a division by a zero whose sign is not known; put the divisor into a variable and test it first, as in `d ? a / d : 0`")

// The doubles that floats of 32 bits have: those of their exponents from minFloat on have 24 significant bits, and
// the others are multiples of their smallest one. From tooLargeFloat on there is none.

const (
	minFloat      = 0x1p-126
	smallestFloat = 0x1p-149
	tooLargeFloat = 0x1p128
	droppedBits   = 29 // of the significant bits of a double
)

// Fround is Math.fround: a number as the float of 32 bits that is nearest, the even one of two.
func (l *Lowering) Fround(v domain.Value) domain.Value {
	if n, ok := v.(domain.IntValue); ok && n.Lo >= -1<<24 && n.Hi <= 1<<24 {
		return v
	}
	x := l.Float(v)
	size := l.B.Float1(word.FAbs, x.ID)
	bits := l.B.ToBits(size)
	// half of the last bit that stays is added, or a little less where that bit is 0; the sum may have the next exponent
	last := l.B.ZExt(l.B.Slice(bits, droppedBits, 1), 64)
	sum := l.B.Add(l.B.Add(bits, l.B.Uint(1<<(droppedBits-1)-1, 64)), last)
	rounded := l.B.FromBits(l.B.And(sum, l.B.Uint(^uint64(1<<droppedBits-1), 64)))
	rounded = l.B.FMux(l.B.Compare(word.FLt, rounded, l.B.Float(tooLargeFloat)), rounded, l.B.Float(math.Inf(1)))
	// of a double of this size, the last bit is the smallest float
	unit := l.B.Float(smallestFloat * 1.5 * (1 << 52))
	small := l.B.Float2(word.FSub, l.B.Float2(word.FAdd, size, unit), unit)
	rounded = l.B.FMux(l.B.Compare(word.FLt, size, l.B.Float(minFloat)), small, rounded)
	rounded = l.B.FMux(l.B.Compare(word.FLt, size, l.B.Float(math.Inf(1))), rounded, size)
	return domain.FloatValue{
		ID: l.B.Float2(word.FCopySign, rounded, x.ID),
		Lo: float64(float32(x.Lo)), Hi: float64(float32(x.Hi)), NaN: x.NaN, ZeroSign: x.ZeroSign,
	}
}
