package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
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
