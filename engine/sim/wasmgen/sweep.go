package wasmgen

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Code that is written out operation by operation falls out of the processor's caches in a large design: a million
// operations are tens of megabytes of machine code, read from memory once a cycle. There, operations of one
// shape that do not wait for each other are collected into sweeps: one loop computes them all, and their
// results stand side by side. Where their operands stand side by side too, as in many copies of one block, a sweep
// is a loop over vectors of 16 bytes and needs nothing else. Elsewhere it goes through a table of addresses.
//
// Other operations (wide values, doubles, lambdas that are called, combinational loops, rare shapes) stay straight-line
// code between the sweeps. Values have one place in memory each, for both step and settle, so both run the same sweeps.
// The order of evaluation is that of the levels: a level is one more than those of all operands.

// The sizes of what sweeps are made of.
const (
	maxExternals = 4 // operands of one shape
	maxFused     = 3 // operations of one shape
	unroll       = 4 // operations of one round of a loop over a table
	vectorBytes  = 16
	blockBytes   = 64 // from here on registers that stand together are copied as a block
	roundsOfHue  = 3  // how far the surroundings of an operation are looked at to find its like
)

// phases of a sweep, as a set.
const (
	inPrepare uint8 = 1 << iota
	inStep
	inSettle
)

// sweep is one loop over operations of one shape and one level.
type sweep struct {
	shape  int32
	level  int32
	phases uint8
	count  uint32 // operations
	out    uint32 // address of the first result
	first  int32  // of one with a table: into sweeps.tabled

	vectors  uint8                // that one round of the loop computes; 0 with a table
	splats   uint8                // of vectors: the operands that are the same for all
	operands [maxExternals]uint32 // of vectors: the addresses of the first operation's operands
	table    uint32               // else: the address of count rows of addresses, padded to a multiple of unroll
}

// copies moves the next values of neighbouring registers into bank B, at the end of a cycle.
type copies struct {
	first, count int32 // into sweeps.registers
	size         uint8
	block        bool   // the values stand side by side: one copy of memory
	source       uint32 // address of the first value
	table        uint32 // else: the address of the addresses, count of them, a multiple of unroll
}

// The kinds of operation in a design that is swept.
const (
	straight uint8 = iota // written out
	swept                 // computed by a sweep
	fused                 // computed inside its only user
	unused
)

// sweeps is what a large design is made of instead of straight-line code.
type sweeps struct {
	m      *netlist.Module
	tune   tuning
	fate   []uint8 // by operation
	level  []int32 // by operation; of all in a loop the same
	last   int32   // the level after all others
	list   []sweep // by level
	copies []copies
	copied []bool // by register: bank B gets its next value from copies

	shapes  []shape
	byShape map[shapeKey]int32
	shapeOf []int32 // by operation

	order     []word.ID // what is swept, group by group
	tabled    []word.ID // operations of the sweeps with tables
	registers []int32   // in the order of the bank
	addresses int       // in all tables
	scratch   []uint32
}

// phaseSet is when an operation is computed.
func phaseSet(m *netlist.Module, id word.ID) uint8 {
	uses := m.Uses[id]
	switch {
	case uses == 0:
		return 0
	case int(id) < m.Invariant:
		return inPrepare
	}
	var set uint8
	if uses&netlist.InStep != 0 {
		set |= inStep
	}
	if uses&netlist.InSettle != 0 {
		set |= inSettle
	}
	return set
}

// newSweeps finds the operations that sweeps can compute, their shapes and their levels. It returns nil for a
// design that is too small to be worth it.
func newSweeps(m *netlist.Module, tune tuning) *sweeps {
	if tune.sweepOps < 0 || len(m.Ops) < tune.sweepOps {
		return nil
	}
	n := len(m.Ops)
	s := &sweeps{
		m: m, tune: tune, fate: make([]uint8, n), level: make([]int32, n), shapeOf: make([]int32, n),
		byShape: map[shapeKey]int32{}, copied: make([]bool, len(m.Registers)),
	}
	s.choose()
	tune.pause.Yield()
	s.findLevels()
	tune.pause.Yield()
	return s
}

// The parts of generating that are done when the shapes are known, when the operations are in order, when they have
// places, and when the code of the first phase begins.
const (
	shapesKnown = 0.2
	ordered     = 0.4
	placed      = 0.6
)

// beat is after how many operations it is told again how much is done; a fraction of a second's work.
const beat = 1 << 16

// told tells how much is done when i of n steps are, on the way from one part to another.
func (t *tuning) told(from, to float64, i, n int) {
	if t.tell != nil {
		t.tell(from + (to-from)*float64(i)/float64(max(n, 1)))
	}
}

