package word

func (b *Builder) simplifySlice(op *Op, n int) (ID, bool) {
	w, low := int(op.Width), int(op.Imm)
	if w == n {
		return op.A, true
	}
	inner := b.Ops[op.A]
	switch inner.Kind {
	case Slice:
		return b.Slice(inner.A, low+int(inner.Imm), w), true
	case Concat:
		lowWidth := b.Width(inner.B)
		if low >= lowWidth {
			return b.Slice(inner.A, low-lowWidth, w), true
		}
		if low+w <= lowWidth {
			return b.Slice(inner.B, low, w), true
		}
		// A word that is shifted by one again and again, with a bit put in at its end, would be made anew of all these bits
		// each time.
		if n > 64 || b.Ops[inner.A].Kind != Concat && b.Ops[inner.B].Kind != Concat {
			return b.Concat(b.Slice(inner.A, 0, low+w-lowWidth), b.Slice(inner.B, low, lowWidth-low)), true
		}
	case ZExt:
		from := b.Width(inner.A)
		if low >= from {
			return b.Uint(0, w), true
		}
		if low+w <= from {
			return b.Slice(inner.A, low, w), true
		}
		return b.ZExt(b.Slice(inner.A, low, from-low), w), true
	case SExt:
		from := b.Width(inner.A)
		if low+w <= from {
			return b.Slice(inner.A, low, w), true
		}
		return b.SExt(b.Slice(inner.A, min(low, from-1), max(1, from-low)), w), true
	case LShr, AShr: // AShr: without the copies of the sign
		if c, ok := b.ConstValue(inner.B); ok && c.Len() <= 32 && low+w+int(c.Lo) <= n {
			return b.Slice(inner.A, low+int(c.Lo), w), true
		}
	case Shl:
		if c, ok := b.ConstValue(inner.B); ok {
			if shift := int(c.Lo); low >= shift {
				return b.Slice(inner.A, low-shift, w), true
			} else if low+w <= shift {
				return b.Uint(0, w), true
			}
		}
	case Mux:
		// a choice between constants is narrowed for free
		if b.isConst(inner.B) || b.isConst(inner.C) || b.simpler(inner.B, inner.C, low, w) {
			return b.Mux(inner.A, b.Slice(inner.B, low, w), b.Slice(inner.C, low, w)), true
		}
	case And, Or, Xor:
		if b.isConst(inner.B) || b.simpler(inner.A, inner.B, low, w) {
			return b.binary(inner.Kind, w, b.Slice(inner.A, low, w), b.Slice(inner.B, low, w)), true
		}
	case Insert:
		if id, ok := b.sliceOfInsert(&inner, low, w); ok {
			return id, true
		}
	case Not:
		if w > 1 && class(w) < class(n) && (low == 0 || n > 64 || b.isPart(inner.A, low)) || w == 1 && !b.takenOut(b.Slice(inner.A, low, 1)) {
			return b.Not(b.Slice(inner.A, low, w)), true
		}
	}
	if top := low + w; low != 0 && n > 64 && top <= 64 { // from several words to one
		switch inner.Kind {
		case Add, Sub, Mul:
			return b.Slice(b.binary(inner.Kind, top, b.Slice(inner.A, 0, top), b.Slice(inner.B, 0, top)), low, w), true
		}
	}
	if low == 0 && (inner.Kind == Add || inner.Kind == Sub || inner.Kind == Mul) {
		if x, y := b.signed(inner.A, w), b.signed(inner.B, w); x != inner.A || y != inner.B {
			return b.Slice(b.binary(inner.Kind, n, x, y), 0, w), true
		}
	}
	if low != 0 || class(w) == class(n) {
		return None, false
	}
	// the low bits of these depend on the low bits of their operands only
	switch inner.Kind {
	case Add, Sub, Mul:
		return b.binary(inner.Kind, w, b.Slice(inner.A, 0, w), b.Slice(inner.B, 0, w)), true
	case Shl:
		return b.binary(Shl, w, b.Slice(inner.A, 0, w), inner.B), true
	case FToInt:
		return b.ToInt(inner.A, w), true
	}
	return None, false
}

