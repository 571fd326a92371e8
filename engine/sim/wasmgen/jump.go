package wasmgen

import (
	"slices"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/rtl/region"
)

// jumps is what switches jump by.
type jumps struct {
	by []subject
	of [][]uint8 // by value: its class
}

// questions finds the small values that many conditions of the step are about. Values between which none of them tells
// a difference are one class.
func (p *plan) questions() *region.Questions {
	var by []subject
	number := map[subject]int{}
	var conditions [][]word.ID
	seen := map[word.ID]bool{}
	look := func(c word.ID) {
		if seen[c] {
			return
		}
		seen[c] = true
		s := p.about(c)
		if s.base == word.None || s.wide || s.width == 0 {
			return
		}
		n, known := number[s]
		if !known {
			n = len(by)
			number[s] = n
			by, conditions = append(by, s), append(conditions, nil)
		}
		conditions[n] = append(conditions[n], c)
	}
	for i := range p.m.Ops {
		p.tune.pause.MaybeYield(i)
		op := &p.m.Ops[i]
		switch {
		case op.Width > 64 || !p.computed(word.ID(i)):
		case op.Kind == word.Mux || op.Kind == word.FMux:
			look(op.A)
		case op.Width == 1 && (op.Kind == word.And || op.Kind == word.Or):
			look(op.A)
			look(op.B)
		}
	}
	q := &region.Questions{Of: map[word.ID]region.Question{}, Whole: func(id word.ID) bool { return p.selections[id] != nil }}
	for n, s := range by {
		if len(conditions[n])+1 < p.tune.cases {
			continue
		}
		values := uint64(1) << s.width
		masks := make([]uint64, len(conditions[n]))
		for i, c := range conditions[n] {
			masks[i], _ = p.holdsFor(c, s)
		}
		classes := map[string]uint8{}
		of := make([]uint8, values)
		var first []uint64 // value of each class
		for v := range values {
			key := make([]byte, len(masks))
			for i, m := range masks {
				key[i] = byte(m >> v & 1)
			}
			k, known := classes[string(key)]
			if !known {
				k = uint8(len(first))
				classes[string(key)] = k
				first = append(first, v)
			}
			of[v] = k
		}
		if len(first) < p.tune.cases {
			continue
		}
		sw := int32(len(q.Switches))
		q.Switches = append(q.Switches, region.Switch{Base: s.base, Classes: len(first)})
		p.jumps.by, p.jumps.of = append(p.jumps.by, s), append(p.jumps.of, of)
		for i, c := range conditions[n] {
			holds := uint64(0)
			for k, v := range first {
				holds |= masks[i] >> v & 1 << k
			}
			q.Of[c] = region.Question{Switch: sw, Holds: holds}
		}
	}
	if len(q.Switches) == 0 {
		return nil
	}
	return q
}

// decideSwitch counts the uses of what a switch needs, instead of those of the choices that it stands for.
func (p *plan) decideSwitch(t *region.Tree, r *region.Region) {
	p.uses[r.Condition]++
	p.inline[r.Condition] = false
	for i, id := range r.Muxes {
		for _, o := range p.operands(id, nil) {
			p.release(t, o)
		}
		for _, leaf := range r.Leaves[i] {
			if leaf >= 0 {
				p.uses[leaf]++
			}
		}
	}
	for _, leaves := range r.Leaves {
		for _, leaf := range leaves {
			if leaf >= 0 && p.uses[leaf] > 1 && !p.view(leaf) {
				p.inline[leaf] = false
			}
		}
	}
}

// release takes a use back. Who is not used any more uses nothing.
func (p *plan) release(t *region.Tree, id word.ID) {
	p.uses[id]--
	if p.uses[id] == 0 && t.Holds(id) && t.Absent(id) {
		for _, o := range p.operands(id, nil) {
			p.release(t, o)
		}
	}
}

// jump generates a switch. Classes of values in which all is the same share their case.
func (f *function) jump(b *branches, r *region.Region) {
	var cases []int // a class of each
	caseOf := make([]uint32, len(r.Sides))
	for k := range r.Sides {
		same := -1
		if len(b.sides[r.Sides[k]].items) == 0 {
			same = slices.IndexFunc(cases, func(c int) bool {
				return !slices.ContainsFunc(r.Leaves, func(leaves []word.ID) bool { return leaves[c] != leaves[k] })
			})
		}
		if same < 0 {
			same = len(cases)
			cases = append(cases, k)
		} else {
			for _, leaves := range r.Leaves {
				if leaves[k] >= 0 {
					f.left[leaves[k]]--
				}
			}
		}
		caseOf[k] = uint32(same)
	}
	of := f.p.jumps.of[r.Switch-1]
	labels := make([]uint32, len(of))
	for v, k := range of {
		labels[v] = caseOf[k]
	}
	f.cases(r.Muxes, f.p.jumps.by[r.Switch-1], labels, len(cases), func(k int) { f.side(b, r.Sides[cases[k]]) }, func(i, k int) (word.ID, bool) {
		return r.Leaves[i][cases[k]], !f.p.dirty[r.Muxes[i]]
	})
}
