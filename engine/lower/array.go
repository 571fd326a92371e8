package lower

import (
	"slices"
	"strings"

	"simten.dev/engine/word"
)

func (l *lowering) newArray(args []value, s *state) value {
	if len(args) != 1 {
		return refValue{l.alloc(s, &object{array: true, items: slices.Clone(args)})}
	}
	if n, ok := args[0].(intValue); ok && n.lo >= 0 && n.lo < n.hi && n.hi <= maxListed {
		o := &object{array: true}
		for i := range n.hi {
			o.items, o.holes = append(o.items, undefinedValue{}), append(o.holes, true)
			o.present = append(o.present, l.truthy(l.compare(false, l.integer(i), n)))
		}
		return refValue{l.alloc(s, o)}
	}
	n, ok := constInt(args[0])
	if !ok || n < 0 || n > maxConstant {
		panic(refuse("an array whose length depends on values is made by Array(n); write Array.from({ length: n }, () => 0)"))
	}
	items := make([]value, n)
	o := &object{array: true, items: items}
	for i := range items {
		items[i] = undefinedValue{}
		o.holes = append(o.holes, true)
	}
	return refValue{l.alloc(s, o)}
}

func (l *lowering) arrayFrom(args []value, s *state) value {
	if len(args) == 0 {
		panic(refuse("Array.from without an argument"))
	}
	args[0] = l.iterated(args[0], s)
	l.goThrough(args[0], s)
	if o, ok := l.masked(args[0], s); ok && len(args) == 1 {
		return refValue{l.alloc(s, o)}
	}
	if o, ok := l.letters(args[0]); ok && len(args) > 1 {
		return refValue{l.alloc(s, l.madeOf(o, args[1], s))}
	}
	var items []value
	current := func(*state) []value { return items }
	if keys, plain := l.keysOf(args[0], s); plain && len(keys) > 0 { // { length: n }
		length := l.property(args[0], constString{"length"}, s)
		if n, ok := length.(intValue); ok && len(keys) == 1 && n.lo >= 0 && n.lo < n.hi && n.hi <= maxListed {
			return l.arrayUpTo(n, args, s)
		}
		n, ok := constInt(length)
		if !ok || n < 0 || n > maxConstant || len(keys) != 1 {
			panic(refuse("Array.from of this object"))
		}
		items = make([]value, n)
		for i := range items {
			items[i] = undefinedValue{}
		}
	} else {
		current = l.live(args[0])
		items = current(s)
	}
	if len(args) > 1 {
		var made []value
		for now := items; len(made) < len(now); now = current(s) {
			l.spend(1)
			made = append(made, l.apply(args[1], []value{now[len(made)], l.integer(int64(len(made)))}, s))
		}
		items = made
	}
	return refValue{l.alloc(s, &object{array: true, items: items})}
}

// madeOf is what a function makes of each item of an array whose length depends on values, and which nothing changes
// meanwhile.
func (l *lowering) madeOf(o *object, f value, s *state) *object {
	bits := l.presenceMask(o)
	places := l.positions(bits)
	items := make([]value, len(o.items))
	for i := range items {
		items[i] = l.alternatives(bits[i], s, func(s *state) value { return l.apply(f, []value{o.items[i], places[i]}, s) }, func(*state) value { return undefinedValue{} })
	}
	return l.maskedArray(items, bits)
}

