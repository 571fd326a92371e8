package tabulate_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/opt/tabulate"
	"simten.dev/engine/word"
	"simten.dev/engine/word/wordtest"
)

// run computes all operations of a graph, given its parameters.
func run(t require.TestingT, g *word.Graph, parameters ...uint64) []uint64 {
	values, err := wordtest.Values(g, parameters...)
	require.NoError(t, err)
	return values
}

// popCount adds the bits of a value of 8 bits.
func popCount(b *word.Builder, x word.ID) word.ID {
	n := b.Uint(0, 8)
	for i := range 8 {
		n = b.Add(n, b.ZExt(b.Slice(x, i, 1), 8))
	}
	return n
}

// A value of many operations on a few bits is a table; one of few operations, of one bit or of more bits stays. Of two
// widths of one value there is one table.
func TestFewBitsAreATable(t *testing.T) {
	for name, c := range map[string]struct {
		make   func(b *word.Builder, byte, other, wide word.ID) []word.ID
		tables int
	}{
		"many": {func(b *word.Builder, x, _, _ word.ID) []word.ID { return []word.ID{popCount(b, x)} }, 1},
		"few": {func(b *word.Builder, x, _, _ word.ID) []word.ID {
			return []word.ID{b.Add(b.Not(x), b.Binary(word.Mul, x, x))}
		}, 0},
		"of two values": {func(b *word.Builder, x, y, _ word.ID) []word.ID {
			return []word.ID{popCount(b, b.Add(b.Binary(word.Mul, x, y), x))}
		}, 1},
		"of a wide value": {func(b *word.Builder, _, _, w word.ID) []word.ID {
			return []word.ID{b.Add(w, b.Binary(word.Mul, w, b.Not(w)))}
		}, 0},
		"of a rest of it": {func(b *word.Builder, _, _, w word.ID) []word.ID {
			return []word.ID{popCount(b, b.Slice(b.Binary(word.URem, w, b.Uint(200, 32)), 0, 8))}
		}, 1},
		"one bit": {func(b *word.Builder, x, _, _ word.ID) []word.ID { return []word.ID{b.Ne(popCount(b, x), b.Uint(3, 8))} }, 0},
		"two widths": {func(b *word.Builder, x, _, _ word.ID) []word.ID {
			n := popCount(b, x)
			return []word.ID{b.ZExt(n, 32), b.Slice(n, 0, 4), b.Slice(n, 1, 3)}
		}, 1},
		"a part of another": {func(b *word.Builder, x, _, _ word.ID) []word.ID {
			n := popCount(b, x)
			return []word.ID{n, b.Add(b.Binary(word.Mul, n, n), x)}
		}, 1},
		"needed by a bit": {func(b *word.Builder, x, _, _ word.ID) []word.ID {
			n := popCount(b, x)
			return []word.ID{n, b.Eq(b.Xor(n, x), b.Uint(9, 8))}
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			b := word.NewBuilder()
			byte, other, wide := b.Leaf(word.Param, 8, 0), b.Leaf(word.Param, 8, 1), b.Leaf(word.Param, 32, 2)
			before := c.make(b, byte, other, wide)
			g, after := tabulated(&b.Graph, before)
			require.Equal(t, c.tables, wordtest.Needed(g, slices.Clone(after)...)[word.Table])
			for x := range uint64(256) {
				p := []uint64{x, x*7&255 ^ 3, x * 0x01030507 & 0xffffffff}
				sameResults(t, run(t, &b.Graph, p...), run(t, g, p...), before, after)
			}
		})
	}
}

// tabulated is tabulate.Graph with the roots given anew.
func tabulated(g *word.Graph, roots []word.ID) (*word.Graph, []word.ID) {
	after := slices.Clone(roots)
	var pointers []*word.ID
	for i := range after {
		pointers = append(pointers, &after[i])
	}
	return tabulate.Graph(g, pointers), after
}

func sameResults(t *testing.T, want, got []uint64, before, after []word.ID) {
	t.Helper()
	for i := range before {
		require.Equal(t, want[before[i]], got[after[i]], "root %d", i)
	}
}

// Random operations of which many follow from few bits stay what they are.
func TestTablesChangeNoValue(t *testing.T) {
	tables := 0
	for seed := range int64(3000) {
		r := rand.New(rand.NewSource(seed))
		b := word.NewBuilder()
		var leaves []word.ID
		widths := []int{2, 3, 4, 5, 8, 9, 32, 1}
		for i, w := range widths {
			leaves = append(leaves, b.Leaf(word.Param, w, uint64(i)))
		}
		few := leaves[r.Intn(5)]
		values := []word.ID{few}
		pick := func(width int) word.ID {
			x := few
			if k := r.Intn(40); k == 0 {
				x = leaves[r.Intn(len(leaves))]
			} else if k < 30 {
				x = values[len(values)-1-r.Intn(min(3, len(values)))]
			}
			if r.Intn(6) == 0 {
				x = b.Uint(r.Uint64()&15, 8)
			}
			return b.Resize(x, width)
		}
		kinds := []word.Kind{word.Xor, word.Add, word.Sub, word.Xor, word.Add, word.Sub, word.And, word.Or, word.Mul, word.UDiv, word.URem, word.SDiv, word.SRem}
		shifts := []word.Kind{word.Shl, word.LShr, word.AShr}
		compare := []word.Kind{word.Eq, word.Ne, word.ULt, word.SLe}
		var before []word.ID
		for range 5 + r.Intn(40) {
			w := []int{4, 8, 8, 12, 32, 64}[r.Intn(6)]
			var v word.ID
			switch r.Intn(10) {
			case 0:
				v = b.Mux(b.Resize(pick(1), 1), pick(w), pick(w))
			case 1:
				v = b.Compare(compare[r.Intn(len(compare))], pick(w), pick(w))
			case 2:
				v = b.Not(pick(w))
			case 3:
				v = b.Slice(pick(16), r.Intn(8), 1+r.Intn(8))
			case 4:
				v = b.Concat(pick(w), pick(5))
				if b.Width(v) > 64 {
					v = b.Slice(v, 3, 64)
				}
			case 5:
				v = b.Binary(shifts[r.Intn(len(shifts))], pick(w), pick(2))
			default:
				v = b.Binary(kinds[r.Intn(len(kinds))], pick(w), pick(w))
			}
			values = append(values, v)
			if r.Intn(12) == 0 {
				before = append(before, v)
			}
		}
		before = append(before, values[len(values)-1])
		g, after := tabulated(&b.Graph, before)
		tables += wordtest.Needed(g, slices.Clone(after)...)[word.Table]
		for range 12 {
			p := make([]uint64, len(widths))
			for i, w := range widths {
				p[i] = r.Uint64() & word.Mask64(uint(w))
			}
			sameResults(t, run(t, &b.Graph, p...), run(t, g, p...), before, after)
		}
	}
	require.Greater(t, tables, 200)
}
