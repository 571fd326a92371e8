package wasmgen

import (
	"slices"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/rtl/region"
)

// What is written to a memory, and where, matters when it is written only. It is computed under a condition that the write implies: the part of its
// enable that most writes have in common, the first of them, as that of the instruction whose loop makes them all.

// guard says under what condition the address and data of a write are needed.
type guard struct {
	condition     word.ID
	address, data word.ID
}

// guards finds the conditions of the writes of a step that is one function.
func (p *plan) guards() []guard {
	if !p.parts || !p.single() {
		return nil
	}
	var list []guard
	var enables [][]word.ID
	count := map[word.ID]int{}
	for i := range p.m.Memories {
		if p.m.Memories[i].Width > 64 {
			continue
		}
		for _, w := range p.m.Memories[i].Writes {
			if p.m.Ops[w.Enable].Kind == word.Const {
				continue
			}
			parts := p.conjunction(w.Enable)
			for _, part := range parts {
				count[part]++
			}
			list, enables = append(list, guard{w.Enable, w.Address, w.Data}), append(enables, parts)
		}
	}
	for i := range list {
		most := 1
		for _, part := range enables[i] {
			if count[part] > most {
				most, list[i].condition = count[part], part
			}
		}
	}
	return list
}

// mostConditions bounds the parts of an enable that are looked at.
const mostConditions = 32

// conjunction lists a condition and those that it is made of, which all hold when it does: each of them once, as parts may be shared.
func (p *plan) conjunction(id word.ID) []word.ID {
	list := []word.ID{id}
	for i := 0; i < len(list) && len(list) < mostConditions; i++ {
		if op := &p.m.Ops[list[i]]; op.Kind == word.And {
			for _, part := range [2]word.ID{op.A, op.B} {
				if !slices.Contains(list, part) {
					list = append(list, part)
				}
			}
		}
	}
	return list
}

// useGuarded notes what the writes need, first of all; the values that it gives are those that may be computed within a branch.
func (p *plan) useGuarded(t *region.Tree, guards []guard) {
	for _, g := range guards {
		side := t.Regions[t.Under(region.Always, g.condition)].Then
		t.Use(g.condition, region.Always, false)
		t.Use(g.address, side, false)
		t.Use(g.data, side, false)
	}
}

// keepGuarded marks the values that outlive the branch in which they are computed.
func (p *plan) keepGuarded(t *region.Tree, guards []guard) {
	for _, g := range guards {
		for _, id := range [2]word.ID{g.address, g.data} {
			if t.Holds(id) && t.Side(id) != region.Always {
				if p.outlives == nil {
					p.outlives = map[word.ID]bool{}
				}
				p.outlives[id] = true
			}
		}
	}
}
