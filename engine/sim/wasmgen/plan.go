package wasmgen

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// phase is one of the three computations that a module is compiled to.
type phase uint8

const (
	prepare phase = iota // operations that depend on inputs only; run when an input changed
	step                 // what the next state needs
	settle               // what the nets show
)

// unit is what is scheduled as a whole: one operation, one combinational loop (all rounds of it),
// the store of a register whose next value is computed in no operation of the phase, a sweep, or copies of registers.
type unit struct {
	op       word.ID // None for the others
	loop     int32   // index into Module.Loops, or -1
	register int32   // index into Module.Registers, or -1
	sweep    int32   // index into sweeps.list, or -1
	copies   int32   // index into sweeps.copies, or -1
}

var noUnit = unit{op: word.None, loop: -1, register: -1, sweep: -1, copies: -1}

func opUnit(id word.ID) unit {
	u := noUnit
	u.op = id
	return u
}

func loopUnit(loop int32) unit {
	u := noUnit
	u.loop = loop
	return u
}

func registerUnit(register int) unit {
	u := noUnit
	u.register = int32(register)
	return u
}

// plan is one phase of one module: the units in the order of evaluation, cut into functions, and
// what is known about each operation.
type plan struct {
	m     *netlist.Module
	phase phase
	tune  tuning

	sweeps *sweeps // nil when everything is straight-line code

	units []unit
	cuts  []int // functions are units[cuts[i]:cuts[i+1]]

	switches switchSubjects
	uses     []int32 // how often the generated code needs the value
	piece    []int32 // the function that defines the value; -1 for operations not in the phase
	inline   []bool  // computed where it is used, its only use
	cost     []int32 // operations computed in place for the value, if it is inline
	crosses  []bool  // needed by another function than the one that defines it
	clean    []bool  // some use needs the bits above the width to be zero
	unmasked []bool  // the bits above the width of the value, as generated, may be anything
	there    []int32 // in a step: how many steps after its begin a value is there; see reassociate.go
	loopOf   []int32 // the loop that an operation belongs to, or -1

	blocks []*branches // by function of a step: its branches, nil when there are none
	parts  bool        // multiplexers within expressions may be computed by branches

	banksStay bool             // bank A is always read; see banks.go
	inPlace   *inPlace         // registers that have one place; may be nil
	outlives  map[word.ID]bool // values that are needed after the branch in which they are computed; may be nil

	declared bool // units are in the order of the module, as far as that goes

	over   []word.ID             // by Insert: the array that it changes in place; None when it makes a copy
	before map[word.ID][]word.ID // by such an Insert: what reads the array before

	selections map[word.ID]*selection // by the multiplexer that they are computed instead of
	rows       []row
	absorbed   []bool // nobody needs the operation with the selections; nil when there are none

	nextOf map[word.ID][]int32 // registers by the operation that computes their next value
}

// manyUses stands for a number of uses that is not counted.
const manyUses = 1 << 20

// maxInlineDepth bounds how deep expressions nest on the WebAssembly stack.
const maxInlineDepth = 48

func (p *plan) member(id word.ID) bool {
	switch p.phase {
	case prepare:
		return int(id) < p.m.Invariant && p.m.Uses[id] != 0
	case step:
		return int(id) >= p.m.Invariant && p.m.Uses[id]&netlist.InStep != 0
	default:
		return int(id) >= p.m.Invariant && p.m.Uses[id]&netlist.InSettle != 0
	}
}

// isLeaf reports whether a value is read from memory or is a constant: it needs no schedule.
func isLeaf(k word.Kind) bool {
	switch k {
	case word.Const, word.FConst, word.Param, word.Reg, word.Loop, word.MemAll:
		return true
	}
	return false
}

// computed reports whether the straight-line code of the phase computes the operation (rather than reads it somewhere).
func (p *plan) computed(id word.ID) bool {
	return p.member(id) && !isLeaf(p.m.Ops[id].Kind) && (p.sweeps == nil || p.sweeps.fate[id] == straight) &&
		(p.absorbed == nil || !p.absorbed[id])
}

func (p *plan) operands(id word.ID, dst []word.ID) []word.ID {
	if x := p.selections[id]; x != nil {
		return append(append(dst, x.by.base), p.rows[x.row].stored()...)
	}
	return append(p.m.Operands(&p.m.Ops[id], dst), p.before[id]...)
}

