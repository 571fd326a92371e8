package word_test

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/word"
)

// TestParity adds bits of two words up in trees of any form. The result equals the trees', and four bits or more of one
// word are one operation.
func TestParity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		width := rapid.SampledFrom([]int{4, 7, 8, 31, 32, 33, 64, 80}).Draw(t, "width")
		words := [2]word.ID{b.Leaf(word.Param, width, 0), b.Leaf(word.Param, width, 1)}
		maxWord := rapid.IntRange(0, 1).Draw(t, "words")
		type sum struct {
			id    word.ID
			masks [2]uint64
		}
		var sums []sum
		for range rapid.IntRange(2, 24).Draw(t, "bits") {
			w, at := rapid.IntRange(0, maxWord).Draw(t, "word"), rapid.IntRange(0, min(width, 64)-1).Draw(t, "at")
			s := sum{id: b.Slice(words[w], at, 1)}
			s.masks[w] = 1 << at
			sums = append(sums, s)
		}
		for len(sums) > 1 {
			i := rapid.IntRange(0, len(sums)-2).Draw(t, "join")
			x, y := sums[i], sums[i+1]
			sums = append(append(sums[:i:i], sum{b.Xor(x.id, y.id), [2]uint64{x.masks[0] ^ y.masks[0], x.masks[1] ^ y.masks[1]}}), sums[i+2:]...)
		}
		if bits.OnesCount64(sums[0].masks[0]) >= 4 && maxWord == 0 && width <= 64 {
			require.Equal(t, word.RedXor, b.Ops[sums[0].id].Kind)
		}
		for range 8 {
			x, y := rapid.Uint64().Draw(t, "x")&word.Mask64(uint(width)), rapid.Uint64().Draw(t, "y")&word.Mask64(uint(width))
			want := (bits.OnesCount64(x&sums[0].masks[0]) + bits.OnesCount64(y&sums[0].masks[1])) & 1
			require.EqualValues(t, want, run(t, &b.Graph, x, y)[sums[0].id])
		}
	})
}
