package facts

import (
	"simten.dev/engine/lower/operator"
	"simten.dev/engine/word"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	operator.Lowering

	Within   map[word.ID]word.Range // what is in the state, where that is less than its type allows
	Compared compared               // by the test that is evaluated
	Looped   map[word.ID]Looped
}

// Looped is a variable after a loop that changes it by constants: what it was before, and how much less and more it can
// be after each round.
type Looped struct {
	Before   word.ID
	Down, Up int64
	Width    int // see Steps
}
