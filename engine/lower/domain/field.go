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
