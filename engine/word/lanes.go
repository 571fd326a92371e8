package word

import "math/bits"

// All or some of the bits of a word, taken one after the other as loops over requests or valid bits do, are one
// comparison of the word under a mask. So are bits that are computed alike from the bits at one place of some words:
// !req[j] | row[j] for all j is a comparison of ~req | row.

// minLanes is how many bits are worth it. With fewer, operations on neighbouring bits can still become one on words
// (engine/opt/pack).
const minLanes = 4

// lanes is what an And or Or of bits says of a word: the bits under the mask are those of value (And), or are not (Or).
type lanes struct {
	of          ID
	mask, value uint64
	field       bool // a comparison of bits in a row, which may be that of an operation code
}

// goesWith reports that bits and others are likely to be looked at as one. A field that is compared with a number, and
// a flag elsewhere, are not: the comparison is used for itself.
func (l *lanes) goesWith(other *lanes) bool {
	return !l.field || l.value == 0 || l.value == l.mask || other.mask&(l.mask<<1|l.mask>>1) != 0
}

// joinLanes joins the bits that the operands of an And or Or look at.
func (b *Builder) joinLanes(op *Op) (ID, bool) {
	if op.Kind == Xor {
		return None, false
	}
	left := b.countLanes(op.A, op.Kind, 3)
	if left == 0 || left+b.countLanes(op.B, op.Kind, 3) < minLanes {
		return None, false
	}
	undecided := b.undecided // what is made here decides for itself
	x, okX := b.lanesOf(op.A, op.Kind)
	y, okY := b.lanesOf(op.B, op.Kind)
	if okX && okY {
		b.widen(&x, y.of)
		b.widen(&y, x.of)
	}
	b.undecided = undecided
	if !okX || !okY || x.of != y.of || x.mask&y.mask != 0 || !x.goesWith(&y) || !y.goesWith(&x) {
		return None, false
	}
	w := b.Width(x.of)
	masked := b.And(x.of, b.Uint(x.mask|y.mask, w))
	return b.Compare(comparison(op.Kind), masked, b.Uint(x.value|y.value, w)), true
}

// widen takes a word for its lower bits, to which a comparison that looks at no others has been narrowed.
func (b *Builder) widen(l *lanes, whole ID) {
	if n := b.Width(l.of); n < b.Width(whole) && b.Slice(whole, 0, n) == l.of {
		l.of = whole
	}
}

// inARow reports that the ones of a mask stand beside each other.
func inARow(mask uint64) bool {
	run := mask >> bits.TrailingZeros64(mask)
	return run&(run+1) == 0
}

// comparison is that of all bits, or of some.
func comparison(k Kind) Kind {
	if k == And {
		return Eq
	}
	return Ne
}

// countLanes is how many bits an operand of an And or Or joins, as far as it looks as if they could be those of one
// word; 0 when it does not. It makes nothing.
func (b *Builder) countLanes(id ID, kind Kind, depth int) int {
	op := &b.Ops[id]
	if op.Kind == comparison(kind) && b.isConst(op.B) && b.Width(op.A) <= 64 {
		switch inner := &b.Ops[op.A]; inner.Kind {
		case And:
			if mask, ok := b.ConstValue(inner.B); ok {
				return bits.OnesCount64(mask.Lo)
			}
		case Slice:
			return int(inner.Width)
		}
		return b.Width(op.A)
	}
	if op.Kind == kind && depth > 0 {
		if x := b.countLanes(op.A, kind, depth-1); x > 0 {
			if y := b.countLanes(op.B, kind, depth-1); y > 0 {
				return x + y
			}
		}
	}
	left := maxInLane
	if _, ok := b.laneAt(id, &left); ok {
		return 1
	}
	return 0
}

// maxInLane bounds the operations that compute one bit.
const maxInLane = 8

// laneAt is the place in all of the words that a bit is computed from.
func (b *Builder) laneAt(id ID, left *int) (at int, ok bool) {
	if *left--; *left < 0 {
		return 0, false
	}
	switch op := b.Ops[id]; op.Kind {
	case Slice:
		return int(op.Imm), op.Width == 1 && b.Width(op.A) <= 64
	case Not:
		return b.laneAt(op.A, left)
	case And, Or, Xor:
		x, ok := b.laneAt(op.A, left)
		if !ok {
			return 0, false
		}
		y, ok := b.laneAt(op.B, left)
		return x, ok && x == y
	}
	return 0, false
}

// lanesOf reads an operand of an And or Or.
func (b *Builder) lanesOf(id ID, kind Kind) (lanes, bool) {
	op := b.Ops[id]
	if op.Kind == comparison(kind) && b.isConst(op.B) && b.Width(op.A) <= 64 {
		value, _ := b.ConstValue(op.B)
		l := lanes{op.A, Mask64(uint(b.Width(op.A))), value.Lo, true}
		switch inner := b.Ops[op.A]; inner.Kind {
		case And:
			if mask, ok := b.ConstValue(inner.B); ok {
				l.of, l.mask, l.field = inner.A, mask.Lo, inARow(mask.Lo)
			}
		case Slice:
			if b.Width(inner.A) <= 64 {
				l.of, l.mask, l.value = inner.A, l.mask<<inner.Imm, l.value<<inner.Imm
			}
		}
		return l, l.value&^l.mask == 0
	}
	if op.Kind == kind {
		if x, ok := b.lanesOf(op.A, kind); ok {
			y, ok := b.lanesOf(op.B, kind)
			if ok {
				b.widen(&x, y.of)
				b.widen(&y, x.of)
			}
			if ok && x.of == y.of && x.mask&y.mask == 0 {
				return lanes{x.of, x.mask | y.mask, x.value | y.value, x.field || y.field}, true
			}
		}
	}
	left := maxInLane
	at, ok := b.laneAt(id, &left)
	if !ok {
		return lanes{}, false
	}
	set := kind == And
	if op.Kind == Not {
		id, set = op.A, !set
	}
	of, ok := b.laneWord(id)
	return lanes{of, 1 << at, bit(set) << at, false}, ok
}

// laneWord is what a bit is computed from, computed for all bits of the words, which must be equally wide.
func (b *Builder) laneWord(id ID) (ID, bool) {
	op := b.Ops[id]
	switch op.Kind {
	case Slice:
		return op.A, true
	case Not:
		x, ok := b.laneWord(op.A)
		if !ok {
			return None, false
		}
		return b.Not(x), true
	}
	x, ok := b.laneWord(op.A)
	if !ok {
		return None, false
	}
	y, ok := b.laneWord(op.B)
	if !ok || b.Width(x) != b.Width(y) {
		return None, false
	}
	return b.Binary(op.Kind, x, y), true
}
