package word

import "math/bits"

// Status words are put together bit by bit: (x & 0x80 ? f | 0x80 : f) for each flag of a processor, (x >> 3 & 1) << 5
// for each bit of a permutation. A bit that is tested is a slice; a bit that is put to a place again is a mask of the
// word that it comes from; and masks of one word are one mask.

// singleBit is the only bit that is set in a constant.
func (b *Builder) singleBit(x ID) (bit int, ok bool) {
	c, constant := b.ConstValue(x)
	if !constant || c.Len() == 0 || !powerOfTwo(c.Len()-1).Equal(c) {
		return 0, false
	}
	return c.Len() - 1, true
}

// bitOf reads a condition as one bit of a word.
func (b *Builder) bitOf(cond ID) (x ID, bit int, ok bool) {
	op := &b.Ops[cond]
	switch {
	case op.Kind == Slice && op.Width == 1:
		return op.A, int(op.Imm), true
	case op.Kind == Ne && b.isZero(op.B) && b.Ops[op.A].Kind == And:
		k, single := b.singleBit(b.Ops[op.A].B)
		return b.Ops[op.A].A, k, single
	}
	return None, 0, false
}

// bitTest makes (x & 2^k) == 0, and the same with != and with 2^k instead of 0, that bit of x or its complement. A bit
// that is better computed from bits of what x is made of stays a test: x is there already.
func (b *Builder) bitTest(op, masked *Op) (ID, bool) {
	k, ok := b.singleBit(masked.B)
	if !ok || masked.Width > 64 {
		return None, false
	}
	set := !b.isZero(op.B)
	if set && !b.isUint(op.B, 1<<k) {
		return None, false
	}
	bit := b.Slice(masked.A, k, 1)
	if of, at, ok := b.bitOf(bit); !ok || of != masked.A || at != k {
		if !set || masked.Width == 1 {
			return None, false
		}
		return b.Compare(Ne+Eq-op.Kind, op.A, b.Uint(0, int(masked.Width))), true
	}
	if set != (op.Kind == Eq) {
		bit = b.Not(bit)
	}
	return bit, true
}

// movedBit makes one bit of a word that is shifted to bit c a mask of the word, which is shifted when the bit is
// another one.
func (b *Builder) movedBit(op *Op, c int) (ID, bool) {
	w := int(op.Width)
	inner := b.Ops[op.A]
	if op.Kind != Shl || inner.Kind != ZExt || w > 64 {
		return None, false
	}
	x, k, ok := b.bitOf(inner.A)
	if !ok || c >= w || class(b.Width(x)) > class(w) {
		return None, false
	}
	n := b.Width(x)
	switch {
	case k > c:
		x = b.Binary(LShr, x, b.Uint(uint64(k-c), 32))
	case n < w:
		x = b.ZExt(x, w)
	}
	x = b.Resize(x, w)
	if k < c {
		x = b.Binary(Shl, x, b.Uint(uint64(c-k), 32))
	}
	return b.And(x, b.Uint(1<<c, w)), true
}

// maxMasks bounds how many operands of an Or are looked at for another mask of a word.
const maxMasks = 10

// joinMasks makes (p | x & m) | (x & n) the operation p | x & (m | n).
func (b *Builder) joinMasks(op *Op) (ID, bool) {
	for _, side := range [2][2]ID{{op.A, op.B}, {op.B, op.A}} {
		mask := b.Ops[side[1]]
		if mask.Kind != And || !b.isConst(mask.B) {
			continue
		}
		left := maxMasks
		if id, ok := b.withMask(side[0], &mask, &left); ok {
			return id, true
		}
	}
	return None, false
}

// withMask is x | mask where x is an Or that has a mask of the same word.
func (b *Builder) withMask(x ID, mask *Op, left *int) (ID, bool) {
	if *left--; *left < 0 {
		return None, false
	}
	op := b.Ops[x]
	switch {
	case op.Kind == And && op.A == mask.A && b.isConst(op.B):
		return b.And(op.A, b.Or(op.B, mask.B)), true
	case op.Kind == Or:
		if id, ok := b.withMask(op.A, mask, left); ok {
			return b.Or(id, op.B), true
		}
		if id, ok := b.withMask(op.B, mask, left); ok {
			return b.Or(op.A, id), true
		}
	}
	return None, false
}

// flag makes c ? p | m | 2^k : p | m an operation on p | m and the condition, and bit ? 2^k : 0 a mask of the word that
// the bit is from.
func (b *Builder) flag(op *Op) (ID, bool) {
	w := int(op.Width)
	if w < 2 || w > 64 {
		return None, false
	}
	x, y := b.Ops[op.B], b.Ops[op.C]
	if k, ok := b.singleBit(op.B); ok && b.isZero(op.C) {
		if _, _, ok := b.bitOf(op.A); ok {
			return b.Binary(Shl, b.ZExt(op.A, w), b.Uint(uint64(k), 32)), true
		}
	}
	if x.Kind != Or || y.Kind != Or || x.A != y.A || !b.isConst(x.B) || !b.isConst(y.B) {
		return None, false
	}
	cond, more, less, base := op.A, x.B, y.B, op.C
	if b.Value(&b.Ops[more]).Lo < b.Value(&b.Ops[less]).Lo {
		cond, more, less, base = b.Not(cond), less, more, op.B
	}
	k, ok := b.singleBit(b.Xor(more, less))
	if !ok || b.Value(&b.Ops[less]).Lo>>k&1 != 0 {
		return None, false
	}
	return b.Or(base, b.Binary(Shl, b.ZExt(cond, w), b.Uint(uint64(k), 32))), true
}

// withoutLowest is x & x - 1, x without its lowest one: the bit above the low zeros of x is 0 in it, so that a loop
// that takes one bit after the other is seen to end.
func (b *Builder) withoutLowest(op *Op) (ID, bool) {
	w := int(op.Width)
	if w > 64 {
		return None, false
	}
	x, less := op.A, b.Ops[op.B]
	if less.Kind != Add || less.A != x {
		x, less = op.B, b.Ops[op.A]
	}
	if less.Kind != Add || less.A != x || !b.isOnes(less.B) {
		return None, false
	}
	zeros := b.lowZeros(x)
	if zeros >= w-1 {
		return b.Uint(0, w), true
	}
	raw := *op
	raw.Bits = int32(min(b.KnownBits(op.A), b.KnownBits(op.B)))
	return b.And(b.intern(&raw), b.Uint(^uint64(0)<<(zeros+1), w)), true
}

// lowZeros is how many low bits of a value are known to be 0.
func (b *Builder) lowZeros(x ID) int {
	op := &b.Ops[x]
	switch op.Kind {
	case And, Shl, Mul:
		c, known := b.ConstValue(op.B)
		switch {
		case !known:
		case op.Kind == Shl:
			return int(min(c.Lo, 64))
		default:
			return bits.TrailingZeros64(c.Lo)
		}
	}
	return 0
}
