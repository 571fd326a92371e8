// Package project knows how the files of a program find each other. A project is an entry file and the files around it,
// named by paths with slashes below one folder. In come an import's specifier and the file that it stands in; out comes
// the file that is meant, or why there is none. The files are a map (a page, a link), or a folder of a file system (the
// command line); nothing outside of them is read. A new form of specifier goes into candidates.
package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/texts"
)

// Entries are the names of entry files, the likeliest first: the file of a folder with which its program begins.
var Entries = []string{"circuit.ts", "main.ts", "index.ts"}

// Own is the folder of the user's own library: `import { Alu } from 'my/alu'` means my/alu.ts at the top of the project.
const Own = "my/"

// Files are the files of a project.
type Files interface {
	// Read gives the text of a file; the error is fs.ErrNotExist when there is none of that path.
	Read(name string) (string, error)
	// Near lists paths that may have been meant by one that does not exist.
	Near(name string) []string
}

// Map holds the texts of files by path.
type Map map[string]string

// Read implements Files.
func (m Map) Read(name string) (string, error) {
	if text, ok := m[name]; ok {
		return text, nil
	}
	return "", fs.ErrNotExist
}

// Near implements Files: all files, in order.
func (m Map) Near(string) []string { return slices.Sorted(maps.Keys(m)) }

// Folder is a folder of a file system. Links that lead out of it are refused when the file system does so, as that of
// os.Root.
type Folder struct{ FS fs.FS }

// Read implements Files.
func (f Folder) Read(name string) (string, error) {
	info, err := fs.Stat(f.FS, name)
	switch {
	case err != nil:
		return "", reason(err)
	case !info.Mode().IsRegular():
		return "", errNoFile
	case info.Size() > int64(limits.Default.SourceBytes):
		return "", fmt.Errorf("it has %v bytes, more than the limit of %v", limits.Count(info.Size()), limits.Count(limits.Default.SourceBytes))
	}
	content, err := fs.ReadFile(f.FS, name)
	if err != nil {
		return "", reason(err)
	}
	return texts.Decode(content)
}

// maxNear bounds the names that are compared with one that does not exist.
const maxNear = 1000

// Near implements Files: the files of the folder in which the file should be.
func (f Folder) Near(name string) []string {
	folder := path.Dir(name)
	entries, err := fs.ReadDir(f.FS, folder)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries[:min(len(entries), maxNear)] {
		if known(e.Name()) {
			names = append(names, path.Join(folder, e.Name()))
		}
	}
	return names
}

var errNoFile = errors.New("it is not a file")

// ErrOutside is the error of a specifier that leads out of the project.
var ErrOutside = errors.New("it is outside of the project's folder")

// reason is an error of the file system without the path, which the message names already.
func reason(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}

// Imports reports whether an import specifier means a file of the project.
func Imports(specifier string) bool { return Relative(specifier) || strings.HasPrefix(specifier, Own) }

// Relative reports whether a specifier is a path that begins at the file in which it stands.
func Relative(specifier string) bool {
	return specifier == "." || specifier == ".." || strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../")
}

// MaxPath bounds the length of a path, in characters.
const MaxPath = 255

// Check says what is wrong with the path of a file, as a phrase that follows it; "" for a good one.
func Check(name string) string {
	switch {
	case name == "":
		return "is empty"
	case !utf8.ValidString(name):
		return "is not text"
	case utf8.RuneCountInString(name) > MaxPath:
		return fmt.Sprintf("has more than %d characters", MaxPath)
	case !fs.ValidPath(name) || name == ".":
		return "is no path below a folder: write names with / between them, without . and .."
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || strings.ContainsRune(`\:*?"<>|`, r) }):
		return `has a character that names of files do not have everywhere: \ : * ? " < > |`
	case !known(name):
		return "does not end in .ts, .js or .json"
	}
	return ""
}

// known reports whether a file of a name can be imported.
func known(name string) bool {
	switch path.Ext(name) {
	case ".ts", ".js", ".json":
		return true
	}
	return false
}

// File is a file that was found.
type File struct {
	Name string // its path
	Text string // as a module: a .json file exports what it holds
}

