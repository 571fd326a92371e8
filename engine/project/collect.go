package project

import (
	"fmt"
	"path"
	"regexp"

	"simten.dev/engine/limits"
)

// specifiers are the paths in import and export statements, and in texts that look like some.
var specifiers = regexp.MustCompile(`\b(?:from|import)\s*['"]([^'"\n]+)['"]`)

// Collect reads the files that a file imports, and those that they import. A file that is not there is left out: the
// compiler tells of it.
func Collect(files Files, entry, source string, maxFiles, maxBytes int) (Map, error) {
	found := Map{}
	bytes := len(source)
	type open struct{ name, text string }
	for queue := []open{{entry, source}}; len(queue) > 0; {
		next := queue[0]
		queue = queue[1:]
		if path.Ext(next.name) == ".json" {
			continue
		}
		for _, m := range specifiers.FindAllStringSubmatch(next.text, -1) {
			if !Imports(m[1]) {
				continue
			}
			f, err := Resolve(files, next.name, m[1])
			if err != nil || f.Name == entry || Check(f.Name) != "" {
				continue
			}
			if _, known := found[f.Name]; known {
				continue
			}
			text, err := files.Read(f.Name)
			if err != nil {
				continue
			}
			if bytes += len(text); bytes > maxBytes || len(found)+1 >= maxFiles {
				return nil, fmt.Errorf("the project has more than %v files or %v bytes", limits.Count(maxFiles), limits.Count(maxBytes))
			}
			found[f.Name] = text
			queue = append(queue, open{f.Name, text})
		}
	}
	return found, nil
}
