package interp

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/opt/region"
	"simten.dev/engine/word"
)

// tuning is the optimisations of the step, and the sizes from which on they pay.
type tuning struct {
	branch int  // operations that a branch must be able to skip
	fuse   bool // two operations to one instruction
	plain  bool // none of them: for someone who soon goes on with another machine
	group  int  // operations of a side from which on those of one kind follow each other: few have an order that the processor learns
	decide deciding
}

var defaultTuning = tuning{branch: 3, fuse: true, group: 450, decide: deciding{after: 8192, registers: 3, worth: 3, pays: 0.6, paysWriting: 0.8}}

// plan is how a step computes the next state: which operations it can skip, and which values are computed where
// somebody waits for them.
type plan struct {
	m      *netlist.Module
	tree   *region.Tree
	pieces []piece // straight code, before, between and after the loops
	of     []int32 // by operation: its piece + 1; 0 when it is not computed in straight code of the step
	fates  []fate  // by operation

	tuning  tuning
	allowed [3][3]bool // pairs of bitwise operations, while a side is fused
	folds   []folding  // by operation
	silent  []bool     // by operation: another one has taken it in
	round   []int32    // by operation, while a side is grouped
}

// fate says how a step computes an operation of a piece.
type fate uint8

const (
	sometimes fate = iota // within a branch
	always
	branching // a multiplexer that is a branch
)

// piece is straight code: its operations by the side of the branches that they are on.
type piece struct {
	regions []region.Region
	sides   []side
}

type side struct {
	ops     []word.ID
	regions []int32 // after the operations, none of which waits for them
}

// isLeaf reports whether no instruction computes a value: it is in its slot already.
func isLeaf(k word.Kind) bool {
	switch k {
	case word.Const, word.FConst, word.Param, word.Reg, word.Loop, word.Result:
		return true
	}
	return false
}

func newPlan(m *netlist.Module, t tuning) *plan {
	p := &plan{m: m, tuning: t, tree: region.New(&m.Graph), of: make([]int32, len(m.Ops)), fates: make([]fate, len(m.Ops))}
	p.folds, p.silent = make([]folding, len(m.Ops)), make([]bool, len(m.Ops))
	var bounds []word.ID // of the pieces
	from := word.ID(m.Invariant)
	for _, l := range m.Loops {
		bounds, from = append(bounds, from, l.First), l.End
	}
	bounds = append(bounds, from, word.ID(len(m.Ops)))
	p.pieces = make([]piece, len(bounds)/2)
	for k := range p.pieces {
		for id := bounds[2*k]; id < bounds[2*k+1]; id++ {
			if m.Uses[id]&netlist.InStep != 0 && !isLeaf(m.Ops[id].Kind) && !isTick(m, id) {
				p.of[id] = int32(k) + 1
			}
		}
	}
	if t.plain {
		for k := range p.pieces {
			p.line(k, bounds[2*k], bounds[2*k+1])
		}
		return p
	}
	pinned, uses := p.pinned(), p.countUses()
	for k := range p.pieces {
		p.grow(k, bounds[2*k], bounds[2*k+1], pinned, t.branch)
		if t.fuse {
			p.fuse(&p.pieces[k], uses)
		}
		for i := range p.pieces[k].sides {
			p.group(p.pieces[k].sides[i].ops, t.group)
		}
	}
	return p
}

// line makes a piece of all its operations in their order.
func (p *plan) line(k int, from, to word.ID) {
	ops := make([]word.ID, 0, to-from)
	for id := from; id < to; id++ {
		if p.of[id] == int32(k)+1 {
			ops = append(ops, id)
			p.fates[id] = always
		}
	}
	p.pieces[k] = piece{sides: []side{{ops: ops}}}
}

// isTick tells the call of an opaque onTick, which has no results.
func isTick(m *netlist.Module, id word.ID) bool {
	op := &m.Ops[id]
	return op.Kind == word.Call && m.Calls[op.Imm].Tick && !m.Calls[op.Imm].BailOut
}

