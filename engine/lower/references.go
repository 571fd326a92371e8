package lower

import (
	"math/bits"
	"slices"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// A list of records that has been filtered or sorted holds records of another list, and changing one of them changes it
// there, too. Which record an item is depends on values. As a tree of conditions that doubles with each exchange of a
// sort; one object in the place of all of them (scalar_replacement.go) is another object, so that it cannot be changed.
// Here such a value is a number, that of the record in the order in which they were made, and an exchange chooses
// between two numbers. Reading a property reads a list at that number, and giving it one gives it to each record under
// the condition that it is its number. That costs more than one object in the place of all, where nothing is changed;
// so a lambda is lowered in this way only when it has been refused otherwise.

// oneOf is a value that is one of some objects, or nothing.
type reference struct {
	undefined, null word.ID // one bit each
	objects         []int   // ascending, by their numbers in the heap
	number          word.ID // which of them it is
}

// numberWidth is the width of a number that tells one of so many objects.
func numberWidth(objects int) int { return max(1, bits.Len(uint(objects-1))) }

// oneOfAll is what a value is as one of some objects or nothing; false when it may be something else.
func (l *lowering) oneOfAll(v value) (reference, bool) {
	no := l.b.Uint(0, 1)
	switch x := v.(type) {
	case undefinedValue:
		return reference{undefined: l.b.Uint(1, 1), null: no}, true
	case nullValue:
		return reference{undefined: no, null: l.b.Uint(1, 1)}, true
	case refValue:
		return reference{undefined: no, null: no, objects: []int{x.object}, number: l.b.Uint(0, 1)}, true
	case choiceValue:
		if x.sel != nil {
			if !x.sel.numbered {
				return reference{}, false
			}
			o := reference{undefined: no, null: no, number: x.sel.class}
			for _, e := range x.sel.entries {
				o.objects = append(o.objects, e.(refValue).object)
			}
			return o, true
		}
		a, b, ok := l.bothOneOf(x.a, x.b)
		if !ok {
			return reference{}, false
		}
		return l.eitherOf(x.cond, a, b), true
	}
	return reference{}, false
}

// bothOneOf is oneOfAll of two values.
func (l *lowering) bothOneOf(a, b value) (x, y reference, ok bool) {
	if x, ok = l.oneOfAll(a); ok {
		y, ok = l.oneOfAll(b)
	}
	return x, y, ok
}

// eitherOf is a when cond is 1, else b.
func (l *lowering) eitherOf(cond word.ID, a, b reference) reference {
	o := reference{undefined: l.b.Mux(cond, a.undefined, b.undefined), null: l.b.Mux(cond, a.null, b.null), objects: bothObjects(a, b)}
	l.spend(1 + len(o.objects)/8)
	switch {
	case len(a.objects) == 0:
		o.number = b.number
	case len(b.objects) == 0:
		o.number = a.number
	default:
		o.number = l.b.Mux(cond, l.numberAmong(a, o.objects), l.numberAmong(b, o.objects))
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
func (l *lowering) numberAmong(o reference, objects []int) word.ID {
	width := numberWidth(len(objects))
	places := make([]int, len(o.objects))
	for i, n := range o.objects {
		places[i], _ = slices.BinarySearch(objects, n)
	}
	switch {
	case places[len(places)-1] == len(places)-1: // they are the first ones
		return l.b.Resize(o.number, width)
	case len(places) == 1:
		return l.b.Uint(uint64(places[0]), width)
	}
	return l.lookup(o.number, width, len(places), func(i int) uint64 { return uint64(places[i]) })
}

// chooseNumbered is choose of two values that are records, or nothing, when one of the records is among both or which
// one it is has been a number before.
func (l *lowering) chooseNumbered(cond word.ID, a, b value) (value, bool) {
	if !l.joins.Numbers || choices(a) == 1 && choices(b) == 1 {
		return nil, false
	}
	x, y, ok := l.bothOneOf(a, b)
	if !ok {
		return nil, false
	}
	o := l.eitherOf(cond, x, y)
	if len(o.objects) < 2 || len(o.objects) == len(x.objects)+len(y.objects) && !isNumbered(a) && !isNumbered(b) {
		return nil, false
	}
	return l.numbered(o), true
}

// isNumbered reports that a value is one of several records, chosen by a number.
func isNumbered(v value) bool {
	c, ok := v.(choiceValue)
	if !ok {
		return false
	}
	if c.sel != nil {
		return c.sel.numbered
	}
	return isNumbered(c.a) || isNumbered(c.b)
}

// numbered is the value that is one of some objects or nothing.
func (l *lowering) numbered(o reference) value {
	s := &selection{index: o.number, class: o.number, numbered: true}
	for i, n := range o.objects {
		s.of = append(s.of, i)
		s.entries = append(s.entries, refValue{n})
	}
	v := l.conditions(s, s.entries)
	for _, nothing := range []struct {
		is word.ID
		v  value
	}{{o.undefined, undefinedValue{}}, {o.null, nullValue{}}} {
		if never, known := l.constBool(nothing.is); known && never {
			v = nothing.v
		} else if !known {
			v = alternative(nothing.is, nothing.v, v)
		}
	}
	return v
}

// column is what is read of each of some records, at the number of one of them, when these are whole numbers.
func (l *lowering) column(s *selection, values []value) (value, bool) {
	if p := l.pack(values, 0, 0); p != nil {
		return l.ofElement(p, l.elementAt(p.array, s.class, p.lane)), true
	}
	return nil, false
}

// equalNumbered compares two values that are records, of which one is a number.
func (l *lowering) equalNumbered(op token.Token, a, b value) (value, bool) {
	if op != token.STRICT_EQUAL && op != token.STRICT_NOT_EQUAL || !isNumbered(a) && !isNumbered(b) {
		return nil, false
	}
	x, y, ok := l.bothOneOf(a, b)
	if !ok {
		return nil, false
	}
	same := l.b.Or(l.b.And(x.undefined, y.undefined), l.b.And(x.null, y.null))
	if all := bothObjects(x, y); len(x.objects) > 0 && len(y.objects) > 0 {
		there := l.b.Not(l.b.Or(l.b.Or(x.undefined, x.null), l.b.Or(y.undefined, y.null)))
		same = l.b.Or(same, l.b.And(there, l.b.Eq(l.numberAmong(x, all), l.numberAmong(y, all))))
	}
	if op == token.STRICT_NOT_EQUAL {
		same = l.b.Not(same)
	}
	return boolValue{same}, true
}

// setNumbered gives one of some records a property; false when they are something else than objects.
func (l *lowering) setNumbered(sel *selection, key, v value, s *state) bool {
	if !sel.numbered {
		return false
	}
	for _, e := range sel.entries {
		if o := s.heap[e.(refValue).object]; o.array || o.writes != nil || o.lists != nil || o.class != nil && len(o.class.setters) > 0 {
			return false
		}
	}
	name := l.asName(key)
	for i, e := range sel.entries {
		l.spend(1)
		n := e.(refValue).object
		l.mayAssign(s.heap[n], name)
		o := s.heap[n].copy(1)
		l.setKey(o, l.b.Eq(sel.class, l.b.Uint(uint64(i), l.b.Width(sel.class))), name, v)
		l.mayChangeProperty(n, name, s)
		s.setObject(n, o)
	}
	return true
}
