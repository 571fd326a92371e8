package domain

import (
	"slices"

	"simten.dev/engine/word"
)

// Stored is the value of a scalar state field as it is kept; sign is None when the view has none.
type Stored struct{ Bits, Sign word.ID }

// Write is one memory write. All parts are operations: enable has one bit, sign is one bit.
type Write struct {
	Enable, Address, Data, Sign word.ID
	Has                         word.ID // one bit: the cell has been given something; 0 when it has been deleted
	Settled, Read               bool    // of a known cell: data is its value where enable is 0, too; it was read
	Fork                        *Fork   // instead
	Whole                       *Whole  // instead of address, data and sign: all cells change
}

// Fork is the writes of two paths: those of yes when cond is 1, else those of no. A read after them is a choice by the
// same conditions as that of any other value that the paths give.
type Fork struct {
	Cond    word.ID
	Yes, No []Write
	Single  bool // of hits: there is one write in all, in yes
}

func (l *Lowering) mergeWrites(cond word.ID, x, y []Write) []Write {
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	m := slices.Clone(x[:same])
	yes, no := onPath(x[same:]), onPath(y[same:])
	for len(yes) > 0 && len(no) > 0 && yes[0].sameBut(no[0]) {
		w := yes[0]
		w.Enable = l.B.Mux(cond, w.Enable, no[0].Enable)
		m, yes, no = append(m, w), yes[1:], no[1:]
	}
	if len(yes) == 0 && len(no) == 0 {
		return m
	}
	if f, ok := l.widerFork(cond, yes, no); ok {
		return append(m, Write{Fork: f})
	}
	if f, ok := l.widerFork(l.B.Not(cond), no, yes); ok {
		return append(m, Write{Fork: f})
	}
	if len(yes) == 0 {
		yes, no, cond = no, yes, l.B.Not(cond)
	}
	if len(no) == 0 && len(yes) == 1 && yes[0].Fork == nil { // one write is a write
		w := yes[0]
		w.Enable = l.B.And(cond, w.Enable)
		return append(m, w)
	}
	return append(m, Write{Fork: &Fork{Cond: cond, Yes: yes, No: no}})
}

// sameBut reports whether two writes to single cells are the same but for their condition.
func (w Write) sameBut(x Write) bool {
	x.Enable = w.Enable
	return w.Fork == nil && w == x
}

// widerFork is what writes and a fork with the same writes on one of its paths are together, as a lambda makes them
// that returns at several places: yes when cond is 1, else no.
func (l *Lowering) widerFork(cond word.ID, yes, no []Write) (*Fork, bool) {
	if len(no) != 1 || no[0].Fork == nil || len(yes) == 0 {
		return nil, false
	}
	f := *no[0].Fork
	switch {
	case slices.Equal(f.Yes, yes):
		f.Cond = l.B.Or(cond, f.Cond)
	case slices.Equal(f.No, yes):
		f.Cond = l.B.And(l.B.Not(cond), f.Cond)
	default:
		return nil, false
	}
	return &f, true
}

// onPath is writes that are made on one path only: what a cell holds on the other, the write to it does not know.
func onPath(list []Write) []Write {
	list = slices.Clone(list)
	for i := range list {
		list[i].Settled = false
	}
	return list
}

// EachWrite calls f for the writes of a list, each with the condition under which it is made.
func (l *Lowering) EachWrite(list []Write, enable word.ID, f func(enable word.ID, w *Write)) {
	l.Spend(1 + len(list)/4)
	for i := range list {
		w := &list[i]
		if w.Fork == nil {
			f(l.B.And(enable, w.Enable), w)
			continue
		}
		l.EachWrite(w.Fork.Yes, l.B.And(enable, w.Fork.Cond), f)
		l.EachWrite(w.Fork.No, l.B.And(enable, l.B.Not(w.Fork.Cond)), f)
	}
}

// The writes of a lambda to a memory are a list, which a read afterwards looks through. In a loop operation,
// nobody knows how many there are. So there a memory of some thousand bits is one value with an element for each cell,
// as a list of numbers is (packed.go): it begins as all that the memory contains, and what the loop gives is a write of
// all cells.

// Whole is the content of a memory as values.
type Whole struct {
	Parts   [MemoryParts]word.ID // None for one that the memory does not have
	Changed word.ID              // one bit: it may be other content than before the lambda
	Cells   bool                 // the cells do not fill words of 64 bits; there are zeros behind them, and they are written one by one
}

// KeepsPart reports that the memory has a part.
func (f *MemoryField) KeepsPart(part int) bool {
	return part == MemoryData || part == MemorySign && f.Width == 32 && f.View == WithSign || part == MemoryHas && f.Has
}

// PartWidth is the width of a cell of a part.
func (f *MemoryField) PartWidth(part int) int {
	if part == MemoryData {
		return f.Width
	}
	return 1
}

// MaxSingly bounds the cells of a memory that are read and written one by one.
const MaxSingly = 64

// JoinCells is a part of a memory of so many cells, each read by itself, with zeros behind them.
func (l *Lowering) JoinCells(part, depth uint64, width, lane int) word.ID {
	var join func(from, to int) word.ID
	join = func(from, to int) word.ID {
		switch {
		case from >= int(depth):
			return l.B.Uint(0, (to-from)*lane)
		case to == from+1:
			return l.B.ZExt(l.B.MemRead(part, width, l.B.Uint(uint64(from), 32)), lane)
		}
		half := (from + to) / 2
		low := join(from, half)
		return l.B.Concat(join(half, to), low)
	}
	return join(0, elementsFor(int(depth), lane))
}

// FillsWords reports that the cells of a memory fill words of 64 bits, more than one, so that it can be one value.
func FillsWords(f *MemoryField, lane int) bool {
	size := f.Depth * uint64(lane)
	return size%64 == 0 && size > 64
}

// MemoryField is how a memory state field is read.
type MemoryField struct {
	Depth uint64 // 0 = any address
	Reach uint64 // the highest address used
	Width int
	View  View
	Has   bool // which cells were ever written matters

	Field   *Field
	Written word.Range // what has been written, and 0
}

// View says how a 32-bit state field is seen as a number.
type View uint8

const (
	// AsInt32: everything that is stored came from an int32, so the bits tell the sign.
	AsInt32 View = iota
	// AsUint32: nothing that is stored is ever negative.
	AsUint32
	// WithSign: one more bit per value tells whether the number was negative.
	WithSign
)

// MemRead operations of a lowered lambda have Imm = field*MemoryParts + part.
const (
	MemoryData  = 0 // the cells
	MemorySign  = 1 // one bit: the cell was written as a negative number
	MemoryHas   = 2 // one bit: the cell was written
	MemoryParts = 3
)
