package lower

import (
	"slices"

	"simten.dev/engine/word"
)

// slot is a place that a loop changes: a variable, or something in an object.
type location struct {
	cell   int    // variable; -1 for what is in an object
	object int    // its number
	item   int    // of an array; -1: the whole array, packed, or a property
	key    string // of a property
}

// carried is such a place with what can be in it.
type carried struct {
	location
	shape
	grown int
	entry value // at the beginning; of a packed array nil
	param word.ID
	next  value
	array *packed // next, of a packed array
}

// put makes a place hold a parameter, or what a loop has given.
func (x *loopOperation) put(s *state, c *carried, id word.ID) {
	l := x.l
	if c.cell >= 0 {
		s.cells[c.cell] = l.held(c.shape, id)
		return
	}
	o := *s.heap[c.object]
	switch {
	case o.writes != nil:
		o = *x.putPart(&o, c.key, id)
	case c.kind == packedShape:
		o.packed = &packed{array: id, lane: c.lane, items: c.items, lo: c.lo, hi: c.hi}
		o.items = nil
	case c.item >= 0:
		l.full(&o)
		o.items, o.packed = slices.Clone(o.items), nil
		o.items[c.item] = l.held(c.shape, id)
	default:
		n := o.copy(0)
		n.props[c.key] = l.held(c.shape, id)
		o = *n
	}
	s.heap[c.object] = &o
}

// at is the place of a slot, added when it is new.
func (x *loopOperation) at(at location, entry value) *carried {
	for _, c := range x.carried {
		if c.location == at {
			return c
		}
	}
	if len(x.carried) == maxCarried {
		panic(refuse(openLoop+", which changes more than %d values"+boundHelps, maxCarried))
	}
	c := &carried{location: at, entry: entry}
	if entry != nil {
		c.shape = shapeOf(entry)
	}
	x.carried = append(x.carried, c)
	return c
}

// compare finds what the round has changed.
func (x *loopOperation) compare(begin *state) {
	for _, c := range x.carried {
		if c.cell >= 0 {
			c.next = x.after.cell(c.cell)
		}
	}
	for i := range begin.cells {
		v, w := begin.cell(i), x.after.cell(i)
		if v == nil || w == nil || i >= len(x.entry.cells) || sameValue(v, w) {
			continue
		}
		x.at(location{cell: i, item: -1}, x.entry.cells[i]).next = w
	}
	for n := range begin.heap {
		if n >= len(x.entry.heap) || x.entry.heap[n] == nil {
			continue
		}
		o := x.after.heap[n]
		if o != begin.heap[n] || x.carries(n) {
			x.compareObject(n, begin.heap[n], o)
		}
	}
}

func (x *loopOperation) carries(object int) bool {
	return slices.ContainsFunc(x.carried, func(c *carried) bool { return c.cell < 0 && c.object == object })
}

func (x *loopOperation) compareObject(n int, before, after *object) {
	l := x.l
	entry := x.entry.heap[n]
	switch {
	case after.writes != nil || before.writes != nil:
		if !slices.Equal(after.log(), before.log()) || x.carries(n) {
			x.compareMemory(n, before, after)
		}
	case after.array && (after.present != nil || after.holes != nil || after.lists != nil || entry.present != nil || entry.holes != nil || entry.lists != nil || after.elements != entry.elements ||
		after.length() != entry.length()):
		if x.isOfSet(n) {
			panic(refuse(openLoop + ", and a Set or Map in it that grows; an array with a place for each key, as new Uint8Array(256), keeps its length" + boundHelps))
		}
		panic(refuse(openLoop + ", and an array in it whose length or kind changes; a typed array with a number for its begin and its end keeps its length"))
	case after.array && (after.packed != nil || before.packed != nil):
		p := after.packed
		if p == nil {
			if p = l.pack(after.items, 0, 0); p == nil {
				panic(refuse(openLoop + ", in which something else than numbers changes" + boundHelps))
			}
		}
		c := x.at(location{cell: -1, object: n, item: -1}, nil)
		was := entry.packed
		if was == nil {
			if was = l.pack(entry.items, p.lo, p.hi); was == nil {
				panic(refuse(openLoop + ", in which something else than numbers changes" + boundHelps))
			}
		}
		if c.items == 0 {
			x.carried = slices.DeleteFunc(x.carried, func(o *carried) bool { return o.cell < 0 && o.object == n && o.item >= 0 })
			c.shape = shape{kind: packedShape, lo: was.lo, hi: was.hi, lane: was.lane, items: was.items}
		}
		c.array = p
	case after.array:
		for i := range after.items {
			at := location{cell: -1, object: n, item: i}
			if !sameValue(before.items[i], after.items[i]) || x.has(at) {
				x.at(at, l.full(entry).items[i]).next = after.items[i]
			}
		}
	default:
		if !slices.Equal(before.keys, after.keys) || after.mixed || len(after.presentIf) > 0 || after.class != before.class {
			panic(refuse(openLoop + ", and an object in it that gets other properties" + boundHelps))
		}
		for _, k := range after.keys {
			at := location{cell: -1, object: n, item: -1, key: k}
			if !sameValue(before.props[k], after.props[k]) || x.has(at) {
				x.at(at, entry.props[k]).next = after.props[k]
			}
		}
	}
}

// isOfSet reports that an array is the keys or values of a Set or Map that a variable is.
func (x *loopOperation) isOfSet(n int) bool {
	return slices.ContainsFunc(x.entry.cells, func(v value) bool {
		set, ok := v.(setValue)
		return ok && (set.keys == n || set.values == n)
	})
}

func (x *loopOperation) has(at location) bool {
	return slices.ContainsFunc(x.carried, func(c *carried) bool { return c.location == at })
}

// incoming is what is in a place at the beginning or after a round.
func (x *loopOperation) incoming(c *carried) shape {
	if c.kind == packedShape {
		in := c.shape
		in.lo, in.hi, in.lane = c.array.lo, c.array.hi, c.array.lane
		entry := x.entry.heap[c.object]
		if entry.packed != nil {
			in.lo, in.hi = min(in.lo, entry.packed.lo), max(in.hi, entry.packed.hi)
		} else {
			for _, v := range entry.items {
				n := v.(intValue)
				in.lo, in.hi = min(in.lo, n.lo), max(in.hi, n.hi)
			}
		}
		in.lane = max(in.lane, laneOf(in.lo, in.hi))
		return in
	}
	entry, next := shapeOf(c.entry), shapeOf(c.next)
	in := entry.join(next)
	if in.kind == intShape && next.kind == intShape && in.absent == never {
		if s, ok := x.l.stepOf(c.next.(intValue).id, c.param); ok {
			if minimum, maximum, ok := s.bounds(entry.lo, entry.hi); ok {
				in.lo, in.hi = max(in.lo, minimum), min(in.hi, maximum)
			}
		}
	}
	return in
}
