package wasmgen

import (
	"math"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/sim/wasmgen/encode"
)

func float64bits(bits uint64) float64 { return math.Float64frombits(bits) }

// compute generates the instructions of an operation of at most 64 bits and leaves its value on
// the stack, masked when some use needs that.
func (f *function) compute(id word.ID) {
	op := f.op(id)
	if op.IsFloat() {
		f.computeFloat(op)
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
		if op.Kind == word.Or && f.rotate(op, t) {
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
	case word.FToInt:
		f.push(op.A)
		f.c.Call(f.g.helper(helperToInt))
		f.convert(encode.I64, t)
	case word.FEq, word.FNe, word.FLt, word.FLe:
		f.push(op.A)
		f.push(op.B)
		if op.Kind == word.FCopySign {
			sign := f.take(encode.F64)
			f.c.LocalSet(sign)
			copySign(f.c, sign)
			f.give(encode.F64, sign)
			return
		}
		f.c.Op(floatOps[op.Kind])
	}
}

// rotate generates the union of two opposite shifts of one value as a rotation, if it is one.
func (f *function) rotate(op *word.Op, t encode.ValueType) bool {
	right, left := f.op(op.A), f.op(op.B)
	if right.Kind == word.Shl {
		right, left = left, right
	}
	if int(op.Width) != size(t) || right.Kind != word.LShr || left.Kind != word.Shl || right.A != left.A ||
		!f.p.inline[op.A] || !f.p.inline[op.B] {
		return false
	}
	n, back := f.op(right.B), f.op(left.B)
	if n.Kind != word.Const || back.Kind != word.Const || n.Imm == 0 || n.Imm >= uint64(op.Width) || n.Imm+back.Imm != uint64(op.Width) {
		return false
	}
	f.left[right.A]-- // two uses become one
	f.push(right.A)
	f.constant(t, n.Imm)
	f.c.Op(pick(t, encode.I32Rotr, encode.I64Rotr))
	return true
}

// choose generates a multiplexer: a select when both sides are cheap, else a branch around the side
// that is not wanted.
func (f *function) choose(op *word.Op, t encode.ValueType) {
	if f.inPlace(op.B)+f.inPlace(op.C) < f.g.tuning.branchCost {
		f.push(op.B)
		f.push(op.C)
		f.push(op.A)
		f.c.Op(encode.Select)
		return
	}
	f.push(op.A)
	f.c.If(t)
	mark := len(f.used)
	f.push(op.B)
	f.forget(mark)
	f.c.Else()
	f.push(op.C)
	f.forget(mark)
	f.c.End()
}

// chooseFloat generates a choice between doubles as a branch: wazero 1.12 on amd64 compiles a select of
// a double whose operand is another such select to the wrong value.
func (f *function) chooseFloat(op *word.Op) {
	f.push(op.A)
	f.c.If(encode.F64)
	mark := len(f.used)
	f.push(op.B)
	f.forget(mark)
	f.c.Else()
	f.push(op.C)
	f.forget(mark)
	f.c.End()
}

// inPlace is the number of operations that pushing a value computes.
func (f *function) inPlace(id word.ID) int {
	if !f.p.inline[id] {
		return 0
	}
	return int(f.p.cost[id])
}

// forget drops the copies in locals that were made since mark, on a branch that may not be taken.
func (f *function) forget(mark int) {
	for _, id := range f.used[mark:] {
		if l := f.local[id]; l != 0 {
			f.local[id] = 0
			f.give(typeOf(f.op(id)), uint32(l-1))
		}
	}
	f.used = f.used[:mark]
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

// pushTop pushes a value shifted so that its sign bit is the sign bit of the type. Two such
// values compare like the numbers they came from.
func (f *function) pushTop(id word.ID) {
	t := typeOf(f.op(id))
	spare := size(t) - int(f.op(id).Width)
	if k := f.op(id); k.Kind == word.Const {
		f.left[id]--
		f.constant(t, k.Imm<<uint(spare))
		return
	}
	f.push(id)
	if spare > 0 {
		f.constant(t, uint64(spare))
		f.c.Op(pick(t, encode.I32Shl, encode.I64Shl))
	}
}

// pushSigned pushes a value with its sign bit copied upward to the whole type.
func (f *function) pushSigned(id word.ID) {
	op := f.op(id)
	t := typeOf(op)
	f.push(id)
	if int(op.Bits) < int(op.Width) && !f.p.dirty[id] {
		return // the sign bit is known to be 0
	}
	switch {
	case op.Width == 8 && t == encode.I32:
		f.c.Op(encode.I32Extend8S)
	case op.Width == 16 && t == encode.I32:
		f.c.Op(encode.I32Extend16S)
	case int(op.Width) < size(t):
		spare := uint64(size(t) - int(op.Width))
		f.constant(t, spare)
		f.c.Op(pick(t, encode.I32Shl, encode.I64Shl))
		f.constant(t, spare)
		f.c.Op(pick(t, encode.I32ShrS, encode.I64ShrS))
	}
}

// shift generates Shl, LShr and AShr. WebAssembly takes counts modulo the type's size, so a count
// that may be too large is compared first.
func (f *function) shift(op *word.Op, t encode.ValueType) {
	count := f.op(op.B)
	w := uint64(op.Width)
	code := pick(t, encode.I32Shl, encode.I64Shl)
	switch op.Kind {
	case word.LShr:
		code = pick(t, encode.I32ShrU, encode.I64ShrU)
	case word.AShr:
		code = pick(t, encode.I32ShrS, encode.I64ShrS)
	}
	if op.Kind == word.AShr {
		f.pushSigned(op.A)
	} else {
		f.push(op.A)
	}
	if count.Kind == word.Const {
		f.left[op.B]--
		switch {
		case count.Imm < w:
			f.constant(t, count.Imm)
			f.c.Op(code)
		case op.Kind == word.AShr:
			f.constant(t, uint64(size(t)-1))
			f.c.Op(code)
		default:
			f.c.Op(encode.Drop)
			f.constant(t, 0)
		}
		return
	}
	n := typeOf(count)
	f.push(op.B)
	if bits := int(count.Bits); bits < 32 && uint64(1)<<uint(bits) <= uint64(size(t)) {
		// The count is below the type's size; at or above w the value, or what masking leaves of
		// it, is right by itself.
		f.convert(n, t)
		f.c.Op(code)
		return
	}
	c := f.stash(n)
	if op.Kind == word.AShr {
		// min(count, size-1)
		f.constant(n, uint64(size(t)-1))
		f.c.LocalGet(c)
		f.constant(n, uint64(size(t)-1))
		f.c.Op(pick(n, encode.I32LtU, encode.I64LtU), encode.Select)
		f.convert(n, t)
		f.c.Op(code)
	} else {
		f.convert(n, t)
		f.c.Op(code)
		f.constant(t, 0)
		f.c.LocalGet(c)
		f.constant(n, uint64(size(t)))
		f.c.Op(pick(n, encode.I32LtU, encode.I64LtU), encode.Select)
	}
	f.give(n, c)
}

// divide generates unsigned division; by zero it gives 0 for both quotient and remainder.
func (f *function) divide(op *word.Op, t encode.ValueType) {
	code := pick(t, encode.I32DivU, encode.I64DivU)
	if op.Kind == word.URem {
		code = pick(t, encode.I32RemU, encode.I64RemU)
	}
	f.push(op.A)
	f.push(op.B)
	if d := f.op(op.B); d.Kind == word.Const {
		if d.Imm == 0 {
			f.c.Op(encode.Drop, encode.Drop)
			f.constant(t, 0)
		} else {
			f.c.Op(code)
		}
		return
	}
	b := f.stash(t)
	f.orOne(b, t)
	f.c.Op(code)
	if op.Kind == word.UDiv {
		f.zeroUnless(b, t)
	}
	f.give(t, b) // the remainder by 1 is 0 already
}

// orOne turns a divisor of zero on the stack, a copy of which is in b, into 1.
func (f *function) orOne(b uint32, t encode.ValueType) {
	f.c.LocalGet(b)
	f.c.Op(pick(t, encode.I32Eqz, encode.I64Eqz))
	f.convert(encode.I32, t)
	f.c.Op(pick(t, encode.I32Or, encode.I64Or))
}

// zeroUnless makes the top of the stack 0 when b is 0.
func (f *function) zeroUnless(b uint32, t encode.ValueType) {
	f.constant(t, 0)
	f.c.LocalGet(b)
	f.constant(t, 0)
	f.c.Op(pick(t, encode.I32Ne, encode.I64Ne), encode.Select)
}

// divideSigned generates signed division, in 64 bits for types of 32 so that the one quotient
// that does not fit cannot trap; 64-bit division by -1 becomes a negation.
func (f *function) divideSigned(op *word.Op, t encode.ValueType) {
	signed64 := func(id word.ID) {
		f.pushSigned(id)
		if t == encode.I32 {
			f.c.Op(encode.I64ExtendI32S)
		}
	}
	signed64(op.B)
	b := f.take(encode.I64)
	f.c.LocalSet(b)
	signed64(op.A)
	a := f.stash(encode.I64)
	f.c.LocalGet(b)
	f.orOne(b, encode.I64)
	if t == encode.I64 {
		// -1 → 1 here, and negate below.
		f.c.I64(1)
		f.c.LocalGet(b)
		f.c.I64(-1)
		f.c.Op(encode.I64Eq)
		f.swapSelect()
	}
	if op.Kind == word.SDiv {
		f.c.Op(encode.I64DivS)
		if t == encode.I64 {
			q := f.take(encode.I64)
			f.c.LocalSet(q)
			f.c.I64(0)
			f.c.LocalGet(a)
			f.c.Op(encode.I64Sub)
			f.c.LocalGet(q)
			f.c.LocalGet(b)
			f.c.I64(-1)
			f.c.Op(encode.I64Eq, encode.Select)
			f.give(encode.I64, q)
		}
		f.zeroUnless(b, encode.I64)
	} else {
		f.c.Op(encode.I64RemS) // a remainder by 1 is 0, as by 0 and by -1
	}
	f.convert(encode.I64, t)
	f.give(encode.I64, a)
	f.give(encode.I64, b)
}

// swapSelect is select with the first two operands exchanged: x y c gives y when c, else x.
func (f *function) swapSelect() { f.c.Op(encode.I32Eqz, encode.Select) }

// table generates a lookup in a constant array. An index outside reads the zero entry that follows
// the last one.
func (f *function) table(op *word.Op, t encode.ValueType) {
	tab := &f.p.m.Tables[op.Imm]
	n := uint64(len(tab.Data))
	f.index(op.A, n, n)
	f.scale(cellSize(tab.Width))
	f.c.Memory(loadOp(placeFor(tab.Width), t), f.g.layout.tables[op.Imm])
}

// memoryRead generates the read of a cell; outside there is the zero cell after the last one.
func (f *function) memoryRead(op *word.Op, t encode.ValueType) {
	mem := f.g.layout.memories[op.Imm]
	f.index(op.A, uint64(mem.depth), uint64(mem.depth))
	f.scale(mem.cell)
	f.c.Memory(loadOp(placeFor(int(op.Width)), t), mem.offset)
}

// index pushes an address as i32: the value when it is below limit, else the substitute.
func (f *function) index(id word.ID, limit, substitute uint64) {
	op := f.op(id)
	t := typeOf(op)
	f.push(id)
	if int(op.Bits) < 64 && uint64(1)<<uint(op.Bits) <= limit {
		f.convert(t, encode.I32)
		return
	}
	a := f.stash(t)
	f.constant(t, substitute)
	f.c.LocalGet(a)
	f.constant(t, limit)
	f.c.Op(pick(t, encode.I32LtU, encode.I64LtU), encode.Select)
	f.convert(t, encode.I32)
	f.give(t, a)
}

// scale multiplies an index on the stack by the size of a cell.
func (f *function) scale(cell uint32) {
	if cell == 1 {
		return
	}
	if cell&(cell-1) == 0 {
		shift := int32(0)
		for 1<<shift < cell {
			shift++
		}
		f.c.I32(shift)
		f.c.Op(encode.I32Shl)
		return
	}
	f.c.I32(int32(cell))
	f.c.Op(encode.I32Mul)
}

// floatOps are the kinds on doubles that are one instruction.
var floatOps = [word.Kinds]encode.Op{
	word.FAdd: encode.F64Add, word.FSub: encode.F64Sub, word.FMul: encode.F64Mul, word.FDiv: encode.F64Div,
	word.FNeg: encode.F64Neg, word.FAbs: encode.F64Abs, word.FSqrt: encode.F64Sqrt, word.FFloor: encode.F64Floor,
	word.FCeil: encode.F64Ceil, word.FTrunc: encode.F64Trunc,
	word.FMin: encode.F64Min, word.FMax: encode.F64Max,
	word.FEq: encode.F64Eq, word.FNe: encode.F64Ne, word.FLt: encode.F64Lt, word.FLe: encode.F64Le,
}

// copySign gives the top of the stack the sign of a local. It does so in integers, because wazero 1.12
// on amd64 compiles f64.copysign to wrong code in some places.
func copySign(c *encode.Code, sign uint32) {
	c.Op(encode.I64ReinterpretF64)
	c.I64(math.MaxInt64)
	c.Op(encode.I64And)
	c.LocalGet(sign)
	c.Op(encode.I64ReinterpretF64)
	c.I64(math.MinInt64)
	c.Op(encode.I64And, encode.I64Or, encode.F64ReinterpretI64)
}

func (f *function) computeFloat(op *word.Op) {
	switch op.Kind {
	case word.FRem:
		f.push(op.A)
		f.push(op.B)
		f.c.Call(f.g.helper(helperFloatRem))
	case word.FMux:
		f.chooseFloat(op)
	case word.FFromU:
		f.push(op.A)
		if typeOf(f.op(op.A)) == encode.I32 {
			f.c.Op(encode.F64ConvertI32U)
		} else {
			f.c.Op(encode.F64ConvertI64U)
		}
	case word.FFromS:
		f.pushSigned(op.A)
		if typeOf(f.op(op.A)) == encode.I32 {
			f.c.Op(encode.F64ConvertI32S)
		} else {
			f.c.Op(encode.F64ConvertI64S)
		}
	default:
		f.push(op.A)
		if op.Kind.Shape().Operands == 2 {
			f.push(op.B)
		}
		if op.Kind == word.FCopySign {
			b := f.take(encode.F64)
			f.c.LocalSet(b)
			f.c.Op(encode.I64ReinterpretF64)
			f.c.I64(math.MaxInt64)
			f.c.Op(encode.I64And)
			f.c.LocalGet(b)
			f.c.Op(encode.I64ReinterpretF64)
			f.c.I64(math.MinInt64)
			f.c.Op(encode.I64And, encode.I64Or, encode.F64ReinterpretI64)
			f.give(encode.F64, b)
			return
		}
		f.c.Op(floatOps[op.Kind])
	}
}
