package patch

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Lane says of an edit what it is for, so that one kind of edits can be left out.
type Lane string

// The lanes, in the order in which they matter.
const (
	Security    Lane = "security"    // without it user code can do what the limits do not see
	Correctness Lane = "correctness" // programs do what the language says
	Size        Lane = "size"        // less memory, and a smaller module
	Speed       Lane = "speed"
)

// Lanes are all of them.
func Lanes() []Lane { return []Lane{Security, Correctness, Size, Speed} }

// Edit is a change of a dependency that is made as a whole or not at all.
type Edit struct {
	Name     string
	File     string // the edits file that it stands in
	Line     int    // of it
	Lane     Lane
	Why      string
	Test     string   // the Go test that fails without it
	Upstream string   // a description for the dependency's maintainers, or why it is nothing for them
	Needs    []string // edits without which this one does not compile
	Added    []string // our own files that it adds
	Changes  []Change
}

// Change is one operation in one file.
type Change struct {
	Path string // in the module; of a folder for an operation on a package
	Line int    // in the edits file
	Operation
}

// Parse reads an edits file:
//
//	# a comment
//	edit small-number-texts
//	lane: speed
//	test: TestSmallNumberTexts
//	upstream: no: …
//	why: the text of a small number is kept; a value may go on
//		in lines that are indented
//	needs: other-edit, one-more
//	add: numbers.go
//	--- value.go
//	 func (i valueInt) toString() String {
//	+	if uint64(i) < uint64(len(smallNumbers)) {
//
// Below "--- file" stand hunks, divided by blank lines: lines that stay begin with a space, lines that go with "-",
// lines that come with "+". The lines of a hunk that stay and go are its anchor. It stands once in the file; "--- file
// x3" says that each of the hunks below is found three times. "--- file ~12" is followed by a regular expression ("-")
// and by what takes the place of its twelve matches ("+"). "--- file !split f=3" and "--- folder !lazy 4" rewrite Go by
// its syntax (see Split and Lazy).
func Parse(file, text string) ([]Edit, error) {
	p := reader{file: file}
	for i, line := range strings.Split(text, "\n") {
		p.line = i + 1
		if err := p.read(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
		}
	}
	if err := p.endEdit(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
	}
	return p.edits, nil
}

type reader struct {
	file  string
	line  int
	edits []Edit

	edit  *Edit
	key   string // of the header line that indented lines go on with
	path  string // of the changes being read; "" in the header
	mode  string // the rest of the "---" line
	hunk  hunk
	since int // the line on which the hunk begins
	used  bool
}

// hunk is the lines of one, by their first character.
type hunk struct {
	old, new []string
	gone     int // how many lines begin with "-"
	come     int // how many lines begin with "+"
}

func (p *reader) read(line string) error {
	switch {
	case strings.HasPrefix(line, "edit ") || line == "edit":
		if err := p.endEdit(); err != nil {
			return err
		}
		name := strings.TrimSpace(strings.TrimPrefix(line, "edit"))
		if !nameForm.MatchString(name) {
			return fmt.Errorf("the name of an edit is words with hyphens, not %q", name)
		}
		if slices.ContainsFunc(p.edits, func(e Edit) bool { return e.Name == name }) {
			return fmt.Errorf("there are two edits %s", name)
		}
		p.edit = &Edit{Name: name, File: p.file, Line: p.line}
		return nil
	case strings.HasPrefix(line, "#"):
		return nil
	case strings.HasPrefix(line, "--- "):
		return p.beginChanges(strings.Fields(line[4:]))
	case strings.TrimSpace(line) == "" && (line == "" || p.path == ""):
		p.key = ""
		return p.endHunk()
	case p.edit == nil:
		return fmt.Errorf("%q stands before the first edit", cut(line))
	case p.path == "":
		return p.header(line)
	}
	return p.hunkLine(line)
}

var nameForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// header reads one line of what is said of an edit.
func (p *reader) header(line string) error {
	if line[0] == ' ' || line[0] == '\t' {
		switch p.key {
		case "why":
			p.edit.Why += " " + strings.TrimSpace(line)
		case "upstream":
			p.edit.Upstream += " " + strings.TrimSpace(line)
		default:
			return fmt.Errorf("an indented line goes on with why or upstream only")
		}
		return nil
	}
	key, value, ok := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	if !ok || value == "" {
		return fmt.Errorf("%q is no \"key: value\"", cut(line))
	}
	p.key = key
	switch key {
	case "lane":
		if p.edit.Lane = Lane(value); !slices.Contains(Lanes(), p.edit.Lane) {
			return fmt.Errorf("there is no lane %q; the lanes are %v", value, Lanes())
		}
	case "why":
		p.edit.Why = value
	case "test":
		p.edit.Test = value
	case "upstream":
		p.edit.Upstream = value
	case "needs":
		p.edit.Needs = list(value)
	case "add":
		for _, path := range list(value) {
			if !inside(path) || slices.Contains(p.edit.Added, path) {
				return fmt.Errorf("%q cannot be added", path)
			}
			p.edit.Added = append(p.edit.Added, path)
		}
	default:
		return fmt.Errorf("there is no %q; an edit has lane, why, test, upstream, needs and add", cut(key))
	}
	return nil
}

