package sandbox

import (
	"fmt"
	"strings"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/source"
)

// The guard tells early and clearly what is not a function. It is a convenience for callers who hand
// over text of a language model: what it lets through is refused by the parser, and what runs is held
// by the realm and the process around it. No safety rests on it.

var (
	guardSpace = source.Expression(`^(?:\s|//[^\n]*(?:\n|$)|/\*(?s:.*?)\*/)+`)
	// guardShape are the beginnings that a function can have.
	guardShape = source.Expression(`^(?:async\s+)?(?:function\b|\(|[\pL_$][\pL\pN_$]*\s*=>|<)`)
	guardWord  = source.Expression(`^[\pL_$][\pL\pN_$]*`)
)

// guardHints say what to do about beginnings that are common and wrong.
var guardHints = []struct{ begins, problem string }{
	{"```", "The code is wrapped in a Markdown fence. Send the function alone."},
	{"import", "The code begins with an import. Send the function alone; it gets what it needs as its argument."},
	{"export", "The code begins with export. Send the function alone, without export."},
	{"require", "The code calls require. Send the function alone; it gets what it needs as its argument."},
	{"const", "The code is a declaration. Send the function alone, without a name before it."},
	{"let", "The code is a declaration. Send the function alone, without a name before it."},
	{"var", "The code is a declaration. Send the function alone, without a name before it."},
	{"class", "The code is a class. Send a function."},
	{"return", "The code is a statement. Send a function around it: (data) => { … }."},
	{"{", "The code is a block or an object. Send a function around it: (data) => { … }."},
	{"[", "The code is a list. Send a function around it: (data) => [ … ]."},
}

// guard refuses a text that cannot be a function, without parsing it.
func guard(code string, l limits.Limits) *protocol.Error {
	if len(code) > l.SourceBytes {
		return protocol.NewError(protocol.ErrPayloadTooLarge, fmt.Sprintf("The code has %v bytes; the limit is %v.", limits.Count(len(code)), limits.Count(l.SourceBytes)))
	}
	text := strings.TrimPrefix(code, "\uFEFF")
	text = text[len(guardSpace().FindString(text)):]
	if text == "" {
		return notAFunction("The code is empty.")
	}
	if guardShape().MatchString(text) {
		return nil
	}
	for _, h := range guardHints {
		if strings.HasPrefix(text, h.begins) && (guardWord().FindString(text) == "" || guardWord().FindString(text) == h.begins) {
			return notAFunction(h.problem)
		}
	}
	return notAFunction("The code is not a function.")
}

func notAFunction(problem string) *protocol.Error {
	e := protocol.NewError(protocol.ErrInvalidCode, problem)
	e.Advice = "Send one function that takes the data and returns the result, such as (data) => data.length."
	return e
}
