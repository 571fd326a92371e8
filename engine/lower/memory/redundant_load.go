package memory

import (
	"math"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// ReadAgain is what stands at an index, which is one from lo to hi, where all has been read before, or where one of few
// things stands that have been. In the search for the least of many (if (m[i] < m[best]) best = i), m[best] is chosen
// between what the last round has read, and not between all items. item is what stands at a constant index; nil: that
// is read like any other.
func (l *Lowering) ReadAgain(from *domain.Object, index word.ID, lo, hi int64, item func(index circuit.Value) (domain.Value, bool)) (domain.Value, bool) {
	r := again{l: l, from: from, lo: lo, hi: hi, item: item}
	v, ok := r.find(index, lo, hi, deepestAgain)
	return v, ok && v != nil
}

// deepestAgain is how many choices between indices are looked through: what a search has found is one of that of the
// last round and this one, and that where the round looks at all.
const deepestAgain = 2

// again looks for what has been read.
type again struct {
	l      *Lowering
	from   *domain.Object
	lo, hi int64 // of the index; what it would be elsewhere does not matter
	item   func(index circuit.Value) (domain.Value, bool)
}

// Find is what stands at an index that is one from lo to hi; nil where it cannot be any of those that matter.
func (r *again) find(index word.ID, lo, hi int64, depth int) (domain.Value, bool) {
	l := r.l
	if k, constant := l.B.ConstValue(index); constant {
		if k.Len() > 62 || int64(k.Lo) < r.lo || int64(k.Lo) > r.hi {
			return nil, true
		}
		if r.item != nil {
			return r.item(k)
		}
		index, _ = l.cellAddress(index)
	}
	if x, ok := l.Reads[Read{r.from, index}]; ok && x.Lo <= lo && x.Hi >= hi {
		return x.V, true
	}
	cond, sides, ok := l.choiceOf(index)
	if !ok || depth == 0 {
		return nil, false
	}
	var at [2]domain.Value
	minimum, maximum := int64(math.MaxInt64), int64(0)
	for i, side := range sides {
		steps := maxIndices
		lo, hi := l.indices(side, &steps)
		if at[i], ok = r.find(side, max(lo, r.lo), min(hi, r.hi), depth-1); !ok {
			return nil, false
		}
		minimum, maximum = min(minimum, lo), max(maximum, hi)
	}
	v := at[0]
	switch {
	case at[0] == nil:
		v = at[1]
	case at[1] != nil:
		v = l.Choose(cond, at[0], at[1])
		l.Reads[Read{r.from, index}] = KnownRead{v, max(minimum, r.lo), min(maximum, r.hi)}
	}
	return v, true
}

// choiceOf gives the sides of a multiplexer, also of one whose sides are 1 and 0.
func (l *Lowering) choiceOf(id word.ID) (cond word.ID, sides [2]word.ID, ok bool) {
	switch op := l.B.Ops[id]; {
	case op.Kind == word.Mux:
		return op.A, [2]word.ID{op.B, op.C}, true
	case op.Kind == word.ZExt && l.B.Width(op.A) == 1:
		w := l.B.Width(id)
		return op.A, [2]word.ID{l.B.Uint(1, w), l.B.Uint(0, w)}, true
	}
	return word.None, sides, false
}

// maxIndices bounds how many operations are looked at to see what an index can be.
const maxIndices = 256

// indices is what an index can be on whatever path, as a number without a sign.
func (l *Lowering) indices(id word.ID, steps *int) (lo, hi int64) {
	if k, constant := l.B.ConstValue(id); constant && k.Len() <= 62 {
		return int64(k.Lo), int64(k.Lo)
	}
	op := l.B.Ops[id]
	if *steps--; op.Kind == word.Mux && *steps > 0 {
		lo, hi = l.indices(op.B, steps)
		minimum, maximum := l.indices(op.C, steps)
		return min(lo, minimum), max(hi, maximum)
	}
	if bits := l.B.KnownBits(id); bits <= 62 {
		return 0, 1<<uint(bits) - 1
	}
	return 0, math.MaxInt64
}
