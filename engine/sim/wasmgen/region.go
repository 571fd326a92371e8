package wasmgen

import (
	"simten.dev/engine/behavior/word"
	"simten.dev/engine/sim/wasmgen/encode"
)

// Registers that are written under the same condition, as those of a part with a clock enable or of a state
// machine, share one branch: what is computed for one outcome of the condition only is computed only then. A part that rests
// costs a branch and the copies of its registers.
//
// The tree of branches grows from the registers down. A value that registers take, and nothing else needs, is a
// root; roots that are multiplexers with one condition make a region. Their sides are roots of the two sides of the region, and so on.
// Every other operation belongs to the innermost side that holds all of its users.

// side is what one outcome of a region's condition computes; the first side of a function is what is computed always.
type side struct {
	region  int32 // whose side it is; -1 for the first
	depth   int32
	weight  int
	units   []unit
	regions []int32
}

// region is the multiplexers of one condition.
type region struct {
	condition  word.ID
	muxes      []word.ID
	in         int32 // the side that the region is in
	then, not_ int32
	kept       bool
}

// regions is the tree of one function.
type regions struct {
	p     *plan
	piece int32
	sides []side
	list  []region
	of    []int32 // by operation: its side + 1; 0 while nobody needs it
	root  []bool  // by operation: all users take it as it is, on that side
	byKey map[regionKey]int32
}

type regionKey struct {
	side      int32
	condition word.ID
}

// outside marks the values of a step that are needed after all functions.
func (p *plan) outside() []bool {
	marks := make([]bool, len(p.m.Ops))
	for i := range p.m.Memories {
		for _, w := range p.m.Memories[i].Writes {
			marks[w.Enable], marks[w.Address], marks[w.Data] = true, true, true
		}
	}
	for i := range p.m.Texts {
		for _, a := range p.m.Texts[i].Appends {
			marks[a.Enable], marks[a.Unit] = true, true
		}
	}
	return marks
}

// branches finds the regions of each function of a step whose sides cost at least limit operations.
func (p *plan) branches(limit int) {
	if p.phase != step || p.sweeps != nil {
		return
	}
	t := &regions{p: p, of: make([]int32, len(p.m.Ops)), root: make([]bool, len(p.m.Ops))}
	after := p.outside()
	p.blocks = make([]*regions, p.functions())
	for k := range p.functions() {
		t.piece, t.sides, t.list, t.byKey = int32(k), []side{{region: -1}}, nil, map[regionKey]int32{}
		units := p.units[p.cuts[k]:p.cuts[k+1]]
		t.grow(units, after)
		if t.keep(limit) {
			t.fill(units)
			b := *t
			b.of, b.root, b.byKey = nil, nil, nil
			p.blocks[k] = &b
		}
	}
}

// use notes that an operation is needed on a side, as a root or within an expression.
func (t *regions) use(id word.ID, s int32, root bool) {
	if t.p.piece[id] != t.piece || isLeaf(t.p.m.Ops[id].Kind) {
		return
	}
	if t.of[id] == 0 {
		t.of[id], t.root[id] = s+1, root
		return
	}
	if before := t.of[id] - 1; before != s {
		s, root = t.common(before, s), false
	}
	t.of[id], t.root[id] = s+1, t.root[id] && root
}

// common is the innermost side that holds two sides.
func (t *regions) common(a, b int32) int32 {
	for a != b {
		if t.sides[a].depth >= t.sides[b].depth {
			a = t.list[t.sides[a].region].in
		} else {
			b = t.list[t.sides[b].region].in
		}
	}
	return a
}

