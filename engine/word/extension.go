package word

import "math/bits"

// Words with their sign copied upward are written in many ways: x << 24 >> 24, -(x >>> 7) << 8 | x,
// x & 0x80 ? x | ~0xff : x, (x ^ 0x80) - 0x80. Each becomes a SExt, which a processor does in one instruction, and
// which is nothing where x needs no more bits anyway.

// deepestSign bounds how far operands are followed for their signs.
const deepestSign = 5

// signedBits is in how many bits a value fits as a number with a sign: the others are copies of the highest of those.
func (b *Builder) signedBits(x ID, depth int) int {
	op := &b.Ops[x]
	w := int(op.Width)
	known := min(w, int(op.Bits)+1)
	if w > 64 || depth == 0 {
		return known
	}
	of := func(x ID) int { return b.signedBits(x, depth-1) }
	n := w
	switch op.Kind {
	case Const:
		copies := int64(op.Imm<<(64-uint(w))) >> (64 - uint(w)) // to the whole word
		n = 65 - bits.LeadingZeros64(uint64(copies^copies>>63))
	case SExt:
		n = of(op.A)
	case AShr:
		if c, ok := b.ConstValue(op.B); ok {
			n = max(1, of(op.A)-int(min(c.Lo, 64)))
		} else {
			n = of(op.A)
		}
	case And, Or, Xor:
		n = max(of(op.A), of(op.B))
	case Not:
		n = of(op.A)
	case Mux:
		n = max(of(op.B), of(op.C))
	case Add, Sub:
		n = max(of(op.A), of(op.B)) + 1
	case Mul:
		n = of(op.A) + of(op.B)
	}
	return min(known, n)
}

// shiftedBack is x << c >> c with a sign.
func (b *Builder) shiftedBack(op *Op, c int) (ID, bool) {
	w, inner := int(op.Width), &b.Ops[op.A]
	if w > 64 || inner.Kind != Shl {
		return None, false
	}
	if d, ok := b.ConstValue(inner.B); !ok || int(d.Lo) != c {
		return None, false
	}
	x := inner.A
	if b.signedBits(x, deepestSign) <= w-c {
		return x, true
	}
	return b.SExt(b.Slice(x, 0, w-c), w), true
}

// origin follows one bit of a value to the word that it is from.
func (b *Builder) origin(x ID, bit int) (ID, int) {
	for {
		op := &b.Ops[x]
		c, constant := 0, false
		if op.Kind == Shl || op.Kind == LShr || op.Kind == AShr {
			v, ok := b.ConstValue(op.B)
			c, constant = int(min(v.Lo, 1<<20)), ok
		}
		switch {
		case (op.Kind == ZExt || op.Kind == SExt) && bit < b.Width(op.A):
		case op.Kind == Slice:
			bit += int(op.Imm)
		case constant && op.Kind == Shl && bit >= c:
			bit -= c
		case constant && op.Kind != Shl && bit+c < int(op.Width):
			bit += c
		case op.Kind == And && op.Width <= 64 && b.isConst(op.B) && b.Value(&b.Ops[op.B]).Lo>>uint(bit)&1 != 0:
		default:
			return x, bit
		}
		x = op.A
	}
}

// isBit reports whether a value is a bit of x.
func (b *Builder) isBit(s, x ID, bit int) bool {
	if b.KnownBits(s) > 1 {
		return false
	}
	if b.Ops[s].Kind == ZExt {
		s = b.Ops[s].A
	}
	at := 0
	if y, k, ok := b.bitOf(s); ok {
		s, at = y, k
	}
	p, i := b.origin(s, at)
	q, j := b.origin(x, bit)
	return p == q && i == j
}

// copies reads a value as n copies of one bit, or a number of ones that the bit decides about, and zeros above them.
func (b *Builder) copies(x ID) (bit ID, n int, ok bool) {
	op := &b.Ops[x]
	n = int(op.Width)
	if op.Kind == And {
		c, constant := b.ConstValue(op.B)
		if !constant || c.Lo == 0 || c.Lo&(c.Lo+1) != 0 {
			return None, 0, false
		}
		n, op = bits.Len64(c.Lo), &b.Ops[op.A]
	}
	switch {
	case op.Kind == Sub && b.isZero(op.A):
		return op.B, n, true
	case op.Kind == Mux && b.isZero(op.C):
		c, constant := b.ConstValue(op.B)
		if constant && c.Lo != 0 && c.Lo&(c.Lo+1) == 0 {
			return op.A, min(n, bits.Len64(c.Lo)), true
		}
	}
	return None, 0, false
}

// extended is the union of a word with copies of its highest bit above it.
func (b *Builder) extended(op *Op) (ID, bool) {
	w := int(op.Width)
	if w < 2 || w > 64 {
		return None, false
	}
	for _, side := range [2][2]ID{{op.A, op.B}, {op.B, op.A}} {
		x, high := side[0], &b.Ops[side[1]]
		if high.Kind != Shl {
			continue
		}
		at, constant := b.ConstValue(high.B)
		n := int(at.Lo)
		if !constant || n < 1 || n >= w || b.KnownBits(x) > n {
			continue
		}
		if s, k, ok := b.copies(high.A); ok && b.isBit(s, x, n-1) {
			return b.ZExt(b.SExt(b.Slice(x, 0, n), min(w, n+k)), w), true
		}
	}
	return None, false
}

// orOnes is s ? x | ones : x, where s is the highest bit of x and the ones stand above it.
func (b *Builder) orOnes(op *Op) (ID, bool) {
	w, set := int(op.Width), &b.Ops[op.B]
	if w < 2 || w > 64 || set.Kind != Or || set.A != op.C {
		return None, false
	}
	ones, constant := b.ConstValue(set.B)
	if !constant || ones.Lo == 0 {
		return None, false
	}
	n := bits.TrailingZeros64(ones.Lo)
	if top := ones.Lo>>uint(n) + 1; top&(top-1) != 0 || n == 0 || b.KnownBits(op.C) > n || !b.isBit(op.A, op.C, n-1) {
		return None, false
	}
	return b.ZExt(b.SExt(b.Slice(op.C, 0, n), bits.Len64(ones.Lo)), w), true
}

// xorLess is (x ^ 2^k) - 2^k, where 2^k is the highest bit of x.
func (b *Builder) xorLess(op *Op) (ID, bool) {
	w, inner := int(op.Width), &b.Ops[op.A]
	if w < 2 || w > 64 || inner.Kind != Xor || !b.isConst(op.B) {
		return None, false
	}
	k, single := b.singleBit(inner.B)
	if !single || b.KnownBits(inner.A) > int(k)+1 || !b.isUint(op.B, -(uint64(1)<<uint(k))&Mask64(uint(w))) {
		return None, false
	}
	return b.SExt(b.Slice(inner.A, 0, int(k)+1), w), true
}

// signed is an operand of a sum of which only the low n bits matter, without what clears bits above them.
func (b *Builder) signed(x ID, n int) ID {
	op := &b.Ops[x]
	if op.Kind == ZExt && op.Width <= 64 && b.Width(op.A) >= n && b.Ops[op.A].Kind == SExt {
		return b.SExt(b.Ops[op.A].A, int(op.Width))
	}
	return x
}
