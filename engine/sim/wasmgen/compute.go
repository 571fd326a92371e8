package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// compute generates the instructions of an operation of at most 64 bits and leaves its value on
// the stack, masked when some use needs that.
func (f *function) compute(id word.ID) {
	op := f.op(id)
	if op.IsFloat() {
		f.computeFloat(op)
		return
	}
	if x := f.p.selections[id]; x != nil {
		f.selection(x, typeOf(op))
		return
	}
	if op.Kind.Shape().Operands > 0 && !op.Kind.Shape().FloatIn && op.Kind != word.Mux && f.op(op.A).Width > 64 {
		f.reduceWide(op)
	} else {
		f.computeInt(op)
	}
	if f.p.raw(id) && f.p.clean[id] {
		f.mask(int(op.Width))
	}
}

// mask clears the bits at and above width of the top of the stack.
func (f *function) mask(width int) {
	switch {
	case width < 32:
		f.c.I32(int32(uint32(1)<<uint(width) - 1))
		f.c.Op(encode.I32And)
	case width > 32 && width < 64:
		f.c.I64(int64(uint64(1)<<uint(width) - 1))
		f.c.Op(encode.I64And)
	}
}

// constant pushes an integer of a type.
func (f *function) constant(t encode.ValueType, v uint64) {
	if t == encode.I32 {
		f.c.I32(int32(uint32(v)))
	} else {
		f.c.I64(int64(v))
	}
}

func maskOf(width int) uint64 { return ^uint64(0) >> uint(64-width) }

// size is the number of bits of a type.
func size(t encode.ValueType) int {
	if t == encode.I32 {
		return 32
	}
	return 64
}

// convert changes the top of the stack from the type of one width to that of another.
func (f *function) convert(from, to encode.ValueType) {
	switch {
	case from == encode.I64 && to == encode.I32:
		f.c.Op(encode.I32WrapI64)
	case from == encode.I32 && to == encode.I64:
		f.c.Op(encode.I64ExtendI32U)
	}
}

// stash keeps the top of the stack in a local and leaves it on the stack.
func (f *function) stash(t encode.ValueType) uint32 {
	l := f.take(t)
	f.c.LocalTee(l)
	return l
}

// plainOps are the kinds that are one instruction, in 32 and 64 bits.
var plainOps = [word.Kinds][2]encode.Op{
	word.And: {encode.I32And, encode.I64And},
	word.Or:  {encode.I32Or, encode.I64Or},
	word.Xor: {encode.I32Xor, encode.I64Xor},
	word.Add: {encode.I32Add, encode.I64Add},
	word.Sub: {encode.I32Sub, encode.I64Sub},
	word.Mul: {encode.I32Mul, encode.I64Mul},
	word.Eq:  {encode.I32Eq, encode.I64Eq},
	word.Ne:  {encode.I32Ne, encode.I64Ne},
	word.ULt: {encode.I32LtU, encode.I64LtU},
	word.ULe: {encode.I32LeU, encode.I64LeU},
}

