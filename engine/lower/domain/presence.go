package domain

import (
	"math"
	"slices"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// The length of an array may depend on values: what filter gives, or an array to which something is appended under a
// condition. Such an array has more items than the language sees, and each has a bit that says whether it is kept. Item
// n of the language is the one before which n are kept.

// MaskedArray is an array of the items whose bits are 1, without those that never are. When all bits are 1, it is like
// any other array.
func (l *Lowering) MaskedArray(items []Value, kept []word.ID) *Object {
	o := &Object{Array: true}
	all := true
	for i, k := range kept {
		is, known := l.ConstBool(k)
		if known && !is {
			continue
		}
		all = all && known
		o.Items, o.Present = append(o.Items, items[i]), append(o.Present, k)
	}
	if all {
		o.Present = nil
	}
	return o
}

// PresenceMask are the bits of an array.
func (l *Lowering) PresenceMask(o *Object) []word.ID {
	if o.Present != nil {
		return o.Present
	}
	return l.AllKept(len(o.Items))
}

// AllKept is the presence mask of a list of n items that are all there.
func (l *Lowering) AllKept(n int) []word.ID { return slices.Repeat([]word.ID{l.B.Uint(1, 1)}, n) }

// MergeArrays is the array x when cond is 1, else y.
func (l *Lowering) MergeArrays(cond word.ID, x, y *Object) *Object {
	if m := l.mergePacked(cond, x, y); m != nil {
		return m
	}
	apart := x.Packed != nil || y.Packed != nil || x.Apart || y.Apart
	l.Full(x)
	l.Full(y)
	if len(x.Items) == len(y.Items) && x.Present == nil && y.Present == nil {
		m := &Object{Array: true, Elements: x.Elements, Items: make([]Value, len(x.Items)), Holes: anyHole(x.Holes, y.Holes), Apart: apart, Changed: x.Changed || y.Changed}
		for i := range x.Items {
			m.Items[i] = l.Choose(cond, x.Items[i], y.Items[i])
		}
		return m
	}
	if x.Elements != Anything || x.Holes != nil || y.Holes != nil || x.Lists != nil || y.Lists != nil {
		panic(Refuse("an array whose length depends on values"))
	}
	n := max(len(x.Items), len(y.Items))
	l.Spend(n)
	items, kept := make([]Value, n), make([]word.ID, n)
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

// Positions are the indices of items in the language, and the length after the last.
func (l *Lowering) Positions(kept []word.ID) []Value {
	l.Spend(1 + len(kept)/8)
	list := make([]Value, 0, len(kept)+1)
	var n Value = l.Integer(0)
	for _, k := range kept {
		list = append(list, n)
		n, _ = l.intArithmetic(token.PLUS, n.(IntValue), l.Number(k, 0, 1))
	}
	if length := n.(IntValue); length.Lo < length.Hi {
		l.Lengths[length.ID] = kept
	}
	return append(list, n)
}

// hasSome is one bit: a number is not 0, when it is the length of an array; false for others. So it is the same bit
// that says whether anything is in the array.
func (l *Lowering) hasSome(n IntValue) (word.ID, bool) {
	kept, ok := l.Lengths[n.ID]
	if !ok {
		return word.None, false
	}
	return l.AnyOf(kept), true
}

// AnyOf is one bit: one of some bits is 1.
func (l *Lowering) AnyOf(bits []word.ID) word.ID {
	any := l.B.Uint(0, 1)
	for _, b := range bits {
		any = l.B.Or(any, b)
	}
	return any
}

// Implies reports that a bit is one of those that another one is the conjunction of.
func (l *Lowering) Implies(all, bit word.ID) bool {
	if all == bit {
		return true
	}
	op := l.B.Ops[all]
	return op.Kind == word.And && (l.Implies(op.A, bit) || l.Implies(op.B, bit))
}

// MaskedItem is item at of an array; undefined beyond its end.
func (l *Lowering) MaskedItem(o *Object, at IntValue) Value {
	var v Value = UndefinedValue{}
	bits := l.PresenceMask(o)
	if l.isLast(bits, at) {
		return l.lastItem(o.Items, bits, v)
	}
	places := l.Positions(bits)
	for i := len(o.Items) - 1; i >= 0; i-- {
		if p := places[i].(IntValue); p.Hi < at.Lo || p.Lo > at.Hi {
			continue
		}
		v = l.Choose(l.B.And(bits[i], l.NumbersEqual(places[i], at)), l.Use(o.Items[i]), v)
	}
	return v
}

// SetSparse changes the item at an index, which is known to be there when no item can be missing before it.
func (l *Lowering) SetSparse(o *Object, at IntValue, v Value, s *State) *Object {
	if o.Holes != nil {
		panic(Refuse("an array some of whose items were never given is changed; fill it first, as in Array(n).fill(0)"))
	}
	if end := l.Positions(o.Present)[len(o.Present)].(IntValue); end.ID == at.ID && end.Lo == at.Lo && end.Hi == at.Hi {
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
	if (first < 0 || at.Hi >= int64(sure)) && l.Doubts != nil {
		return l.setWhereKept(o, at, v, s)
	}
	if first < 0 || at.Hi >= int64(sure) {
		panic(Refuse("an array whose length depends on values is changed at an index that may lie outside it; append with push"))
	}
	items := slices.Clone(o.Items)
	l.SetOneOf(items, at, first, at.Hi, v)
	return &Object{Array: true, Items: items, Present: o.Present}
}

// setWhereKept changes the item at an index when the lambda may be given up where there is none.
func (l *Lowering) setWhereKept(o *Object, at IntValue, v Value, s *State) *Object {
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
	return &Object{Array: true, Items: items, Present: o.Present}
}

// Append is push of items that may be there, and gives the length.
func (l *Lowering) Append(r RefValue, more *Object, s *State) Value {
	o := l.Object(s, r.Object)
	if o.Elements != Anything || o.Holes != nil {
		panic(Refuse("an array whose length depends on values"))
	}
	l.MayChange(r.Object)
	longer := l.MaskedArray(slices.Concat(o.Items, more.Items), slices.Concat(l.PresenceMask(o), l.PresenceMask(more)))
	s.SetObject(r.Object, longer)
	return l.Positions(l.PresenceMask(longer))[len(longer.Items)]
}

// LengthOf is how long an array is in every case; false when that depends on values.
func (l *Lowering) LengthOf(v Value, s *State) (int, bool) {
	switch x := v.(type) {
	case RefValue:
		return s.Heap[x.Object].Length(), s.Heap[x.Object].Present == nil
	case ConstantValue:
		return len(x.C.Items), true
	case SetValue:
		return len(s.Heap[x.Keys].Items), s.Heap[x.Keys].Present == nil
	case MemoryValue, CellsValue:
		return 0, false
	case ChoiceValue:
		a, okA := l.LengthOf(x.A, s)
		b, okB := l.LengthOf(x.B, s)
		return a, okA && okB && a == b
	}
	return 0, true
}

// TakenOff is an array without its last item, or its first one, and that item; undefined when there is none.
func (l *Lowering) TakenOff(o *Object, last bool) (*Object, Value) {
	l.Spend(1 + len(o.Present)/8)
	kept, others := slices.Clone(o.Present), l.B.Uint(0, 1)
	var v Value = UndefinedValue{}
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

// ExtremeOf is Math.max or Math.min of the items that are kept.
func (l *Lowering) ExtremeOf(largest bool, items []Value, kept []word.ID) Value {
	var best Value
	some := l.B.Uint(0, 1)
	for i, item := range items {
		if best == nil {
			best, some = l.Extreme(largest, []Value{item}), kept[i]
			continue
		}
		both := l.Choose(some, l.Extreme(largest, []Value{best, item}), l.Extreme(largest, []Value{item}))
		best, some = l.Choose(kept[i], both, best), l.B.Or(some, kept[i])
	}
	none := l.ConstantNumber(math.Inf(1))
	if largest {
		none = l.ConstantNumber(math.Inf(-1))
	}
	if best == nil {
		return none
	}
	return l.Choose(some, best, none)
}

// MaxListed bounds the length that depends on a number.
const MaxListed = 256
