package word

func (b *Builder) simplifyLogic(op *Op) (ID, bool) {
	if id, ok := b.logicRules(op); ok {
		return id, true
	}
	switch op.Kind {
	case Not:
		if b.Ops[op.A].Kind == Slice {
			if s, ok := b.setOf(op.A); ok {
				s.mask = s.everything() &^ s.mask
				return b.condition(&s), true
			}
		}
		return None, false
	case And:
		if id, ok := b.withoutLowest(op); ok {
			return id, true
		}
	case Xor:
		if id, ok := b.parity(op); ok {
			return id, true
		}
	}
	if op.Width == 1 {
		if id, ok := b.implied(op); ok {
			return id, true
		}
		if id, ok := b.absorb(op); ok {
			return id, true
		}
		if id, ok := b.joinSets(op); ok {
			return id, true
		}
		if id, ok := b.joinLanes(op); ok {
			return id, true
		}
	}
	if op.Kind == Or {
		if id, ok := b.joinMasks(op); ok {
			return id, true
		}
		if id, ok := b.extended(op); ok {
			return id, true
		}
	}
	if op.Kind != And {
		if id, ok := b.rotated(op); ok {
			return id, true
		}
		if id, ok := b.selectBits(op); ok {
			return id, true
		}
	}
	return b.reassociate(op)
}

// rotated finds the rotation x << n | x >> w-n where the right shift has become a slice, as in bigints, whose right
// shifts are as narrow as what is left. As two shifts a backend makes one operation of it; and the slice, which may
// have become a narrow copy of all that computes x, is not needed.
func (b *Builder) rotated(op *Op) (ID, bool) {
	w := int(op.Width)
	if w != 32 && w != 64 {
		return None, false
	}
	for _, side := range [2][2]ID{{op.A, op.B}, {op.B, op.A}} {
		left, right := b.Ops[side[0]], b.Ops[side[1]]
		if left.Kind != Shl || right.Kind != ZExt {
			continue
		}
		n, ok := b.ConstValue(left.B)
		if !ok || n.Lo == 0 || n.Lo >= uint64(w) || b.Width(right.A) != int(n.Lo) || b.Slice(left.A, w-int(n.Lo), int(n.Lo)) != right.A {
			continue
		}
		return b.rotation(left.A, int(n.Lo)), true
	}
	return None, false
}

// coversShifted reports that a mask leaves all of a value that has been shifted left.
func (b *Builder) coversShifted(mask, x ID) bool {
	if b.Width(x) > 64 || b.Ops[x].Kind != Shl {
		return false
	}
	m, constant := b.ConstValue(mask)
	count, ok := b.ConstValue(b.Ops[x].B)
	return constant && ok && count.Lo < 64 && Mask64(uint(b.KnownBits(x)))&^m.Lo>>count.Lo == 0
}

// rotation is x rotated left by n.
func (b *Builder) rotation(x ID, n int) ID {
	w := b.Width(x)
	return b.Or(b.Binary(Shl, x, b.Uint(uint64(n), 32)), b.Binary(LShr, x, b.Uint(uint64(w-n), 32)))
}

// absorb drops from an And or Or of conditions what is decided by the other side: q & !(p & q) is q & !p, q & (p | q)
// is q, and the same with And and Or exchanged.
func (b *Builder) absorb(op *Op) (ID, bool) {
	if op.Kind == Xor {
		return None, false
	}
	dual := And
	if op.Kind == And {
		dual = Or
	}
	q, x := op.B, op.A
	for range 2 {
		q, x = x, q
		at := &b.Ops[x]
		negated := at.Kind == Not
		if negated {
			at = &b.Ops[at.A]
		}
		if at.Kind != And && at.Kind != Or {
			continue
		}
		inner := *at
		for _, p := range [2][2]ID{{inner.A, inner.B}, {inner.B, inner.A}} {
			same, opposite := p[1] == q, b.opposite(p[1], q)
			switch {
			case !negated && same && inner.Kind == dual: // q & (p | q)
				return q, true
			case !negated && opposite && inner.Kind == dual: // q & (p | !q)
				return b.binary(op.Kind, 1, q, p[0]), true
			case negated && same && inner.Kind == op.Kind: // q & !(p & q)
				return b.binary(op.Kind, 1, q, b.Not(p[0])), true
			case negated && opposite && inner.Kind == op.Kind: // q & !(p & !q)
				return q, true
			}
		}
	}
	return None, false
}

// complement reports whether x is Not y or y is Not x.
func (b *Builder) complement(x, y ID) bool {
	return b.Ops[x].Kind == Not && b.Ops[x].A == y || b.Ops[y].Kind == Not && b.Ops[y].A == x
}

// opposite reports whether one condition holds exactly where the other does not.
func (b *Builder) opposite(x, y ID) bool {
	if b.complement(x, y) {
		return true
	}
	p, q := &b.Ops[x], &b.Ops[y]
	switch {
	case p.Kind == Eq && q.Kind == Ne, p.Kind == Ne && q.Kind == Eq:
		return p.A == q.A && p.B == q.B
	case p.Kind == ULt && q.Kind == ULe, p.Kind == ULe && q.Kind == ULt, p.Kind == SLt && q.Kind == SLe, p.Kind == SLe && q.Kind == SLt:
		return p.A == q.B && p.B == q.A
	}
	return false
}
