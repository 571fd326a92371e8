package word

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSearchForTheFirstGrowsLinearly: a search for the first of many bits, as loops write it, has a few operations for
// each bit.
func TestSearchForTheFirstGrowsLinearly(t *testing.T) {
	operations := func(n int) int {
		b := NewBuilder()
		x := b.Leaf(Param, n, 0)
		index, found := b.Uint(0, 32), b.Uint(0, 1)
		for i := range n {
			bit := b.Slice(x, i, 1)
			index = b.Mux(bit, b.Mux(found, index, b.Uint(uint64(i), 32)), index)
			found = b.Or(found, bit)
		}
		return len(b.Ops)
	}
	require.Less(t, operations(64), 3*operations(32))
	require.Less(t, operations(64), 64*10)
}

// TestChoicesOfPartsAreNested: a choice by a condition that shares a part with the condition of a choice inside is made
// within that one, and is the same for all values.
func TestChoicesOfPartsAreNested(t *testing.T) {
	const unknown = 1 << 20 // from here on numbers stand for parameters
	for _, inThen := range []bool{false, true} {
		for _, kind := range []Kind{And, Or} {
			for _, negated := range []bool{false, true} {
				build := func(a, c, x, y, z uint64) (*Builder, ID) {
					b := NewBuilder()
					leaf := func(width int, value uint64) ID {
						if value >= unknown {
							return b.Leaf(Param, width, value)
						}
						return b.Uint(value, width)
					}
					ia, ic := leaf(1, a), leaf(1, c)
					ix, iy, iz := leaf(8, x), leaf(8, y), leaf(8, z)
					part := ia
					if negated {
						part = b.Not(ia)
					}
					inner := b.Mux(ia, iy, iz)
					cond := b.Binary(kind, part, ic)
					if inThen {
						return b, b.Mux(cond, inner, ix)
					}
					return b, b.Mux(cond, ix, inner)
				}
				b, id := build(unknown, unknown+1, unknown+2, unknown+3, unknown+4)
				require.Equal(t, Mux, b.Ops[id].Kind)
				for bits := range uint64(4) {
					a, c := bits&1, bits>>1
					whole, got := build(a, c, 10, 20, 30)
					value, known := whole.ConstValue(got)
					require.True(t, known)
					require.Equal(t, value.Lo, evaluate(b, id, a, c))
				}
			}
		}
	}
}

// evaluate is the value of an operation on five parameters, the first two of them given and the others 10, 20 and 30.
func evaluate(b *Builder, id ID, a, c uint64) uint64 {
	const first = 1 << 20
	op := b.Ops[id]
	operand := func(x ID) uint64 { return evaluate(b, x, a, c) }
	switch op.Kind {
	case Param:
		return [...]uint64{a, c, 10, 20, 30}[op.Imm-first]
	case Const:
		return op.Imm
	case And:
		return operand(op.A) & operand(op.B)
	case Or:
		return operand(op.A) | operand(op.B)
	case Not:
		return operand(op.A) ^ Mask64(uint(op.Width))
	case Mux:
		if operand(op.A) != 0 {
			return operand(op.B)
		}
		return operand(op.C)
	}
	panic(op.Kind)
}
