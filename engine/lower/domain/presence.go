package domain

import (
	"slices"

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

// HasSome is one bit: a number is not 0, when it is the length of an array; false for others. So it is the same bit
// that says whether anything is in the array.
func (l *Lowering) HasSome(n IntValue) (word.ID, bool) {
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

// AnyHole are the holes of an array that is one or the other.
func AnyHole(x, y []bool) []bool {
	if x == nil {
		return y
	}
	m := slices.Clone(x)
	for i := range y {
		m[i] = m[i] || y[i]
	}
	return m
}

// Present is the condition under which an object has a property.
func (l *Lowering) Present(o *Object, key string) word.ID {
	if _, ok := o.Props[key]; !ok {
		return l.B.Uint(0, 1)
	}
	if id, perhaps := o.PresentIf[key]; perhaps {
		return id
	}
	return l.B.Uint(1, 1)
}

// Where is v where a condition is known to hold.
func (l *Lowering) Where(cond word.ID, v Value) Value {
	for {
		c, ok := v.(ChoiceValue)
		if !ok || c.Cond != cond {
			return v
		}
		v = c.A
	}
}
