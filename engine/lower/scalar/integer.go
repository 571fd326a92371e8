package scalar

import (
	"math"
	"math/bits"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

func addOverflows(a, b int64) bool { s := a + b; return s > domain.MaxInt || s < -domain.MaxInt }

func mulOverflows(a, b int64) bool {
	abs := func(x int64) uint64 {
		if x < 0 {
			return uint64(-x)
		}
		return uint64(x)
	}
	hi, lo := bits.Mul64(abs(a), abs(b))
	return hi != 0 || lo > domain.MaxInt
}

// minusZero is -0 as an integer of which the sign is not known.
func (l *Lowering) minusZero(v domain.Value) (zero domain.IntValue, ok bool) {
	x, ok := v.(domain.FloatValue)
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

func (l *Lowering) IntArithmetic(op domain.Operator, a, b domain.IntValue) (domain.Value, bool) {
	switch op {
	case domain.Plus:
		if addOverflows(a.Lo, b.Lo) || addOverflows(a.Hi, b.Hi) {
			return nil, false
		}
		r := l.SameWidth(word.Add, a, b, a.Lo+b.Lo, a.Hi+b.Hi)
		r.NegZero = a.NegZero && b.NegZero
		return r, true
	case domain.Minus:
		if addOverflows(a.Lo, -b.Hi) || addOverflows(a.Hi, -b.Lo) {
			return nil, false
		}
		r := l.SameWidth(word.Sub, a, b, a.Lo-b.Hi, a.Hi-b.Lo)
		r.NegZero = a.NegZero
		return r, true
	case domain.Times:
		lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
		for _, p := range [4][2]int64{{a.Lo, b.Lo}, {a.Lo, b.Hi}, {a.Hi, b.Lo}, {a.Hi, b.Hi}} {
			if mulOverflows(p[0], p[1]) {
				return nil, false
			}
			lo, hi = min(lo, p[0]*p[1]), max(hi, p[0]*p[1])
		}
		r := l.SameWidth(word.Mul, a, b, lo, hi)
		zero := domain.IntValue.MayBeZero
		r.NegZero = a.NegZero || b.NegZero || zero(a) && b.Lo < 0 || zero(b) && a.Lo < 0
		return r, true
	case domain.Over:
		return l.intDivide(a, b), true
	case domain.Remainder:
		return l.intRemainder(a, b), true
	case domain.Power:
		return l.intPower(a, b)
	}
	return nil, false
}

func (l *Lowering) intDivide(a, b domain.IntValue) domain.Value {
	x, y := l.Float(a), l.Float(b)
	r := l.floatArithmetic(domain.Over, x, y).(domain.FloatValue)
	if a.Lo == a.Hi && b.Lo == b.Hi {
		if c, ok := l.B.ConstValue(r.ID); ok {
			return l.ConstantNumber(word.Float(c))
		}
	}
	const exact = 1 << 52 // below it, rounding the quotient never reaches the next integer
	if a.Lo > -exact && a.Hi < exact && b.Lo > -exact && b.Hi < exact {
		r.Quotient = &domain.Quotient{Dividend: a, Divisor: b}
	}
	return r
}

func (l *Lowering) intRemainder(a, b domain.IntValue) domain.Value {
	if b.Lo == 0 && b.Hi == 0 {
		return l.ConstantNumber(math.NaN())
	}
	w := max(domain.IntWidth(a.Lo, a.Hi), domain.IntWidth(b.Lo, b.Hi))
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

func (l *Lowering) intPower(a, b domain.IntValue) (domain.Value, bool) {
	if b.Lo == b.Hi && a.Lo == a.Hi && b.Lo >= 0 {
		r := int64(1)
		for i := int64(0); i < b.Lo; i++ {
			if mulOverflows(r, a.Lo) || i > 64 {
				return l.ConstantNumber(l.power(float64(a.Lo), float64(b.Lo))), true
			}
			r *= a.Lo
		}
		return l.Integer(r), true
	}
	if a.Lo == 2 && a.Hi == 2 && b.Lo >= 0 && b.Hi <= 52 {
		w := domain.IntWidth(1, 1<<uint(b.Hi))
		return l.Number(l.B.Binary(word.Shl, l.B.Uint(1, w), b.ID), 1, 1<<uint(b.Hi)), true
	}
	if b.Lo < 0 || b.Hi-b.Lo >= maxPowers || b.Hi > maxPowers {
		return nil, false
	}
	// One power after the other, as long as whole numbers hold it exactly; the exponent chooses among them.
	var power, chosen domain.Value = l.Integer(1), nil
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
		next, ok := l.IntArithmetic(domain.Times, power.(domain.IntValue), a)
		if !ok {
			return nil, false
		}
		power = next
	}
}

// ordered is one bit: a < b or a <= b on two integers.
func (l *Lowering) ordered(orEqual bool, x, y domain.IntValue) word.ID {
	l.Marks.Compared(x, y)
	switch {
	case x.Hi < y.Lo || orEqual && x.Hi <= y.Lo:
		return l.B.Uint(1, 1)
	case x.Lo > y.Hi || !orEqual && x.Lo >= y.Hi:
		return l.B.Uint(0, 1)
	}
	first := int64(domain.OneIf(orEqual)) // 0 < y, or 1 <= y: it is not 0
	if c, known := domain.ConstInt(x); known && c == first {
		if some, ok := l.HasSome(y); ok {
			return some
		}
	}
	if c, known := domain.ConstInt(y); known && c == 1-first {
		if some, ok := l.HasSome(x); ok {
			return l.B.Not(some)
		}
	}
	kind, i, j := l.commonOrder(x, y)
	if orEqual {
		kind = map[word.Kind]word.Kind{word.ULt: word.ULe, word.SLt: word.SLe}[kind]
	}
	return l.B.Compare(kind, i, j)
}

// commonOrder holds two integers so that ULt or SLt orders them.
func (l *Lowering) commonOrder(x, y domain.IntValue) (word.Kind, word.ID, word.ID) {
	w := max(domain.IntWidth(x.Lo, x.Hi), domain.IntWidth(y.Lo, y.Hi))
	if x.Lo >= 0 && y.Lo >= 0 {
		return word.ULt, l.Extend(x, w), l.Extend(y, w)
	}
	if w == 32 && (x.Hi > math.MaxInt32 || y.Hi > math.MaxInt32) {
		w = 64
	}
	return word.SLt, l.Extend(x, w), l.Extend(y, w)
}

// integersEqual is one bit: two integers are the same.
func (l *Lowering) integersEqual(x, y domain.IntValue) word.ID {
	l.Marks.Compared(x, y)
	if x.Hi < y.Lo || y.Hi < x.Lo {
		return l.B.Uint(0, 1)
	}
	for _, side := range [2][2]domain.IntValue{{x, y}, {y, x}} {
		if c, known := domain.ConstInt(side[1]); known {
			if some, ok := l.HasSome(side[0]); ok && c == 0 {
				return l.B.Not(some)
			}
			if id, ok := l.SignedIs(side[0], c); ok {
				return id
			}
		}
	}
	_, i, j := l.commonOrder(x, y)
	return l.B.Eq(i, j)
}

// TruncateQuotient is the integer quotient toward zero, 0 when the divisor is 0: what ToInt32 makes
// of the NaN or infinity. With wrap the result is right modulo 2^32 only.
func (l *Lowering) TruncateQuotient(q *domain.Quotient, wrap bool) domain.IntValue {
	a, d := q.Dividend, q.Divisor
	w := 32
	signed := a.Lo < 0 || d.Lo < 0
	fits := func(v domain.IntValue) bool {
		return v.Hi <= math.MaxInt32 && (v.Lo > math.MinInt32 || wrap && v.Lo == math.MinInt32) || !signed && v.Hi <= math.MaxUint32
	}
	if !fits(a) || !fits(d) {
		w = 64
	}
	bound := max(a.Hi, -a.Lo)
	if low := max(d.Lo, -d.Hi, 1); low > 1 { // the divisor is at least this far from 0
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
	id := l.B.Binary(kind, l.Extend(a, w), l.Extend(d, w))
	if l.B.Width(id) < domain.IntWidth(lo, bound) {
		// 32 signed bits hold the quotient, though its bound alone would not say so
		lo, bound = max(lo, math.MinInt32), min(bound, math.MaxInt32)
	}
	r := l.Number(id, lo, bound)
	r.NegZero = signed
	return r
}
