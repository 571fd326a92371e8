// Package layers holds the Go packages to the layering that docs/architecture.md draws: its table says of every package
// what it may import, and this package reads the table and the imports.
package layers

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Module is the path of the Go module.
const Module = "simten.dev"

// Rule is one row of the table.
type Rule struct {
	Package string   // folder from the top of the checkout
	Imports []string // packages of this module that it may import
	Outside []string // modules of others, and those packages of the standard library that need leave
}

// Guarded are the packages of the standard library that give a program a way out, or break the rules of the language.
// A rule must name them. A name covers the packages below it.
var Guarded = []string{
	"C", "io/ioutil", "net", "os", "path/filepath", "plugin", "runtime/debug", "syscall", "testing", "unsafe",
}

// harmless are packages below a guarded name that give no way out.
var harmless = []string{"net/netip", "net/url"}

// Marker begins the heading above the table.
const Marker = "| package | may import | and from outside |"

// Parse reads the table out of the architecture page. A cell lists names in backquotes; the word above stands for every
// package in a row above of the same top folder.
func Parse(page string) ([]Rule, error) {
	_, rest, ok := strings.Cut(page, Marker+"\n")
	if !ok {
		return nil, fmt.Errorf("the page has no table that begins with %q", Marker)
	}
	var rules []Rule
	for i, line := range strings.Split(rest, "\n") {
		if i == 0 {
			continue // the line of dashes
		}
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 {
			return nil, fmt.Errorf("the row %q has %d cells, not 3", line, len(cells))
		}
		names := quoted(cells[0])
		if len(names) != 1 {
			return nil, fmt.Errorf("the row %q names %d packages, not 1", line, len(names))
		}
		r := Rule{Package: names[0], Imports: quoted(cells[1]), Outside: quoted(cells[2])}
		if strings.Contains(plain(cells[1]), "above") {
			top, _, _ := strings.Cut(r.Package, "/")
			for _, earlier := range rules {
				if earlier.Package == top || strings.HasPrefix(earlier.Package, top+"/") {
					r.Imports = append(r.Imports, earlier.Package)
				}
			}
		}
		if slices.ContainsFunc(rules, func(other Rule) bool { return other.Package == r.Package }) {
			return nil, fmt.Errorf("%s has two rows", r.Package)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// quoted gives the names in backquotes.
func quoted(cell string) []string {
	var names []string
	for i, part := range strings.Split(cell, "`") {
		if i%2 == 1 {
			names = append(names, part)
		}
	}
	return names
}

// plain gives what stands outside of backquotes.
func plain(cell string) string {
	var b strings.Builder
	for i, part := range strings.Split(cell, "`") {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}

// Package is one Go package and what its sources import. Sources of every platform count; tests do not, they may use
// what they like.
type Package struct {
	Dir     string              // from the top of the checkout
	Imports map[string][]string // import path to the files that name it
}

// Read finds every Go package of a checkout.
func Read(root string) ([]Package, error) {
	packages := map[string]*Package{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), "_") { // files that belong to a package of others, which Go's tools pass over
				return filepath.SkipDir
			}
			switch d.Name() {
			case "node_modules", "testdata", "dist", ".git":
				return filepath.SkipDir
			case "build":
				// At the top it holds products; below, it is a package like any other.
				if filepath.Dir(file) == filepath.Clean(root) {
					return filepath.SkipDir
				}
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		inside = filepath.ToSlash(inside)
		dir := path.Dir(inside)
		if packages[dir] == nil {
			packages[dir] = &Package{Dir: dir, Imports: map[string][]string{}}
		}
		for _, spec := range tree.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			packages[dir].Imports[name] = append(packages[dir].Imports[name], inside)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var all []Package
	for _, p := range packages {
		all = append(all, *p)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Dir < all[j].Dir })
	return all, nil
}

// Check compares packages with the rules and gives one sentence for each thing that does not fit.
func Check(rules []Rule, packages []Package) []string {
	byPackage := map[string]Rule{}
	for _, r := range rules {
		byPackage[r.Package] = r
	}
	var wrong []string
	for _, p := range packages {
		rule, ok := byPackage[p.Dir]
		if !ok {
			wrong = append(wrong, fmt.Sprintf("%s has no row in the table of docs/architecture.md", p.Dir))
			continue
		}
		delete(byPackage, p.Dir)
		for name, files := range p.Imports {
			if reason := refuse(rule, name); reason != "" {
				wrong = append(wrong, fmt.Sprintf("%s imports %s: %s", strings.Join(files, ", "), name, reason))
			}
		}
	}
	for name := range byPackage {
		wrong = append(wrong, fmt.Sprintf("%s has a row in the table of docs/architecture.md and no Go files", name))
	}
	sort.Strings(wrong)
	return wrong
}

// refuse says why a package may not import another, or nothing.
func refuse(rule Rule, name string) string {
	if inside, ok := strings.CutPrefix(name, Module+"/"); ok {
		if slices.Contains(rule.Imports, inside) {
			return ""
		}
		return rule.Package + " may not know it"
	}
	if covers(rule.Outside, name) {
		return ""
	}
	first, _, _ := strings.Cut(name, "/")
	if strings.Contains(first, ".") {
		return "this module is not one that " + rule.Package + " may use"
	}
	if covers(Guarded, name) && !covers(harmless, name) {
		return "it gives a way out of " + rule.Package
	}
	return ""
}

// covers tells whether a list has a package or one above it.
func covers(list []string, name string) bool {
	return slices.ContainsFunc(list, func(item string) bool {
		return name == item || strings.HasPrefix(name, item+"/")
	})
}
