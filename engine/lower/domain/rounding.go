package domain

import (
	"math"
	"math/bits"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// The functions of Math that round, and those that take a sign or an extreme.

// Whole is Math.floor, ceil, trunc or round.
func (l *Lowering) Whole(name string, v Value) Value {
	x, ok := v.(FloatValue)
	if !ok {
		return v
	}
	if q := x.Quotient; q != nil {
		if name == "Math.ceil" || name == "Math.round" {
			q = l.asFloor(name, q)
		}
		if q != nil {
			return l.wholeQuotient(name, q)
		}
	}
	kind := map[string]word.Kind{"Math.floor": word.FFloor, "Math.ceil": word.FCeil, "Math.trunc": word.FTrunc}[name]
	var id word.ID
	if name == "Math.round" {
		// half up: the floor, one more from a half on; the sign of a zero is that of the argument
		floor := l.B.Float1(word.FFloor, x.ID)
		up := l.B.Compare(word.FLe, l.B.Float(0.5), l.B.Float2(word.FSub, x.ID, floor))
		id = l.B.FMux(up, l.B.Float2(word.FAdd, floor, l.B.Float(1)), floor)
		id = l.B.Float2(word.FCopySign, id, x.ID)
	} else {
		id = l.B.Float1(kind, x.ID)
	}
	lo, hi := math.Floor(x.Lo), math.Ceil(x.Hi)
	if !x.NaN && lo >= -MaxInt && hi <= MaxInt {
		r := l.Number(l.B.ToInt(id, IntWidth(int64(lo), int64(hi))), int64(lo), int64(hi))
		r.NegZero = lo <= 0 && hi >= 0 && (x.Lo < 0 || x.ZeroSign || lo == 0)
		return r
	}
	return FloatValue{ID: id, Lo: lo, Hi: hi, NaN: x.NaN, ZeroSign: x.ZeroSign}
}

// asFloor is the quotient of integers whose floor is Math.ceil or Math.round of another one; nil when the divisor may
// not be above zero, or the numbers are too large for the double of the quotient to be on the same side of a half as
// the quotient is.
func (l *Lowering) asFloor(name string, q *Quotient) *Quotient {
	const exact = 1 << 51
	a, d := q.dividend, q.divisor
	if d.Lo <= 0 || d.Hi >= exact || a.Lo <= -exact || a.Hi >= exact {
		return nil
	}
	above := Value(d)
	if name == "Math.ceil" { // of a / d: the floor of (a + d - 1) / d
		above, _ = l.intArithmetic(token.MINUS, d, l.Integer(1))
	} else { // the floor of (2a + d) / 2d
		twice := func(v IntValue) IntValue {
			r, _ := l.intArithmetic(token.MULTIPLY, v, l.Integer(2))
			return r.(IntValue)
		}
		a, d = twice(a), twice(d)
	}
	sum, ok := l.intArithmetic(token.PLUS, a, above.(IntValue))
	if !ok {
		return nil
	}
	a = sum.(IntValue)
	a.NegZero = q.dividend.NegZero || q.dividend.Lo < 0 // what is a little below zero becomes -0
	return &Quotient{a, d}
}

// wholeQuotient is Math.floor of a quotient of integers, or Math.trunc with that name, computed with integers.
func (l *Lowering) wholeQuotient(name string, q *Quotient) Value {
	a, d := q.dividend, q.divisor
	if d.Lo == 0 && d.Hi == 0 {
		return l.floatArithmetic(token.SLASH, l.Float(a), l.Float(d))
	}
	if name != "Math.trunc" && d.Lo == d.Hi && d.Lo > 0 && d.Lo&(d.Lo-1) == 0 {
		k := bits.TrailingZeros64(uint64(d.Lo))
		kind := word.LShr
		if a.Lo < 0 {
			kind = word.AShr
		}
		r := l.Number(l.B.Binary(kind, l.Extend(a, IntWidth(a.Lo, a.Hi)), l.B.Uint(uint64(k), 32)), a.Lo>>k, a.Hi>>k)
		r.NegZero = a.NegZero
		return r
	}
	r := l.TruncateQuotient(q, false)
	r.NegZero = r.NegZero || a.NegZero
	if name != "Math.trunc" && (a.Lo < 0 || d.Lo < 0) {
		w := max(IntWidth(a.Lo, a.Hi), IntWidth(d.Lo, d.Hi))
		if a.Hi > math.MaxInt32 || d.Hi > math.MaxInt32 {
			w = 64
		}
		x, y := l.Extend(a, w), l.Extend(d, w)
		rest := l.B.NonZero(l.B.Binary(word.SRem, x, y))
		differ := l.B.Slice(l.B.Xor(x, y), w-1, 1)
		one := l.Number(l.B.And(rest, differ), 0, 1)
		f, _ := l.intArithmetic(token.MINUS, r, one)
		r = f.(IntValue)
		r.NegZero = a.NegZero || d.Lo < 0
	}
	if !d.MayBeZero() {
		return r
	}
	if a.NegZero || d.NegZero {
		panic(byZero)
	}
	// a division by zero: an infinity of the dividend's sign, or NaN
	special := l.Choose(l.B.NonZero(a.ID),
		l.Choose(l.ordered(false, a, l.Integer(0)), l.ConstantNumber(math.Inf(-1)), l.ConstantNumber(math.Inf(1))),
		l.ConstantNumber(math.NaN()))
	x := special.(FloatValue)
	return l.chooseKeeping(l.B.NonZero(d.ID), r, x)
}

// chooseKeeping is a choice between an integer and a special number that is never made a double: bit
// operators and ports, which nearly always follow, make the special one 0.
func (l *Lowering) chooseKeeping(cond word.ID, a IntValue, b FloatValue) Value {
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	return Alternative(cond, a, b)
}

// The doubles that floats of 32 bits have: those of their exponents from minFloat on have 24 significant bits, and
// the others are multiples of their smallest one. From tooLargeFloat on there is none.
const (
	minFloat      = 0x1p-126
	smallestFloat = 0x1p-149
	tooLargeFloat = 0x1p128
	droppedBits   = 29 // of the significant bits of a double
)

// Fround is Math.fround: a number as the float of 32 bits that is nearest, the even one of two.
func (l *Lowering) Fround(v Value) Value {
	if n, ok := v.(IntValue); ok && n.Lo >= -1<<24 && n.Hi <= 1<<24 {
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
	return FloatValue{
		ID: l.B.Float2(word.FCopySign, rounded, x.ID),
		Lo: float64(float32(x.Lo)), Hi: float64(float32(x.Hi)), NaN: x.NaN, ZeroSign: x.ZeroSign,
	}
}

// Abs is Math.abs.
func (l *Lowering) Abs(v Value) Value {
	if x, ok := v.(FloatValue); ok {
		hi := math.Max(math.Abs(x.Lo), math.Abs(x.Hi))
		return FloatValue{ID: l.B.Float1(word.FAbs, x.ID), Lo: 0, Hi: hi, NaN: x.NaN}
	}
	x := v.(IntValue)
	if x.Lo >= 0 {
		x.NegZero = false
		return x
	}
	hi := max(-x.Lo, x.Hi)
	w := max(IntWidth(x.Lo, x.Hi), IntWidth(0, hi))
	id := l.Extend(x, w)
	negative := l.B.Slice(id, w-1, 1)
	return l.Number(l.B.Mux(negative, l.B.Sub(l.B.Uint(0, w), id), id), 0, hi)
}

// Sign is Math.sign.
func (l *Lowering) Sign(v Value) Value {
	if x, ok := v.(FloatValue); ok {
		if x.NaN {
			panic(Refuse("Math.sign of a number that may be NaN"))
		}
		positive := l.Truthy(l.Compare(false, l.Integer(0), x))
		negative := l.Truthy(l.Compare(false, x, l.Integer(0)))
		r := l.Choose(positive, l.Integer(1), l.Choose(negative, l.Integer(-1), l.Integer(0))).(IntValue)
		r.NegZero = true
		return r
	}
	x := v.(IntValue)
	positive := l.Truthy(l.Compare(false, l.Integer(0), x))
	negative := l.Truthy(l.Compare(false, x, l.Integer(0)))
	r := l.Choose(positive, l.Integer(1), l.Choose(negative, l.Integer(-1), l.Integer(0))).(IntValue)
	r.NegZero = x.NegZero
	return r
}

// Hypot is Math.hypot of finite numbers, as the interpreter computes it: with numbers divided by the largest, and what
// rounding their squares' sum has lost.
func (l *Lowering) Hypot(args []Value) Value {
	zero := l.B.Float(0)
	largest, bound := zero, 0.0
	sizes := make([]word.ID, len(args))
	for i, a := range args {
		n := l.oneNumber(a)
		if n.NaN || math.IsInf(n.Lo, 0) || math.IsInf(n.Hi, 0) {
			panic(Refuse("Math.hypot of a number that may be infinite or none"))
		}
		sizes[i] = l.B.Float1(word.FAbs, n.ID)
		largest = l.B.FMux(l.B.Compare(word.FLt, largest, sizes[i]), sizes[i], largest)
		bound = math.Max(bound, math.Max(math.Abs(n.Lo), math.Abs(n.Hi)))
	}
	sum, lost := zero, zero
	for _, x := range sizes {
		x = l.B.Float2(word.FDiv, x, largest)
		more := l.B.Float2(word.FSub, l.B.Float2(word.FMul, x, x), lost)
		next := l.B.Float2(word.FAdd, sum, more)
		lost = l.B.Float2(word.FSub, l.B.Float2(word.FSub, next, sum), more)
		sum = next
	}
	root := l.B.Float2(word.FMul, l.B.Float1(word.FSqrt, sum), largest)
	id := l.B.FMux(l.B.Compare(word.FEq, largest, zero), zero, root)
	return FloatValue{ID: id, Lo: 0, Hi: bound * math.Sqrt(float64(len(args)+1)) * (1 + 0x1p-20)}
}

// oneNumber is a value as a double.
func (l *Lowering) oneNumber(v Value) FloatValue {
	n, ok := l.Each(v, func(v Value) Value {
		n := l.ToNumber(v)
		if _, big := n.(BigValue); big {
			panic(Refuse("a bigint is used as a number (that throws)"))
		}
		return l.Float(n)
	}).(FloatValue)
	if !ok {
		panic(Refuse("a value is used as a number that is not always one"))
	}
	return n
}

// Extreme is Math.min or Math.max.
func (l *Lowering) Extreme(largest bool, args []Value) Value {
	if len(args) == 0 {
		if largest {
			return l.ConstantNumber(math.Inf(-1))
		}
		return l.ConstantNumber(math.Inf(1))
	}
	toNumber := func(v Value) Value {
		n := l.ToNumber(v)
		if _, ok := n.(BigValue); ok {
			panic(Refuse("a bigint is given to Math.min or Math.max (that throws)"))
		}
		return n
	}
	r := l.Each(args[0], toNumber)
	for _, a := range args[1:] {
		r = l.Each2(r, a, func(a, b Value) Value {
			b = toNumber(b)
			x, okX := a.(IntValue)
			y, okY := b.(IntValue)
			if okX && okY {
				first := l.Truthy(l.Compare(false, a, b)) // a < b
				if largest {
					first = l.Truthy(l.Compare(false, b, a))
				}
				v := l.Choose(first, a, b).(IntValue)
				lo, hi := min(x.Lo, y.Lo), min(x.Hi, y.Hi)
				if largest {
					lo, hi = max(x.Lo, y.Lo), max(x.Hi, y.Hi)
				}
				n := l.Number(v.ID, lo, hi)
				n.NegZero = x.NegZero || y.NegZero
				return n
			}
			p, q := l.Float(a), l.Float(b)
			kind, lo, hi := word.FMin, math.Min(p.Lo, q.Lo), math.Min(p.Hi, q.Hi)
			if largest {
				kind, lo, hi = word.FMax, math.Max(p.Lo, q.Lo), math.Max(p.Hi, q.Hi)
			}
			return FloatValue{ID: l.B.Float2(kind, p.ID, q.ID), Lo: lo, Hi: hi, NaN: p.NaN || q.NaN, ZeroSign: p.ZeroSign || q.ZeroSign}
		})
	}
	return r
}
