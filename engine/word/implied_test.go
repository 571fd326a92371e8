package word_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/word"
)

// A term that follows from the rest of a conjunction, or contradicts it, is dropped. That the values stay the same is
// what TestConditionsOnOneValue, TestBuilder and the test below hold.
func TestImplied(t *testing.T) {
	b := word.NewBuilder()
	x := b.Leaf(word.Param, 4, 0)
	bits := [4]word.ID{b.Leaf(word.Param, 1, 1), b.Leaf(word.Param, 1, 2), b.Leaf(word.Param, 1, 3), b.Leaf(word.Param, 1, 4)}
	p, q, r := b.Eq(x, b.Uint(1, 4)), b.Eq(x, b.Uint(2, 4)), b.Eq(x, b.Uint(3, 4))
	s, u, v, w := bits[0], bits[1], bits[2], bits[3]
	never, always := b.Uint(0, 1), b.Uint(1, 1)

	branch := b.And(b.And(p, s), u)
	require.Equal(t, branch, b.And(branch, b.Not(b.And(q, v))), "another case was not taken")
	require.Equal(t, branch, b.And(b.Not(b.And(v, b.And(r, w))), branch))
	require.Equal(t, branch, b.And(branch, b.Or(s, v)))
	require.Equal(t, never, b.And(branch, b.And(q, w)), "two cases at once")
	require.Equal(t, never, b.And(branch, b.Not(b.Or(v, b.And(p, u)))))

	any := b.Or(b.Or(v, w), p)
	require.Equal(t, any, b.Or(b.And(p, s), any), "a part of a case beside it")
	require.Equal(t, any, b.Or(any, b.And(s, b.And(u, w))))
	require.Equal(t, always, b.Or(any, b.Not(b.And(v, p))))

	require.NotEqual(t, branch, b.And(branch, b.Not(b.And(p, v))), "this case has conditions of its own")
	require.NotEqual(t, any, b.Or(b.And(q, s), any))
}

// Branches that do the same are one choice where their conditions are about one value.
func TestChoicesOfTheSame(t *testing.T) {
	b := word.NewBuilder()
	x, y, z, u := b.Leaf(word.Param, 4, 0), b.Leaf(word.Param, 8, 1), b.Leaf(word.Param, 8, 2), b.Leaf(word.Param, 1, 3)
	at := func(n uint64) word.ID { return b.Eq(x, b.Uint(n, 4)) }
	cases := b.Mux(at(7), y, b.Mux(at(2), y, b.Mux(at(5), y, z)))
	op := b.Ops[cases]
	require.Equal(t, word.Mux, op.Kind)
	require.Equal(t, y, op.B)
	require.Equal(t, z, op.C)
	require.Equal(t, b.Or(at(2), b.Or(at(5), at(7))), op.A)

	part := b.Mux(b.And(at(3), u), y, b.Mux(at(3), y, z))
	require.Equal(t, b.Mux(at(3), y, z), part)
	other := b.Mux(u, y, b.Mux(at(3), y, z))
	require.Equal(t, word.Mux, b.Ops[b.Ops[other].C].Kind, "conditions that have nothing in common stay apart")
}

// Random trees of conditions on two values and of bits, built as they are and without what the builder knows.
func TestImpliedIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := word.NewBuilder()
		x, y := b.Leaf(word.Param, 3, 0), b.Leaf(word.Param, 7, 1)
		type condition struct {
			id    word.ID
			holds func(in []uint64) bool
		}
		list := []condition{}
		for k := range 4 {
			list = append(list, condition{b.Leaf(word.Param, 1, uint64(2+k)), func(in []uint64) bool { return in[2+k] == 1 }})
		}
		for range rapid.IntRange(1, 4).Draw(t, "cases") {
			n := rapid.Uint64Range(0, 7).Draw(t, "case")
			list = append(list, condition{b.Eq(x, b.Uint(n, 3)), func(in []uint64) bool { return in[0] == n }},
				condition{b.Ne(y, b.Uint(n, 7)), func(in []uint64) bool { return in[1] != n }},
				condition{b.Compare(word.ULt, x, b.Uint(n, 3)), func(in []uint64) bool { return in[0] < n }})
		}
		draw := func() condition { return list[rapid.IntRange(0, len(list)-1).Draw(t, "operand")] }
		for range rapid.IntRange(1, 40).Draw(t, "operations") {
			p, q := draw(), draw()
			switch rapid.IntRange(0, 5).Draw(t, "kind") {
			case 0, 1, 2:
				list = append(list, condition{b.And(p.id, q.id), func(in []uint64) bool { return p.holds(in) && q.holds(in) }})
			case 3, 4:
				list = append(list, condition{b.Or(p.id, q.id), func(in []uint64) bool { return p.holds(in) || q.holds(in) }})
			default:
				list = append(list, condition{b.Not(p.id), func(in []uint64) bool { return !p.holds(in) }})
			}
		}
		for range 24 {
			in := []uint64{rapid.Uint64Range(0, 7).Draw(t, "x"), rapid.Uint64Range(0, 9).Draw(t, "y"), 0, 0, 0, 0}
			set := rapid.Uint64Range(0, 15).Draw(t, "bits")
			for k := range 4 {
				in[2+k] = set >> k & 1
			}
			values := run(t, &b.Graph, in...)
			for i, c := range list {
				require.Equal(t, c.holds(in), values[c.id] == 1, "condition %d for %v", i, in)
			}
		}
	})
}
