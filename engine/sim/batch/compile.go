package batch

import (
	"math"

	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// compiler gives slots to values and orders the instructions. A slot is free again after the last use of
// its value, so that a large circuit stays in the cache.
type compiler struct {
	p         *Program
	m         *netlist.Module
	invariant int // operations before it are done once an input changes
	shown     []bool
	next      []bool // needed for the next state
	last      []word.ID
	pinned    []bool
	free      map[uint32][]uint32 // slots by size
	expires   map[word.ID][]word.ID
	loopOf    func(id word.ID) *netlist.Loop
}

func newCompiler(p *Program) *compiler {
	c := &compiler{p: p, m: p.m, invariant: p.m.Invariant}
	if !sequential(p.m) {
		c.invariant = 0 // one pass, and slots can be used again
	}
	c.loopOf = func(id word.ID) *netlist.Loop {
		for i := range p.m.Loops {
			if l := &p.m.Loops[i]; id >= l.First && id < l.End {
				return l
			}
		}
		return nil
	}
	if len(p.m.Loops) == 0 {
		c.loopOf = func(word.ID) *netlist.Loop { return nil }
	}
	return c
}

func (c *compiler) run() {
	p := c.p
	for _, r := range c.m.Registers {
		p.registers = append(p.registers, c.alloc(int32(r.Width)))
	}
	for _, v := range c.m.Vars {
		p.vars = append(p.vars, c.alloc(int32(v.Width)))
	}
	for _, in := range c.m.Inputs {
		p.inputs = append(p.inputs, c.alloc(int32(in.Width)))
	}
	c.live()
	c.leaves()

	// Values that depend on inputs only and are needed later keep their slots; the two other phases share their slots.
	c.pinned = make([]bool, len(c.m.Ops))
	c.pinInvariant()
	p.prepare = c.phase(func(id int) bool { return id < c.invariant && (c.shown[id] || c.next[id]) })
	base := p.cells
	c.pinNext()
	p.step = c.phase(func(id int) bool { return id >= c.invariant && c.next[id] })
	c.edge()
	p.stepThrows = c.throws(sequential(c.m), true)
	top := p.cells
	p.cells = base
	c.pinned = make([]bool, len(c.m.Ops))
	for _, net := range p.nets {
		c.pinned[c.m.Nets[net]] = true
	}
	c.pinThrows()
	p.settle = c.phase(func(id int) bool { return id >= c.invariant && c.shown[id] })
	p.cells = max(p.cells, top)
	p.settleThrows = c.throws(true, false)
	for _, net := range p.nets {
		id := c.m.Nets[net]
		p.show = append(p.show, value{p.slot[id], c.m.Ops[id].Width})
	}
}

// throws lists when lambdas throw, as the phase that was compiled last has it: those of onTick at the edge
// only, after those of eval.
func (c *compiler) throws(phase, ticks bool) []throw {
	var list []throw
	for _, tick := range [2]bool{false, true} {
		for i := range c.m.Calls {
			if x := &c.m.Calls[i]; phase && x.Tick == tick && (!tick || ticks) {
				t := throw{call: i, when: value{c.p.slot[x.Args[0].Value], 1}}
				for _, a := range x.Args[1:] {
					t.values = append(t.values, value{c.p.slot[a.Value], c.m.Ops[a.Value].Width})
				}
				list = append(list, t)
			}
		}
	}
	return list
}

func (c *compiler) alloc(width int32) uint32 {
	s := c.p.cells
	c.p.cells += size(width)
	return s
}

// live finds what has to be computed: for the nets that are read, and for the next state. Loops may
// hold values and are always evaluated.
func (c *compiler) live() {
	n := len(c.m.Ops)
	c.shown, c.next = make([]bool, n), make([]bool, n)
	for _, net := range c.p.nets {
		c.shown[c.m.Nets[net]] = true
	}
	if sequential(c.m) {
		for i := range c.m.Registers {
			c.next[c.m.Registers[i].Next] = true
		}
		for i := range c.m.Memories {
			for _, w := range c.m.Memories[i].Writes {
				c.next[w.Enable], c.next[w.Address], c.next[w.Data] = true, true, true
			}
		}
	}
	for i := range c.m.Calls {
		for _, a := range c.m.Calls[i].Args {
			c.shown[a.Value] = c.shown[a.Value] || !c.m.Calls[i].Tick
			c.next[a.Value] = c.next[a.Value] || sequential(c.m)
		}
	}
	for _, v := range c.m.Vars {
		c.shown[v.Next], c.next[v.Next] = true, sequential(c.m)
	}
	for _, l := range c.m.Loops {
		for id := l.First; id < l.End; id++ {
			c.shown[id], c.next[id] = true, sequential(c.m)
		}
	}
	var operands []word.ID
	for id := n - 1; id >= 0; id-- {
		if !c.shown[id] && !c.next[id] {
			continue
		}
		operands = c.m.Ops[id].Operands(operands[:0])
		for _, o := range operands {
			c.shown[o] = c.shown[o] || c.shown[id]
			c.next[o] = c.next[o] || c.next[id]
		}
	}
}

// leaves places what is not computed.
func (c *compiler) leaves() {
	for id := range c.m.Ops {
		op := &c.m.Ops[id]
		s := &c.p.slot[id]
		switch op.Kind {
		case word.Param:
			*s = c.p.inputs[op.Imm]
		case word.Reg:
			*s = c.p.registers[op.Imm]
		case word.Loop:
			*s = c.p.vars[op.Imm]
		case word.Const, word.FConst:
			if c.shown[id] || c.next[id] {
				*s = c.alloc(op.Width)
				c.p.constants = append(c.p.constants, fill{*s, op.Width, c.m.Value(op)})
			}
		}
	}
}

func isLeaf(k word.Kind) bool {
	switch k {
	case word.Param, word.Reg, word.Loop, word.Const, word.FConst:
		return true
	}
	return false
}

// pinInvariant keeps the values that later phases read.
func (c *compiler) pinInvariant() {
	var operands []word.ID
	for id := c.invariant; id < len(c.m.Ops); id++ {
		operands = c.m.Ops[id].Operands(operands[:0])
		for _, o := range operands {
			c.pinned[o] = true
		}
	}
	for _, net := range c.p.nets {
		c.pinned[c.m.Nets[net]] = true
	}
	c.pinNext()
}

// pinThrows keeps what tells whether a lambda throws, and what.
func (c *compiler) pinThrows() {
	for i := range c.m.Calls {
		for _, a := range c.m.Calls[i].Args {
			c.pinned[a.Value] = true
		}
	}
}

// pinNext keeps what the clock edge reads.
func (c *compiler) pinNext() {
	c.pinThrows()
	for i := range c.m.Registers {
		c.pinned[c.m.Registers[i].Next] = true
	}
	for i := range c.m.Memories {
		for _, w := range c.m.Memories[i].Writes {
			c.pinned[w.Enable], c.pinned[w.Address], c.pinned[w.Data] = true, true, true
		}
	}
}

// phase compiles the operations for which member holds.
func (c *compiler) phase(member func(id int) bool) []segment {
	c.lastUses(member)
	c.free = map[uint32][]uint32{}
	var list []segment
	id := 0
	straight := func(to int) {
		s := segment{loop: -1}
		for ; id < to; id++ {
			if member(id) {
				c.emit(word.ID(id), &s.code)
			}
		}
		if len(s.code) > 0 {
			list = append(list, s)
		}
	}
	for k := range c.m.Loops {
		l := &c.m.Loops[k]
		straight(int(l.First))
		s := segment{loop: k}
		for ; id < int(l.End); id++ {
			if member(id) {
				c.emit(word.ID(id), &s.code)
			}
		}
		if len(s.code) > 0 {
			for v := l.FirstVar; v < l.EndVar; v++ {
				next := move{c.p.vars[v], c.p.slot[c.m.Vars[v].Next], size(int32(c.m.Vars[v].Width))}
				if c.m.Ops[c.m.Vars[v].Next].Kind == word.Loop { // all variables change together
					aside := move{c.alloc(int32(c.m.Vars[v].Width)), next.src, next.n}
					s.staged = append(s.staged, aside)
					next.src = aside.dst
				}
				s.next = append(s.next, next)
			}
			list = append(list, s)
		}
	}
	straight(len(c.m.Ops))
	return list
}

// lastUses finds for every value of a phase the operation after which its slot is free. A value from before a loop that
// the loop reads is needed until its last round.
func (c *compiler) lastUses(member func(id int) bool) {
	c.last = make([]word.ID, len(c.m.Ops))
	c.expires = map[word.ID][]word.ID{}
	var operands []word.ID
	for id := range c.m.Ops {
		if !member(id) {
			continue
		}
		at := word.ID(id)
		c.last[id] = max(c.last[id], at)
		l := c.loopOf(at)
		operands = c.m.Ops[id].Operands(operands[:0])
		for _, o := range operands {
			until := at
			if l != nil && o < l.First {
				until = l.End - 1
			}
			c.last[o] = max(c.last[o], until)
		}
	}
	for i := range c.m.Loops {
		l := &c.m.Loops[i]
		for v := l.FirstVar; v < l.EndVar; v++ {
			next := c.m.Vars[v].Next
			c.last[next] = max(c.last[next], l.End-1)
		}
	}
	for id := range c.m.Ops {
		if member(id) && !isLeaf(c.m.Ops[id].Kind) && !c.pinned[id] {
			c.expires[c.last[id]] = append(c.expires[c.last[id]], word.ID(id))
		}
	}
}

// emit compiles one operation. Its slot is never one of its operands': they are freed after it.
func (c *compiler) emit(id word.ID, out *[]instruction) {
	op := &c.m.Ops[id]
	if !isLeaf(op.Kind) {
		n := size(op.Width)
		if list := c.free[n]; len(list) > 0 {
			c.p.slot[id] = list[len(list)-1]
			c.free[n] = list[:len(list)-1]
		} else {
			c.p.slot[id] = c.alloc(op.Width)
		}
		*out = append(*out, c.instruction(id))
	}
	for _, dead := range c.expires[id] {
		n := size(c.m.Ops[dead].Width)
		c.free[n] = append(c.free[n], c.p.slot[dead])
	}
}

func (c *compiler) instruction(id word.ID) instruction {
	op := &c.m.Ops[id]
	x := instruction{op: op, dst: c.p.slot[id], bits: op.Width == 1, count: -1}
	shape := op.Kind.Shape()
	if shape.Operands > 0 {
		x.a, x.n = c.p.slot[op.A], c.m.Ops[op.A].Width
		x.bits = x.bits && x.n == 1
	}
	if shape.Operands > 1 {
		b := &c.m.Ops[op.B]
		x.b, x.nb = c.p.slot[op.B], b.Width
		x.bits = x.bits && x.nb == 1
		switch op.Kind {
		case word.Shl, word.LShr, word.AShr:
			if b.Kind == word.Const {
				x.count = int64(min(b.Imm, math.MaxInt32))
			}
		}
	}
	if shape.Operands > 2 {
		x.c = c.p.slot[op.C]
		x.bits = x.bits && c.m.Ops[op.C].Width == 1
	}
	return x
}

// edge plans how registers take their next values and memories their writes. A value that is itself a
// register is copied aside first.
func (c *compiler) edge() {
	isRegister := map[uint32]bool{}
	for _, s := range c.p.registers {
		isRegister[s] = true
	}
	for i, r := range c.m.Registers {
		src, dst, n := c.p.slot[r.Next], c.p.registers[i], size(int32(r.Width))
		if src == dst {
			continue
		}
		if isRegister[src] {
			aside := c.alloc(int32(r.Width))
			c.p.staged = append(c.p.staged, move{aside, src, n})
			src = aside
		}
		c.p.copies = append(c.p.copies, move{dst, src, n})
	}
	at := func(id word.ID) value { return value{c.p.slot[id], c.m.Ops[id].Width} }
	for i := range c.m.Memories {
		for _, w := range c.m.Memories[i].Writes {
			c.p.writes = append(c.p.writes, write{i, at(w.Enable), at(w.Address), at(w.Data), w.Whole})
		}
	}
}