func (f *function) computeInt(op *word.Op) {
	t := typeOf(op)
	switch op.Kind {
	case word.And, word.Or, word.Xor, word.Add, word.Sub, word.Mul:
		if op.Kind == word.Or && f.rotate(op, t) || f.inOrder(op) {
			return
		}
		f.push(op.A)
		f.push(op.B)
		f.c.Op(pick(t, plainOps[op.Kind][0], plainOps[op.Kind][1]))
	case word.Eq, word.Ne:
		f.equal(op)
	case word.ULt, word.ULe:
		f.push(op.A)
		f.push(op.B)
		f.c.Op(pick(typeOf(f.op(op.A)), plainOps[op.Kind][0], plainOps[op.Kind][1]))
	case word.SLt, word.SLe:
		n := typeOf(f.op(op.A))
		f.pushTop(op.A)
		f.pushTop(op.B)
		if op.Kind == word.SLt {
			f.c.Op(pick(n, encode.I32LtS, encode.I64LtS))
		} else {
			f.c.Op(pick(n, encode.I32LeS, encode.I64LeS))
		}
	case word.Not:
		f.push(op.A)
		f.constant(t, maskOf(int(op.Width)))
		f.c.Op(pick(t, encode.I32Xor, encode.I64Xor))
	case word.Shl, word.LShr, word.AShr:
		f.shift(op, t)
	case word.Slice:
		n := typeOf(f.op(op.A))
		f.push(op.A)
		if op.Imm > 0 {
			f.constant(n, op.Imm)
			f.c.Op(pick(n, encode.I32ShrU, encode.I64ShrU))
		}
		f.convert(n, t)
	case word.Concat:
		low := f.op(op.B)
		f.push(op.A)
		f.convert(typeOf(f.op(op.A)), t)
		f.constant(t, uint64(low.Width))
		f.c.Op(pick(t, encode.I32Shl, encode.I64Shl))
		f.push(op.B)
		f.convert(typeOf(low), t)
		f.c.Op(pick(t, encode.I32Or, encode.I64Or))
	case word.ZExt:
		f.push(op.A)
		f.convert(typeOf(f.op(op.A)), t)
	case word.SExt:
		f.pushSigned(op.A)
		if t == encode.I64 && typeOf(f.op(op.A)) == encode.I32 {
			f.c.Op(encode.I64ExtendI32S)
		}
	case word.RedOr:
		n := typeOf(f.op(op.A))
		f.push(op.A)
		f.constant(n, 0)
		f.c.Op(pick(n, encode.I32Ne, encode.I64Ne))
	case word.RedAnd:
		n := typeOf(f.op(op.A))
		f.push(op.A)
		f.constant(n, maskOf(int(f.op(op.A).Width)))
		f.c.Op(pick(n, encode.I32Eq, encode.I64Eq))
	case word.RedXor:
		n := typeOf(f.op(op.A))
		f.push(op.A)
		f.c.Op(pick(n, encode.I32Popcnt, encode.I64Popcnt))
		f.convert(n, encode.I32)
		f.c.I32(1)
		f.c.Op(encode.I32And)
	case word.Clz:
		n := typeOf(f.op(op.A))
		f.push(op.A)
		f.c.Op(pick(n, encode.I32Clz, encode.I64Clz))
		f.convert(n, t)
		if spare := size(n) - int(f.op(op.A).Width); spare > 0 {
			f.constant(t, uint64(spare))
			f.c.Op(pick(t, encode.I32Sub, encode.I64Sub))
		}
	case word.UDiv, word.URem:
		f.divide(op, t)
	case word.SDiv, word.SRem:
		f.divideSigned(op, t)
	case word.Mux:
		f.choose(op, t)
	case word.Table:
		f.table(op, t)
	case word.MemRead:
		f.memoryRead(op, t)
	case word.Result:
		f.load(f.zero, f.g.layout.results[f.op(op.A).Imm][op.Imm], t)
	case word.FToBits:
		f.push(op.A)
		f.c.Op(encode.I64ReinterpretF64)
	case word.FToInt:
		f.toInt(op.A)
		f.convert(encode.I64, t)
	case word.FEq, word.FNe, word.FLt, word.FLe:
		f.push(op.A)
		f.push(op.B)
		f.c.Op(floatOps[op.Kind])
	}
}

// choose generates a multiplexer: a select when both sides are cheap, else a branch around the side
// that is not wanted.
func (f *function) choose(op *word.Op, t encode.ValueType) {
	if f.inPlace(op.B)+f.inPlace(op.C) < f.g.tuning.branchCost {
		f.push(op.B)
		f.push(op.C)
		f.pushCondition(op.A)
		f.c.Op(encode.Select)
		return
	}
	f.branch(op, t)
}

// branch generates a multiplexer that computes only the side that is wanted.
func (f *function) branch(op *word.Op, t encode.ValueType) {
	f.pushCondition(op.A)
	f.c.If(t)
	mark := f.now()
	f.push(op.B)
	f.forget(mark)
	f.c.Else()
	f.push(op.C)
	f.forget(mark)
	f.c.End()
	f.meet()
}

// inPlace is the number of operations that pushing a value computes.
func (f *function) inPlace(id word.ID) int {
	if !f.p.inline[id] {
		return 0
	}
	return int(f.p.cost[id])
}

// mark is how much is in locals and rows.
type mark struct{ used, stored int }

func (f *function) now() mark { return mark{len(f.used), len(f.stored)} }

// forget drops the copies in locals and the rows that were made since mark, on a branch that may not be taken.
func (f *function) forget(m mark) {
	for _, row := range f.stored[m.stored:] {
		f.rows[row] = false
	}
	f.stored = f.stored[:m.stored]
	used := f.used[m.used:]
	f.used = f.used[:m.used]
	for _, id := range used {
		if f.p.outlives[id] {
			f.used = append(f.used, id)
			continue
		}
		if l := f.local[id]; l != 0 {
			f.local[id] = 0
			f.give(typeOf(f.op(id)), uint32(l-1))
		}
	}
}

// isZero reports whether an operand is the constant 0.
func (f *function) isZero(id word.ID) bool {
	op := f.op(id)
	return op.Kind == word.Const && op.Width <= 64 && op.Imm == 0
}

func (f *function) equal(op *word.Op) {
	n := typeOf(f.op(op.A))
	f.push(op.A)
	if op.Kind == word.Eq && f.isZero(op.B) {
		f.left[op.B]--
		f.c.Op(pick(n, encode.I32Eqz, encode.I64Eqz))
		return
	}
	f.push(op.B)
	f.c.Op(pick(n, plainOps[op.Kind][0], plainOps[op.Kind][1]))
}
