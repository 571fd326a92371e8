package source

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// growing walks the right operand of an operator. Shifting and raising a bigint are bounded, since one
// such step can ask for all memory there is: the operand is looked at, and the host asked when it is a
// bigint.
func (a *analysis) growing(operator token.Token, right *ast.Expression) {
	switch operator {
	case token.SHIFT_LEFT, token.EXPONENT:
	default:
		a.expr(right)
		return
	}
	if _, number := (*right).(*ast.NumberLiteral); number && !isBigInt(*right) {
		return
	}
	n := a.names
	start, end := a.around(*right)
	anchor := start
	a.insert(start, "("+n.value+"=", anchor, opening)
	a.expr(right)
	a.insert(end, ",typeof "+n.value+"==\"bigint\"&&"+n.bound+"("+n.value+"),"+n.value+")", anchor, closing)
}

// around is where an operand begins and ends, with the parentheses around it: of x<<(a+(b)) all after
// the operator.
func (a *analysis) around(e ast.Expression) (start, end int) {
	start, end = a.beforeParentheses(a.startOf(e)), a.endOf(e)
	open := 0
	for _, t := range scan(a.clean[start:end]) {
		if t.kind == mark {
			switch a.clean[start+t.start] {
			case '(':
				open++
			case ')':
				open--
			}
		}
	}
	for ; open > 0 && end < len(a.clean) && a.clean[end] == ')'; open-- {
		end++
	}
	return start, end
}

func isBigInt(e ast.Expression) bool {
	n, ok := e.(*ast.NumberLiteral)
	return ok && strings.HasSuffix(n.Literal, "n")
}

// spread walks what is spread out, and lets the host see it.
func (a *analysis) spread(e *ast.Expression) {
	start, end := a.around(*e)
	a.insert(start, a.names.bound+"(", start, opening)
	a.expr(e)
	a.insert(end, ")", start, closing)
}

// usesProperties reports whether a pattern has a class by property. The interpreter compiles such a
// class and then never matches it.
func usesProperties(pattern string) bool {
	for i := 0; i+2 < len(pattern); i++ {
		if pattern[i] != '\\' {
			continue
		}
		if i++; (pattern[i] == 'p' || pattern[i] == 'P') && pattern[i+1] == '{' {
			return true
		}
	}
	return false
}
