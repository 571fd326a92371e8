package word

import (
	"math/bits"

	"simten.dev/engine/circuit"
)

func (b *Builder) simplifyCompare(op *Op, n int) (ID, bool) {
	k := op.Kind
	if id, ok := b.compareRules(op); ok {
		return id, true
	}
	if id, ok := b.compareFound(op); ok {
		return id, true
	}
	ka, kb := b.KnownBits(op.A), b.KnownBits(op.B)
	if (k == SLt || k == SLe) && ka < n && kb < n {
		unsigned := ULt
		if k == SLe {
			unsigned = ULe
		}
		return b.Compare(unsigned, op.A, op.B), true
	}
	if id, ok := b.narrowCompare(op, n); ok {
		return id, true
	}
	switch k {
	case Eq, Ne:
		return b.simplifyEquality(op)
	case ULt:
		return b.simplifyLess(op)
	case ULe:
		// a <= b is !(b < a); constants make one of the forms simpler
		switch {
		case b.isZero(op.A):
			return b.Uint(1, 1), true
		case b.isZero(op.B):
			return b.Eq(op.A, op.B), true
		case b.covers(op.B, ka) && b.isConst(op.B):
			return b.Uint(1, 1), true
		}
	}
	return None, false
}

// compareFound simplifies what asks whether a search has found something: i >= 0, where i is the number of the first of
// some conditions that holds, or -1. It is whether one of them holds.
func (b *Builder) compareFound(op *Op) (ID, bool) {
	number, chain := op.B, op.A
	if b.isConst(op.A) {
		number, chain = op.A, op.B
	}
	if !b.isConst(number) || b.Ops[chain].Kind != Mux || b.Width(chain) > 64 {
		return None, false
	}
	truth := func(x ID) bool {
		if number == op.A {
			x = b.Compare(op.Kind, number, x)
		} else {
			x = b.Compare(op.Kind, x, number)
		}
		return !b.isZero(x)
	}
	var conditions [deepestChain]ID
	n, first := 0, false
	for ; b.Ops[chain].Kind == Mux && n < deepestChain; n++ {
		m := b.Ops[chain]
		if !b.isConst(m.B) {
			return None, false
		}
		if t := truth(m.B); n == 0 {
			first = t
		} else if t != first {
			return None, false
		}
		conditions[n], chain = m.A, m.C
	}
	if !b.isConst(chain) {
		return None, false
	}
	if truth(chain) == first {
		return b.Uint(bit(first), 1), true
	}
	found := conditions[n-1] // from the end, which a search has in common with one that looks at more
	for n--; n > 0; n-- {
		found = b.Or(conditions[n-1], found)
	}
	if !first {
		found = b.Not(found)
	}
	return found, true
}

// narrowCompare drops extensions on both sides.
func (b *Builder) narrowCompare(op *Op, n int) (ID, bool) {
	x, y := b.Ops[op.A], b.Ops[op.B]
	signed := op.Kind == SLt || op.Kind == SLe
	equality := op.Kind == Eq || op.Kind == Ne
	if !signed {
		need := max(int(x.Bits), int(y.Bits), 1)
		extended := x.Kind == ZExt || y.Kind == ZExt
		if need < n && (class(need) < class(n) || extended && (x.Kind == ZExt || b.isConst(op.A)) && (y.Kind == ZExt || b.isConst(op.B))) {
			to := need
			if x.Kind == ZExt {
				to = max(to, b.Width(x.A))
			}
			if y.Kind == ZExt {
				to = max(to, b.Width(y.A))
			}
			if class(to) > class(need) {
				to = need
			}
			if to < n {
				return b.Compare(op.Kind, b.Slice(op.A, 0, to), b.Slice(op.B, 0, to)), true
			}
		}
	}
	if !signed && !equality {
		return None, false
	}
	// sign extension keeps signed order and equality
	to := 0
	for _, side := range [2]ID{op.A, op.B} {
		o := b.Ops[side]
		switch {
		case o.Kind == SExt:
			to = max(to, b.Width(o.A))
		case o.Kind == ZExt && b.Width(o.A) < n:
			to = max(to, b.Width(o.A)+1)
		case o.Kind == Const:
			v := b.Value(&o)
			if n > 64 {
				return None, false
			}
			s := Signed64(v.Lo, uint(n))
			need := 1
			for need < 64 && (s < -(1<<uint(need-1)) || s >= 1<<uint(need-1)) {
				need++
			}
			to = max(to, need)
		default:
			return None, false
		}
	}
	if to == 0 || class(to) >= class(n) {
		return None, false
	}
	return b.Compare(op.Kind, b.Slice(op.A, 0, to), b.Slice(op.B, 0, to)), true
}

