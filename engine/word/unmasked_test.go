package word_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// A shift drops bits; what clears them before is not there. A mask that clears others, too, stays.
func TestMasksThatAShiftMakesAre(t *testing.T) {
	for _, w := range []int{8, 20, 32, 64} {
		for count := 1; count < w; count++ {
			for low := 0; low <= w; low++ {
				for _, kind := range []word.Kind{word.Shl, word.LShr} {
					b := word.NewBuilder()
					x := b.Leaf(word.Param, w, 0)
					mask := ^uint64(0) << low // clears the bits below low, or those above
					needless := low <= count
					if kind == word.Shl {
						mask, needless = 1<<low-1, low >= w-count
					}
					shift := func(x word.ID) word.ID { return b.Binary(kind, x, b.Uint(uint64(count), 32)) }
					plain := shift(x)
					require.Equal(t, needless, plain == shift(b.And(x, b.Uint(mask, w))), "%v by %d of %d bits, mask from %d", kind, count, w, low)
					if kind == word.Shl && low > 0 {
						require.Equal(t, needless, plain == shift(b.ZExt(b.Slice(x, 0, low), w)), "by %d of %d bits, %d are left", count, w, low)
					}
				}
			}
		}
	}
}

// The same by value, for words that are parts of longer ones, too.
func TestShiftsOfMasks(t *testing.T) {
	const long, low64 = 100, 0xfedcba9876543210
	for _, w := range []int{5, 8, 20, 32, 40, 64} {
		b := word.NewBuilder()
		x, y := b.Leaf(word.Param, w, 0), b.Leaf(word.Param, long, 1)
		ones := uint64(math.MaxUint64) >> (64 - w)
		given := low64 & ones
		var want []uint64
		var got []word.ID
		add := func(kind word.Kind, of word.ID, value uint64, count int) {
			got = append(got, b.Binary(kind, of, b.Uint(uint64(count), 32)))
			if kind == word.Shl {
				want = append(want, value<<count&ones)
			} else {
				want = append(want, value>>count)
			}
		}
		for count := 1; count < w; count++ {
			for low := 1; low < w; low++ {
				below := uint64(1)<<low - 1
				for _, mask := range []uint64{below, ones &^ below, 0xf0f0f0f0f0f0f0f0 & ones} {
					for _, kind := range []word.Kind{word.Shl, word.LShr} {
						add(kind, b.And(x, b.Uint(mask, w)), given&mask, count)
						add(kind, b.And(b.ZExt(b.Slice(y, 0, low), w), b.Uint(mask, w)), low64&below&mask, count)
					}
				}
				for _, kind := range []word.Kind{word.Shl, word.LShr} {
					add(kind, b.ZExt(b.Slice(x, 0, low), w), given&below, count)
					add(kind, b.ZExt(b.Slice(y, 0, low), w), low64&below, count)
					add(kind, b.ZExt(b.Slice(y, 4, low), w), low64>>4&below, count)
				}
			}
		}
		v := values(t, &b.Graph, []circuit.Value{circuit.Uint(given), circuit.Uint(low64)})
		for i, id := range got {
			require.Equal(t, circuit.Uint(want[i]), v[id], "%d of %d bits", i, w)
		}
	}
}
