package domain

import (
	"simten.dev/engine/word"
)

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

// SameBut reports whether two writes to single cells are the same but for their condition.
func (w Write) SameBut(x Write) bool {
	x.Enable = w.Enable
	return w.Fork == nil && w == x
}

// The writes of a lambda to a memory are a list, which a read afterwards looks through. In a loop operation, nobody
// knows how many there are. So there a memory of some thousand bits is one value with an element for each cell, as a
// list of numbers is (heap/packed.go): it begins as all that the memory contains, and what the loop gives is a write
// of all cells.

// Whole is the content of a memory as values.
type Whole struct {
	Parts   [MemoryParts]word.ID // None for one that the memory does not have
	Changed word.ID              // one bit: it may be other content than before the lambda
	Cells   bool                 // the cells do not fill words of 64 bits; there are zeros behind them, and they are written one by one
}
