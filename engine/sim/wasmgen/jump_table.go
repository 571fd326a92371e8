package wasmgen

import (
	"slices"

	"simten.dev/engine/opt/region"
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// The cases of a switch are regions in each other: each is alone on the other side of the one before, and all
// conditions are about one small value. They are one jump by that value through a table, not a comparison after the
// other.

// jumpTable is a chain of such regions.
type jumpTable struct {
	by    subject
	cases []*region.Region
	of    []uint8 // by value: the case; the number of cases for none
	hoist []word.ID
}

// jumpTables finds the chains of one function.
func (p *plan) jumpTables(t *region.Tree, b *branches, piece int32) {
	inside := make([]bool, len(b.regions)) // of a chain, not its first
	for i := range b.regions {             // a region comes after the one that it is in
		if inside[i] || !b.regions[i].Kept || b.regions[i].Switch != 0 {
			continue
		}
		d := p.chain(t, b, int32(i), piece)
		if d == nil {
			continue
		}
		for _, r := range d.cases[1:] {
			inside[t.Region(r.Muxes[0])] = true
		}
		if b.jumpTables == nil {
			b.jumpTables = map[*region.Region]*jumpTable{}
		}
		b.jumpTables[d.cases[0]] = d
		p.uses[d.by.base]++
		p.clean[d.by.base] = true
		for _, id := range append(d.hoist, d.by.base) { // which is computed once, though the conditions are still there
			p.inline[id] = false
		}
	}
}

// chain is the longest chain that begins with a region of a piece; nil when that is too short, or when another piece
// has computed the conditions and keeps what they are about for itself.
func (p *plan) chain(t *region.Tree, b *branches, first, piece int32) *jumpTable {
	r := &b.regions[first]
	by := p.about(r.Condition)
	if by.base == word.None || by.wide || p.computed(by.base) && p.piece[by.base] != piece && !p.crosses[by.base] {
		return nil
	}
	d := &jumpTable{by: by, cases: []*region.Region{r}}
	for {
		next, hoist := p.nextCase(t, b, r)
		if next == nil {
			break
		}
		by := d.by.with(p.about(next.Condition))
		if by.base == word.None || by.wide {
			break
		}
		d.by, r = by, next
		d.cases, d.hoist = append(d.cases, r), append(d.hoist, hoist...)
	}
	if len(d.cases) < p.tune.cases || len(d.hoist) > len(d.cases) {
		return nil
	}
	d.of = make([]uint8, 1<<d.by.width)
	for v := range d.of {
		d.of[v] = uint8(len(d.cases))
	}
	for k := len(d.cases) - 1; k >= 0; k-- {
		holds, _ := p.holdsFor(d.cases[k].Condition, d.by)
		for v := range d.of {
			if holds>>v&1 != 0 {
				d.of[v] = uint8(k)
			}
		}
	}
	return d
}

// nextCase is the region that is alone on the other side of one, but for operations that are computed before the jump;
// nil when there is none, or when its multiplexers are needed otherwise than each by one of those of the first.
func (p *plan) nextCase(t *region.Tree, b *branches, r *region.Region) (next *region.Region, hoist []word.ID) {
	items := b.sides[r.Else].items
	if len(items) == 0 || items[len(items)-1].Op != word.None {
		return nil, nil
	}
	if next = &b.regions[items[len(items)-1].Region]; next.Switch != 0 || len(next.Muxes) == 0 {
		return nil, nil
	}
	for _, x := range items[:len(items)-1] {
		if x.Op == word.None || p.m.Ops[x.Op].Width > 64 {
			return nil, nil
		}
		if x.Op == next.Condition && (p.inline[x.Op] || int(p.uses[x.Op]) == len(next.Muxes)) {
			continue // the jump is instead
		}
		hoist = append(hoist, x.Op)
	}
	taken := map[word.ID]bool{}
	for _, c := range r.Choices {
		if c.Else < 0 || t.Region(c.Else) != items[len(items)-1].Region {
			continue
		}
		if taken[c.Else] {
			return nil, nil
		}
		taken[c.Else] = true
	}
	if len(taken) != len(next.Muxes) {
		return nil, nil
	}
	return next, hoist
}

// jumpTable generates a chain.
func (f *function) jumpTable(b *branches, d *jumpTable) {
	n := len(d.cases)
	index := make([]map[word.ID]int, n) // of the multiplexers of each case
	for k, r := range d.cases {
		f.left[r.Condition] -= int32(len(r.Muxes))
		index[k] = make(map[word.ID]int, len(r.Muxes))
		for i, id := range r.Muxes {
			index[k][id] = i
		}
	}
	for _, id := range d.hoist {
		f.define(id)
	}
	first := d.cases[0]
	values := make([][]word.ID, len(first.Muxes)) // by multiplexer: what it is in each case, and in none
	masked := make([][]bool, len(first.Muxes))
	for i := range first.Muxes {
		values[i], masked[i] = f.inCases(d, index, i)
	}
	labels := make([]uint32, len(d.of))
	for v, k := range d.of {
		labels[v] = uint32(k)
	}
	f.cases(first.Muxes, d.by, labels, n+1, func(k int) {
		if k < n {
			f.side(b, d.cases[k].Then)
		} else {
			f.side(b, d.cases[n-1].Else)
		}
	}, func(i, k int) (word.ID, bool) { return values[i][k], masked[i][k] })
}

// cases generates a jump by a value through a table of labels to one of n cases: what a case computes, and then what
// each of the multiplexers is in it.
func (f *function) cases(muxes []word.ID, by subject, labels []uint32, n int, side func(k int), value func(i, k int) (from word.ID, masked bool)) {
	locals := f.outcomes(muxes)
	for range n + 1 { // the innermost is that of the first case
		f.c.Block(encode.None)
	}
	f.push(by.base)
	f.subject(by)
	f.c.BrTable(labels, uint32(n-1))
	for k := range n {
		f.c.End()
		f.meet()
		mark := f.now()
		side(k)
		f.outcome(muxes, locals, func(i int) (word.ID, bool) { return value(i, k) })
		f.forget(mark)
		if k < n-1 {
			f.c.Br(uint32(n - 1 - k))
		}
	}
	f.c.End()
	f.meet()
	f.chosen(muxes, locals)
}

// inCases follows a multiplexer of the first case through the others: what it gives in each case and in none, and
// whether the bits above the width are to be cut off.
func (f *function) inCases(d *jumpTable, index []map[word.ID]int, i int) (values []word.ID, masked []bool) {
	n := len(d.cases)
	clean := false // some multiplexer so far is clean
	for k, r := range d.cases {
		c := r.Choices[i]
		clean = clean || !f.p.unmasked[r.Muxes[i]]
		values, masked = append(values, c.Then), append(masked, clean)
		if k+1 < n {
			next, goesOn := index[k+1][c.Else]
			if goesOn {
				i = next
				continue
			}
		}
		for len(values) <= n {
			values, masked = append(values, c.Else), append(masked, clean)
		}
		if c.Else >= 0 {
			f.left[c.Else] += int32(n - k - 1)
		}
		break
	}
	return values, masked
}

// subject leaves a subject on the stack as an index of 32 bits, instead of the value that it is about.
func (f *function) subject(by subject) {
	base := f.op(by.base)
	n := typeOf(base)
	if by.low > 0 {
		f.constant(n, uint64(by.low))
		f.c.Op(pick(n, encode.I32ShrU, encode.I64ShrU))
	}
	f.convert(n, encode.I32)
	if int(base.Bits) > by.low+by.width {
		f.c.I32(1<<by.width - 1)
		f.c.Op(encode.I32And)
	}
}

// switchSubjects are the values that switches jump by.
type switchSubjects struct {
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
		p.switches.by, p.switches.of = append(p.switches.by, s), append(p.switches.of, of)
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

// switchTable generates a switch. Classes of values in which all is the same share their case.
func (f *function) switchTable(b *branches, r *region.Region) {
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
	of := f.p.switches.of[r.Switch-1]
	labels := make([]uint32, len(of))
	for v, k := range of {
		labels[v] = caseOf[k]
	}
	f.cases(r.Muxes, f.p.switches.by[r.Switch-1], labels, len(cases), func(k int) { f.side(b, r.Sides[cases[k]]) }, func(i, k int) (word.ID, bool) {
		return r.Leaves[i][cases[k]], !f.p.unmasked[r.Muxes[i]]
	})
}
