package memory

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/word"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	facts.Lowering

	Copies map[int]*copied // Maps that are copies of memories, by their writes
	Reads  map[Read]KnownRead
	Eval   bool
}

// Read is an item of a list, or a cell of a memory as it has been written so far, at an index.
type Read struct {
	From  *domain.Object
	Index word.ID
}

// found is what a read gave. It is right where the index is one from lo to hi, which a path may know that the read
// stood on.
type KnownRead struct {
	V      domain.Value
	Lo, Hi int64
}

// copied is what has been done to a Map that is a copy of a memory. It holds any numbers at any keys, in the order in
// which they came, of which a memory knows nothing; so it is no memory any more once something else may be in it.
type copied struct {
	Unfit  bool // a number that fits no cell, or one at a key that is no address, may have been put in
	Grown  bool // something has been put in, which may stand behind what comes after it
	Listed bool // it has been gone through
}
