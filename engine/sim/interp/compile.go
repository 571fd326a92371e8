package interp

import (
	"math"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/rtl"
)

// code is one instruction: slots[dst] = op(slots[a], slots[b], slots[c]). imm is a mask, a constant, a
// table, or packed small numbers, as the operation says.
type code struct {
	op      opcode
	dst     uint32
	a, b, c uint32
	imm     uint64
}

// segment is straight code, or the body of a combinational loop.
type segment struct {
	code []code
	loop int // index into Module.Loops; -1 for straight code
	// Of a loop: how its variables take their next values, all together, and copies to be done before.
	next, staged []copyWords
}

// program is what a module becomes.
type program struct {
	slot      []uint32 // by operation; wide values take several slots
	registers []uint32 // slots of the current values
	inputs    []uint32
	vars      []uint32
	slots     int
	constants []constant
	prepare   []code // operations that depend on inputs only
	step      []segment
	settle    []segment
	ticks     []code      // opaque onTicks, which run when the logic has settled
	copies    []copyWords // at the edge: registers take their next values
	staged    []copyWords // done before copies: values that a copy would overwrite
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
	m *rtl.Module
	p *program
}

func compile(m *rtl.Module) *program {
	c := &compiler{m: m, p: &program{slot: make([]uint32, len(m.Ops))}}
	for _, r := range m.Registers {
		c.p.registers = append(c.p.registers, c.alloc(int32(r.Width)))
	}
	for _, in := range m.Inputs {
		c.p.inputs = append(c.p.inputs, c.alloc(int32(in.Width)))
	}
	for _, v := range m.Vars {
		c.p.vars = append(c.p.vars, c.alloc(int32(v.Width)))
	}
	for i := range m.Ops {
		c.place(i)
	}
	for i := range m.Invariant {
		c.emit(i, &c.p.prepare)
	}
	c.p.step = c.segments(rtl.InStep)
	c.p.settle = c.segments(rtl.InSettle)
	for i := range m.Ops {
		if c.isTick(i) {
			c.emit(i, &c.p.ticks)
		}
	}
	c.edge()
	return c.p
}

// isTick tells the call of an opaque onTick, which has no results.
func (c *compiler) isTick(i int) bool {
	op := &c.m.Ops[i]
	return op.Kind == word.Call && c.m.Calls[op.Imm].Tick
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
	if c.isAlias(op) {
		*s = c.p.slot[op.A]
		return
	}
	*s = c.alloc(op.Width)
}

// isAlias reports that op has the very bits of its operand, in as many slots.
func (c *compiler) isAlias(op *word.Op) bool {
	switch op.Kind {
	case word.ZExt:
		return words(op.Width) == words(c.m.Ops[op.A].Width)
	case word.Slice:
		from := &c.m.Ops[op.A]
		return op.Imm == 0 && words(op.Width) == words(from.Width) && from.Bits <= op.Width
	}
	return false
}

// segments compiles the operations that have a use, those before Invariant excepted.
func (c *compiler) segments(use rtl.Use) []segment {
	var list []segment
	at := c.m.Invariant
	straight := func(to int) {
		s := segment{loop: -1}
		for ; at < to; at++ {
			if c.m.Uses[at]&use != 0 && !c.isTick(at) {
				c.emit(at, &s.code)
			}
		}
		if len(s.code) > 0 {
			list = append(list, s)
		}
	}
	for k, l := range c.m.Loops {
		straight(int(l.First))
		s := segment{loop: k}
		for ; at < int(l.End); at++ {
			c.emit(at, &s.code)
		}
		c.feedback(l, &s)
		list = append(list, s)
	}
	straight(len(c.m.Ops))
	return list
}

// feedback plans how the variables of a loop change. A next value that is itself a variable goes through a
// copy of it.
func (c *compiler) feedback(l rtl.Loop, s *segment) {
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

// edge plans the register update. Copies whose source is itself a register go through a copy of it.
func (c *compiler) edge() {
	isRegister := map[uint32]bool{}
	for _, s := range c.p.registers {
		isRegister[s] = true
	}
	for i, r := range c.m.Registers {
		src, dst, n := c.p.slot[r.Next], c.p.registers[i], words(int32(r.Width))
		if src == dst {
			continue
		}
		if isRegister[src] {
			tmp := c.alloc(int32(r.Width))
			c.p.staged = append(c.p.staged, copyWords{tmp, src, n})
			src = tmp
		}
		c.p.copies = append(c.p.copies, copyWords{dst, src, n})
	}
}

// emit appends the code of operation i.
func (c *compiler) emit(i int, out *[]code) {
	op := &c.m.Ops[i]
	x := code{dst: c.p.slot[i]}
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
	if c.isAlias(op) {
		return
	}
	if op.Kind == word.MemRead {
		x.op, x.imm = opMemRead, op.Imm
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
			x.op, x.b = opShlImm, uint32(v)
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
