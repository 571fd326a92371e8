package domain

import (
	"github.com/dop251/goja/file"

	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
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

// ThrowWhen notes an exception that happens when the lambda comes here and cond holds.
func (l *Lowering) ThrowWhen(cond word.ID, text string, at file.Idx, s *State) {
	l.ThrowMessage(cond, message.Text{{Text: text, Value: word.None}}, at, s)
}

// ThrowMessage is ThrowWhen of a message that may depend on values.
func (l *Lowering) ThrowMessage(cond word.ID, m message.Text, at file.Idx, s *State) {
	when := l.B.And(l.Reached(s), cond)
	if always, known := l.ConstBool(when); known && always {
		panic(Refuse("it always throws"))
	} else if known {
		return
	}
	t := Throw{When: when, Missing: l.Missing, Place: l.Own.Function.PlaceOf(at)}
	t.Text, t.Advice = l.Own.Function.Explain(m.String(), t.Place)
	if _, constant := m.Constant(); !constant {
		t.Message = m
	}
	l.Throws = append(l.Throws, t)
}
