package lower

import (
	"slices"

	"simten.dev/engine/word"
)

// The writes of a lambda to a memory are a list, which a read afterwards looks through. In a loop operation,
// nobody knows how many there are. So there a memory of some thousand bits is one value with an element for each cell,
// as a list of numbers is (packed.go): it begins as all that the memory contains, and what the loop gives is a write of
// all cells.

// whole is the content of a memory as values.
type whole struct {
	parts   [MemoryParts]word.ID // None for one that the memory does not have
	changed word.ID              // one bit: it may be other content than before the lambda
	cells   bool                 // the cells do not fill words of 64 bits; there are zeros behind them, and they are written one by one
}

// maxBeside bounds the writes to single cells after one of all cells that a read looks through.
const maxBeside = 4

// errHas is the reason of a refusal when it matters whether a cell was ever written, and that is not kept for a memory
// that is one value.
const errHas = "whether a cell of a memory was ever written"

// The properties of a memory as a loop knows them, as which it changes the parts; see slot.
var partKeys = [MemoryParts]string{MemoryData: "data", MemorySign: "sign", MemoryHas: "has"}

const changedKey = "changed"

// keepsPart reports that the memory has a part.
func (f *memoryField) keepsPart(part int) bool {
	return part == MemoryData || part == MemorySign && f.width == 32 && f.view == WithSign || part == MemoryHas && f.has
}

// partWidth is the width of a cell of a part.
func (f *memoryField) partWidth(part int) int {
	if part == MemoryData {
		return f.width
	}
	return 1
}

// wholeOf is the content of a memory that a loop changes.
func (l *lowering) wholeOf(o *object) *whole {
	f := l.memories[o.field]
	w := &whole{changed: l.b.Uint(0, 1)}
	for part := range w.parts {
		w.parts[part] = word.None
		if !f.keepsPart(part) {
			continue
		}
		width := f.partWidth(part)
		lane := word.CellLane(width)
		size := f.depth * uint64(lane)
		switch {
		case f.depth == 0:
			panic(refuse(openLoop + ", and a memory that it writes to and whose size is not known" + boundHelps))
		case width > 64 || f.depth > widestPacked || size > widestPacked:
			panic(refuse(openLoop+", and a memory of more than %d bits that it writes to"+boundHelps, widestPacked))
		case !fillsWords(f, lane):
			w.cells = true
			w.parts[part] = l.allCells(o.field, part, width, lane)
			continue
		}
		w.parts[part] = l.b.MemAll(uint64(o.field*MemoryParts+part), int(f.depth), width)
	}
	l.eachWrite(o.log(), l.b.Uint(1, 1), func(enable word.ID, x *write) {
		if x.whole != nil {
			for part, all := range w.parts {
				if all != word.None {
					w.parts[part] = l.b.Mux(enable, x.whole.parts[part], all)
				}
			}
			w.changed = l.b.Mux(enable, x.whole.changed, w.changed)
			return
		}
		at := l.b.Mux(enable, x.address, l.b.Ones(l.b.Width(x.address))) // there is no such cell
		for part, value := range [MemoryParts]word.ID{MemoryData: x.data, MemorySign: x.sign, MemoryHas: x.has} {
			if w.parts[part] != word.None {
				w.parts[part] = l.b.Insert(w.parts[part], at, l.b.ZExt(value, word.CellLane(f.partWidth(part))))
			}
		}
		w.changed = l.b.Or(w.changed, enable)
	})
	return w
}

// maxSingly bounds the cells of a memory that are read and written one by one.
const maxSingly = 64

// allCells is a part of a memory that does not fill words of 64 bits, with zeros behind it.
func (l *lowering) allCells(field, part, width, lane int) word.ID {
	f := l.memories[field]
	if f.depth > maxSingly || part == MemoryHas {
		what := "whose cells do"
		if part == MemoryHas {
			what = "of which it is asked whether cells were ever written, which does"
		}
		panic(refuse(openLoop+", and a memory that it writes to and %s not fill words of 64 bits; give it %d cells", what, filling(f.depth, lane)))
	}
	return l.joinCells(uint64(field*MemoryParts+part), f.depth, width, lane)
}

// joinCells is a part of a memory of so many cells, each read by itself, with zeros behind them.
func (l *lowering) joinCells(part, depth uint64, width, lane int) word.ID {
	var join func(from, to int) word.ID
	join = func(from, to int) word.ID {
		switch {
		case from >= int(depth):
			return l.b.Uint(0, (to-from)*lane)
		case to == from+1:
			return l.b.ZExt(l.b.MemRead(part, width, l.b.Uint(uint64(from), 32)), lane)
		}
		half := (from + to) / 2
		low := join(from, half)
		return l.b.Concat(join(half, to), low)
	}
	return join(0, elementsFor(int(depth), lane))
}

// fillsWords reports that the cells of a memory fill words of 64 bits, more than one, so that it can be one value.
func fillsWords(f *memoryField, lane int) bool {
	size := f.depth * uint64(lane)
	return size%64 == 0 && size > 64
}

// filling is the number of cells of a memory of at least a depth that fills words.
func filling(depth uint64, lane int) uint64 {
	in := uint64(64 / lane) // cells in a word
	return max(2*in, (depth+in-1)/in*in)
}

