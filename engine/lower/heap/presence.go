package heap

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Positions are the indices of items in the language, and the length after the last.
func (l *Lowering) Positions(kept []word.ID) []domain.Value {
	l.Spend(1 + len(kept)/8)
	list := make([]domain.Value, 0, len(kept)+1)
	var n domain.Value = l.Integer(0)
	for _, k := range kept {
		list = append(list, n)
		n, _ = l.IntArithmetic(domain.Plus, n.(domain.IntValue), l.Number(k, 0, 1))
	}
	if length := n.(domain.IntValue); length.Lo < length.Hi {
		l.Lengths[length.ID] = kept
	}
	return append(list, n)
}

// MaskedItem is item at of an array; undefined beyond its end.
func (l *Lowering) MaskedItem(o *domain.Object, at domain.IntValue) domain.Value {
	var v domain.Value = domain.UndefinedValue{}
	bits := l.PresenceMask(o)
	if l.isLast(bits, at) {
		return l.lastItem(o.Items, bits, v)
	}
	places := l.Positions(bits)
	for i := len(o.Items) - 1; i >= 0; i-- {
		if p := places[i].(domain.IntValue); p.Hi < at.Lo || p.Lo > at.Hi {
			continue
		}
		v = l.Choose(l.B.And(bits[i], l.NumbersEqual(places[i], at)), l.Use(o.Items[i]), v)
	}
	return v
}

// SetSparse changes the item at an index, which is known to be there when no item can be missing before it.
func (l *Lowering) SetSparse(o *domain.Object, at domain.IntValue, v domain.Value, s *domain.State) *domain.Object {
	if o.Holes != nil {
		panic(domain.Refuse("an array some of whose items were never given is changed; fill it first, as in Array(n).fill(0)"))
	}
	if end := l.Positions(o.Present)[len(o.Present)].(domain.IntValue); end.ID == at.ID && end.Lo == at.Lo && end.Hi == at.Hi {
		return l.MaskedArray(append(slices.Clone(o.Items), v), append(slices.Clone(o.Present), l.B.Uint(1, 1)))
	}
	if l.isLast(o.Present, at) {
		if changed, ok := l.setLast(o, v, s); ok {
			return changed
		}
	}
	sure := 0 // items that are there on every path
	for sure < len(o.Present) && l.IsTrue(o.Present[sure]) {
		sure++
	}
	first := at.Lo
	if l.MayBeNegative(at, sure) {
		first = 0
	}
	if (first < 0 || at.Hi >= int64(sure)) && l.MayAssume() {
		return l.setWhereKept(o, at, v, s)
	}
	if first < 0 || at.Hi >= int64(sure) {
		panic(domain.Refuse("an array whose length depends on values is changed at an index that may lie outside it; append with push"))
	}
	items := slices.Clone(o.Items)
	l.SetOneOf(items, at, first, at.Hi, v)
	return &domain.Object{Array: true, Items: items, Present: o.Present}
}

// setWhereKept changes the item at an index when the lambda may be given up where there is none.
func (l *Lowering) setWhereKept(o *domain.Object, at domain.IntValue, v domain.Value, s *domain.State) *domain.Object {
	l.Spend(1 + len(o.Present)/8)
	places := l.Positions(o.Present)
	outside := l.B.Not(l.Truthy(l.Compare(false, at, places[len(o.Present)])))
	if at.Lo < 0 {
		outside = l.B.Or(outside, l.Truthy(l.Compare(false, at, l.Integer(0))))
	}
	l.Assume(outside, s)
	items := slices.Clone(o.Items)
	for i, k := range o.Present {
		items[i] = l.Choose(l.B.And(k, l.NumbersEqual(places[i], at)), v, items[i])
	}
	return &domain.Object{Array: true, Items: items, Present: o.Present}
}

// Append is push of items that may be there, and gives the length.
func (l *Lowering) Append(r domain.RefValue, more *domain.Object, s *domain.State) domain.Value {
	o := l.Object(s, r.Object)
	if o.Elements != domain.Anything || o.Holes != nil {
		panic(domain.Refuse("an array whose length depends on values"))
	}
	l.MayChange(r.Object)
	longer := l.MaskedArray(slices.Concat(o.Items, more.Items), slices.Concat(l.PresenceMask(o), l.PresenceMask(more)))
	s.SetObject(r.Object, longer)
	return l.Positions(l.PresenceMask(longer))[len(longer.Items)]
}

