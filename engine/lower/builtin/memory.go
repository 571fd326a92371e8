package builtin

import (
	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/word"
)

// MemoryWrites collects what a returned memory has been given; a choice of memories guards it. A lambda that returns
// one memory at several places gives a choice with the memory at several places.
func (l *Lowering) MemoryWrites(field int, v domain.Value, s *domain.State, enable word.ID, n *memory.NextField) {
	for _, m := range l.returnedMemories(field, v, s, enable, nil) {
		always := l.IsTrue(m.Enable)
		o := s.Heap[m.Log]
		log, few := l.Rewritten(field, o)
		if !few {
			log = o.Log()
		}
		n.Anew = n.Anew || few
		l.EachWrite(log, m.Enable, func(e word.ID, w *domain.Write) {
			next := memory.Write{Enable: e, Address: w.Address, Data: w.Data, Sign: w.Sign, Has: word.None, Settled: w.Settled && always}
			if all := w.Whole; all != nil && all.Cells {
				if changed := l.B.And(e, all.Changed); !l.IsFalse(changed) {
					n.Anew = true
					n.Writes = append(n.Writes, l.Singly(field, all, changed, always && l.IsTrue(e))...)
				}
				return
			} else if all != nil {
				next = memory.Write{
					Enable: l.B.And(e, all.Changed), Address: l.B.Uint(0, 32),
					Data: all.Parts[domain.MemoryData], Sign: all.Parts[domain.MemorySign], Has: all.Parts[domain.MemoryHas], Whole: true,
				}
			}
			if w.Whole == nil && !l.IsTrue(w.Has) {
				next.Has = w.Has
			}
			if on, known := l.ConstBool(next.Enable); !known || on {
				n.Writes = append(n.Writes, next)
			}
		})
	}
}

// returnedMemories adds the memories that a value is a choice of to a list, each once.
func (l *Lowering) returnedMemories(field int, v domain.Value, s *domain.State, enable word.ID, list []memory.Returned) []memory.Returned {
	switch x := v.(type) {
	case domain.UndefinedValue:
	case domain.ChoiceValue:
		list = l.returnedMemories(field, x.A, s, l.B.And(enable, x.Cond), list)
		list = l.returnedMemories(field, x.B, s, l.B.And(enable, l.B.Not(x.Cond)), list)
	case domain.MemoryValue:
		if x.Field != field {
			panic(domain.Refuse("one memory is returned as another"))
		}
		for i := range list {
			if list[i].Log == x.Log {
				list[i].Enable = l.B.Or(list[i].Enable, enable)
				return list
			}
		}
		list = append(list, memory.Returned{Log: x.Log, Enable: enable})
	case domain.SetValue, domain.CollectionValue:
		if log, ok := l.contentOf(field, x, s); ok {
			return append(list, memory.Returned{Log: log, Enable: enable})
		}
		panic(domain.Refuse("a Set is returned as the new content of a memory (that fails)"))
	case domain.RefusedValue:
		panic(domain.Refused{Reason: x.Reason})
	default:
		panic(domain.Refuse("something else than the memory is returned as its new content"))
	}
	return list
}

// MemoryProperty reads a property of a memory.
func (l *Lowering) MemoryProperty(m domain.MemoryValue, key domain.Value, s *domain.State) domain.Value {
	if name, ok := key.(domain.ConstString); ok && !capture.PlainNumber(name.S) {
		switch {
		case memory.MemoryMethods[name.S]:
			return domain.BuiltinValue{Name: "Memory." + name.S, This: m}
		case name.S == "size":
			return l.MemorySize(m, s)
		}
		panic(domain.Refuse("'%s' of a memory, which has none: it has cells, m[i], and what a Map has; [...m.values()] is an array of its cells", name.S))
	}
	l.NoIndexOfCopy(m)
	if choice.IsNothing(key) { // what a table gives beyond its end is no address
		return domain.UndefinedValue{}
	}
	i := l.Index(key)
	v := l.ReadMemory(m, i, s)
	if i.Lo >= 0 {
		return v
	}
	return l.Choose(l.Truthy(l.Compare(true, l.Integer(0), i)), v, domain.UndefinedValue{})
}

