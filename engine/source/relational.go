package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

func relational(operator token.Token) bool {
	switch operator {
	case token.LESS, token.LESS_OR_EQUAL, token.GREATER, token.GREATER_OR_EQUAL, token.IN, token.INSTANCEOF:
		return true
	}
	return false
}

// leftFirst gives relational operators after each other their order: the interpreter's parser takes a < b < c for a <
// (b < c). The tree is changed, and parentheses are put into the script, of which the second one comes when what is
// inside has been walked: it returns their places.
func (a *analysis) leftFirst(n *ast.BinaryExpression) (closings []operandSpan) {
	first := 0 // where all that is on the left begins
	for relational(n.Operator) {
		right, ok := n.Right.(*ast.BinaryExpression)
		if !ok || !relational(right.Operator) {
			break
		}
		start := a.startOf(right.Left)
		end := a.afterParentheses(a.endOf(right.Left)) // the operator follows
		if start-a.beforeParentheses(start) > -a.unclosed(start, end) {
			break // a parenthesis is around both operands
		}
		if len(closings) == 0 {
			first = a.startOf(n.Left)
			first += a.unclosed(first, a.afterParentheses(a.endOf(n.Left)))
		}
		a.insert(first, "(", first, opening)
		closings = append(closings, operandSpan{first, end})
		left := &ast.BinaryExpression{Operator: n.Operator, Left: n.Left, Right: right.Left, Comparison: n.Comparison}
		n.Left, n.Operator, n.Right, n.Comparison = left, right.Operator, right.Right, right.Comparison
	}
	return closings
}

// operandSpan is where an operand stands.
type operandSpan struct{ start, end int }
