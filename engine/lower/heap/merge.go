package heap

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// MergeArrays is the array x when cond is 1, else y.
func (l *Lowering) MergeArrays(cond word.ID, x, y *domain.Object) *domain.Object {
	if m := l.mergePacked(cond, x, y); m != nil {
		return m
	}
	apart := x.Packed != nil || y.Packed != nil || x.Apart || y.Apart
	l.Full(x)
	l.Full(y)
	if len(x.Items) == len(y.Items) && x.Present == nil && y.Present == nil {
		m := &domain.Object{Array: true, Elements: x.Elements, Items: make([]domain.Value, len(x.Items)), Holes: domain.AnyHole(x.Holes, y.Holes), Apart: apart, Changed: x.Changed || y.Changed}
		for i := range x.Items {
			m.Items[i] = l.Choose(cond, x.Items[i], y.Items[i])
		}
		return m
	}
	if x.Elements != domain.Anything || x.Holes != nil || y.Holes != nil || x.Lists != nil || y.Lists != nil {
		panic(domain.Refuse("an array whose length depends on values"))
	}
	n := max(len(x.Items), len(y.Items))
	l.Spend(n)
	items, kept := make([]domain.Value, n), make([]word.ID, n)
	a, b := l.PresenceMask(x), l.PresenceMask(y)
	for i := range n {
		switch {
		case i >= len(b):
			items[i], kept[i] = x.Items[i], l.B.And(cond, a[i])
		case i >= len(a):
			items[i], kept[i] = y.Items[i], l.B.And(l.B.Not(cond), b[i])
		default:
			items[i], kept[i] = l.Choose(cond, x.Items[i], y.Items[i]), l.B.Mux(cond, a[i], b[i])
		}
	}
	return l.MaskedArray(items, kept)
}

func (l *Lowering) mergeObjects(cond word.ID, x, y *domain.Object) *domain.Object {
	if x == nil || x == y {
		return y
	}
	if y == nil {
		return x
	}
	if x.Base() == y.Base() {
		return x.Base()
	}
	if x.Writes != nil || y.Writes != nil {
		if slices.Equal(x.Writes, y.Writes) {
			return &domain.Object{Field: x.Field, Writes: x.Writes, Cells: l.mergeCells(cond, x, y)}
		}
		return &domain.Object{Field: x.Field, Writes: l.mergeWrites(cond, x.Log(), y.Log())}
	}
	if x.Array {
		return l.MergeArrays(cond, x, y)
	}
	m := &domain.Object{Props: map[string]domain.Value{}, Mixed: x.Mixed || y.Mixed, Class: x.Class}
	for _, k := range append(slices.Clone(x.Keys), y.Keys...) {
		if _, done := m.Props[k]; done {
			continue
		}
		m.Set(k, l.Choose(cond, x.Get(k), y.Get(k)))
		l.SetPresent(m, k, l.B.Mux(cond, l.Present(x, k), l.Present(y, k)))
	}
	if !slices.Equal(m.Keys, y.Keys) { // those of y must stand in the same order
		inY := slices.DeleteFunc(slices.Clone(m.Keys), func(k string) bool { return y.Props[k] == nil })
		m.Mixed = m.Mixed || !slices.Equal(inY, y.Keys)
	}
	return m
}

// Merge makes one state of two paths: a when cond is 1, else b. Either may be nil (not reached).
func (l *Lowering) Merge(cond word.ID, a, b *domain.State) *domain.State {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	n := max(len(a.Cells), len(b.Cells))
	m := &domain.State{Cells: make([]domain.Value, n), Heap: make([]*domain.Object, max(len(a.Heap), len(b.Heap))), Cond: l.B.Or(a.Cond, b.Cond), Found: foundByBoth(a, b)}
	for i := range n {
		x, y := a.Cell(i), b.Cell(i)
		switch {
		case x == nil: // declared on one path only, so not visible afterwards
			m.Cells[i] = y
		case y == nil:
			m.Cells[i] = x
		default:
			m.Cells[i] = l.Choose(cond, x, y)
		}
	}
	for i := range m.Heap {
		var x, y *domain.Object
		if i < len(a.Heap) {
			x = a.Heap[i]
		}
		if i < len(b.Heap) {
			y = b.Heap[i]
		}
		m.Heap[i] = l.mergeObjects(cond, x, y)
	}
	for i, v := range m.Cells {
		if c, ok := v.(domain.ChoiceValue); ok && !domain.SameValue(v, a.Cell(i)) && !domain.SameValue(v, b.Cell(i)) {
			m.Cells[i] = l.Unify(c, m)
		}
	}
	l.unifyItems(m, a, b)
	return m
}

func foundByBoth(a, b *domain.State) map[int]domain.Value {
	var both map[int]domain.Value
	for i, v := range a.Found {
		if w, ok := b.Found[i]; ok && domain.SameValue(v, w) {
			if both == nil {
				both = map[int]domain.Value{}
			}
			both[i] = v
		}
	}
	return both
}

// Alternatives runs two expressions on copies of s and merges state and value.
func (l *Lowering) Alternatives(cond word.ID, s *domain.State, yes, no func(*domain.State) domain.Value) domain.Value {
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return yes(s)
		}
		return no(s)
	}
	before := s.Cond
	a, b := l.Clone(s, l.B.And(before, cond)), l.Clone(s, l.B.And(before, l.B.Not(cond)))
	x, y := yes(a), no(b)
	m := l.Merge(cond, a, b)
	s.Cells, s.Heap, s.Found, s.Cond = m.Cells, m.Heap, m.Found, before
	return l.Unify(l.Choose(cond, x, y), s)
}
