package interp

import (
	"math"

	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// code is one instruction: slots[dst] = op(slots[a], slots[b], slots[c]). imm is a mask, a constant, a
// table, or packed small numbers, as the operation says.
type code struct {
	op      opcode
	dst     uint32
	a, b, c uint32
	imm     uint64
}

// segment is code without a way back, or the body of a combinational loop.
type segment struct {
	code []code
	loop int // index into Module.Loops; -1 for straight code
	// Of a loop: how its variables take their next values, all together, and copies to be done before.
	next, staged []copyWords
}

// program is what a module becomes. The slots begin with the registers, followed by what each takes at the next edge,
// followed by the variables of the loops.
type program struct {
	module    *netlist.Module
	slot      []uint32 // by operation; wide values take several slots
	registers []uint32 // slots of the current values
	state     uint32   // slots of all registers
	inputs    []uint32
	vars      []uint32
	feedback  uint32 // the end of the variables
	slots     int
	constants []constant
	prepare   []code // operations that depend on inputs only
	step      []segment
	settle    []segment
	ticks     []code // opaque onTicks, which run when the logic has settled
	writes    []write
	copies    []copyWords // at the edge, before the registers: next values that are not computed in place
}

// write is one write port of a memory, by its slots.
type write struct {
	memory, enable, address, data uint32
	whole                         bool // all cells; see netlist.Write
}

type constant struct {
	slot  uint32
	value uint64
}

// copyWords copies n slots.
type copyWords struct{ dst, src, n uint32 }

// words is the number of 64-bit slots of a width.
func words(width int32) uint32 { return uint32(width+63) / 64 }

type compiler struct {
	m    *netlist.Module
	p    *program
	plan *plan
	next []uint32 // by register: the slot of what it takes at the next edge
	own  []uint32 // by operation: the slot that it must have, + 1
	into []uint32 // by operation: where a step computes it instead of its slot, + 1
}

// compile makes the program of a module. The slots of registers, variables and inputs are the same for all programs of
// a module.
func compile(m *netlist.Module, t tuning) *program {
	n := len(m.Ops)
	c := &compiler{m: m, p: &program{module: m, slot: make([]uint32, n)}, plan: newPlan(m, t), own: make([]uint32, n), into: make([]uint32, n)}
	for _, r := range m.Registers {
		c.p.registers = append(c.p.registers, c.alloc(int32(r.Width)))
	}
	c.p.state = uint32(c.p.slots)
	for _, r := range m.Registers {
		c.next = append(c.next, c.alloc(int32(r.Width)))
	}
	for _, v := range m.Vars {
		c.p.vars = append(c.p.vars, c.alloc(int32(v.Width)))
	}
	c.p.feedback = uint32(c.p.slots)
	for _, in := range m.Inputs {
		c.p.inputs = append(c.p.inputs, c.alloc(int32(in.Width)))
	}
	elsewhere := c.registers()
	for i := range m.Ops {
		c.place(i)
	}
	for i := range m.Invariant {
		c.emit(i, c.p.slot[i], &c.p.prepare)
	}
	c.p.step = c.segments(c.step)
	c.p.settle = c.segments(c.settle)
	for i := range m.Ops {
		if isTick(m, word.ID(i)) {
			c.emit(i, 0, &c.p.ticks)
		}
	}
	for _, i := range elsewhere {
		c.p.copies = append(c.p.copies, copyWords{c.next[i], c.p.slot[m.Registers[i].Next], words(int32(m.Registers[i].Width))})
	}
	for i := range m.Memories {
		for _, w := range m.Memories[i].Writes {
			c.p.writes = append(c.p.writes, write{uint32(i), c.p.slot[w.Enable], c.p.slot[w.Address], c.p.slot[w.Data], w.Whole})
		}
	}
	return c.p
}

// registers lets next values be computed where the edge takes them from, and lists the registers for which that cannot
// be.
func (c *compiler) registers() (elsewhere []int) {
	for i := range c.m.Registers {
		id := c.m.Registers[i].Next
		if op := &c.m.Ops[id]; op.Kind == word.Reg && op.Imm == uint64(i) {
			continue // it holds
		}
		if c.plan.fates[id] == branching && c.plan.tree.Sole(id) {
			c.into[id] = c.next[i] + 1
			continue
		}
		for isAlias(c.m, &c.m.Ops[id]) {
			id = c.m.Ops[id].A
		}
		if c.plan.fates[id] == always && c.own[id] == 0 && c.m.Ops[id].Kind != word.Call {
			c.own[id] = c.next[i] + 1
			continue
		}
		elsewhere = append(elsewhere, i)
	}
	return elsewhere
}

func (c *compiler) alloc(width int32) uint32 {
	s := uint32(c.p.slots)
	c.p.slots += int(words(width))
	return s
}

// place gives operation i its slot; an operation that only names another value shares its slot.
func (c *compiler) place(i int) {
	op := &c.m.Ops[i]
	s := &c.p.slot[i]
	switch op.Kind {
	case word.Param:
		*s = c.p.inputs[op.Imm]
		return
	case word.Reg:
		*s = c.p.registers[op.Imm]
		return
	case word.Loop:
		*s = c.p.vars[op.Imm]
		return
	case word.Const, word.FConst:
		*s = c.alloc(op.Width)
		v := c.m.Value(op)
		for k := range words(op.Width) {
			c.p.constants = append(c.p.constants, constant{*s + k, v.Word(int(k))})
		}
		return
	}
	switch {
	case isAlias(c.m, op):
		*s = c.p.slot[op.A]
	case c.own[i] > 0:
		*s = c.own[i] - 1
	default:
		*s = c.alloc(op.Width)
	}
}

// isAlias reports that op has the very bits of its operand, in as many slots.
func isAlias(m *netlist.Module, op *word.Op) bool {
	switch op.Kind {
	case word.ZExt:
		return words(op.Width) == words(m.Ops[op.A].Width)
	case word.Slice:
		from := &m.Ops[op.A]
		return op.Imm == 0 && words(op.Width) == words(from.Width) && from.Bits <= op.Width
	}
	return false
}

// segments compiles loops, and by straight the pieces before, between and after them.
func (c *compiler) segments(straight func(piece int, from, to word.ID, out *[]code)) []segment {
	var list []segment
	at := word.ID(c.m.Invariant)
	add := func(piece int, to word.ID) {
		s := segment{loop: -1}
		straight(piece, at, to, &s.code)
		if len(s.code) > 0 {
			list = append(list, s)
		}
		at = to
	}
	for k, l := range c.m.Loops {
		add(k, l.First)
		s := segment{loop: k}
		for ; at < l.End; at++ {
			c.emit(int(at), c.p.slot[at], &s.code)
		}
		c.feedback(l, &s)
		list = append(list, s)
	}
	add(len(c.m.Loops), word.ID(len(c.m.Ops)))
	return list
}

// settle compiles what the nets show, in the plain way: each value in its slot.
func (c *compiler) settle(_ int, from, to word.ID, out *[]code) {
	n := 0
	for id := from; id < to; id++ {
		if op := &c.m.Ops[id]; c.m.Uses[id]&netlist.InSettle != 0 && !isLeaf(op.Kind) && !isAlias(c.m, op) {
			n++
		}
	}
	*out = make([]code, 0, n)
	for ; from < to; from++ {
		if c.m.Uses[from]&netlist.InSettle != 0 && !isTick(c.m, from) {
			c.emit(int(from), c.p.slot[from], out)
		}
	}
}

// feedback plans how the variables of a loop change. A next value that is itself a variable goes through a
// copy of it.
func (c *compiler) feedback(l netlist.Loop, s *segment) {
	for v := l.FirstVar; v < l.EndVar; v++ {
		x := &c.m.Vars[v]
		next := copyWords{c.p.vars[v], c.p.slot[x.Next], words(int32(x.Width))}
		if c.m.Ops[x.Next].Kind == word.Loop {
			aside := c.alloc(int32(x.Width))
			s.staged = append(s.staged, copyWords{aside, next.src, next.n})
			next.src = aside
		}
		s.next = append(s.next, next)
	}
}

// emit appends the code of operation i, with the result in a slot.
func (c *compiler) emit(i int, dst uint32, out *[]code) {
	op := &c.m.Ops[i]
	x := code{dst: dst}
	n := int32(0)
	if op.A != word.None {
		x.a, n = c.p.slot[op.A], c.m.Ops[op.A].Width
	}
	if op.B != word.None {
		x.b = c.p.slot[op.B]
	}
	if op.C != word.None {
		x.c = c.p.slot[op.C]
	}
	switch op.Kind {
	case word.Const, word.FConst, word.Param, word.Reg, word.Loop, word.Result:
		return // in place already; results are written by the call
	case word.Call:
		x.op, x.imm = opCall, op.Imm
		*out = append(*out, x)
		return
	}
	if isAlias(c.m, op) {
		return
	}
	if op.Kind == word.MemAll {
		x.op, x.imm, x.b = opMemAll, op.Imm, words(op.Width)
		*out = append(*out, x)
		return
	}
	if op.Kind == word.MemRead {
		x.op, x.imm = readOf(c.m.Memories[op.Imm].Width), op.Imm
		*out = append(*out, x)
		return
	}
	if op.Width > 64 || n > 64 || (op.B != word.None && c.m.Ops[op.B].Width > 64) {
		x.op, x.imm = opWide, uint64(i)
		*out = append(*out, x)
		return
	}
	c.narrow(op, uint(op.Width), uint(n), &x)
	*out = append(*out, x)
}

// narrow chooses the instruction of an operation on at most 64 bits.
func (c *compiler) narrow(op *word.Op, w, n uint, x *code) {
	mask := word.Mask64(w)
	fits := op.Bits < op.Width || w == 64 // the result needs no mask
	pick := func(plain, masked opcode) {
		if fits {
			x.op = plain
		} else {
			x.op, x.imm = masked, mask
		}
	}
	signed := func(o opcode, width uint) { x.op, x.imm = o, uint64(64-width) }
	constantB := func() (uint64, bool) {
		o := &c.m.Ops[op.B]
		return o.Imm, o.Kind == word.Const
	}
	switch op.Kind {
	case word.And:
		x.op = opAnd
		if v, ok := constantB(); ok {
			x.op, x.imm = opAndImm, v
		}
	case word.Or:
		x.op = opOr
	case word.Xor:
		x.op = opXor
	case word.Not:
		x.op, x.imm = opNot, mask
	case word.Add:
		pick(opAdd, opAddMask)
	case word.Sub:
		pick(opSub, opSubMask)
	case word.Mul:
		pick(opMul, opMulMask)
	case word.Shl:
		x.op, x.imm = opShl, mask
		if v, ok := constantB(); ok {
			x.op, x.b = opShlImm, uint32(min(v, 64))
		}
	case word.LShr:
		x.op = opLShr
		if v, ok := constantB(); ok {
			x.op, x.imm = opLShrImm, v
		}
	case word.AShr:
		x.op, x.c, x.imm = opAShr, uint32(64-w), mask
	case word.Slice:
		x.op, x.b, x.imm = opSlice, uint32(op.Imm), mask
	case word.Concat:
		x.op, x.imm = opConcat, uint64(w-n)
	case word.SExt:
		x.op, x.c, x.imm = opSExt, uint32(64-n), mask
	case word.RedXor:
		x.op = opParity
	case word.Clz:
		x.op, x.imm = opClz, uint64(64-n)
	case word.UDiv:
		x.op = opUDiv
	case word.URem:
		x.op = opURem
	case word.SDiv:
		x.op, x.c, x.imm = opSDiv, uint32(64-w), mask
	case word.SRem:
		x.op, x.c, x.imm = opSRem, uint32(64-w), mask
	case word.Eq:
		x.op = opEq
		if v, ok := constantB(); ok {
			x.op, x.imm = opEqImm, v
		}
	case word.Ne:
		x.op = opNe
		if v, ok := constantB(); ok {
			x.op, x.imm = opNeImm, v
		}
	case word.ULt:
		x.op = opULt
	case word.ULe:
		x.op = opULe
	case word.SLt:
		signed(opSLt, n)
	case word.SLe:
		signed(opSLe, n)
	case word.Mux, word.FMux:
		x.op = opMux
	case word.Table:
		x.op, x.imm = opTable, op.Imm
	case word.FToBits, word.FFromBits:
		x.op = opCopy
	case word.FToInt:
		x.op, x.imm = opFToInt, mask
	case word.FFromS:
		signed(opFFromS, n)
	case word.FFromU:
		x.op = opFFromU
	case word.FAdd:
		x.op = opFAdd
	case word.FSub:
		x.op = opFSub
	case word.FMul:
		x.op = opFMul
	case word.FDiv:
		x.op = opFDiv
	case word.FLt:
		x.op = opFLt
	case word.FLe:
		x.op = opFLe
	case word.FEq:
		x.op = opFEq
	default: // seldom: the reference does it
		x.op, x.c = opOther, uint32(op.Kind)
		x.imm = uint64(w) | uint64(n)<<8 | op.Imm<<16
	}
}

func float(v uint64) float64 { return math.Float64frombits(v) }

// readOf is the instruction that reads a memory with cells of a width.
func readOf(width int) opcode {
	switch {
	case width <= 8:
		return opRead8
	case width <= 16:
		return opRead16
	case width <= 32:
		return opRead32
	}
	return opMemRead
}
