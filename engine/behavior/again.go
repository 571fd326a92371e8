package behavior

import (
	"math"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
)

// read is an item of a list, or a cell of a memory as it has been written so far, at an index.
type read struct {
	from  *object
	index word.ID
}

// found is what a read gave. It is right where the index is one from lo to hi, which a path may know that the read stood on.
type found struct {
	v      value
	lo, hi int64
}

// readAgain is what stands at an index, which is one from lo to hi, where all has been read before, or where one of two things stands that have
// been. In the search for the least of many (if (m[i] < m[best]) best = i), m[best] is chosen between what the last round has read, and not
// between all items. item is what stands at a constant index; nil: that is read like any other.
func (l *lowering) readAgain(from *object, index word.ID, lo, hi int64, item func(index circuit.Value) (value, bool)) (value, bool) {
	known := func(index word.ID, lo, hi int64) (value, bool) {
		if k, constant := l.b.ConstValue(index); constant && item != nil {
			return item(k)
		}
		x, ok := l.reads[read{from, index}]
		return x.v, ok && x.lo <= lo && x.hi >= hi
	}
	if v, ok := known(index, lo, hi); ok {
		return v, true
	}
	op := l.b.Ops[index]
	if op.Kind != word.Mux {
		return nil, false
	}
	var sides [2]value
	least, most := int64(math.MaxInt64), int64(0)
	for i, side := range [2]word.ID{op.B, op.C} {
		steps := mostIndices
		lo, hi := l.indices(side, &steps)
		v, ok := known(side, lo, hi)
		if !ok {
			return nil, false
		}
		sides[i], least, most = v, min(least, lo), max(most, hi)
	}
	v := l.choose(op.A, sides[0], sides[1])
	l.reads[read{from, index}] = found{v, least, most}
	return v, true
}

// mostIndices bounds how many operations are looked at to see what an index can be.
const mostIndices = 256

// indices is what an index can be on whatever path, as a number without a sign.
func (l *lowering) indices(id word.ID, steps *int) (lo, hi int64) {
	if k, constant := l.b.ConstValue(id); constant && k.Len() <= 62 {
		return int64(k.Lo), int64(k.Lo)
	}
	op := l.b.Ops[id]
	if *steps--; op.Kind == word.Mux && *steps > 0 {
		lo, hi = l.indices(op.B, steps)
		least, most := l.indices(op.C, steps)
		return min(lo, least), max(hi, most)
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
		l.reads[read{o, i.id}] = found{v, i.lo, i.hi}
	}
	return v
}
