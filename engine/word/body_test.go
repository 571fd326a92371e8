package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// euclid is a body that computes the greatest common divisor of values 1 and 2.
func euclid() *word.Body {
	b := word.NewBuilder()
	x, y := b.Leaf(word.Param, 20, 1), b.Leaf(word.Param, 20, 2)
	rest := b.Binary(word.URem, x, y)
	next := []word.ID{b.NonZero(rest), y, rest}
	return &word.Body{Graph: b.Graph, Widths: []int{1, 20, 20}, Next: next}
}

// counting is a body that adds what memory 3 holds at its count, in rounds of a body within that count to it.
func counting() *word.Body {
	inner := word.NewBuilder()
	n, limit := inner.Leaf(word.Param, 8, 1), inner.Leaf(word.Param, 8, 3)
	more := inner.Add(n, inner.Uint(1, 8))
	within := &word.Body{Widths: []int{1, 8, 100, 8}, Next: []word.ID{inner.Compare(word.ULt, more, limit), more, inner.Leaf(word.Param, 100, 2)}}
	within.Graph = inner.Graph
	b := word.NewBuilder()
	count, sum := b.Leaf(word.Param, 8, 1), b.Leaf(word.Param, 100, 2)
	given := b.Repeat(b.Body(within), []word.ID{b.NonZero(count), b.Uint(0, 8), sum, count})
	next := b.Sub(count, b.Uint(1, 8))
	cell := b.ZExt(b.MemRead(3, 8, count), 100)
	out := &word.Body{Widths: []int{1, 8, 100}, Next: []word.ID{b.NonZero(next), next, b.Add(b.Add(given[2], cell), b.ZExt(given[1], 100))}}
	out.Graph = b.Graph
	return out
}

func TestBodyApply(t *testing.T) {
	body := euclid()
	for i := range body.Ops {
		require.NoError(t, body.CheckOp(i, circuit.MaxWidth))
	}
	require.Equal(t, 192, body.TakesWidth())
	require.Equal(t, 192, body.GivesWidth())
	require.False(t, body.ReadsMemory())
	for _, c := range []struct{ again, x, y, gcd uint64 }{{1, 84, 36, 12}, {1, 7, 7, 7}, {0, 84, 36, 84}, {1, 1 << 19, 3, 1}} {
		got, ok := body.Apply(circuit.FromWords([]uint64{c.again, c.x, c.y}), nil)
		require.True(t, ok)
		require.Equal(t, c.gcd, got.Word(1))
	}
}

func TestBodyWithMemoryAndRoundsWithin(t *testing.T) {
	body := counting()
	require.True(t, body.ReadsMemory())
	require.Equal(t, 2, body.Limb(2))
	require.Equal(t, 256, body.GivesWidth(), "100 bits are two words")
	_, ok := body.Apply(circuit.FromWords([]uint64{1, 3, 0, 0}), nil)
	require.False(t, ok, "there is no memory")
	moved := body.MapMemories(func(m uint64) uint64 { return m + 4 })
	got, ok := moved.Apply(circuit.FromWords([]uint64{1, 3, 5, 0}), func(memory uint64, address circuit.Value) circuit.Value {
		require.EqualValues(t, 7, memory)
		return circuit.Uint(10 * address.Lo)
	})
	require.True(t, ok)
	require.EqualValues(t, 5+(30+3)+(20+2)+(10+1), got.Word(2))
	require.True(t, body.ReadsMemory(), "the first one is as it was")
}

// TestRoundsEnd: rounds and those of loops within are counted together.
func TestRoundsEnd(t *testing.T) {
	inner := word.NewBuilder()
	on := inner.Leaf(word.Param, 1, 0)
	within := &word.Body{Graph: inner.Graph, Widths: []int{1, 1}, Next: []word.ID{on, on}}
	b := word.NewBuilder()
	again, n := b.Leaf(word.Param, 1, 0), b.Leaf(word.Param, 32, 1)
	given := b.Repeat(b.Body(within), []word.ID{again, again})
	body := &word.Body{Widths: []int{1, 32}, Next: []word.ID{given[0], b.Add(n, b.Uint(1, 32))}}
	body.Graph = b.Graph
	got, ok := body.Apply(circuit.FromWords([]uint64{1, 0}), nil)
	require.True(t, ok)
	require.EqualValues(t, 1, got.Word(0), "it would go on")
	require.EqualValues(t, 1, got.Word(1), "the first round took all that there are")
}
