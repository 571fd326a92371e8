package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// TestPartsOfShortTables has parts of an entry of a table, and a constant outside of the table: x < length ? table[x]
// >> 16 : 0. They are what they are with the choice, and need none where they are 0 outside.
func TestPartsOfShortTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		table := word.LookupTable{Width: 21}
		for range rapid.IntRange(1, 29).Draw(t, "length") {
			table.Data = append(table.Data, circuit.Uint(rapid.Uint64Range(0, 1<<21-1).Draw(t, "entry")))
		}
		length := uint64(len(table.Data))
		x := b.Leaf(word.Param, 8, 0)
		read := b.Lookup(b.Table(table), b.ZExt(x, rapid.SampledFrom([]int{8, 32}).Draw(t, "index")))
		part, width, of := read, 21, func(v uint64) uint64 { return v }
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			before, n := of, rapid.IntRange(0, width-1).Draw(t, "n")
			switch rapid.SampledFrom([]string{"slice", "extend", "shift", "and", "or"}).Draw(t, "part") {
			case "slice":
				low, w := n/2, width-n
				part, width = b.Slice(part, low, w), w
				of = func(v uint64) uint64 { return before(v) >> low & word.Mask64(uint(w)) }
			case "extend":
				width += n / 2
				part = b.ZExt(part, width)
			case "shift":
				part = b.Binary(word.LShr, part, b.Uint(uint64(n), 32))
				of = func(v uint64) uint64 { return before(v) >> n }
			case "and":
				mask := word.Mask64(uint(width)) >> n
				part = b.And(part, b.Uint(mask, width))
				of = func(v uint64) uint64 { return before(v) & mask }
			case "or": // is not 0 outside
				part = b.Or(part, b.Uint(1<<n, width))
				of = func(v uint64) uint64 { return before(v) | 1<<n }
			}
		}
		outside := rapid.SampledFrom([]uint64{0, 0, 1}).Draw(t, "outside")
		bound := length
		if rapid.IntRange(0, 3).Draw(t, "shorter") == 0 {
			bound = rapid.Uint64Range(0, length).Draw(t, "bound")
		}
		choice := b.Mux(b.Compare(word.ULt, x, b.Uint(bound, 8)), part, b.Uint(outside, width))
		for v := range uint64(40) {
			want := outside
			if v < bound {
				want = of(table.Data[v].Lo)
			}
			require.Equal(t, want, run(t, &b.Graph, v)[choice], "x = %d", v)
		}
	})
	b := word.NewBuilder()
	x := b.Leaf(word.Param, 8, 0)
	read := b.Lookup(b.Table(word.LookupTable{Width: 21, Data: []circuit.Value{circuit.Uint(1 << 20), circuit.Uint(5)}}), b.ZExt(x, 32))
	part := b.Binary(word.LShr, b.ZExt(read, 32), b.Uint(16, 32))
	require.Equal(t, part, b.Mux(b.Compare(word.ULt, x, b.Uint(2, 8)), part, b.Uint(0, 32)))
}
