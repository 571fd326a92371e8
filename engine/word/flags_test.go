package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/word"
)

// Bits that are tested, put to other places and collected are what they are one by one, in words of several widths.
func TestStatusWords(t *testing.T) {
	type value struct {
		id    word.ID
		width int
		of    func(x, y uint64) uint64
	}
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		wx, wy := rapid.SampledFrom([]int{8, 16, 32, 33, 64}).Draw(t, "x"), rapid.SampledFrom([]int{8, 32, 64}).Draw(t, "y")
		words := []value{
			{b.Leaf(word.Param, wx, 0), wx, func(x, _ uint64) uint64 { return x }},
			{b.Leaf(word.Param, wy, 1), wy, func(_, y uint64) uint64 { return y }},
		}
		var bits []value
		number := func(name string, n int) int { return rapid.IntRange(0, n-1).Draw(t, name) }
		draw := func() value { return words[number("word", len(words))] }
		same := func(width int) value { // another word of the width
			v := draw()
			return value{b.Resize(v.id, width), width, func(x, y uint64) uint64 { return v.of(x, y) & word.Mask64(uint(width)) }}
		}
		bit := func() value {
			if len(bits) > 0 {
				return bits[number("bit", len(bits))]
			}
			return value{b.Slice(words[0].id, 0, 1), 1, func(x, _ uint64) uint64 { return x & 1 }}
		}
		for range rapid.IntRange(1, 25).Draw(t, "operations") {
			v := draw()
			w := v.width
			all := word.Mask64(uint(w))
			k, j := number("from", w), number("to", w)
			one, two := uint64(1)<<k, uint64(1)<<j
			c := bit()
			add := func(id word.ID, of func(x, y uint64) uint64) {
				words = append(words, value{id, w, func(x, y uint64) uint64 { return of(x, y) & all }})
			}
			switch rapid.SampledFrom([]string{"test", "test", "compare", "flag", "flag", "choice", "either", "move", "masks", "and", "shift", "xor", "constants", "lowest", "lowest"}).Draw(t, "kind") {
			case "test":
				against, kind := rapid.SampledFrom([]uint64{0, one, two}).Draw(t, "against"), rapid.SampledFrom([]word.Kind{word.Eq, word.Ne}).Draw(t, "equal")
				bits = append(bits, value{b.Compare(kind, b.And(v.id, b.Uint(one, w)), b.Uint(against, w)), 1, func(x, y uint64) uint64 {
					return number01((v.of(x, y)&one == against) == (kind == word.Eq))
				}})
			case "compare":
				bits = append(bits, value{b.Eq(v.id, b.Uint(one, w)), 1, func(x, y uint64) uint64 { return number01(v.of(x, y) == one) }})
			case "flag":
				add(b.Mux(c.id, b.Or(v.id, b.Uint(two, w)), v.id), func(x, y uint64) uint64 { return v.of(x, y) | c.of(x, y)<<j })
			case "choice": // one of two sets of flags beside others
				m, n := rapid.Uint64().Draw(t, "m")&all, rapid.Uint64().Draw(t, "n")&all
				if rapid.Bool().Draw(t, "one more") {
					n = m ^ two
				}
				add(b.Mux(c.id, b.Or(v.id, b.Uint(m, w)), b.Or(v.id, b.Uint(n, w))), func(x, y uint64) uint64 {
					return v.of(x, y) | m*c.of(x, y) | n*(1-c.of(x, y))
				})
			case "either":
				add(b.Mux(c.id, b.Uint(one, w), b.Uint(0, w)), func(x, y uint64) uint64 { return c.of(x, y) << k })
			case "move":
				add(b.Or(v.id, b.Binary(word.Shl, b.ZExt(c.id, w), b.Uint(uint64(j), 32))), func(x, y uint64) uint64 { return v.of(x, y) | c.of(x, y)<<j })
			case "masks":
				m, n := rapid.Uint64().Draw(t, "m")&all, rapid.Uint64().Draw(t, "n")&all
				other := same(w)
				add(b.Or(b.Or(b.And(v.id, b.Uint(m, w)), other.id), b.And(v.id, b.Uint(n, w))), func(x, y uint64) uint64 { return v.of(x, y)&(m|n) | other.of(x, y) })
			case "and":
				other := same(w)
				add(b.And(v.id, other.id), func(x, y uint64) uint64 { return v.of(x, y) & other.of(x, y) })
			case "xor":
				other := same(w)
				add(b.Xor(v.id, other.id), func(x, y uint64) uint64 { return v.of(x, y) ^ other.of(x, y) })
			case "shift":
				add(b.Binary(word.LShr, v.id, b.Uint(uint64(k), 32)), func(x, y uint64) uint64 { return v.of(x, y) >> k })
			case "lowest": // without the lowest ones, of which so many are taken
				id, times := v.id, 1+number("times", 4)
				for range times {
					id = b.And(id, b.Add(id, b.Ones(w)))
				}
				add(id, func(x, y uint64) uint64 {
					left := v.of(x, y)
					for range times {
						left &= left - 1
					}
					return left
				})
			case "constants":
				add(b.Mux(c.id, b.Uint(two, w), v.id), func(x, y uint64) uint64 { return two*c.of(x, y) + v.of(x, y)*(1-c.of(x, y)) })
			}
		}
		for range 20 {
			x, y := rapid.Uint64().Draw(t, "x")&word.Mask64(uint(wx)), rapid.Uint64().Draw(t, "y")&word.Mask64(uint(wy))
			got := run(t, &b.Graph, x, y)
			for i, v := range append(bits, words...) {
				require.Equal(t, v.of(x, y), got[v.id], "value %d of %#x, %#x", i, x, y)
			}
		}
	})
}

func number01(holds bool) uint64 {
	if holds {
		return 1
	}
	return 0
}

// A value without its lowest one, as often as it has bits, is 0.
func TestTheLastOneIsTaken(t *testing.T) {
	for _, width := range []int{1, 2, 16, 31, 32, 64} {
		b := word.NewBuilder()
		v := b.ZExt(b.Leaf(word.Param, width, 0), max(width, 32))
		for range width {
			require.NotEqual(t, word.Const, b.Ops[v].Kind)
			v = b.And(v, b.Add(v, b.Ones(b.Width(v))))
		}
		require.Equal(t, b.Uint(0, b.Width(v)), v)
	}
}

// Flags that are bits of a result at their own places are one mask of it, whatever is collected between them; one at
// another place is a mask of the result, shifted.
func TestFlagsAreMasks(t *testing.T) {
	b := word.NewBuilder()
	v, other := b.Add(b.Leaf(word.Param, 32, 0), b.Leaf(word.Param, 32, 1)), b.ZExt(b.Eq(b.Leaf(word.Param, 32, 0), b.Uint(7, 32)), 32)
	flag := func(f word.ID, from, to uint64) word.ID {
		test := b.Ne(b.And(v, b.Uint(from, 32)), b.Uint(0, 32))
		return b.Mux(test, b.Or(f, b.Uint(to, 32)), f)
	}
	f := flag(flag(b.Or(flag(b.Uint(0, 32), 8, 8), other), 32, 32), 128, 128)
	require.Equal(t, b.Or(b.And(v, b.Uint(0xa8, 32)), other), f)
	require.Equal(t, b.And(b.Binary(word.LShr, v, b.Uint(3, 32)), b.Uint(4, 32)), flag(b.Uint(0, 32), 32, 4))
}
