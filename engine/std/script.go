package std

import (
	"embed"
	"strings"
)

//go:generate go run ./gen

// parts holds the library as plain scripts, one for each file of circuits, generated from the
// TypeScript files. The list of names tells which part defines which name.
//
//go:embed parts
var parts embed.FS

// Global is the property of the global object in which a part leaves everything that it exports.
const Global = "__simten_std"

// Name is an exported name and the part that defines it.
type Name struct{ Name, Part string }

// Part returns the script of one part. Running it leaves an object with every export in the global
// property Global.
func Part(name string) (string, error) {
	text, err := parts.ReadFile("parts/" + name + ".gen.js")
	return string(text), err
}

// Exports lists every name that the library exports and the part that defines it, in the order of the
// index file.
func Exports() []Name {
	text, err := parts.ReadFile("parts/names.gen.txt")
	if err != nil {
		return nil // the file is embedded; a test reads it
	}
	var list []Name
	for _, line := range strings.Fields(string(text)) {
		part, name, _ := strings.Cut(line, ":")
		list = append(list, Name{Name: name, Part: part})
	}
	return list
}

// FormatNames is the text that Exports reads.
func FormatNames(list []Name) string {
	var b strings.Builder
	for _, n := range list {
		b.WriteString(n.Part + ":" + n.Name + "\n")
	}
	return b.String()
}
