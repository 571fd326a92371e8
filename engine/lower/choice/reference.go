package choice

import (
	"math/bits"
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// A list of records that has been filtered or sorted holds records of another list, and changing one of them changes
// it there, too. Which record an item is depends on values. As a tree of conditions that doubles with each exchange
// of a sort; one object in the place of all of them (package heap, scalar_replacement.go) is another object, so that
// it cannot be changed. Here such a value is a number, that of the record in the order in which they were made, and
// an exchange chooses between two numbers. Reading a property reads a list at that number, and giving it one gives it
// to each record under the condition that it is its number. That costs more than one object in the place of all,
// where nothing is changed; so a lambda is lowered in this way only when it has been refused otherwise.

// oneOf is a value that is one of some objects, or nothing.
type reference struct {
	undefined, null word.ID // one bit each
	objects         []int   // ascending, by their numbers in the heap
	number          word.ID // which of them it is
}

// numberWidth is the width of a number that tells one of so many objects.
func numberWidth(objects int) int { return max(1, bits.Len(uint(objects-1))) }

// oneOfAll is what a value is as one of some objects or nothing; false when it may be something else.
func (l *Lowering) oneOfAll(v domain.Value) (reference, bool) {
	no := l.B.Uint(0, 1)
	switch x := v.(type) {
	case domain.UndefinedValue:
		return reference{undefined: l.B.Uint(1, 1), null: no}, true
	case domain.NullValue:
		return reference{undefined: no, null: l.B.Uint(1, 1)}, true
	case domain.RefValue:
		return reference{undefined: no, null: no, objects: []int{x.Object}, number: l.B.Uint(0, 1)}, true
	case domain.ChoiceValue:
		if x.Sel != nil {
			if !x.Sel.Numbered {
				return reference{}, false
			}
			o := reference{undefined: no, null: no, number: x.Sel.Class}
			for _, e := range x.Sel.Entries {
				o.objects = append(o.objects, e.(domain.RefValue).Object)
			}
			return o, true
		}
		a, b, ok := l.bothOneOf(x.A, x.B)
		if !ok {
			return reference{}, false
		}
		return l.eitherOf(x.Cond, a, b), true
	}
	return reference{}, false
}

// bothOneOf is oneOfAll of two values.
func (l *Lowering) bothOneOf(a, b domain.Value) (x, y reference, ok bool) {
	if x, ok = l.oneOfAll(a); ok {
		y, ok = l.oneOfAll(b)
	}
	return x, y, ok
}

// eitherOf is a when cond is 1, else b.
func (l *Lowering) eitherOf(cond word.ID, a, b reference) reference {
	o := reference{undefined: l.B.Mux(cond, a.undefined, b.undefined), null: l.B.Mux(cond, a.null, b.null), objects: bothObjects(a, b)}
	l.Spend(1 + len(o.objects)/8)
	switch {
	case len(a.objects) == 0:
		o.number = b.number
	case len(b.objects) == 0:
		o.number = a.number
	default:
		o.number = l.B.Mux(cond, l.numberAmong(a, o.objects), l.numberAmong(b, o.objects))
	}
	return o
}

// bothObjects are the objects of both, in their order.
func bothObjects(a, b reference) []int {
	all := slices.Concat(a.objects, b.objects)
	slices.Sort(all)
	return slices.Compact(all)
}

// numberAmong is the number of an object among more of them.
func (l *Lowering) numberAmong(o reference, objects []int) word.ID {
	width := numberWidth(len(objects))
	places := make([]int, len(o.objects))
	for i, n := range o.objects {
		places[i], _ = slices.BinarySearch(objects, n)
	}
	switch {
	case places[len(places)-1] == len(places)-1: // they are the first ones
		return l.B.Resize(o.number, width)
	case len(places) == 1:
		return l.B.Uint(uint64(places[0]), width)
	}
	return l.Lookup(o.number, width, len(places), func(i int) uint64 { return uint64(places[i]) })
}

// isNumbered reports that a value is one of several records, chosen by a number.
func isNumbered(v domain.Value) bool {
	c, ok := v.(domain.ChoiceValue)
	if !ok {
		return false
	}
	if c.Sel != nil {
		return c.Sel.Numbered
	}
	return isNumbered(c.A) || isNumbered(c.B)
}

// EqualNumbered compares two values that are records, of which one is a number.
func (l *Lowering) EqualNumbered(op domain.Operator, a, b domain.Value) (domain.Value, bool) {
	if op != domain.StrictEqual && op != domain.StrictNotEqual || !isNumbered(a) && !isNumbered(b) {
		return nil, false
	}
	x, y, ok := l.bothOneOf(a, b)
	if !ok {
		return nil, false
	}
	same := l.B.Or(l.B.And(x.undefined, y.undefined), l.B.And(x.null, y.null))
	if all := bothObjects(x, y); len(x.objects) > 0 && len(y.objects) > 0 {
		there := l.B.Not(l.B.Or(l.B.Or(x.undefined, x.null), l.B.Or(y.undefined, y.null)))
		same = l.B.Or(same, l.B.And(there, l.B.Eq(l.numberAmong(x, all), l.numberAmong(y, all))))
	}
	if op == domain.StrictNotEqual {
		same = l.B.Not(same)
	}
	return domain.BoolValue{ID: same}, true
}
