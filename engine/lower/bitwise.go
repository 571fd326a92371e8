package lower

import (
	"math"
	"math/bits"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// toInt32 is ToInt32: an integer of 32 bits, int32 or (when it is known to be small) non-negative.
func (l *lowering) toInt32(v value) intValue {
	switch x := l.toNumber(v).(type) {
	case intValue:
		if x.lo >= math.MinInt32 && x.hi <= math.MaxInt32 {
			x.id, x.negZero = l.b.Resize(x.id, 32), false // it may be known from its place only that it is so small
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

// bitwise is one of & | ^ << >> >>> on two values.
func (l *lowering) bitwise(op token.Token, a, b value) value {
	a, b = l.bitOperand(a), l.bitOperand(b)
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
		if maxShift := uint(count.hi); i.lo<<maxShift >= math.MinInt32 && i.hi<<maxShift <= math.MaxInt32 {
			lo, hi = min(i.lo<<maxShift, i.lo<<n), max(i.hi<<maxShift, i.hi<<n)
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

// complement is ~.
func (l *lowering) complement(v value) value {
	n := l.bitOperand(v)
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