// newPlan schedules a phase and cuts it into functions.
func newPlan(m *netlist.Module, ph phase, l *layout, s *sweeps, tune tuning) *plan {
	n := len(m.Ops)
	p := &plan{
		m: m, phase: ph, tune: tune, sweeps: s,
		uses: make([]int32, n), piece: make([]int32, n), inline: make([]bool, n), cost: make([]int32, n),
		crosses: make([]bool, n), clean: make([]bool, n), unmasked: make([]bool, n), loopOf: make([]int32, n),
	}
	for i := range p.loopOf {
		p.loopOf[i], p.piece[i] = -1, -1
	}
	for i, lp := range m.Loops {
		for id := lp.First; id < lp.End; id++ {
			p.loopOf[id] = int32(i)
		}
	}
	p.findSelections(l)
	tune.pause.Yield()
	if ph == step {
		p.nextOf = map[word.ID][]int32{}
		for i := range m.Registers {
			if id := m.Registers[i].Next; p.computed(id) {
				p.nextOf[id] = append(p.nextOf[id], int32(i))
			}
		}
	}
	members := 0
	for id := range m.Ops {
		if p.computed(word.ID(id)) {
			members++
		}
	}
	p.changeInPlace(l)
	if s == nil {
		p.units = make([]unit, 0, members+len(m.Registers))
		p.schedule(l)
	} else {
		p.units = p.scheduleSweeps(members)
	}
	limit, weight := tune.functionOps, p.weightOfAll()
	if ph == step && weight <= tune.wholeOps {
		limit = tune.wholeOps
	}
	p.banksStay = tune.fixedOps > 0 && (s != nil || weight >= tune.fixedOps)
	tune.pause.Yield()
	p.cut(limit)
	tune.pause.Yield()
	p.reorder(l, limit)
	tune.pause.Yield()
	p.countUses(l)
	if s != nil {
		p.keepForSweeps()
	}
	tune.pause.Yield()
	p.chooseInline(l)
	tune.pause.Yield()
	p.branch(tune.regionCost)
	tune.pause.Yield()
	p.trackUnmasked()
	if ph == step {
		tune.pause.Yield()
		p.arrivals()
	}
	return p
}

// roots calls visit for every value that something outside the operations needs.
func (p *plan) roots(l *layout, visit func(id word.ID)) {
	m := p.m
	switch p.phase {
	case prepare:
		for id := range m.Ops[:m.Invariant] {
			if p.computed(word.ID(id)) {
				visit(word.ID(id))
			}
		}
	case step:
		for i := range m.Registers {
			visit(m.Registers[i].Next)
		}
		m.Committed(func(id *word.ID) { visit(*id) })
	case settle:
		for id := range m.Ops {
			if l.display[id].exists() && p.member(word.ID(id)) {
				visit(word.ID(id))
			}
		}
	}
}

// schedule orders the units depth first from the roots, so that a value is computed near its use
// and few of them live across functions. Calls and loops keep the order of the module among
// themselves, because the first error is the one that is reported.
func (p *plan) schedule(l *layout) {
	done := make([]bool, len(p.m.Ops))
	var stack []word.ID
	var operands []word.ID

	// ready pushes what a unit still needs and reports whether there was nothing.
	need := func(list []word.ID) bool {
		ready := true
		for k := len(list) - 1; k >= 0; k-- {
			if id := list[k]; !done[id] && p.computed(id) {
				stack = append(stack, id)
				ready = false
			}
		}
		return ready
	}
	visit := func(root word.ID) {
		if !p.computed(root) || done[root] {
			return
		}
		stack = append(stack[:0], root)
		for len(stack) > 0 {
			id := stack[len(stack)-1]
			if done[id] {
				stack = stack[:len(stack)-1]
				continue
			}
			loop := p.loopOf[id]
			operands = operands[:0]
			if loop < 0 {
				operands = p.operands(id, operands)
			} else {
				lp := &p.m.Loops[loop]
				for k := lp.First; k < lp.End; k++ {
					operands = p.operands(k, operands)
				}
				for v := lp.FirstVar; v < lp.EndVar; v++ {
					operands = append(operands, p.m.Vars[v].Next)
				}
				outside := operands[:0]
				for _, o := range operands {
					if p.loopOf[o] != loop {
						outside = append(outside, o)
					}
				}
				operands = outside
			}
			if !need(operands) {
				continue
			}
			stack = stack[:len(stack)-1]
			p.tune.pause.MaybeYield(len(p.units))
			if loop < 0 {
				done[id] = true
				p.units = append(p.units, opUnit(id))
				continue
			}
			for k := p.m.Loops[loop].First; k < p.m.Loops[loop].End; k++ {
				done[k] = true
			}
			p.units = append(p.units, loopUnit(loop))
		}
	}
	// Operations that can fail in settling come before the ticks: when a tick fails, the logic has settled.
	for id := range p.m.Ops {
		op := &p.m.Ops[id]
		if p.member(word.ID(id)) && (op.Kind == word.Call && !p.m.Calls[op.Imm].Tick || p.loopOf[id] >= 0 && !isLeaf(op.Kind)) {
			visit(word.ID(id))
		}
	}
	for id := range p.m.Ops {
		if p.member(word.ID(id)) && p.m.Ops[id].Kind == word.Call {
			visit(word.ID(id))
		}
	}
	if p.declared {
		for id := range p.m.Ops {
			visit(word.ID(id))
		}
	}
	if p.phase == step {
		for i := range p.m.Registers {
			visit(p.m.Registers[i].Next)
			if !p.computed(p.m.Registers[i].Next) {
				p.units = append(p.units, registerUnit(i))
			}
		}
	}
	p.roots(l, visit)
	if p.phase == settle {
		for id := range p.m.Ops {
			if p.member(word.ID(id)) {
				visit(word.ID(id))
			}
		}
	}
}

