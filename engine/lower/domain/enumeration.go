package domain

import (
	"fmt"
	"math/bits"
	"slices"

	"simten.dev/engine/word"
)

// A text state field that a lambda reads, as a state machine does whose states have names, holds the text that it
// starts with or one that onTick returns. While these are few the field is a register with the number of its text.
// Which they are is found by lowering again with those that came up. A field that is only appended to, as a console is,
// stays a text.

// maxModes bounds the texts of such a field.
const maxModes = 64

// ErrModes is the reason of a refusal when a text state field is read and not kept as one of few texts, or takes a text
// that is not among them. The refusal has the texts.
const ErrModes = "a text state field takes more texts"

// ReadsText is the refusal where a text field is read.
func ReadsText(t TextValue) Refused { return Refused{Reason: ErrModes, Field: t.Log.Field} }

// AddModes gives a field the texts that a refusal asks for, and reports that lowering may go on.
func (f *Field) AddModes(start string, more []string) bool {
	if f.Texts == nil {
		f.Texts = []string{start}
	}
	for _, t := range more {
		if !slices.Contains(f.Texts, t) {
			f.Texts = append(f.Texts, t)
		}
	}
	f.Width = max(1, bits.Len(uint(len(f.Texts)-1)))
	return len(f.Texts) <= maxModes
}

// TooManyModes is what the user is told.
func TooManyModes(name string) string {
	return fmt.Sprintf("the text state '%s' is read, and can be more than %d texts", name, maxModes)
}

// Mode is the text whose number a register has.
func (l *Lowering) Mode(number word.ID, texts []string) Value {
	if len(texts) == 1 {
		return ConstString{texts[0]}
	}
	s := &Selection{index: number, Class: number}
	for i, t := range texts {
		s.of, s.Entries = append(s.of, i), append(s.Entries, ConstString{t})
	}
	return l.conditions(s, s.Entries)
}

// ModeNumber is the number of a text that onTick returns for a field; undefined stays.
func (l *Lowering) ModeNumber(v Value, field int, texts []string) Value {
	var missing []string
	number := func(v Value) Value {
		t, ok := v.(ConstString)
		if !ok {
			panic(Refuse("a text that depends on values goes to a text state that is read"))
		}
		if i := slices.Index(texts, t.S); i >= 0 {
			return l.Integer(int64(i))
		}
		missing = append(missing, t.S)
		return l.Integer(0)
	}
	n := l.Each(v, func(v Value) Value {
		switch v.(type) {
		case UndefinedValue:
			return v
		case ConstString, CharValue, *StringValue, *MessageValue:
			return number(v)
		}
		return l.Each(l.AsText(v), number)
	})
	if missing != nil {
		panic(Refused{Reason: ErrModes, Field: field, Texts: missing})
	}
	return n
}
