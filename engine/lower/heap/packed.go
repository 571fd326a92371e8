package heap

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// LaneOf is how many bits hold every number of a range.
func LaneOf(lo, hi int64) int {
	switch {
	case lo >= 0 && hi <= math.MaxUint8:
		return 8
	case lo >= 0 && hi <= math.MaxUint16:
		return 16
	}
	return domain.IntWidth(lo, hi)
}

// Pack makes one value of items, which holds numbers from lo to hi besides; nil when they are not all whole numbers, or
// too few or too many.
func (l *Lowering) Pack(items []domain.Value, lo, hi int64) *domain.Packed {
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
// that is there already (gather.go).
func (l *Lowering) packing(items []domain.Value, lo, hi int64) (*domain.Packed, []word.ID) {
	if len(items) < minPacked {
		return nil, nil
	}
	for _, v := range items {
		n, ok := v.(domain.IntValue)
		if !ok || n.NegZero {
			return nil, nil
		}
		lo, hi = min(lo, n.Lo), max(hi, n.Hi)
	}
	p := &domain.Packed{Lane: LaneOf(lo, hi), Items: len(items), Lo: lo, Hi: hi}
	if elementsFor(len(items), p.Lane)*p.Lane > WidestPacked {
		return nil, nil
	}
	words := make([]word.ID, len(items))
	for k, v := range items {
		words[k] = l.Extend(v.(domain.IntValue), p.Lane)
	}
	p.Array, _ = l.gather(words, p.Lane)
	return p, words
}

// PackedAt is item k.
func (l *Lowering) PackedAt(p *domain.Packed, k int) domain.Value {
	return l.ofElement(p, l.B.Slice(p.Array, k*p.Lane, p.Lane))
}

// ofElement makes a number of an element.
func (l *Lowering) ofElement(p *domain.Packed, id word.ID) domain.Value {
	width := domain.IntWidth(p.Lo, p.Hi)
	if p.Lo < 0 {
		id = l.B.ResizeSigned(id, width)
	} else {
		id = l.B.Resize(id, width)
	}
	return l.Number(id, p.Lo, p.Hi)
}

// Object is an object with its items.
func (l *Lowering) Object(s *domain.State, n int) *domain.Object { return l.Full(s.Heap[n]) }

// Full gets the items of an object that is packed.
func (l *Lowering) Full(o *domain.Object) *domain.Object {
	if o != nil && o.Packed != nil && o.Items == nil {
		l.Spend(1 + o.Packed.Items/4)
		o.Items = make([]domain.Value, o.Packed.Items)
		for k := range o.Items {
			o.Items[k] = l.PackedAt(o.Packed, k)
		}
	}
	return o
}

// PackedItem is the item at an index that depends on values, undefined outside.
func (l *Lowering) PackedItem(p *domain.Packed, i domain.IntValue) domain.Value {
	v := l.ofElement(p, l.elementAt(p.Array, i.ID, p.Lane))
	if i.Lo >= 0 && i.Hi < int64(p.Items) {
		return v
	}
	inside := l.Truthy(l.Compare(false, i, l.Integer(int64(p.Items))))
	if i.Lo < 0 {
		inside = l.B.And(inside, l.Truthy(l.Compare(true, l.Integer(0), i)))
	}
	return l.Choose(inside, v, domain.UndefinedValue{})
}

// PackedChange is an array with another item at an index that lies inside it, or is ignored; nil when that cannot be
// packed.
func (l *Lowering) PackedChange(old *domain.Object, i domain.IntValue, v domain.Value) *domain.Object {
	n, ok := v.(domain.IntValue)
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
	return &domain.Object{Array: true, Elements: old.Elements, Packed: &domain.Packed{
		Array: l.B.Insert(p.Array, index, l.Extend(n, p.Lane)),
		Lane:  p.Lane, Items: p.Items, Lo: min(p.Lo, n.Lo), Hi: max(p.Hi, n.Hi),
	}}
}

// mergePacked is the array x when cond is 1, else y, when few changes lead to both; nil when it is better chosen item
// by item.
func (l *Lowering) mergePacked(cond word.ID, x, y *domain.Object) *domain.Object {
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
	return &domain.Object{Array: true, Elements: x.Elements, Packed: &domain.Packed{
		Array: l.B.Mux(cond, p.Array, q.Array), Lane: p.Lane, Items: p.Items, Lo: lo, Hi: hi,
	}}
}
