package lower

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"simten.dev/engine/word"
)

// keysOf lists the own properties of a plain object.
func (l *lowering) keysOf(v value, s *state) ([]string, bool) {
	switch x := v.(type) {
	case refValue:
		if o := s.heap[x.object]; !o.array && !o.class.isLiteral() {
			if len(o.presentIf) > 0 || o.mixed {
				panic(refuse("the keys of an object that has some of its properties, or their order, depending on values"))
			}
			return o.publicKeys(), true
		}
	case constantValue:
		if x.c.props != nil {
			return x.c.keys, true
		}
	case undefinedValue, nullValue:
		return nil, true
	}
	return nil, false
}

// objectMethod is Object.keys, values, entries or assign.
func (l *lowering) objectMethod(name string, args []value, s *state) value {
	if len(args) == 0 {
		panic(refuse("%s without an argument (that throws)", name))
	}
	if name == "Object.assign" {
		for _, from := range args[1:] {
			l.assignInto(args[0], l.b.Uint(1, 1), from, s)
		}
		return args[0]
	}
	var keys []string
	var bits []word.ID // nil: all are there
	if l.isArray(args[0], s) {
		l.noStrays()
		if mayHaveHoles(args[0], s) {
			panic(refuse("%s of an array some of whose items were never given; fill it first, as in Array(n).fill(0)", name))
		}
		for i := range l.iterate(args[0], s) {
			keys = append(keys, strconv.Itoa(i))
		}
	} else if sparse, there, ok := l.maskedKeys(args[0], s); ok {
		keys, bits = sparse, there
	} else {
		named, ok := l.keysOf(args[0], s)
		if _, plain := args[0].(choiceValue); !ok || plain || args[0] == value(undefinedValue{}) || args[0] == value(nullValue{}) {
			panic(refuse("%s of something that is no plain object", name))
		}
		keys = inOrder(named)
	}
	list := func(items ...value) value {
		return refValue{l.alloc(s, &object{array: true, items: items})}
	}
	item := func(i int) value {
		v := l.property(args[0], constString{keys[i]}, s)
		if bits != nil && l.isGiven(v, bits[i], maxTried/len(keys)) {
			v = l.notUndefined(v)
		}
		return v
	}
	items := make([]value, len(keys))
	for i, k := range keys {
		switch name {
		case "Object.keys":
			items[i] = constString{k}
		case "Object.values":
			items[i] = item(i)
		default:
			items[i] = list(constString{k}, item(i))
		}
	}
	if bits != nil {
		return refValue{l.alloc(s, l.maskedArray(items, bits))}
	}
	return list(items...)
}

// sparseKeys lists the properties that an object of the lambda may have, in the order of the language, and which of
// them are there; false for anything else, and where their order depends on values.
func (l *lowering) maskedKeys(v value, s *state) (keys []string, bits []word.ID, ok bool) {
	r, isRef := v.(refValue)
	if !isRef {
		return nil, nil, false
	}
	o := s.heap[r.object]
	if o.array || o.class != nil || o.writes != nil || len(o.presentIf) == 0 {
		return nil, nil, false
	}
	if o.mixed && slices.ContainsFunc(o.keys, func(k string) bool { _, index := l.stringIndex(k); return !index }) {
		return nil, nil, false
	}
	keys = inOrder(o.keys)
	for _, k := range keys {
		bits = append(bits, l.present(o, k))
	}
	return keys, bits, true
}

// isGiven reports that the value of a property is not undefined where the property is there; so many values may be
// tried.
func (l *lowering) isGiven(v value, there word.ID, limit int) bool {
	missing := l.undefined(v)
	return l.opposite(missing, there) || l.b.AlwaysZero(l.b.And(there, missing), limit)
}

// opposite reports that a bit is 1 where another one is 0, and 0 where it is 1, as those of a property that has been
// given under some conditions are.
func (l *lowering) opposite(missing, there word.ID) bool {
	for {
		m, t := l.b.Ops[missing], l.b.Ops[there]
		switch {
		case m.Kind == word.Not && m.A == there, t.Kind == word.Not && t.A == missing:
			return true
		case m.Kind != word.And || t.Kind != word.Or:
			return false
		case l.b.Not(m.A) == t.A:
			missing, there = m.B, t.B
		case l.b.Not(m.B) == t.B:
			missing, there = m.A, t.A
		case l.b.Not(m.A) == t.B:
			missing, there = m.B, t.A
		case l.b.Not(m.B) == t.A:
			missing, there = m.A, t.B
		default:
			return false
		}
	}
}

// narrow makes a path on which an object has a property know that it has a value.
func (l *lowering) narrow(s *state, object int, key string, limit int) {
	o := s.heap[object]
	there, perhaps := o.presentIf[key]
	if !perhaps || l.isTrue(there) || !l.isGiven(o.get(key), there, limit) {
		return
	}
	n := o.copy(0)
	n.props[key] = l.notUndefined(o.get(key))
	n.narrowed = o.base()
	s.setObject(object, n)
}

// base is an object as it is where less is known of it.
func (o *object) base() *object {
	if o.narrowed != nil {
		return o.narrowed
	}
	return o
}

// assignInto is Object.assign where a condition holds.
func (l *lowering) assignInto(into value, cond word.ID, from value, s *state) {
	switch x := into.(type) {
	case choiceValue:
		l.assignInto(x.a, l.b.And(cond, x.cond), from, s)
		l.assignInto(x.b, l.b.And(cond, l.b.Not(x.cond)), from, s)
		return
	case refValue:
		if old := s.heap[x.object]; !old.array && old.class == nil {
			o := old.copy(1)
			l.spreadInto(o, cond, from, s)
			l.mayChange(x.object)
			s.setObject(x.object, o)
			return
		}
	}
	panic(refuse("Object.assign to something that is no plain object of the lambda"))
}

// inOrder gives keys in the order of the language: those that are indices come first, by size.
func inOrder(keys []string) []string {
	var indices, others []string
	size := map[string]uint64{}
	for _, k := range keys {
		if n, err := strconv.ParseUint(k, 10, 32); err == nil && n < math.MaxUint32 && strconv.FormatUint(n, 10) == k {
			size[k] = n
			indices = append(indices, k)
		} else {
			others = append(others, k)
		}
	}
	slices.SortFunc(indices, func(a, b string) int { return cmp.Compare(size[a], size[b]) })
	return append(indices, others...)
}