func (l *lowering) arrayMethod(name string, o value, args []value, s *state) value {
	items, current := l.iterate(o, s), l.live(o)
	l.spend(1 + len(items)/16) // the copy: paths that are left keep theirs
	of := l.elementsOf(o, s)
	if mayHaveHoles(o, s) && !seesHoles[name] {
		panic(refuse("the method %s of an array some of whose items were never given; fill it first, as in Array(n).fill(0)", name))
	}
	arg := func(i int) value {
		if i < len(args) {
			return args[i]
		}
		return undefinedValue{}
	}
	list := func(items []value) value {
		made := anything
		if name == "map" || name == "slice" || name == "toSorted" {
			made = of
		}
		return refValue{l.alloc(s, &object{array: true, elements: made, items: items})}
	}
	iterator := func(items []value) value {
		lists := &view{of: o, objects: objects(o, s, nil)}
		return refValue{l.alloc(s, &object{array: true, items: items, lists: lists})}
	}
	change := func(items []value) {
		r, ok := o.(refValue)
		if !ok {
			panic(refuse("an array outside the lambda is changed"))
		}
		l.mayChange(r.object)
		s.setObject(r.object, &object{array: true, elements: of, items: items})
	}
	// item is what a callback gets: what those before it have changed counts.
	item := func(i int, s *state) value {
		now := current(s)
		if i >= len(now) {
			panic(refuse("an array becomes shorter while %s goes through it", name))
		}
		return now[i]
	}
	call := func(i int) value { return l.apply(arg(0), []value{item(i, s), l.integer(int64(i)), o}, s) }
	switch name {
	case "map":
		out := make([]value, len(items))
		for i := range items {
			out[i] = l.storedIn(of, call(i))
		}
		return list(out)
	case "forEach":
		for i := range items {
			call(i)
		}
		return undefinedValue{}
	case "reduce":
		i, acc := 0, arg(1)
		if len(args) < 2 {
			if len(items) == 0 {
				panic(refuse("reduce of an empty array (that throws)"))
			}
			i, acc = 1, items[0]
		}
		for ; i < len(items); i++ {
			acc = l.apply(arg(0), []value{acc, item(i, s), l.integer(int64(i)), o}, s)
		}
		return acc
	case "reduceRight":
		i, acc := len(items)-1, arg(1)
		if len(args) < 2 {
			if len(items) == 0 {
				panic(refuse("reduceRight of an empty array (that throws)"))
			}
			i, acc = i-1, items[i]
		}
		for ; i >= 0; i-- {
			acc = l.apply(arg(0), []value{acc, item(i, s), l.integer(int64(i)), o}, s)
		}
		return acc
	case "find", "findIndex", "findLast", "findLastIndex":
		return l.find(name, len(items), item, func(v value, i int, s *state) value {
			return l.apply(arg(0), []value{v, l.integer(int64(i)), o}, s)
		}, s)
	case "some", "every":
		return l.quantify(name == "some", 0, items, func(i int, s *state) value {
			return l.apply(arg(0), []value{item(i, s), l.integer(int64(i)), o}, s)
		}, s)
	case "includes", "indexOf", "lastIndexOf":
		if len(args) > 1 {
			panic(refuse("%s from a position on", name))
		}
		var r value = l.truth(false)
		if name != "includes" {
			r = l.integer(-1)
		}
		for k := range items { // the item that counts comes last
			i := k
			if name == "indexOf" {
				i = len(items) - 1 - k
			}
			hit := l.truthy(l.strictEqual(items[i], arg(0)))
			if name == "includes" {
				hit = l.b.Or(hit, l.b.And(l.isNaN(items[i]), l.isNaN(arg(0))))
				r = boolValue{l.b.Or(hit, l.truthy(r))}
			} else {
				r = l.choose(hit, l.integer(int64(i)), r)
			}
		}
		return r
	case "at":
		return l.each(arg(0), func(v value) value { return l.itemAt(v, items) })
	case "slice":
		from, okFrom := toInteger(arg(0))
		to, okTo := int64(len(items)), true
		if arg(1) != value(undefinedValue{}) {
			to, okTo = toInteger(arg(1))
		}
		if !okFrom || !okTo {
			if of != anything {
				panic(refuse("slice of a typed array with a position that depends on values"))
			}
			return l.maskedMethod(name, refValue{l.alloc(s, &object{array: true, items: items})}, args, s)
		}
		clamp := func(i int64) int64 {
			if i < 0 {
				i += int64(len(items))
			}
			return max(0, min(i, int64(len(items))))
		}
		from, to = clamp(from), clamp(to)
		return list(items[from:max(from, to)])
	case "concat":
		for _, a := range args {
			items = append(items, l.flat(a, 1, s)...)
		}
		return list(items)
	case "flat":
		depth := int64(1)
		if arg(0) != value(undefinedValue{}) {
			n, ok := toInteger(arg(0))
			if !ok {
				panic(refuse("flat to a depth that depends on values"))
			}
			depth = n
		}
		return list(l.flat(o, max(0, depth)+1, s))
	case "flatMap":
		var out []value
		var bits []word.ID
		for i := range items {
			more, there := l.flatSparse(call(i), s)
			out, bits = append(out, more...), append(bits, there...)
		}
		return refValue{l.alloc(s, l.maskedArray(out, bits))}
	case "filter":
		if at, ok := l.allBut(arg(0), len(items), s); ok {
			for i := range items {
				items[i] = item(i, s)
			}
			if _, rest, ok := l.spliceAt(items, at, 1, nil, s); ok {
				return list(rest)
			}
		}
		kept := make([]word.ID, len(items))
		for i := range items {
			items[i] = item(i, s)
			kept[i] = l.truthy(l.apply(arg(0), []value{items[i], l.integer(int64(i)), o}, s))
		}
		return refValue{l.alloc(s, l.maskedArray(items, kept))}
	case "keys":
		for i := range items {
			items[i] = l.integer(int64(i))
		}
		return iterator(items)
	case "values":
		return iterator(items)
	case "entries":
		for i := range items {
			items[i] = list([]value{l.integer(int64(i)), items[i]})
		}
		return iterator(items)
	case "sort":
		l.sort(items, nil, args, of, s)
		change(items)
		return o
	case "toSorted":
		l.sort(items, nil, args, of, s)
		return list(items)
	case "push":
		change(append(items, args...))
		return l.integer(int64(len(items) + len(args)))
	case "pop":
		if len(items) == 0 {
			return undefinedValue{}
		}
		change(items[:len(items)-1])
		return items[len(items)-1]
	case "shift":
		if len(items) == 0 {
			return undefinedValue{}
		}
		change(items[1:])
		return items[0]
	case "unshift":
		change(append(slices.Clone(args), items...))
		return l.integer(int64(len(items) + len(args)))
	case "toSpliced":
		if len(args) == 1 && args[0] == value(undefinedValue{}) || len(args) > 1 && args[1] == value(undefinedValue{}) {
			panic(refuse("toSpliced with undefined"))
		}
		copied := list(items).(refValue)
		l.arrayMethod("splice", copied, args, s)
		return copied
	case "splice":
		if len(args) == 0 {
			return list(nil)
		}
		from, okFrom := toInteger(arg(0))
		if from < 0 {
			from += int64(len(items))
		}
		from = max(0, min(from, int64(len(items))))
		count, okCount := int64(len(items))-from, true
		if len(args) > 1 {
			count, okCount = toInteger(arg(1))
		}
		if !okFrom && okCount && len(args) > 1 {
			if removed, rest, ok := l.spliceAt(items, arg(0), max(0, count), args[2:], s); ok {
				change(rest)
				return list(removed)
			}
		}
		if !okFrom || !okCount {
			removed, rest := l.spliceSparse(items, l.allKept(len(items)), args)
			r, ok := o.(refValue)
			if !ok {
				panic(refuse("an array outside the lambda is changed"))
			}
			l.mayChange(r.object)
			s.setObject(r.object, rest)
			return refValue{l.alloc(s, removed)}
		}
		to := from + max(0, min(count, int64(len(items))-from))
		removed := list(slices.Clone(items[from:to]))
		change(slices.Concat(items[:from], args[min(2, len(args)):], items[to:]))
		return removed
	case "fill":
		if len(args) > 1 && mayHaveHoles(o, s) {
			panic(refuse("fill of a part of an array some of whose items were never given"))
		}
		length := l.integer(int64(len(items)))
		first, end := l.fromEnd(arg(1), length), length
		if arg(2) != value(undefinedValue{}) {
			end = l.fromEnd(arg(2), length)
		}
		for i := range items {
			at := l.integer(int64(i))
			within := l.b.And(l.truthy(l.compare(true, first, at)), l.truthy(l.compare(false, at, end)))
			items[i] = l.choose(within, arg(0), items[i])
		}
		change(l.allStoredIn(of, items))
		return o
	case "set":
		if r, ok := o.(refValue); ok && of != anything {
			l.setAll(r, args, s)
			return undefinedValue{}
		}
	case "reverse":
		slices.Reverse(items)
		change(items)
		return o
	case "toReversed":
		slices.Reverse(items)
		return list(items)
	case "with":
		i := l.index(arg(0))
		if i.lo == i.hi && i.lo < 0 {
			i = l.integer(i.lo + int64(len(items)))
		}
		if i.lo < 0 || i.hi >= int64(len(items)) {
			panic(refuse("with at an index that may lie outside the array"))
		}
		n := l.alloc(s, &object{array: true, items: slices.Clone(items)})
		l.setElement(n, s.heap[n], i, arg(1), s)
		return refValue{n}
	}
	if name == "join" && of == anything {
		return l.maskedMethod(name, refValue{l.alloc(s, &object{array: true, items: items})}, args, s)
	}
	panic(refuse("the array method %s", name))
}