// weight estimates the instructions of an operation, one being an addition.
func (p *plan) weight(id word.ID) int {
	op := &p.m.Ops[id]
	w := max(int(op.Width), 1)
	if op.A != word.None && op.Kind.Shape().Operands > 0 {
		w = max(w, int(p.m.Ops[op.A].Width))
	}
	switch {
	case w <= 64:
		return 1
	case op.Kind == word.Extract:
		return elementWeight
	case op.Kind == word.Repeat:
		return 3*limbs(w) + p.m.Bodies[op.Imm].Weight()
	case op.Kind == word.Insert && p.over[id] != word.None:
		return elementWeight
	case op.Kind == word.Mul, op.Kind == word.UDiv, op.Kind == word.URem:
		return 20
	case p.lazyWide(op): // vectors of two limbs, and much of it for nothing
		return limbs(w)
	default:
		return 3 * limbs(w)
	}
}

// weightOf estimates the instructions of a unit.
func (p *plan) weightOf(u unit) int {
	switch {
	case u.loop >= 0:
		w := 0
		for id := p.m.Loops[u.loop].First; id < p.m.Loops[u.loop].End; id++ {
			w += p.weight(id)
		}
		return w
	case u.op != word.None:
		return p.weight(u.op)
	case u.sweep >= 0, u.copies >= 0:
		return sweepWeight
	}
	return 1
}

// sweepWeight is what the call of a sweep counts when code is cut into functions.
const sweepWeight = 4

// weightOfAll estimates the instructions of the phase.
func (p *plan) weightOfAll() int {
	sum := 0
	for _, u := range p.units {
		sum += p.weightOf(u)
	}
	return sum
}

// cut splits the units into functions of about limit operations.
func (p *plan) cut(limit int) {
	p.cuts = []int{0}
	size := 0
	for i, u := range p.units {
		w := p.weightOf(u)
		if size > 0 && size+w > limit {
			p.cuts = append(p.cuts, i)
			size = 0
		}
		size += w
	}
	p.cuts = append(p.cuts, len(p.units))
	p.place()
}

// place notes which function defines each value.
func (p *plan) place() {
	for k := 0; k+1 < len(p.cuts); k++ {
		for _, u := range p.units[p.cuts[k]:p.cuts[k+1]] {
			p.eachOp(u, func(id word.ID) { p.piece[id] = int32(k) })
		}
	}
}

// functions is the number of functions of the phase.
func (p *plan) functions() int { return len(p.cuts) - 1 }

// eachOp calls f for the operations of a unit, leaves excepted, in order.
func (p *plan) eachOp(u unit, f func(id word.ID)) {
	switch {
	case u.loop >= 0:
		for id := p.m.Loops[u.loop].First; id < p.m.Loops[u.loop].End; id++ {
			if !isLeaf(p.m.Ops[id].Kind) {
				f(id)
			}
		}
	case u.op != word.None:
		f(u.op)
	}
}

