package lower

import (
	"slices"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// setValue is a Map or Set that the lambda makes. Its keys, and the values of a Map, are arrays in the order in which
// they came; what may not be there has a bit that says so (presence.go). Both arrays have the same bits.
type setValue struct {
	keys, values int // objects; a Set has no values, noValues
}

func (setValue) isValue() {}

const noValues = -1

var setMethods = map[string]bool{"has": true, "delete": true, "clear": true, "forEach": true, "keys": true, "values": true, "entries": true}

// newSet is new Set or new Map of what is in a list.
func (l *lowering) newSet(isMap bool, args []value, s *state) value {
	o := setValue{l.alloc(s, &object{array: true}), noValues}
	if isMap {
		o.values = l.alloc(s, &object{array: true})
	}
	if len(args) == 0 || isNothing(args[0]) {
		return o
	}
	list := l.iterated(args[0], s)
	l.goThrough(list, s)
	items, bits := l.appendSparse(nil, nil, list, s)
	for i, item := range items {
		v := value(undefinedValue{})
		if isMap {
			l.each(item, func(pair value) value {
				if typeOf(pair) != "object" {
					panic(refuse("a Map is made of something else than pairs"))
				}
				return pair
			})
			v, item = l.property(item, l.integer(1), s), l.property(item, l.integer(0), s)
		}
		l.putIn(o, bits[i], item, v, s)
	}
	return o
}

// keyBits tells for each entry whether it is there and has a key, and whether any has.
func (l *lowering) keyBits(o setValue, key value, s *state) (list []word.ID, hit word.ID) {
	a := s.heap[o.keys]
	l.spend(1 + len(a.items)/4)
	hit = l.b.Uint(0, 1)
	for i, there := range l.presenceMask(a) {
		same := l.truthy(l.strictEqual(a.items[i], key))
		same = l.b.Or(same, l.b.And(l.isNaN(a.items[i]), l.isNaN(key)))
		list = append(list, l.b.And(there, same))
		hit = l.b.Or(hit, list[i])
	}
	return list, hit
}

// putIn gives a key a value, where a condition holds.
func (l *lowering) putIn(o setValue, when word.ID, key, v value, s *state) {
	l.mayChange(o.keys)
	key = l.each(key, func(key value) value { // -0 is 0
		switch k := key.(type) {
		case intValue:
			k.negZero = false
			return k
		case floatValue:
			return l.arithmetic(token.PLUS, k, l.integer(0))
		}
		return key
	})
	hits, there := l.keyBits(o, key, s)
	bits := append(slices.Clone(l.presenceMask(s.heap[o.keys])), l.b.And(when, l.b.Not(there)))
	if o.values != noValues {
		values := slices.Clone(s.heap[o.values].items)
		for i := range values {
			values[i] = l.choose(l.b.And(when, hits[i]), v, values[i])
		}
		s.setObject(o.values, l.maskedArray(append(values, v), bits))
	}
	s.setObject(o.keys, l.maskedArray(append(slices.Clone(s.heap[o.keys].items), key), bits))
}

// valuesIn are the values of a Map, or the keys of a Set.
func (o setValue) valuesIn(s *state) *object {
	if o.values == noValues {
		return s.heap[o.keys]
	}
	return s.heap[o.values]
}

// entries is an array of the keys of a Set, or of pairs.
func (l *lowering) entries(o setValue, pairs bool, s *state) *object {
	keys := s.heap[o.keys]
	if !pairs {
		return keys
	}
	list := &object{array: true, present: keys.present}
	for i, v := range o.valuesIn(s).items {
		list.items = append(list.items, refValue{l.alloc(s, &object{array: true, items: []value{keys.items[i], v}})})
	}
	return list
}

func (l *lowering) propertyOfSet(o setValue, key value, s *state) value {
	name, _ := key.(constString)
	switch {
	case name.s == "size":
		return l.positions(l.presenceMask(s.heap[o.keys]))[len(s.heap[o.keys].items)]
	case setMethods[name.s], o.values == noValues && name.s == "add", o.values != noValues && (name.s == "get" || name.s == "set"):
		return builtinValue{"Set." + name.s, o}
	}
	panic(refuse("the property '%s' of a Map or Set", name.s))
}

func (l *lowering) setMethod(name string, o setValue, args []value, s *state) value {
	arg := func(i int) value {
		if i < len(args) {
			return args[i]
		}
		return undefinedValue{}
	}
	iterator := func(list *object) value {
		made := *list
		made.lists = &view{of: o, objects: objects(o, s, nil)}
		return refValue{l.alloc(s, &made)}
	}
	switch name {
	case "has":
		_, hit := l.keyBits(o, arg(0), s)
		return boolValue{hit}
	case "get":
		hits, hit := l.keyBits(o, arg(0), s)
		var v value = undefinedValue{}
		sure := l.isTrue(hit) // then the last one that may have it has it where no other has
		for i, item := range slices.Backward(s.heap[o.values].items) {
			if is, known := l.constBool(hits[i]); sure && !(known && !is) {
				v, sure = item, false
			} else {
				v = l.choose(hits[i], item, v)
			}
		}
		return v
	case "add", "set":
		l.putIn(o, l.b.Uint(1, 1), arg(0), arg(1), s)
		return o
	case "delete":
		l.mayChange(o.keys)
		hits, hit := l.keyBits(o, arg(0), s)
		bits := slices.Clone(l.presenceMask(s.heap[o.keys]))
		for i := range bits {
			bits[i] = l.b.And(bits[i], l.b.Not(hits[i]))
		}
		l.keepEntries(o, bits, s)
		return boolValue{hit}
	case "clear":
		l.mayChange(o.keys)
		l.keepEntries(o, make([]word.ID, 0), s)
		return undefinedValue{}
	case "forEach":
		before := objects(o, s, nil)
		keys, values := s.heap[o.keys], o.valuesIn(s)
		for i, there := range l.presenceMask(keys) {
			l.alternatives(there, s, func(s *state) value {
				l.apply(arg(0), []value{values.items[i], keys.items[i], o}, s)
				return undefinedValue{}
			}, func(*state) value { return undefinedValue{} })
			if !slices.Equal(before, objects(o, s, nil)) {
				panic(refuse("a Map or Set is changed while forEach goes through it"))
			}
		}
		return undefinedValue{}
	case "entries":
		return iterator(l.entries(o, true, s))
	case "values":
		return iterator(o.valuesIn(s))
	}
	return iterator(s.heap[o.keys])
}

// keepEntries leaves the entries of which the bits are 1; there may be fewer bits than entries.
func (l *lowering) keepEntries(o setValue, bits []word.ID, s *state) {
	if o.values != noValues {
		s.setObject(o.values, l.maskedArray(s.heap[o.values].items[:len(bits)], bits))
	}
	s.setObject(o.keys, l.maskedArray(s.heap[o.keys].items[:len(bits)], bits))
}

// knownEntries lists a Map or Set from outside the lambda.
func (l *lowering) knownEntries(o collectionValue, s *state) []value {
	list := make([]value, len(o.c.keys))
	for i, name := range o.c.keys {
		list[i] = constString{name}
		if o.numbers {
			list[i] = l.stringToNumber(name)
		}
		if !o.set {
			v := l.constantProperty(constantValue{o.c}, constString{name})
			list[i] = refValue{l.alloc(s, &object{array: true, items: []value{list[i], v}})}
		}
	}
	return list
}