func (l *Lowering) memoryMethod(name string, m domain.MemoryValue, args []domain.Value, s *domain.State) domain.Value {
	switch name {
	case "clear":
		l.ClearMemory(m, s)
		return domain.UndefinedValue{}
	case "forEach":
		if len(args) == 0 {
			panic(domain.Refuse("forEach without a function (that throws)"))
		}
		return l.eachCell(m, args[0], s)
	case "entries", "keys", "values":
		return l.IteratorOf(m, name)
	}
	if len(args) == 0 {
		panic(domain.Refuse("the memory method %s without an address", name))
	}
	switch key := args[0].(type) {
	case domain.ChoiceValue:
		each := func(key domain.Value) func(s *domain.State) domain.Value {
			return func(s *domain.State) domain.Value {
				return l.memoryMethod(name, m, append([]domain.Value{key}, args[1:]...), s)
			}
		}
		return l.Alternatives(key.Cond, s, each(key.A), each(key.B))
	case domain.BigValue, domain.ConstString, domain.UndefinedValue, domain.NullValue: // another key than the number, as in every Map: nothing is there
		switch name {
		case "has":
			return l.Truth(false)
		case "get":
			return domain.UndefinedValue{}
		case "delete":
			l.RefuseWriting()
			return l.Truth(false)
		case "set":
			l.RefuseWriting()
			l.OtherKey(m)
			return m
		}
	}
	i := l.Index(args[0])
	switch name {
	case "has":
		return domain.BoolValue{ID: l.HasCell(m, i, s)}
	case "get":
		v := l.ReadMemory(m, i, s)
		return l.Choose(l.HasCell(m, i, s), v, domain.UndefinedValue{})
	case "delete":
		return domain.BoolValue{ID: l.DeleteCell(m, i, s)}
	}
	var v domain.Value = domain.UndefinedValue{}
	if len(args) > 1 {
		v = args[1]
	}
	l.WriteMemory(m, i, v, s)
	return m
}

// eachCell is the method forEach. The function sees what it has changed before.
func (l *Lowering) eachCell(m domain.MemoryValue, f domain.Value, s *domain.State) domain.Value {
	l.ListCopy(m)
	nothing := func(*domain.State) domain.Value { return domain.UndefinedValue{} }
	for k := range l.ListedDepth(m, "forEach") {
		l.Spend(1)
		l.Alternatives(l.HasCell(m, l.Integer(int64(k)), s), s, func(s *domain.State) domain.Value {
			l.Apply(f, []domain.Value{l.CellItem(m, k, "values", s), l.Integer(int64(k)), m}, s)
			return domain.UndefinedValue{}
		}, nothing)
	}
	return domain.UndefinedValue{}
}

// contentOf makes a memory of what is in a Map, and gives its writes; false for a Set.
func (l *Lowering) contentOf(field int, v domain.Value, s *domain.State) (log int, ok bool) {
	var pairs *domain.Object
	switch x := v.(type) {
	case domain.SetValue:
		if x.Values == domain.NoValues {
			return 0, false
		}
		pairs = l.entries(x, true, s)
	case domain.CollectionValue:
		if x.Set {
			return 0, false
		}
		pairs = &domain.Object{Array: true, Items: l.knownEntries(x, s)}
	}
	m := domain.MemoryValue{Field: field, Log: l.Alloc(s, &domain.Object{Field: field, Writes: []domain.Write{}})}
	l.ClearMemory(m, s)
	f := l.Memories[field]
	for i, there := range l.PresenceMask(pairs) {
		pair := s.Heap[pairs.Items[i].(domain.RefValue).Object].Items
		data, sign := l.Store(pair[1], f.Width)
		l.CheckView(field, f.Width, f.View, pair[1], data, sign)
		f.Written = f.Written.Union(f.Field.Span(pair[1]))
		l.AlternativesWhere(there, pair[0], func(when word.ID, key domain.Value) {
			switch key.(type) {
			case domain.ConstString, domain.BigValue, domain.UndefinedValue, domain.NullValue, domain.BoolValue: // no address
			default:
				l.WriteWhere(m, l.Index(key), domain.Write{Enable: when, Data: data, Sign: sign, Has: l.B.Uint(1, 1)}, s)
			}
		})
	}
	return m.Log, true
}
