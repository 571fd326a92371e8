package wasmgen

import (
	"math/bits"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// divide generates unsigned division; by zero it gives 0 for both quotient and remainder.
func (f *function) divide(op *word.Op, t encode.ValueType) {
	code := pick(t, encode.I32DivU, encode.I64DivU)
	if op.Kind == word.URem {
		code = pick(t, encode.I32RemU, encode.I64RemU)
	}
	if d := f.op(op.B); d.Kind == word.Const {
		if d.Imm == 0 {
			f.left[op.B]--
			f.constant(t, 0)
		} else if m, shift, ok := reciprocal(d.Imm, f.p.bits(op.A), 64); ok {
			f.left[op.B]--
			f.push(op.A)
			f.convert(t, encode.I64)
			a := f.stash(encode.I64)
			f.c.I64(int64(m))
			f.c.Op(encode.I64Mul)
			f.c.I64(int64(shift))
			f.c.Op(encode.I64ShrU)
			f.rest(op.Kind == word.URem, a, int64(d.Imm), t)
		} else {
			f.push(op.A)
			f.push(op.B)
			f.c.Op(code)
		}
		return
	}
	f.push(op.A)
	f.push(op.B)
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
	if d := f.op(op.B); d.Kind == word.Const {
		f.left[op.B]--
		spare := 64 - uint(d.Width)
		f.divideByConstant(op, int64(d.Imm<<spare)>>spare, t)
		return
	}
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

// divideByConstant generates signed division by a number.
func (f *function) divideByConstant(op *word.Op, d int64, t encode.ValueType) {
	f.pushSigned(op.A)
	rest := op.Kind == word.SRem
	switch {
	case d == 0 || d == -1 && rest:
		f.c.Op(encode.Drop)
		f.constant(t, 0)
		return
	case d == -1: // the one quotient that does not fit is the dividend
		f.constant(t, ^uint64(0))
		f.c.Op(pick(t, encode.I32Mul, encode.I64Mul))
		return
	}
	size := uint64(max(d, -d))
	m, shift, ok := reciprocal(size, int(op.Width)-1, 63)
	if !ok || t == encode.I64 || size&(size-1) == 0 {
		f.constant(t, uint64(d))
		if rest {
			f.c.Op(pick(t, encode.I32RemS, encode.I64RemS))
		} else {
			f.c.Op(pick(t, encode.I32DivS, encode.I64DivS))
		}
		return
	}
	f.c.Op(encode.I64ExtendI32S)
	a := f.stash(encode.I64)
	f.c.I64(int64(m))
	f.c.Op(encode.I64Mul)
	f.c.I64(int64(shift))
	f.c.Op(encode.I64ShrS)
	f.c.LocalGet(a) // rounded down so far: below zero one more
	f.c.I64(63)
	f.c.Op(encode.I64ShrS, encode.I64Sub)
	if d < 0 && !rest {
		f.c.I64(-1)
		f.c.Op(encode.I64Mul)
	}
	f.rest(rest, a, int64(size), t)
}

// rest ends a division of a by d: of the quotient on the stack, it makes the remainder or leaves it.
func (f *function) rest(wanted bool, a uint32, d int64, t encode.ValueType) {
	if wanted {
		q := f.take(encode.I64)
		f.c.LocalSet(q)
		f.c.LocalGet(a)
		f.c.LocalGet(q)
		f.c.I64(d)
		f.c.Op(encode.I64Mul, encode.I64Sub)
		f.give(encode.I64, q)
	}
	f.give(encode.I64, a)
	f.convert(encode.I64, t)
}

// reciprocal gives what makes a division by d, which is not 0, a multiplication: a / d is (a * m) >> shift for a from 0
// to 2^n - 1. Below zero, down to -2^n, it is one less than the quotient, which is rounded towards zero, when d is no
// power of two. That holds for m = ⌈2^shift / d⌉ when m * d - 2^shift is at most 2^(shift-n) (T. Granlund and P.
// Montgomery, Division by Invariant Integers using Multiplication, 1994, theorem 4.2). ok is false when the product may
// not fit in so many bits as there is room for.
func reciprocal(d uint64, n, room int) (m uint64, shift int, ok bool) {
	for shift = n; shift < 63 && n < 63; shift++ {
		power := uint64(1) << shift
		m = (power + d - 1) / d
		if bits.Len64(m)+n > room {
			break
		}
		if m*d-power <= power>>n {
			return m, shift, true
		}
	}
	return 0, 0, false
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
