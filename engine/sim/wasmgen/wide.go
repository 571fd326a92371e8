package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// Values of more than 64 bits are limbs of 64 bits, least significant first, in linear memory.
// Logic on them is generated limb by limb through whole expressions, so that a value used once
// never gets a place of its own.

// limb pushes limb i of a value of any width as i64; limbs above the width are 0.
func (f *function) limb(id word.ID, i int) {
	op := f.op(id)
	if op.Width <= 64 {
		if i > 0 {
			f.c.I64(0)
			return
		}
		f.push(id)
		f.convert(typeOf(op), encode.I64)
		return
	}
	if i >= limbs(int(op.Width)) {
		f.c.I64(0)
		return
	}
	if op.Kind == word.Const {
		f.c.I64(int64(f.p.m.Wide[op.Imm].Word(i)))
		return
	}
	if f.p.inline[id] {
		f.computeLimb(op, i)
		return
	}
	if op.Kind == word.Repeat && f.givenLimb(id, i) {
		return
	}
	base, p := f.widePlace(id)
	f.c.LocalGet(base)
	f.c.Memory(encode.I64Load, p.offset+8*uint32(i))
}

// widePlace is where a wide value that is not a constant and not inlined lives: a base local and
// a place from there.
func (f *function) widePlace(id word.ID) (uint32, place) {
	op, l := f.op(id), f.g.layout
	switch op.Kind {
	case word.Reg:
		return f.cur, l.registers[op.Imm]
	case word.Loop:
		return f.next, l.vars[op.Imm]
	case word.Param:
		return f.zero, l.inputs[op.Imm]
	case word.MemAll: // its cells stand in memory as such an array does
		return f.zero, place{offset: l.memories[op.Imm].offset, size: 8, limbs: uint16(limbs(int(op.Width)))}
	case word.Const:
		return f.zero, place{offset: f.g.constant(id), size: 8, limbs: uint16(limbs(int(op.Width)))}
	}
	return f.zero, f.home(id)
}

// address pushes the address of a wide value that is not inlined.
func (f *function) address(id word.ID) {
	base, p := f.widePlace(id)
	f.c.LocalGet(base)
	f.c.I32(int32(p.offset))
	f.c.Op(encode.I32Add)
}

// zeroLimb reports whether a limb is known to be 0, from the bounds of the value or because a shift
// left has moved everything above it.
func (f *function) zeroLimb(id word.ID, i int) bool {
	op := f.op(id)
	if int(op.Bits) <= 64*i {
		return true
	}
	if !f.p.inline[id] || op.Width <= 64 {
		return false
	}
	switch op.Kind {
	case word.ZExt:
		return f.zeroLimb(op.A, i)
	case word.Shl:
		count := f.op(op.B)
		return count.Kind == word.Const && uint64(64*(i+1)) <= count.Imm
	case word.Or, word.Xor:
		return f.zeroLimb(op.A, i) && f.zeroLimb(op.B, i)
	}
	return false
}

// maskLimb clears the bits of the top limb that are above the width.
func (f *function) maskLimb(width, i int) {
	if i == limbs(width)-1 && width%64 != 0 {
		f.c.I64(int64(maskOf(width % 64)))
		f.c.Op(encode.I64And)
	}
}

