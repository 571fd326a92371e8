// Package behaviours keeps docs/behaviours.md: every numbered behaviour of the language (D), the standard library (S)
// and the simulator (M) with the tests that cite it. It also finds citations for the list of attacks. A test cites a
// behaviour by its name: the first words of a table row, of a t.Run or of a browser test are its numbers, or a test
// function ends in them (TestHalfAdder_M11).
package behaviours

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Citation is one test that cites behaviours.
type Citation struct {
	File string // from the top of the checkout
	Test string // its name in that file
}

// one is a number: D, S and M of a behaviour, A of an attack.
const one = `(?:[DSM][1-9]\d*|A\d{3})`

var (
	// leading are the numbers that begin a name.
	leading = regexp.MustCompile(`^` + one + `(?:,? ` + one + `)*(?:$|[^\w-])`)
	// trailing are the numbers that end the name of a function.
	trailing = regexp.MustCompile(`(?:_` + one + `)+$`)
	number   = regexp.MustCompile(one)
	// attack is a number of the catalogue of attacks at the beginning of a text.
	attack = regexp.MustCompile(`^A\d{3} `)
	// titled is the title of a test in TypeScript.
	titled = regexp.MustCompile("(?m)^\\s*(?:describe|it|test)\\(\\s*['\"`]([^'\"`\\n]*)")
	// commented is a comment of a sample for the types of the editor.
	commented = regexp.MustCompile(`(?m)//\s*(?:@ts-expect-error )?([DSM][1-9]\d* .*)$`)
)

// Read collects the citations of all tests below a checkout, by number.
func Read(checkout fs.FS) (map[string][]Citation, error) {
	found := map[string][]Citation{}
	err := fs.WalkDir(checkout, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if skipped(entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		var read func(string, []byte) ([]string, error)
		switch {
		case strings.HasSuffix(name, "_test.go"):
			read = goTests
		case strings.HasSuffix(name, ".test.ts"), strings.HasSuffix(name, ".spec.ts"):
			read = func(_ string, text []byte) ([]string, error) { return groups(titled, text), nil }
		case path.Ext(name) == ".ts" && strings.HasSuffix(path.Dir(name), "testdata/types"):
			read = func(_ string, text []byte) ([]string, error) { return groups(commented, text), nil }
		default:
			return nil
		}
		text, err := fs.ReadFile(checkout, name)
		if err != nil {
			return err
		}
		tests, err := read(name, text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, test := range tests {
			c := Citation{File: name, Test: test}
			for _, n := range numbers(test) {
				if !slices.Contains(found[n], c) {
					found[n] = append(found[n], c)
				}
			}
		}
		return nil
	})
	return found, err
}

func skipped(folder string) bool {
	return folder == "node_modules" || folder == "dist" || folder == "build" || (len(folder) > 1 && folder[0] == '.')
}

func groups(pattern *regexp.Regexp, text []byte) []string {
	var list []string
	for _, m := range pattern.FindAllSubmatch(text, -1) {
		list = append(list, string(m[1]))
	}
	return list
}

// numbers are the behaviours that the name of a test cites.
func numbers(test string) []string {
	if m := leading.FindString(test); m != "" {
		return number.FindAllString(m, -1)
	}
	_, last, _ := cutLast(test, ".")
	return number.FindAllString(trailing.FindString(last), -1)
}

func cutLast(s, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(s, separator); i >= 0 {
		return s[:i], s[i+len(separator):], true
	}
	return "", s, false
}

// named reports whether a key says more than a number, as the names of tests in a map do.
func named(key ast.Expr) bool {
	lit, ok := key.(*ast.BasicLit)
	return ok && strings.Contains(lit.Value, " ")
}

// startsAttack reports whether an expression is a text that begins with the number of an attack.
func startsAttack(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return false
	}
	s, err := strconv.Unquote(lit.Value)
	return err == nil && attack.MatchString(s)
}

// goTests are the names in one Go file: test functions, first arguments of Run, and what begins the row of a table.
func goTests(name string, text []byte) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var list []string
	add := func(e ast.Expr) {
		for { // "A001 " + name
			sum, ok := e.(*ast.BinaryExpr)
			if !ok {
				break
			}
			e = sum.X
		}
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && leading.MatchString(s) {
				list = append(list, s)
			}
		}
	}
	for _, d := range file.Decls {
		function, ok := d.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue // names outside functions run nothing
		}
		if strings.HasPrefix(function.Name.Name, "Test") || strings.HasPrefix(function.Name.Name, "Fuzz") {
			list = append(list, function.Name.Name)
		}
		ast.Inspect(function.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Run" && len(n.Args) == 2 {
					add(n.Args[0])
				}
				// Helpers make rows of attacks, of which there are many alike.
				if len(n.Args) > 0 && startsAttack(n.Args[0]) {
					add(n.Args[0])
				}
			case *ast.CompositeLit:
				for _, row := range n.Elts {
					switch row := row.(type) {
					case *ast.CompositeLit: // the row of a slice
						if len(row.Elts) > 0 {
							add(row.Elts[0])
						}
					case *ast.KeyValueExpr:
						if named(row.Key) {
							add(row.Key) // the row of a map
						}
						if field, ok := row.Key.(*ast.Ident); ok && field.Name == "name" {
							add(row.Value)
						}
					}
				}
			}
			return true
		})
	}
	return list, nil
}
