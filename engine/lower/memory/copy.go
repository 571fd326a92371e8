package memory

import (
	"maps"
	"math/big"

	"simten.dev/engine/lower/domain"
)

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
