package domain

import (
	"simten.dev/engine/word"
)

// A search that finds nothing gives -1, and list[-1] = x changes no item: it makes a property that has the name '-1',
// which only those see who read the list at a negative index, or list its properties. Circuits write to where a search
// found something, and know from elsewhere that it did.

// MayBeNegative reports that an index may be negative, but not too large: then a change there changes nothing that is
// an item. From then on nothing may be read that the property could be.
func (l *Lowering) MayBeNegative(i IntValue, length int) bool {
	if l.Doubts != nil || i.Lo >= 0 || i.Hi < 0 || i.Hi >= int64(length) {
		return false
	}
	l.Strays = true
	return true
}

// Some lambdas cannot be lowered for what they hardly ever do, or never: a loop whose number of rounds no range bounds,
// an index that might lie outside of an array. Such a lambda is lowered without that, and with a bit that says when it
// would have happened: then, the function itself is called, and what it gives is taken. So the bit may be 1 more often
// than it must, and nothing is wrong.

// Assumptions are what a lambda may be lowered without.
type Assumptions struct {
	Rounds int  // a loop whose end depends on values has so many rounds, and a function calls itself so deeply
	Reads  bool // items outside of an array are not read
	Proven bool // only when that is never needed

	Left *int // steps that the lambdas of a node may take in all ways together
}

const maxDoubtedOps = 12_000

// Reached is one bit: the lambda comes to where a state is.
func (l *Lowering) Reached(s *State) word.ID {
	when := s.Cond
	for _, c := range l.Enclosures {
		when = l.B.And(l.B.And(when, c.Cond), l.B.Not(l.HasLeft(c)))
	}
	return when
}

// Assume gives the lambda up where it comes to a state and a condition holds.
func (l *Lowering) Assume(cond word.ID, s *State) {
	l.Doubted = l.B.Or(l.Doubted, l.B.And(l.Reached(s), cond))
	if l.IsTrue(l.Doubted) {
		panic(Refuse("nearly always something happens that is not compiled"))
	}
}
