package behavior

import (
	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
)

// read is an item of a list, or a cell of a memory as it has been written so far, at an index.
type read struct {
	from  *object
	index word.ID
}

// readAgain is what stands at an index where all has been read before, or where one of two things stands that have been. In the search for the
// least of many (if (m[i] < m[best]) best = i), m[best] is chosen between what the last round has read, and not between all items.
func (l *lowering) readAgain(from *object, index word.ID, item func(index circuit.Value) (value, bool)) (value, bool) {
	known := func(index word.ID) (value, bool) {
		if k, constant := l.b.ConstValue(index); constant && item != nil {
			return item(k)
		}
		v, ok := l.reads[read{from, index}]
		return v, ok
	}
	if v, ok := known(index); ok {
		return v, true
	}
	op := l.b.Ops[index]
	if op.Kind != word.Mux {
		return nil, false
	}
	x, ok := known(op.B)
	if !ok {
		return nil, false
	}
	y, ok := known(op.C)
	if !ok {
		return nil, false
	}
	v := l.choose(op.A, x, y)
	l.reads[read{from, index}] = v
	return v, true
}

// listItem is an item of a list that depends on the index.
func (l *lowering) listItem(o *object, key value) value {
	item := func(k int) value { return l.use(o.items[k]) }
	i, ok := key.(intValue)
	if !ok || i.lo == i.hi || i.lo < 0 || i.hi >= int64(len(o.items)) {
		return l.element(key, len(o.items), item)
	}
	v, ok := l.readAgain(o, i.id, func(k circuit.Value) (value, bool) {
		if k.Len() > 32 || k.Lo < uint64(i.lo) || k.Lo > uint64(i.hi) {
			return nil, false
		}
		return item(int(k.Lo)), true
	})
	if !ok {
		v = l.element(key, len(o.items), item)
		l.reads[read{o, i.id}] = v
	}
	return v
}
