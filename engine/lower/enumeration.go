package lower

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

// errModes is the reason of a refusal when a text state field is read and not kept as one of few texts, or takes a text
// that is not among them. The refusal has the texts.
const errModes = "a text state field takes more texts"

// readsText is the refusal where a text field is read.
func readsText(t textValue) refusal { return refusal{reason: errModes, field: t.log.field} }

// addModes gives a field the texts that a refusal asks for, and reports that lowering may go on.
func (f *Field) addModes(start string, more []string) bool {
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

// tooManyModes is what the user is told.
func tooManyModes(name string) string {
	return fmt.Sprintf("the text state '%s' is read, and can be more than %d texts", name, maxModes)
}

// mode is the text whose number a register has.
func (l *lowering) mode(number word.ID, texts []string) value {
	if len(texts) == 1 {
		return constString{texts[0]}
	}
	s := &selection{index: number, class: number}
	for i, t := range texts {
		s.of, s.entries = append(s.of, i), append(s.entries, constString{t})
	}
	return l.conditions(s, s.entries)
}

// modeNumber is the number of a text that onTick returns for a field; undefined stays.
func (l *lowering) modeNumber(v value, field int, texts []string) value {
	var missing []string
	number := func(v value) value {
		t, ok := v.(constString)
		if !ok {
			panic(refuse("a text that depends on values goes to a text state that is read"))
		}
		if i := slices.Index(texts, t.s); i >= 0 {
			return l.integer(int64(i))
		}
		missing = append(missing, t.s)
		return l.integer(0)
	}
	n := l.each(v, func(v value) value {
		switch v.(type) {
		case undefinedValue:
			return v
		case constString, charValue, *stringValue, *messageValue:
			return number(v)
		}
		return l.each(l.asText(v), number)
	})
	if missing != nil {
		panic(refusal{reason: errModes, field: field, texts: missing})
	}
	return n
}