// list reads names with commas between them.
func list(value string) []string {
	var names []string
	for name := range strings.SplitSeq(value, ",") {
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

// inside tells whether a path stays in the module.
func inside(path string) bool {
	return path != "" && !strings.HasPrefix(path, "/") && !strings.Contains(path, `\`) &&
		!slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool { return part == "" || part == "." || part == ".." })
}

// beginChanges reads a "---" line.
func (p *reader) beginChanges(words []string) error {
	if err := p.endHunk(); err != nil {
		return err
	}
	if err := p.endFile(); err != nil {
		return err
	}
	if p.edit == nil || len(words) == 0 || !inside(words[0]) {
		return fmt.Errorf("\"---\" is followed by the path of a file, in an edit")
	}
	p.path, p.mode, p.used = words[0], "", false
	if len(words) == 1 {
		return nil
	}
	if rest := words[2:]; words[1] == "!split" && len(rest) > 0 || words[1] == "!lazy" && len(rest) == 1 {
		operation, err := syntaxOperation(words[1], rest)
		if err != nil {
			return err
		}
		p.add(operation, p.line)
		p.mode = "!"
		return nil
	}
	if p.mode = words[1]; len(words) > 2 {
		return fmt.Errorf("%q is too much", strings.Join(words[2:], " "))
	}
	_, _, err := p.count()
	return err
}

func syntaxOperation(kind string, rest []string) (Operation, error) {
	if kind == "!lazy" {
		n, err := count(rest[0])
		return Lazy{n}, err
	}
	var s Split
	for _, word := range rest {
		name, number, _ := strings.Cut(word, "=")
		n, err := count(number)
		if err != nil || name == "" {
			return nil, fmt.Errorf("%q is no function with the count of its cases, as in f=3", cut(word))
		}
		s.Functions = append(s.Functions, FunctionCases{name, n})
	}
	return s, nil
}

// count reads how many matches are expected.
func count(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 1_000_000 {
		return 0, fmt.Errorf("%q is no count of matches", cut(text))
	}
	return n, nil
}

// count is how often what stands below the last "---" line matches, and whether that are regular expressions.
func (p *reader) count() (n int, expressions bool, err error) {
	switch {
	case p.mode == "":
		return 1, false, nil
	case p.mode[0] == 'x' || p.mode[0] == '~':
		n, err = count(p.mode[1:])
		return n, p.mode[0] == '~', err
	}
	return 0, false, fmt.Errorf("%q is none of x3, ~3, !split and !lazy", cut(p.mode))
}

// hunkLine reads a line of a hunk.
func (p *reader) hunkLine(line string) error {
	if p.mode == "!" {
		return fmt.Errorf("there is nothing below a \"!\"")
	}
	if p.hunk.gone+p.hunk.come+len(p.hunk.old) == 0 {
		p.since = p.line
	}
	switch rest := line[1:]; line[0] {
	case ' ':
		p.hunk.old, p.hunk.new = append(p.hunk.old, rest), append(p.hunk.new, rest)
	case '-':
		p.hunk.old = append(p.hunk.old, rest)
		p.hunk.gone++
	case '+':
		p.hunk.new = append(p.hunk.new, rest)
		p.hunk.come++
	default:
		return fmt.Errorf("%q begins with none of space, - and +", cut(line))
	}
	return nil
}

// endHunk makes an operation of the lines of a hunk.
func (p *reader) endHunk() error {
	h := p.hunk
	if len(h.old)+len(h.new) == 0 {
		return nil
	}
	p.hunk = hunk{}
	n, expressions, err := p.count()
	if err != nil {
		return err
	}
	if expressions {
		if len(h.old) != 1 || len(h.new) != 1 || h.gone != 1 || h.come != 1 {
			return fmt.Errorf("a regular expression is one line with -, and what takes its place one with +")
		}
		expression, err := regexp.Compile(h.old[0])
		if err != nil {
			return err
		}
		p.add(Rewrite{expression, h.new[0], n}, p.since)
		return nil
	}
	if h.gone+h.come == 0 {
		return fmt.Errorf("a hunk without + and - changes nothing")
	}
	if strings.TrimSpace(strings.Join(h.old, "")) == "" {
		return fmt.Errorf("a hunk needs a line that it is found by")
	}
	p.add(Replace{h.old, h.new, n}, p.since)
	return nil
}

func (p *reader) add(o Operation, line int) {
	p.used = true
	p.edit.Changes = append(p.edit.Changes, Change{p.path, line, o})
}

func (p *reader) endFile() error {
	if p.path != "" && !p.used {
		return fmt.Errorf("nothing is done in %s", p.path)
	}
	return nil
}

// endEdit checks and keeps the edit that was read.
func (p *reader) endEdit() error {
	if err := p.endHunk(); err != nil {
		return err
	}
	if err := p.endFile(); err != nil {
		return err
	}
	e := p.edit
	p.edit, p.path, p.key = nil, "", ""
	if e == nil {
		return nil
	}
	for _, field := range [][2]string{{"lane", string(e.Lane)}, {"why", e.Why}, {"test", e.Test}, {"upstream", e.Upstream}} {
		if field[1] == "" {
			return fmt.Errorf("edit %s has no %q", e.Name, field[0])
		}
	}
	if len(e.Changes) == 0 && len(e.Added) == 0 {
		return fmt.Errorf("edit %s does nothing", e.Name)
	}
	p.edits = append(p.edits, *e)
	return nil
}

// cut shortens a text for a message.
func cut(s string) string {
	const limit = 60
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}
