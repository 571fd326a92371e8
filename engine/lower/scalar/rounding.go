package scalar

import (
	"math"
	"math/bits"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// The functions of Math that round, and those that take a sign or an extreme.

// Whole is Math.floor, ceil, trunc or round.
func (l *Lowering) Whole(name string, v domain.Value) domain.Value {
	x, ok := v.(domain.FloatValue)
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
	if !x.NaN && lo >= -domain.MaxInt && hi <= domain.MaxInt {
		r := l.Number(l.B.ToInt(id, domain.IntWidth(int64(lo), int64(hi))), int64(lo), int64(hi))
		r.NegZero = lo <= 0 && hi >= 0 && (x.Lo < 0 || x.ZeroSign || lo == 0)
		return r
	}
	return domain.FloatValue{ID: id, Lo: lo, Hi: hi, NaN: x.NaN, ZeroSign: x.ZeroSign}
}

// asFloor is the quotient of integers whose floor is Math.ceil or Math.round of another one; nil when the divisor may
// not be above zero, or the numbers are too large for the double of the quotient to be on the same side of a half as
// the quotient is.
func (l *Lowering) asFloor(name string, q *domain.Quotient) *domain.Quotient {
	const exact = 1 << 51
	a, d := q.Dividend, q.Divisor
	if d.Lo <= 0 || d.Hi >= exact || a.Lo <= -exact || a.Hi >= exact {
		return nil
	}
	above := domain.Value(d)
	if name == "Math.ceil" { // of a / d: the floor of (a + d - 1) / d
		above, _ = l.IntArithmetic(domain.Minus, d, l.Integer(1))
	} else { // the floor of (2a + d) / 2d
		twice := func(v domain.IntValue) domain.IntValue {
			r, _ := l.IntArithmetic(domain.Times, v, l.Integer(2))
			return r.(domain.IntValue)
		}
		a, d = twice(a), twice(d)
	}
	sum, ok := l.IntArithmetic(domain.Plus, a, above.(domain.IntValue))
	if !ok {
		return nil
	}
	a = sum.(domain.IntValue)
	a.NegZero = q.Dividend.NegZero || q.Dividend.Lo < 0 // what is a little below zero becomes -0
	return &domain.Quotient{Dividend: a, Divisor: d}
}

// wholeQuotient is Math.floor of a quotient of integers, or Math.trunc with that name, computed with integers.
func (l *Lowering) wholeQuotient(name string, q *domain.Quotient) domain.Value {
	a, d := q.Dividend, q.Divisor
	if d.Lo == 0 && d.Hi == 0 {
		return l.floatArithmetic(domain.Over, l.Float(a), l.Float(d))
	}
	if name != "Math.trunc" && d.Lo == d.Hi && d.Lo > 0 && d.Lo&(d.Lo-1) == 0 {
		k := bits.TrailingZeros64(uint64(d.Lo))
		kind := word.LShr
		if a.Lo < 0 {
			kind = word.AShr
		}
		r := l.Number(l.B.Binary(kind, l.Extend(a, domain.IntWidth(a.Lo, a.Hi)), l.B.Uint(uint64(k), 32)), a.Lo>>k, a.Hi>>k)
		r.NegZero = a.NegZero
		return r
	}
	r := l.TruncateQuotient(q, false)
	r.NegZero = r.NegZero || a.NegZero
	if name != "Math.trunc" && (a.Lo < 0 || d.Lo < 0) {
		w := max(domain.IntWidth(a.Lo, a.Hi), domain.IntWidth(d.Lo, d.Hi))
		if a.Hi > math.MaxInt32 || d.Hi > math.MaxInt32 {
			w = 64
		}
		x, y := l.Extend(a, w), l.Extend(d, w)
		rest := l.B.NonZero(l.B.Binary(word.SRem, x, y))
		differ := l.B.Slice(l.B.Xor(x, y), w-1, 1)
		one := l.Number(l.B.And(rest, differ), 0, 1)
		f, _ := l.IntArithmetic(domain.Minus, r, one)
		r = f.(domain.IntValue)
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
	x := special.(domain.FloatValue)
	return l.chooseKeeping(l.B.NonZero(d.ID), r, x)
}

// chooseKeeping is a choice between an integer and a special number that is never made a double: bit
// operators and ports, which nearly always follow, make the special one 0.
func (l *Lowering) chooseKeeping(cond word.ID, a domain.IntValue, b domain.FloatValue) domain.Value {
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	return domain.Alternative(cond, a, b)
}
