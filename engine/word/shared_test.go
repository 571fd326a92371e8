package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
	"simten.dev/engine/word/wordtest"
)

// A checksum computed bit by bit uses every intermediate value three times. Slicing such a graph must
// not walk it once for each path through it.
func TestSlicesOfSharedValues(t *testing.T) {
	b := word.NewBuilder()
	polynomial := b.Const(circuit.Uint(0xedb88320), 32)
	r := b.Emit(word.Op{Kind: word.Param, Width: 32, A: word.None, B: word.None, C: word.None})
	for range 200 {
		half := b.Binary(word.LShr, r, b.Uint(1, 32))
		r = b.Mux(b.Slice(r, 0, 1), b.Xor(half, polynomial), half)
	}
	b.Slice(r, 0, 1)
	require.Less(t, len(b.Ops), 200*200)
}

// A checksum that looks at the top bit of the word before in each step is computed once: its bits are not followed to
// where they come from.
func TestBitsAreNotFollowedFar(t *testing.T) {
	b := word.NewBuilder()
	polynomial := b.Const(circuit.Uint(0x42f0e1eba9ea3693), 64)
	leaf := func(n uint64) word.ID {
		return b.Emit(word.Op{Kind: word.Param, Width: 64, Imm: n, A: word.None, B: word.None, C: word.None})
	}
	crc, data := leaf(0), leaf(1)
	for i := range 64 {
		top := b.Xor(b.Slice(crc, 63, 1), b.Slice(data, 63-i, 1))
		next := b.Binary(word.Shl, crc, b.Uint(1, 32))
		crc = b.Mux(top, b.Xor(next, polynomial), next)
	}
	require.Less(t, operations(b, crc), 64*7)

	c, y := b.Leaf(word.Param, 1, 2), b.Leaf(word.Param, 1, 3)
	require.Equal(t, b.Xor(c, y), b.Mux(c, b.Not(y), y), "a bit is turned round by a condition")
	require.Equal(t, b.Xor(c, b.Not(y)), b.Mux(c, y, b.Not(y)))
}

// A word that is shifted against itself is computed once, in whichever order: the upper bits of it are taken from it.
func TestUpperBitsAreTakenFromTheWord(t *testing.T) {
	for _, shifts := range [][]int{{1, 2, 4, 8, 16, 32}, {32, 16, 8, 4, 2, 1}} {
		b := word.NewBuilder()
		h := b.And(b.Leaf(word.Param, 64, 0), b.Leaf(word.Param, 64, 1))
		for _, s := range shifts {
			h = b.Or(h, b.ZExt(b.Slice(h, s, 64-s), 64))
		}
		require.Less(t, operations(b, h), 40, "%v", shifts)
	}
}

// operations is how many an operation needs, with itself.
func operations(b *word.Builder, id word.ID) (n int) {
	for _, count := range wordtest.Needed(&b.Graph, id) {
		n += count
	}
	return n
}
