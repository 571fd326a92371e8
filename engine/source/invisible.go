package source

import (
	"fmt"
	"slices"

	"simten.dev/engine/circuit"
)

// maxInvisible bounds the warnings about invisible characters in one file.
const maxInvisible = 10

// invisible finds characters that make a text look like another one: they turn the direction of writing
// or take no room. Joiners are fine between letters of scripts and emoji that need them.
func (s *Script) invisible() []circuit.Diagnostic {
	var list []circuit.Diagnostic
	before := rune(0)
	for i, r := range s.Text {
		odd := isInvisible(r) || (r == 0x200c || r == 0x200d) && before < 0x80
		before = r
		if !odd {
			continue
		}
		d := s.problemAt(circuit.CodeInvisible, i, i+len(string(r)), fmt.Sprintf(
			"the invisible character U+%04X stands here; delete it, or write \\u%04x inside a text", r, r))
		d.Severity = circuit.Warning
		if list = append(list, d); len(list) == maxInvisible {
			break
		}
	}
	return list
}

// isInvisible reports characters that turn the direction of writing or take no room, whatever stands around them.
func isInvisible(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return r == 0xad || r == 0x200b || r == 0x2060 || r == 0x3164 || r == 0xffa0 || r == 0x115f || r == 0x1160 || r == 0xfeff
}

// withoutEchoes drops warnings about invisible characters that an error is about already.
func withoutEchoes(odd, list []circuit.Diagnostic) []circuit.Diagnostic {
	return slices.DeleteFunc(odd, func(w circuit.Diagnostic) bool {
		return slices.ContainsFunc(list, func(d circuit.Diagnostic) bool {
			return d.Severity == circuit.Error && d.Line == w.Line && d.Column == w.Column
		})
	})
}
