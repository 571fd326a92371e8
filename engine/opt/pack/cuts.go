package pack

import (
	"cmp"
	"slices"

	"simten.dev/engine/word"
)

// A cut of a gate is a set of up to three values that decide it, with the table of the function. Adder cells are
// found by what they compute, so it does not matter of which gates they are made.
type cut struct {
	leaves [3]word.ID // ascending; None at the end
	table  uint8      // bit k is the value where leaf i is bit i of k
}

// maxCuts is the number of cuts that are kept of a gate.
const maxCuts = 5

// cutBeats: the cuts of one gate take the time of so many other steps.
const cutBeats = 8

// variables are the tables of the three leaves themselves.
var variables = [3]uint8{0xaa, 0xcc, 0xf0}

func (c *cut) size() int {
	n := 0
	for n < 3 && c.leaves[n] != word.None {
		n++
	}
	return n
}

// cuts finds the cuts of all gates.
func (v *view) cuts() [][]cut {
	all := make([][]cut, len(v.gates))
	room := make([]cut, 0, maxCuts*v.count)
	var lists [3][]cut
	var trivial [3]cut
	var merged []cut
	for i := range v.gates {
		v.pause.MaybeYield(i * cutBeats)
		g := &v.gates[i]
		if g.kind == word.Invalid {
			continue
		}
		operands := [3]lit{g.a, g.b, g.c}
		for k, l := range operands {
			lists[k] = lists[k][:0]
			if l < 0 {
				trivial[k] = cut{[3]word.ID{word.None, word.None, word.None}, 0}
				lists[k] = append(lists[k], trivial[k].flip(l == one))
				continue
			}
			trivial[k] = cut{[3]word.ID{l.id(), word.None, word.None}, variables[0]}
			lists[k] = append(lists[k], trivial[k].flip(l.inverted()))
			for _, c := range all[l.id()] {
				lists[k] = append(lists[k], c.flip(l.inverted()))
			}
		}
		merged = merged[:0]
		for x := range lists[0] {
			for y := range lists[1] {
				for z := range lists[2] {
					a, b, c := &lists[0][x], &lists[1][y], &lists[2][z]
					leaves, ok := union(a.leaves, b.leaves)
					if !ok {
						continue
					}
					if leaves, ok = union(leaves, c.leaves); !ok {
						continue
					}
					ta, tb := a.over(leaves), b.over(leaves)
					t := uint8(0)
					switch g.kind {
					case word.And:
						t = ta & tb
					case word.Or:
						t = ta | tb
					case word.Xor:
						t = ta ^ tb
					case word.Mux:
						t = ta&tb | ^ta&c.over(leaves)
					}
					merged = keep(merged, cut{leaves, t})
				}
			}
		}
		slices.SortStableFunc(merged, func(a, b cut) int {
			return cmp.Or(a.size()-b.size(), int(a.last()-b.last())) // few leaves, and early ones
		})
		if len(merged) > maxCuts {
			merged = merged[:maxCuts]
		}
		from := len(room)
		room = append(room, merged...)
		all[i] = room[from:len(room):len(room)]
	}
	return all
}

func (c cut) flip(by bool) cut {
	if by {
		c.table = ^c.table
	}
	return c
}

// keep adds a cut unless fewer of its leaves decide the gate, and drops those that it makes needless.
func keep(list []cut, c cut) []cut {
	for i := range list {
		if list[i].within(&c) {
			return list
		}
	}
	return append(slices.DeleteFunc(list, func(x cut) bool { return c.within(&x) }), c)
}

// within reports whether all leaves of a cut are leaves of another one.
func (c *cut) within(other *cut) bool {
	for _, l := range c.leaves {
		if l != word.None && l != other.leaves[0] && l != other.leaves[1] && l != other.leaves[2] {
			return false
		}
	}
	return true
}

// last is the leaf that is computed last.
func (c *cut) last() word.ID { return c.leaves[max(0, c.size()-1)] }

// union merges two ascending lists of leaves, if three are enough.
func union(a, b [3]word.ID) ([3]word.ID, bool) {
	u := [3]word.ID{word.None, word.None, word.None}
	n, i, j := 0, 0, 0
	for {
		x, y := word.None, word.None
		if i < 3 {
			x = a[i]
		}
		if j < 3 {
			y = b[j]
		}
		if x == word.None && y == word.None {
			return u, true
		}
		if n == 3 {
			return u, false
		}
		switch {
		case y == word.None || x != word.None && x < y:
			u[n] = x
			i++
		case x == word.None || y < x:
			u[n] = y
			j++
		default:
			u[n] = x
			i++
			j++
		}
		n++
	}
}

// over is the table of a cut with its leaves at the places that they have among others.
func (c *cut) over(leaves [3]word.ID) uint8 {
	if c.leaves == leaves {
		return c.table
	}
	var at [3]uint
	n := 0
	for k, l := range leaves {
		if n < 3 && l != word.None && c.leaves[n] == l {
			at[n] = uint(k)
			n++
		}
	}
	t := uint8(0)
	for k := range uint(8) {
		from := uint(0)
		for i := range n {
			from |= k >> at[i] & 1 << uint(i)
		}
		t |= c.table >> from & 1 << k
	}
	return t
}