// Resolve finds the file that a specifier means in the file from. The error says why there is none; Guess may know
// which one was meant.
func Resolve(files Files, from, specifier string) (File, error) {
	base := path.Join(path.Dir(from), specifier)
	if !Relative(specifier) {
		base = path.Clean(specifier)
	}
	if base == ".." || strings.HasPrefix(base, "../") || path.IsAbs(base) {
		return File{}, ErrOutside
	}
	names := candidates(base, strings.HasSuffix(specifier, "/") || path.Base(specifier) == "." || path.Base(specifier) == "..")
	for _, name := range names {
		if !fs.ValidPath(name) {
			continue
		}
		text, err := files.Read(name)
		if err == nil {
			text, err = asModule(name, text)
			return File{Name: name, Text: text}, err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return File{}, err
		}
	}
	return File{}, &Missing{Names: names}
}

// candidates are the paths that a specifier may mean, in this order. A name without an ending may leave out .ts, and
// .js may stand for .ts, as TypeScript has it.
func candidates(base string, folder bool) []string {
	if folder || base == "." {
		return []string{path.Join(base, "index.ts")}
	}
	switch ending := path.Ext(base); ending {
	case ".ts", ".json":
		return []string{base}
	case ".js":
		return []string{base, strings.TrimSuffix(base, ending) + ".ts"}
	}
	return []string{base + ".ts", path.Join(base, "index.ts")}
}

// asModule is the text of a file as it is run.
func asModule(name, text string) (string, error) {
	if path.Ext(name) != ".json" {
		return text, nil
	}
	if err := json.Unmarshal([]byte(text), new(any)); err != nil {
		var wrong *json.SyntaxError
		if errors.As(err, &wrong) {
			before := text[:min(int(wrong.Offset), len(text))]
			return "", fmt.Errorf("line %d of %s is no JSON: %w", 1+strings.Count(before, "\n"), name, err)
		}
		return "", fmt.Errorf("%s is no JSON: %w", name, err)
	}
	return "export default " + text, nil
}

// Missing is the error of a specifier that leads to no file.
type Missing struct {
	Names []string // the paths that were tried
}

func (m *Missing) Error() string {
	return "there is no file " + strings.Join(m.Names, " or ")
}

// Guess is the advice for a specifier that leads to no file: one of a similar name, or "".
func Guess(files Files, from, specifier string, err error) string {
	var missing *Missing
	if !errors.As(err, &missing) {
		return ""
	}
	wanted := missing.Names[0]
	names := slices.DeleteFunc(files.Near(wanted), func(n string) bool { return n == from })
	var written []string // as they would be imported
	for _, n := range names {
		written = append(written, Specifier(from, n))
	}
	if path.Ext(specifier) == "" {
		specifier += path.Ext(wanted)
	}
	var short []string
	for _, near := range circuit.Nearest(specifier, written) {
		short = append(short, strings.TrimSuffix(near, ".ts"))
	}
	if len(short) == 0 {
		base := path.Base(wanted)
		for i, n := range names {
			if path.Base(n) == base {
				short = append(short, strings.TrimSuffix(written[i], ".ts"))
			}
		}
	}
	if len(short) == 0 {
		return ""
	}
	return "Did you mean '" + strings.Join(short[:min(len(short), 3)], "' or '") + "'?"
}

// Specifier is how one file imports another.
func Specifier(from, to string) string {
	if strings.HasPrefix(to, Own) && !strings.HasPrefix(from, Own) {
		return to
	}
	here := strings.Split(path.Dir(from), "/")
	if path.Dir(from) == "." {
		here = nil
	}
	there := strings.Split(to, "/")
	for len(here) > 0 && len(there) > 1 && here[0] == there[0] {
		here, there = here[1:], there[1:]
	}
	if len(here) == 0 {
		return "./" + strings.Join(there, "/")
	}
	return strings.Repeat("../", len(here)) + strings.Join(there, "/")
}

// EntryOf chooses the entry file of a folder; "" when there is none.
func EntryOf(files Files) string {
	for _, name := range Entries {
		if _, err := files.Read(name); err == nil {
			return name
		}
	}
	return ""
}
