package lower

import "simten.dev/engine/word"

// A record of a list is often the cells of some memories at one address: `rob[i] = { busy: busy[i] === 1, value:
// value[i] }`. A property of all of them is a column, which is the memory, perhaps after changes (pack_list.go). A read
// at an index that depends on values is the read of a cell then, and a change is a write to one.

// columnNumbers are the values of a column as numbers, and whether they are truth values.
func (l *lowering) columnNumbers(values []value) (numbers []value, truth, ok bool) {
	if len(values) < minPacked {
		return nil, false, false
	}
	if _, truth = values[0].(boolValue); !truth {
		return values, false, true
	}
	numbers = make([]value, len(values))
	for i, v := range values {
		b, ok := v.(boolValue)
		if !ok {
			return nil, false, false
		}
		numbers[i] = l.bit(b)
	}
	return numbers, true, true
}

// bit is a truth value as 0 or 1.
func (l *lowering) bit(b boolValue) intValue { return l.number(l.b.ZExt(b.id, 32), 0, 1) }

// memoryColumn is a column as one value, when it is a memory after changes; it holds numbers from lo to hi besides.
func (l *lowering) memoryColumn(numbers []value, lo, hi int64) *packed {
	p, _ := l.packing(numbers, lo, hi)
	if p == nil || p.array == word.None {
		return nil
	}
	return p
}

// columnOfMemory is what is read of each of some records, at the number of one of them, when it is of a memory.
func (l *lowering) columnOfMemory(s *selection, values []value) (value, bool) {
	if _, record := s.entries[0].(refValue); !record {
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
	element := l.elementAt(p.array, s.class, p.lane)
	if truth {
		return boolValue{l.b.Slice(element, 0, 1)}, true
	}
	return l.ofElement(p, element), true
}

// setColumn gives one of some records, or instances of a class, a property, when these properties are of a memory.
func (l *lowering) setColumn(sel *selection, key, v value, s *state) bool {
	name, known := constantKey(key)
	if !known {
		return false
	}
	values := make([]value, len(sel.entries))
	for i, e := range sel.entries {
		r, ok := e.(refValue)
		if !ok {
			return false
		}
		o := s.heap[r.object]
		if _, perhaps := o.presentIf[name]; perhaps || o.array || o.writes != nil || o.lists != nil || o.props[name] == nil {
			return false
		}
		l.mayAssign(o, key)
		values[i] = o.props[name]
	}
	numbers, truth, ok := l.columnNumbers(values)
	if b, is := v.(boolValue); is != truth || !ok {
		return false
	} else if truth {
		v = l.bit(b)
	}
	n, ok := v.(intValue)
	if !ok || n.negZero {
		return false
	}
	p := l.memoryColumn(numbers, n.lo, n.hi)
	if p == nil {
		return false
	}
	p.array = l.b.Insert(p.array, sel.class, l.extend(n, p.lane))
	for i, e := range sel.entries {
		l.spend(1)
		n := e.(refValue).object
		o := s.heap[n].copy(0)
		if truth {
			o.set(name, boolValue{l.b.Slice(p.array, i*p.lane, 1)})
		} else {
			o.set(name, l.packedAt(p, i))
		}
		l.mayChangeProperty(n, key, s)
		s.setObject(n, o)
	}
	return true
}
