package split

import "simten.dev/engine/word"

// wide emits the words of an operation that has more than 64 bits.
func (s *splitter) wide(op *word.Op, x []word.ID) {
	b, w := s.b, int(op.Width)
	switch op.Kind {
	case word.Reg:
		s.registerWords(op, x)
	case word.Const:
		v := s.m.Value(op)
		for k := range x {
			x[k] = b.Uint(v.Word(k), wordWidth(w, k))
		}
	case word.And, word.Or, word.Xor:
		p, q := s.words(op.A), s.words(op.B)
		for k := range x {
			x[k] = b.Binary(op.Kind, p[k], q[k])
		}
	case word.Not:
		for k, p := range s.words(op.A) {
			x[k] = b.Not(p)
		}
	case word.Mux:
		p, q := s.words(op.B), s.words(op.C)
		for k := range x {
			x[k] = b.Mux(s.narrow(op.A), p[k], q[k])
		}
	case word.ZExt:
		s.gather(x, s.words(op.A), w, 0)
	case word.Slice:
		s.gather(x, s.words(op.A), w, int(op.Imm))
	case word.SExt:
		s.extend(x, s.words(op.A), w)
	case word.Concat:
		s.concat(op, x)
	case word.Add:
		s.sum(x, s.words(op.A), s.words(op.B))
	case word.Sub:
		s.difference(x, s.words(op.A), s.words(op.B))
	case word.Mul:
		if p, q := s.digits(s.words(op.A)), s.digits(s.words(op.B)); products(p, q, w) <= maxProducts {
			s.product(x, p, q, w)
			return
		}
		s.apart(b.Binary(word.Mul, s.joined(op.A), s.joined(op.B)), x)
	case word.Shl, word.LShr, word.AShr:
		s.shift(op, x)
	default: // MemRead, MemAll, Table, Result, Param, UDiv, URem
		if op.Kind == word.Param || op.Kind == word.MemAll {
			s.apart(b.Leaf(op.Kind, w, op.Imm), x)
			return
		}
		kept := *op
		kept.MapOperands(s.joined)
		s.apart(b.Emit(kept), x)
	}
}

// bits is n bits, at most 64, of a value from a bit on; what is outside of the value is 0.
func (s *splitter) bits(x []word.ID, from, n int) word.ID {
	b := s.b
	switch {
	case from <= -n:
		return b.Uint(0, n)
	case from < 0:
		return b.Binary(word.Shl, s.bits(x, 0, n), b.Uint(uint64(-from), 32))
	}
	// piece is count bits of one word.
	piece := func(from, count int) word.ID {
		k, low := from/wordBits, from%wordBits
		if k >= len(x) || low >= b.Width(x[k]) {
			return b.Uint(0, count)
		}
		return b.Resize(b.Slice(x[k], low, min(count, b.Width(x[k])-low)), count)
	}
	low := min(n, wordBits-from%wordBits)
	if low == n {
		return piece(from, n)
	}
	return b.Concat(piece(from+low, n-low), piece(from, low))
}

// gather makes the words of w bits of a value from a bit on, which may be below 0.
func (s *splitter) gather(x, from []word.ID, w, at int) {
	for k := range x {
		x[k] = s.bits(from, at+wordBits*k, wordWidth(w, k))
	}
}

// width is the number of bits of a value.
func (s *splitter) width(x []word.ID) int {
	return wordBits*(len(x)-1) + s.b.Width(x[len(x)-1])
}

// sign is a word of copies of the sign bit.
func (s *splitter) sign(x []word.ID) word.ID {
	top := s.b.SExt(x[len(x)-1], wordBits)
	return s.b.Binary(word.AShr, top, s.b.Uint(wordBits-1, 32))
}

// extend widens a value to w bits with copies of the sign bit.
func (s *splitter) extend(x, from []word.ID, w int) {
	last := len(from) - 1
	for k := range x {
		switch n := wordWidth(w, k); {
		case k < last:
			x[k] = from[k]
		case k == last:
			x[k] = s.b.SExt(from[k], n)
		default:
			x[k] = s.b.Slice(s.sign(from), 0, n)
		}
	}
}

