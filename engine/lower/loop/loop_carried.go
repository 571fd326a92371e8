package loop

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/heap"
	"simten.dev/engine/word"
)

// Put makes a place hold a parameter, or what a loop has given.
func (x *loopOperation) put(s *domain.State, c *carried, id word.ID) {
	l := x.l
	if c.cell >= 0 {
		s.Cells[c.cell] = l.held(c.shape, id)
		return
	}
	o := *s.Heap[c.object]
	switch {
	case o.Writes != nil:
		o = *x.putPart(&o, c.key, id)
	case c.kind == packedShape:
		o.Packed = &domain.Packed{Array: id, Lane: c.lane, Items: c.items, Lo: c.lo, Hi: c.hi}
		o.Items = nil
	case c.item >= 0:
		l.Full(&o)
		o.Items, o.Packed = slices.Clone(o.Items), nil
		o.Items[c.item] = l.held(c.shape, id)
	default:
		n := o.Copy(0)
		n.Props[c.key] = l.held(c.shape, id)
		o = *n
	}
	s.Heap[c.object] = &o
}

// Compare finds what the round has changed.
func (x *loopOperation) compare(begin *domain.State) {
	for _, c := range x.carried {
		if c.cell >= 0 {
			c.next = x.after.Cell(c.cell)
		}
	}
	for i := range begin.Cells {
		v, w := begin.Cell(i), x.after.Cell(i)
		if v == nil || w == nil || i >= len(x.entry.Cells) || domain.SameValue(v, w) {
			continue
		}
		x.at(location{cell: i, item: -1}, x.entry.Cells[i]).next = w
	}
	for n := range begin.Heap {
		if n >= len(x.entry.Heap) || x.entry.Heap[n] == nil {
			continue
		}
		o := x.after.Heap[n]
		if o != begin.Heap[n] || x.carries(n) {
			x.compareObject(n, begin.Heap[n], o)
		}
	}
}

func (x *loopOperation) compareObject(n int, before, after *domain.Object) {
	l := x.l
	entry := x.entry.Heap[n]
	switch {
	case after.Writes != nil || before.Writes != nil:
		if !slices.Equal(after.Log(), before.Log()) || x.carries(n) {
			x.compareMemory(n, before, after)
		}
	case after.Array && (after.Present != nil || after.Holes != nil || after.Lists != nil || entry.Present != nil || entry.Holes != nil || entry.Lists != nil || after.Elements != entry.Elements ||
		after.Length() != entry.Length()):
		if x.isOfSet(n) {
			panic(domain.Refuse(domain.OpenLoop + ", and a Set or Map in it that grows; an array with a place for each key, as new Uint8Array(256), keeps its length" + domain.BoundHelps))
		}
		panic(domain.Refuse(domain.OpenLoop + ", and an array in it whose length or kind changes; a typed array with a number for its begin and its end keeps its length"))
	case after.Array && (after.Packed != nil || before.Packed != nil):
		p := after.Packed
		if p == nil {
			if p = l.Pack(after.Items, 0, 0); p == nil {
				panic(domain.Refuse(domain.OpenLoop + ", in which something else than numbers changes" + domain.BoundHelps))
			}
		}
		c := x.at(location{cell: -1, object: n, item: -1}, nil)
		was := entry.Packed
		if was == nil {
			if was = l.Pack(entry.Items, p.Lo, p.Hi); was == nil {
				panic(domain.Refuse(domain.OpenLoop + ", in which something else than numbers changes" + domain.BoundHelps))
			}
		}
		if c.items == 0 {
			x.carried = slices.DeleteFunc(x.carried, func(o *carried) bool { return o.cell < 0 && o.object == n && o.item >= 0 })
			c.shape = shape{kind: packedShape, lo: was.Lo, hi: was.Hi, lane: was.Lane, items: was.Items}
		}
		c.array = p
	case after.Array:
		for i := range after.Items {
			at := location{cell: -1, object: n, item: i}
			if !domain.SameValue(before.Items[i], after.Items[i]) || x.has(at) {
				x.at(at, l.Full(entry).Items[i]).next = after.Items[i]
			}
		}
	default:
		if !slices.Equal(before.Keys, after.Keys) || after.Mixed || len(after.PresentIf) > 0 || after.Class != before.Class {
			panic(domain.Refuse(domain.OpenLoop + ", and an object in it that gets other properties" + domain.BoundHelps))
		}
		for _, k := range after.Keys {
			at := location{cell: -1, object: n, item: -1, key: k}
			if !domain.SameValue(before.Props[k], after.Props[k]) || x.has(at) {
				x.at(at, entry.Props[k]).next = after.Props[k]
			}
		}
	}
}

// isOfSet reports that an array is the keys or values of a Set or Map that a variable is.
func (x *loopOperation) isOfSet(n int) bool {
	return slices.ContainsFunc(x.entry.Cells, func(v domain.Value) bool {
		set, ok := v.(domain.SetValue)
		return ok && (set.Keys == n || set.Values == n)
	})
}

// incoming is what is in a place at the beginning or after a round.
func (x *loopOperation) incoming(c *carried) shape {
	if c.kind == packedShape {
		in := c.shape
		in.lo, in.hi, in.lane = c.array.Lo, c.array.Hi, c.array.Lane
		entry := x.entry.Heap[c.object]
		if entry.Packed != nil {
			in.lo, in.hi = min(in.lo, entry.Packed.Lo), max(in.hi, entry.Packed.Hi)
		} else {
			for _, v := range entry.Items {
				n := v.(domain.IntValue)
				in.lo, in.hi = min(in.lo, n.Lo), max(in.hi, n.Hi)
			}
		}
		in.lane = max(in.lane, heap.LaneOf(in.lo, in.hi))
		return in
	}
	entry, next := shapeOf(c.entry), shapeOf(c.next)
	in := entry.join(next)
	if in.kind == intShape && next.kind == intShape && in.absent == never {
		if s, ok := x.l.StepOf(c.next.(domain.IntValue).ID, c.param); ok {
			if minimum, maximum, ok := s.Bounds(entry.lo, entry.hi); ok {
				in.lo, in.hi = max(in.lo, minimum), min(in.hi, maximum)
			}
		}
	}
	return in
}
