package builtin

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// SetNumbered gives one of some records a property; false when they are something else than objects.
func (l *Lowering) SetNumbered(sel *domain.Selection, key, v domain.Value, s *domain.State) bool {
	if !sel.Numbered {
		return false
	}
	for _, e := range sel.Entries {
		if o := s.Heap[e.(domain.RefValue).Object]; o.Array || o.Writes != nil || o.Lists != nil || o.Class != nil && len(o.Class.Setters) > 0 {
			return false
		}
	}
	name := l.AsName(key)
	for i, e := range sel.Entries {
		l.Spend(1)
		n := e.(domain.RefValue).Object
		l.MayAssign(s.Heap[n], name)
		o := s.Heap[n].Copy(1)
		l.SetKey(o, l.B.Eq(sel.Class, l.B.Uint(uint64(i), l.B.Width(sel.Class))), name, v)
		l.MayChangeProperty(n, name, s)
		s.SetObject(n, o)
	}
	return true
}

// KeysOf lists the own properties of a plain object.
func (l *Lowering) KeysOf(v domain.Value, s *domain.State) ([]string, bool) {
	switch x := v.(type) {
	case domain.RefValue:
		if o := s.Heap[x.Object]; !o.Array && !o.Class.IsLiteral() {
			if len(o.PresentIf) > 0 || o.Mixed {
				panic(domain.Refuse("the keys of an object that has some of its properties, or their order, depending on values"))
			}
			return capture.PublicKeys(o), true
		}
	case domain.ConstantValue:
		if x.C.Props != nil {
			return x.C.Keys, true
		}
	case domain.UndefinedValue, domain.NullValue:
		return nil, true
	}
	return nil, false
}

// ObjectMethod is Object.keys, values, entries or assign.
func (l *Lowering) ObjectMethod(name string, args []domain.Value, s *domain.State) domain.Value {
	if len(args) == 0 {
		panic(domain.Refuse("%s without an argument (that throws)", name))
	}
	if name == "Object.assign" {
		for _, from := range args[1:] {
			l.assignInto(args[0], l.B.Uint(1, 1), from, s)
		}
		return args[0]
	}
	var keys []string
	var bits []word.ID // nil: all are there
	if l.isArray(args[0], s) {
		l.NoStrays()
		if mayHaveHoles(args[0], s) {
			panic(domain.Refuse("%s of an array some of whose items were never given; fill it first, as in Array(n).fill(0)", name))
		}
		for i := range l.Iterate(args[0], s) {
			keys = append(keys, strconv.Itoa(i))
		}
	} else if sparse, there, ok := l.MaskedKeys(args[0], s); ok {
		keys, bits = sparse, there
	} else {
		named, ok := l.KeysOf(args[0], s)
		if _, plain := args[0].(domain.ChoiceValue); !ok || plain || args[0] == domain.Value(domain.UndefinedValue{}) || args[0] == domain.Value(domain.NullValue{}) {
			panic(domain.Refuse("%s of something that is no plain object", name))
		}
		keys = inOrder(named)
	}
	list := func(items ...domain.Value) domain.Value {
		return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: items})}
	}
	item := func(i int) domain.Value {
		v := l.Property(args[0], domain.ConstString{S: keys[i]}, s)
		if bits != nil && l.isGiven(v, bits[i], MaxTried/len(keys)) {
			v = l.NotUndefined(v)
		}
		return v
	}
	items := make([]domain.Value, len(keys))
	for i, k := range keys {
		switch name {
		case "Object.keys":
			items[i] = domain.ConstString{S: k}
		case "Object.values":
			items[i] = item(i)
		default:
			items[i] = list(domain.ConstString{S: k}, item(i))
		}
	}
	if bits != nil {
		return domain.RefValue{Object: l.Alloc(s, l.MaskedArray(items, bits))}
	}
	return list(items...)
}

// MaskedKeys lists the properties that an object of the lambda may have, in the order of the language, and which of
// them are there; false for anything else, and where their order depends on values.
func (l *Lowering) MaskedKeys(v domain.Value, s *domain.State) (keys []string, bits []word.ID, ok bool) {
	r, isRef := v.(domain.RefValue)
	if !isRef {
		return nil, nil, false
	}
	o := s.Heap[r.Object]
	if o.Array || o.Class != nil || o.Writes != nil || len(o.PresentIf) == 0 {
		return nil, nil, false
	}
	if o.Mixed && slices.ContainsFunc(o.Keys, func(k string) bool { _, index := l.StringIndex(k); return !index }) {
		return nil, nil, false
	}
	keys = inOrder(o.Keys)
	for _, k := range keys {
		bits = append(bits, l.Present(o, k))
	}
	return keys, bits, true
}

// isGiven reports that the value of a property is not undefined where the property is there; so many values may be
// tried.
func (l *Lowering) isGiven(v domain.Value, there word.ID, limit int) bool {
	missing := l.Undefined(v)
	return l.opposite(missing, there) || l.B.AlwaysZero(l.B.And(there, missing), limit)
}

// opposite reports that a bit is 1 where another one is 0, and 0 where it is 1, as those of a property that has been
// given under some conditions are.
func (l *Lowering) opposite(missing, there word.ID) bool {
	for {
		m, t := l.B.Ops[missing], l.B.Ops[there]
		switch {
		case m.Kind == word.Not && m.A == there, t.Kind == word.Not && t.A == missing:
			return true
		case m.Kind != word.And || t.Kind != word.Or:
			return false
		case l.B.Not(m.A) == t.A:
			missing, there = m.B, t.B
		case l.B.Not(m.B) == t.B:
			missing, there = m.A, t.A
		case l.B.Not(m.A) == t.B:
			missing, there = m.B, t.A
		case l.B.Not(m.B) == t.A:
			missing, there = m.A, t.B
		default:
			return false
		}
	}
}

// Narrow makes a path on which an object has a property know that it has a value.
func (l *Lowering) Narrow(s *domain.State, object int, key string, limit int) {
	o := s.Heap[object]
	there, perhaps := o.PresentIf[key]
	if !perhaps || l.IsTrue(there) || !l.isGiven(o.Get(key), there, limit) {
		return
	}
	n := o.Copy(0)
	n.Props[key] = l.NotUndefined(o.Get(key))
	n.Narrowed = o.Base()
	s.SetObject(object, n)
}

// assignInto is Object.assign where a condition holds.
func (l *Lowering) assignInto(into domain.Value, cond word.ID, from domain.Value, s *domain.State) {
	switch x := into.(type) {
	case domain.ChoiceValue:
		l.assignInto(x.A, l.B.And(cond, x.Cond), from, s)
		l.assignInto(x.B, l.B.And(cond, l.B.Not(x.Cond)), from, s)
		return
	case domain.RefValue:
		if old := s.Heap[x.Object]; !old.Array && old.Class == nil {
			o := old.Copy(1)
			l.SpreadInto(o, cond, from, s)
			l.MayChange(x.Object)
			s.SetObject(x.Object, o)
			return
		}
	}
	panic(domain.Refuse("Object.assign to something that is no plain object of the lambda"))
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

// fromEntries is Object.fromEntries.
func (l *Lowering) fromEntries(list domain.Value, s *domain.State) domain.Value {
	o := &domain.Object{Props: map[string]domain.Value{}}
	for _, item := range l.Iterate(list, s) {
		pair := append(l.Iterate(item, s), domain.UndefinedValue{}, domain.UndefinedValue{})
		l.SetKey(o, l.B.Uint(1, 1), l.AsName(pair[0]), pair[1])
	}
	return domain.RefValue{Object: l.Alloc(s, o)}
}
