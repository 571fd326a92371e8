// Package documents holds the Markdown pages of the repository to what is there: every link has its target, every path,
// test and command that a page names exists.
//
// Check reads all pages below a folder and gives one line for each problem. A new kind of reference is a new function
// beside links, names and commands, with a planted violation in the test.
package documents

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// page is one Markdown file, taken apart.
type page struct {
	name     string // from the top of the checkout, with slashes
	links    []span
	spans    []span // code within a paragraph, in backquotes
	lines    []span // lines of code blocks that a shell could run
	headings []string
}

// span is a piece of a page, and the number of its line.
type span struct {
	line int
	text string
}

// tree is what the checkout has.
type tree struct {
	root  string
	files map[string]bool // and folders, from the top, with slashes
	pages []page
	tests map[string]bool   // names of tests, benchmarks and fuzz targets in Go
	doc   map[string]string // the comment of each Go package, by its folder; empty: it has none
	// sources are the texts of Go, TypeScript and CSS, which the glossary is compared with.
	sources []string
}

// skipped are folders that hold what was built or fetched.
var skipped = []string{"node_modules", "build", "dist", "test-results", "playwright-report"}

// Check lists the problems of all pages below a folder, and of comments that name a page.
func Check(root string) ([]string, error) {
	t, comments, err := read(root)
	if err != nil {
		return nil, err
	}
	c, err := newCommands(t)
	if err != nil {
		return nil, err
	}
	for _, p := range t.pages {
		comments = append(comments, t.checkLinks(p)...)
		comments = append(comments, t.checkNames(p)...)
		comments = append(comments, c.check(p)...)
	}
	comments = append(comments, t.checkPackages()...)
	if t.files[glossary] {
		files, err := t.checkGlossary()
		if err != nil {
			return nil, err
		}
		comments = append(comments, files...)
	}
	slices.Sort(comments)
	return slices.Compact(comments), nil
}

var (
	testName = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)
	// packageDoc is the package clause with the comment before it, which may be empty.
	packageDoc = regexp.MustCompile(`(?m)((?:^// ?.*\n)*)^package \w+$`)
	pageName   = regexp.MustCompile(`\bdocs/[a-z0-9/-]+\.md\b`)
)

// read reads the tree, and lists what comments of sources say about pages that do not exist.
func read(root string) (*tree, []string, error) {
	t := &tree{root: root, files: map[string]bool{}, tests: map[string]bool{}, doc: map[string]string{}}
	mentions := map[string][]string{} // of pages, by the source that has them
	err := filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, at)
		if err != nil || rel == "." {
			return err
		}
		name := filepath.ToSlash(rel)
		if d.IsDir() {
			if slices.Contains(skipped, d.Name()) && name != "wasm/build" || strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			t.files[name] = true
			return nil
		}
		t.files[name] = true
		switch path.Ext(name) {
		case ".md":
			text, err := os.ReadFile(at)
			if err == nil {
				t.pages = append(t.pages, parse(name, string(text)))
			}
			return err
		case ".go", ".ts", ".mts", ".css":
			if strings.Contains(name, "/testdata/") || strings.HasPrefix(name, "invariants/documents/") {
				return nil
			}
			text, err := os.ReadFile(at)
			if err != nil {
				return err
			}
			t.sources = append(t.sources, string(text))
			if path.Ext(name) == ".go" && !strings.Contains(name, "/_") {
				if m := packageDoc.FindSubmatch(text); m != nil {
					t.doc[path.Dir(name)] += string(m[1])
				}
			}
			if strings.HasSuffix(name, "_test.go") {
				for _, m := range testName.FindAllSubmatch(text, -1) {
					t.tests[string(m[1])] = true
				}
			} else {
				mentions[name] = pageName.FindAllString(string(text), -1)
			}
		}
		return nil
	})
	var problems []string
	for source, pages := range mentions {
		for _, p := range pages {
			if !t.files[p] {
				problems = append(problems, fmt.Sprintf("%s: speaks of %s, which does not exist", source, p))
			}
		}
	}
	return t, problems, err
}

var (
	link    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	code    = regexp.MustCompile("(?s)`([^`]+)`")
	heading = regexp.MustCompile(`^#{1,6} (.*)$`)
	fence   = regexp.MustCompile("^\\s*(?:```|~~~)(\\w*)")
)

// shells are the names of code blocks whose lines are commands.
var shells = []string{"", "sh", "bash", "shell", "console"}

// parse takes a page apart.
func parse(name, text string) page {
	p := page{name: name}
	var prose []string // the page's lines, with those of code blocks empty
	within, runs, blank := false, false, true
	for i, line := range strings.Split(text, "\n") {
		keep := ""
		switch m := fence.FindStringSubmatch(line); {
		case m != nil:
			within, runs = !within, slices.Contains(shells, m[1])
		case within:
			if runs {
				p.lines = append(p.lines, span{i + 1, line})
			}
		case blank && strings.HasPrefix(line, "    ") && !listed(prose):
			p.lines = append(p.lines, span{i + 1, line})
		default:
			keep = line
			if h := heading.FindStringSubmatch(line); h != nil {
				p.headings = append(p.headings, anchor(h[1], p.headings))
			}
		}
		blank = strings.TrimSpace(line) == "" || blank && strings.HasPrefix(line, "    ")
		prose = append(prose, keep)
	}
	// Code in more than one backquote has backquotes in it, which would be taken for the ends of others.
	rest := quoted.ReplaceAllStringFunc(strings.Join(prose, "\n"), func(s string) string { return strings.Repeat(" ", len(s)) })
	at := func(offset int) int { return 1 + strings.Count(rest[:offset], "\n") }
	for _, m := range code.FindAllStringSubmatchIndex(rest, -1) {
		p.spans = append(p.spans, span{at(m[2]), strings.Join(strings.Fields(rest[m[2]:m[3]]), " ")})
	}
	plain := code.ReplaceAllStringFunc(rest, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
	for _, m := range link.FindAllStringSubmatchIndex(plain, -1) {
		p.links = append(p.links, span{1 + strings.Count(plain[:m[2]], "\n"), plain[m[2]:m[3]]})
	}
	return p
}

// listed reports whether the last line that is not empty belongs to a list, whose paragraphs are indented too.
func listed(lines []string) bool {
	for _, line := range slices.Backward(lines) {
		if line != "" {
			return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "  ")
		}
	}
	return false
}

