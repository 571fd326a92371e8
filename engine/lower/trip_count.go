package lower

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// counted is the loop with the parts of its test that count behind an &&, as in while (list.length && n++ < 6), at the
// begin of its body, where they leave it: there the count has its value of the test that goes on, and is not a choice
// by the part before it, so that a bound is found.
func (p loopParts) counted() loopParts {
	if p.test == nil || p.bodyFirst {
		return p
	}
	parts := conjuncts(p.test, nil)
	n := 1
	for n < len(parts) && !counts(parts[n]) {
		n++
	}
	if n == len(parts) {
		return p
	}
	body := &ast.BlockStatement{LeftBrace: p.body.Idx0()}
	for _, part := range parts[n:] {
		body.List = append(body.List, &ast.IfStatement{
			If: part.Idx0(), Test: &ast.UnaryExpression{Operator: token.NOT, Idx: part.Idx0(), Operand: part},
			Consequent: &ast.BranchStatement{Idx: part.Idx0(), Token: token.BREAK},
		})
	}
	body.List = append(body.List, p.body)
	p.test, p.body = parts[0], body
	for _, part := range parts[1:n] {
		p.test = &ast.BinaryExpression{Operator: token.LOGICAL_AND, Left: p.test, Right: part}
	}
	return p
}

// conjuncts appends the parts of an expression that && joins.
func conjuncts(e ast.Expression, list []ast.Expression) []ast.Expression {
	if b, ok := e.(*ast.BinaryExpression); ok && b.Operator == token.LOGICAL_AND {
		return conjuncts(b.Right, conjuncts(b.Left, list))
	}
	return append(list, e)
}

// counts reports whether a comparison changes what it compares.
func counts(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		return counts(e.Left) || counts(e.Right)
	case *ast.UnaryExpression:
		return e.Operator == token.INCREMENT || e.Operator == token.DECREMENT
	case *ast.AssignExpression:
		return true
	}
	return false
}