// countUses finds how often each value is needed and which ones cross from function to function.
func (p *plan) countUses(l *layout) {
	var operands []word.ID
	commit := int32(p.functions()) // the commit of writes comes after all functions
	if p.single() {
		commit = 0
	}
	use := func(id word.ID, piece, loop int32) {
		p.uses[id]++
		if isLeaf(p.m.Ops[id].Kind) {
			return
		}
		if p.loopOf[id] != loop {
			p.uses[id]++ // never inlined into or out of a loop
		}
		if p.piece[id] >= 0 && p.piece[id] != piece {
			p.crosses[id] = true
		}
	}
	for k := 0; k+1 < len(p.cuts); k++ {
		p.tune.pause.Yield()
		for _, u := range p.units[p.cuts[k]:p.cuts[k+1]] {
			p.eachOp(u, func(id word.ID) {
				operands = p.operands(id, operands[:0])
				wide := p.m.Ops[id].Width > 64
				for _, o := range operands {
					use(o, int32(k), p.loopOf[id])
					wide = wide || p.m.Ops[o].Width > 64
				}
				if wide && !isElement(p.m.Ops[id].Kind) {
					for _, o := range operands {
						if p.m.Ops[o].Width <= 64 {
							p.uses[o] += manyUses // once a limb, perhaps
						}
					}
				}
				for range p.nextOf[id] {
					use(id, int32(k), p.loopOf[id])
				}
				if p.phase == settle && l.display[id].exists() {
					use(id, int32(k), -1)
				}
			})
			if u.register >= 0 {
				use(p.m.Registers[u.register].Next, int32(k), -1)
			}
			if u.loop >= 0 {
				for v := p.m.Loops[u.loop].FirstVar; v < p.m.Loops[u.loop].EndVar; v++ {
					use(p.m.Vars[v].Next, int32(k), -2) // compared and stored
				}
			}
		}
	}
	switch p.phase {
	case prepare:
		for _, u := range p.units {
			if u.op != word.None {
				p.crosses[u.op] = true
				p.uses[u.op] += 2
			}
		}
	case step:
		p.m.Committed(func(id *word.ID) { use(*id, commit, -2) }) // computed before the first write happens
	}
}

// single reports whether the whole step is one function, in which case the loop over cycles is
// inside it.
func (p *plan) single() bool { return p.phase == step && p.functions() <= 1 && p.sweeps == nil }

// chooseInline decides which operations are computed at their only use. For wide values that is
// right only where the user looks at each limb of the operand once.
func (p *plan) chooseInline(l *layout) {
	depth := make([]uint8, len(p.m.Ops))
	var operands []word.ID
	for i, u := range p.units {
		p.tune.pause.MaybeYield(i)
		p.eachOp(u, func(id word.ID) {
			op := &p.m.Ops[id]
			operands = p.operands(id, operands[:0])
			d, cost := uint8(0), int32(1)
			for _, o := range operands {
				if p.m.Ops[o].Width > 64 && p.inline[o] && !limbwise(op, o) && (!p.view(o) || p.addressed(op)) {
					p.inline[o] = false
				}
				if p.inline[o] {
					d = max(d, depth[o]+1)
					cost += p.cost[o]
				}
			}
			depth[id], p.cost[id] = d, min(cost, 1<<20)
			if p.view(id) && !(p.phase == settle && l.display[id].exists()) && !p.crosses[id] {
				p.inline[id] = true
				return
			}
			p.inline[id] = p.uses[id] == 1 && !p.crosses[id] && d < maxInlineDepth && op.Kind != word.Call &&
				(op.Width <= 64 || p.lazyWide(op) && (p.phase != settle || !l.display[id].exists()))
		})
	}
}

// lazyWide reports whether a limb of the result depends on few limbs of the operands, so that it
// can be computed on its own.
func (p *plan) lazyWide(op *word.Op) bool {
	switch op.Kind {
	case word.And, word.Or, word.Xor, word.Not, word.ZExt, word.Slice, word.Concat, word.Mux:
		return true
	case word.Shl, word.LShr:
		return p.m.Ops[op.B].Kind == word.Const
	}
	return false
}

// addressed reports whether an operation is done by a helper, which wants its wide operands in memory.
func (p *plan) addressed(op *word.Op) bool {
	switch op.Kind {
	case word.Extract:
		return true
	case word.Mul, word.AShr, word.UDiv, word.URem:
		return op.Width > 64
	case word.Shl, word.LShr:
		return op.Width > 64 && p.m.Ops[op.B].Kind != word.Const
	}
	return false
}

// view reports whether an operation is only an extension or a part of a wide value that is stored anyway: reading it
// instead is free, however often it is used.
func (p *plan) view(id word.ID) bool {
	op := &p.m.Ops[id]
	if op.Kind == word.Slice { // what a loop has given stays where it is
		return p.m.Ops[op.A].Kind == word.Repeat && op.Width > 64 && op.Width%64 == 0 && op.Imm%64 == 0
	}
	return op.Kind == word.ZExt && p.m.Ops[op.A].Width > 64 && !p.inline[op.A]
}

// limbwise reports whether an operation reads each limb of its wide operand o at most once.
func limbwise(op *word.Op, o word.ID) bool {
	switch op.Kind {
	case word.And, word.Or, word.Xor, word.Not, word.ZExt, word.Mux,
		word.Add, word.Sub, word.RedOr, word.RedAnd, word.RedXor, word.Eq, word.Ne, word.Insert, word.Repeat:
		return op.A != op.B
	case word.Slice:
		return op.Imm%64 == 0 || inLimb(op)
	}
	return false
}

// inLimb reports whether all bits of a slice stand in one limb of the operand.
func inLimb(op *word.Op) bool { return op.Imm%64+uint64(op.Width) <= 64 }
