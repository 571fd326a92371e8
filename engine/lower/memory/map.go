package memory

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/heap"
	"simten.dev/engine/word"
)

// A memory is a Map, too: it has a size, it can be cleared, and what goes through it comes by the cells that have been
// given something, in the order of their addresses. So each cell has a bit that says so, as the items of an array have
// whose length depends on values (heap/presence.go).

// MemoryMethods are the methods that memories have, those of a Map.
var MemoryMethods = map[string]bool{
	"get": true, "set": true, "has": true, "delete": true, "clear": true, "forEach": true, "entries": true, "keys": true, "values": true,
}

// maxListedCells bounds the memories of which all cells are looked at one by one.
const maxListedCells = 256

// ListedDepth is the number of cells of a memory that are looked at one by one.
func (l *Lowering) ListedDepth(m domain.MemoryValue, what string) int {
	switch f := l.Memories[m.Field]; {
	case f.Depth == 0:
		panic(domain.Refuse("%s of a memory whose number of cells is not declared; declare it, mem(depth, width)", what))
	case f.Depth > maxListedCells:
		panic(domain.Refuse("%s of a memory of more than %d cells; keep what is asked for in a register", what, maxListedCells))
	default:
		return int(f.Depth)
	}
}

// cellBits are the bits of all cells that say whether they have been given something.
func (l *Lowering) cellBits(m domain.MemoryValue, what string, s *domain.State) []word.ID {
	bits := make([]word.ID, l.ListedDepth(m, what))
	for k := range bits {
		bits[k] = l.HasCell(m, l.Integer(int64(k)), s)
	}
	return bits
}

// MemorySize is how many cells have been given something.
func (l *Lowering) MemorySize(m domain.MemoryValue, s *domain.State) domain.Value {
	bits := l.cellBits(m, "the size", s)
	return l.Positions(bits)[len(bits)]
}

// CellItem is what going through a memory gives for a cell.
func (l *Lowering) CellItem(m domain.MemoryValue, k int, kind string, s *domain.State) domain.Value {
	at := l.Integer(int64(k))
	if kind == "keys" {
		return at
	}
	v := l.ReadMemory(m, at, s)
	if kind == "values" {
		return v
	}
	return domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: []domain.Value{at, v}})}
}

// CellsOf is an array of the cells of a memory, of their addresses, or of pairs of both.
func (l *Lowering) CellsOf(m domain.MemoryValue, kind string, s *domain.State) *domain.Object {
	l.ListCopy(m)
	bits := l.cellBits(m, "an array", s)
	items := make([]domain.Value, len(bits))
	for k := range items {
		items[k] = l.CellItem(m, k, kind, s)
	}
	return l.MaskedArray(items, bits)
}

// IteratorOf is the method entries, keys or values.
func (l *Lowering) IteratorOf(m domain.MemoryValue, kind string) domain.Value {
	id := l.Objects
	l.Objects++
	return domain.CellsValue{Of: m, Kind: kind, ID: id}
}

// DeleteCell is the method delete; it gives one bit: there was something.
func (l *Lowering) DeleteCell(m domain.MemoryValue, i domain.IntValue, s *domain.State) word.ID {
	l.RefuseWriting()
	had := l.HasCell(m, i, s)
	l.WriteWhere(m, i, l.nothingIn(m.Field), s)
	return had
}

// nothingIn is a write that deletes a cell, without its address.
func (l *Lowering) nothingIn(field int) domain.Write {
	no := l.B.Uint(0, 1)
	return domain.Write{Enable: l.B.Uint(1, 1), Data: l.B.Uint(0, l.Memories[field].Width), Sign: no, Has: no}
}

// ClearMemory is the method clear.
func (l *Lowering) ClearMemory(m domain.MemoryValue, s *domain.State) {
	l.RefuseWriting()
	if w := l.emptyWhole(m.Field); w != nil {
		s.SetObject(m.Log, l.Wholly(m.Field, w))
		return
	}
	for k := range l.ListedDepth(m, "clear") {
		l.WriteWhere(m, l.Integer(int64(k)), l.nothingIn(m.Field), s)
	}
}

// emptyWhole is a memory without anything as one value; nil when it cannot be one.
func (l *Lowering) emptyWhole(field int) *domain.Whole {
	f := l.Memories[field]
	w := &domain.Whole{Changed: l.B.Uint(1, 1)}
	for part := range w.Parts {
		if w.Parts[part] = word.None; !f.KeepsPart(part) {
			continue
		}
		lane := word.CellLane(f.PartWidth(part))
		if f.PartWidth(part) > 64 || f.Depth > heap.WidestPacked || f.Depth*uint64(lane) > heap.WidestPacked || !heap.FillsWords(f, lane) {
			return nil
		}
		w.Parts[part] = l.B.Uint(0, int(f.Depth)*lane)
	}
	return w
}

// AlternativesWhere calls f for each of the values that a value is a choice of, with the condition under which it is
// that one.
func (l *Lowering) AlternativesWhere(when word.ID, v domain.Value, f func(word.ID, domain.Value)) {
	if c, ok := v.(domain.ChoiceValue); ok {
		l.AlternativesWhere(l.B.And(when, c.Cond), c.A, f)
		l.AlternativesWhere(l.B.And(when, l.B.Not(c.Cond)), c.B, f)
		return
	}
	f(when, v)
}
