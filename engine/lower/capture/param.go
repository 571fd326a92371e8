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

// ParamKind says what a parameter of a lowered lambda stands for.
type ParamKind uint8

const (
	InputParam   ParamKind = iota // input port Index
	StateParam                    // scalar state field Index
	SignParam                     // the sign bit of 32-bit state field Index (View WithSign)
	NumberParam                   // live option Index as a number (53 bits)
	SetParam                      // live option Index has been changed since the start (one bit)
	BigParam                      // live option Index modulo 2^Width, when it is a bigint
	IsBigParam                    // live option Index is a bigint (one bit)
	VaryingParam                  // number Index of those in which nodes of one text differ; there is none in what a Lowerer gives
)

// Param is one parameter: Imm of the graph's Param operations counts them.
type Param struct {
	Kind  ParamKind
	Index int
	Width int
}

// Param is a new parameter of the graph.
func (l *Lowering) Param(kind ParamKind, index, width int) word.ID {
	id := l.B.Leaf(word.Param, width, uint64(len(l.Params)))
	l.Params = append(l.Params, Param{kind, index, width})
	return id
}
