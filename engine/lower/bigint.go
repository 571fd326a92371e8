package lower

import (
	"math/big"

	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

var (
	bigZero     = big.NewInt(0)
	bigOne      = big.NewInt(1)
	bigMinusOne = big.NewInt(-1)
)

// maxBigWidth bounds bigints inside a lambda, in bits.
const maxBigWidth = 1 << 13

func fromBig(n *big.Int, width int) circuit.Value { return circuit.FromBig(n, width) }

// bothBig makes two bigints of a bigint and a bigint or integer; false when none is a bigint.
func (l *lowering) bothBig(a, b value) (x, y bigValue, ok bool) {
	x, okX := a.(bigValue)
	y, okY := b.(bigValue)
	if !okX && !okY {
		return x, y, false
	}
	if !okX {
		x = l.toBig(a)
	}
	if !okY {
		y = l.toBig(b)
	}
	return x, y, true
}

// toBig is BigInt(v).
func (l *lowering) toBig(v value) bigValue {
	switch x := v.(type) {
	case bigValue:
		return x
	case intValue:
		return l.bigOf(x.id, big.NewInt(x.lo), big.NewInt(x.hi))
	case boolValue:
		return bigValue{id: x.id, lo: bigZero, hi: bigOne}
	case constString:
		if n, ok := new(big.Int).SetString(x.s, 0); ok {
			return l.bigint(n)
		}
	}
	panic(refuse("BigInt of a number that may not be whole"))
}

func (l *lowering) bigArithmetic(op token.Token, a, b bigValue) value {
	lo, hi := new(big.Int), new(big.Int)
	var kind word.Kind
	switch op {
	case token.PLUS:
		kind = word.Add
		lo.Add(a.lo, b.lo)
		hi.Add(a.hi, b.hi)
	case token.MINUS:
		kind = word.Sub
		lo.Sub(a.lo, b.hi)
		hi.Sub(a.hi, b.lo)
	case token.MULTIPLY:
		kind = word.Mul
		for i, p := range [4][2]*big.Int{{a.lo, b.lo}, {a.lo, b.hi}, {a.hi, b.lo}, {a.hi, b.hi}} {
			v := new(big.Int).Mul(p[0], p[1])
			if i == 0 || v.Cmp(lo) < 0 {
				lo = v
			}
			if i == 0 || v.Cmp(hi) > 0 {
				hi = v
			}
		}
	case token.SLASH, token.REMAINDER:
		return l.bigDivide(op, a, b)
	case token.EXPONENT:
		return l.bigPower(a, b)
	}
	w := l.checkWidth(lo, hi)
	return l.bigOf(l.b.Binary(kind, l.extendBig(a, w), l.extendBig(b, w)), lo, hi)
}

func (l *lowering) checkWidth(lo, hi *big.Int) int {
	w := bigWidth(lo, hi)
	if w > maxBigWidth {
		panic(refuse("a bigint may grow beyond 8192 bits; mask it"))
	}
	return w
}

func (l *lowering) bigDivide(op token.Token, a, b bigValue) value {
	if b.lo.Sign() <= 0 && b.hi.Sign() >= 0 {
		panic(refuse("a bigint division whose divisor may be 0 (that throws); test the divisor before"))
	}
	return l.bigQuotient(op, a, b)
}

// guardedDivision is a bigint division whose divisor may be 0: the path on which it is 0 ends with the exception that
// JavaScript throws, and on the others the divisor is not 0. ok is false for anything else.
func (l *lowering) guardedDivision(op token.Token, a, b value, at file.Idx, s *state) (v value, ok bool) {
	x, okX := a.(bigValue)
	y, okY := b.(bigValue)
	if !okX || !okY || op != token.SLASH && op != token.REMAINDER || y.lo.Sign() > 0 || y.hi.Sign() < 0 {
		return nil, false
	}
	if y.lo.Sign() == 0 && y.hi.Sign() == 0 {
		panic(refuse("a bigint division by 0 (that throws)"))
	}
	w := bigWidth(y.lo, y.hi)
	divisor := l.extendBig(y, w)
	zero := l.b.Eq(divisor, l.b.Uint(0, w))
	l.throwWhen(zero, "RangeError: Division by zero", at, s)
	safe := bigValue{id: l.b.Mux(zero, l.b.Uint(1, w), divisor), lo: y.lo, hi: y.hi}
	if y.lo.Sign() == 0 {
		safe.lo = bigOne
	}
	if y.hi.Sign() == 0 {
		safe.hi = bigOne
	}
	return l.bigQuotient(op, x, safe), true
}

// bigQuotient divides by what is not 0.
func (l *lowering) bigQuotient(op token.Token, a, b bigValue) value {
	w := max(bigWidth(a.lo, a.hi), bigWidth(b.lo, b.hi))
	signed := a.lo.Sign() < 0 || b.lo.Sign() < 0
	if signed {
		w++
	}
	kind := word.UDiv
	largest := new(big.Int).Abs(a.lo) // the largest magnitude of a
	if m := new(big.Int).Abs(a.hi); m.Cmp(largest) > 0 {
		largest = m
	}
	if op == token.SLASH {
		switch {
		case b.lo.Sign() > 0:
			largest.Quo(largest, b.lo)
		case b.hi.Sign() < 0:
			largest.Quo(largest, new(big.Int).Neg(b.hi))
		}
	}
	if op == token.REMAINDER {
		kind = word.URem
		limit := new(big.Int).Abs(b.lo)
		if m := new(big.Int).Abs(b.hi); m.Cmp(limit) > 0 {
			limit = m
		}
		limit.Sub(limit, bigOne)
		if limit.Cmp(largest) < 0 {
			largest = limit
		}
	}
	lo := new(big.Int)
	if !signed {
		return l.bigOf(l.b.Binary(kind, l.extendBig(a, w), l.extendBig(b, w)), lo, largest)
	}
	lo.Neg(largest)
	if w <= 64 {
		kind = map[word.Kind]word.Kind{word.UDiv: word.SDiv, word.URem: word.SRem}[kind]
		return l.bigOf(l.b.Binary(kind, l.extendBig(a, w), l.extendBig(b, w)), lo, largest)
	}
	// Wide words divide without a sign: the sizes are divided, then the result takes its sign.
	negative := func(id word.ID) word.ID { return l.b.Slice(id, w-1, 1) }
	negate := func(when, id word.ID) word.ID { return l.b.Mux(when, l.b.Sub(l.b.Uint(0, w), id), id) }
	x, y := l.extendBig(a, w), l.extendBig(b, w)
	below := negative(x)
	size := l.b.Binary(kind, negate(below, x), negate(negative(y), y))
	if op == token.SLASH {
		below = l.b.Xor(below, negative(y))
	}
	return l.bigOf(negate(below, size), lo, largest)
}

func (l *lowering) bigPower(a, b bigValue) value {
	if b.lo.Sign() < 0 || b.lo.Cmp(b.hi) != 0 || !b.lo.IsInt64() {
		if a.lo.Cmp(big.NewInt(2)) == 0 && a.hi.Cmp(a.lo) == 0 && b.lo.Sign() >= 0 {
			return l.bigShift(true, l.bigint(bigOne), b)
		}
		if b.lo.Sign() >= 0 && b.hi.Cmp(big.NewInt(maxPowers)) <= 0 {
			return l.bigPowers(a, b)
		}
		panic(refuse("** of a bigint with an exponent that is not known to be from 0 to %d", maxPowers))
	}
	var r value = l.bigint(bigOne)
	for i := int64(0); i < b.lo.Int64(); i++ {
		l.spend(1)
		r = l.bigArithmetic(token.MULTIPLY, r.(bigValue), a)
	}
	return r
}

// bigPowers makes one power after the other; the exponent chooses among them.
func (l *lowering) bigPowers(a, b bigValue) value {
	var power value = l.bigint(bigOne)
	var chosen value
	for n := int64(0); ; n++ {
		switch exponent := l.bigint(big.NewInt(n)); {
		case exponent.lo.Cmp(b.lo) < 0:
		case chosen == nil:
			chosen = power
		default:
			chosen = l.choose(l.bigEqual(b, exponent), power, chosen)
		}
		if n == b.hi.Int64() {
			return chosen
		}
		l.spend(1)
		power = l.bigArithmetic(token.MULTIPLY, power.(bigValue), a)
	}
}

func (l *lowering) bigBitwise(op token.Token, a, b bigValue) value {
	switch op {
	case token.SHIFT_LEFT:
		return l.bigShift(true, a, b)
	case token.SHIFT_RIGHT:
		return l.bigShift(false, a, b)
	case token.UNSIGNED_SHIFT_RIGHT:
		panic(refuse(">>> of a bigint (that throws)"))
	}
	if op == token.AND && (a.lo.Sign() >= 0 || b.lo.Sign() >= 0) {
		// a mask: the result is no larger than the non-negative one
		var hi *big.Int
		for _, v := range [2]bigValue{a, b} {
			if v.lo.Sign() >= 0 && (hi == nil || v.hi.Cmp(hi) < 0) {
				hi = v.hi
			}
		}
		w := max(1, hi.BitLen())
		return l.bigOf(l.b.And(l.extendBig(a, w), l.extendBig(b, w)), bigZero, hi)
	}
	kind := map[token.Token]word.Kind{token.AND: word.And, token.OR: word.Or, token.EXCLUSIVE_OR: word.Xor}[op]
	w := max(bigWidth(a.lo, a.hi), bigWidth(b.lo, b.hi))
	if a.lo.Sign() >= 0 && b.lo.Sign() >= 0 {
		hi := new(big.Int).Sub(new(big.Int).Lsh(bigOne, uint(w)), bigOne)
		return l.bigOf(l.b.Binary(kind, l.extendBig(a, w), l.extendBig(b, w)), bigZero, hi)
	}
	w++ // room for the sign of the non-negative one
	hi := new(big.Int).Lsh(bigOne, uint(w-1))
	lo := new(big.Int).Neg(hi)
	return l.bigOf(l.b.Binary(kind, l.extendBig(a, w), l.extendBig(b, w)), lo, new(big.Int).Sub(hi, bigOne))
}

// bigShift shifts by a count that is bounded; a negative count shifts the other way.
func (l *lowering) bigShift(left bool, a, count bigValue) value {
	if count.hi.Sign() <= 0 && count.lo.Sign() < 0 {
		return l.bigShift(!left, a, l.bigArithmetic(token.MINUS, l.bigint(bigZero), count).(bigValue))
	}
	if count.lo.Sign() < 0 {
		negative := l.truthy(l.bigCompare(false, count, l.bigint(bigZero)))
		size := l.extendBig(count, bigWidth(count.lo, count.hi)+1)
		size = l.b.Mux(negative, l.b.Sub(l.b.Uint(0, l.b.Width(size)), size), size)
		back := l.bigOf(size, bigOne, new(big.Int).Neg(count.lo))
		onward := l.bigOf(size, bigZero, count.hi)
		return l.choose(negative, l.bigShift(!left, a, back), l.bigShift(left, a, onward))
	}
	if !left {
		w := bigWidth(a.lo, a.hi)
		kind := word.LShr
		if a.lo.Sign() < 0 {
			kind = word.AShr
		}
		minShift := uint(1 << 30)
		if count.lo.IsInt64() && count.lo.Int64() < int64(minShift) {
			minShift = uint(count.lo.Int64())
		}
		lo, hi := bigZero, new(big.Int).Rsh(a.hi, minShift)
		if a.lo.Sign() < 0 {
			lo = a.lo
			if hi.Sign() < 0 {
				hi = bigMinusOne
			}
		}
		return l.bigOf(l.b.Binary(kind, l.extendBig(a, w), l.shiftAmount(count)), lo, hi)
	}
	if !count.hi.IsInt64() || count.hi.Int64() > maxBigWidth {
		panic(refuse("a bigint may be shifted left by more than 8192 bits; mask the count"))
	}
	maxShift := uint(count.hi.Int64())
	lo, hi := new(big.Int).Lsh(a.lo, maxShift), new(big.Int).Lsh(a.hi, maxShift)
	if a.lo.Sign() >= 0 {
		lo = bigZero
	}
	if a.hi.Sign() < 0 {
		hi = bigZero
	}
	w := l.checkWidth(lo, hi)
	return l.bigOf(l.b.Binary(word.Shl, l.extendBig(a, w), l.shiftAmount(count)), lo, hi)
}

// shiftAmount is a non-negative count in at most 64 bits; larger ones are saturated.
func (l *lowering) shiftAmount(count bigValue) word.ID {
	w := l.b.Width(count.id)
	if w <= 64 {
		return count.id
	}
	high := l.b.NonZero(l.b.Slice(count.id, 32, w-32))
	return l.b.Mux(high, l.b.Ones(32), l.b.Slice(count.id, 0, 32))
}

func (l *lowering) bigCompare(orEqual bool, a, b bigValue) value {
	switch c, d := a.hi.Cmp(b.lo), a.lo.Cmp(b.hi); {
	case c < 0 || orEqual && c == 0:
		return l.truth(true)
	case d > 0 || !orEqual && d == 0:
		return l.truth(false)
	}
	signed, w := commonBig(a, b)
	kind := word.ULt
	switch {
	case signed && orEqual:
		kind = word.SLe
	case signed:
		kind = word.SLt
	case orEqual:
		kind = word.ULe
	}
	return boolValue{l.b.Compare(kind, l.extendBig(a, w), l.extendBig(b, w))}
}

func (l *lowering) bigEqual(a, b bigValue) word.ID {
	if a.hi.Cmp(b.lo) < 0 || b.hi.Cmp(a.lo) < 0 {
		return l.b.Uint(0, 1)
	}
	_, w := commonBig(a, b)
	return l.b.Eq(l.extendBig(a, w), l.extendBig(b, w))
}

func commonBig(a, b bigValue) (signed bool, width int) {
	width = max(bigWidth(a.lo, a.hi), bigWidth(b.lo, b.hi))
	signed = a.lo.Sign() < 0 || b.lo.Sign() < 0
	if signed {
		width++
	}
	return signed, width
}

// bigToNumber is Number(v) of a bigint.
func (l *lowering) bigToNumber(v bigValue) value {
	limit := big.NewInt(maxInt)
	if v.hi.Cmp(limit) <= 0 && new(big.Int).Neg(v.lo).Cmp(limit) <= 0 {
		lo, hi := v.lo.Int64(), v.hi.Int64()
		return l.number(l.extendBig(v, max(intWidth(lo, hi), l.b.Width(v.id))), lo, hi)
	}
	if l.b.Width(v.id) > 64 {
		panic(refuse("Number of a bigint of more than 64 bits; mask it before"))
	}
	lo, _ := new(big.Float).SetInt(v.lo).Float64()
	hi, _ := new(big.Float).SetInt(v.hi).Float64()
	return floatValue{id: l.b.FromInt(v.id, v.lo.Sign() < 0), lo: lo, hi: hi}
}

// bigTruncate is BigInt.asUintN or asIntN.
func (l *lowering) bigTruncate(signed bool, n int64, v bigValue) value {
	if n < 0 || n > maxBigWidth {
		panic(refuse("BigInt.asUintN or asIntN of that many bits"))
	}
	if n == 0 {
		return l.bigint(bigZero)
	}
	width := uint(n)
	half := new(big.Int).Lsh(bigOne, width-1)
	lo, hi := new(big.Int).Neg(half), new(big.Int).Sub(half, bigOne)
	if !signed {
		lo, hi = bigZero, new(big.Int).Sub(new(big.Int).Lsh(bigOne, width), bigOne)
	}
	if v.lo.Cmp(lo) >= 0 && v.hi.Cmp(hi) <= 0 {
		return v
	}
	return l.bigOf(l.extendBig(v, int(n)), lo, hi)
}
