package lower

import (
	"math"

	"simten.dev/engine/word"
)

// A list of whole numbers that is changed at an index which depends on values becomes one value with an element for
// each item (see Extract and Insert of package word). As a list of values, each change would be a choice for each item.
// Whatever asks for the items of such a list gets them out of it again, as slices; only reading and changing it at an
// index, and the choice between two states of it, know what it is.

// packed is the items of such a list.
type packed struct {
	array  word.ID
	lane   int   // bits of an element
	items  int   // elements that the language sees
	lo, hi int64 // each item is one of these
}

const (
	// minPacked is from how many items on, that may be the one that changes, it is worth it.
	minPacked = 8
	// widestPacked bounds such a value, in bits.
	widestPacked = 1 << 15
)

// laneOf is how many bits hold every number of a range.
func laneOf(lo, hi int64) int {
	switch {
	case lo >= 0 && hi <= math.MaxUint8:
		return 8
	case lo >= 0 && hi <= math.MaxUint16:
		return 16
	}
	return intWidth(lo, hi)
}

// pack makes one value of items, which holds numbers from lo to hi besides; nil when they are not all whole numbers, or
// too few or too many.
func (l *lowering) pack(items []value, lo, hi int64) *packed {
	p, words := l.packing(items, lo, hi)
	if p == nil {
		return nil
	}
	if p.array != word.None {
		return p
	}
	var join func(from, to int) word.ID
	join = func(from, to int) word.ID {
		switch {
		case from >= len(words):
			return l.b.Uint(0, (to-from)*p.lane)
		case to == from+1:
			return words[from]
		}
		half := (from + to) / 2
		low := join(from, half)
		return l.b.Concat(join(half, to), low)
	}
	p.array = join(0, elementsFor(len(items), p.lane))
	return p
}

// packing is what one value of items is like, and the elements; nil when there cannot be one. It has its value when
// that is there already (pack_list.go).
func (l *lowering) packing(items []value, lo, hi int64) (*packed, []word.ID) {
	if len(items) < minPacked {
		return nil, nil
	}
	for _, v := range items {
		n, ok := v.(intValue)
		if !ok || n.negZero {
			return nil, nil
		}
		lo, hi = min(lo, n.lo), max(hi, n.hi)
	}
	p := &packed{lane: laneOf(lo, hi), items: len(items), lo: lo, hi: hi}
	if elementsFor(len(items), p.lane)*p.lane > widestPacked {
		return nil, nil
	}
	words := make([]word.ID, len(items))
	for k, v := range items {
		words[k] = l.extend(v.(intValue), p.lane)
	}
	p.array, _ = l.gather(words, p.lane)
	return p, words
}

// packedAt is item k.
func (l *lowering) packedAt(p *packed, k int) value {
	return l.ofElement(p, l.b.Slice(p.array, k*p.lane, p.lane))
}

// ofElement makes a number of an element.
func (l *lowering) ofElement(p *packed, id word.ID) value {
	width := intWidth(p.lo, p.hi)
	if p.lo < 0 {
		id = l.b.ResizeSigned(id, width)
	} else {
		id = l.b.Resize(id, width)
	}
	return l.number(id, p.lo, p.hi)
}

// object is an object with its items.
func (l *lowering) object(s *state, n int) *object { return l.full(s.heap[n]) }

// full gets the items of an object that is packed.
func (l *lowering) full(o *object) *object {
	if o != nil && o.packed != nil && o.items == nil {
		l.spend(1 + o.packed.items/4)
		o.items = make([]value, o.packed.items)
		for k := range o.items {
			o.items[k] = l.packedAt(o.packed, k)
		}
	}
	return o
}

// length is the number of items of an array of which all are there.
func (o *object) length() int {
	if o.packed != nil {
		return o.packed.items
	}
	return len(o.items)
}

// packedItem is the item at an index that depends on values, undefined outside.
func (l *lowering) packedItem(p *packed, i intValue) value {
	v := l.ofElement(p, l.elementAt(p.array, i.id, p.lane))
	if i.lo >= 0 && i.hi < int64(p.items) {
		return v
	}
	inside := l.truthy(l.compare(false, i, l.integer(int64(p.items))))
	if i.lo < 0 {
		inside = l.b.And(inside, l.truthy(l.compare(true, l.integer(0), i)))
	}
	return l.choose(inside, v, undefinedValue{})
}

// packedChange is an array with another item at an index that lies inside it, or is ignored; nil when that cannot be
// packed.
func (l *lowering) packedChange(old *object, i intValue, v value) *object {
	n, ok := v.(intValue)
	if !ok || n.negZero || old.apart || old.holes != nil || old.present != nil || old.lists != nil {
		return nil
	}
	p := old.packed
	if p == nil && (i.hi-i.lo < minPacked-1 || l.among > 0 && !old.changed) { // a single change of each of many lists is cheaper item by item
		return nil
	}
	if p == nil || laneOf(min(p.lo, n.lo), max(p.hi, n.hi)) != p.lane {
		if p = l.pack(l.full(old).items, n.lo, n.hi); p == nil {
			return nil
		}
	}
	index := i.id
	if i.lo == i.hi {
		index = l.b.Uint(uint64(i.lo), 32)
	}
	return &object{array: true, elements: old.elements, packed: &packed{
		array: l.b.Insert(p.array, index, l.extend(n, p.lane)),
		lane:  p.lane, items: p.items, lo: min(p.lo, n.lo), hi: max(p.hi, n.hi),
	}}
}

// mergePacked is the array x when cond is 1, else y, when few changes lead to both; nil when it is better chosen item
// by item.
func (l *lowering) mergePacked(cond word.ID, x, y *object) *object {
	if x.packed == nil && y.packed == nil || x.length() != y.length() || x.apart || y.apart || x.present != nil || y.present != nil ||
		x.holes != nil || y.holes != nil || x.lists != nil || y.lists != nil || x.elements != y.elements {
		return nil
	}
	p, q := x.packed, y.packed
	switch {
	case p == nil:
		p = l.pack(x.items, q.lo, q.hi)
	case q == nil:
		q = l.pack(y.items, p.lo, p.hi)
	}
	if p == nil || q == nil || p.lane != q.lane || !l.b.Joins(p.array, q.array) {
		return nil
	}
	lo, hi := min(p.lo, q.lo), max(p.hi, q.hi)
	if laneOf(lo, hi) != p.lane {
		return nil
	}
	return &object{array: true, elements: x.elements, packed: &packed{
		array: l.b.Mux(cond, p.array, q.array), lane: p.lane, items: p.items, lo: lo, hi: hi,
	}}
}
