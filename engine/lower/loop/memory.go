package loop

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
	"simten.dev/engine/word"
)

// compareMemory finds what a round has changed of a memory.
func (x *loopOperation) compareMemory(n int, before, after *domain.Object) {
	l := x.l
	if c := l.Copies[n]; c != nil && (c.Unfit || c.Grown && c.Listed) { // a round that comes after may have read it before
		panic(domain.Refuse(domain.OpenLoop + ", and a Map that is a copy of a memory; change the memory itself" + domain.BoundHelps))
	}
	entry, was, is := l.WholeOf(x.entry.Heap[n]), l.WholeOf(before), l.WholeOf(after)
	first := !x.carries(n)
	for part, key := range memory.PartKeys {
		at := location{cell: -1, object: n, item: -1, key: key}
		if is.Parts[part] != word.None && (first || was.Parts[part] != is.Parts[part] || x.has(at)) {
			bits := func(id word.ID) domain.Value { return domain.BitsValue{ID: id, Width: l.B.Width(id)} }
			x.at(at, bits(entry.Parts[part])).next = bits(is.Parts[part])
		}
	}
	x.at(location{cell: -1, object: n, item: -1, key: memory.ChangedKey}, domain.BoolValue{ID: entry.Changed}).next = domain.BoolValue{ID: is.Changed}
}

// putPart makes a part of a memory what a loop has given.
func (x *loopOperation) putPart(o *domain.Object, key string, id word.ID) *domain.Object {
	w := x.l.WholeOf(o)
	if key == memory.ChangedKey {
		w.Changed = id
	}
	for part, k := range memory.PartKeys {
		if k == key {
			w.Parts[part] = id
		}
	}
	return x.l.Wholly(o.Field, w)
}
