package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// A rotation of a sum of words, written as bigints have it (the right shift is a slice) or as wires do (two slices side
// by side), is two shifts and a union of the sum: what computes the sum is there once.
func TestRotationsAreTwoShifts(t *testing.T) {
	for _, w := range []int{32, 64} {
		for n := 1; n < w; n++ {
			b := word.NewBuilder()
			p := b.Emit(word.Op{Kind: word.Param, Width: 128, A: word.None, B: word.None, C: word.None})
			x := b.Xor(b.Slice(p, 3, w), b.Slice(p, 60, w))
			before := len(b.Ops)
			high := b.Resize(b.Binary(word.LShr, x, b.Uint(uint64(w-n), 32)), n) // of n bits
			left := b.Binary(word.Shl, b.ZExt(x, w+n), b.Uint(uint64(n), 32))
			rotated := b.Slice(b.Or(left, b.ZExt(high, w+n)), 0, w)
			again := b.Concat(b.Slice(x, 0, w-n), b.Slice(x, w-n, n))
			or := b.Ops[rotated]
			require.Equal(t, word.Or, or.Kind, "%d bits by %d", w, n)
			kinds := map[word.Kind]word.Op{b.Ops[or.A].Kind: b.Ops[or.A], b.Ops[or.B].Kind: b.Ops[or.B]}
			require.Equal(t, x, kinds[word.Shl].A, "%d bits by %d", w, n)
			require.Equal(t, x, kinds[word.LShr].A, "%d bits by %d", w, n)
			require.Equal(t, circuit.Uint(uint64(w-n)), constant(t, b, kinds[word.LShr].B))
			require.Equal(t, circuit.Uint(uint64(n)), constant(t, b, kinds[word.Shl].B))
			require.Greater(t, len(b.Ops), before)
			if b.Ops[b.Slice(x, 0, w-n)].Kind == word.Slice && b.Ops[b.Slice(x, w-n, n)].Kind == word.Slice {
				require.Equal(t, rotated, again, "%d bits by %d", w, n)
			}
		}
	}
}

func constant(t *testing.T, b *word.Builder, x word.ID) circuit.Value {
	t.Helper()
	c, ok := b.ConstValue(x)
	require.True(t, ok)
	return c
}

// An expression that only resembles a rotation is left unchanged.
func TestNoRotation(t *testing.T) {
	b := word.NewBuilder()
	param := func(n uint64) word.ID {
		return b.Emit(word.Op{Kind: word.Param, Width: 64, Imm: n, A: word.None, B: word.None, C: word.None})
	}
	x, y := param(0), param(1)
	left := b.Binary(word.Shl, x, b.Uint(5, 32))
	for _, other := range []word.ID{b.Slice(y, 59, 5), b.Slice(x, 58, 5), b.Slice(x, 0, 5)} {
		or := b.Or(left, b.ZExt(other, 64))
		for _, side := range [2]word.ID{b.Ops[or].A, b.Ops[or].B} {
			if op := b.Ops[side]; op.Kind == word.LShr {
				require.Equal(t, y, op.A)
			}
		}
	}
	require.Equal(t, word.Concat, b.Ops[b.Concat(b.Slice(x, 0, 50), b.Slice(x, 51, 13))].Kind)
	require.Equal(t, word.Concat, b.Ops[b.Concat(b.Slice(x, 0, 50), b.Slice(y, 50, 14))].Kind)
}
