package patch

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Files are the files of a module by their paths in it, with slashes.
type Files map[string][]byte

// Operation changes files of a module. It changes nothing when it returns an error.
type Operation interface {
	apply(files Files, path string) error
	// Describe is the anchor, for messages.
	Describe() string
}

// Replace puts lines in the place of others.
type Replace struct {
	Old, New []string
	Count    int // how often Old is in the file
}

// Rewrite puts something else in the place of each match of a regular expression.
type Rewrite struct {
	Expression *regexp.Regexp
	Template   string // as of regexp.Expand
	Count      int
}

// Split makes functions of the longer cases of the longest switch in each of the functions.
//
// A browser's compiler takes a function of hundreds of kilobytes for one that runs often after some forty calls, and
// then works on all of it for seconds, although a program needs few of its cases; as functions they are compiled when
// needed.
type Split struct{ Functions []FunctionCases }

// FunctionCases is a function with how many of its cases are split.
type FunctionCases struct {
	Name  string
	Count int
}

// Lazy makes each unexported variable of a package that is a map or a regular expression into a function that makes it.
// A page waits for such tables at every load, also for those that it never uses.
type Lazy struct{ Count int }

// Problem is an edit that does not apply.
type Problem struct {
	Edit   Edit
	Path   string // in the module
	Line   int    // in the edits file
	Anchor string
	Err    error
}

// Error names all that is needed to mend it.
func (p Problem) Error() string {
	anchor := ""
	if p.Anchor != "" {
		anchor = fmt.Sprintf("\n    anchor: %s", strings.ReplaceAll(p.Anchor, "\n", "\n            "))
	}
	return fmt.Sprintf("%s:%d: edit %s (%s) does not apply to %s: %v\n    reason for the edit: %s%s",
		p.Edit.File, p.Line, p.Edit.Name, p.Edit.Lane, p.Path, p.Err, p.Edit.Why, anchor)
}

// Apply makes all edits in order. added gives our own files. Edits that do not apply are left out and are reported,
// so that one look shows all of them; files is of use only when there is no problem.
func Apply(files Files, edits []Edit, added func(path string) ([]byte, error)) []Problem {
	var problems []Problem
	for _, e := range edits {
		for _, name := range e.Added {
			text, err := added(name)
			if _, there := files[name]; there && err == nil {
				err = fmt.Errorf("the module has this file already")
			}
			if err != nil {
				problems = append(problems, Problem{Edit: e, Path: name, Line: e.Line, Err: err})
				continue
			}
			files[name] = text
		}
		for _, c := range e.Changes {
			if err := c.apply(files, c.Path); err != nil {
				problems = append(problems, Problem{e, c.Path, c.Line, c.Describe(), err})
			}
		}
	}
	return problems
}

// file is the text of a file.
func (f Files) file(name string) ([]byte, error) {
	text, ok := f[name]
	if !ok {
		return nil, fmt.Errorf("the module has no such file")
	}
	return text, nil
}

func (r Replace) apply(files Files, name string) error {
	text, err := files.file(name)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	var out []string
	found := 0
	for len(lines) > 0 {
		if len(lines) >= len(r.Old) && slices.Equal(lines[:len(r.Old)], r.Old) {
			found++
			out = append(out, r.New...)
			lines = lines[len(r.Old):]
			continue
		}
		out = append(out, lines[0])
		lines = lines[1:]
	}
	if found != r.Count {
		return miscounted(found, r.Count)
	}
	files[name] = []byte(strings.Join(out, "\n"))
	return nil
}

// Describe is the anchor.
func (r Replace) Describe() string { return strings.Join(r.Old, "\n") }

func miscounted(found, expected int) error {
	return fmt.Errorf("its anchor is found %d times, not %d", found, expected)
}

func (r Rewrite) apply(files Files, name string) error {
	text, err := files.file(name)
	if err != nil {
		return err
	}
	if n := len(r.Expression.FindAllIndex(text, -1)); n != r.Count {
		return miscounted(n, r.Count)
	}
	files[name] = r.Expression.ReplaceAll(text, []byte(r.Template))
	return nil
}

// Describe is the expression.
func (r Rewrite) Describe() string { return r.Expression.String() }

func (s Split) apply(files Files, name string) error {
	text, err := files.file(name)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	var all []edit
	var wrong []error
	for _, f := range s.Functions {
		found, err := splitCases(set, file, text, f.Name)
		if err == nil && found.count != f.Count {
			err = fmt.Errorf("%d cases can be split, not %d", found.count, f.Count)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("function %s: %w", f.Name, err))
			continue
		}
		all = append(all, found.edits...)
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	files[name] = rewritten(text, all)
	return nil
}

// Describe names the functions.
func (s Split) Describe() string {
	var names []string
	for _, f := range s.Functions {
		names = append(names, fmt.Sprintf("%s=%d", f.Name, f.Count))
	}
	return "!split " + strings.Join(names, " ")
}

func (l Lazy) apply(files Files, folder string) error {
	texts := map[string][]byte{}
	for name, text := range files {
		if path.Dir(name) == folder && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			texts[name] = text
		}
	}
	changed, n, err := makeLazy(texts)
	if err != nil {
		return err
	}
	if n != l.Count {
		return fmt.Errorf("%d tables and regular expressions are found, not %d", n, l.Count)
	}
	for name, text := range changed {
		files[name] = text
	}
	return nil
}

// Describe is the line in the edits file.
func (l Lazy) Describe() string { return fmt.Sprintf("!lazy %d", l.Count) }

// edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// rewritten is a text with edits made, those at the same place in the order in which they are given.
func rewritten(text []byte, edits []edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out []byte
	from := 0
	for _, e := range edits {
		out = append(out, text[from:e.start]...)
		out = append(out, e.text...)
		from = e.end
	}
	return append(out, text[from:]...)
}

// functionNamed is the declaration of a function or method.
func functionNamed(file *ast.File, name string) *ast.FuncDecl {
	var last *ast.FuncDecl
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == name {
			last = d
		}
	}
	return last
}