// grow finds all regions and the side of every operation, users before what they use.
func (t *regions) grow(units []unit, after []bool) {
	p := t.p
	var operands []word.ID
	for i := len(units) - 1; i >= 0; i-- {
		u := units[i]
		if u.op == word.None {
			if u.register >= 0 {
				t.use(p.m.Registers[u.register].Next, 0, false)
			}
			p.eachOp(u, func(id word.ID) {
				operands = p.operands(id, operands[:0])
				for _, o := range operands {
					t.use(o, 0, false)
				}
			})
			if u.loop >= 0 {
				for v := p.m.Loops[u.loop].FirstVar; v < p.m.Loops[u.loop].EndVar; v++ {
					t.use(p.m.Vars[v].Next, 0, false)
				}
			}
			continue
		}
		id, op := u.op, &p.m.Ops[u.op]
		if len(p.nextOf[id]) > 0 {
			t.use(id, 0, true)
		}
		if p.crosses[id] || after[id] || op.Width > 64 || op.Kind == word.Call || t.of[id] == 0 {
			t.use(id, 0, false)
		}
		s := t.of[id] - 1
		if op.Kind == word.Mux && t.root[id] {
			r := t.region(s, op.A)
			t.list[r].muxes = append(t.list[r].muxes, id)
			t.use(op.A, s, false)
			t.use(op.B, t.list[r].then, true)
			t.use(op.C, t.list[r].not_, true)
			continue
		}
		t.sides[s].weight += p.weight(id)
		operands = p.operands(id, operands[:0])
		for _, o := range operands {
			t.use(o, s, false)
		}
	}
}

// region is the region of a condition on a side.
func (t *regions) region(s int32, condition word.ID) int32 {
	key := regionKey{s, condition}
	if r, ok := t.byKey[key]; ok {
		return r
	}
	r := int32(len(t.list))
	t.byKey[key] = r
	n := int32(len(t.sides))
	t.list = append(t.list, region{condition: condition, in: s, then: n, not_: n + 1})
	below := side{region: r, depth: t.sides[s].depth + 1}
	t.sides = append(t.sides, below, below)
	return r
}

// keep decides which regions become branches, and reports whether any do. The others come after those they are in.
func (t *regions) keep(limit int) bool {
	any := false
	for i := len(t.list) - 1; i >= 0; i-- {
		r := &t.list[i]
		weight := t.sides[r.then].weight + t.sides[r.not_].weight
		r.kept = weight >= limit
		any = any || r.kept
		t.sides[r.in].weight += weight + len(r.muxes)
	}
	return any
}

// fill puts the units on their sides.
func (t *regions) fill(units []unit) {
	for _, u := range units {
		s := int32(0)
		if u.op != word.None {
			for s = t.of[u.op] - 1; s > 0 && !t.list[t.sides[s].region].kept; {
				s = t.list[t.sides[s].region].in
			}
			if op := &t.p.m.Ops[u.op]; op.Kind == word.Mux && t.root[u.op] {
				if r := t.byKey[regionKey{t.of[u.op] - 1, op.A}]; t.list[r].kept {
					t.p.inline[u.op] = false
					continue
				}
			}
		}
		t.sides[s].units = append(t.sides[s].units, u)
	}
	for i := range t.list {
		if t.list[i].kept {
			in := &t.sides[t.list[i].in]
			in.regions = append(in.regions, int32(i))
		}
	}
}

// units generates what one function computes.
func (f *function) units(k int) {
	if f.p.blocks == nil || f.p.blocks[k] == nil {
		for _, u := range f.p.units[f.p.cuts[k]:f.p.cuts[k+1]] {
			f.unit(u)
		}
		return
	}
	f.side(f.p.blocks[k], 0)
}

// side generates a side: the operations in order, then the regions, on which none of those wait.
func (f *function) side(t *regions, s int32) {
	for _, u := range t.sides[s].units {
		f.unit(u)
	}
	for _, r := range t.sides[s].regions {
		f.region(t, &t.list[r])
	}
}

// region generates a branch. The values of the multiplexers wait in locals for who takes them.
func (f *function) region(t *regions, r *region) {
	locals := make([]uint32, len(r.muxes))
	f.left[r.condition] -= int32(len(r.muxes) - 1)
	f.push(r.condition)
	for i, id := range r.muxes {
		locals[i] = f.take(typeOf(f.op(id)))
	}
	outcome := func(s int32, value func(op *word.Op) word.ID) {
		mark := len(f.used)
		f.side(t, s)
		for i, id := range r.muxes {
			from := value(f.op(id))
			f.push(from)
			if f.p.dirty[from] && f.p.clean[id] {
				f.mask(int(f.op(id).Width))
			}
			f.c.LocalSet(locals[i])
		}
		f.forget(mark)
	}
	f.c.If(encode.None)
	outcome(r.then, func(op *word.Op) word.ID { return op.B })
	f.c.Else()
	outcome(r.not_, func(op *word.Op) word.ID { return op.C })
	f.c.End()
	for i, id := range r.muxes {
		f.bind(id, locals[i])
		f.storeNext(id)
	}
}
