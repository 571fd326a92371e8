package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

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

// rotates reports whether a union is one of two opposite shifts of one value, which are computed for it alone.
func (p *plan) rotates(op *word.Op) bool {
	right, left := &p.m.Ops[op.A], &p.m.Ops[op.B]
	if right.Kind == word.Shl {
		right, left = left, right
	}
	if int(op.Width) != size(typeOf(op)) || right.Kind != word.LShr || left.Kind != word.Shl || right.A != left.A || !p.inline[op.A] || !p.inline[op.B] {
		return false
	}
	n, back := &p.m.Ops[right.B], &p.m.Ops[left.B]
	return n.Kind == word.Const && back.Kind == word.Const && n.Imm > 0 && n.Imm < uint64(op.Width) && n.Imm+back.Imm == uint64(op.Width)
}

// rotate generates the union of two opposite shifts of one value as a rotation, if it is one.
func (f *function) rotate(op *word.Op, t encode.ValueType) bool {
	if !f.p.rotates(op) {
		return false
	}
	right := f.op(op.A)
	if right.Kind == word.Shl {
		right = f.op(op.B)
	}
	f.left[right.A]-- // two uses become one
	f.push(right.A)
	f.constant(t, f.op(right.B).Imm)
	f.c.Op(pick(t, encode.I32Rotr, encode.I64Rotr))
	return true
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
	if int(op.Bits) < int(op.Width) && !f.p.unmasked[id] {
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
