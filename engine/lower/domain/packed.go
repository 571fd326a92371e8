package domain

import (
	"math"

	"simten.dev/engine/word"
)

// A list of whole numbers that is changed at an index which depends on values becomes one value with an element for
// each item (see Extract and Insert of package word). As a list of values, each change would be a choice for each item.
// Code that asks for the items of such a list gets them as slices of that value; only reading and changing it at an
// index, and the choice between two states of it, know the packed form.

// Packed is the items of such a list.
type Packed struct {
	Array  word.ID
	Lane   int   // bits of an element
	Items  int   // elements that the language sees
	Lo, Hi int64 // each item is one of these
}

const (
	// minPacked is from how many items on, that may be the one that changes, it is worth it.
	minPacked = 8
	// WidestPacked bounds such a value, in bits.
	WidestPacked = 1 << 15
)

// LaneOf is how many bits hold every number of a range.
func LaneOf(lo, hi int64) int {
	switch {
	case lo >= 0 && hi <= math.MaxUint8:
		return 8
	case lo >= 0 && hi <= math.MaxUint16:
		return 16
	}
	return IntWidth(lo, hi)
}

// Pack makes one value of items, which holds numbers from lo to hi besides; nil when they are not all whole numbers, or
// too few or too many.
func (l *Lowering) Pack(items []Value, lo, hi int64) *Packed {
	p, words := l.packing(items, lo, hi)
	if p == nil {
		return nil
	}
	if p.Array != word.None {
		return p
	}
	var join func(from, to int) word.ID
	join = func(from, to int) word.ID {
		switch {
		case from >= len(words):
			return l.B.Uint(0, (to-from)*p.Lane)
		case to == from+1:
			return words[from]
		}
		half := (from + to) / 2
		low := join(from, half)
		return l.B.Concat(join(half, to), low)
	}
	p.Array = join(0, elementsFor(len(items), p.Lane))
	return p
}

// packing is what one value of items is like, and the elements; nil when there cannot be one. It has its value when
// that is there already (pack_list.go).
func (l *Lowering) packing(items []Value, lo, hi int64) (*Packed, []word.ID) {
	if len(items) < minPacked {
		return nil, nil
	}
	for _, v := range items {
		n, ok := v.(IntValue)
		if !ok || n.NegZero {
			return nil, nil
		}
		lo, hi = min(lo, n.Lo), max(hi, n.Hi)
	}
	p := &Packed{Lane: LaneOf(lo, hi), Items: len(items), Lo: lo, Hi: hi}
	if elementsFor(len(items), p.Lane)*p.Lane > WidestPacked {
		return nil, nil
	}
	words := make([]word.ID, len(items))
	for k, v := range items {
		words[k] = l.Extend(v.(IntValue), p.Lane)
	}
	p.Array, _ = l.gather(words, p.Lane)
	return p, words
}

// PackedAt is item k.
func (l *Lowering) PackedAt(p *Packed, k int) Value {
	return l.ofElement(p, l.B.Slice(p.Array, k*p.Lane, p.Lane))
}

// ofElement makes a number of an element.
func (l *Lowering) ofElement(p *Packed, id word.ID) Value {
	width := IntWidth(p.Lo, p.Hi)
	if p.Lo < 0 {
		id = l.B.ResizeSigned(id, width)
	} else {
		id = l.B.Resize(id, width)
	}
	return l.Number(id, p.Lo, p.Hi)
}

// Object is an object with its items.
func (l *Lowering) Object(s *State, n int) *Object { return l.Full(s.Heap[n]) }

// Full gets the items of an object that is packed.
func (l *Lowering) Full(o *Object) *Object {
	if o != nil && o.Packed != nil && o.Items == nil {
		l.Spend(1 + o.Packed.Items/4)
		o.Items = make([]Value, o.Packed.Items)
		for k := range o.Items {
			o.Items[k] = l.PackedAt(o.Packed, k)
		}
	}
	return o
}

// Length is the number of items of an array of which all are there.
func (o *Object) Length() int {
	if o.Packed != nil {
		return o.Packed.Items
	}
	return len(o.Items)
}

// PackedItem is the item at an index that depends on values, undefined outside.
func (l *Lowering) PackedItem(p *Packed, i IntValue) Value {
	v := l.ofElement(p, l.elementAt(p.Array, i.ID, p.Lane))
	if i.Lo >= 0 && i.Hi < int64(p.Items) {
		return v
	}
	inside := l.Truthy(l.Compare(false, i, l.Integer(int64(p.Items))))
	if i.Lo < 0 {
		inside = l.B.And(inside, l.Truthy(l.Compare(true, l.Integer(0), i)))
	}
	return l.Choose(inside, v, UndefinedValue{})
}

// PackedChange is an array with another item at an index that lies inside it, or is ignored; nil when that cannot be
// packed.
func (l *Lowering) PackedChange(old *Object, i IntValue, v Value) *Object {
	n, ok := v.(IntValue)
	if !ok || n.NegZero || old.Apart || old.Holes != nil || old.Present != nil || old.Lists != nil {
		return nil
	}
	p := old.Packed
	if p == nil && (i.Hi-i.Lo < minPacked-1 || l.Among > 0 && !old.Changed) { // a single change of each of many lists is cheaper item by item
		return nil
	}
	if p == nil || LaneOf(min(p.Lo, n.Lo), max(p.Hi, n.Hi)) != p.Lane {
		if p = l.Pack(l.Full(old).Items, n.Lo, n.Hi); p == nil {
			return nil
		}
	}
	index := i.ID
	if i.Lo == i.Hi {
		index = l.B.Uint(uint64(i.Lo), 32)
	}
	return &Object{Array: true, Elements: old.Elements, Packed: &Packed{
		Array: l.B.Insert(p.Array, index, l.Extend(n, p.Lane)),
		Lane:  p.Lane, Items: p.Items, Lo: min(p.Lo, n.Lo), Hi: max(p.Hi, n.Hi),
	}}
}

// mergePacked is the array x when cond is 1, else y, when few changes lead to both; nil when it is better chosen item
// by item.
func (l *Lowering) mergePacked(cond word.ID, x, y *Object) *Object {
	if x.Packed == nil && y.Packed == nil || x.Length() != y.Length() || x.Apart || y.Apart || x.Present != nil || y.Present != nil ||
		x.Holes != nil || y.Holes != nil || x.Lists != nil || y.Lists != nil || x.Elements != y.Elements {
		return nil
	}
	p, q := x.Packed, y.Packed
	switch {
	case p == nil:
		p = l.Pack(x.Items, q.Lo, q.Hi)
	case q == nil:
		q = l.Pack(y.Items, p.Lo, p.Hi)
	}
	if p == nil || q == nil || p.Lane != q.Lane || !l.B.Joins(p.Array, q.Array) {
		return nil
	}
	lo, hi := min(p.Lo, q.Lo), max(p.Hi, q.Hi)
	if LaneOf(lo, hi) != p.Lane {
		return nil
	}
	return &Object{Array: true, Elements: x.Elements, Packed: &Packed{
		Array: l.B.Mux(cond, p.Array, q.Array), Lane: p.Lane, Items: p.Items, Lo: lo, Hi: hi,
	}}
}
