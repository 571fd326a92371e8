package builtin

import (
	"slices"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

var setMethods = map[string]bool{"has": true, "delete": true, "clear": true, "forEach": true, "keys": true, "values": true, "entries": true}

// NewSet is new Set or new Map of what is in a list.
func (l *Lowering) NewSet(isMap bool, args []domain.Value, s *domain.State) domain.Value {
	o := domain.SetValue{Keys: l.Alloc(s, &domain.Object{Array: true}), Values: domain.NoValues}
	if isMap {
		o.Values = l.Alloc(s, &domain.Object{Array: true})
	}
	if len(args) == 0 || choice.IsNothing(args[0]) {
		return o
	}
	list := l.Iterated(args[0], s)
	l.GoThrough(list, s)
	items, bits := l.AppendSparse(nil, nil, list, s)
	for i, item := range items {
		v := domain.Value(domain.UndefinedValue{})
		if isMap {
			l.Each(item, func(pair domain.Value) domain.Value {
				if domain.TypeOf(pair) != "object" {
					panic(domain.Refuse("a Map is made of something else than pairs"))
				}
				return pair
			})
			v, item = l.Property(item, l.Integer(1), s), l.Property(item, l.Integer(0), s)
		}
		l.putIn(o, bits[i], item, v, s)
	}
	return o
}

// keyBits tells for each entry whether it is there and has a key, and whether any has.
func (l *Lowering) keyBits(o domain.SetValue, key domain.Value, s *domain.State) (list []word.ID, hit word.ID) {
	a := s.Heap[o.Keys]
	l.Spend(1 + len(a.Items)/4)
	hit = l.B.Uint(0, 1)
	for i, there := range l.PresenceMask(a) {
		same := l.Truthy(l.StrictEqual(a.Items[i], key))
		same = l.B.Or(same, l.B.And(l.isNaN(a.Items[i]), l.isNaN(key)))
		list = append(list, l.B.And(there, same))
		hit = l.B.Or(hit, list[i])
	}
	return list, hit
}

// putIn gives a key a value, where a condition holds.
func (l *Lowering) putIn(o domain.SetValue, when word.ID, key, v domain.Value, s *domain.State) {
	l.MayChange(o.Keys)
	key = l.Each(key, func(key domain.Value) domain.Value { // -0 is 0
		switch k := key.(type) {
		case domain.IntValue:
			k.NegZero = false
			return k
		case domain.FloatValue:
			return l.Arithmetic(domain.Plus, k, l.Integer(0))
		}
		return key
	})
	hits, there := l.keyBits(o, key, s)
	bits := append(slices.Clone(l.PresenceMask(s.Heap[o.Keys])), l.B.And(when, l.B.Not(there)))
	if o.Values != domain.NoValues {
		values := slices.Clone(s.Heap[o.Values].Items)
		for i := range values {
			values[i] = l.Choose(l.B.And(when, hits[i]), v, values[i])
		}
		s.SetObject(o.Values, l.MaskedArray(append(values, v), bits))
	}
	s.SetObject(o.Keys, l.MaskedArray(append(slices.Clone(s.Heap[o.Keys].Items), key), bits))
}

// PropertyOfSet reads a property of a Map or Set of the lambda.
func (l *Lowering) PropertyOfSet(o domain.SetValue, key domain.Value, s *domain.State) domain.Value {
	name, _ := key.(domain.ConstString)
	switch {
	case name.S == "size":
		return l.Positions(l.PresenceMask(s.Heap[o.Keys]))[len(s.Heap[o.Keys].Items)]
	case setMethods[name.S], o.Values == domain.NoValues && name.S == "add", o.Values != domain.NoValues && (name.S == "get" || name.S == "set"):
		return domain.BuiltinValue{Name: "Set." + name.S, This: o}
	}
	panic(domain.Refuse("the property '%s' of a Map or Set", name.S))
}

func (l *Lowering) setMethod(name string, o domain.SetValue, args []domain.Value, s *domain.State) domain.Value {
	arg := func(i int) domain.Value {
		if i < len(args) {
			return args[i]
		}
		return domain.UndefinedValue{}
	}
	iterator := func(list *domain.Object) domain.Value {
		made := *list
		made.Lists = &domain.LiveView{Of: o, Objects: domain.Objects(o, s, nil)}
		return domain.RefValue{Object: l.Alloc(s, &made)}
	}
	switch name {
	case "has":
		_, hit := l.keyBits(o, arg(0), s)
		return domain.BoolValue{ID: hit}
	case "get":
		hits, hit := l.keyBits(o, arg(0), s)
		var v domain.Value = domain.UndefinedValue{}
		sure := l.IsTrue(hit) // then the last one that may have it has it where no other has
		for i, item := range slices.Backward(s.Heap[o.Values].Items) {
			if is, known := l.ConstBool(hits[i]); sure && !(known && !is) {
				v, sure = item, false
			} else {
				v = l.Choose(hits[i], item, v)
			}
		}
		return v
	case "add", "set":
		l.putIn(o, l.B.Uint(1, 1), arg(0), arg(1), s)
		return o
	case "delete":
		l.MayChange(o.Keys)
		hits, hit := l.keyBits(o, arg(0), s)
		bits := slices.Clone(l.PresenceMask(s.Heap[o.Keys]))
		for i := range bits {
			bits[i] = l.B.And(bits[i], l.B.Not(hits[i]))
		}
		l.keepEntries(o, bits, s)
		return domain.BoolValue{ID: hit}
	case "clear":
		l.MayChange(o.Keys)
		l.keepEntries(o, make([]word.ID, 0), s)
		return domain.UndefinedValue{}
	case "forEach":
		before := domain.Objects(o, s, nil)
		keys, values := s.Heap[o.Keys], o.ValuesIn(s)
		for i, there := range l.PresenceMask(keys) {
			l.Alternatives(there, s, func(s *domain.State) domain.Value {
				l.Apply(arg(0), []domain.Value{values.Items[i], keys.Items[i], o}, s)
				return domain.UndefinedValue{}
			}, func(*domain.State) domain.Value { return domain.UndefinedValue{} })
			if !slices.Equal(before, domain.Objects(o, s, nil)) {
				panic(domain.Refuse("a Map or Set is changed while forEach goes through it"))
			}
		}
		return domain.UndefinedValue{}
	case "entries":
		return iterator(l.entries(o, true, s))
	case "values":
		return iterator(o.ValuesIn(s))
	}
	return iterator(s.Heap[o.Keys])
}

// keepEntries leaves the entries of which the bits are 1; there may be fewer bits than entries.
func (l *Lowering) keepEntries(o domain.SetValue, bits []word.ID, s *domain.State) {
	if o.Values != domain.NoValues {
		s.SetObject(o.Values, l.MaskedArray(s.Heap[o.Values].Items[:len(bits)], bits))
	}
	s.SetObject(o.Keys, l.MaskedArray(s.Heap[o.Keys].Items[:len(bits)], bits))
}
