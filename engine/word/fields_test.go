package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/word"
)

// part draws a word that is put together from fields of two others and of flags, in all the ways in which that is
// written.
func part(t *rapid.T, b *word.Builder, leaves []word.ID) word.ID {
	const w = 32
	sum := b.Uint(0, w)
	if rapid.Bool().Draw(t, "constant") {
		sum = b.Uint(rapid.Uint64Range(0, 255).Draw(t, "bits"), w)
	}
	for range rapid.IntRange(1, 6).Draw(t, "fields") {
		x := rapid.SampledFrom(leaves).Draw(t, "leaf")
		n := b.Width(x)
		low, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, w-1).Draw(t, "to")
		count := rapid.IntRange(1, n-low).Draw(t, "width")
		switch {
		case n == 1:
			x = b.ZExt(x, w)
		case rapid.Bool().Draw(t, "slice"):
			x = b.Resize(b.Slice(x, low, count), w)
		default:
			x = b.And(b.Binary(word.LShr, x, b.Uint(uint64(low), 32)), b.Uint(1<<count-1, n))
			x = b.Resize(x, w)
		}
		if rapid.Bool().Draw(t, "back") {
			to = low
		}
		sum = b.Or(sum, b.Binary(word.Shl, x, b.Uint(uint64(to), 32)))
	}
	return sum
}

// A word of fields is equal to a constant exactly when the fields are, however that is computed.
func TestFieldsAreCompared(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		leaves := []word.ID{b.Leaf(word.Param, 32, 0), b.Leaf(word.Param, 32, 1), b.Leaf(word.Param, 1, 2), b.Leaf(word.Param, 1, 3)}
		x := part(t, b, leaves)
		parameters := []uint64{
			rapid.Uint64Range(0, 1<<32-1).Draw(t, "a"), rapid.Uint64Range(0, 1<<32-1).Draw(t, "b"),
			rapid.Uint64Range(0, 1).Draw(t, "p"), rapid.Uint64Range(0, 1).Draw(t, "q"),
		}
		value := run(t, &b.Graph, parameters...)[x]
		for _, k := range []uint64{value, 0, value ^ 1<<rapid.IntRange(0, 31).Draw(t, "flip")} {
			eq, ne := b.Eq(x, b.Uint(k, 32)), b.Ne(x, b.Uint(k, 32))
			values := run(t, &b.Graph, parameters...)
			require.Equal(t, value == k, values[eq] == 1, "%x == %x", value, k)
			require.Equal(t, value != k, values[ne] == 1, "%x != %x", value, k)
			if b.Ops[eq].A != x {
				compared++
			}
		}
	})
	require.Positive(t, compared, "no comparison was simplified")
}

// An instruction is decoded by one comparison under a mask.
func TestFieldsOfOneWordAreMasked(t *testing.T) {
	b := word.NewBuilder()
	x := b.Leaf(word.Param, 32, 0)
	n := func(v uint64) word.ID { return b.Uint(v, 32) }
	high := b.Binary(word.Shl, b.Binary(word.LShr, x, n(25)), n(7))
	eq := b.Eq(b.Or(high, b.And(x, n(0x7f))), n(0x20<<7|0x33))
	op := b.Ops[eq]
	require.Equal(t, word.Eq, op.Kind)
	require.Equal(t, b.And(x, n(0xfe00007f)), op.A)
	require.Equal(t, n(0x40000033), op.B)
	// A check for any of some flags is that.
	flags := n(0)
	any := b.Uint(0, 1)
	for i := range uint64(12) {
		flag := b.Leaf(word.Param, 1, i+1)
		flags = b.Or(flags, b.Binary(word.Shl, b.ZExt(flag, 32), n(i)))
		any = b.Or(any, flag)
	}
	require.Equal(t, any, b.NonZero(flags))
	require.Equal(t, b.Not(any), b.Eq(flags, n(0)))
	// A field that is shifted to where it was is a mask, and fields beside each other are one.
	again := b.Or(b.Binary(word.Shl, b.And(b.Binary(word.LShr, x, n(4)), n(15)), n(4)), b.Binary(word.Shl, b.Binary(word.LShr, x, n(8)), n(8)))
	require.Equal(t, b.And(x, n(0xfffffff0)), again)
}

// A state machine that stays in its state where nothing else is said has that state there, so that what comes next
// follows from its input alone.
func TestHeldStates(t *testing.T) {
	b := word.NewBuilder()
	state, input := b.Leaf(word.Param, 6, 0), b.Leaf(word.Param, 8, 1)
	hit := func(k uint64) word.ID { return b.Eq(input, b.Uint(k, 8)) }
	n := func(k uint64) word.ID { return b.Uint(k, 6) }
	chain := func(end word.ID) word.ID {
		return b.Mux(hit(1), n(20), b.Mux(hit(2), n(21), b.Mux(hit(7), n(3), end)))
	}
	next := b.Mux(b.Eq(state, n(12)), chain(state), n(5))
	require.Equal(t, b.Mux(b.Eq(state, n(12)), chain(n(12)), n(5)), next)
	require.Equal(t, b.Mux(b.Ne(state, n(12)), n(5), chain(n(12))), b.Mux(b.Ne(state, n(12)), n(5), chain(state)))
	for _, in := range []uint64{0, 1, 2, 7, 9} {
		values := run(t, &b.Graph, 12, in)
		require.Equal(t, map[uint64]uint64{0: 12, 1: 20, 2: 21, 7: 3, 9: 12}[in], values[next])
		require.Equal(t, uint64(5), run(t, &b.Graph, 13, in)[next])
	}
}
