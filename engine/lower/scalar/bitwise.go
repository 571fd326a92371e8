package scalar

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// ToInt32 is ToInt32: an integer of 32 bits, int32 or (when it is known to be small) non-negative.
func (l *Lowering) ToInt32(v domain.Value) domain.IntValue {
	switch x := l.ToNumber(v).(type) {
	case domain.IntValue:
		if x.Lo >= math.MinInt32 && x.Hi <= math.MaxInt32 {
			x.ID, x.NegZero = l.B.Resize(x.ID, 32), false // it may be known from its place only that it is so small
			return x
		}
		return l.Number(l.B.Slice(x.ID, 0, 32), math.MinInt32, math.MaxInt32)
	case domain.FloatValue:
		if q := x.Quotient; q != nil {
			t := l.TruncateQuotient(q, true)
			t.NegZero = false
			return l.ToInt32(t)
		}
		return l.Number(l.B.ToInt(x.ID, 32), math.MinInt32, math.MaxInt32)
	}
	panic(domain.Refuse("a bigint is mixed with numbers"))
}

// ToUint32 is ToUint32.
func (l *Lowering) ToUint32(v domain.Value) domain.IntValue {
	i := l.ToInt32(v)
	if i.Lo >= 0 {
		return i
	}
	return l.Number(l.B.Resize(i.ID, 32), 0, math.MaxUint32)
}

// Bitwise is one of & | ^ << >> >>> on two values.
func (l *Lowering) Bitwise(op domain.Operator, a, b domain.Value) domain.Value {
	a, b = l.bitOperand(a), l.bitOperand(b)
	x, okX := a.(domain.BigValue)
	y, okY := b.(domain.BigValue)
	if okX && okY {
		return l.bigBitwise(op, x, y)
	}
	if okX || okY {
		panic(domain.Refuse("a bigint is mixed with numbers"))
	}
	switch op {
	case domain.ShiftLeft, domain.ShiftRight, domain.ShiftRightUnsigned:
		return l.Shift(op, a, l.shiftCount(b))
	}
	i, j := l.ToInt32(a), l.ToInt32(b)
	id := l.B.Binary(map[domain.Operator]word.Kind{domain.BitAnd: word.And, domain.BitOr: word.Or, domain.BitXor: word.Xor}[op], i.ID, j.ID)
	if op == domain.BitAnd && (i.Lo >= 0 || j.Lo >= 0) {
		hi := int64(math.MaxInt32)
		if i.Lo >= 0 {
			hi = min(hi, i.Hi)
		}
		if j.Lo >= 0 {
			hi = min(hi, j.Hi)
		}
		return l.Number(id, 0, hi)
	}
	// both fit in k bits of two's complement, so does the result
	k := max(domain.SignedBits(i), domain.SignedBits(j))
	lo, hi := -(int64(1) << uint(k-1)), int64(1)<<uint(k-1)-1
	if i.Lo >= 0 && j.Lo >= 0 {
		lo = 0
	}
	return l.Number(id, lo, hi)
}

// shiftCount is the count of a 32-bit shift, 0 to 31.
func (l *Lowering) shiftCount(v domain.Value) domain.IntValue {
	i := l.ToInt32(v)
	if i.Lo >= 0 && i.Hi <= 31 {
		return i
	}
	if i.Lo == i.Hi {
		return l.Integer(i.Lo & 31)
	}
	return l.Number(l.B.And(i.ID, l.B.Uint(31, 32)), 0, 31)
}

func (l *Lowering) Shift(op domain.Operator, a domain.Value, count domain.IntValue) domain.Value {
	known := count.Lo == count.Hi
	n := uint(count.Lo)
	switch op {
	case domain.ShiftLeft:
		i := l.ToInt32(a)
		lo, hi := int64(math.MinInt32), int64(math.MaxInt32)
		if maxShift := uint(count.Hi); i.Lo<<maxShift >= math.MinInt32 && i.Hi<<maxShift <= math.MaxInt32 {
			lo, hi = min(i.Lo<<maxShift, i.Lo<<n), max(i.Hi<<maxShift, i.Hi<<n)
		}
		return l.Number(l.B.Binary(word.Shl, i.ID, count.ID), lo, hi)
	case domain.ShiftRight:
		i := l.ToInt32(a)
		lo, hi := min(i.Lo>>n, i.Lo>>uint(count.Hi)), max(i.Hi>>n, i.Hi>>uint(count.Hi))
		return l.Number(l.B.Binary(word.AShr, i.ID, count.ID), lo, hi)
	}
	i := l.ToUint32(a)
	if known && n == 0 {
		return i
	}
	return l.Number(l.B.Binary(word.LShr, i.ID, count.ID), i.Lo>>uint(count.Hi), i.Hi>>n)
}

// Complement is ~.
func (l *Lowering) Complement(v domain.Value) domain.Value {
	n := l.bitOperand(v)
	if x, ok := n.(domain.BigValue); ok {
		return l.bigBitwise(domain.BitXor, x, l.Bigint(domain.BigMinusOne))
	}
	i := l.ToInt32(n)
	id := i.ID
	if i.Hi > math.MaxInt32 {
		id = l.B.Slice(id, 0, 32)
	}
	return l.Number(l.B.Not(id), -i.Hi-1, -i.Lo-1)
}

// bitOperand is ToNumeric of an operand of an operator on integers of 32 bits: of a logarithm it takes the whole part,
// and 0 of -Infinity.
func (l *Lowering) bitOperand(v domain.Value) domain.Value {
	if x, ok := v.(domain.Log2Value); ok {
		return l.Choose(l.Truthy(x.Of), x.Whole, l.Integer(0))
	}
	return l.ToNumber(v)
}
