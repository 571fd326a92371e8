package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// test walks the test of an if or of a loop. When it is made of literals alone, as in if (false), the interpreter's
// compiler drops what it excludes, but writes the jump of a break or continue in there into the code that it keeps: the
// program then does something else, or the interpreter itself panics. With a variable before it, the test is no
// constant.
func (a *analysis) test(slot *ast.Expression) {
	if constant(*slot) {
		start := a.startOf(*slot)
		a.insert(start, a.names.fuel+",", start, opening)
	}
	a.expr(slot)
}

// constant reports that the interpreter's compiler may know the value of an expression.
func constant(e ast.Expression) bool {
	for {
		switch n := e.(type) {
		case *ast.BooleanLiteral, *ast.NullLiteral, *ast.NumberLiteral, *ast.StringLiteral:
			return true
		case *ast.UnaryExpression:
			e = n.Operand
		case *ast.ConditionalExpression:
			e = n.Test
		case *ast.BinaryExpression: // of && and the like, the left side may be enough
			if n.Operator != token.LOGICAL_AND && n.Operator != token.LOGICAL_OR && n.Operator != token.COALESCE && !constant(n.Right) {
				return false
			}
			e = n.Left
		default:
			return false
		}
	}
}