// computeLimb pushes limb i of the result of an operation for which lazyWide holds.
func (f *function) computeLimb(op *word.Op, i int) {
	w := int(op.Width)
	switch op.Kind {
	case word.And, word.Or, word.Xor:
		a, b := f.zeroLimb(op.A, i), f.zeroLimb(op.B, i)
		switch {
		case op.Kind == word.And && (a || b):
			f.c.I64(0)
		case a:
			f.limb(op.B, i)
		case b:
			f.limb(op.A, i)
		default:
			f.limb(op.A, i)
			f.limb(op.B, i)
			f.c.Op(plainOps[op.Kind][1])
		}
	case word.Not:
		f.limb(op.A, i)
		f.c.I64(-1)
		f.c.Op(encode.I64Xor)
		f.maskLimb(w, i)
	case word.ZExt:
		f.limb(op.A, i)
	case word.Slice:
		f.bitsAt(op.A, int(op.Imm)+64*i)
		f.maskLimb(w, i)
	case word.Concat:
		low := int(f.op(op.B).Width)
		switch {
		case 64*(i+1) <= low:
			f.limb(op.B, i)
		case 64*i >= low:
			f.bitsAt(op.A, 64*i-low)
		default: // the limb in which A begins
			f.limb(op.B, i)
			f.limb(op.A, 0)
			f.c.I64(int64(low % 64))
			f.c.Op(encode.I64Shl, encode.I64Or)
		}
	case word.Mux:
		f.limb(op.B, i)
		f.limb(op.C, i)
		f.push(op.A)
		f.c.Op(encode.Select)
	case word.Shl, word.LShr: // by a constant
		count := f.op(op.B).Imm
		switch {
		case count >= uint64(w):
			f.c.I64(0)
		case op.Kind == word.LShr:
			f.bitsAt(op.A, 64*i+int(count))
		default:
			f.bitsAt(op.A, 64*i-int(count))
			f.maskLimb(w, i)
		}
	}
}

// bitsAt pushes 64 bits of a value from a bit position on. Bits above its width and below bit 0
// are 0.
func (f *function) bitsAt(id word.ID, position int) {
	q := position >> 6 // toward minus infinity
	r := position & 63
	n := limbs(int(f.op(id).Width))
	low, high := q >= 0 && q < n, r > 0 && q+1 >= 0 && q+1 < n
	if !low && !high {
		f.c.I64(0)
		return
	}
	if low {
		f.limb(id, q)
		if r > 0 {
			f.c.I64(int64(r))
			f.c.Op(encode.I64ShrU)
		}
	}
	if high {
		f.limb(id, q+1)
		f.c.I64(int64(64 - r))
		f.c.Op(encode.I64Shl)
	}
	if low && high {
		f.c.Op(encode.I64Or)
	}
}

// defineWide generates a wide operation into its home.
func (f *function) defineWide(id word.ID) {
	op := f.op(id)
	home := f.home(id)
	n := limbs(int(op.Width))
	if f.p.lazyWide(op) {
		base, home := f.storeBase(f.zero, home)
		for i := 0; i < n; i++ {
			f.c.LocalGet(base)
			if i+1 < n && f.pairs(op, i) {
				f.computePair(op, i)
				f.c.V128Store(home.offset + 8*uint32(i))
				i++
				continue
			}
			f.computeLimb(op, i)
			f.c.Memory(encode.I64Store, home.offset+8*uint32(i))
		}
		return
	}
	switch op.Kind {
	case word.Add, word.Sub:
		f.addWide(op, home)
	case word.SExt:
		f.extendWide(op, home)
	case word.Mul:
		f.c.I32(int32(home.offset))
		f.address(op.A)
		f.address(op.B)
		f.c.I32(int32(n))
		f.c.Call(f.g.helper(helperMulWide))
		f.maskHome(op, home)
	case word.UDiv, word.URem:
		f.c.I32(int32(home.offset))
		f.address(op.A)
		f.address(op.B)
		f.c.I32(int32(n))
		remainder := int32(0)
		if op.Kind == word.URem {
			remainder = 1
		}
		f.c.I32(remainder)
		f.c.I32(int32(f.g.dividend(n)))
		f.c.Call(f.g.helper(helperDivWide))
	case word.Shl, word.LShr, word.AShr:
		f.c.I32(int32(home.offset))
		f.address(op.A)
		f.c.I32(int32(n))
		f.push(op.B)
		f.convert(typeOf(f.op(op.B)), encode.I64)
		if op.Kind == word.Shl {
			f.c.Call(f.g.helper(helperShiftLeft))
		} else {
			f.c.Call(f.g.helper(helperShiftRight))
		}
		if op.Kind == word.AShr {
			f.fillAbove(op, home)
		}
		f.maskHome(op, home)
	case word.Table:
		tab := &f.p.m.Tables[op.Imm]
		f.index(op.A, uint64(len(tab.Data)), uint64(len(tab.Data)))
		f.copyCell(home, n, f.g.layout.tables[op.Imm])
	case word.MemRead:
		mem := f.g.layout.memories[op.Imm]
		f.index(op.A, uint64(mem.depth), uint64(mem.depth))
		f.copyCell(home, n, mem.offset)
	case word.Insert:
		f.insert(id, op, home)
	case word.Repeat:
		f.repeat(id)
	case word.Result:
		f.copyPlace(f.zero, home, f.zero, f.g.layout.results[f.op(op.A).Imm][op.Imm])
	}
}