// LengthOf is how long an array is in every case; false when that depends on values.
func (l *Lowering) LengthOf(v domain.Value, s *domain.State) (int, bool) {
	switch x := v.(type) {
	case domain.RefValue:
		return s.Heap[x.Object].Length(), s.Heap[x.Object].Present == nil
	case domain.ConstantValue:
		return len(x.C.Items), true
	case domain.SetValue:
		return len(s.Heap[x.Keys].Items), s.Heap[x.Keys].Present == nil
	case domain.MemoryValue, domain.CellsValue:
		return 0, false
	case domain.ChoiceValue:
		a, okA := l.LengthOf(x.A, s)
		b, okB := l.LengthOf(x.B, s)
		return a, okA && okB && a == b
	}
	return 0, true
}

// TakenOff is an array without its last item, or its first one, and that item; undefined when there is none.
func (l *Lowering) TakenOff(o *domain.Object, last bool) (*domain.Object, domain.Value) {
	l.Spend(1 + len(o.Present)/8)
	kept, others := slices.Clone(o.Present), l.B.Uint(0, 1)
	var v domain.Value = domain.UndefinedValue{}
	for k := range kept { // from the other end
		i := k
		if last {
			i = len(kept) - 1 - k
		}
		mine := l.B.And(o.Present[i], l.B.Not(others))
		v = l.Choose(mine, o.Items[i], v)
		others, kept[i] = l.B.Or(others, o.Present[i]), l.B.And(o.Present[i], others)
	}
	return l.MaskedArray(o.Items, kept), v
}

// MaxListed bounds the length that depends on a number.
const MaxListed = 256

// The last item of an array whose length depends on values, list[list.length - 1], such as the top of a stack: the last
// one that is there, whatever its index is.

// isLast reports whether an index is that of the last item of an array, or -1 of an empty one.
func (l *Lowering) isLast(kept []word.ID, at domain.IntValue) bool {
	length, ok := l.Positions(kept)[len(kept)].(domain.IntValue)
	if !ok || length.Lo == length.Hi {
		return false
	}
	before, _ := l.IntArithmetic(domain.Minus, length, l.Integer(1))
	last, ok := before.(domain.IntValue)
	return ok && last.ID == at.ID && last.Lo == at.Lo && last.Hi == at.Hi
}

// lastItem is the last item; otherwise when there is none.
func (l *Lowering) lastItem(items []domain.Value, kept []word.ID, otherwise domain.Value) domain.Value {
	v := otherwise
	for i, k := range kept {
		v = l.Choose(k, l.Use(items[i]), v)
	}
	return v
}

// LastToChange is the last item, which is changed next. Where there is none the lambda is given up then, so it is given
// up before.
func (l *Lowering) LastToChange(v, key domain.Value, s *domain.State) (domain.Value, bool) {
	r, ok := v.(domain.RefValue)
	if !ok || s.Heap[r.Object].Present == nil || !l.MayAssume() {
		return nil, false
	}
	o := l.Object(s, r.Object)
	if i, ok := key.(domain.IntValue); !ok || o.Present == nil || o.Holes != nil || !l.isLast(o.Present, i) {
		return nil, false
	}
	l.Assume(l.B.Not(l.AnyOf(o.Present)), s)
	return l.lastItem(o.Items[1:], o.Present[1:], l.Use(o.Items[0])), true
}

// setLast changes the last item. There is one, or the lambda may be given up where there is none; false when neither is
// so.
func (l *Lowering) setLast(o *domain.Object, v domain.Value, s *domain.State) (*domain.Object, bool) {
	empty := l.B.Not(l.AnyOf(o.Present))
	if sure, known := l.ConstBool(empty); !known || sure {
		if !l.MayAssume() {
			return nil, false
		}
		l.Assume(empty, s)
	}
	l.Spend(1 + len(o.Present)/8)
	items := slices.Clone(o.Items)
	after := l.B.Uint(0, 1) // one of the items after this one is there
	for i, k := range slices.Backward(o.Present) {
		items[i] = l.Choose(l.B.And(k, l.B.Not(after)), v, items[i])
		after = l.B.Or(after, k)
	}
	return &domain.Object{Array: true, Items: items, Present: o.Present}, true
}

// A search that finds nothing gives -1, and list[-1] = x changes no item: it makes a property that has the name '-1',
// which only those see who read the list at a negative index, or list its properties. Circuits write to where a search
// found something, and know from elsewhere that it did.

// MayBeNegative reports that an index may be negative, but not too large: then a change there changes nothing that is
// an item. From then on nothing may be read that the property could be.
func (l *Lowering) MayBeNegative(i domain.IntValue, length int) bool {
	if i.Lo >= 0 || i.Hi < 0 || i.Hi >= int64(length) || l.MayAssume() {
		return false
	}
	l.Strays = true
	return true
}