func (b *Builder) simplifyEquality(op *Op) (ID, bool) {
	negate := func(x ID, not bool) (ID, bool) {
		if not {
			return b.Not(x), true
		}
		return x, true
	}
	if !b.isConst(op.B) {
		if b.neverEqual(op.A, op.B) {
			return b.Uint(bit(op.Kind == Ne), 1), true
		}
		if x, y, ok := b.alikeMade(op.A, op.B); ok {
			return b.Compare(op.Kind, x, y), true
		}
		return None, false
	}
	c, _ := b.ConstValue(op.B)
	if c.Len() > b.KnownBits(op.A) { // cannot be equal
		return b.Uint(bit(op.Kind == Ne), 1), true
	}
	if b.KnownBits(op.A) == 1 {
		// one bit: it is the answer, or its complement is
		return negate(b.Slice(op.A, 0, 1), (op.Kind == Eq) == (c.Lo == 0))
	}
	inner := b.Ops[op.A]
	switch inner.Kind {
	case ZExt:
		return b.Compare(op.Kind, inner.A, b.Slice(op.B, 0, b.Width(inner.A))), true
	case Mux:
		x, okX := b.ConstValue(inner.B)
		y, okY := b.ConstValue(inner.C)
		if okX && okY {
			eqX, eqY := x.Equal(c), y.Equal(c)
			if eqX == eqY {
				return b.Uint(bit(eqX == (op.Kind == Eq)), 1), true
			}
			return negate(inner.A, eqX != (op.Kind == Eq))
		}
		if okX != okY && b.chained == deepestChain {
			b.undecided = true
		} else if okX != okY { // the comparison with the other side may be there already, as in a search for the first
			key := compared{op.Kind, op.A, op.B}
			if id, ok := b.compared[key]; ok {
				return id, true
			}
			known, side, cond := x, inner.C, inner.A
			if okY {
				known, side, cond = y, inner.B, b.Not(inner.A)
			}
			before := len(b.Ops)
			b.chained++
			rest := b.Eq(side, op.B)
			b.chained--
			if int(rest) < before {
				result := b.Or(cond, rest)
				if !known.Equal(c) {
					result = b.And(b.Not(cond), rest)
				}
				result, _ = negate(result, op.Kind != Eq)
				b.compared[key] = result
				return result, true
			}
			b.undecided = true
		}
	case Xor:
		if b.isConst(inner.B) {
			return b.Compare(op.Kind, inner.A, b.Xor(inner.B, op.B)), true
		}
		if b.isZero(op.B) {
			return b.Compare(op.Kind, inner.A, inner.B), true
		}
	case And:
		return b.bitTest(op, &inner)
	case Or, Concat:
		return b.equalFields(op)
	case Not:
		return b.Compare(op.Kind, inner.A, b.Not(op.B)), true
	case Add:
		if b.isConst(inner.B) {
			return b.Compare(op.Kind, inner.A, b.Sub(op.B, inner.B)), true
		}
	case Sub:
		if b.isZero(op.B) {
			return b.Compare(op.Kind, inner.A, inner.B), true
		}
	}
	return None, false
}

func (b *Builder) simplifyLess(op *Op) (ID, bool) {
	switch {
	case b.isZero(op.B):
		return b.Uint(0, 1), true
	case b.isUint(op.B, 1):
		return b.Eq(op.A, b.Uint(0, b.Width(op.A))), true
	case b.isZero(op.A):
		return b.NonZero(op.B), true
	}
	if c, ok := b.ConstValue(op.B); ok && c.Len() > b.KnownBits(op.A) {
		return b.Uint(1, 1), true
	}
	return None, false
}

// apart reports whether two values differ always, because they are one value plus different constants, modulo a power
// of two: rows of a memory around a position are never the same row, and columns of a row never the same cell.
func (b *Builder) neverEqual(x, y ID) bool {
	if b.Width(x) > 64 {
		return false
	}
	p, q := b.congruent(x), b.congruent(y)
	low := min(p.low, q.low)
	if p.base != q.base {
		low = min(low, p.zeros, q.zeros)
	}
	return (p.c-q.c)&Mask64(uint(low)) != 0
}

// deepestChain bounds how many multiplexers with a constant, each the other side of the one before, are looked through
// for a comparison that is there.
const deepestChain = 8

// deepestSum bounds how many operations congruent looks through.
const deepestSum = 8

// alikeMade gives the operands of two values that are made alike, so that they are equal where those are: the same
// constant is added to both, or both are shifted left as far and lose nothing.
func (b *Builder) alikeMade(x, y ID) (p, q ID, ok bool) {
	a, c := &b.Ops[x], &b.Ops[y]
	if a.Kind != c.Kind || a.B != c.B || a.B == None || !b.isConst(a.B) {
		return None, None, false
	}
	switch a.Kind {
	case Add:
		return a.A, c.A, true
	case Shl:
		k, _ := b.ConstValue(a.B)
		return a.A, c.A, k.Len() <= 32 && max(b.KnownBits(a.A), b.KnownBits(c.A))+int(k.Lo) <= int(a.Width)
	}
	return None, None, false
}

// congruence is a value as base + c modulo 2^low, where the base has so many zeros at its low end.
type congruence struct {
	base       ID
	c          uint64
	low, zeros int
}

// congruent writes a value of at most 64 bits so.
func (b *Builder) congruent(x ID) congruence {
	at := congruence{low: b.Width(x)}
	for range deepestSum {
		op := &b.Ops[x]
		k, constant := uint64(0), false
		switch op.Kind {
		case And, Or, Add:
			var v circuit.Value
			v, constant = b.ConstValue(op.B)
			k = v.Lo
		}
		switch {
		case op.Kind == ZExt:
			at.low = min(at.low, b.Width(op.A))
		case op.Kind == Slice && op.Imm == 0 && b.Width(op.A) <= 64:
		case op.Kind == And && constant && k&1 != 0:
			at.low = min(at.low, bits.TrailingZeros64(^k))
		case op.Kind == Add && constant, op.Kind == Or && constant && bits.Len64(k) <= b.lowZeros(op.A):
			at.c += k
		default:
			at.base, at.zeros = x, b.lowZeros(x)
			return at
		}
		x = op.A
	}
	at.base = x
	return at
}
