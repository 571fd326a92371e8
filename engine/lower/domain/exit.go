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

// MayAssume reports, where something may happen that is not lowered, that the lambda may be given up then.
func (l *Lowering) MayAssume() bool {
	l.Met.Misses = true
	return l.Doubts != nil
}

// MayAssumeReads reports, where a read may be outside of an array, that the lambda may be given up then.
func (l *Lowering) MayAssumeReads() bool {
	l.Met.Reads = true
	return l.Doubts != nil && l.Doubts.Reads
}

// dependOn gives the bits that Reached follows from.
func (l *Lowering) dependOn(s *State) []word.ID {
	list := []word.ID{s.Cond}
	for _, c := range l.Enclosures {
		list = append(append(list, c.Cond, c.Left), c.Exits...)
	}
	return list
}

// CannotTry reports that it takes more than so much work to try out whether the lambda ever comes to where a state is.
func (l *Lowering) CannotTry(s *State, limit int) bool { return !l.B.Tried(limit, l.dependOn(s)...) }

// Assume gives the lambda up where it comes to a state and a condition holds.
func (l *Lowering) Assume(cond word.ID, s *State) {
	l.Doubted = l.B.Or(l.Doubted, l.B.And(l.Reached(s), cond))
	if l.IsTrue(l.Doubted) {
		panic(Refuse("nearly always something happens that is not compiled"))
	}
}
