package word

import "math/bits"

// Decoders put a word together from fields of an instruction and compare it with a constant; a check for any of many
// flags puts those together and compares with 0. The word is not needed for that: fields of one word are compared
// under a mask, and flags each for itself.

// field is some bits of a value that stand in a word: which of them, and what they are compared with.
type field struct {
	of          ID
	mask, value uint64
}

// maxFields bounds the parts of a word that are looked at.
const maxFields = 64

// fields takes a word apart.
type fields struct {
	*Builder
	value uint64 // that the word is compared with
	seen  uint64 // bits of the word that belong to a part
	parts int
	list  []field
	never bool // the word cannot be equal to the value
}

// moved is a value of 64 bits shifted left, or right by a negative number.
func moved(v uint64, by int) uint64 {
	if by >= 64 || by <= -64 {
		return 0
	}
	if by < 0 {
		return v >> -by
	}
	return v << by
}

// take notes what a value gives to the bits of a mask of the word, when it is shifted left so far. It is false for
// values that overlap, are too wide or too many.
func (f *fields) take(x ID, by int, mask uint64) bool {
	op := f.Ops[x]
	if op.Width > 64 {
		return false
	}
	if mask &= moved(Mask64(uint(op.Bits)), by); mask == 0 {
		return true
	}
	c, constant := uint64(0), false
	if op.Kind == And || op.Kind == Shl || op.Kind == LShr {
		v, ok := f.ConstValue(op.B)
		c, constant = v.Lo, ok && (op.Kind == And || v.Lo < 64)
	}
	switch {
	case op.Kind == Or:
		return f.take(op.A, by, mask) && f.take(op.B, by, mask)
	case op.Kind == Concat:
		low := f.Width(op.B)
		return f.take(op.B, by, mask) && f.take(op.A, by+low, mask)
	case op.Kind == ZExt:
		return f.take(op.A, by, mask)
	case op.Kind == Slice && f.Width(op.A) <= 64:
		return f.take(op.A, by-int(op.Imm), mask)
	case op.Kind == And && constant:
		return f.take(op.A, by, mask&moved(c, by))
	case op.Kind == Shl && constant:
		return f.take(op.A, by+int(c), mask)
	case op.Kind == LShr && constant:
		return f.take(op.A, by-int(c), mask)
	}
	if f.parts++; f.parts > maxFields || mask&f.seen != 0 {
		return false
	}
	f.seen |= mask
	if op.Kind == Const {
		f.never = f.never || (moved(op.Imm, by)^f.value)&mask != 0
		return true
	}
	part := field{x, moved(mask, -by), moved(f.value&mask, -by)}
	for i := range f.list {
		if g := &f.list[i]; g.of == x {
			f.never = f.never || (g.value^part.value)&g.mask&part.mask != 0
			g.mask, g.value = g.mask|part.mask, g.value|part.value
			return true
		}
	}
	f.list = append(f.list, part)
	return true
}

// equalFields compares a word that is put together with a constant by comparing what it is made of, where that is less.
// Words of few bits stay: many comparisons of one of those are a jump or a set.
func (b *Builder) equalFields(op *Op) (ID, bool) {
	if b.Width(op.A) > 64 || b.KnownBits(op.A) <= WidestSet {
		return None, false
	}
	c, _ := b.ConstValue(op.B)
	f := &fields{Builder: b, value: c.Lo}
	if !f.take(op.A, 0, Mask64(uint(b.Width(op.A)))) || f.parts < 2 {
		return None, false
	}
	if f.never || c.Lo&^f.seen != 0 {
		return b.Uint(bit(op.Kind == Ne), 1), true
	}
	flags := true
	for _, x := range f.list {
		flags = flags && bits.OnesCount64(x.mask) == 1
	}
	if len(f.list) == 0 || !flags && 2*len(f.list) > f.parts {
		return None, false
	}
	differs := b.Uint(0, 1)
	for _, x := range f.list {
		w := b.Width(x.of)
		differs = b.Or(differs, b.Ne(b.And(x.of, b.Uint(x.mask, w)), b.Uint(x.value, w)))
	}
	if op.Kind == Eq {
		differs = b.Not(differs)
	}
	return differs, true
}

// putBack makes a field that is shifted back to where it was a mask of the word that it is from.
func (b *Builder) putBack(op *Op, count int) (ID, bool) {
	w := int(op.Width)
	if op.Kind != Shl || w > 64 {
		return None, false
	}
	x, mask := op.A, Mask64(uint(w))
	if inner := b.Ops[x]; inner.Kind == And {
		c, ok := b.ConstValue(inner.B)
		if !ok {
			return None, false
		}
		x, mask = inner.A, c.Lo
	}
	inner := b.Ops[x]
	if inner.Kind != LShr {
		return None, false
	}
	if c, ok := b.ConstValue(inner.B); !ok || c.Len() > 32 || int(c.Lo) != count {
		return None, false
	}
	return b.And(inner.A, b.Uint(mask<<count, w)), true
}
