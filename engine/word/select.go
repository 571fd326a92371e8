package word

// Two functions of three words are written with more operations than they need: the choice (x & y) | (~x & z),
// and the majority of three. Both are common in hash functions and in gates.

// selectBits simplifies an Or or Xor of A and B to a choice or a majority.
func (b *Builder) selectBits(op *Op) (ID, bool) {
	if op.Width > 64 {
		return None, false // wide logic is cheap, and its other users want the parts
	}
	for _, x := range [2][2]ID{{op.A, op.B}, {op.B, op.A}} {
		if id, ok := b.choice(x[0], x[1]); ok {
			return id, true
		}
		if id, ok := b.majority(op.Kind, x[0], x[1]); ok {
			return id, true
		}
	}
	return None, false
}

// choice is p | q or p ^ q of p = x & y and q = ~x & z: no bit is set in both.
func (b *Builder) choice(p, q ID) (ID, bool) {
	if b.Ops[p].Kind != And || b.Ops[q].Kind != And {
		return None, false
	}
	left, right := b.Ops[p], b.Ops[q]
	for _, x := range [2][2]ID{{left.A, left.B}, {left.B, left.A}} {
		for _, z := range [2][2]ID{{right.A, right.B}, {right.B, right.A}} {
			if no := b.Ops[z[0]]; no.Kind == Not && no.A == x[0] {
				return b.Xor(z[1], b.And(x[0], b.Xor(x[1], z[1]))), true
			}
		}
	}
	return None, false
}

// majority is (p1 op p2) op q of the three pairs among x, y and z.
func (b *Builder) majority(kind Kind, pair, q ID) (ID, bool) {
	if b.Ops[pair].Kind != kind || b.Ops[q].Kind != And {
		return None, false
	}
	outer, third := b.Ops[pair], b.Ops[q]
	first, second := b.Ops[outer.A], b.Ops[outer.B]
	if first.Kind != And || second.Kind != And {
		return None, false
	}
	for _, f := range [2][2]ID{{first.A, first.B}, {first.B, first.A}} {
		for _, s := range [2][2]ID{{second.A, second.B}, {second.B, second.A}} {
			if f[0] != s[0] { // the one that both share
				continue
			}
			if y, z := f[1], s[1]; third.A == y && third.B == z || third.A == z && third.B == y {
				// where x and y agree it is y, elsewhere z
				return b.Xor(y, b.And(b.Xor(f[0], y), b.Xor(y, z))), true
			}
		}
	}
	return None, false
}
