package word

// The transitions of a state machine in each of its branches depend on conditions that have much in common: a branch is
// taken where its own condition holds and none of those before it. Whether a part of a conjunction follows from the
// others, or contradicts them, is seen by assuming the others.

// Bounds of such a search: how many parts are assumed, and how deep the part is looked into.
const (
	maxAssumed     = 8
	deepestImplied = 3
)

// implied drops one side of an And or Or of single bits where it follows from the other: in an And, where it holds when
// the parts of the other side do; in an Or, where it does not when none of them does. Where it never does, the result
// is known.
func (b *Builder) implied(op *Op) (ID, bool) {
	if op.Kind == Xor {
		return None, false
	}
	var room [maxAssumed]ID
	for _, x := range [2][2]ID{{op.A, op.B}, {op.B, op.A}} {
		parts := b.parts(op.Kind, x[1], room[:0])
		holds, known := b.given(x[0], parts, op.Kind == And, deepestImplied)
		switch {
		case !known:
		case holds == (op.Kind == And):
			return x[1], true
		default:
			return b.Uint(bit(holds), 1), true
		}
	}
	return None, false
}

// parts appends the operands of a tree of And or Or, as many as there is room for.
func (b *Builder) parts(kind Kind, id ID, list []ID) []ID {
	for len(list) < cap(list) {
		op := &b.Ops[id]
		if op.Kind != kind {
			return append(list, id)
		}
		if b.Ops[op.A].Kind == kind { // mostly one side only is a tree
			list = b.parts(kind, op.B, list)
			id = op.A
			continue
		}
		list = append(list, op.A)
		id = op.B
	}
	return list
}

// given is the value of a condition where all of the others have the value that is assumed; known tells whether they
// decide it.
func (b *Builder) given(id ID, others []ID, assumed bool, depth int) (holds, known bool) {
	for _, o := range others {
		if o == id {
			return assumed, true
		}
		if b.opposite(o, id) {
			return !assumed, true
		}
	}
	if s, ok := b.setOf(id); ok {
		for _, o := range others {
			if t, ok := b.setOf(o); ok && s.of == t.of {
				if holds, known := s.given(&t, assumed); known {
					return holds, true
				}
			}
		}
		return false, false
	}
	if depth == 0 {
		return false, false
	}
	op := b.Ops[id]
	switch op.Kind {
	case Not:
		holds, known = b.given(op.A, others, assumed, depth-1)
		return !holds, known
	case And, Or:
		x, knownX := b.given(op.A, others, assumed, depth-1)
		decisive := op.Kind == Or // the value of one side that decides
		if knownX && x == decisive {
			return decisive, true
		}
		y, knownY := b.given(op.B, others, assumed, depth-1)
		if knownY && y == decisive {
			return decisive, true
		}
		return !decisive, knownX && knownY
	}
	return false, false
}

// given is whether a condition on a value holds where another one on it does, or does not.
func (s *set) given(t *set, assumed bool) (holds, known bool) {
	if s.wide {
		same := s.value.Equal(t.value)
		if t.not == assumed { // what is known of the value is one that it has not
			return s.not, same
		}
		return same != s.not, true // it is that value
	}
	left := t.mask
	if !assumed {
		left = t.everything() &^ t.mask
	}
	switch {
	case left == 0: // this never happens
		return false, false
	case left&^s.mask == 0:
		return true, true
	case left&s.mask == 0:
		return false, true
	}
	return false, false
}