// maskHome clears the bits above the width in a stored value.
func (f *function) maskHome(op *word.Op, home place) {
	if op.Width%64 == 0 {
		return
	}
	top := home.offset + 8*uint32(limbs(int(op.Width))-1)
	f.c.LocalGet(f.zero)
	f.c.LocalGet(f.zero)
	f.c.Memory(encode.I64Load, top)
	f.c.I64(int64(maskOf(int(op.Width) % 64)))
	f.c.Op(encode.I64And)
	f.c.Memory(encode.I64Store, top)
}

// addWide generates Add and Sub with the carry or borrow in a local.
func (f *function) addWide(op *word.Op, home place) {
	add, back := encode.I64Add, encode.I64LtU // a sum below an addend has carried
	if op.Kind == word.Sub {
		add, back = encode.I64Sub, encode.I64GtU // a difference above the minuend has borrowed
	}
	carry, a, sum := f.take(encode.I64), f.take(encode.I64), f.take(encode.I64)
	n := limbs(int(op.Width))
	base, home := f.storeBase(f.zero, home)
	for i := range n {
		f.limb(op.A, i)
		f.c.LocalTee(a)
		f.limb(op.B, i)
		f.c.Op(add)
		f.c.LocalSet(sum)
		if i > 0 {
			// The total is sum ± carry; it wraps in at most one of the two steps.
			f.c.LocalGet(sum)
			f.c.LocalGet(a)
			f.c.Op(back)
			f.c.LocalGet(sum)
			f.c.LocalGet(sum)
			f.c.LocalGet(carry)
			f.c.Op(add)
			f.c.LocalTee(sum)
			if op.Kind == word.Sub {
				f.c.Op(encode.I64LtU)
			} else {
				f.c.Op(encode.I64GtU)
			}
			f.c.Op(encode.I32Or, encode.I64ExtendI32U)
			f.c.LocalSet(carry)
		} else {
			f.c.LocalGet(sum)
			f.c.LocalGet(a)
			f.c.Op(back, encode.I64ExtendI32U)
			f.c.LocalSet(carry)
		}
		f.c.LocalGet(base)
		f.c.LocalGet(sum)
		f.maskLimb(int(op.Width), i)
		f.c.Memory(encode.I64Store, home.offset+8*uint32(i))
	}
	f.give(encode.I64, carry)
	f.give(encode.I64, a)
	f.give(encode.I64, sum)
}

// signLimb pushes 64 copies of the sign bit of a value.
func (f *function) signLimb(id word.ID) {
	w := int(f.op(id).Width)
	top := limbs(w) - 1
	f.limb(id, top)
	f.c.I64(int64(63 - (w-1)%64))
	f.c.Op(encode.I64Shl)
	f.c.I64(63)
	f.c.Op(encode.I64ShrS)
}

