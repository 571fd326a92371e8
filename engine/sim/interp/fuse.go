package interp

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/opt/region"
	"simten.dev/engine/word"
)

// Two operations of which the second alone needs the first are one instruction, where there is one: a sum that is cut
// off, a comparison that decides a multiplexer or a branch, and so on. The first is then silent: no instruction
// computes it.

// logic is the instruction of two bitwise operations of three values, by the kinds of the first and the second.
func logic(first, second word.Kind) (opcode, bool) {
	if first < word.And || first > word.Xor || second < word.And || second > word.Xor {
		return 0, false
	}
	return [3][3]opcode{{opAnd3, opAndOr, opAndXor}, {opOrAnd, opOr3, opOrXor}, {opXorAnd, opXorOr, opXor3}}[first-word.And][second-word.And], true
}

// folding says which operand an operation has taken in.
type folding uint8

const (
	folds folding = iota // none
	foldsA
	foldsB
	foldsBoth
)

// countUses counts who needs each value in a step.
func (p *plan) countUses() []int32 {
	m := p.m
	uses := make([]int32, len(m.Ops))
	p.eachRead(func(_, x word.ID) { uses[x]++ })
	m.Roots(func(id *word.ID, use netlist.Use) {
		if use == netlist.InStep {
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
		if c := r.Condition; r.Kept && p.of[c] > 0 && p.comparesWithConstant(c) {
			p.take(c, uses, int32(len(r.Muxes))) // the branch compares itself
		}
	}
	for i := range x.sides {
		ops := x.sides[i].ops
		p.countLogic(ops, uses)
		for _, id := range ops {
			if !p.silent[id] {
				p.fuseOne(id, uses)
			}
		}
	}
}

// rareLogic is which part of a side that is grouped an instruction of two bitwise operations must be, so that its
// groups are large enough.
const rareLogic = 5

// countLogic decides which pairs of bitwise operations of a side are instructions.
func (p *plan) countLogic(ops []word.ID, uses []int32) {
	p.allowed = [3][3]bool{{true, true, true}, {true, true, true}, {true, true, true}}
	if len(ops) < p.tuning.group {
		return
	}
	var count [3][3]int
	for _, id := range ops {
		op := &p.m.Ops[id]
		if op.Kind < word.And || op.Kind > word.Xor {
			continue
		}
		for _, o := range [...]word.ID{op.A, op.B} {
			if k := p.m.Ops[o].Kind; k >= word.And && k <= word.Xor && uses[o] == 1 {
				count[k-word.And][op.Kind-word.And]++
			}
		}
	}
	for i := range count {
		for k, n := range count[i] {
			p.allowed[i][k] = n*rareLogic >= len(ops)
		}
	}
}

// take notes that n users of an operation compute it themselves.
func (p *plan) take(id word.ID, uses []int32, n int32) {
	if uses[id] -= n; uses[id] == 0 {
		p.silent[id] = true
	}
}

// fuseOne looks for an operand that an operation can take in. A comparison with a constant costs nothing there, so each
// of its users takes it in; any other value has one user, and has taken in nothing itself.
func (p *plan) fuseOne(id word.ID, uses []int32) {
	op := &p.m.Ops[id]
	takes := func(with, other word.ID, as folding) bool {
		if with == word.None || p.of[with] != p.of[id] || p.fates[with] == branching {
			return false
		}
		if !p.comparesWithConstant(with) && (uses[with] != 1 || p.folds[with] != folds && !p.cuts(op, with, other)) || !p.pair(op, with, other) {
			return false
		}
		p.folds[id] = as
		p.take(with, uses, 1)
		return true
	}
	switch op.Kind.Shape().Operands {
	case 2:
		if p.rotates(id, uses) {
			p.folds[id], p.silent[op.A], p.silent[op.B] = foldsBoth, true, true
			return
		}
		if !takes(op.A, op.B, foldsA) {
			takes(op.B, op.A, foldsB)
		}
	case 1, 3:
		takes(op.A, op.B, foldsA)
	}
}

// cuts reports whether an operation only masks a sum, whose instruction has a mask already.
func (p *plan) cuts(op *word.Op, with, other word.ID) bool {
	return p.m.Ops[with].Kind == word.Add && (op.Kind == word.Slice && op.Imm == 0 || op.Kind == word.And && p.isConstant(other))
}

// rotates reports whether an operation joins what two shifts by constants leave, as a rotation does.
func (p *plan) rotates(id word.ID, uses []int32) bool {
	op := &p.m.Ops[id]
	if op.Kind != word.Or && op.Kind != word.Xor && op.Kind != word.Add || op.Width > 64 {
		return false
	}
	for _, o := range [...]word.ID{op.A, op.B} {
		if uses[o] != 1 || p.of[o] != p.of[id] {
			return false
		}
	}
	left, right := &p.m.Ops[op.A], &p.m.Ops[op.B]
	if left.Kind == word.LShr {
		left, right = right, left
	}
	if left.Kind != word.Shl || right.Kind != word.LShr || !p.isConstant(left.B) || !p.isConstant(right.B) {
		return false
	}
	by, down := p.m.Ops[left.B].Imm, p.m.Ops[right.B].Imm
	return by < 64 && down < 64 && uint64(p.m.Ops[right.A].Bits) <= by+down // no bit comes twice: or, xor and + are the same
}

// pair reports whether an operation and one of its operands are an instruction.
func (p *plan) pair(op *word.Op, with, other word.ID) bool {
	x := &p.m.Ops[with]
	if op.Width > 64 || x.Width > 64 || x.A == word.None || p.m.Ops[x.A].Width > 64 {
		return false
	}
	if _, ok := logic(x.Kind, op.Kind); ok {
		return p.allowed[x.Kind-word.And][op.Kind-word.And]
	}
	switch op.Kind {
	case word.Add:
		return x.Kind == word.Add || x.Kind == word.Mul
	case word.Slice:
		switch x.Kind {
		case word.Add, word.Sub, word.Mul:
			return op.Imm == 0
		case word.LShr:
			return p.isConstant(x.B)
		}
	case word.And, word.Or:
		if op.Width == 1 && p.comparesWithConstant(with) {
			return true
		}
		if op.Kind == word.Or {
			return false
		}
		switch x.Kind {
		case word.Add, word.Sub, word.Mul:
			return p.isConstant(other)
		case word.LShr:
			return p.isConstant(other) && p.isConstant(x.B)
		case word.Not:
			return true
		}
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
	switch c.plan.folds[id] {
	case foldsBoth:
		return c.funnel(op, dst)
	case foldsB:
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
	if c.plan.folds[with] != folds { // a sum that is cut off
		y = c.fused(with, dst)
		if op.Kind == word.Slice {
			y.imm &= word.Mask64(uint(op.Width))
		} else {
			y.imm &= constant(other)
		}
		return y
	}
	if combined, ok := logic(x.Kind, op.Kind); ok {
		y.op, y.b, y.c = combined, slot[x.B], slot[other]
		return y
	}
	if op.Kind == word.Add {
		y.op, y.b, y.c, y.imm = opAdd3, slot[x.B], slot[other], word.Mask64(uint(op.Width))
		if x.Kind == word.Mul {
			y.op = opMulAdd
		}
		return y
	}
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

// funnel is the instruction of two shifts whose results are joined.
func (c *compiler) funnel(op *word.Op, dst uint32) code {
	left, right := &c.m.Ops[op.A], &c.m.Ops[op.B]
	if left.Kind == word.LShr {
		left, right = right, left
	}
	by, down := uint32(c.m.Ops[left.B].Imm), uint32(c.m.Ops[right.B].Imm)
	return code{op: opFunnel, dst: dst, a: c.p.slot[left.A], b: c.p.slot[right.A], c: by | down<<8, imm: word.Mask64(uint(op.Width))}
}

// skip is the jump over the first side of a region.
func (c *compiler) skip(r *region.Region) code {
	op := &c.m.Ops[r.Condition]
	switch {
	case !c.plan.tuning.fuse || !c.plan.comparesWithConstant(r.Condition):
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
