package lower

import (
	"slices"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// The methods of arrays whose length depends on values (presence.go).

// sparseMethods are the methods that need no known length.
var sparseMethods = map[string]bool{
	"reduce": true, "forEach": true, "map": true, "filter": true, "some": true, "every": true, "includes": true, "find": true, "findIndex": true, "indexOf": true,
	"at": true, "push": true, "pop": true, "shift": true, "unshift": true, "concat": true, "reverse": true, "toReversed": true, "slice": true, "flatMap": true, "join": true, "sort": true, "toSorted": true, "splice": true, "fill": true, "keys": true,
	"toSpliced": true, "reduceRight": true, "lastIndexOf": true,
}

// needsLength is why other methods are refused.
const needsLength = "the method %s of an array whose length depends on values"

// maskedMethod calls a method of an array whose length depends on values.
func (l *lowering) maskedMethod(name string, r refValue, args []value, s *state) value {
	if !sparseMethods[name] { // an argument may have changed the length since the method was read
		panic(refuse(needsLength, name))
	}
	o := l.object(s, r.object)
	arg := func(i int) value {
		if i < len(args) {
			return args[i]
		}
		return undefinedValue{}
	}
	bits := l.presenceMask(o)
	places := l.positions(bits)
	length := places[len(bits)]
	// each calls do for the items that are kept; it gives what do gave, or otherwise.
	each := func(i int, s *state, otherwise value, do func(*state) value) value {
		l.spend(1)
		v := l.alternatives(bits[i], s, do, func(*state) value { return otherwise })
		if s.heap[r.object] != o {
			panic(refuse("an array whose length depends on values is changed while %s goes through it", name))
		}
		return v
	}
	call := func(i int, s *state) value { return l.apply(arg(0), []value{o.items[i], places[i], r}, s) }
	holds := func(i int, s *state, otherwise bool) value {
		return each(i, s, l.truth(otherwise), func(s *state) value { return boolValue{l.truthy(call(i, s))} })
	}
	made := func(items []value, kept []word.ID) value { return refValue{l.alloc(s, l.maskedArray(items, kept))} }
	change := func(items []value, kept []word.ID) {
		l.mayChange(r.object)
		s.setObject(r.object, l.maskedArray(items, kept))
	}
	if o.holes != nil && (name != "fill" || len(args) > 1) && name != "keys" {
		panic(refuse("the method %s of an array some of whose items were never given; fill it first, as in Array(n).fill(0)", name))
	}
	switch name {
	case "fill":
		first, end := l.fromEnd(arg(1), length), length
		if arg(2) != value(undefinedValue{}) {
			end = l.fromEnd(arg(2), length)
		}
		items := slices.Clone(o.items)
		for i := range items {
			within := l.b.And(l.truthy(l.compare(true, first, places[i])), l.truthy(l.compare(false, places[i], end)))
			items[i] = l.choose(within, arg(0), items[i])
		}
		change(items, bits)
		return r
	case "keys":
		made := l.maskedArray(places[:len(bits)], bits)
		made.lists = &view{of: r, objects: objects(r, s, nil)}
		return refValue{l.alloc(s, made)}
	case "forEach":
		for i := range o.items {
			each(i, s, undefinedValue{}, func(s *state) value { return call(i, s) })
		}
		return undefinedValue{}
	case "map":
		items := make([]value, len(o.items))
		for i := range items {
			each(i, s, undefinedValue{}, func(s *state) value {
				items[i] = call(i, s)
				return undefinedValue{}
			})
		}
		return made(items, bits)
	case "filter":
		kept := make([]word.ID, len(bits))
		for i := range kept {
			kept[i] = l.truthy(holds(i, s, false))
		}
		return made(o.items, kept)
	case "slice":
		kept := slices.Clone(bits)
		for k, i := range args[:min(len(args), 2)] {
			if i == value(undefinedValue{}) {
				continue
			}
			end := l.fromEnd(i, length)
			for n := range kept {
				within := l.truthy(l.compare(false, places[n], end))
				if k == 0 {
					within = l.b.Not(within)
				}
				kept[n] = l.b.And(kept[n], within)
			}
		}
		return made(o.items, kept)
	case "flatMap":
		var items []value
		var kept []word.ID
		for i := range o.items {
			v := each(i, s, undefinedValue{}, func(s *state) value { return call(i, s) })
			more, there := l.flatSparse(l.where(bits[i], v), s)
			for k := range there {
				items, kept = append(items, more[k]), append(kept, l.b.And(bits[i], there[k]))
			}
		}
		return made(items, kept)
	case "join":
		if arg(0) == value(constString{""}) {
			if v, ok := l.joined(o); ok {
				return v
			}
		}
		panic(refuse("join of anything but single letters, or with something between them"))
	case "reduce":
		next := func(i int, acc value, s *state) value {
			return l.apply(args[0], []value{acc, o.items[i], places[i], r}, s)
		}
		if len(args) < 2 {
			some := l.b.Uint(0, 1) // item before this one is there
			var acc value = undefinedValue{}
			for i := range o.items {
				acc = each(i, s, acc, func(s *state) value {
					return l.alternatives(some, s, func(s *state) value { return next(i, acc, s) }, func(*state) value { return o.items[i] })
				})
				some = l.b.Or(some, bits[i])
			}
			switch {
			case l.implies(l.reached(s), some):
			case l.doubts != nil:
				l.assume(l.b.Not(some), s)
			case !l.b.AlwaysZero(l.b.And(l.reached(s), l.b.Not(some)), maxTried):
				panic(refuse("reduce without a start of an array that may be empty; give it one, as in reduce((a, b) => a + b, 0)"))
			}
			return l.defined(acc)
		}
		acc := args[1]
		for i := range o.items {
			acc = each(i, s, acc, func(s *state) value { return next(i, acc, s) })
		}
		return acc
	case "reduceRight":
		if len(args) < 2 {
			panic(refuse("reduceRight without a start of an array that may be empty; give it one"))
		}
		acc := args[1]
		for i := range slices.Backward(o.items) {
			acc = each(i, s, acc, func(s *state) value { return l.apply(args[0], []value{acc, o.items[i], places[i], r}, s) })
		}
		return acc
	case "sort", "toSorted":
		items, kept := slices.Clone(o.items), slices.Clone(bits)
		l.sort(items, kept, args, anything, s)
		if name == "toSorted" {
			return made(items, kept)
		}
		change(items, kept)
		return r
	case "some", "every":
		return l.quantify(name == "some", 0, o.items, func(i int, s *state) value { return holds(i, s, name == "every") }, s)
	case "find", "findIndex":
		return l.findAt(name, o.items, places, func(i int, s *state) value { return holds(i, s, false) }, s)
	case "includes", "indexOf":
		if len(args) > 1 {
			panic(refuse("%s from a position on", name))
		}
		var found value = l.truth(false)
		if name == "indexOf" {
			found = l.integer(-1)
		}
		for i := len(o.items) - 1; i >= 0; i-- {
			hit := l.truthy(l.strictEqual(o.items[i], arg(0)))
			var v value = places[i]
			if name == "includes" {
				hit, v = l.b.Or(hit, l.b.And(l.isNaN(o.items[i]), l.isNaN(arg(0)))), l.truth(true)
			}
			found = l.choose(l.b.And(bits[i], hit), v, found)
		}
		return found
	case "at":
		return l.maskedItem(o, l.fromEnd(arg(0), length))
	case "push":
		return l.append(r, &object{items: args}, s)
	case "unshift":
		change(slices.Concat(args, o.items), slices.Concat(l.allKept(len(args)), bits))
		return l.arithmetic(token.PLUS, length, l.integer(int64(len(args))))
	case "pop", "shift":
		rest, v := l.takenOff(o, name == "pop")
		l.mayChange(r.object)
		s.setObject(r.object, rest)
		return v
	case "splice", "toSpliced":
		removed, rest := &object{array: true}, o
		if len(args) > 0 {
			removed, rest = l.spliceSparse(o.items, bits, args)
		}
		if name == "toSpliced" {
			return refValue{l.alloc(s, l.maskedArray(rest.items, l.presenceMask(rest)))}
		}
		change(rest.items, l.presenceMask(rest))
		return refValue{l.alloc(s, removed)}
	case "lastIndexOf":
		if len(args) > 1 {
			panic(refuse("%s from a position on", name))
		}
		var found value = l.integer(-1)
		for i, item := range o.items {
			found = l.choose(l.b.And(bits[i], l.truthy(l.strictEqual(item, arg(0)))), places[i], found)
		}
		return found
	case "concat":
		items, kept := slices.Clone(o.items), slices.Clone(bits)
		for _, a := range args {
			more, there := l.flatSparse(a, s)
			items, kept = append(items, more...), append(kept, there...)
		}
		return made(items, kept)
	}
	// reverse and toReversed
	items, kept := slices.Clone(o.items), slices.Clone(bits)
	slices.Reverse(items)
	slices.Reverse(kept)
	if name == "toReversed" {
		return made(items, kept)
	}
	change(items, kept)
	return r
}

// fromEnd is a position, counted from the end when it is negative.
func (l *lowering) fromEnd(position, length value) intValue {
	n, ok := toInteger(position) // undefined and known fractions, too
	i := l.integer(n)
	if !ok {
		i = l.index(position)
	}
	if i.lo >= 0 {
		return i
	}
	return l.index(l.choose(l.truthy(l.compare(false, i, l.integer(0))), l.arithmetic(token.PLUS, i, length), i))
}

// flatSparse lists a value, or what is in it when it is an array, with the bits that say what is there.
func (l *lowering) flatSparse(v value, s *state) ([]value, []word.ID) {
	switch v.(type) {
	case setValue, memoryValue, cellsValue:
		return []value{v}, l.allKept(1)
	}
	if o, ok := l.masked(v, s); ok {
		if o.holes != nil {
			panic(refuse("an array some of whose items were never given becomes part of another; fill it first"))
		}
		return o.items, l.presenceMask(o)
	}
	items := l.flat(v, 1, s)
	return items, l.allKept(len(items))
}

// findAt is Array.find or findIndex: the callback is not called after the item that is found.
func (l *lowering) findAt(name string, items, places []value, holds func(int, *state) value, s *state) value {
	var from func(i int, s *state) value
	from = func(i int, s *state) value {
		if i == len(items) {
			if name == "findIndex" {
				return l.integer(-1)
			}
			return undefinedValue{}
		}
		return l.alternatives(l.truthy(holds(i, s)), s, func(*state) value {
			if name == "findIndex" {
				return places[i]
			}
			return items[i]
		}, func(s *state) value { return from(i+1, s) })
	}
	return from(0, s)
}
