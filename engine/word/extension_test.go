package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// signs are the ways to write the low n bits of a value of w bits with their sign copied upward, to the whole word.
var signs = map[string]func(b *word.Builder, x word.ID, w, n int) word.ID{
	"shifts": func(b *word.Builder, x word.ID, w, n int) word.ID {
		count := b.Uint(uint64(w-n), 32)
		return b.Binary(word.AShr, b.Binary(word.Shl, x, count), count)
	},
	"copies": func(b *word.Builder, x word.ID, w, n int) word.ID {
		low := b.And(x, b.Uint(word.Mask64(uint(n)), w))
		sign := b.Binary(word.LShr, low, b.Uint(uint64(n-1), 32))
		return b.Or(b.Binary(word.Shl, b.Sub(b.Uint(0, w), sign), b.Uint(uint64(n), 32)), low)
	},
	"copies of a bit": func(b *word.Builder, x word.ID, w, n int) word.ID {
		sign := b.Mux(b.Slice(x, n-1, 1), b.Uint(word.Mask64(uint(w-n)), w), b.Uint(0, w))
		return b.Or(b.Binary(word.Shl, sign, b.Uint(uint64(n), 32)), b.ZExt(b.Slice(x, 0, n), w))
	},
	"ones": func(b *word.Builder, x word.ID, w, n int) word.ID {
		low := b.ZExt(b.Slice(x, 0, n), w)
		set := b.Ne(b.And(x, b.Uint(1<<(n-1), w)), b.Uint(0, w))
		return b.Mux(set, b.Or(low, b.Uint(^uint64(0)<<n, w)), low)
	},
	"less": func(b *word.Builder, x word.ID, w, n int) word.ID {
		top := b.Uint(1<<(n-1), w)
		return b.Sub(b.Xor(b.And(x, b.Uint(word.Mask64(uint(n)), w)), top), top)
	},
}

func TestSignsAreExtensions(t *testing.T) {
	for name, sign := range signs {
		for _, w := range []int{8, 13, 32, 33, 64} {
			for n := 2; n < w; n++ {
				b := word.NewBuilder()
				x := b.Leaf(word.Param, w, 0)
				id := sign(b, x, w, n)
				if w-n > 1 { // one copy is a bit that is put to another place
					require.Equal(t, b.SExt(b.Slice(x, 0, n), w), id, "%s, %d of %d bits", name, n, w)
				}
				for _, given := range []uint64{0, 1 << (n - 1), word.Mask64(uint(n)) &^ (1 << (n - 1)), word.Mask64(uint(w)), 0xfedcba9876543210 & word.Mask64(uint(w))} {
					v := values(t, &b.Graph, []circuit.Value{circuit.Uint(given)})
					want := uint64(int64(given<<(64-n))>>(64-n)) & word.Mask64(uint(w))
					require.Equal(t, circuit.Uint(want), v[id], "%s of %x, %d of %d bits", name, given, n, w)
				}
			}
		}
	}
}

// The same by value, with copies of other bits, ones elsewhere, and numbers that need no extension.
func TestSignsByValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		w := rapid.SampledFrom([]int{8, 20, 32, 40, 64}).Draw(t, "width")
		all := word.Mask64(uint(w))
		type value struct {
			id word.ID
			is uint64
		}
		given := []uint64{rapid.Uint64().Draw(t, "x") & all, rapid.Uint64().Draw(t, "y") & all}
		words := []value{{b.Leaf(word.Param, w, 0), given[0]}, {b.Leaf(word.Param, w, 1), given[1]}}
		number := func(name string, from, to int) int { return rapid.IntRange(from, to).Draw(t, name) }
		draw := func() value { return words[number("word", 0, len(words)-1)] }
		for range number("operations", 1, 12) {
			v, other := draw(), draw()
			n, m := number("n", 1, w-1), number("m", 1, w-1)
			count := func(n int) word.ID { return b.Uint(uint64(n), 32) }
			low := uint64(1)<<n - 1
			bit := v.is >> (m - 1) & 1
			switch rapid.SampledFrom([]string{"left", "right", "copies", "ones", "less", "sum", "product", "mask", "part"}).Draw(t, "kind") {
			case "left":
				words = append(words, value{b.Binary(word.Shl, v.id, count(n)), v.is << n & all})
			case "right":
				words = append(words, value{b.Binary(word.AShr, v.id, count(n)), uint64(int64(v.is<<(64-w))>>(64-w)>>n) & all})
			case "copies": // of a bit that may be another than the highest
				ones := word.Mask64(uint(number("ones", 1, w)))
				copies := b.And(b.Sub(b.Uint(0, w), b.ZExt(b.Slice(v.id, m-1, 1), w)), b.Uint(ones, w))
				words = append(words, value{b.Or(b.Binary(word.Shl, copies, count(n)), b.And(v.id, b.Uint(low, w))), (-bit&ones)<<n&all | v.is&low})
			case "ones":
				ones := word.Mask64(uint(number("ones", 1, w))) << n & all
				x := b.And(v.id, b.Uint(low, w))
				want := v.is & low
				if bit != 0 {
					want |= ones
				}
				words = append(words, value{b.Mux(b.Slice(v.id, m-1, 1), b.Or(x, b.Uint(ones, w)), x), want})
			case "less":
				x := b.And(v.id, b.Uint(low, w))
				top := uint64(1) << (m - 1)
				words = append(words, value{b.Sub(b.Xor(x, b.Uint(top, w)), b.Uint(top, w)), (v.is&low ^ top) - top})
				words[len(words)-1].is &= all
			case "sum":
				words = append(words, value{b.Add(v.id, other.id), (v.is + other.is) & all})
			case "product":
				words = append(words, value{b.Binary(word.Mul, v.id, other.id), v.is * other.is & all})
			case "mask":
				words = append(words, value{b.And(v.id, b.Uint(low, w)), v.is & low})
			case "part": // of a sum with a number that is narrower, with its sign
				sign := b.SExt(b.Slice(v.id, 0, m), max(m, n))
				sum := b.Add(b.ZExt(sign, w), other.id)
				want := uint64(int64(v.is<<(64-m))>>(64-m)) & word.Mask64(uint(max(m, n)))
				words = append(words, value{b.ZExt(b.Slice(sum, 0, n), w), (want + other.is) & low})
			}
		}
		v := values(t, &b.Graph, []circuit.Value{circuit.Uint(given[0]), circuit.Uint(given[1])})
		for i, x := range words {
			require.Equal(t, circuit.Uint(x.is), v[x.id], "word %d", i)
		}
	})
}