// choose decides which operations may be swept, and fuses those with one use into their user.
func (s *sweeps) choose() {
	m := s.m
	uses := s.countUses()
	s.tune.pause.Yield()
	looped := make([]bool, len(m.Ops))
	for _, lp := range m.Loops {
		for id := lp.First; id < lp.End; id++ {
			looped[id] = true
		}
	}
	embed := map[embedded]int32{}
	for i := range m.Ops {
		s.tune.pause.MaybeYield(i)
		if i%beat == 0 {
			s.tune.told(0, shapesKnown, i, len(m.Ops))
		}
		id, op := word.ID(i), &m.Ops[i]
		switch {
		case isLeaf(op.Kind):
			continue
		case m.Uses[id] == 0 || uses[id] == 0 && op.Kind != word.Call && !looped[id]:
			s.fate[id] = unused
			continue
		case looped[id] || !s.sweepable(op):
			continue
		}
		s.fate[id] = swept
		s.shapeOf[id] = s.shapeFor(id, uses, embed)
	}
}

// countUses counts the users of every operation; a use by anything but an operation that may be swept counts as many.
func (s *sweeps) countUses() []int32 {
	m := s.m
	uses := make([]int32, len(m.Ops))
	many := func(id word.ID) { uses[id] += 2 }
	var operands []word.ID
	for i := range m.Ops {
		s.tune.pause.MaybeYield(i)
		if m.Uses[i] == 0 {
			continue
		}
		op := &m.Ops[i]
		if op.Kind == word.Call {
			for _, a := range m.Calls[op.Imm].Args {
				many(a.Value)
			}
			continue
		}
		operands = op.Operands(operands[:0])
		sweepable := s.sweepable(op)
		for _, o := range operands {
			uses[o]++
			if !sweepable {
				uses[o]++
			}
		}
	}
	for i := range m.Loops {
		for id := m.Loops[i].First; id < m.Loops[i].End; id++ {
			operands = m.Ops[id].Operands(operands[:0])
			for _, o := range operands {
				many(o)
			}
		}
	}
	for i := range m.Vars {
		many(m.Vars[i].Next)
	}
	m.Roots(func(id *word.ID, _ netlist.Use) { many(*id) })
	return uses
}

// sweepable reports whether a sweep can compute a kind of operation, as long as it is in no combinational loop.
func (s *sweeps) sweepable(op *word.Op) bool {
	shape := op.Kind.Shape()
	if op.Width > 64 || shape.Float || shape.FloatIn || shape.Operands == 0 {
		return false
	}
	switch op.Kind {
	case word.Result, word.FFromU, word.FFromS, word.FToInt, word.FToBits:
		return false
	}
	var buffer [3]word.ID
	for _, o := range op.Operands(buffer[:0]) {
		// A loop variable stands in another bank in step than in settle.
		if s.m.Ops[o].Width > 64 || s.m.Ops[o].Kind == word.Loop {
			return false
		}
	}
	return true
}

// findLevels gives every operation its level. Operations that can fail keep the order of the module, ticks come last.
func (s *sweeps) findLevels() {
	m := s.m
	var floor int32
	var operands []word.ID
	known := func(o, id word.ID) int32 { // the level after which id can use o
		switch {
		case int(o) < m.Invariant && int(id) >= m.Invariant:
			return 0 // computed before the cycle
		case s.fate[o] == fused:
			return s.level[o] - 1 // it has the level that its user gets
		}
		return s.level[o]
	}
	after := func(id word.ID) int32 { // the level that an operation with these operands has
		operands = m.Operands(&m.Ops[id], operands[:0])
		level := int32(0)
		for _, o := range operands {
			level = max(level, known(o, id))
		}
		return level + 1
	}
	variables := make([]int32, len(m.Vars))
	next := 0
	for i := 0; i < len(m.Ops); i++ {
		s.tune.pause.MaybeYield(i)
		id := word.ID(i)
		if next < len(m.Loops) && id == m.Loops[next].First {
			lp := &m.Loops[next]
			level := floor
			for k := lp.First; k < lp.End; k++ {
				s.level[k] = 0
			}
			for k := lp.First; k < lp.End; k++ {
				level = max(level, after(k))
			}
			for v := lp.FirstVar; v < lp.EndVar; v++ { // what a variable becomes may be computed before the loop
				level = max(level, known(m.Vars[v].Next, lp.First)+1)
			}
			for k := lp.First; k < lp.End; k++ {
				s.level[k] = level
			}
			for v := lp.FirstVar; v < lp.EndVar; v++ {
				variables[v] = level
			}
			floor, next, i = level, next+1, int(lp.End)-1
			s.last = max(s.last, level)
			continue
		}
		op := &m.Ops[i]
		if op.Kind == word.Loop {
			s.level[i] = variables[op.Imm]
		}
		if isLeaf(op.Kind) {
			continue
		}
		level := after(id)
		if op.Kind == word.Call && !m.Calls[op.Imm].Tick {
			level = max(level, floor)
			floor = level
		}
		s.level[id] = level
		s.last = max(s.last, level)
	}
	s.last++
	for i := range m.Ops {
		if op := &m.Ops[i]; op.Kind == word.Call && m.Calls[op.Imm].Tick {
			s.level[i] = s.last
		}
	}
	s.last++
}
