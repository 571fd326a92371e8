package word_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// A count goes up where something comes in, which it does while there is room, and down where something goes out, which
// it does while there is something: it stays where it may be, in whatever form it is written.
func TestBoundsOfACount(t *testing.T) {
	for _, width := range []int{4, 7, 32} {
		b := word.NewBuilder()
		count := b.Leaf(word.Param, width, 0)
		full, empty := b.Uint(8, width), b.Uint(0, width)
		in, out := b.Leaf(word.Param, 1, 1), b.Leaf(word.Param, 1, 2)
		push, pop := b.And(in, b.Compare(word.ULt, count, full)), b.And(b.Ne(count, empty), out)
		n := b.Resize(count, 32)
		one := b.Uint(1, 32)
		chosen := b.Mux(push, b.Add(n, one), n)
		known := map[word.ID]word.Range{count: {Lo: 0, Hi: 8}}
		for name, next := range map[string]word.ID{
			"chosen": b.Mux(pop, b.Sub(chosen, one), chosen),
			"added":  b.Sub(b.Add(n, b.ZExt(push, 32)), b.ZExt(pop, 32)),
			"cut":    b.Slice(b.Mux(pop, b.Sub(chosen, one), chosen), 0, width),
		} {
			bound, ok := b.Bounds(next, known)
			require.True(t, ok, name)
			require.Equal(t, word.Range{Lo: 0, Hi: 8}, bound, "%s, %d bits", name, width)
		}
		bound, ok := b.Bounds(b.Sub(chosen, one), known)
		require.True(t, ok)
		require.Equal(t, word.Range{Lo: -1, Hi: 7}, bound, "nothing says that there is something")
	}
}

// computed is values, by another name where there are values.
var computed = values

// TestBounds: a value is one of the numbers that are found, modulo its width, whatever its parameters are.
func TestBounds(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, below int) int { return rapid.IntRange(0, below-1).Draw(t, name) }
		b := word.NewBuilder()
		known := map[word.ID]word.Range{}
		var parameters []circuit.Value
		leaf := func(width int) word.ID {
			x := b.Leaf(word.Param, width, uint64(len(parameters)))
			v := rapid.Uint64().Draw(t, "value") & word.Mask64(uint(width))
			if number("small", 2) == 0 {
				v &= 15
			}
			if v < 1<<40 && number("known", 2) == 0 {
				known[x] = word.Range{Lo: max(0, int64(v)-int64(number("less", 9))), Hi: min(int64(v)+int64(number("more", 9)), int64(word.Mask64(uint(min(width, 50)))))}
			}
			parameters = append(parameters, circuit.Uint(v))
			return x
		}
		widths := []int{4, 8, 32, 64}
		var values, conditions []word.ID
		for range 3 {
			values = append(values, leaf(widths[number("width", len(widths))]))
		}
		conditions = append(conditions, leaf(1), leaf(1))
		value := func(width int) word.ID {
			x := values[number("operand", len(values))]
			switch number("form", 5) {
			case 0:
				return b.Uint([]uint64{0, 1, 7, 8, math.MaxUint64, uint64(number("constant", 20))}[number("which", 6)]&word.Mask64(uint(width)), width)
			case 1:
				return b.ResizeSigned(x, width)
			case 2:
				return b.ZExt(conditions[number("bit", len(conditions))], width)
			}
			return b.Resize(x, width)
		}
		for range 2 + number("operations", 14) {
			w := widths[number("width", len(widths))]
			x, y := value(w), value(w)
			c, d := conditions[number("condition", len(conditions))], conditions[number("condition", len(conditions))]
			switch number("kind", 8) {
			case 0:
				values = append(values, b.Add(x, y))
			case 1:
				values = append(values, b.Sub(x, y))
			case 2, 3:
				values = append(values, b.Mux(c, x, y))
			case 4:
				conditions = append(conditions, b.Compare([]word.Kind{word.ULt, word.ULe, word.Eq, word.Ne}[number("comparison", 4)], x, y))
			case 5:
				conditions = append(conditions, b.Binary([]word.Kind{word.And, word.Or}[number("both", 2)], c, d))
			case 6:
				conditions = append(conditions, b.Not(c), b.NonZero(x))
			case 7:
				conditions = append(conditions, b.Slice(x, number("place", w), 1))
			}
		}
		is := computed(t, &b.Graph, parameters)
		for _, id := range values {
			bound, ok := b.Bounds(id, known)
			if !ok {
				continue
			}
			found++
			w := uint(b.Width(id))
			require.LessOrEqual(t, bound.Lo, bound.Hi)
			inside := uint64(bound.Hi-bound.Lo) >= word.Mask64(w) || (is[id].Lo-uint64(bound.Lo))&word.Mask64(w) <= uint64(bound.Hi-bound.Lo)
			require.True(t, inside, "%%%d is %d, not in %v", id, is[id].Lo, bound)
		}
	})
	require.Positive(t, found)
}
