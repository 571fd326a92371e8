package domain

import (
	"fmt"
	"math/bits"
	"slices"
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
