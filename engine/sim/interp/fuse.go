package interp

import (
	"simten.dev/engine/behavior/word"
	"simten.dev/engine/rtl"
	"simten.dev/engine/rtl/region"
)

// Two operations of which the second alone needs the first are one instruction, where there is one: a sum that is cut
// off, a comparison that decides a multiplexer or a branch, and so on. The first is then silent: no instruction
// computes it.

// folding says which operand an operation has taken in.
type folding uint8

const (
	folds folding = iota // none
	foldsA
	foldsB
)

// countUses counts who needs each value in a step.
func (p *plan) countUses() []int32 {
	m := p.m
	uses := make([]int32, len(m.Ops))
	p.eachRead(func(_, x word.ID) { uses[x]++ })
	m.Roots(func(id *word.ID, use rtl.Use) {
		if use == rtl.InStep {
			uses[*id]++
		}
	})
	for i := range m.Vars {
		uses[m.Vars[i].Next]++
	}
	return uses
}

// fuse finds the pairs of a piece.
func (p *plan) fuse(x *piece, uses []int32) {
	for i := range x.regions {
		r := &x.regions[i]
		if c := r.Condition; r.Kept && p.of[c] > 0 && uses[c] == int32(len(r.Muxes)) && p.comparesWithConstant(c) {
			p.silent[c] = true // its users are the multiplexers of this branch
		}
	}
	for i := range x.sides {
		for _, id := range x.sides[i].ops {
			if p.silent[id] {
				continue
			}
			op := &p.m.Ops[id]
			single := func(o word.ID) bool {
				return o != word.None && p.of[o] == p.of[id] && uses[o] == 1 && p.fates[o] != branching && p.folds[o] == folds
			}
			shape := op.Kind.Shape().Operands
			switch {
			case shape > 0 && single(op.A) && p.pair(op, op.A, op.B):
				p.folds[id], p.silent[op.A] = foldsA, true
			case shape == 2 && single(op.B) && p.pair(op, op.B, op.A):
				p.folds[id], p.silent[op.B] = foldsB, true
			}
		}
	}
}

// pair reports whether an operation and one of its operands are an instruction.
func (p *plan) pair(op *word.Op, with, other word.ID) bool {
	x := &p.m.Ops[with]
	if op.Width > 64 || x.Width > 64 || x.A == word.None || p.m.Ops[x.A].Width > 64 {
		return false
	}
	switch op.Kind {
	case word.Slice:
		switch x.Kind {
		case word.Add, word.Sub, word.Mul:
			return op.Imm == 0
		case word.LShr:
			return p.isConstant(x.B)
		}
	case word.And:
		switch x.Kind {
		case word.Add, word.Sub, word.Mul:
			return p.isConstant(other)
		case word.LShr:
			return p.isConstant(other) && p.isConstant(x.B)
		case word.Not:
			return true
		}
		return op.Width == 1 && p.comparesWithConstant(with)
	case word.Or:
		return op.Width == 1 && p.comparesWithConstant(with)
	case word.Mux:
		return with == op.A && p.comparesWithConstant(with)
	}
	return false
}

func (p *plan) isConstant(id word.ID) bool {
	return p.m.Ops[id].Kind == word.Const && p.m.Ops[id].Width <= 64
}

// comparesWithConstant reports whether an operation compares a value of up to 64 bits with a constant for equality.
func (p *plan) comparesWithConstant(id word.ID) bool {
	op := &p.m.Ops[id]
	return (op.Kind == word.Eq || op.Kind == word.Ne) && p.isConstant(op.B)
}

// fused compiles an operation with the operand that it has taken in.
func (c *compiler) fused(id word.ID, dst uint32) code {
	op := &c.m.Ops[id]
	with, other := op.A, op.B
	if c.plan.folds[id] == foldsB {
		with, other = op.B, op.A
	}
	x := &c.m.Ops[with]
	slot := c.p.slot
	constant := func(id word.ID) uint64 { return c.m.Ops[id].Imm }
	if op.Kind == word.Mux {
		y := code{op: opMuxEqImm, dst: dst, a: slot[x.A], b: slot[op.B], c: slot[op.C], imm: constant(x.B)}
		if x.Kind == word.Ne {
			y.b, y.c = y.c, y.b
		}
		return y
	}
	y := code{dst: dst, a: slot[x.A]}
	switch x.Kind {
	case word.Eq:
		y.op, y.b, y.imm = opAndEqImm, slot[other], constant(x.B)
		if op.Kind == word.Or {
			y.op = opOrEqImm
		}
		return y
	case word.Ne:
		y.op, y.b, y.imm = opAndNeImm, slot[other], constant(x.B)
		if op.Kind == word.Or {
			y.op = opOrNeImm
		}
		return y
	case word.Not:
		y.op, y.b = opAndNot, slot[other]
		return y
	}
	shift := uint64(0)
	if op.Kind == word.Slice {
		y.imm, shift = word.Mask64(uint(op.Width)), op.Imm
	} else {
		y.imm = constant(other)
	}
	switch x.Kind {
	case word.Add:
		y.op, y.b = opAddMask, slot[x.B]
	case word.Sub:
		y.op, y.b = opSubMask, slot[x.B]
	case word.Mul:
		y.op, y.b = opMulMask, slot[x.B]
	default: // LShr by a constant
		y.op, y.b = opSlice, uint32(min(constant(x.B), 64)+shift)
	}
	return y
}

// skip is the jump over the first side of a region.
func (c *compiler) skip(r *region.Region) code {
	op := &c.m.Ops[r.Condition]
	switch {
	case !c.plan.silent[r.Condition]:
		return code{op: opUnless, a: c.p.slot[r.Condition]}
	case op.Kind == word.Eq:
		return code{op: opUnlessEqImm, a: c.p.slot[op.A], imm: c.m.Ops[op.B].Imm}
	}
	return code{op: opUnlessNeImm, a: c.p.slot[op.A], imm: c.m.Ops[op.B].Imm}
}

// opposite is the jump over the second side.
func opposite(op opcode) opcode {
	switch op {
	case opUnless:
		return opIf
	case opUnlessEqImm:
		return opUnlessNeImm
	}
	return opUnlessEqImm
}