// isNaN is one bit: the value is NaN, which === finds nowhere and includes does.
func (l *lowering) isNaN(v value) word.ID {
	switch x := v.(type) {
	case choiceValue:
		return l.b.Mux(x.cond, l.isNaN(x.a), l.isNaN(x.b))
	case floatValue:
		if x.nan {
			return l.b.Compare(word.FNe, x.id, x.id)
		}
	}
	return l.b.Uint(0, 1)
}

// quantify is Array.some or every: it stops at the first item that decides.
func (l *lowering) quantify(some bool, i int, items []value, call func(int, *state) value, s *state) value {
	if i == len(items) {
		return l.truth(!some)
	}
	l.spend(1)
	hit := l.truthy(call(i, s))
	if some {
		return l.alternatives(hit, s, func(*state) value { return l.truth(true) },
			func(s *state) value { return l.quantify(some, i+1, items, call, s) })
	}
	return l.alternatives(hit, s, func(s *state) value { return l.quantify(some, i+1, items, call, s) },
		func(*state) value { return l.truth(false) })
}

// itemAt is item i of a list, counted from the end when i is negative.
func (l *lowering) itemAt(v value, items []value) value {
	if n, ok := toInteger(v); ok { // undefined and known fractions too
		v = l.integer(n)
	}
	i := l.fromTheEnd(l.index(v), int64(len(items)))
	return l.element(i, len(items), func(k int) value { return items[k] })
}

