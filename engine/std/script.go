package std

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:generate go run ./gen

// parts holds the library as plain scripts, generated from the TypeScript files. The list of names tells which part
// defines which name. A part is as small as it can be: parsing what a circuit does not use is most of what its
// compile would cost.
//
//go:embed parts
var parts embed.FS

// Global is the property of the global object in which a part leaves everything that it exports.
const Global = "__simten_std"

// Name is an exported name and the part that defines it.
type Name struct{ Name, Part string }

// PartName is the name of the part of a file whose first name is given.
func PartName(file, first string) string { return file + "." + first }

// marker begins the line before a script; the name follows.
const marker = "//"

// Part returns the script of one part. Running it leaves an object with every export in the global
// property Global.
func Part(name string) (string, error) {
	file, first, _ := strings.Cut(name, ".")
	text, err := parts.ReadFile("parts/" + file + ".gen.js")
	if err != nil {
		return "", err
	}
	_, script, found := strings.Cut("\n"+string(text), "\n"+marker+first+"\n")
	if !found {
		return "", fmt.Errorf("the library has no part %s", name)
	}
	script, _, _ = strings.Cut(script, "\n")
	return script, nil
}

// FormatParts are the texts that Part reads, by file, from the scripts of all parts.
func FormatParts(scripts map[string]string) map[string]string {
	files := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(scripts)) {
		file, first, _ := strings.Cut(name, ".")
		files[file] += marker + first + "\n" + scripts[name] + "\n"
	}
	return files
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
