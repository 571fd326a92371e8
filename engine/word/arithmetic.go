package word

import (
	"math"

	"simten.dev/engine/circuit"
)

func (b *Builder) simplifyArithmetic(op *Op) (ID, bool) {
	if id, ok := b.arithmeticRules(op); ok {
		return id, true
	}
	w := int(op.Width)
	c, constant := b.ConstValue(op.B)
	power := -1 // B is 2^power
	if constant && c.Len() > 0 && powerOfTwo(c.Len()-1).Equal(c) {
		power = c.Len() - 1
	}
	switch op.Kind {
	case Add:
		if id, ok := b.xorLess(op); ok {
			return id, true
		}
		return b.reassociate(op)
	case Mul:
		if power >= 0 {
			return b.Binary(Shl, op.A, b.Uint(uint64(power), 32)), true
		}
		return b.reassociate(op)
	case UDiv:
		if power >= 0 {
			return b.Binary(LShr, op.A, b.Uint(uint64(power), 32)), true
		}
	case URem:
		if power >= 0 {
			if power == 0 {
				return b.Uint(0, w), true
			}
			return b.ZExt(b.Slice(op.A, 0, power), w), true
		}
	case SDiv, SRem:
		if power > 0 && power < w-1 { // toward zero: numbers below zero are first made larger by all but one of what they are divided by
			below := b.Binary(LShr, b.Binary(AShr, op.A, b.Uint(uint64(w-1), 32)), b.Uint(uint64(w-power), 32))
			sum := b.Add(op.A, below)
			if op.Kind == SRem {
				return b.Sub(b.ZExt(b.Slice(sum, 0, power), w), below), true
			}
			return b.Binary(AShr, sum, b.Uint(uint64(power), 32)), true
		}
	}
	if op.Kind == UDiv || op.Kind == URem {
		for _, small := range [2]int{32, 64} { // smaller divisions are much faster
			if w > small && b.KnownBits(op.A) <= small && b.KnownBits(op.B) <= small {
				return b.ZExt(b.Binary(op.Kind, b.Slice(op.A, 0, small), b.Slice(op.B, 0, small)), w), true
			}
		}
	}
	return None, false
}

// powerOfTwo is 2^n as a value.
func powerOfTwo(n int) circuit.Value {
	words := make([]uint64, n/64+1)
	words[n/64] = 1 << uint(n%64)
	return circuit.FromWords(words)
}

func (b *Builder) simplifyShift(op *Op) (ID, bool) {
	w := int(op.Width)
	if b.isZero(op.A) {
		return op.A, true
	}
	if op.Kind == AShr && b.KnownBits(op.A) < w {
		return b.Binary(LShr, op.A, op.B), true
	}
	c, ok := b.ConstValue(op.B)
	if !ok {
		return None, false
	}
	if c.Lo == 0 {
		return op.A, true
	}
	if op.Kind == AShr {
		if c.Lo >= uint64(w) { // the largest useful count, so that backends may shift by it directly
			if w == 1 {
				return op.A, true
			}
			return b.Binary(AShr, op.A, b.Uint(uint64(w-1), 32)), true
		}
		return b.shiftedBack(op, int(c.Lo))
	}
	if c.Lo >= uint64(w) || (op.Kind == LShr && c.Lo >= uint64(b.KnownBits(op.A))) {
		return b.Uint(0, w), true
	}
	inner := b.Ops[op.A]
	if inner.Kind == op.Kind {
		if d, ok := b.ConstValue(inner.B); ok {
			return b.Binary(op.Kind, inner.A, b.Uint(min(c.Lo+d.Lo, uint64(w)), 32)), true
		}
	}
	if id, ok := b.putBack(op, int(c.Lo)); ok {
		return id, true
	}
	if x, ok := b.unmasked(op, int(c.Lo)); ok {
		return b.Binary(op.Kind, x, op.B), true
	}
	if b.Width(op.B) != 32 { // one form for constant counts
		return b.Binary(op.Kind, op.A, b.Uint(c.Lo, 32)), true
	}
	return b.movedBit(op, int(c.Lo))
}

// unmasked is what a shift by a constant is as good on as on its operand, which is that with some bits cleared that the
// shift drops.
func (b *Builder) unmasked(op *Op, count int) (ID, bool) {
	w := int(op.Width)
	inner := &b.Ops[op.A]
	switch {
	case op.Kind == Shl && inner.Kind == ZExt && b.Ops[inner.A].Kind == Slice && b.Ops[inner.A].Imm == 0 && b.Width(inner.A) >= w-count:
		return b.Resize(b.Ops[inner.A].A, w), true
	case inner.Kind == And && w <= 64:
		mask, ok := b.ConstValue(inner.B)
		kept := uint64(math.MaxUint64) >> uint(64-(w-count)) // bits of the operand that are left, moved to the end
		if op.Kind == LShr {
			mask.Lo >>= uint(count)
			kept &= 1<<uint(max(b.KnownBits(inner.A)-count, 0)) - 1
		}
		if ok && mask.Lo&kept == kept {
			return inner.A, true
		}
	}
	return None, false
}
