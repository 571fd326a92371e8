package wasmgen

import (
	"simten.dev/engine/behavior/word"
	"simten.dev/engine/sim/wasmgen/encode"
)

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

// swapSelect is select with the first two operands exchanged: x y c gives y when c, else x.
func (f *function) swapSelect() { f.c.Op(encode.I32Eqz, encode.Select) }
