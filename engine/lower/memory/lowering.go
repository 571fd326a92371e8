package memory

import (
	"simten.dev/engine/lower/facts"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	facts.Lowering

	Copies map[int]*copied // Maps that are copies of memories, by their writes
	Reads  map[Read]KnownRead
	Eval   bool
}