// flat lists a value, or what is in it when it is an array, so many levels deep.
func (l *lowering) flat(v value, depth int64, s *state) []value {
	if depth <= 0 || !l.isArray(v, s) {
		return []value{v}
	}
	if mayHaveHoles(v, s) {
		panic(refuse("an array some of whose items were never given becomes part of another; fill it first"))
	}
	var out []value
	for _, item := range l.iterate(v, s) {
		l.spend(1)
		out = append(out, l.flat(item, depth-1, s)...)
	}
	return out
}

func (l *lowering) isArray(v value, s *state) bool {
	switch x := v.(type) {
	case refValue:
		return s.heap[x.object].array && s.heap[x.object].elements == anything
	case constantValue:
		return x.c.array && x.c.elements == anything
	case choiceValue:
		if l.isArray(x.a, s) || l.isArray(x.b, s) {
			panic(refuse("an array whose length depends on values"))
		}
	}
	return false
}

// find is Array.find or one of those like it: the callback is not called after the item that is found.
func (l *lowering) find(name string, n int, item func(int, *state) value, call func(value, int, *state) value, s *state) value {
	index, last := strings.HasSuffix(name, "Index"), strings.HasPrefix(name, "findLast")
	var from func(k int, s *state) value
	from = func(k int, s *state) value {
		if k == n {
			if index {
				return l.integer(-1)
			}
			return undefinedValue{}
		}
		l.spend(1)
		i := k
		if last {
			i = n - 1 - k
		}
		v := item(i, s)
		return l.alternatives(l.truthy(call(v, i, s)), s, func(*state) value {
			if index {
				return l.integer(int64(i))
			}
			return v
		}, func(s *state) value { return from(k+1, s) })
	}
	return from(0, s)
}

// maxSorted bounds the items that are sorted: each is compared with each.
const maxSorted = 64

// startsWith reports that the first items of a list are those of another one.
func startsWith[T comparable](list, first []T) bool {
	return len(list) >= len(first) && slices.Equal(list[:len(first)], first)
}

// sort puts items in the order of a comparison function, by exchanges of neighbours. The order of equal ones stays.
func (l *lowering) sort(items []value, bits []word.ID, args []value, of elements, s *state) {
	if len(args) == 0 || args[0] == value(undefinedValue{}) {
		if of == anything {
			l.sortBy(items, bits, l.textOrder)
		} else {
			l.sortBy(items, bits, l.numberOrder)
		}
		return
	}
	if len(items) > maxSorted {
		panic(refuse("an array of more than %d values is sorted", maxSorted))
	}
	for _, item := range items {
		if never, known := l.constBool(l.undefined(item)); !known || never {
			panic(refuse("an array is sorted that may hold undefined"))
		}
	}
	variables, objects, throws := slices.Clone(s.cells), slices.Clone(s.heap), len(l.throws)+l.thrown
	for i := range items {
		for k := i; k > 0; k-- {
			l.spend(1)
			if i == 2 && !(startsWith(s.cells, variables) && startsWith(s.heap, objects)) {
				panic(refuse("a comparison that changes variables; how often it is called is not fixed"))
			}
			if i == 2 && len(l.throws)+l.thrown > throws {
				panic(refuse("a comparison that may throw; how often it is called is not fixed"))
			}
			less := func(s *state) value {
				return l.each(l.apply(args[0], []value{items[k], items[k-1]}, s), func(v value) value {
					n := l.toNumber(v)
					if _, big := n.(bigValue); big {
						panic(refuse("a comparison gives a bigint (that throws); compare with < and give -1, 0 or 1"))
					}
					return l.compare(false, n, l.integer(0))
				})
			}
			var swap word.ID
			if bits == nil {
				swap = l.truthy(less(s))
			} else { // what is not there goes to the end
				both, ahead := l.b.And(bits[k], bits[k-1]), l.b.And(bits[k], l.b.Not(bits[k-1]))
				before := l.alternatives(both, s, less, func(*state) value { return l.truth(false) })
				swap = l.b.Or(ahead, l.truthy(before))
				bits[k-1], bits[k] = l.b.Or(bits[k-1], bits[k]), both
			}
			items[k-1], items[k] = l.unify(l.choose(swap, items[k], items[k-1]), s), l.unify(l.choose(swap, items[k-1], items[k]), s)
		}
	}
}
