package memory

import (
	"maps"
	"math/big"

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

// copied is what has been done to a Map that is a copy of a memory. It holds any numbers at any keys, in the order in
// which they came, of which a memory knows nothing; so it is no memory any more once something else may be in it.
type copied struct {
	Unfit  bool // a number that fits no cell, or one at a key that is no address, may have been put in
	Grown  bool // something has been put in, which may stand behind what comes after it
	Listed bool // it has been gone through
}

// ClonedCopies is a copy of what is known of Maps that are copies of memories.
func ClonedCopies(copies map[int]*copied) map[int]*copied {
	c := maps.Clone(copies)
	for log, state := range c {
		same := *state
		c[log] = &same
	}
	return c
}

// CopyOf is new Map of a memory.
func (l *Lowering) CopyOf(m domain.MemoryValue, s *domain.State) domain.Value {
	o := *s.Heap[m.Log]
	o.Cells = append([]domain.Write(nil), o.Cells...)
	c := domain.MemoryValue{Field: m.Field, Log: l.Alloc(s, &o), Copy: true}
	if l.Copies == nil {
		l.Copies = map[int]*copied{}
	}
	l.Copies[c.Log] = &copied{}
	if from := l.Copies[m.Log]; from != nil {
		*l.Copies[c.Log] = *from
	}
	return c
}

// writeCopy notes what is put into a copy.
func (l *Lowering) writeCopy(m domain.MemoryValue, i domain.IntValue, v domain.Value) {
	c := l.Copies[m.Log]
	if c == nil {
		return
	}
	f := l.Memories[m.Field]
	c.Grown = true
	c.Unfit = c.Unfit || i.Lo < 0 || f.Depth == 0 || uint64(i.Hi) >= f.Depth || !fitsCell(v, f.Width)
}

// OtherKey notes that a copy may have got a key that is no number.
func (l *Lowering) OtherKey(m domain.MemoryValue) {
	if c := l.Copies[m.Log]; c != nil {
		c.Unfit = true
	}
}

// fitsCell reports that a cell of a memory gives back what is put into it.
func fitsCell(v domain.Value, width int) bool {
	switch x := v.(type) {
	case domain.ChoiceValue:
		return fitsCell(x.A, width) && fitsCell(x.B, width)
	case domain.IntValue:
		return width <= 32 && !x.NegZero && (x.Lo >= 0 && uint64(x.Hi)>>uint(width) == 0 || width == 32 && x.Lo >= -1<<31 && x.Hi < 1<<31)
	case domain.BigValue:
		return width > 32 && x.Lo.Sign() >= 0 && x.Hi.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(width))) < 0
	}
	return false
}

// readCopy refuses to read a copy in which there may be something else than in a memory.
func (l *Lowering) readCopy(m domain.MemoryValue) {
	if c := l.Copies[m.Log]; c != nil && c.Unfit {
		panic(domain.Refuse("a Map that is a copy of a memory is read after something was put in that may fit no cell; mask it, as in copy.set(a & 15, v & 0xff), or change the memory itself"))
	}
}

// ListCopy refuses to go through a copy whose order is not that of the addresses.
func (l *Lowering) ListCopy(m domain.MemoryValue) {
	c := l.Copies[m.Log]
	if c == nil {
		return
	}
	if c.Listed = true; c.Grown {
		panic(domain.Refuse("a Map that is a copy of a memory is gone through after something was put in; go through the memory itself"))
	}
}

// NoIndexOfCopy refuses an index of a copy, in which an index finds no cells.
func (l *Lowering) NoIndexOfCopy(m domain.MemoryValue) {
	if m.Copy {
		panic(domain.Refuse("an index of a Map that is a copy of a memory, which finds none of its cells; write get and set"))
	}
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