// singly are the writes of all cells of a memory, one by one.
func (l *lowering) singly(field int, all *whole, enable word.ID, settled bool) []Write {
	f := l.memories[field]
	list := make([]Write, f.depth)
	for k := range list {
		at := l.b.Uint(uint64(k), 32)
		w := Write{Enable: enable, Address: at, Data: l.readWhole(field, MemoryData, all, at), Sign: l.b.Uint(0, 1), Has: word.None, Settled: settled}
		if all.parts[MemorySign] != word.None {
			w.Sign = l.readWhole(field, MemorySign, all, at)
		}
		list[k] = w
	}
	return list
}

// wholly is a memory that has been written to as a whole.
func (l *lowering) wholly(field int, w *whole) *object {
	return &object{field: field, writes: []write{{enable: l.b.Uint(1, 1), whole: w}}}
}

// readWhole is a part of a cell, 0 outside.
func (l *lowering) readWhole(field, part int, w *whole, at word.ID) word.ID {
	if w.parts[part] == word.None {
		return l.b.Uint(0, 1)
	}
	width := l.memories[field].partWidth(part)
	return l.b.Slice(l.b.Extract(w.parts[part], at, word.CellLane(width)), 0, width)
}

// compareMemory finds what a round has changed of a memory.
func (x *loopOperation) compareMemory(n int, before, after *object) {
	l := x.l
	if c := l.copies[n]; c != nil && (c.unfit || c.grown && c.listed) { // a round that comes after may have read it before
		panic(refuse(openLoop + ", and a Map that is a copy of a memory; change the memory itself" + boundHelps))
	}
	entry, was, is := l.wholeOf(x.entry.heap[n]), l.wholeOf(before), l.wholeOf(after)
	first := !x.carries(n)
	for part, key := range partKeys {
		at := location{cell: -1, object: n, item: -1, key: key}
		if is.parts[part] != word.None && (first || was.parts[part] != is.parts[part] || x.has(at)) {
			bits := func(id word.ID) value { return bitsValue{id, l.b.Width(id)} }
			x.at(at, bits(entry.parts[part])).next = bits(is.parts[part])
		}
	}
	x.at(location{cell: -1, object: n, item: -1, key: changedKey}, boolValue{entry.changed}).next = boolValue{is.changed}
}

// putPart makes a part of a memory what a loop has given.
func (x *loopOperation) putPart(o *object, key string, id word.ID) *object {
	w := x.l.wholeOf(o)
	if key == changedKey {
		w.changed = id
	}
	for part, k := range partKeys {
		if k == key {
			w.parts[part] = id
		}
	}
	return x.l.wholly(o.field, w)
}

// memoryWrites collects what a returned memory has been given; a choice of memories guards it. A lambda that returns
// one memory at several places gives a choice with the memory at several places.
func (l *lowering) memoryWrites(field int, v value, s *state, enable word.ID, n *NextField) {
	for _, m := range l.returnedMemories(field, v, s, enable, nil) {
		always := l.isTrue(m.enable)
		o := s.heap[m.log]
		log, few := l.rewritten(field, o)
		if !few {
			log = o.log()
		}
		n.Anew = n.Anew || few
		l.eachWrite(log, m.enable, func(e word.ID, w *write) {
			next := Write{Enable: e, Address: w.address, Data: w.data, Sign: w.sign, Has: word.None, Settled: w.settled && always}
			if all := w.whole; all != nil && all.cells {
				if changed := l.b.And(e, all.changed); !l.isFalse(changed) {
					n.Anew = true
					n.Writes = append(n.Writes, l.singly(field, all, changed, always && l.isTrue(e))...)
				}
				return
			} else if all != nil {
				next = Write{
					Enable: l.b.And(e, all.changed), Address: l.b.Uint(0, 32),
					Data: all.parts[MemoryData], Sign: all.parts[MemorySign], Has: all.parts[MemoryHas], Whole: true,
				}
			}
			if w.whole == nil && !l.isTrue(w.has) {
				next.Has = w.has
			}
			if on, known := l.constBool(next.Enable); !known || on {
				n.Writes = append(n.Writes, next)
			}
		})
	}
}

// returned is a memory, by what has been written to it, and when it is the one that is returned.
type returned struct {
	log    int
	enable word.ID
}

// returnedMemories adds the memories that a value is a choice of to a list, each once.
func (l *lowering) returnedMemories(field int, v value, s *state, enable word.ID, list []returned) []returned {
	switch x := v.(type) {
	case undefinedValue:
	case choiceValue:
		list = l.returnedMemories(field, x.a, s, l.b.And(enable, x.cond), list)
		list = l.returnedMemories(field, x.b, s, l.b.And(enable, l.b.Not(x.cond)), list)
	case memoryValue:
		if x.field != field {
			panic(refuse("one memory is returned as another"))
		}
		for i := range list {
			if list[i].log == x.log {
				list[i].enable = l.b.Or(list[i].enable, enable)
				return list
			}
		}
		list = append(list, returned{x.log, enable})
	case setValue, collectionValue:
		if log, ok := l.contentOf(field, x, s); ok {
			return append(list, returned{log, enable})
		}
		panic(refuse("a Set is returned as the new content of a memory (that fails)"))
	case refusedValue:
		panic(refusal{reason: x.reason})
	default:
		panic(refuse("something else than the memory is returned as its new content"))
	}
	return list
}

// missesHas is a memory of which it matters which cells were ever written, though a loop changes it that does not keep
// that; -1: there is none.
func (n *Node) missesHas() int {
	if n.Tick == nil {
		return -1
	}
	for i := range n.Tick.Next {
		anew := n.Tick.Next[i].Anew || slices.ContainsFunc(n.Tick.Next[i].Writes, func(w Write) bool { return w.Whole && w.Has == word.None })
		if anew && n.ReadsPart(i, MemoryHas) {
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
