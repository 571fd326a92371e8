package capture

import (
	"math/bits"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Varying is a number in which nodes differ.
func (l *Lowering) Varying(v domain.Parameter) domain.Value {
	lo, hi := v.Within.Lo, v.Within.Hi
	width := domain.IntWidth(lo, hi)
	if lo < 0 {
		return l.Number(l.Param(VaryingParam, v.Slot, width), lo, hi)
	}
	return l.Number(l.B.ZExt(l.Param(VaryingParam, v.Slot, max(1, bits.Len64(uint64(hi)))), width), lo, hi)
}

// Param is a new parameter of the graph.
func (l *Lowering) Param(kind ParamKind, index, width int) word.ID {
	id := l.B.Leaf(word.Param, width, uint64(len(l.Params)))
	l.Params = append(l.Params, Param{kind, index, width})
	return id
}
