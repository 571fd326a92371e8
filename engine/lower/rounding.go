package lower

import (
	"math"
	"math/bits"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// The functions of Math that round, and those that take a sign or an extreme.

// whole is Math.floor, ceil, trunc or round.
func (l *lowering) whole(name string, v value) value {
	x, ok := v.(floatValue)
	if !ok {
		return v
	}
	if q := x.quotient; q != nil {
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
		floor := l.b.Float1(word.FFloor, x.id)
		up := l.b.Compare(word.FLe, l.b.Float(0.5), l.b.Float2(word.FSub, x.id, floor))
		id = l.b.FMux(up, l.b.Float2(word.FAdd, floor, l.b.Float(1)), floor)
		id = l.b.Float2(word.FCopySign, id, x.id)
	} else {
		id = l.b.Float1(kind, x.id)
	}
	lo, hi := math.Floor(x.lo), math.Ceil(x.hi)
	if !x.nan && lo >= -maxInt && hi <= maxInt {
		r := l.number(l.b.ToInt(id, intWidth(int64(lo), int64(hi))), int64(lo), int64(hi))
		r.negZero = lo <= 0 && hi >= 0 && (x.lo < 0 || x.zeroSign || lo == 0)
		return r
	}
	return floatValue{id: id, lo: lo, hi: hi, nan: x.nan, zeroSign: x.zeroSign}
}

// asFloor is the quotient of integers whose floor is Math.ceil or Math.round of another one; nil when the divisor may
// not be above zero, or the numbers are too large for the double of the quotient to be on the same side of a half as
// the quotient is.
func (l *lowering) asFloor(name string, q *quotient) *quotient {
	const exact = 1 << 51
	a, d := q.dividend, q.divisor
	if d.lo <= 0 || d.hi >= exact || a.lo <= -exact || a.hi >= exact {
		return nil
	}
	above := value(d)
	if name == "Math.ceil" { // of a / d: the floor of (a + d - 1) / d
		above, _ = l.intArithmetic(token.MINUS, d, l.integer(1))
	} else { // the floor of (2a + d) / 2d
		twice := func(v intValue) intValue {
			r, _ := l.intArithmetic(token.MULTIPLY, v, l.integer(2))
			return r.(intValue)
		}
		a, d = twice(a), twice(d)
	}
	sum, ok := l.intArithmetic(token.PLUS, a, above.(intValue))
	if !ok {
		return nil
	}
	a = sum.(intValue)
	a.negZero = q.dividend.negZero || q.dividend.lo < 0 // what is a little below zero becomes -0
	return &quotient{a, d}
}

// wholeQuotient is Math.floor of a quotient of integers, or Math.trunc with that name, computed with integers.
func (l *lowering) wholeQuotient(name string, q *quotient) value {
	a, d := q.dividend, q.divisor
	if d.lo == 0 && d.hi == 0 {
		return l.floatArithmetic(token.SLASH, l.float(a), l.float(d))
	}
	if name != "Math.trunc" && d.lo == d.hi && d.lo > 0 && d.lo&(d.lo-1) == 0 {
		k := bits.TrailingZeros64(uint64(d.lo))
		kind := word.LShr
		if a.lo < 0 {
			kind = word.AShr
		}
		r := l.number(l.b.Binary(kind, l.extend(a, intWidth(a.lo, a.hi)), l.b.Uint(uint64(k), 32)), a.lo>>k, a.hi>>k)
		r.negZero = a.negZero
		return r
	}
	r := l.truncateQuotient(q, false)
	r.negZero = r.negZero || a.negZero
	if name != "Math.trunc" && (a.lo < 0 || d.lo < 0) {
		w := max(intWidth(a.lo, a.hi), intWidth(d.lo, d.hi))
		if a.hi > math.MaxInt32 || d.hi > math.MaxInt32 {
			w = 64
		}
		x, y := l.extend(a, w), l.extend(d, w)
		rest := l.b.NonZero(l.b.Binary(word.SRem, x, y))
		differ := l.b.Slice(l.b.Xor(x, y), w-1, 1)
		one := l.number(l.b.And(rest, differ), 0, 1)
		f, _ := l.intArithmetic(token.MINUS, r, one)
		r = f.(intValue)
		r.negZero = a.negZero || d.lo < 0
	}
	if !d.mayBeZero() {
		return r
	}
	if a.negZero || d.negZero {
		panic(byZero)
	}
	// a division by zero: an infinity of the dividend's sign, or NaN
	special := l.choose(l.b.NonZero(a.id),
		l.choose(l.truthy(l.compare(false, a, l.integer(0))), l.constantNumber(math.Inf(-1)), l.constantNumber(math.Inf(1))),
		l.constantNumber(math.NaN()))
	x := special.(floatValue)
	return l.chooseKeeping(l.b.NonZero(d.id), r, x)
}

// chooseKeeping is a choice between an integer and a special number that is never made a double: bit
// operators and ports, which nearly always follow, make the special one 0.
func (l *lowering) chooseKeeping(cond word.ID, a intValue, b floatValue) value {
	if c, ok := l.constBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	return alternative(cond, a, b)
}

// The doubles that floats of 32 bits have: those of their exponents from minFloat on have 24 significant bits, and
// the others are multiples of their smallest one. From tooLargeFloat on there is none.
const (
	minFloat      = 0x1p-126
	smallestFloat = 0x1p-149
	tooLargeFloat = 0x1p128
	droppedBits   = 29 // of the significant bits of a double
)

// fround is Math.fround: a number as the float of 32 bits that is nearest, the even one of two.
func (l *lowering) fround(v value) value {
	if n, ok := v.(intValue); ok && n.lo >= -1<<24 && n.hi <= 1<<24 {
		return v
	}
	x := l.float(v)
	size := l.b.Float1(word.FAbs, x.id)
	bits := l.b.ToBits(size)
	// half of the last bit that stays is added, or a little less where that bit is 0; the sum may have the next exponent
	last := l.b.ZExt(l.b.Slice(bits, droppedBits, 1), 64)
	sum := l.b.Add(l.b.Add(bits, l.b.Uint(1<<(droppedBits-1)-1, 64)), last)
	rounded := l.b.FromBits(l.b.And(sum, l.b.Uint(^uint64(1<<droppedBits-1), 64)))
	rounded = l.b.FMux(l.b.Compare(word.FLt, rounded, l.b.Float(tooLargeFloat)), rounded, l.b.Float(math.Inf(1)))
	// of a double of this size, the last bit is the smallest float
	unit := l.b.Float(smallestFloat * 1.5 * (1 << 52))
	small := l.b.Float2(word.FSub, l.b.Float2(word.FAdd, size, unit), unit)
	rounded = l.b.FMux(l.b.Compare(word.FLt, size, l.b.Float(minFloat)), small, rounded)
	rounded = l.b.FMux(l.b.Compare(word.FLt, size, l.b.Float(math.Inf(1))), rounded, size)
	return floatValue{
		id: l.b.Float2(word.FCopySign, rounded, x.id),
		lo: float64(float32(x.lo)), hi: float64(float32(x.hi)), nan: x.nan, zeroSign: x.zeroSign,
	}
}

func (l *lowering) abs(v value) value {
	if x, ok := v.(floatValue); ok {
		hi := math.Max(math.Abs(x.lo), math.Abs(x.hi))
		return floatValue{id: l.b.Float1(word.FAbs, x.id), lo: 0, hi: hi, nan: x.nan}
	}
	x := v.(intValue)
	if x.lo >= 0 {
		x.negZero = false
		return x
	}
	hi := max(-x.lo, x.hi)
	w := max(intWidth(x.lo, x.hi), intWidth(0, hi))
	id := l.extend(x, w)
	negative := l.b.Slice(id, w-1, 1)
	return l.number(l.b.Mux(negative, l.b.Sub(l.b.Uint(0, w), id), id), 0, hi)
}

func (l *lowering) sign(v value) value {
	if x, ok := v.(floatValue); ok {
		if x.nan {
			panic(refuse("Math.sign of a number that may be NaN"))
		}
		positive := l.truthy(l.compare(false, l.integer(0), x))
		negative := l.truthy(l.compare(false, x, l.integer(0)))
		r := l.choose(positive, l.integer(1), l.choose(negative, l.integer(-1), l.integer(0))).(intValue)
		r.negZero = true
		return r
	}
	x := v.(intValue)
	positive := l.truthy(l.compare(false, l.integer(0), x))
	negative := l.truthy(l.compare(false, x, l.integer(0)))
	r := l.choose(positive, l.integer(1), l.choose(negative, l.integer(-1), l.integer(0))).(intValue)
	r.negZero = x.negZero
	return r
}

// hypot is Math.hypot of finite numbers, as the interpreter computes it: with numbers divided by the largest, and what
// rounding their squares' sum has lost.
func (l *lowering) hypot(args []value) value {
	zero := l.b.Float(0)
	largest, bound := zero, 0.0
	sizes := make([]word.ID, len(args))
	for i, a := range args {
		n := l.oneNumber(a)
		if n.nan || math.IsInf(n.lo, 0) || math.IsInf(n.hi, 0) {
			panic(refuse("Math.hypot of a number that may be infinite or none"))
		}
		sizes[i] = l.b.Float1(word.FAbs, n.id)
		largest = l.b.FMux(l.b.Compare(word.FLt, largest, sizes[i]), sizes[i], largest)
		bound = math.Max(bound, math.Max(math.Abs(n.lo), math.Abs(n.hi)))
	}
	sum, lost := zero, zero
	for _, x := range sizes {
		x = l.b.Float2(word.FDiv, x, largest)
		more := l.b.Float2(word.FSub, l.b.Float2(word.FMul, x, x), lost)
		next := l.b.Float2(word.FAdd, sum, more)
		lost = l.b.Float2(word.FSub, l.b.Float2(word.FSub, next, sum), more)
		sum = next
	}
	root := l.b.Float2(word.FMul, l.b.Float1(word.FSqrt, sum), largest)
	id := l.b.FMux(l.b.Compare(word.FEq, largest, zero), zero, root)
	return floatValue{id: id, lo: 0, hi: bound * math.Sqrt(float64(len(args)+1)) * (1 + 0x1p-20)}
}

// oneNumber is a value as a double.
func (l *lowering) oneNumber(v value) floatValue {
	n, ok := l.each(v, func(v value) value {
		n := l.toNumber(v)
		if _, big := n.(bigValue); big {
			panic(refuse("a bigint is used as a number (that throws)"))
		}
		return l.float(n)
	}).(floatValue)
	if !ok {
		panic(refuse("a value is used as a number that is not always one"))
	}
	return n
}

// extreme is Math.min or Math.max.
func (l *lowering) extreme(largest bool, args []value) value {
	if len(args) == 0 {
		if largest {
			return l.constantNumber(math.Inf(-1))
		}
		return l.constantNumber(math.Inf(1))
	}
	toNumber := func(v value) value {
		n := l.toNumber(v)
		if _, ok := n.(bigValue); ok {
			panic(refuse("a bigint is given to Math.min or Math.max (that throws)"))
		}
		return n
	}
	r := l.each(args[0], toNumber)
	for _, a := range args[1:] {
		r = l.each2(r, a, func(a, b value) value {
			b = toNumber(b)
			x, okX := a.(intValue)
			y, okY := b.(intValue)
			if okX && okY {
				first := l.truthy(l.compare(false, a, b)) // a < b
				if largest {
					first = l.truthy(l.compare(false, b, a))
				}
				v := l.choose(first, a, b).(intValue)
				lo, hi := min(x.lo, y.lo), min(x.hi, y.hi)
				if largest {
					lo, hi = max(x.lo, y.lo), max(x.hi, y.hi)
				}
				n := l.number(v.id, lo, hi)
				n.negZero = x.negZero || y.negZero
				return n
			}
			p, q := l.float(a), l.float(b)
			kind, lo, hi := word.FMin, math.Min(p.lo, q.lo), math.Min(p.hi, q.hi)
			if largest {
				kind, lo, hi = word.FMax, math.Max(p.lo, q.lo), math.Max(p.hi, q.hi)
			}
			return floatValue{id: l.b.Float2(kind, p.id, q.id), lo: lo, hi: hi, nan: p.nan || q.nan, zeroSign: p.zeroSign || q.zeroSign}
		})
	}
	return r
}
