package wasmgen

import (
	"slices"

	"simten.dev/engine/opt/region"
	"simten.dev/engine/word"
)

// Address and data of a write to a memory matter only when it happens. Both are computed under a condition that the
// write implies: the part of its enable that most writes have in common, the first of them, as that of the instruction
// whose loop makes them all.

// guard says under what conditions the address and data of a write are needed: each within the one before.
type guard struct {
	parts         []word.ID // conditions that hold when the enable does, which comes first
	within        []within
	address, data word.ID
}

// within is one side of a branch.
type within struct {
	condition word.ID
	not       bool
}

// guards finds the conditions of the writes of a step that is one function: first, the part of the enable that most
// writes have in common.
func (p *plan) guards() []guard {
	if !p.parts || !p.single() {
		return nil
	}
	var list []guard
	count := map[word.ID]int{}
	for i := range p.m.Memories {
		if p.m.Memories[i].Width > 64 {
			continue
		}
		for _, w := range p.m.Memories[i].Writes {
			if p.m.Ops[w.Enable].Kind == word.Const {
				continue
			}
			g := guard{parts: p.conjunction(w.Enable), address: w.Address, data: w.Data}
			for _, part := range g.parts {
				count[part]++
			}
			list = append(list, g)
		}
	}
	for i := range list {
		g := &list[i]
		g.within = []within{{condition: g.parts[0]}}
		maxCount := 1
		for _, part := range g.parts {
			if count[part] > maxCount {
				maxCount, g.within[0].condition = count[part], part
			}
		}
	}
	return list
}

// maxLooks bounds how many branches are looked at for all writes.
const maxLooks = 1 << 18

// follows is whether a condition holds when some others do, as far as that is easily known.
func (p *plan) follows(t *region.Tree, condition word.ID, from []word.ID) (holds, known bool) {
	about := p.about(condition)
	for _, c := range from {
		if c == condition {
			return true, true
		}
		if t.Opposite(c, condition) {
			return false, true
		}
		s := p.about(c).with(about)
		if s.base == word.None || s.wide {
			continue
		}
		given, _ := p.holdsFor(c, s)
		mask, _ := p.holdsFor(condition, s)
		if given &= 1<<(1<<s.width) - 1; given&^mask == 0 || given&mask == 0 {
			return given&^mask == 0, true
		}
	}
	return false, false
}

// refine puts the writes within the branches that a tree has, as far as their enables imply those; it reports whether
// there are any.
func (p *plan) refine(t *region.Tree, guards []guard) (better bool) {
	if len(t.Regions)*len(guards) > maxLooks {
		return false
	}
	for i := range guards {
		g := &guards[i]
		var path []within
		own := g.within[0]
		fresh := true
		for side := region.Always; ; {
			p.tune.pause.Yield()
			r, inner := t.Within(side, func(c word.ID) (bool, bool) { return p.follows(t, c, g.parts) })
			if r < 0 {
				break
			}
			w := within{t.Regions[r].Condition, inner == t.Regions[r].Else}
			fresh = fresh && w != own
			path, side = append(path, w), inner
		}
		if len(path) > 1 || len(path) == 1 && fresh {
			if better = true; fresh {
				path = append(path, p.besides(own, path))
			}
			g.within = path
		}
	}
	return better
}

// besides is a condition without the parts of it that hold on a path: what is left can be computed there.
func (p *plan) besides(own within, path []within) within {
	for {
		op := &p.m.Ops[own.condition]
		if own.not || op.Kind != word.And {
			return own
		}
		switch {
		case slices.Contains(path, within{condition: op.A}):
			own.condition = op.B
		case slices.Contains(path, within{condition: op.B}):
			own.condition = op.A
		default:
			return own
		}
	}
}

// maxConditions bounds the parts of an enable that are looked at.
const maxConditions = 32

// conjunction lists a condition and those that it is made of, which all hold when it does: each of them once, as parts
// may be shared.
func (p *plan) conjunction(id word.ID) []word.ID {
	list := []word.ID{id}
	for i := 0; i < len(list) && len(list) < maxConditions; i++ {
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

// useGuarded notes what the writes need, first of all; the values that it gives are those that may be computed within a
// branch.
func (p *plan) useGuarded(t *region.Tree, guards []guard) {
	for _, g := range guards {
		side := region.Always
		for _, w := range g.within {
			r := t.Under(side, w.condition)
			t.Need(w.condition, side, r)
			if side = t.Regions[r].Then; w.not {
				side = t.Regions[r].Else
			}
		}
		t.Use(g.parts[0], region.Always, true) // a choice of a branch that has a part of it, else 0
		t.Need(g.address, side, -1)
		t.Need(g.data, side, -1)
	}
}

// keepGuarded marks the values that outlive the branch in which they are computed. Many of them are stored there and
// read again: compilers do something for each local on the other side, too.
func (p *plan) keepGuarded(t *region.Tree, guards []guard) {
	outlives := map[word.ID]bool{}
	for _, g := range guards {
		for _, id := range [2]word.ID{g.address, g.data} {
			if t.Holds(id) && t.Side(id) != region.Always {
				outlives[id] = true
			}
		}
	}
	if len(outlives) <= p.tune.outliving {
		p.outlives = outlives
		return
	}
	for id := range outlives {
		p.crosses[id] = true
	}
}
