package patch

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// makeLazy turns each unexported variable of a package that is a map or a regular expression into a function that
// makes it, and each use into a call. It returns the files that changed and how many variables there are. A variable
// that is written to, or whose name means something else elsewhere, does not compile afterwards.
func makeLazy(files map[string][]byte) (changed map[string][]byte, count int, err error) {
	set := token.NewFileSet()
	parsed := map[string]*ast.File{}
	lazy := map[string]bool{}
	for name, text := range files {
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, 0, err
		}
		parsed[name] = file
		for _, spec := range variables(file) {
			if typeOf(spec) != nil {
				lazy[spec.Names[0].Name] = true
			}
		}
	}
	changed = map[string][]byte{}
	for name, file := range parsed {
		if edits := lazyEdits(set, file, files[name], lazy); len(edits) > 0 {
			changed[name] = rewritten(files[name], edits)
		}
	}
	return changed, len(lazy), nil
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
