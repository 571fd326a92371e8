package domain

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// Circuits that a factory makes in a loop often differ in numbers only: the place of a router in its mesh, the
// coefficient of a tap. When one of them has been lowered, their text is lowered once more, with parameters in the
// place of the numbers in which they differ; the others are copies of that, with their numbers in the place of the
// parameters. So are circuits at the edge of a mesh, with inputs that are connected to nothing. A copy for the first
// one must not cost more than what had been made of it, or there are no copies.

// Parameter is a number from outside of a lambda in which nodes that have its text differ, or 1 for an input that is
// connected and 0 for one that is not.
type Parameter struct {
	Slot   int // the Index of the VaryingParam that stands for it
	Within word.Range
}

// Field is one state field.
type Field struct {
	Name  string
	Kind  circuit.Kind // Bit and Bus: a scalar; Memory
	Text  bool
	Texts []string // of a text: all that it can be, and it is stored as the number of one of them; nil: any text
	Width int      // of the scalar, or of a memory cell
	Depth uint64   // of a memory; 0 = any address
	View  View     // of 32-bit values
	Has   bool     // of a memory: which cells were ever written matters

	Within *word.Range // what a scalar, or a cell, is taken to hold; nil: all that its type allows
}

// Stored is the value of a scalar state field as it is kept; sign is None when the view has none.
type Stored struct{ Bits, Sign word.ID }

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
