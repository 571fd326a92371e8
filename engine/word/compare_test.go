package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/word"
)

// Values that are made of two values by additions, shifts, products, masks, slices and extensions are found to differ,
// or compared as what they are made of, only where that is right.
func TestValuesThatAreApart(t *testing.T) {
	apart := 0
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		width := rapid.IntRange(1, 4).Draw(t, "width")
		list := []word.ID{b.Leaf(word.Param, width, 0), b.Leaf(word.Param, width, 1)}
		for range rapid.IntRange(1, 12).Draw(t, "operations") {
			from := list[rapid.IntRange(0, len(list)-1).Draw(t, "of")]
			w := b.Width(from)
			k := rapid.Uint64Range(0, 1<<min(w, 7)-1).Draw(t, "constant")
			switch rapid.SampledFrom([]string{"add", "add", "or", "mask", "slice", "extend", "shift", "product"}).Draw(t, "kind") {
			case "add":
				from = b.Add(from, b.Uint(k, w))
			case "or":
				from = b.Binary(word.Or, from, b.Uint(k&3, w))
			case "shift":
				from = b.Binary(word.Shl, from, b.Uint(k&7, 32))
			case "product":
				from = b.Binary(word.Mul, from, b.Uint(k, w))
			case "mask":
				if rapid.Bool().Draw(t, "low bits") {
					k = word.Mask64(uint(rapid.IntRange(1, w).Draw(t, "bits")))
				}
				from = b.And(from, b.Uint(k, w))
			case "slice":
				from = b.Slice(from, 0, rapid.IntRange(1, w).Draw(t, "to"))
			case "extend":
				from = b.ZExt(from, min(w+rapid.IntRange(0, 30).Draw(t, "more"), 64))
			}
			list = append(list, from)
		}
		type pair struct{ x, y, equal word.ID }
		var pairs []pair
		for _, x := range list {
			for _, y := range list {
				if b.Width(x) == b.Width(y) {
					pairs = append(pairs, pair{x, y, b.Eq(x, y)})
				}
			}
		}
		for _, p := range pairs {
			if c, ok := b.ConstValue(p.equal); ok && c.IsZero() {
				apart++
			}
		}
		for v := range uint64(1) << (2 * width) {
			values := run(t, &b.Graph, v&word.Mask64(uint(width)), v>>width)
			for _, p := range pairs {
				require.Equal(t, values[p.x] == values[p.y], values[p.equal] == 1, "%%%d, %%%d with %d", p.x, p.y, v)
			}
		}
	})
	require.Positive(t, apart)
}

// A write to a row of a matrix is not read in another column, and is read in the same column where the rows are the
// same.
func TestColumnsOfAMatrix(t *testing.T) {
	b := word.NewBuilder()
	rows := [2]word.ID{b.ZExt(b.Leaf(word.Param, 4, 0), 32), b.ZExt(b.Leaf(word.Param, 4, 1), 32)}
	at := func(row int, column uint64) word.ID {
		return b.Add(b.Binary(word.Shl, rows[row], b.Uint(4, 32)), b.Uint(column, 32))
	}
	same := b.Eq(rows[0], rows[1])
	for k := range uint64(15) {
		require.Equal(t, b.Uint(0, 1), b.Eq(at(0, k), at(1, k+1)))
		require.Equal(t, same, b.Eq(at(0, k), at(1, k)))
	}
}

// The rows of a window around a position in a memory of 32 rows are never the same row.
func TestRowsOfAWindow(t *testing.T) {
	b := word.NewBuilder()
	at := b.ZExt(b.Leaf(word.Param, 5, 0), 32)
	row := func(k uint64) word.ID { return b.And(b.Add(at, b.Uint(k, 32)), b.Uint(31, 32)) }
	for k := range uint64(15) {
		require.Equal(t, b.Uint(0, 1), b.Eq(at, row(k+1)))
		require.Equal(t, b.Uint(1, 1), b.Ne(row(k), row(15)))
	}
}

// The columns of a row are never the same cell, however long rows are.
func TestColumnsOfARow(t *testing.T) {
	b := word.NewBuilder()
	row := b.ZExt(b.Leaf(word.Param, 5, 0), 32)
	by13, by16 := b.Binary(word.Mul, row, b.Uint(13, 32)), b.Binary(word.Shl, row, b.Uint(4, 32))
	for k := range uint64(15) {
		require.Equal(t, b.Uint(0, 1), b.Eq(b.Add(by13, b.Uint(k, 32)), b.Add(by13, b.Uint(k+1, 32))))
		require.Equal(t, b.Uint(0, 1), b.Eq(b.Or(by16, b.Uint(k, 32)), b.Or(by16, b.Uint(k+1, 32))))
		require.Equal(t, b.Uint(0, 1), b.Eq(b.Or(by16, b.Uint(k+1, 32)), by16))
	}
	require.NotEqual(t, b.Uint(0, 1), b.Eq(b.Or(by13, b.Uint(1, 32)), by13))
}