// eachRead visits, for every operation of a step, each value that it reads.
func (p *plan) eachRead(visit func(by, x word.ID)) {
	m := p.m
	var list []word.ID
	for id := m.Invariant; id < len(m.Ops); id++ {
		if m.Uses[id]&netlist.InStep == 0 {
			continue
		}
		list = m.Operands(&m.Ops[id], list[:0])
		for _, x := range list {
			visit(word.ID(id), x)
		}
	}
}

// pinned marks the values that a step must have computed whatever the conditions are: those that loops, other pieces
// and calls of onTick read, and what decides about writes.
func (p *plan) pinned() []bool {
	m := p.m
	marks := make([]bool, len(m.Ops))
	if len(m.Loops) > 0 { // what enables a write may come in a later piece than what is written
		m.Committed(func(id *word.ID) { marks[*id] = true })
	} else {
		p.enables(func(enable word.ID) { marks[enable] = true })
	}
	for i := range m.Vars {
		marks[m.Vars[i].Next] = true
	}
	if len(m.Loops) == 0 && len(m.Calls) == 0 {
		return marks
	}
	p.eachRead(func(by, x word.ID) {
		if p.of[x] != p.of[by] {
			marks[x] = true
		}
	})
	return marks
}

// grow finds the branches of a piece.
func (p *plan) grow(k int, from, to word.ID, pinned []bool, limit int) {
	m, t := p.m, p.tree
	t.Start(func(id word.ID) bool { return p.of[id] == int32(k)+1 })
	for i := range m.Registers {
		t.Use(m.Registers[i].Next, region.Always, true)
	}
	if len(m.Loops) == 0 {
		p.guard()
	}
	var list []word.ID
	for id := to - 1; id >= from; id-- {
		if p.of[id] != int32(k)+1 {
			continue
		}
		list = m.Operands(&m.Ops[id], list[:0])
		weight := 1
		if isAlias(m, &m.Ops[id]) {
			weight = 0
		}
		t.Add(id, list, weight, pinned[id] || m.Ops[id].Kind == word.Call)
	}
	t.Keep(limit)
	x := piece{regions: t.Regions, sides: make([]side, len(t.Sides))}
	const none = -1
	on := make([]int32, to-from) // by operation: its side
	sizes := make([]int, len(t.Sides))
	all := 0
	for id := from; id < to; id++ {
		on[id-from] = none
		if p.of[id] != int32(k)+1 {
			continue
		}
		if t.Branches(id) {
			p.fates[id] = branching
			continue
		}
		s := t.Side(id)
		if s == region.Always {
			p.fates[id] = always
		}
		on[id-from] = s
		sizes[s]++
		all++
	}
	ops := make([]word.ID, all)
	for s, n := range sizes {
		x.sides[s].ops, ops = ops[:0:n], ops[n:]
	}
	for i, s := range on {
		if s != none {
			x.sides[s].ops = append(x.sides[s].ops, from+word.ID(i))
		}
	}
	for i := range x.regions {
		if x.regions[i].Kept {
			in := &x.sides[x.regions[i].In]
			in.regions = append(in.regions, int32(i))
		}
	}
	p.pieces[k] = x
}

// enables visits the conditions of writes and appends.
func (p *plan) enables(visit func(enable word.ID)) {
	for i := range p.m.Memories {
		for _, w := range p.m.Memories[i].Writes {
			visit(w.Enable)
		}
	}
	for i := range p.m.Texts {
		for _, a := range p.m.Texts[i].Appends {
			visit(a.Enable)
		}
	}
}

// guard puts what only an enabled write looks at under the condition that it is enabled.
func (p *plan) guard() {
	m, t := p.m, p.tree
	under := func(enable word.ID, ids ...word.ID) {
		then := t.Regions[t.Under(region.Always, enable)].Then
		for _, id := range ids {
			t.Use(id, then, false)
		}
	}
	for i := range m.Memories {
		for _, w := range m.Memories[i].Writes {
			under(w.Enable, w.Address, w.Data)
		}
	}
	for i := range m.Texts {
		for _, a := range m.Texts[i].Appends {
			if !a.Clear {
				under(a.Enable, a.Unit)
			}
		}
	}
}
