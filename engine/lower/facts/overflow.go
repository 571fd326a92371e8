package facts

import (
	"math"
	"math/big"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Overflow is one bit: the value, stored in width bits, is not the number that it was. A number fits
// when it is one that width bits hold, unsigned or as two's complement; a fraction is cut off silently.
func (l *Lowering) Overflow(v domain.Value, width int) word.ID {
	lowest := new(big.Int).Neg(new(big.Int).Lsh(domain.BigOne, uint(width-1)))
	highest := Ones(width)
	switch x := v.(type) {
	case domain.ChoiceValue:
		return l.B.Mux(x.Cond, l.Overflow(x.A, width), l.Overflow(x.B, width))
	case domain.IntValue:
		if width > 54 {
			return l.B.Uint(0, 1)
		}
		return l.outsideOf(l.ToBig(domain.IntValue{ID: x.ID, Lo: x.Lo, Hi: x.Hi}), lowest, highest)
	case domain.BigValue:
		return l.outsideOf(x, lowest, highest)
	case domain.FloatValue:
		if width > 64 {
			return l.B.Uint(0, 1) // only whole numbers of at most 64 bits get there
		}
		low := math.Ldexp(-1, width-1) - 1 // above it, the truncated number fits
		above := l.B.Compare(word.FLt, l.B.Float(low), x.ID)
		if width > 53 {
			above = l.B.Compare(word.FLe, l.B.Float(math.Ldexp(-1, width-1)), x.ID)
		}
		below := l.B.Compare(word.FLt, x.ID, l.B.Float(math.Ldexp(1, width)))
		return l.B.Not(l.B.And(above, below))
	}
	return l.B.Uint(0, 1)
}

func (l *Lowering) outsideOf(v domain.BigValue, lowest, highest *big.Int) word.ID {
	low := l.Truthy(l.BigCompare(false, v, l.Bigint(lowest)))
	high := l.Truthy(l.BigCompare(false, l.Bigint(highest), v))
	return l.B.Or(low, high)
}
