package source

import (
	"reflect"
	"sync"

	"github.com/dop251/goja/ast"
)

// visit calls do for every node below v, v included, in the order of the text.
func visit(v reflect.Value, do func(any)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			visit(v.Elem(), do)
		}
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem().PkgPath() != astPackage {
			return
		}
		do(v.Interface())
		visit(v.Elem(), do)
	case reflect.Struct:
		for _, i := range childrenOf(v.Type()) {
			visit(v.Field(i), do)
		}
	case reflect.Slice:
		for i := range v.Len() {
			visit(v.Index(i), do)
		}
	}
}

var astPackage = reflect.TypeFor[ast.Identifier]().PkgPath()

// children are the fields with nodes of each type of node, by its reflect.Type. Asking for a field's name takes longer
// than all the rest of a visit.
var children sync.Map

// childrenOf lists the fields of a type of node in which nodes may be.
func childrenOf(t reflect.Type) []int {
	if list, ok := children.Load(t); ok {
		return list.([]int)
	}
	list := []int{}
	for i := range t.NumField() {
		// DeclarationList repeats what stands in the body.
		if f := t.Field(i); f.IsExported() && f.Name != "DeclarationList" && mayHold(f.Type) {
			list = append(list, i)
		}
	}
	children.Store(t, list)
	return list
}

// mayHold tells whether a value of a type can be a node or have one.
func mayHold(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Struct:
		return true
	case reflect.Pointer:
		return t.Elem().PkgPath() == astPackage
	case reflect.Slice:
		return mayHold(t.Elem())
	}
	return false
}
