package memory

import (
	"simten.dev/engine/word"
)

// NextField is what onTick makes of one state field: a scalar becomes Value, a memory takes Writes, a
// text Appends. Nothing of it is done when Given is 0.
type NextField struct {
	Given   word.ID
	Value   word.ID    // scalar
	Range   word.Range // of a field that was taken to hold fewer numbers than its type allows: what it may be given
	Sign    word.ID    // scalar of 32 bits: the number was negative
	Writes  []Write
	Anew    bool // Writes does not tell which cells were written: it has all, whether they change or not, or only those that change
	Appends []Append
	Limit   int // of a text: code units kept
}

// Write and Append are conditional on their Enable, in order. An Append with Clear empties the text
// instead; its Unit means nothing then.
type (
	Write struct {
		Enable, Address, Data, Sign word.ID
		Whole                       bool    // all cells change: Data, Sign and Has have an element for each; see netlist.Write
		Has                         word.ID // the cells have been given something; None for one that certainly has
		Settled                     bool    // Data and Sign are what the cell holds where Enable is 0, too, so that they can always be written
	}
	Append struct {
		Enable, Unit word.ID
		Clear        bool
	}
)

// ErrView is the reason of a refusal when a 32-bit state field stores a number that its View cannot
// show; try the next View.
const ErrView = "a 32-bit state field stores numbers of both kinds of sign"
