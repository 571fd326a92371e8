package domain

import (
	"simten.dev/engine/word"
)

// HasLeft is one bit: a jump to the end of an JumpTarget was made so far.
func (l *Lowering) HasLeft(t *JumpTarget) word.ID {
	for _, e := range t.Exits {
		t.Left = l.B.Or(t.Left, e)
	}
	t.Exits = t.Exits[:0]
	return t.Left
}

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
