package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// lazyPackages are packages that fill large tables or compile regular expressions when a program starts, for parts of
// them that the engine never reaches: the features of old browsers (esbuild) and the text formats of old profilers
// (a dependency of goja). A page waits for that at every load; made at each use, of which there is none, they cost nothing.
var lazyPackages = []string{"github.com/evanw/esbuild/internal/compat", "github.com/google/pprof/profile"}

// writeLazy copies the modules of those packages to a folder, with their unexported tables and expressions made at
// each use, and writes a go.mod beside them that takes the copies. (An overlay may not replace files of modules.) It
// returns the path of the go.mod for the -modfile flag.
func writeLazy(folder string) (string, error) {
	gomod := filepath.Join(folder, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return "", err
		}
	}
	for i, path := range lazyPackages {
		listed, err := goTool("list", "-f", "{{.Module.Path}}\n{{.Module.Dir}}\n{{range .GoFiles}}{{.}}\n{{end}}", path)
		if err != nil {
			return "", err
		}
		lines := strings.Split(strings.TrimSpace(string(listed)), "\n")
		module, dir, names := lines[0], lines[1], lines[2:]
		to := filepath.Join(folder, strconv.Itoa(i))
		if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
			return "", err
		}
		if err := makeLazyIn(filepath.Join(to, strings.TrimPrefix(path, module)), names); err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		if _, err := goTool("mod", "edit", "-replace", module+"="+to, gomod); err != nil {
			return "", err
		}
	}
	return gomod, nil
}

// makeLazyIn rewrites the named files of a package's folder.
func makeLazyIn(folder string, names []string) error {
	files := map[string][]byte{}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		files[name] = text
	}
	changed, err := makeLazy(files)
	if err != nil {
		return err
	}
	for name, text := range changed {
		// The module cache is read-only, and so is a copy of it.
		if err := os.Chmod(filepath.Join(folder, name), 0o644); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// makeLazy turns each unexported variable of a package that is a map or a regular expression into a function that
// makes it, and each use into a call. It returns the files that changed. What it does not understand (a variable
// that is written to, or whose name means something else elsewhere) does not compile afterwards.
func makeLazy(files map[string][]byte) (map[string][]byte, error) {
	set := token.NewFileSet()
	parsed := map[string]*ast.File{}
	lazy := map[string]bool{}
	for name, text := range files {
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed[name] = file
		for _, spec := range variables(file) {
			if typeOf(spec) != nil {
				lazy[spec.Names[0].Name] = true
			}
		}
	}
	if len(lazy) == 0 {
		return nil, errors.New("there is no table and no regular expression to make lazy")
	}
	changed := map[string][]byte{}
	for name, file := range parsed {
		if edits := lazyEdits(set, file, files[name], lazy); len(edits) > 0 {
			changed[name] = apply(files[name], edits)
		}
	}
	return changed, nil
}

// variables are the declarations of one variable with a value each, at a file's top level.
func variables(file *ast.File) []*ast.ValueSpec {
	var found []*ast.ValueSpec
	for _, d := range file.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR {
			continue
		}
		for _, s := range group.Specs {
			if spec := s.(*ast.ValueSpec); len(spec.Names) == 1 && len(spec.Values) == 1 && spec.Type == nil {
				found = append(found, spec)
			}
		}
	}
	return found
}

// typeOf is the type of a variable to be made lazy; nil means that it stays as it is.
func typeOf(spec *ast.ValueSpec) ast.Expr {
	if spec.Names[0].IsExported() {
		return nil
	}
	switch value := spec.Values[0].(type) {
	case *ast.CompositeLit:
		if table, ok := value.Type.(*ast.MapType); ok {
			return table
		}
	case *ast.CallExpr:
		called, ok := value.Fun.(*ast.SelectorExpr)
		if !ok || called.Sel.Name != "MustCompile" {
			return nil
		}
		if from, ok := called.X.(*ast.Ident); ok && from.Name == "regexp" {
			return &ast.StarExpr{X: &ast.SelectorExpr{X: from, Sel: ast.NewIdent("Regexp")}}
		}
	}
	return nil
}

func lazyEdits(set *token.FileSet, file *ast.File, text []byte, lazy map[string]bool) []edit {
	at := func(p token.Pos) int { return set.Position(p).Offset }
	var edits []edit
	declared := map[*ast.Ident]bool{}
	for _, spec := range variables(file) {
		kind := typeOf(spec)
		if kind == nil {
			continue
		}
		written := "*regexp.Regexp"
		if _, ok := kind.(*ast.MapType); ok {
			written = string(text[at(kind.Pos()):at(kind.End())])
		}
		value := spec.Values[0]
		declared[spec.Names[0]] = true
		edits = append(edits,
			edit{at(value.Pos()), at(value.Pos()), "func() " + written + " { return "},
			edit{at(value.End()), at(value.End()), " }"})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			declared[selector.Sel] = true // a field or a method of the same name
		}
		if use, ok := n.(*ast.Ident); ok && lazy[use.Name] && !declared[use] {
			edits = append(edits, edit{at(use.End()), at(use.End()), "()"})
		}
		return true
	})
	return edits
}

func apply(text []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var out bytes.Buffer
	from := 0
	for _, e := range edits {
		out.Write(text[from:e.start])
		out.WriteString(e.text)
		from = e.end
	}
	out.Write(text[from:])
	return out.Bytes()
}
