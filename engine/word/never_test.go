package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/word"
)

// TestNever compares the proof that a bit is always 0 with all values of two words.
func TestNever(t *testing.T) {
	always, sometimes := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		x, y := b.Leaf(word.Param, 4, 0), b.Leaf(word.Param, 3, 1)
		values := []word.ID{b.Resize(x, 8), b.Resize(y, 8), b.Uint(rapid.Uint64Range(0, 255).Draw(t, "constant"), 8)}
		for range rapid.IntRange(1, 6).Draw(t, "operations") {
			one, other := rapid.SampledFrom(values).Draw(t, "a"), rapid.SampledFrom(values).Draw(t, "b")
			values = append(values, []word.ID{b.Add(one, other), b.And(one, other), b.Binary(word.Mul, one, other), b.Binary(word.LShr, one, other), b.Mux(b.Compare(word.ULt, one, other), one, other)}[rapid.IntRange(0, 4).Draw(t, "kind")])
		}
		last := values[len(values)-1]
		bit := b.Compare(word.ULt, b.Uint(rapid.Uint64Range(0, 255).Draw(t, "bound"), 8), last)
		want := true
		for a := range uint64(16) {
			for c := range uint64(8) {
				want = want && run(t, &b.Graph, a, c)[bit] == 0
			}
		}
		require.Equal(t, want, b.AlwaysZero(bit, 1<<20))
		require.True(t, b.Tried(1<<20, bit, last))
		if b.Ops[bit].Kind != word.Const {
			require.False(t, b.AlwaysZero(bit, 1))
			if want {
				always++
			} else {
				sometimes++
			}
		}
	})
	require.Positive(t, always)
	require.Positive(t, sometimes)
}

// TestNeverGivesUp: of what a memory holds nothing is known.
func TestNeverGivesUp(t *testing.T) {
	b := word.NewBuilder()
	read := b.MemRead(0, 1, b.Leaf(word.Param, 4, 0))
	require.False(t, b.AlwaysZero(b.And(read, b.Leaf(word.Param, 1, 1)), 1<<20))
	require.False(t, b.Tried(1<<20, b.Leaf(word.Param, 1, 1), read))
	for width := 32; width <= 64; width++ { // 2^width times anything is too much
		x := b.Leaf(word.Param, width, 2)
		require.False(t, b.AlwaysZero(b.And(b.NonZero(x), b.Not(b.NonZero(b.Binary(word.Mul, x, x)))), 1<<20))
	}
	require.False(t, b.AlwaysZero(b.NonZero(b.Leaf(word.Param, 65, 0)), 1<<20))
	require.True(t, b.Tried(1<<20, b.NonZero(b.Leaf(word.Param, 8, 1)), b.NonZero(b.Leaf(word.Param, 9, 3))))
	require.False(t, b.Tried(1<<8, b.NonZero(b.Leaf(word.Param, 8, 1)), b.NonZero(b.Leaf(word.Param, 9, 3))), "together they have 17 bits")
}
