package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/word"
)

// TestLanes joins bits that are computed alike, in trees of any form, with some that are not. The result equals the
// trees', and eight bits or more that are alike are one comparison.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		width := rapid.SampledFrom([]int{8, 9, 16, 31, 32, 33, 64, 80}).Draw(t, "width")
		x, y := b.Leaf(word.Param, width, 0), b.Leaf(word.Param, width, 1)
		all := rapid.Bool().Draw(t, "all")
		odd := rapid.SampledFrom([]int{0, 0, 1, 4}).Draw(t, "odd") // bits of another form
		shape := rapid.IntRange(0, 5).Draw(t, "shape")
		type part struct {
			id   word.ID
			want func(x, y uint64) bool
		}
		lane := func(at, shape int, not bool) part {
			p, q := b.Slice(x, at, 1), b.Slice(y, at, 1)
			var r part
			switch shape {
			case 0:
				r = part{p, func(x, _ uint64) bool { return x>>at&1 == 1 }}
			case 1:
				r = part{b.And(p, q), func(x, y uint64) bool { return x&y>>at&1 == 1 }}
			case 2:
				r = part{b.Or(b.Not(p), q), func(x, y uint64) bool { return (^x|y)>>at&1 == 1 }}
			case 3:
				r = part{b.Xor(p, q), func(x, y uint64) bool { return (x^y)>>at&1 == 1 }}
			case 4:
				r = part{b.Mux(p, q, b.Not(p)), func(x, y uint64) bool { return (^x|x&y)>>at&1 == 1 }}
			default:
				r = part{q, func(_, y uint64) bool { return y>>at&1 == 1 }}
			}
			if not {
				was := r.want
				r = part{b.Not(r.id), func(x, y uint64) bool { return !was(x, y) }}
			}
			return r
		}
		var list []part
		not := rapid.Bool().Draw(t, "not")
		for at := range min(width, 64) {
			if rapid.IntRange(0, 9).Draw(t, "left out") > 0 {
				list = append(list, lane(at, shape, not))
			}
		}
		for range odd {
			list = append(list, lane(rapid.IntRange(0, min(width, 64)-1).Draw(t, "at"), rapid.IntRange(0, 5).Draw(t, "other"), rapid.Bool().Draw(t, "turned")))
		}
		alike := len(list) - odd
		for len(list) > 1 {
			i := rapid.IntRange(0, len(list)-2).Draw(t, "join")
			p, q := list[i], list[i+1]
			joined := part{b.And(p.id, q.id), func(x, y uint64) bool { return p.want(x, y) && q.want(x, y) }}
			if !all {
				joined = part{b.Or(p.id, q.id), func(x, y uint64) bool { return p.want(x, y) || q.want(x, y) }}
			}
			list = append(append(list[:i:i], joined), list[i+2:]...)
		}
		if len(list) == 0 {
			return
		}
		if odd == 0 && alike >= 8 && width <= 32 { // comparisons of the lower bits of wider words are narrowed
			require.LessOrEqual(t, operations(b, list[0].id), 9, "%v", b.Ops)
		}
		mask := word.Mask64(uint(min(width, 64)))
		for range 8 {
			x, y := rapid.Uint64().Draw(t, "x")&mask, rapid.Uint64().Draw(t, "y")&mask
			if rapid.Bool().Draw(t, "nearly") { // so that all of them hold now and then
				x, y = rapid.SampledFrom([]uint64{0, mask}).Draw(t, "xs"), rapid.SampledFrom([]uint64{0, mask}).Draw(t, "ys")
				x ^= mask & (1 << rapid.IntRange(0, 200).Draw(t, "but"))
			}
			want := uint64(0)
			if list[0].want(x, y) {
				want = 1
			}
			require.EqualValues(t, want, run(t, &b.Graph, x, y)[list[0].id])
		}
	})
}

// An operation code that is compared stays a comparison of its own, with a flag beside it.
func TestAFieldAndAFlagStayApart(t *testing.T) {
	b := word.NewBuilder()
	x := b.Leaf(word.Param, 32, 0)
	code := b.Eq(b.And(x, b.Uint(0x7f, 32)), b.Uint(0x33, 32))
	flag := b.Slice(x, 30, 1)
	both := b.And(code, flag)
	require.Equal(t, word.And, b.Ops[both].Kind)
	require.ElementsMatch(t, []word.ID{code, flag}, []word.ID{b.Ops[both].A, b.Ops[both].B})
}
