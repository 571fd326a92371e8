package word

import (
	"math/bits"

	"simten.dev/engine/circuit"
)

// Conditions on one small value, as those of a case statement, are sets of values: x = 3 is the set {3}, and whatever
// And, Or and Not make of such conditions is a set again. A set is one bit of a constant, the one that x counts off. So
// the chains of conditions that choices after each other make become one operation each.

// WidestSet bounds the value of a set: its constant must fit a word.
const WidestSet = 6

// set is a condition on the value of: mask has a one for each value that fulfils it. In a condition on a wider value
// there is only one value that does, or only one that does not.
type set struct {
	of    ID
	bits  int // known bits of the value
	mask  uint64
	wide  bool // mask is not used, but:
	value circuit.Value
	not   bool
}

// everything is the mask of all values.
func (s *set) everything() uint64 { return ^uint64(0) >> (64 - 1<<s.bits) }

// comparison reports whether a condition has a kind of which setOf can make a set.
func (b *Builder) comparison(id ID) bool {
	switch b.Ops[id].Kind {
	case ULt, ULe, Eq, Ne, Slice:
		return true
	}
	return false
}

// setOf reads a condition as a set.
func (b *Builder) setOf(id ID) (set, bool) {
	op := &b.Ops[id]
	if op.Width != 1 {
		return set{}, false
	}
	of, limit := op.A, op.B
	switch op.Kind {
	case ULt, ULe:
		if b.isConst(of) {
			of, limit = limit, of
		}
	case Eq, Ne:
	case Slice:
		shift := &b.Ops[op.A]
		if op.Imm != 0 || shift.Kind != LShr {
			return set{}, false
		}
		of, limit = shift.B, shift.A
	default:
		return set{}, false
	}
	c, ok := b.ConstValue(limit)
	if !ok || b.isConst(of) {
		return set{}, false
	}
	s := set{of: of, bits: b.KnownBits(of)}
	if s.bits < 2 || s.bits > WidestSet {
		s.wide, s.value, s.not = true, c, op.Kind == Ne
		return s, op.Kind == Eq || op.Kind == Ne
	}
	if c.Len() > 64 {
		return set{}, false
	}
	below := func(n uint64) uint64 { // the values less than n
		if n >= 64 {
			return ^uint64(0)
		}
		return 1<<n - 1
	}
	switch op.Kind {
	case Eq, Ne:
		if c.Lo < 64 {
			s.mask = 1 << c.Lo
		}
		if op.Kind == Ne {
			s.mask = ^s.mask
		}
	case ULt:
		if s.mask = below(c.Lo); of != op.A { // c < x
			s.mask = ^below(c.Lo + 1)
		}
	case ULe:
		if s.mask = below(c.Lo + 1); of != op.A { // c <= x
			s.mask = ^below(c.Lo)
		}
	case Slice:
		s.mask = c.Lo
	}
	s.mask &= s.everything()
	return s, true
}

// condition is the shortest operation for a set.
func (b *Builder) condition(s *set) ID {
	w := b.Width(s.of)
	if s.wide {
		if s.not {
			return b.Ne(s.of, b.Const(s.value, w))
		}
		return b.Eq(s.of, b.Const(s.value, w))
	}
	rest := s.everything() &^ s.mask
	first := uint64(bits.TrailingZeros64(s.mask))
	last := uint64(bits.Len64(s.mask))
	switch {
	case s.mask == 0:
		return b.Uint(0, 1)
	case rest == 0:
		return b.Uint(1, 1)
	case s.mask&(s.mask-1) == 0:
		return b.Eq(s.of, b.Uint(first, w))
	case rest&(rest-1) == 0:
		return b.Ne(s.of, b.Uint(uint64(bits.TrailingZeros64(rest)), w))
	case s.mask&(s.mask+1) == 0:
		return b.Compare(ULt, s.of, b.Uint(last, w))
	case rest&(rest+1) == 0:
		return b.Compare(ULe, b.Uint(first, w), s.of)
	}
	size := 32
	if s.bits == WidestSet {
		size = 64
	}
	return b.Slice(b.Binary(LShr, b.Uint(s.mask, size), s.of), 0, 1)
}

// joined is the condition that x and y make together, when both are about one value.
func (b *Builder) joined(kind Kind, x, y ID) (ID, bool) {
	if !b.comparison(x) || !b.comparison(y) {
		return None, false
	}
	s, ok := b.setOf(x)
	if !ok {
		return None, false
	}
	t, ok := b.setOf(y)
	if !ok || s.of != t.of {
		return None, false
	}
	if !s.wide {
		switch kind {
		case And:
			s.mask &= t.mask
		case Or:
			s.mask |= t.mask
		case Xor:
			s.mask ^= t.mask
		}
		return b.condition(&s), true
	}
	if kind == Xor || s.value.Equal(t.value) {
		return None, false // what is left is x, its complement, or known: others find it
	}
	// With different values, one of two equalities fails and one of two inequalities holds.
	switch {
	case s.not == t.not && s.not == (kind == Or):
		return b.Uint(bit(kind == Or), 1), true
	case s.not != t.not && kind == And && s.not, s.not != t.not && kind == Or && !s.not:
		return y, true
	case s.not != t.not:
		return x, true
	}
	return None, false
}

// joinSets joins conditions on one value in an And, Or or Xor of single bits, also with one that was joined to
// something else before.
func (b *Builder) joinSets(op *Op) (ID, bool) {
	if id, ok := b.joined(op.Kind, op.A, op.B); ok {
		return id, true
	}
	if op.Kind == Xor {
		return None, false
	}
	for _, x := range [2][2]ID{{op.A, op.B}, {op.B, op.A}} {
		if b.Ops[x[0]].Kind != op.Kind {
			continue
		}
		inner := b.Ops[x[0]]
		for _, y := range [2][2]ID{{inner.A, inner.B}, {inner.B, inner.A}} {
			if id, ok := b.joined(op.Kind, y[1], x[1]); ok {
				return b.binary(op.Kind, 1, y[0], id), true
			}
		}
	}
	return None, false
}
