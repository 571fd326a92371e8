package circuit

import (
	"fmt"
	"unicode/utf8"
)

// Bounds of the texts in diagnostics, in bytes.
const (
	maxMessage = 2_000 // of a message or a suggestion as a whole
	maxWord    = 200   // of what stands in one without a space: a name, a path, a regular expression
)

// Cut shortens a text to about so many bytes: its middle goes, and how much it was is told in its place.
func Cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	head, tail := limit*2/3, len(text)-limit/3
	for head > 0 && !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return fmt.Sprintf("%s…(%d more characters)…%s", text[:head], utf8.RuneCountInString(text[head:tail]), text[tail:])
}

// CutMessage bounds a message: long words in it, then the whole.
func CutMessage(text string) string {
	if len(text) <= maxWord {
		return text
	}
	out, start := make([]byte, 0, min(len(text), 2*maxMessage)), 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ' ' && text[i] != '\n' {
			continue
		}
		out = append(out, Cut(text[start:i], maxWord)...)
		if i < len(text) {
			out = append(out, text[i])
		}
		start = i + 1
	}
	return Cut(string(out), maxMessage)
}
