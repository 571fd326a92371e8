package project

import (
	"strings"
)

// Marker begins the line before each file in the text of a whole project, followed by the path of that file. It is the
// marker that TypeScript's own tests use. Such a text is what links, embeds and drafts carry: one that has no such line
// is a project of one file.
const Marker = "// @filename:"

// Split takes the text of a project apart. The text before the first marker is the entry file; without anything there,
// the entry is the first file with a name. files are the others, nil for a text of one file. The error says what is
// wrong with a path.
func Split(text string) (entry, source string, files Map, err error) {
	entry = Entries[0]
	if !strings.Contains(text, Marker) {
		return entry, text, nil, nil
	}
	var (
		name    string
		started bool
		begin   int
		add     = func(to int, last bool) {
			part := text[begin:to]
			if !last {
				part = strings.TrimSuffix(strings.TrimSuffix(part, "\n"), "\r")
			}
			switch {
			case !started && name == "" && strings.TrimSpace(part) == "" && !last:
				return // the first marker is where the entry begins
			case !started:
				if name != "" {
					entry = name
				}
				source, started = part, true
			default:
				if files == nil {
					files = Map{}
				}
				files[name] = part
			}
		}
	)
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		line, next := text[at:], len(text)
		if end >= 0 {
			line, next = text[at:at+end], at+end+1
		}
		if path, ok := marked(line); ok {
			if bad := Check(path); bad != "" {
				return "", "", nil, &PathError{Path: path, Problem: bad}
			}
			add(at, false)
			if _, twice := files[path]; twice || started && path == entry {
				return "", "", nil, &PathError{Path: path, Problem: "is the name of two files"}
			}
			name, begin = path, next
		}
		at = next
	}
	add(len(text), true)
	return entry, source, files, nil
}

// marked gives the path in a line that begins a file.
func marked(line string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(line, Marker)
	if !ok {
		return "", false
	}
	path = strings.TrimSpace(rest)
	return path, path != ""
}

// PathError is a path that no file of a project can have.
type PathError struct{ Path, Problem string }

func (e *PathError) Error() string { return "the path '" + e.Path + "' " + e.Problem }

// Join is the text of a project, which Split takes apart again.
func Join(entry, source string, files Map) string {
	if len(files) == 0 && entry == Entries[0] {
		return source
	}
	var b strings.Builder
	b.WriteString(Marker + " " + entry + "\n" + source)
	for _, name := range files.Near("") {
		b.WriteString("\n" + Marker + " " + name + "\n" + files[name])
	}
	return b.String()
}