// simpler reports whether some bits of an operation on two words are better computed from those bits of each. A word
// that becomes one of a smaller class is. A single bit is when it is known, or when neither has to be taken out of a
// word that is computed: otherwise the operation would be repeated for all bits that somebody looks at, beside the
// word.
func (b *Builder) simpler(x, y ID, low, w int) bool {
	if w > 1 {
		if class(w) >= class(b.Width(x)) {
			return false
		}
		// The upper bits of a word are one shift away. Without the word, operations of a word that is shifted against itself
		// (h |= h >> 1, and so on) would be repeated from each bit on that somebody looks from.
		if low == 0 || b.Width(x) > 64 || b.isPart(x, low) || b.isPart(y, low) {
			return true
		}
		if b.halving {
			b.undecided = true
			return false
		}
		b.halving = true
		b.Slice(x, low, w)
		b.Slice(y, low, w)
		b.halving = false
		return true
	}
	if b.taking >= deepestTaken {
		b.tooDeep, b.undecided = true, true
		return false
	}
	if b.taking == 0 {
		b.tooDeep = false
	}
	b.taking++
	x, y = b.Slice(x, low, 1), b.Slice(y, low, 1)
	b.taking--
	if b.isConst(x) || b.isConst(y) || !b.takenOut(x) && !b.takenOut(y) {
		return true
	}
	b.undecided = b.undecided || b.tooDeep
	return false
}

// deepestTaken bounds through how many operations a single bit is followed. A checksum of which each step looks at one
// bit of the word before would otherwise be computed a second time, bit by bit, and each of its bits from the first
// step on.
const deepestTaken = 6

// isPart reports that the bits of a word from one on are known, or those of a word that is there, so that no operation
// follows from them.
func (b *Builder) isPart(x ID, low int) bool {
	for {
		if b.KnownBits(x) <= low {
			return true
		}
		switch op := &b.Ops[x]; op.Kind {
		case Const, Param, Reg, Loop, MemRead, MemAll, Result:
			return true
		case And, Shl, LShr:
			if !b.isConst(op.B) {
				return false
			}
			x, low = op.A, 0
		case Slice, ZExt, SExt:
			x, low = op.A, 0
		default:
			return false
		}
	}
}

// takenOut reports whether a bit is one of a word that is computed in the cycle.
func (b *Builder) takenOut(x ID) bool {
	if b.Ops[x].Kind != Slice {
		return false
	}
	switch b.Ops[b.Ops[x].A].Kind {
	case Param, Reg, Loop, MemRead, MemAll, Result:
		return false
	}
	return true
}

func (b *Builder) simplifyConcat(op *Op) (ID, bool) {
	w := int(op.Width)
	if b.isZero(op.A) {
		return b.ZExt(op.B, w), true
	}
	hi, lo := b.Ops[op.A], b.Ops[op.B]
	if hi.Kind == Slice && lo.Kind == Slice && hi.A == lo.A && hi.Imm == lo.Imm+uint64(lo.Width) {
		return b.Slice(hi.A, int(lo.Imm), w), true
	}
	if (w == 32 || w == 64) && hi.Kind == Slice && lo.Kind == Slice && hi.A == lo.A && hi.Imm+uint64(hi.Width) == lo.Imm {
		return b.rotation(b.Slice(hi.A, int(hi.Imm), w), int(lo.Width)), true
	}
	if hi.Kind == Slice && hi.A == op.B && hi.Imm == uint64(lo.Width) && b.Width(hi.A) == w {
		return hi.A, true
	}
	return None, false
}

func (b *Builder) simplifyZExt(op *Op, n int) (ID, bool) {
	w := int(op.Width)
	if w == n {
		return op.A, true
	}
	inner := b.Ops[op.A]
	switch inner.Kind {
	case ZExt:
		return b.ZExt(inner.A, w), true
	case Slice:
		if inner.Imm == 0 && b.KnownBits(inner.A) <= n {
			return b.Resize(inner.A, w), true
		}
		if low := int(inner.Imm); low > 0 && n > WidestIndex && low+n == w && b.Width(inner.A) == w {
			return b.Binary(LShr, inner.A, b.Uint(uint64(low), 32)), true
		}
	}
	return None, false
}

func (b *Builder) simplifySExt(op *Op, n int) (ID, bool) {
	w := int(op.Width)
	if w == n {
		return op.A, true
	}
	if b.KnownBits(op.A) < n {
		return b.ZExt(op.A, w), true
	}
	inner := b.Ops[op.A]
	if inner.Kind == SExt {
		return b.SExt(inner.A, w), true
	}
	if w <= 64 && inner.Kind == Slice {
		of := b.Ops[inner.A]
		low := int(inner.Imm)
		switch {
		case int(of.Width) == w && low+n == w: // up to the highest bit
			return b.Binary(AShr, inner.A, b.Uint(uint64(low), 32)), true
		case int(of.Width) == w && low == 0 && b.signedBits(inner.A, deepestSign) <= n:
			return inner.A, true
		}
	}
	return None, false
}
