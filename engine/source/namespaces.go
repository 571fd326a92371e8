package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// A namespace of TypeScript becomes a variable and a function that is called at once with the object that the variable
// holds or gets: (N => { … })(N || (N = {})). One in another one is (M => { … })(M = N.M || (N.M = {})). The variable
// holds the same object ever after.

// spaceOf is the variable of a namespace whose body is called; nil for any other call. The function with the body is
// noted.
func (a *analysis) spaceOf(n *ast.CallExpression) *ast.Identifier {
	body, ok := n.Callee.(*ast.ArrowFunctionLiteral)
	if !ok || len(n.ArgumentList) != 1 || body.ParameterList == nil || len(body.ParameterList.List) != 1 || a.foreign {
		return nil
	}
	argument, of := n.ArgumentList[0], (*ast.Identifier)(nil)
	if assign, ok := argument.(*ast.AssignExpression); ok && assign.Operator == token.ASSIGN {
		argument = assign.Right
		if of, ok = assign.Left.(*ast.Identifier); !ok {
			return nil
		}
	}
	either, ok := argument.(*ast.BinaryExpression)
	if !ok || either.Operator != token.LOGICAL_OR {
		return nil
	}
	made, ok := either.Right.(*ast.AssignExpression)
	if !ok || made.Operator != token.ASSIGN {
		return nil
	}
	if empty, ok := made.Right.(*ast.ObjectLiteral); !ok || len(empty.Value) > 0 {
		return nil
	}
	switch x := either.Left.(type) {
	case *ast.Identifier:
		y, ok := made.Left.(*ast.Identifier)
		if !ok || of != nil || x.Name != y.Name {
			return nil
		}
		of = x
	case *ast.DotExpression:
		y, ok := made.Left.(*ast.DotExpression)
		if !ok || of == nil || x.Identifier.Name != of.Name || y.Identifier.Name != of.Name || !sameName(x.Left, y.Left) {
			return nil
		}
	default:
		return nil
	}
	if a.scope.lookup(of.Name.String()) == nil {
		return nil
	}
	a.spaces[body] = true
	return of
}

func sameName(a, b ast.Expression) bool {
	x, ok := a.(*ast.Identifier)
	y, also := b.(*ast.Identifier)
	return ok && also && x.Name == y.Name
}

// inSpace reports that a namespace is around, and no other function in it.
func (a *analysis) inSpace() bool { return a.function != nil && a.function.space && a.atTop() }

// atTop reports that no function is around but those of namespaces.
func (a *analysis) atTop() bool {
	f := a.function
	for f != nil && f.space {
		f = f.parent
	}
	return f == a.top
}
