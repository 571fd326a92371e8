package scalar

import (
	"math/big"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// maxBigWidth bounds bigints inside a lambda, in bits.
const maxBigWidth = 1 << 13

// bothBig makes two bigints of a bigint and a bigint or integer; false when none is a bigint.
func (l *Lowering) bothBig(a, b domain.Value) (x, y domain.BigValue, ok bool) {
	x, okX := a.(domain.BigValue)
	y, okY := b.(domain.BigValue)
	if !okX && !okY {
		return x, y, false
	}
	if !okX {
		x = l.ToBig(a)
	}
	if !okY {
		y = l.ToBig(b)
	}
	return x, y, true
}

// ToBig is BigInt(v).
func (l *Lowering) ToBig(v domain.Value) domain.BigValue {
	switch x := v.(type) {
	case domain.BigValue:
		return x
	case domain.IntValue:
		return l.BigOf(x.ID, big.NewInt(x.Lo), big.NewInt(x.Hi))
	case domain.BoolValue:
		return domain.BigValue{ID: x.ID, Lo: domain.BigZero, Hi: domain.BigOne}
	case domain.ConstString:
		if n, ok := new(big.Int).SetString(x.S, 0); ok {
			return l.Bigint(n)
		}
	}
	panic(domain.Refuse("BigInt of a number that may not be whole"))
}

func (l *Lowering) bigArithmetic(op domain.Operator, a, b domain.BigValue) domain.Value {
	lo, hi := new(big.Int), new(big.Int)
	var kind word.Kind
	switch op {
	case domain.Plus:
		kind = word.Add
		lo.Add(a.Lo, b.Lo)
		hi.Add(a.Hi, b.Hi)
	case domain.Minus:
		kind = word.Sub
		lo.Sub(a.Lo, b.Hi)
		hi.Sub(a.Hi, b.Lo)
	case domain.Times:
		kind = word.Mul
		for i, p := range [4][2]*big.Int{{a.Lo, b.Lo}, {a.Lo, b.Hi}, {a.Hi, b.Lo}, {a.Hi, b.Hi}} {
			v := new(big.Int).Mul(p[0], p[1])
			if i == 0 || v.Cmp(lo) < 0 {
				lo = v
			}
			if i == 0 || v.Cmp(hi) > 0 {
				hi = v
			}
		}
	case domain.Over, domain.Remainder:
		return l.bigDivide(op, a, b)
	case domain.Power:
		return l.bigPower(a, b)
	}
	w := l.checkWidth(lo, hi)
	return l.BigOf(l.B.Binary(kind, l.ExtendBig(a, w), l.ExtendBig(b, w)), lo, hi)
}

func (l *Lowering) checkWidth(lo, hi *big.Int) int {
	w := domain.BigWidth(lo, hi)
	if w > maxBigWidth {
		panic(domain.Refuse("a bigint may grow beyond 8192 bits; mask it"))
	}
	return w
}

func (l *Lowering) bigDivide(op domain.Operator, a, b domain.BigValue) domain.Value {
	if b.Lo.Sign() <= 0 && b.Hi.Sign() >= 0 {
		panic(domain.Refuse("a bigint division whose divisor may be 0 (that throws); test the divisor before"))
	}
	return l.BigQuotient(op, a, b)
}

// BigQuotient divides by what is not 0.
func (l *Lowering) BigQuotient(op domain.Operator, a, b domain.BigValue) domain.Value {
	w := max(domain.BigWidth(a.Lo, a.Hi), domain.BigWidth(b.Lo, b.Hi))
	signed := a.Lo.Sign() < 0 || b.Lo.Sign() < 0
	if signed {
		w++
	}
	kind := word.UDiv
	largest := new(big.Int).Abs(a.Lo) // the largest magnitude of a
	if m := new(big.Int).Abs(a.Hi); m.Cmp(largest) > 0 {
		largest = m
	}
	if op == domain.Over {
		switch {
		case b.Lo.Sign() > 0:
			largest.Quo(largest, b.Lo)
		case b.Hi.Sign() < 0:
			largest.Quo(largest, new(big.Int).Neg(b.Hi))
		}
	}
	if op == domain.Remainder {
		kind = word.URem
		limit := new(big.Int).Abs(b.Lo)
		if m := new(big.Int).Abs(b.Hi); m.Cmp(limit) > 0 {
			limit = m
		}
		limit.Sub(limit, domain.BigOne)
		if limit.Cmp(largest) < 0 {
			largest = limit
		}
	}
	lo := new(big.Int)
	if !signed {
		return l.BigOf(l.B.Binary(kind, l.ExtendBig(a, w), l.ExtendBig(b, w)), lo, largest)
	}
	lo.Neg(largest)
	if w <= 64 {
		kind = map[word.Kind]word.Kind{word.UDiv: word.SDiv, word.URem: word.SRem}[kind]
		return l.BigOf(l.B.Binary(kind, l.ExtendBig(a, w), l.ExtendBig(b, w)), lo, largest)
	}
	// Wide words divide without a sign: the sizes are divided, then the result takes its sign.
	negative := func(id word.ID) word.ID { return l.B.Slice(id, w-1, 1) }
	negate := func(when, id word.ID) word.ID { return l.B.Mux(when, l.B.Sub(l.B.Uint(0, w), id), id) }
	x, y := l.ExtendBig(a, w), l.ExtendBig(b, w)
	below := negative(x)
	size := l.B.Binary(kind, negate(below, x), negate(negative(y), y))
	if op == domain.Over {
		below = l.B.Xor(below, negative(y))
	}
	return l.BigOf(negate(below, size), lo, largest)
}

func (l *Lowering) bigPower(a, b domain.BigValue) domain.Value {
	if b.Lo.Sign() < 0 || b.Lo.Cmp(b.Hi) != 0 || !b.Lo.IsInt64() {
		if a.Lo.Cmp(big.NewInt(2)) == 0 && a.Hi.Cmp(a.Lo) == 0 && b.Lo.Sign() >= 0 {
			return l.bigShift(true, l.Bigint(domain.BigOne), b)
		}
		if b.Lo.Sign() >= 0 && b.Hi.Cmp(big.NewInt(maxPowers)) <= 0 {
			return l.bigPowers(a, b)
		}
		panic(domain.Refuse("** of a bigint with an exponent that is not known to be from 0 to %d", maxPowers))
	}
	var r domain.Value = l.Bigint(domain.BigOne)
	for i := int64(0); i < b.Lo.Int64(); i++ {
		l.Spend(1)
		r = l.bigArithmetic(domain.Times, r.(domain.BigValue), a)
	}
	return r
}

// bigPowers makes one power after the other; the exponent chooses among them.
func (l *Lowering) bigPowers(a, b domain.BigValue) domain.Value {
	var power domain.Value = l.Bigint(domain.BigOne)
	var chosen domain.Value
	for n := int64(0); ; n++ {
		switch exponent := l.Bigint(big.NewInt(n)); {
		case exponent.Lo.Cmp(b.Lo) < 0:
		case chosen == nil:
			chosen = power
		default:
			chosen = l.Choose(l.bigEqual(b, exponent), power, chosen)
		}
		if n == b.Hi.Int64() {
			return chosen
		}
		l.Spend(1)
		power = l.bigArithmetic(domain.Times, power.(domain.BigValue), a)
	}
}

func (l *Lowering) bigBitwise(op domain.Operator, a, b domain.BigValue) domain.Value {
	switch op {
	case domain.ShiftLeft:
		return l.bigShift(true, a, b)
	case domain.ShiftRight:
		return l.bigShift(false, a, b)
	case domain.ShiftRightUnsigned:
		panic(domain.Refuse(">>> of a bigint (that throws)"))
	}
	if op == domain.BitAnd && (a.Lo.Sign() >= 0 || b.Lo.Sign() >= 0) {
		// a mask: the result is no larger than the non-negative one
		var hi *big.Int
		for _, v := range [2]domain.BigValue{a, b} {
			if v.Lo.Sign() >= 0 && (hi == nil || v.Hi.Cmp(hi) < 0) {
				hi = v.Hi
			}
		}
		w := max(1, hi.BitLen())
		return l.BigOf(l.B.And(l.ExtendBig(a, w), l.ExtendBig(b, w)), domain.BigZero, hi)
	}
	kind := map[domain.Operator]word.Kind{domain.BitAnd: word.And, domain.BitOr: word.Or, domain.BitXor: word.Xor}[op]
	w := max(domain.BigWidth(a.Lo, a.Hi), domain.BigWidth(b.Lo, b.Hi))
	if a.Lo.Sign() >= 0 && b.Lo.Sign() >= 0 {
		hi := new(big.Int).Sub(new(big.Int).Lsh(domain.BigOne, uint(w)), domain.BigOne)
		return l.BigOf(l.B.Binary(kind, l.ExtendBig(a, w), l.ExtendBig(b, w)), domain.BigZero, hi)
	}
	w++ // room for the sign of the non-negative one
	hi := new(big.Int).Lsh(domain.BigOne, uint(w-1))
	lo := new(big.Int).Neg(hi)
	return l.BigOf(l.B.Binary(kind, l.ExtendBig(a, w), l.ExtendBig(b, w)), lo, new(big.Int).Sub(hi, domain.BigOne))
}

// bigShift shifts by a count that is bounded; a negative count shifts the other way.
func (l *Lowering) bigShift(left bool, a, count domain.BigValue) domain.Value {
	if count.Hi.Sign() <= 0 && count.Lo.Sign() < 0 {
		return l.bigShift(!left, a, l.bigArithmetic(domain.Minus, l.Bigint(domain.BigZero), count).(domain.BigValue))
	}
	if count.Lo.Sign() < 0 {
		negative := l.Truthy(l.BigCompare(false, count, l.Bigint(domain.BigZero)))
		size := l.ExtendBig(count, domain.BigWidth(count.Lo, count.Hi)+1)
		size = l.B.Mux(negative, l.B.Sub(l.B.Uint(0, l.B.Width(size)), size), size)
		back := l.BigOf(size, domain.BigOne, new(big.Int).Neg(count.Lo))
		onward := l.BigOf(size, domain.BigZero, count.Hi)
		return l.Choose(negative, l.bigShift(!left, a, back), l.bigShift(left, a, onward))
	}
	if !left {
		w := domain.BigWidth(a.Lo, a.Hi)
		kind := word.LShr
		if a.Lo.Sign() < 0 {
			kind = word.AShr
		}
		minShift := uint(1 << 30)
		if count.Lo.IsInt64() && count.Lo.Int64() < int64(minShift) {
			minShift = uint(count.Lo.Int64())
		}
		lo, hi := domain.BigZero, new(big.Int).Rsh(a.Hi, minShift)
		if a.Lo.Sign() < 0 {
			lo = a.Lo
			if hi.Sign() < 0 {
				hi = domain.BigMinusOne
			}
		}
		return l.BigOf(l.B.Binary(kind, l.ExtendBig(a, w), l.shiftAmount(count)), lo, hi)
	}
	if !count.Hi.IsInt64() || count.Hi.Int64() > maxBigWidth {
		panic(domain.Refuse("a bigint may be shifted left by more than 8192 bits; mask the count"))
	}
	maxShift := uint(count.Hi.Int64())
	lo, hi := new(big.Int).Lsh(a.Lo, maxShift), new(big.Int).Lsh(a.Hi, maxShift)
	if a.Lo.Sign() >= 0 {
		lo = domain.BigZero
	}
	if a.Hi.Sign() < 0 {
		hi = domain.BigZero
	}
	w := l.checkWidth(lo, hi)
	return l.BigOf(l.B.Binary(word.Shl, l.ExtendBig(a, w), l.shiftAmount(count)), lo, hi)
}

// shiftAmount is a non-negative count in at most 64 bits; larger ones are saturated.
func (l *Lowering) shiftAmount(count domain.BigValue) word.ID {
	w := l.B.Width(count.ID)
	if w <= 64 {
		return count.ID
	}
	high := l.B.NonZero(l.B.Slice(count.ID, 32, w-32))
	return l.B.Mux(high, l.B.Ones(32), l.B.Slice(count.ID, 0, 32))
}

// BigCompare is a < b, or a <= b, of bigints.
func (l *Lowering) BigCompare(orEqual bool, a, b domain.BigValue) domain.Value {
	switch c, d := a.Hi.Cmp(b.Lo), a.Lo.Cmp(b.Hi); {
	case c < 0 || orEqual && c == 0:
		return l.Truth(true)
	case d > 0 || !orEqual && d == 0:
		return l.Truth(false)
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
	return domain.BoolValue{ID: l.B.Compare(kind, l.ExtendBig(a, w), l.ExtendBig(b, w))}
}

func (l *Lowering) bigEqual(a, b domain.BigValue) word.ID {
	if a.Hi.Cmp(b.Lo) < 0 || b.Hi.Cmp(a.Lo) < 0 {
		return l.B.Uint(0, 1)
	}
	_, w := commonBig(a, b)
	return l.B.Eq(l.ExtendBig(a, w), l.ExtendBig(b, w))
}

func commonBig(a, b domain.BigValue) (signed bool, width int) {
	width = max(domain.BigWidth(a.Lo, a.Hi), domain.BigWidth(b.Lo, b.Hi))
	signed = a.Lo.Sign() < 0 || b.Lo.Sign() < 0
	if signed {
		width++
	}
	return signed, width
}

// BigToNumber is Number(v) of a bigint.
func (l *Lowering) BigToNumber(v domain.BigValue) domain.Value {
	limit := big.NewInt(domain.MaxInt)
	if v.Hi.Cmp(limit) <= 0 && new(big.Int).Neg(v.Lo).Cmp(limit) <= 0 {
		lo, hi := v.Lo.Int64(), v.Hi.Int64()
		return l.Number(l.ExtendBig(v, max(domain.IntWidth(lo, hi), l.B.Width(v.ID))), lo, hi)
	}
	if l.B.Width(v.ID) > 64 {
		panic(domain.Refuse("Number of a bigint of more than 64 bits; mask it before"))
	}
	lo, _ := new(big.Float).SetInt(v.Lo).Float64()
	hi, _ := new(big.Float).SetInt(v.Hi).Float64()
	return domain.FloatValue{ID: l.B.FromInt(v.ID, v.Lo.Sign() < 0), Lo: lo, Hi: hi}
}

// BigTruncate is BigInt.asUintN or asIntN.
func (l *Lowering) BigTruncate(signed bool, n int64, v domain.BigValue) domain.Value {
	if n < 0 || n > maxBigWidth {
		panic(domain.Refuse("BigInt.asUintN or asIntN of that many bits"))
	}
	if n == 0 {
		return l.Bigint(domain.BigZero)
	}
	width := uint(n)
	half := new(big.Int).Lsh(domain.BigOne, width-1)
	lo, hi := new(big.Int).Neg(half), new(big.Int).Sub(half, domain.BigOne)
	if !signed {
		lo, hi = domain.BigZero, new(big.Int).Sub(new(big.Int).Lsh(domain.BigOne, width), domain.BigOne)
	}
	if v.Lo.Cmp(lo) >= 0 && v.Hi.Cmp(hi) <= 0 {
		return v
	}
	return l.BigOf(l.ExtendBig(v, int(n)), lo, hi)
}

// maxPowers bounds exponents that are not known.
const maxPowers = 64
