package source

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
)

// Access is a place at which a behaviour function reads or writes a cell of something by a number that is written out:
// m[20], s.m[20], m.get(20), m.set(20, 1).
type Access struct {
	Name    string // of what is accessed: the identifier, or the last property
	Address int64
	At      file.Idx // of the number; see Function.PlaceOf
}

// Accesses lists the accesses of f with literal addresses, in the order of the text.
func (f *Function) Accesses() []Access {
	var list []Access
	add := func(of ast.Expression, index ast.Expression) {
		number, ok := index.(*ast.NumberLiteral)
		if !ok {
			return
		}
		address, ok := number.Value.(int64)
		if !ok {
			return
		}
		switch of := of.(type) {
		case *ast.Identifier:
			if f.Lookup(of) == nil { // declared inside f, so it can be a field of the argument
				list = append(list, Access{of.Name.String(), address, number.Idx})
			}
		case *ast.DotExpression:
			list = append(list, Access{of.Identifier.Name.String(), address, number.Idx})
		}
	}
	visit(reflect.ValueOf(f.Node), func(n any) {
		switch n := n.(type) {
		case *ast.BracketExpression:
			add(n.Left, n.Member)
		case *ast.CallExpression:
			method, ok := n.Callee.(*ast.DotExpression)
			if !ok || len(n.ArgumentList) == 0 {
				return
			}
			switch method.Identifier.Name {
			case "get", "set", "has", "delete":
				add(method.Left, n.ArgumentList[0])
			}
		}
	})
	return list
}

// Writes lists the memories that f writes to, as far as the text tells: m[address] = value, m[address]++,
// m.set(address, value), m.delete(address) and m.clear(), of a name that is declared inside f or a property.
func (f *Function) Writes() []Result {
	var list []Result
	add := func(of ast.Expression) {
		switch of := of.(type) {
		case *ast.Identifier:
			if f.Lookup(of) == nil {
				list = append(list, Result{Name: of.Name.String(), At: of.Idx})
			}
		case *ast.DotExpression:
			list = append(list, Result{Name: of.Identifier.Name.String(), At: of.Identifier.Idx})
		}
	}
	target := func(e ast.Expression) {
		if cell, ok := e.(*ast.BracketExpression); ok {
			add(cell.Left)
		}
	}
	visit(reflect.ValueOf(f.Node), func(n any) {
		switch n := n.(type) {
		case *ast.AssignExpression:
			target(n.Left)
		case *ast.UnaryExpression:
			if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT {
				target(n.Operand)
			}
		case *ast.CallExpression:
			method, ok := n.Callee.(*ast.DotExpression)
			if !ok {
				return
			}
			switch method.Identifier.Name {
			case "set", "delete", "clear":
				add(method.Left)
			}
		}
	})
	return list
}
