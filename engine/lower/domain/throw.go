package domain

import (
	"github.com/dop251/goja/file"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// Throw is a throw of an error: it happens when When, one bit, is 1.
type Throw struct {
	When    word.ID
	Text    string       // as messages show it
	Message message.Text // instead of Text when it depends on values; nil when it does not
	Place   circuit.Place

	Missing bool // it happens where something is read, or called, that is not there

	Advice string       // "" when there is none
	Code   circuit.Code // what it is when the lambda does not throw it itself, and Text goes on after "eval of X"; "" when it does
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
