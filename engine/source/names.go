package source

import (
	"strings"
	"unicode/utf8"

	"simten.dev/engine/texts"
)

// CircuitName is the name of a circuit as it stands in a text.
type CircuitName struct {
	Name      string `json:"name"`
	Line      int    `json:"line"`      // from 1
	Column    int    `json:"column"`    // of the name's first character, from 1, in UTF-16 units as editors count
	EndColumn int    `json:"endColumn"` // behind the name's last character
}

var circuitName = Expression("\\bcircuit\\s*\\(\\s*(?:'([A-Za-z_$][\\w$]*)'|\"([A-Za-z_$][\\w$]*)\"|`([A-Za-z_$][\\w$]*)`)")

// CircuitNames finds circuit('Name' by the text alone, so that a text that does not compile has titles and marks too
// (dsl.md 13.3). Names that are computed, or that stand in another line than the call, are not found, by design.
func CircuitNames(text string) []CircuitName {
	list := []CircuitName{}
	for i, line := range strings.Split(texts.Normalize(text), "\n") {
		for _, m := range circuitName().FindAllStringSubmatchIndex(line, -1) {
			if strings.HasPrefix(strings.TrimLeft(line[m[1]:], " \t"), "+") {
				continue // only the beginning of a computed name
			}
			start, end := m[2], m[3]
			for k := 4; start < 0; k += 2 {
				start, end = m[k], m[k+1]
			}
			column := 1
			for _, r := range line[:start] {
				column += utf16Len(r)
			}
			name := line[start:end]
			list = append(list, CircuitName{Name: name, Line: i + 1, Column: column, EndColumn: column + utf8.RuneCountInString(name)})
		}
	}
	return list
}
