package domain

import (
	"simten.dev/engine/word"
)

// Origin is an object for which another one stands. When it has been put in the place of one of some items, which
// depends on values, the objects that stand for these items all stand for it, and yet only one of them is it: they have
// one number.
type Origin struct{ Object, Put int }

// Decision is a condition that an index decides.
type Decision struct {
	Sel  *Selection
	Bits []bool // by entry
}

// Origins is what operations of the graph were made for.
type Origins struct {
	Decided    map[word.ID]*Decision
	Remainders map[word.ID]word.ID // 1 + the divisor that an operation is a remainder by
	Signed     map[word.ID]Stored  // numbers of fields that are seen with their sign, by their operation; the sign is that of negative ones only
	Named      map[word.ID]string  // operations that are the values of variables, which a reader of the result knows
}
