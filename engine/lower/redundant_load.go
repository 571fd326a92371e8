package lower

import (
	"math"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// read is an item of a list, or a cell of a memory as it has been written so far, at an index.
type read struct {
	from  *object
	index word.ID
}

// found is what a read gave. It is right where the index is one from lo to hi, which a path may know that the read
// stood on.
type knownRead struct {
	v      value
	lo, hi int64
}

// readAgain is what stands at an index, which is one from lo to hi, where all has been read before, or where one of few
// things stands that have been. In the search for the least of many (if (m[i] < m[best]) best = i), m[best] is chosen
// between what the last round has read, and not between all items. item is what stands at a constant index; nil: that
// is read like any other.
func (l *lowering) readAgain(from *object, index word.ID, lo, hi int64, item func(index circuit.Value) (value, bool)) (value, bool) {
	r := again{l: l, from: from, lo: lo, hi: hi, item: item}
	v, ok := r.find(index, lo, hi, deepestAgain)
	return v, ok && v != nil
}

// deepestAgain is how many choices between indices are looked through: what a search has found is one of that of the
// last round and this one, and that where the round looks at all.
const deepestAgain = 2

// again looks for what has been read.
type again struct {
	l      *lowering
	from   *object
	lo, hi int64 // of the index; what it would be elsewhere does not matter
	item   func(index circuit.Value) (value, bool)
}

// find is what stands at an index that is one from lo to hi; nil where it cannot be any of those that matter.
func (r *again) find(index word.ID, lo, hi int64, depth int) (value, bool) {
	l := r.l
	if k, constant := l.b.ConstValue(index); constant {
		if k.Len() > 62 || int64(k.Lo) < r.lo || int64(k.Lo) > r.hi {
			return nil, true
		}
		if r.item != nil {
			return r.item(k)
		}
		index, _ = l.cellAddress(index)
	}
	if x, ok := l.reads[read{r.from, index}]; ok && x.lo <= lo && x.hi >= hi {
		return x.v, true
	}
	cond, sides, ok := l.choiceOf(index)
	if !ok || depth == 0 {
		return nil, false
	}
	var at [2]value
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
		v = l.choose(cond, at[0], at[1])
		l.reads[read{r.from, index}] = knownRead{v, max(minimum, r.lo), min(maximum, r.hi)}
	}
	return v, true
}

// choiceOf gives the sides of a multiplexer, also of one whose sides are 1 and 0.
func (l *lowering) choiceOf(id word.ID) (cond word.ID, sides [2]word.ID, ok bool) {
	switch op := l.b.Ops[id]; {
	case op.Kind == word.Mux:
		return op.A, [2]word.ID{op.B, op.C}, true
	case op.Kind == word.ZExt && l.b.Width(op.A) == 1:
		w := l.b.Width(id)
		return op.A, [2]word.ID{l.b.Uint(1, w), l.b.Uint(0, w)}, true
	}
	return word.None, sides, false
}

// maxIndices bounds how many operations are looked at to see what an index can be.
const maxIndices = 256

// indices is what an index can be on whatever path, as a number without a sign.
func (l *lowering) indices(id word.ID, steps *int) (lo, hi int64) {
	if k, constant := l.b.ConstValue(id); constant && k.Len() <= 62 {
		return int64(k.Lo), int64(k.Lo)
	}
	op := l.b.Ops[id]
	if *steps--; op.Kind == word.Mux && *steps > 0 {
		lo, hi = l.indices(op.B, steps)
		minimum, maximum := l.indices(op.C, steps)
		return min(lo, minimum), max(hi, maximum)
	}
	if bits := l.b.KnownBits(id); bits <= 62 {
		return 0, 1<<uint(bits) - 1
	}
	return 0, math.MaxInt64
}

// listItem is an item of a list that depends on the index.
func (l *lowering) listItem(o *object, key value, s *state) value {
	if i, ok := key.(intValue); ok && l.doubts != nil && l.doubts.Reads && i.lo < i.hi {
		key, _ = l.inside(i, o.length(), s)
	}
	item := func(k int) value {
		if o.packed != nil {
			return l.packedAt(o.packed, k)
		}
		return l.use(o.items[k])
	}
	now := func() value {
		if i := l.index(key); o.packed != nil && i.lo < i.hi {
			return l.packedItem(o.packed, i)
		}
		return l.element(key, o.length(), item)
	}
	i, ok := key.(intValue)
	if !ok || i.lo == i.hi || i.lo < 0 || i.hi >= int64(o.length()) {
		return now()
	}
	v, ok := l.readAgain(o, i.id, i.lo, i.hi, func(k circuit.Value) (value, bool) {
		if k.Len() > 32 || k.Lo < uint64(i.lo) || k.Lo > uint64(i.hi) {
			return nil, false
		}
		return item(int(k.Lo)), true
	})
	if !ok {
		v = now()
		l.reads[read{o, i.id}] = knownRead{v, i.lo, i.hi}
	}
	return v
}