// fillAbove turns a logical shift right into an arithmetic one: all bits from width-count on
// become copies of the sign.
func (f *function) fillAbove(op *word.Op, home place) {
	w := uint64(op.Width)
	count := f.take(encode.I64)
	f.push(op.B)
	f.convert(typeOf(f.op(op.B)), encode.I64)
	f.c.LocalSet(count)
	keep := f.take(encode.I64) // number of low bits that are not sign copies
	f.c.I64(int64(w))
	f.c.LocalGet(count)
	f.c.Op(encode.I64Sub)
	f.c.I64(0)
	f.c.LocalGet(count)
	f.c.I64(int64(w))
	f.c.Op(encode.I64LtU, encode.Select)
	f.c.LocalSet(keep)
	for i := range limbs(int(op.Width)) {
		at := home.offset + 8*uint32(i)
		f.c.LocalGet(f.zero)
		f.c.LocalGet(f.zero)
		f.c.Memory(encode.I64Load, at)
		// fill = keep <= 64i ? ~0 : keep >= 64i+64 ? 0 : ~0 << (keep-64i)
		f.c.I64(-1)
		f.c.I64(-1)
		f.c.LocalGet(keep)
		f.c.Op(encode.I64Shl)
		f.c.I64(0)
		f.c.LocalGet(keep)
		f.c.I64(int64(64*i + 64))
		f.c.Op(encode.I64LtU, encode.Select)
		f.c.LocalGet(keep)
		f.c.I64(int64(64 * i))
		f.c.Op(encode.I64LeU, encode.Select)
		f.signLimb(op.A)
		f.c.Op(encode.I64And, encode.I64Or)
		f.c.Memory(encode.I64Store, at)
	}
	f.give(encode.I64, count)
	f.give(encode.I64, keep)
}

// extendWide generates SExt to more than 64 bits.
func (f *function) extendWide(op *word.Op, home place) {
	from := int(f.op(op.A).Width)
	last := limbs(from) - 1
	for i := range limbs(int(op.Width)) {
		f.c.LocalGet(f.zero)
		switch {
		case i < last:
			f.limb(op.A, i)
		case i > last:
			f.signLimb(op.A)
		default:
			f.limb(op.A, i)
			if spare := int64(64*(last+1) - from); spare > 0 {
				f.c.I64(spare)
				f.c.Op(encode.I64Shl)
				f.c.I64(spare)
				f.c.Op(encode.I64ShrS)
			}
		}
		f.maskLimb(int(op.Width), i)
		f.c.Memory(encode.I64Store, home.offset+8*uint32(i))
	}
}

// copyCell copies a wide cell, whose index is on the stack, from an array to a place.
func (f *function) copyCell(to place, n int, array uint32) {
	f.scale(8 * uint32(n))
	at := f.take(encode.I32)
	f.c.LocalSet(at)
	for i := range n {
		f.c.LocalGet(f.zero)
		f.c.LocalGet(at)
		f.c.Memory(encode.I64Load, array+8*uint32(i))
		f.c.Memory(encode.I64Store, to.offset+8*uint32(i))
	}
	f.give(encode.I32, at)
}

// copyLimbs stores a wide value at a place.
func (f *function) copyLimbs(base uint32, to place, id word.ID) {
	base, to = f.storeBase(base, to)
	for i := 0; i < int(to.limbs); i++ {
		f.c.LocalGet(base)
		if i+1 < int(to.limbs) && f.hasPair(id, i) {
			f.pair(id, i)
			f.c.V128Store(to.offset + 8*uint32(i))
			i++
			continue
		}
		f.limb(id, i)
		f.c.Memory(encode.I64Store, to.offset+8*uint32(i))
	}
}

func (f *function) copyPlace(toBase uint32, to place, fromBase uint32, from place) {
	toBase, to = f.storeBase(toBase, to)
	for i := range int(to.limbs) {
		f.c.LocalGet(toBase)
		f.c.LocalGet(fromBase)
		f.c.Memory(encode.I64Load, from.offset+8*uint32(i))
		f.c.Memory(encode.I64Store, to.offset+8*uint32(i))
	}
}

// differ pushes 1 when a wide value differs from what is stored at a place, else 0.
func (f *function) differ(id word.ID, base uint32, p place) {
	for i := range int(p.limbs) {
		f.limb(id, i)
		f.c.LocalGet(base)
		f.c.Memory(encode.I64Load, p.offset+8*uint32(i))
		f.c.Op(encode.I64Xor)
		if i > 0 {
			f.c.Op(encode.I64Or)
		}
	}
	f.c.I64(0)
	f.c.Op(encode.I64Ne)
}

