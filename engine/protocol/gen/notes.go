package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// notes are what reflection cannot see: comments and the constants of named string types.
// Types are named "<package>.<Name>".
type notes struct {
	types  map[string]string     // doc comment of a type
	fields map[string]string     // "<type>.<Field>" → its comments
	enums  map[string][]constant // constants of a named string type, in source order
}

type constant struct {
	value string
	note  string
}

// readNotes parses the Go files of some directories.
func readNotes(dirs ...string) (*notes, error) {
	n := &notes{types: map[string]string{}, fields: map[string]string{}, enums: map[string][]constant{}}
	for _, dir := range dirs {
		paths, err := filepath.Glob(filepath.Join(dir, "*.go")) // sorted, so the output is always the same
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			if err := n.readFile(file.Name.Name, file); err != nil {
				return nil, err
			}
		}
	}
	return n, nil
}

func (n *notes) readFile(pkg string, file *ast.File) error {
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				n.readType(pkg, general, s)
			case *ast.ValueSpec:
				if err := n.readConstant(pkg, general, s); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (n *notes) readType(pkg string, decl *ast.GenDecl, spec *ast.TypeSpec) {
	name := pkg + "." + spec.Name.Name
	n.types[name] = joinNotes(decl.Doc, spec.Doc, spec.Comment)
	structure, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, field := range structure.Fields.List {
		for _, id := range field.Names {
			n.fields[name+"."+id.Name] = joinNotes(field.Doc, field.Comment)
		}
	}
}

func (n *notes) readConstant(pkg string, decl *ast.GenDecl, spec *ast.ValueSpec) error {
	id, ok := spec.Type.(*ast.Ident)
	if decl.Tok != token.CONST || !ok {
		return nil
	}
	for _, v := range spec.Values {
		literal, ok := v.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			continue
		}
		value, err := strconv.Unquote(literal.Value)
		if err != nil {
			return fmt.Errorf("constant %s: %w", spec.Names[0].Name, err)
		}
		name := pkg + "." + id.Name
		n.enums[name] = append(n.enums[name], constant{value: value, note: joinNotes(spec.Doc, spec.Comment)})
	}
	return nil
}

// joinNotes makes one line of several comments.
func joinNotes(groups ...*ast.CommentGroup) string {
	var parts []string
	for _, g := range groups {
		if text := strings.Join(strings.Fields(g.Text()), " "); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " ")
}
