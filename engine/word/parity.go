package word

import "math/bits"

// A sum modulo 2 of bits of one word, as a tree of Xor that takes one bit after the other, is the parity of the word
// with a mask: a processor counts the bits of a word in one instruction.

// minParity is how many bits are worth it. With fewer, operations on neighbouring bits can still become one on words
// (engine/opt/pack).
const minParity = 4

// parity joins the bits that the operands of a Xor add up.
func (b *Builder) parity(op *Op) (ID, bool) {
	if op.Width != 1 {
		return None, false
	}
	x, m, ok := b.summed(op.A)
	if !ok {
		return None, false
	}
	y, n, ok := b.summed(op.B)
	if !ok || x != y {
		return None, false
	}
	mask := m ^ n
	switch count := bits.OnesCount64(mask); {
	case count == 0:
		return b.Uint(0, 1), true
	case count == 1:
		return b.Slice(x, bits.TrailingZeros64(mask), 1), true
	case count < minParity && bits.OnesCount64(m)+bits.OnesCount64(n) == count:
		return None, false
	}
	return b.Emit(Op{Kind: RedXor, Width: 1, A: b.And(x, b.Uint(mask, b.Width(x))), B: None, C: None}), true
}

// summed is a word and a mask such that a bit is the parity of the word's bits under the mask.
func (b *Builder) summed(id ID) (word ID, mask uint64, ok bool) {
	op := b.Ops[id]
	switch op.Kind {
	case Slice:
		if b.Width(op.A) <= 64 {
			return op.A, 1 << op.Imm, true
		}
	case RedXor:
		if b.Width(op.A) > 64 {
			return None, 0, false
		}
		if inner := &b.Ops[op.A]; inner.Kind == And {
			if c, constant := b.ConstValue(inner.B); constant {
				return inner.A, c.Lo, true
			}
		}
		return op.A, Mask64(uint(b.Width(op.A))), true
	case Xor: // fewer than minParity bits
		x, m, ok := b.summed(op.A)
		if !ok {
			return None, 0, false
		}
		y, n, ok := b.summed(op.B)
		return x, m ^ n, ok && x == y
	}
	return None, 0, false
}
