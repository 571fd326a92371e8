package lower

import (
	"math"
	"slices"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// The length of an array may depend on values: what filter gives, or an array to which something is appended under a
// condition. Such an array has more items than the language sees, and each has a bit that says whether it is kept. Item
// n of the language is the one before which n are kept.

// maskedArray is an array of the items whose bits are 1, without those that never are. When all bits are 1, it is like
// any other array.
func (l *lowering) maskedArray(items []value, kept []word.ID) *object {
	o := &object{array: true}
	all := true
	for i, k := range kept {
		is, known := l.constBool(k)
		if known && !is {
			continue
		}
		all = all && known
		o.items, o.present = append(o.items, items[i]), append(o.present, k)
	}
	if all {
		o.present = nil
	}
	return o
}

// presenceMask are the bits of an array.
func (l *lowering) presenceMask(o *object) []word.ID {
	if o.present != nil {
		return o.present
	}
	return l.allKept(len(o.items))
}

func (l *lowering) allKept(n int) []word.ID { return slices.Repeat([]word.ID{l.b.Uint(1, 1)}, n) }

// mergeArrays is the array x when cond is 1, else y.
func (l *lowering) mergeArrays(cond word.ID, x, y *object) *object {
	if m := l.mergePacked(cond, x, y); m != nil {
		return m
	}
	apart := x.packed != nil || y.packed != nil || x.apart || y.apart
	l.full(x)
	l.full(y)
	if len(x.items) == len(y.items) && x.present == nil && y.present == nil {
		m := &object{array: true, elements: x.elements, items: make([]value, len(x.items)), holes: anyHole(x.holes, y.holes), apart: apart, changed: x.changed || y.changed}
		for i := range x.items {
			m.items[i] = l.choose(cond, x.items[i], y.items[i])
		}
		return m
	}
	if x.elements != anything || x.holes != nil || y.holes != nil || x.lists != nil || y.lists != nil {
		panic(refuse("an array whose length depends on values"))
	}
	n := max(len(x.items), len(y.items))
	l.spend(n)
	items, kept := make([]value, n), make([]word.ID, n)
	a, b := l.presenceMask(x), l.presenceMask(y)
	for i := range n {
		switch {
		case i >= len(b):
			items[i], kept[i] = x.items[i], l.b.And(cond, a[i])
		case i >= len(a):
			items[i], kept[i] = y.items[i], l.b.And(l.b.Not(cond), b[i])
		default:
			items[i], kept[i] = l.choose(cond, x.items[i], y.items[i]), l.b.Mux(cond, a[i], b[i])
		}
	}
	return l.maskedArray(items, kept)
}

// positions are the indices of items in the language, and the length after the last.
func (l *lowering) positions(kept []word.ID) []value {
	l.spend(1 + len(kept)/8)
	list := make([]value, 0, len(kept)+1)
	var n value = l.integer(0)
	for _, k := range kept {
		list = append(list, n)
		n, _ = l.intArithmetic(token.PLUS, n.(intValue), l.number(k, 0, 1))
	}
	if length := n.(intValue); length.lo < length.hi {
		l.lengths[length.id] = kept
	}
	return append(list, n)
}

// hasSome is one bit: a number is not 0, when it is the length of an array; false for others. So it is the same bit
// that says whether anything is in the array.
func (l *lowering) hasSome(n intValue) (word.ID, bool) {
	kept, ok := l.lengths[n.id]
	if !ok {
		return word.None, false
	}
	return l.anyOf(kept), true
}

// anyOf is one bit: one of some bits is 1.
func (l *lowering) anyOf(bits []word.ID) word.ID {
	any := l.b.Uint(0, 1)
	for _, b := range bits {
		any = l.b.Or(any, b)
	}
	return any
}

// implies reports that a bit is one of those that another one is the conjunction of.
func (l *lowering) implies(all, bit word.ID) bool {
	if all == bit {
		return true
	}
	op := l.b.Ops[all]
	return op.Kind == word.And && (l.implies(op.A, bit) || l.implies(op.B, bit))
}

// maskedItem is item at of an array; undefined beyond its end.
func (l *lowering) maskedItem(o *object, at intValue) value {
	var v value = undefinedValue{}
	bits := l.presenceMask(o)
	if l.isLast(bits, at) {
		return l.lastItem(o.items, bits, v)
	}
	places := l.positions(bits)
	for i := len(o.items) - 1; i >= 0; i-- {
		if p := places[i].(intValue); p.hi < at.lo || p.lo > at.hi {
			continue
		}
		v = l.choose(l.b.And(bits[i], l.numbersEqual(places[i], at)), l.use(o.items[i]), v)
	}
	return v
}

// sparseProperty reads a property of such an array.
func (l *lowering) maskedProperty(o *object, key value, ref refValue) value {
	if name, ok := key.(constString); ok {
		switch {
		case name.s == "length":
			return l.positions(o.present)[len(o.present)]
		case sparseMethods[name.s]:
			return builtinValue{"Array." + name.s, ref}
		case arrayMethods[name.s]:
			panic(refuse(needsLength, name.s))
		}
	}
	return l.maskedItem(o, l.index(key))
}

// setSparse changes the item at an index, which is known to be there when no item can be missing before it.
func (l *lowering) setSparse(o *object, at intValue, v value, s *state) *object {
	if o.holes != nil {
		panic(refuse("an array some of whose items were never given is changed; fill it first, as in Array(n).fill(0)"))
	}
	if end := l.positions(o.present)[len(o.present)].(intValue); end.id == at.id && end.lo == at.lo && end.hi == at.hi {
		return l.maskedArray(append(slices.Clone(o.items), v), append(slices.Clone(o.present), l.b.Uint(1, 1)))
	}
	if l.isLast(o.present, at) {
		if changed, ok := l.setLast(o, v, s); ok {
			return changed
		}
	}
	sure := 0 // items that are there on every path
	for sure < len(o.present) && l.isTrue(o.present[sure]) {
		sure++
	}
	first := at.lo
	if l.mayBeNegative(at, sure) {
		first = 0
	}
	if (first < 0 || at.hi >= int64(sure)) && l.doubts != nil {
		return l.setWhereKept(o, at, v, s)
	}
	if first < 0 || at.hi >= int64(sure) {
		panic(refuse("an array whose length depends on values is changed at an index that may lie outside it; append with push"))
	}
	items := slices.Clone(o.items)
	l.setOneOf(items, at, first, at.hi, v)
	return &object{array: true, items: items, present: o.present}
}

// setWhereKept changes the item at an index when the lambda may be given up where there is none.
func (l *lowering) setWhereKept(o *object, at intValue, v value, s *state) *object {
	l.spend(1 + len(o.present)/8)
	places := l.positions(o.present)
	outside := l.b.Not(l.truthy(l.compare(false, at, places[len(o.present)])))
	if at.lo < 0 {
		outside = l.b.Or(outside, l.truthy(l.compare(false, at, l.integer(0))))
	}
	l.assume(outside, s)
	items := slices.Clone(o.items)
	for i, k := range o.present {
		items[i] = l.choose(l.b.And(k, l.numbersEqual(places[i], at)), v, items[i])
	}
	return &object{array: true, items: items, present: o.present}
}

// appendSparse appends the items of a list, and the bits that say whether they are there.
func (l *lowering) appendSparse(items []value, kept []word.ID, v value, s *state) ([]value, []word.ID) {
	if o, ok := l.masked(v, s); ok {
		return append(items, o.items...), append(kept, l.presenceMask(o)...)
	}
	more := l.iterate(v, s)
	return append(items, more...), append(kept, l.allKept(len(more))...)
}

// append is push of items that may be there, and gives the length.
func (l *lowering) append(r refValue, more *object, s *state) value {
	o := l.object(s, r.object)
	if o.elements != anything || o.holes != nil {
		panic(refuse("an array whose length depends on values"))
	}
	l.mayChange(r.object)
	longer := l.maskedArray(slices.Concat(o.items, more.items), slices.Concat(l.presenceMask(o), l.presenceMask(more)))
	s.setObject(r.object, longer)
	return l.positions(l.presenceMask(longer))[len(longer.items)]
}

// sparse is the array that a value is, or one that has the items of what it may be, when its length depends on values.
func (l *lowering) masked(v value, s *state) (*object, bool) {
	if o, ok := l.letters(v); ok {
		return o, true
	}
	if _, choice := v.(choiceValue); choice {
		if _, fixed := l.lengthOf(v, s); fixed {
			return nil, false
		}
		return l.arrayOf(v, s)
	}
	o, ok := l.arrayOf(v, s)
	return o, ok && o.present != nil
}

// lengthOf is how long an array is in every case; false when that depends on values.
func (l *lowering) lengthOf(v value, s *state) (int, bool) {
	switch x := v.(type) {
	case refValue:
		return s.heap[x.object].length(), s.heap[x.object].present == nil
	case constantValue:
		return len(x.c.items), true
	case setValue:
		return len(s.heap[x.keys].items), s.heap[x.keys].present == nil
	case memoryValue, cellsValue:
		return 0, false
	case choiceValue:
		a, okA := l.lengthOf(x.a, s)
		b, okB := l.lengthOf(x.b, s)
		return a, okA && okB && a == b
	}
	return 0, true
}

// arrayOf is the array that a value is: one of the lambda, or a choice of arrays.
func (l *lowering) arrayOf(v value, s *state) (*object, bool) {
	switch x := v.(type) {
	case refValue:
		o := l.object(s, x.object)
		o.checkLists(s)
		return o, o.array
	case setValue:
		return l.entries(x, x.values != noValues, s), true
	case memoryValue:
		return l.cellsOf(x, "entries", s), true
	case cellsValue:
		return l.cellsOf(x.of, x.kind, s), true
	case constantValue:
		if x.c.array && x.c.elements == anything {
			return &object{array: true, items: l.iterate(v, s)}, true
		}
	case choiceValue:
		a, okA := l.arrayOf(x.a, s)
		b, okB := l.arrayOf(x.b, s)
		if okA && okB && a.elements == anything && b.elements == anything {
			return l.mergeArrays(x.cond, a, b), true
		}
	}
	return nil, false
}

// takenOff is an array without its last item, or its first one, and that item; undefined when there is none.
func (l *lowering) takenOff(o *object, last bool) (*object, value) {
	l.spend(1 + len(o.present)/8)
	kept, others := slices.Clone(o.present), l.b.Uint(0, 1)
	var v value = undefinedValue{}
	for k := range kept { // from the other end
		i := k
		if last {
			i = len(kept) - 1 - k
		}
		mine := l.b.And(o.present[i], l.b.Not(others))
		v = l.choose(mine, o.items[i], v)
		others, kept[i] = l.b.Or(others, o.present[i]), l.b.And(o.present[i], others)
	}
	return l.maskedArray(o.items, kept), v
}

// extremeOf is Math.max or Math.min of the items that are kept.
func (l *lowering) extremeOf(largest bool, items []value, kept []word.ID) value {
	var best value
	some := l.b.Uint(0, 1)
	for i, item := range items {
		if best == nil {
			best, some = l.extreme(largest, []value{item}), kept[i]
			continue
		}
		both := l.choose(some, l.extreme(largest, []value{best, item}), l.extreme(largest, []value{item}))
		best, some = l.choose(kept[i], both, best), l.b.Or(some, kept[i])
	}
	none := l.constantNumber(math.Inf(1))
	if largest {
		none = l.constantNumber(math.Inf(-1))
	}
	if best == nil {
		return none
	}
	return l.choose(some, best, none)
}

// maxListed bounds the length that depends on a number.
const maxListed = 256

// arrayUpTo is Array.from({ length: n }, …) with a length that depends on values.
func (l *lowering) arrayUpTo(n intValue, args []value, s *state) value {
	items, kept := make([]value, n.hi), make([]word.ID, n.hi)
	for i := range items {
		at := l.integer(int64(i))
		items[i], kept[i] = undefinedValue{}, l.truthy(l.compare(false, at, n))
		if len(args) > 1 {
			l.alternatives(kept[i], s, func(s *state) value {
				items[i] = l.apply(args[1], []value{undefinedValue{}, at}, s)
				return undefinedValue{}
			}, func(*state) value { return undefinedValue{} })
		}
	}
	return refValue{l.alloc(s, l.maskedArray(items, kept))}
}
