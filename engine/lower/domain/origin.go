package domain

// Origin is an object for which another one stands. When it has been put in the place of one of some items, which
// depends on values, the objects that stand for these items all stand for it, and yet only one of them is it: they have
// one number.
type Origin struct{ Object, Put int }

// Decision is a condition that an index decides.
type Decision struct {
	Sel  *Selection
	Bits []bool // by entry
}
