package word

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSearchForTheFirstGrowsLinearly: a search for the first of many bits, as loops write it, has a few operations for each bit.
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