// reduceWide generates operations from wide operands to a result of at most 64 bits.
func (f *function) reduceWide(op *word.Op) {
	t := typeOf(op)
	n := int(f.op(op.A).Width)
	each := func(combine encode.Op, value func(i int)) {
		for i := range limbs(n) {
			value(i)
			if i > 0 {
				f.c.Op(combine)
			}
		}
	}
	switch op.Kind {
	case word.Slice:
		if f.isStored(op) && f.op(op.A).Kind != word.Repeat {
			base, p := f.widePlace(op.A)
			f.load(base, place{offset: p.offset + uint32(op.Imm/8), size: uint8(op.Width / 8)}, t)
			return
		}
		if inLimb(op) {
			f.limb(op.A, int(op.Imm/64))
			if r := op.Imm % 64; r > 0 {
				f.c.I64(int64(r))
				f.c.Op(encode.I64ShrU)
			}
		} else {
			f.bitsAt(op.A, int(op.Imm))
		}
		f.convert(encode.I64, t)
	case word.RedOr:
		each(encode.I64Or, func(i int) { f.limb(op.A, i) })
		f.c.I64(0)
		f.c.Op(encode.I64Ne)
	case word.RedXor:
		each(encode.I64Xor, func(i int) { f.limb(op.A, i) })
		f.c.Op(encode.I64Popcnt, encode.I32WrapI64)
		f.c.I32(1)
		f.c.Op(encode.I32And)
	case word.RedAnd:
		each(encode.I64And, func(i int) {
			f.limb(op.A, i)
			if i == limbs(n)-1 && n%64 != 0 {
				f.c.I64(int64(^maskOf(n % 64)))
				f.c.Op(encode.I64Or)
			}
		})
		f.c.I64(-1)
		f.c.Op(encode.I64Eq)
	case word.Eq, word.Ne:
		each(encode.I64Or, func(i int) {
			f.limb(op.A, i)
			f.limb(op.B, i)
			f.c.Op(encode.I64Xor)
		})
		f.c.I64(0)
		f.c.Op(pick(boolType(op.Kind == word.Eq), encode.I64Eq, encode.I64Ne))
	case word.ULt, word.ULe, word.SLt, word.SLe:
		f.compareWide(op, n)
	case word.Extract:
		f.extract(op)
	}
}

// boolType lets pick choose by a condition: the first operand when it holds.
func boolType(first bool) encode.ValueType {
	if first {
		return encode.I32
	}
	return encode.I64
}

// compareWide decides from the least significant limb up: a higher limb that differs overrides.
func (f *function) compareWide(op *word.Op, n int) {
	less := f.take(encode.I32)
	a, b := f.take(encode.I64), f.take(encode.I64)
	f.c.I32(0)
	if op.Kind == word.ULe || op.Kind == word.SLe {
		f.c.Op(encode.I32Eqz)
	}
	f.c.LocalSet(less)
	top := limbs(n) - 1
	signed := op.Kind == word.SLt || op.Kind == word.SLe
	for i := range limbs(n) {
		for k, o := range [...]word.ID{op.A, op.B} {
			f.limb(o, i)
			if spare := int64(64*(top+1) - n); i == top && signed && spare > 0 {
				f.c.I64(spare)
				f.c.Op(encode.I64Shl)
			}
			f.c.LocalSet([...]uint32{a, b}[k])
		}
		f.c.LocalGet(a)
		f.c.LocalGet(b)
		if i == top && signed {
			f.c.Op(encode.I64LtS)
		} else {
			f.c.Op(encode.I64LtU)
		}
		f.c.LocalGet(less)
		f.c.LocalGet(a)
		f.c.LocalGet(b)
		f.c.Op(encode.I64Ne, encode.Select)
		f.c.LocalSet(less)
	}
	f.c.LocalGet(less)
	f.give(encode.I32, less)
	f.give(encode.I64, a)
	f.give(encode.I64, b)
}