// anchor is the name by which links reach a heading, as GitHub makes it.
func anchor(heading string, earlier []string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(heading)) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127:
			b.WriteRune(r)
		}
	}
	first := b.String()
	name := first
	for i := 1; slices.Contains(earlier, name); i++ {
		name = fmt.Sprintf("%s-%d", first, i)
	}
	return name
}

// checkLinks lists the links of a page without a target.
func (t *tree) checkLinks(p page) []string {
	var problems []string
	for _, l := range p.links {
		if strings.Contains(l.text, "://") || strings.HasPrefix(l.text, "mailto:") {
			continue
		}
		if strings.HasPrefix(p.name, "examples/learn/") && strings.HasPrefix(l.text, "/") {
			continue // an address of the site, which shows the lesson
		}
		file, part, _ := strings.Cut(l.text, "#")
		target := p.name
		if file != "" {
			target = path.Join(path.Dir(p.name), file)
		}
		if !t.files[target] && target != "." {
			problems = append(problems, fmt.Sprintf("%s:%d: the link to %s leads nowhere", p.name, l.line, l.text))
			continue
		}
		i := slices.IndexFunc(t.pages, func(other page) bool { return other.name == target })
		if part != "" && (i < 0 || !slices.Contains(t.pages[i].headings, part)) {
			problems = append(problems, fmt.Sprintf("%s:%d: %s has no heading #%s", p.name, l.line, target, part))
		}
	}
	return problems
}

var (
	quoted = regexp.MustCompile("``+ [^\n]* ``+")
	// bareName is a file of Go without its folder; guide is a page that says where things are now.
	bareName = regexp.MustCompile(`^[a-z]\w*\.go$`)
	guide    = regexp.MustCompile(`(?:^|/)(?:CONTRIBUTING|README)\.md$`)
	fileLike = regexp.MustCompile(`^[\w./-]+\.(?:go|ts)$`)
	pathLike = regexp.MustCompile(`^[A-Za-z0-9_@.*-]+(?:/[A-Za-z0-9_@.*-]+)+/?$`)
	testLike = regexp.MustCompile(`^(?:Test|Benchmark|Fuzz)[A-Z]\w*$`)
)

// checkNames lists the paths and tests of a page that do not exist. A path counts when it begins with a folder at the
// top of the checkout.
func (t *tree) checkNames(p page) []string {
	var problems []string
	for _, s := range p.spans {
		switch top, _, _ := strings.Cut(s.text, "/"); {
		case pathLike.MatchString(s.text) && t.files[top] && !t.exists(strings.TrimSuffix(s.text, "/")):
			problems = append(problems, fmt.Sprintf("%s:%d: there is no %s", p.name, s.line, s.text))
		case bareName.MatchString(s.text) && guide.MatchString(p.name) && !t.ends(s.text):
			problems = append(problems, fmt.Sprintf("%s:%d: there is no file %s", p.name, s.line, s.text))
		case testLike.MatchString(s.text) && !t.tests[s.text]:
			problems = append(problems, fmt.Sprintf("%s:%d: there is no test %s", p.name, s.line, s.text))
		}
	}
	return problems
}

// placeholder is what stands for a name of the reader's choice, as in docs/decisions/NNN-TITLE.md.
var placeholder = regexp.MustCompile(`NAME|NNN|TITLE`)

// exists reports whether a path or a pattern of paths is in the checkout. The products of a build are taken to be
// there.
func (t *tree) exists(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "dist" || part == "node_modules" {
			return true
		}
	}
	name = placeholder.ReplaceAllString(name, "*")
	if !strings.Contains(name, "*") {
		return t.files[name]
	}
	for file := range t.files {
		if ok, _ := path.Match(name, file); ok {
			return true
		}
	}
	return false
}

// ends reports whether a file has this name, or a path that ends so.
func (t *tree) ends(name string) bool {
	for file := range t.files {
		if file == name || strings.HasSuffix(file, "/"+name) {
			return true
		}
	}
	return false
}

// widest is how many columns a line of a package's comment may have.
const widest = 120

// checkPackages lists the Go packages whose comment is missing or too wide. TestSentencesNameTheirSubject reads it too.
func (t *tree) checkPackages() []string {
	var problems []string
	for folder, doc := range t.doc {
		switch {
		case strings.TrimSpace(doc) == "":
			problems = append(problems, fmt.Sprintf("%s: the package has no comment", folder))
		case slices.ContainsFunc(strings.Split(doc, "\n"), func(line string) bool { return len([]rune(line)) > widest }):
			problems = append(problems, fmt.Sprintf("%s: the package's comment has a line of more than %d columns", folder, widest))
		}
	}
	return problems
}
