package dynamic

import (
	"reflect"

	"github.com/dop251/goja/ast"
)

// walk calls visit for every node of a tree, parents first. Names that are not references (after a dot, of a label)
// are not visited.
func walk(root ast.Node, visit func(ast.Node)) {
	w := walker{visit: visit, seen: map[any]bool{}}
	w.value(reflect.ValueOf(root))
}

type walker struct {
	visit func(ast.Node)
	seen  map[any]bool // declarations are in the tree twice
}

func (w *walker) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			w.value(v.Elem())
		}
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem().PkgPath() != astPackage || w.seen[v.Interface()] {
			return
		}
		w.seen[v.Interface()] = true
		if n, ok := v.Interface().(ast.Node); ok {
			w.visit(n)
		}
		w.value(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			w.value(v.Index(i))
		}
	case reflect.Struct:
		if v.Type().PkgPath() != astPackage {
			return
		}
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() || field.Name == "DeclarationList" || field.Name == "Label" {
				continue
			}
			w.value(v.Field(i))
		}
	}
}

var astPackage = reflect.TypeFor[ast.Program]().PkgPath()