func (s *splitter) concat(op *word.Op, x []word.ID) {
	high, low := s.words(op.A), s.words(op.B)
	border := int(s.m.Ops[op.B].Width)
	for k := range x {
		n := wordWidth(int(op.Width), k)
		switch from := wordBits * k; {
		case from+n <= border:
			x[k] = s.bits(low, from, n)
		case from >= border:
			x[k] = s.bits(high, from-border, n)
		default:
			x[k] = s.b.Concat(s.bits(high, 0, from+n-border), s.bits(low, from, border-from))
		}
	}
}

// sum adds word by word. A word that is below an addend has carried.
func (s *splitter) sum(x, p, q []word.ID) {
	b := s.b
	carry := b.Uint(0, 1)
	for k := range x {
		n := b.Width(p[k])
		half := b.Add(p[k], q[k])
		in := b.ZExt(carry, n)
		x[k] = b.Add(half, in)
		if b.KnownBits(p[k]) < n && b.KnownBits(q[k]) < n {
			carry = b.Uint(0, 1)
			continue
		}
		carry = b.Or(b.Compare(word.ULt, half, p[k]), b.Compare(word.ULt, x[k], in))
	}
}

// difference subtracts word by word.
func (s *splitter) difference(x, p, q []word.ID) {
	b := s.b
	borrow := b.Uint(0, 1)
	for k := range x {
		half := b.Sub(p[k], q[k])
		in := b.ZExt(borrow, b.Width(p[k]))
		x[k] = b.Sub(half, in)
		borrow = b.Or(b.Compare(word.ULt, p[k], q[k]), b.Compare(word.ULt, half, in))
	}
}

// reduce emits an operation of at most 64 bits whose operands are wide.
func (s *splitter) reduce(op *word.Op) word.ID {
	b, p := s.b, s.words(op.A)
	switch op.Kind {
	case word.Slice:
		return s.bits(p, int(op.Imm), int(op.Width))
	case word.RedOr:
		return b.NonZero(s.fold(word.Or, p))
	case word.RedXor:
		return b.Emit(word.Op{Kind: word.RedXor, Width: 1, A: s.fold(word.Xor, p), B: word.None, C: word.None})
	case word.RedAnd:
		return s.equal(word.Eq, p, nil)
	case word.Eq, word.Ne:
		return s.equal(op.Kind, p, s.words(op.B))
	}
	return s.less(op.Kind, p, s.words(op.B))
}

// fold combines all words to one.
func (s *splitter) fold(kind word.Kind, x []word.ID) word.ID {
	all := s.b.ZExt(x[len(x)-1], wordBits)
	for _, id := range x[:len(x)-1] {
		all = s.b.Binary(kind, all, id)
	}
	return all
}

// equal compares two values; q may be nil for all ones.
func (s *splitter) equal(kind word.Kind, p, q []word.ID) word.ID {
	differ := make([]word.ID, len(p))
	for k := range p {
		if q == nil {
			differ[k] = s.b.Not(p[k])
		} else {
			differ[k] = s.b.Xor(p[k], q[k])
		}
	}
	return s.b.Compare(kind, s.fold(word.Or, differ), s.b.Uint(0, wordBits))
}

// less compares from the least significant word up: a higher word that differs decides.
func (s *splitter) less(kind word.Kind, p, q []word.ID) word.ID {
	b, last := s.b, len(p)-1
	strict, first := word.ULt, word.ULt
	if kind == word.ULe || kind == word.SLe {
		first = word.ULe
	}
	result := b.Compare(first, p[0], q[0])
	for k := 1; k <= last; k++ {
		if k == last && (kind == word.SLt || kind == word.SLe) {
			strict = word.SLt
		}
		result = b.Mux(b.Eq(p[k], q[k]), result, b.Compare(strict, p[k], q[k]))
	}
	return result
}
