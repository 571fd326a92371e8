package source

import (
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// growing walks the right operand of an operator. Shifting and raising a bigint are bounded, since one
// such step can ask for all memory there is, and so are factors and divisors: the operand is looked at,
// and the host asked when it is a bigint. Where the left one is never a bigint, an operator with both fails.
func (a *analysis) growing(operator token.Token, left ast.Expression, right *ast.Expression) {
	by := ""
	switch operator {
	case token.EXPONENT:
	case token.SHIFT_LEFT:
		by = ",2"
	case token.SHIFT_RIGHT:
		by = ",3"
	case token.MULTIPLY, token.SLASH, token.REMAINDER:
		by = ",1"
	default:
		a.expr(right)
		return
	}
	if neverBigInt(*right, operandsAsked) || neverBigInt(left, operandsAsked) {
		a.expr(right)
		return
	}
	n := a.names
	start, end := a.around(*right)
	anchor := start
	a.insert(start, "("+n.value+"=", anchor, opening)
	a.expr(right)
	ask := n.bound + "(" + n.value + by + ")"
	if operator == token.SHIFT_LEFT || operator == token.SHIFT_RIGHT { // what shifts all out may be as long as it likes, and is cut
		ask = "(" + n.value + "=" + ask + ")"
	}
	a.insert(end, ",typeof "+n.value+"==\"bigint\"&&"+ask+","+n.value+")", anchor, closing)
}

// around is where an operand begins and ends, with the parentheses around it: of x<<(a+(b)) all after
// the operator.
func (a *analysis) around(e ast.Expression) (start, end int) {
	start = a.beforeParentheses(a.startOf(e))
	return start, a.closed(start, a.endOf(e))
}

// operandsAsked is how deep neverBigInt looks: a long row of operators shall not be walked for each of them.
const operandsAsked = 4

// neverBigInt reports whether an expression, if it has a value, has one that is no bigint.
func neverBigInt(e ast.Expression, depth int) bool {
	if depth == 0 {
		return false
	}
	never := func(e ast.Expression) bool { return neverBigInt(e, depth-1) }
	switch e := e.(type) {
	case *ast.NumberLiteral:
		return !isBigInt(e)
	case *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return true
	case *ast.TemplateLiteral:
		return e.Tag == nil
	case *ast.UnaryExpression:
		switch e.Operator {
		case token.PLUS, token.NOT, token.TYPEOF:
			return true
		case token.MINUS, token.BITWISE_NOT:
			return never(e.Operand)
		}
	case *ast.ConditionalExpression:
		return never(e.Consequent) && never(e.Alternate)
	case *ast.BinaryExpression:
		switch e.Operator {
		case token.UNSIGNED_SHIFT_RIGHT:
			return true
		case token.PLUS, token.MINUS, token.MULTIPLY, token.SLASH, token.REMAINDER, token.EXPONENT,
			token.AND, token.OR, token.EXCLUSIVE_OR, token.SHIFT_LEFT, token.SHIFT_RIGHT:
			return never(e.Right) || never(e.Left)
		}
	}
	return false
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
	a.insert(end, ",0)", start, closing)
}

// takesAll reports whether the built-in class of this name works for as long as its first argument is large.
func takesAll(class string) bool {
	switch class {
	case "Map", "Set", "WeakMap", "WeakSet", "ArrayBuffer":
		return true
	}
	return class != "Array" && strings.HasSuffix(class, "Array")
}

// argument walks the first argument of such a class, which stands at start, and lets the host see it.
func (a *analysis) argument(e *ast.Expression, start int) {
	if spread, ok := (*e).(*ast.SpreadElement); ok {
		a.spread(&spread.Expression)
		return
	}
	switch (*e).(type) {
	case *ast.StringLiteral, *ast.TemplateLiteral, *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ObjectLiteral:
		a.expr(e)
		return
	}
	a.insert(start, a.names.made+"(", start, opening)
	a.expr(e)
	a.insert(a.closed(start, a.endOf(*e)), ")", start, closing)
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
