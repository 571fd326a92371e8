package behavior

import (
	"slices"

	"simten.dev/engine/behavior/word"
)

// What a lambda writes to a memory is a list of writes, which a read afterwards looks through. Of a loop that stays one, nobody knows how many there are. So
// there a memory of some thousand bits is one value with an element for each cell, as a list of numbers is (packed.go): it begins as all that the memory
// contains, and after the clock edge it is all that the memory contains.

// whole is the content of a memory as values.
type whole struct {
	parts   [MemoryParts]word.ID // None for one that the memory does not have
	changed word.ID              // one bit: it may be other content than before
}

// errHas is the reason of a refusal when it matters whether a cell was ever written, and that is not kept for a memory that is one value.
const errHas = "whether a cell of a memory was ever written"

// The properties of a memory as a loop knows them, as which it changes the parts; see slot.
var partKeys = [MemoryParts]string{MemoryData: "data", MemorySign: "sign", MemoryHas: "has"}

const changedKey = "changed"

// partWidth is the width of a cell of a part.
func (f *memoryField) partWidth(part int) int {
	if part == MemoryData {
		return f.width
	}
	return 1
}

// wholeOf is the content of a memory that a loop changes.
func (l *lowering) wholeOf(o *object) *whole {
	if o.whole != nil {
		return o.whole
	}
	f := l.memories[o.field]
	w := &whole{changed: l.b.Uint(0, 1)}
	for part := range w.parts {
		w.parts[part] = word.None
		if part == MemorySign && (f.width != 32 || f.view != WithSign) || part == MemoryHas && !f.has {
			continue
		}
		width := f.partWidth(part)
		switch {
		case f.depth == 0:
			panic(refuse(openLoop + ", and a memory that it writes to and whose size is not known" + boundHelps))
		case width > 64 || f.depth > widestPacked/uint64(word.CellLane(width)):
			panic(refuse(openLoop+", and a memory of more than %d bits that it writes to"+boundHelps, widestPacked))
		case f.depth*uint64(word.CellLane(width))%64 != 0 || f.depth*uint64(word.CellLane(width)) <= 64:
			panic(refuse(openLoop + ", and a memory that it writes to and whose cells do not fill words of 64 bits" + boundHelps))
		}
		w.parts[part] = l.b.MemAll(uint64(o.field*MemoryParts+part), int(f.depth), width)
	}
	l.eachWrite(o.writes, l.b.Uint(1, 1), func(enable word.ID, x *write) {
		after := l.writeWhole(o.field, w, x.address, x.data, x.sign)
		for part := range w.parts {
			if w.parts[part] != word.None {
				w.parts[part] = l.b.Mux(enable, after.parts[part], w.parts[part])
			}
		}
		w.changed = l.b.Or(w.changed, enable)
	})
	return w
}

// writeWhole is the content of a memory after a write, which is none where the address is outside.
func (l *lowering) writeWhole(field int, w *whole, at, data, sign word.ID) *whole {
	f := l.memories[field]
	after := &whole{parts: w.parts, changed: l.b.Uint(1, 1)}
	for part, value := range [MemoryParts]word.ID{MemoryData: data, MemorySign: sign, MemoryHas: l.b.Uint(1, 1)} {
		if w.parts[part] != word.None {
			after.parts[part] = l.b.Insert(w.parts[part], at, l.b.ZExt(value, word.CellLane(f.partWidth(part))))
		}
	}
	return after
}

// readWhole is a part of a cell, 0 outside.
func (l *lowering) readWhole(field, part int, w *whole, at word.ID) word.ID {
	width := l.memories[field].partWidth(part)
	return l.b.Slice(l.b.Extract(w.parts[part], at, word.CellLane(width)), 0, width)
}

// mergeWhole is a memory that has been changed on one of two paths, or on both.
func (l *lowering) mergeWhole(cond word.ID, x, y *object) *object {
	a, b := l.wholeOf(x), l.wholeOf(y)
	m := &whole{changed: l.b.Mux(cond, a.changed, b.changed)}
	for part := range m.parts {
		m.parts[part] = word.None
		if a.parts[part] != word.None {
			m.parts[part] = l.b.Mux(cond, a.parts[part], b.parts[part])
		}
	}
	return &object{field: x.field, writes: []write{}, whole: m}
}

// compareMemory finds what a round has changed of a memory.
func (x *iteration) compareMemory(n int, before, after *object) {
	l := x.l
	entry := l.wholeOf(x.entry.heap[n])
	was, is := before.whole, l.wholeOf(after)
	for part, key := range partKeys {
		at := slot{cell: -1, object: n, item: -1, key: key}
		if is.parts[part] != word.None && (was == nil || was.parts[part] != is.parts[part] || x.has(at)) {
			bits := func(id word.ID) value { return bitsValue{id, l.b.Width(id)} }
			x.at(at, bits(entry.parts[part])).next = bits(is.parts[part])
		}
	}
	x.at(slot{cell: -1, object: n, item: -1, key: changedKey}, boolValue{entry.changed}).next = boolValue{is.changed}
}

// putPart makes a part of a memory what a loop has given.
func (x *iteration) putPart(o *object, key string, id word.ID) *object {
	w := *x.l.wholeOf(o)
	if key == changedKey {
		w.changed = id
	}
	for part, k := range partKeys {
		if k == key {
			w.parts[part] = id
		}
	}
	return &object{field: o.field, writes: []write{}, whole: &w}
}

// missesHas is a memory of which it matters which cells were ever written, though a loop changes it that does not keep that; -1: there is none.
func (n *Node) missesHas() int {
	if n.Tick == nil {
		return -1
	}
	for i := range n.Tick.Next {
		if slices.ContainsFunc(n.Tick.Next[i].Writes, func(w Write) bool { return w.Whole && w.Has == word.None }) && n.ReadsPart(i, MemoryHas) {
			return i
		}
	}
	return -1
}

// ReadsPart reports that a lambda of the node reads a part of a memory field.
func (n *Node) ReadsPart(field, part int) (reads bool) {
	for _, l := range [2]*Lowered{n.Eval, n.Tick} {
		if l == nil {
			continue
		}
		for i := range l.Graph.Ops {
			l.Graph.ReadMemories(&l.Graph.Ops[i], func(memory uint64) { reads = reads || memory == uint64(field*MemoryParts+part) })
		}
	}
	return reads
}
