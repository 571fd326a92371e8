package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// The interpreter's bitwise operators are wrong for numbers from 2^63 on, which products of two words and bigints can be: it
// takes them through an int64. So an operand that is one of these, or adds one, or has been given one (huge.go), is first reduced to what such an
// operator sees of it.

// huge is the first number that does not fit an int64.
const huge = 1 << 63

func bitwise(operator token.Token) bool {
	switch operator {
	case token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT, token.UNSIGNED_SHIFT_RIGHT:
		return true
	}
	return false
}

// mayBeHuge reports whether an operand computes a number that may be huge right where it stands, or has one by name.
func (a *analysis) mayBeHuge(e ast.Expression) bool {
	for {
		switch n := e.(type) {
		case *ast.UnaryExpression:
			if n.Operator != token.MINUS {
				return false
			}
			e = n.Operand
		case *ast.NumberLiteral:
			v, ok := n.Value.(float64)
			return ok && v >= huge
		case *ast.CallExpression:
			callee := calleeName(n)
			return callee == "Number" || a.huge[callee+"()"] // Number of a bigint
		case *ast.Identifier, *ast.DotExpression:
			return a.huge[targetName(n)]
		case *ast.ConditionalExpression:
			if a.mayBeHuge(n.Consequent) {
				return true
			}
			e = n.Alternate
		case *ast.BinaryExpression:
			switch n.Operator {
			case token.MULTIPLY, token.EXPONENT:
				return true
			case token.PLUS, token.MINUS:
				if a.mayBeHuge(n.Right) {
					return true
				}
				e = n.Left
			default:
				return false
			}
		default:
			return false
		}
	}
}

// wordSpan is where an operand stands, with the parentheses around it alone.
type wordSpan struct{ start, end int }

// leftWord begins the reduction of the left operand of an operator, when it needs one.
func (a *analysis) leftWord(n *ast.BinaryExpression) *wordSpan {
	if !bitwise(n.Operator) || !a.mayBeHuge(n.Left) {
		return nil
	}
	start, end := a.startOf(n.Left), a.endOf(n.Left)
	end = a.afterParentheses(end) // the operator follows, so what closes here is all the operand's
	w := &wordSpan{start + a.unclosed(start, end), end}
	a.wordOf(w.start, w.start)
	return w
}

func (a *analysis) wordOf(start, anchor int) {
	a.insert(start, "("+a.names.value+"=", anchor, opening)
}

func (a *analysis) endWord(end, anchor int) {
	v := a.names.value
	a.insert(end, ",typeof "+v+"==\"number\"?"+v+"%4294967296:"+v+")", anchor, closing)
}

// word walks an expression of which the low 32 bits count, and reduces it when it may be huge.
func (a *analysis) word(e *ast.Expression) {
	if !a.mayBeHuge(*e) {
		a.expr(e)
		return
	}
	start, end := a.startOf(*e), a.endOf(*e)
	before, behind := a.outside(start, end)
	start, end = start-before, end+behind
	a.wordOf(start, start)
	a.expr(e)
	a.endWord(end, start)
}

// takesWords reports whether a function is one of Math that sees the low 32 bits of its arguments.
func (a *analysis) takesWords(callee ast.Expression) bool {
	d, ok := callee.(*ast.DotExpression)
	if !ok || d.Identifier.Name != "imul" && d.Identifier.Name != "clz32" {
		return false
	}
	of, ok := d.Left.(*ast.Identifier)
	return ok && of.Name == "Math"
}
