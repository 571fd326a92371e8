package domain

import (
	"simten.dev/engine/word"
)

// A record of a list is often the cells of some memories at one address: `rob[i] = { busy: busy[i] === 1, value:
// value[i] }`. A property of all of them is a column, which is the memory, perhaps after changes (pack_list.go). A read
// at an index that depends on values is the read of a cell then, and a change is a write to one.

// columnNumbers are the values of a column as numbers, and whether they are truth values.
func (l *Lowering) columnNumbers(values []Value) (numbers []Value, truth, ok bool) {
	if len(values) < minPacked {
		return nil, false, false
	}
	if _, truth = values[0].(BoolValue); !truth {
		return values, false, true
	}
	numbers = make([]Value, len(values))
	for i, v := range values {
		b, ok := v.(BoolValue)
		if !ok {
			return nil, false, false
		}
		numbers[i] = l.bit(b)
	}
	return numbers, true, true
}

// bit is a truth value as 0 or 1.
func (l *Lowering) bit(b BoolValue) IntValue { return l.Number(l.B.ZExt(b.ID, 32), 0, 1) }

// memoryColumn is a column as one value, when it is a memory after changes; it holds numbers from lo to hi besides.
func (l *Lowering) memoryColumn(numbers []Value, lo, hi int64) *Packed {
	p, _ := l.packing(numbers, lo, hi)
	if p == nil || p.Array == word.None {
		return nil
	}
	return p
}

// columnOfMemory is what is read of each of some records, at the number of one of them, when it is of a memory.
func (l *Lowering) columnOfMemory(s *Selection, values []Value) (Value, bool) {
	if _, record := s.Entries[0].(RefValue); !record {
		return nil, false
	}
	numbers, truth, ok := l.columnNumbers(values)
	if !ok {
		return nil, false
	}
	p := l.memoryColumn(numbers, 0, 0)
	if p == nil {
		return nil, false
	}
	element := l.elementAt(p.Array, s.Class, p.Lane)
	if truth {
		return BoolValue{l.B.Slice(element, 0, 1)}, true
	}
	return l.ofElement(p, element), true
}

// SetColumn gives one of some records, or instances of a class, a property, when these properties are of a memory.
func (l *Lowering) SetColumn(sel *Selection, key, v Value, s *State) bool {
	name, known := ConstantKey(key)
	if !known {
		return false
	}
	values := make([]Value, len(sel.Entries))
	for i, e := range sel.Entries {
		r, ok := e.(RefValue)
		if !ok {
			return false
		}
		o := s.Heap[r.Object]
		if _, perhaps := o.PresentIf[name]; perhaps || o.Array || o.Writes != nil || o.Lists != nil || o.Props[name] == nil {
			return false
		}
		l.MayAssign(o, key)
		values[i] = o.Props[name]
	}
	numbers, truth, ok := l.columnNumbers(values)
	if b, is := v.(BoolValue); is != truth || !ok {
		return false
	} else if truth {
		v = l.bit(b)
	}
	n, ok := v.(IntValue)
	if !ok || n.NegZero {
		return false
	}
	p := l.memoryColumn(numbers, n.Lo, n.Hi)
	if p == nil {
		return false
	}
	p.Array = l.B.Insert(p.Array, sel.Class, l.Extend(n, p.Lane))
	for i, e := range sel.Entries {
		l.Spend(1)
		n := e.(RefValue).Object
		o := s.Heap[n].Copy(0)
		if truth {
			o.Set(name, BoolValue{l.B.Slice(p.Array, i*p.Lane, 1)})
		} else {
			o.Set(name, l.PackedAt(p, i))
		}
		l.MayChangeProperty(n, key, s)
		s.SetObject(n, o)
	}
	return true
}
