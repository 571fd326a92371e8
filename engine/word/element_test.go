package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// values computes all operations of a graph whose parameters have these values, by their definition.
func values(t require.TestingT, g *word.Graph, parameters []circuit.Value) []circuit.Value {
	list := make([]circuit.Value, len(g.Ops))
	for i := range g.Ops {
		op := &g.Ops[i]
		require.NoError(t, g.CheckOp(i, circuit.MaxWidth))
		if op.Kind == word.Param {
			list[i] = parameters[op.Imm]
			continue
		}
		var v [3]circuit.Value
		for k, o := range op.Operands(nil) {
			v[k] = list[o]
		}
		n := 0
		if op.A != word.None {
			n = int(g.Ops[op.A].Width)
		}
		r, ok := g.Apply(op, n, v[0], v[1], v[2])
		require.True(t, ok)
		require.LessOrEqual(t, r.Len(), int(op.Bits), "the bits of %%%d", i)
		list[i] = r
	}
	return list
}

// Elements that are read from arrays which were changed, chosen between and taken apart are those of lists to which the
// same was done.
func TestElements(t *testing.T) {
	joined := 0
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		lane := rapid.SampledFrom([]int{8, 16, 32, 64}).Draw(t, "lane")
		n := rapid.SampledFrom([]int{9, 10, 16}).Draw(t, "elements")
		cond, small := b.Leaf(word.Param, 1, 0), b.Leaf(word.Param, 4, 1)
		parameters := []circuit.Value{circuit.Uint(rapid.Uint64Range(0, 1).Draw(t, "condition")), circuit.Uint(rapid.Uint64Range(0, 15).Draw(t, "index"))}
		holds, at := parameters[0].Lo != 0, int(parameters[1].Lo)

		// an array, and what is in it
		type state struct {
			id   word.ID
			list []uint64
		}
		number := func(k int) (word.ID, uint64) {
			v := uint64(k*37+5) & word.Mask64(uint(lane))
			if k%3 == 0 {
				return b.Resize(small, lane), uint64(at)
			}
			return b.Uint(v, lane), v
		}
		first := state{list: make([]uint64, n)}
		first.id, first.list[0] = number(0)
		for k := 1; k < n; k++ {
			var id word.ID
			id, first.list[k] = number(k)
			first.id = b.Concat(id, first.id)
		}
		states := []state{first}
		type read struct {
			id   word.ID
			want uint64
		}
		var reads []read
		index := func() (word.ID, int) {
			switch k := rapid.IntRange(0, n+1).Draw(t, "k"); rapid.IntRange(0, 2).Draw(t, "kind of index") {
			case 0:
				return b.Uint(uint64(k), 8), k
			case 1:
				other := at
				if !holds {
					other = k
				}
				return b.Mux(cond, b.ZExt(small, 32), b.Uint(uint64(k), 32)), other
			}
			return small, at
		}
		for step := range rapid.IntRange(1, 20).Draw(t, "steps") {
			x := states[len(states)-1-rapid.IntRange(0, min(len(states)-1, 3)).Draw(t, "state")]
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0, 1:
				id, k := index()
				v, is := number(step)
				y := state{b.Insert(x.id, id, v), append([]uint64(nil), x.list...)}
				if k < n {
					y.list[k] = is
				}
				states = append(states, y)
			case 2:
				y := states[rapid.IntRange(0, len(states)-1).Draw(t, "other")]
				if b.Joins(x.id, y.id) {
					joined++
				}
				z := state{b.Mux(cond, x.id, y.id), y.list}
				if holds {
					z.list = x.list
				}
				states = append(states, z)
			case 3:
				k := rapid.IntRange(0, n-1).Draw(t, "element")
				reads = append(reads, read{b.Slice(x.id, k*lane, lane), x.list[k]})
			case 4:
				id, k := index()
				want := uint64(0)
				if k < n {
					want = x.list[k]
				}
				reads = append(reads, read{b.Extract(x.id, id, lane), want})
			}
		}
		for _, x := range states {
			for k, want := range x.list {
				reads = append(reads, read{b.Slice(x.id, k*lane, lane), want})
			}
		}
		list := values(t, &b.Graph, parameters)
		for _, r := range reads {
			require.Equal(t, r.want, list[r.id].Lo)
		}
	})
	require.Positive(t, joined)
}

// A choice between two states of an array that few changes lead to is as many changes.
func TestChoicesBetweenStatesOfAnArray(t *testing.T) {
	b := word.NewBuilder()
	cond, x, index, v := b.Leaf(word.Param, 1, 0), b.Leaf(word.Param, 128, 1), b.Leaf(word.Param, 4, 2), b.Leaf(word.Param, 8, 3)
	one := b.Insert(x, index, v)
	two := b.Insert(one, b.Uint(3, 4), v)
	other := b.Insert(x, index, b.Uint(7, 8))

	z := b.Mux(cond, one, x)
	require.Equal(t, word.Insert, b.Ops[z].Kind, "one of them or none")
	require.Equal(t, x, b.Ops[z].A)
	z = b.Mux(cond, one, other)
	require.Equal(t, word.Insert, b.Ops[z].Kind, "one or the other, at the same place")
	require.Equal(t, index, b.Ops[b.Ops[z].B].A, "the index, in a few more bits")
	require.Equal(t, x, b.Ops[z].A)
	z = b.Mux(cond, two, other)
	require.Equal(t, word.Insert, b.Ops[z].Kind, "two on one way, one on the other")
	require.Equal(t, x, b.Ops[b.Ops[z].A].A)

	far := two
	for k := range uint64(4) {
		far = b.Insert(far, b.Uint(k+5, 4), v)
	}
	require.False(t, b.Joins(far, x))
	require.Equal(t, word.Mux, b.Ops[b.Mux(cond, far, x)].Kind, "too many")
	require.Equal(t, other, b.Insert(one, index, b.Uint(7, 8)), "a change that another one hides")
	require.Equal(t, x, b.Insert(x, b.Uint(16, 8), v), "outside")
}
