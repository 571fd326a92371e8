package lower

import (
	"math"
	"math/big"

	"simten.dev/engine/word"
)

// misfit is one bit: the value, stored in width bits, is not the number that it was. A number fits
// when it is one that width bits hold, unsigned or as two's complement; a fraction is cut off silently.
func (l *lowering) overflow(v value, width int) word.ID {
	lowest := new(big.Int).Neg(new(big.Int).Lsh(bigOne, uint(width-1)))
	highest := ones(width)
	switch x := v.(type) {
	case choiceValue:
		return l.b.Mux(x.cond, l.overflow(x.a, width), l.overflow(x.b, width))
	case intValue:
		if width > 54 {
			return l.b.Uint(0, 1)
		}
		return l.outsideOf(l.toBig(intValue{id: x.id, lo: x.lo, hi: x.hi}), lowest, highest)
	case bigValue:
		return l.outsideOf(x, lowest, highest)
	case floatValue:
		if width > 64 {
			return l.b.Uint(0, 1) // only whole numbers of at most 64 bits get there
		}
		low := math.Ldexp(-1, width-1) - 1 // above it, the truncated number fits
		above := l.b.Compare(word.FLt, l.b.Float(low), x.id)
		if width > 53 {
			above = l.b.Compare(word.FLe, l.b.Float(math.Ldexp(-1, width-1)), x.id)
		}
		below := l.b.Compare(word.FLt, x.id, l.b.Float(math.Ldexp(1, width)))
		return l.b.Not(l.b.And(above, below))
	}
	return l.b.Uint(0, 1)
}

func (l *lowering) outsideOf(v bigValue, lowest, highest *big.Int) word.ID {
	low := l.truthy(l.bigCompare(false, v, l.bigint(lowest)))
	high := l.truthy(l.bigCompare(false, l.bigint(highest), v))
	return l.b.Or(low, high)
}
