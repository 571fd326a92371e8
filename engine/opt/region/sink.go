package region

import (
	"slices"

	"simten.dev/engine/word"
)

// A value that only some cases of a switch need is computed in each of those. That makes code longer and none of it
// slower: of the cases one is taken.

// sinker finds the sides of operations.
type sinker struct {
	*Tree
	users  [][]int32 // by operation: sides on which it is needed
	alias  []int32   // by side: another one of the switch on which all is the same
	budget int       // of operations that are computed on one more side
}

// sink lists the sides on which each operation is computed: the one that Side gives, or some within it. fixed ones
// stay.
func (t *Tree) sink(ops []word.ID, operands func(id word.ID, dst []word.ID) []word.ID, fixed func(id word.ID) bool) map[word.ID][]int32 {
	if !slices.ContainsFunc(t.Regions, func(r Region) bool { return r.Kept && r.Switch != 0 }) {
		return nil
	}
	s := &sinker{Tree: t, users: make([][]int32, len(t.graph.Ops)), alias: make([]int32, len(t.Sides)), budget: len(ops)}
	index := map[word.ID]int{}
	own := make([]bool, len(t.Sides)) // sides that have something of their own
	for i := range s.alias {
		s.alias[i] = int32(i)
	}
	for _, id := range ops {
		if !t.Absent(id) {
			own[t.Side(id)] = true
		}
	}
	for i := range t.Regions {
		r := &t.Regions[i]
		if !r.Kept {
			continue
		}
		for k, id := range r.Muxes {
			index[id] = k
		}
		own[r.In] = true
	}
	for i := range t.Regions {
		if t.Regions[i].Kept {
			s.unify(&t.Regions[i], own)
			s.need(t.Regions[i].Condition, t.Regions[i].In)
		}
	}
	sides := make(map[word.ID][]int32, len(ops))
	var list []word.ID
	for _, id := range slices.Backward(ops) {
		if t.Absent(id) {
			continue
		}
		if at := t.Region(id); at >= 0 {
			s.choices(&t.Regions[at], index[id])
			continue
		}
		sides[id] = s.sides(id, fixed(id))
		list = operands(id, list[:0])
		for _, o := range list {
			for _, side := range sides[id] {
				s.need(o, side)
			}
		}
	}
	return sides
}

// unify finds the sides of a switch on which all is the same.
func (s *sinker) unify(r *Region, own []bool) {
	for k := range r.Sides {
		for j := range k {
			if !own[r.Sides[k]] && !slices.ContainsFunc(r.Leaves, func(leaves []word.ID) bool { return leaves[j] != leaves[k] }) {
				s.alias[r.Sides[k]] = r.Sides[j]
				break
			}
		}
	}
}

func (s *sinker) need(id word.ID, side int32) {
	if id < 0 || !s.inside(id) {
		return
	}
	if side = s.alias[side]; !slices.Contains(s.users[id], side) {
		s.users[id] = append(s.users[id], side)
	}
}

// choices notes what a multiplexer of a region needs.
func (s *sinker) choices(r *Region, i int) {
	if r.Switch == 0 {
		s.need(r.Choices[i].Then, r.Then)
		s.need(r.Choices[i].Else, r.Else)
		return
	}
	for k, leaf := range r.Leaves[i] {
		s.need(leaf, r.Sides[k])
	}
}

// sides decides about one operation, all users of which are known.
func (s *sinker) sides(id word.ID, fixed bool) []int32 {
	side := s.Side(id)
	stay := []int32{side}
	if fixed || len(s.users[id]) == 0 {
		return stay
	}
	var inner, list []int32 // the sides of a switch, and within those the sides
	for _, at := range s.users[id] {
		below := at
		for below != Always && s.Regions[s.Sides[below].Region].In != side {
			below = s.Regions[s.Sides[below].Region].In
		}
		if below == Always || s.Regions[s.Sides[below].Region].Switch == 0 || len(inner) > 0 && s.Sides[below].Region != s.Sides[inner[0]].Region {
			return stay
		}
		if i := slices.Index(inner, below); i >= 0 {
			list[i] = s.common(list[i], at)
			continue
		}
		inner, list = append(inner, below), append(list, at)
	}
	if s.budget < len(list)-1 {
		return stay
	}
	s.budget -= len(list) - 1
	return list
}
