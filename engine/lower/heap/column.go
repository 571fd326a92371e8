package heap

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// column is what is read of each of some records, at the number of one of them, when these are whole numbers.
func (l *Lowering) column(s *domain.Selection, values []domain.Value) (domain.Value, bool) {
	if p := l.Pack(values, 0, 0); p != nil {
		return l.ofElement(p, l.elementAt(p.Array, s.Class, p.Lane)), true
	}
	return nil, false
}

// A record of a list is often the cells of some memories at one address: `rob[i] = { busy: busy[i] === 1, value:
// value[i] }`. A property of all of them is a column, which is the memory, perhaps after changes (gather.go). A read
// at an index that depends on values is the read of a cell then, and a change is a write to one.

// columnNumbers are the values of a column as numbers, and whether they are truth values.
func (l *Lowering) columnNumbers(values []domain.Value) (numbers []domain.Value, truth, ok bool) {
	if len(values) < minPacked {
		return nil, false, false
	}
	if _, truth = values[0].(domain.BoolValue); !truth {
		return values, false, true
	}
	numbers = make([]domain.Value, len(values))
	for i, v := range values {
		b, ok := v.(domain.BoolValue)
		if !ok {
			return nil, false, false
		}
		numbers[i] = l.Bit(b)
	}
	return numbers, true, true
}

// memoryColumn is a column as one value, when it is a memory after changes; it holds numbers from lo to hi besides.
func (l *Lowering) memoryColumn(numbers []domain.Value, lo, hi int64) *domain.Packed {
	p, _ := l.packing(numbers, lo, hi)
	if p == nil || p.Array == word.None {
		return nil
	}
	return p
}

// columnOfMemory is what is read of each of some records, at the number of one of them, when it is of a memory.
func (l *Lowering) columnOfMemory(s *domain.Selection, values []domain.Value) (domain.Value, bool) {
	if _, record := s.Entries[0].(domain.RefValue); !record {
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
		return domain.BoolValue{ID: l.B.Slice(element, 0, 1)}, true
	}
	return l.ofElement(p, element), true
}

// SetColumn gives one of some records, or instances of a class, a property, when these properties are of a memory.
func (l *Lowering) SetColumn(sel *domain.Selection, key, v domain.Value, s *domain.State) bool {
	name, known := domain.ConstantKey(key)
	if !known {
		return false
	}
	values := make([]domain.Value, len(sel.Entries))
	for i, e := range sel.Entries {
		r, ok := e.(domain.RefValue)
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
	if b, is := v.(domain.BoolValue); is != truth || !ok {
		return false
	} else if truth {
		v = l.Bit(b)
	}
	n, ok := v.(domain.IntValue)
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
		n := e.(domain.RefValue).Object
		o := s.Heap[n].Copy(0)
		if truth {
			o.Set(name, domain.BoolValue{ID: l.B.Slice(p.Array, i*p.Lane, 1)})
		} else {
			o.Set(name, l.PackedAt(p, i))
		}
		l.MayChangeProperty(n, key, s)
		s.SetObject(n, o)
	}
	return true
}
