package wasmgen

import (
	"slices"

	"simten.dev/engine/opt/region"
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// branches are the regions of one function, and what is computed on each of their sides.
type branches struct {
	regions    []region.Region
	sides      []side
	of         []int32                       // by side: its region; -1 for the first
	depth      []int32                       // by side: how many it is in
	jumpTables map[*region.Region]*jumpTable // by the first region of each chain; may be nil
}

type side struct {
	units   []unit
	regions []int32
	items   []region.Item // instead of regions, after the units
}

// outside marks the values of a step that are needed after all functions, but for those that guards tell of.
func (p *plan) outside(guards []guard) []bool {
	count := make([]int, len(p.m.Ops))
	p.m.Committed(func(id *word.ID) { count[*id]++ })
	for _, g := range guards {
		count[g.parts[0]]--
		count[g.address]--
		count[g.data]--
	}
	marks := make([]bool, len(p.m.Ops))
	for id, n := range count {
		marks[id] = n > 0
	}
	return marks
}

// maxParts is up to how many operations of a module multiplexers within expressions are looked at: what is kept for
// each of them takes memory.
const maxParts = 1 << 18

// branch finds the regions of each function of a step whose sides cost at least limit operations.
func (p *plan) branch(limit int) {
	if p.phase != step || p.sweeps != nil {
		return
	}
	p.parts = len(p.m.Loops) == 0 && !hasClosures(p.m) && len(p.m.Ops) <= maxParts
	guards := p.guards()
	after := p.outside(guards)
	p.blocks = make([]*branches, p.functions())
	if p.parts && p.single() {
		p.branchWhole(limit, guards, after)
		return
	}
	t := p.tree(nil, nil)
	for k := range p.functions() {
		p.tune.pause.Yield()
		t.Start(p.inside(k))
		units := p.units[p.cuts[k]:p.cuts[k+1]]
		p.grow(t, units, after)
		if t.Keep(limit) {
			p.blocks[k] = p.fill(t, units, int32(k), nil)
		}
	}
}

// inside are the operations of a function.
func (p *plan) inside(k int) func(id word.ID) bool {
	return func(id word.ID) bool { return p.piece[id] == int32(k) && !isLeaf(p.m.Ops[id].Kind) }
}

// branchWhole is branch of a step that is one function: with jumps by small values where that promises much, and with
// writes of memories within branches.
func (p *plan) branchWhole(limit int, guards []guard, after []bool) {
	best, within := p.wholeTree(nil, limit, guards, after)
	if q := p.questions(); q != nil {
		gain := p.tune.jumpGain
		if best == nil { // nothing that has to be foreseen so far
			gain *= gain
		}
		t, w := p.wholeTree(q, limit, guards, after)
		if t != nil && p.expected(t, w, after) < gain*p.expected(best, within, after) {
			best, within = t, w
		}
	}
	if best == nil {
		p.repeatConditions()
	} else {
		p.blocks[0] = p.fill(best, p.units, 0, p.fixed(after, within))
		p.repeatConditions()
		p.keepGuarded(best, within)
		p.findStores(best)
	}
}

// wholeTree grows a tree; nil when there are no branches. It grows again when something is known of the one before:
// which switches are worth a jump, and within which branches the memories are written, which it gives, too.
func (p *plan) wholeTree(q *region.Questions, limit int, guards []guard, after []bool) (*region.Tree, []guard) {
	guards = slices.Clone(guards)
	var only map[word.ID]bool
	grow := func() *region.Tree {
		for tries := 0; ; tries++ {
			p.tune.pause.Yield()
			t := p.tree(q, only)
			t.Start(p.inside(0))
			p.useGuarded(t, guards)
			p.grow(t, p.units, after)
			kept := t.Keep(limit)
			roots, all := t.Switched()
			if all {
				if !kept {
					return nil
				}
				return t
			}
			if only = roots; tries == maxTries || len(roots) == 0 {
				q = nil
			}
		}
	}
	t := grow()
	if t != nil && p.refine(t, guards) {
		t = grow()
	}
	return t, guards
}

// maxTries bounds how often a tree grows with other switches.
const maxTries = 2

// tree is what the regions of a step are found by; q may be nil.
func (p *plan) tree(q *region.Questions, only map[word.ID]bool) *region.Tree {
	t := region.New(&p.m.Graph)
	if len(p.m.Loops) == 0 {
		t.Bits()
	}
	if p.parts {
		t.Parts(p.tune.partCost)
		if p.movesInPlace() {
			next := make([]word.ID, len(p.m.Registers))
			for i := range next {
				next[i] = p.m.Registers[i].Next
			}
			t.Registers(next, p.tune.holdCost)
		}
	}
	if q != nil {
		t.Questions(q, only)
	}
	return t
}

// grow finds all regions and the side of every operation, users before what they use.
func (p *plan) grow(t *region.Tree, units []unit, after []bool) {
	var operands []word.ID
	for i := len(units) - 1; i >= 0; i-- {
		p.tune.pause.MaybeYield(i)
		u := units[i]
		if u.op != word.None {
			id, op := u.op, &p.m.Ops[u.op]
			if len(p.nextOf[id]) > 0 {
				t.Use(id, region.Always, true)
			}
			operands = p.operands(id, operands[:0])
			if p.selections[id] != nil {
				t.Plain(id)
			}
			if after[id] {
				t.Use(id, region.Always, false)
			}
			t.Add(id, operands, p.weight(id), p.crosses[id] || op.Width > 64 || op.Kind == word.Call)
			continue
		}
		if u.register >= 0 {
			t.Use(p.m.Registers[u.register].Next, region.Always, false)
		}
		p.eachOp(u, func(id word.ID) {
			operands = p.operands(id, operands[:0])
			for _, o := range operands {
				t.Use(o, region.Always, false)
			}
		})
		if u.loop >= 0 {
			for v := p.m.Loops[u.loop].FirstVar; v < p.m.Loops[u.loop].EndVar; v++ {
				t.Use(p.m.Vars[v].Next, region.Always, false)
			}
		}
	}
}

// fill puts the units of a piece on their sides.
func (p *plan) fill(t *region.Tree, units []unit, piece int32, fixed func(id word.ID) bool) *branches {
	b := &branches{regions: t.Regions, sides: make([]side, len(t.Sides)), of: make([]int32, len(t.Sides)), depth: make([]int32, len(t.Sides))}
	for i := range t.Sides {
		if b.of[i] = t.Sides[i].Region; b.of[i] >= 0 { // the side that the region is in comes before
			b.depth[i] = b.depth[t.Regions[b.of[i]].In] + 1
		}
	}
	var ops []word.ID
	for _, u := range units {
		s := region.Always
		if u.op != word.None {
			if t.Branches(u.op) {
				p.inline[u.op] = false
			}
			if t.Absent(u.op) {
				continue
			}
			if p.parts {
				ops = append(ops, u.op)
			}
			if p.parts || t.Branches(u.op) {
				continue
			}
			s = t.Side(u.op)
		}
		b.sides[s].units = append(b.sides[s].units, u)
	}
	for i := range b.regions {
		if r := &b.regions[i]; r.Kept {
			p.decide(t, r)
			if !p.parts {
				b.sides[r.In].regions = append(b.sides[r.In].regions, int32(i))
			}
		}
	}
	if p.parts {
		looked := 0
		operands := func(id word.ID, dst []word.ID) []word.ID {
			looked++
			p.tune.pause.MaybeYield(looked)
			return p.operands(id, dst)
		}
		times := map[word.ID]int32{}
		for s, items := range t.Order(ops, operands, fixed) {
			b.sides[s].items = items
			for _, x := range items {
				if x.Op != word.None {
					times[x.Op]++
				}
			}
		}
		p.countAgain(times)
		p.jumpTables(t, b, piece)
	}
	return b
}

// fixed tells which operations have to be computed where the tree has them.
func (p *plan) fixed(after []bool, guards []guard) func(id word.ID) bool {
	written := map[word.ID]bool{}
	for _, g := range guards {
		written[g.parts[0]], written[g.address], written[g.data] = true, true, true
	}
	return func(id word.ID) bool {
		op := &p.m.Ops[id]
		return len(p.nextOf[id]) > 0 || after[id] || written[id] || p.crosses[id] || op.Width > 64 || op.Kind == word.Call
	}
}

// countAgain counts the uses by operations that are computed on several sides.
func (p *plan) countAgain(times map[word.ID]int32) {
	for id, n := range times {
		if n < 2 {
			continue
		}
		for _, o := range p.operands(id, nil) {
			p.uses[o] += n - 1
			if times[o] != n {
				p.inline[o] = p.inline[o] && p.view(o)
			}
		}
	}
}

// decide counts the uses of the condition of a branch: choices by its opposite use it now. The multiplexers that made
// it a condition may be none of this phase, and so it is here that its upper bits come to matter.
func (p *plan) decide(t *region.Tree, r *region.Region) {
	p.clean[r.Condition] = true
	if r.Switch != 0 {
		p.decideSwitch(t, r)
		return
	}
	if len(r.Muxes) == 0 {
		p.uses[r.Condition]++
		p.inline[r.Condition] = false
	}
	for _, c := range r.Choices {
		if c.By != r.Condition {
			p.uses[c.By]--
			p.uses[r.Condition]++
			p.inline[r.Condition] = false
		}
	}
}

// units generates what one function computes.
func (f *function) units(k int) {
	if f.p.blocks == nil || f.p.blocks[k] == nil {
		for i, u := range f.p.units[f.p.cuts[k]:f.p.cuts[k+1]] {
			f.p.tune.pause.MaybeYield(i)
			f.unit(u)
		}
		return
	}
	f.side(f.p.blocks[k], region.Always)
}

// side generates a side: the operations in order, then the regions, on which none of those wait; or both as they are
// arranged.
func (f *function) side(b *branches, s int32) {
	for i, u := range b.sides[s].units {
		f.p.tune.pause.MaybeYield(i)
		f.unit(u)
	}
	for _, r := range b.sides[s].regions {
		f.region(b, &b.regions[r])
	}
	for i, x := range b.sides[s].items {
		f.p.tune.pause.MaybeYield(i)
		if x.Op != word.None {
			f.define(x.Op)
		} else {
			f.region(b, &b.regions[x.Region])
		}
	}
}

// region generates a branch. The values of the multiplexers wait in locals for who takes them.
func (f *function) region(b *branches, r *region.Region) {
	if d := b.jumpTables[r]; d != nil {
		f.jumpTable(b, d)
		return
	}
	if r.Switch != 0 {
		f.switchTable(b, r)
		return
	}
	f.left[r.Condition] -= int32(max(len(r.Muxes), 1) - 1)
	f.pushCondition(r.Condition)
	locals := f.outcomes(r.Muxes)
	outcome := func(s int32, value func(c *region.Choice) word.ID) {
		mark := f.now()
		f.side(b, s)
		f.outcome(r.Muxes, locals, func(i int) (word.ID, bool) { return value(&r.Choices[i]), !f.p.unmasked[r.Muxes[i]] })
		f.forget(mark)
	}
	f.c.If(encode.None)
	outcome(r.Then, func(c *region.Choice) word.ID { return c.Then })
	f.c.Else()
	outcome(r.Else, func(c *region.Choice) word.ID { return c.Else })
	f.c.End()
	f.meet()
	f.chosen(r.Muxes, locals)
}

// choice generates what a multiplexer gives: a value, or a constant of one bit; masked says that the bits above the
// width must be 0.
func (f *function) choice(from, id word.ID, masked bool) {
	switch from {
	case region.Zero:
		f.c.I32(0)
	case region.One:
		f.c.I32(1)
	default:
		f.push(from)
		if masked && f.p.unmasked[from] {
			f.mask(int(f.op(id).Width))
		}
	}
}
