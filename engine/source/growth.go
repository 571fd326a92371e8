package source

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// Functions of Math by what they do to the size of a number: they give more than they get, or about as much.
var (
	growingMath = map[string]bool{"cosh": true, "exp": true, "expm1": true, "pow": true, "sinh": true}
	keepingMath = map[string]bool{"abs": true, "ceil": true, "floor": true, "fround": true, "hypot": true, "max": true, "min": true, "round": true, "sqrt": true, "trunc": true}
)

// readers are functions that make numbers of texts and bigints.
var readers = map[string]bool{"Number": true, "parseFloat": true, "parseInt": true}

// gives are methods that give elements.
var gives = map[string]bool{
	"at": true, "find": true, "findLast": true, "get": true, "next": true, "pop": true, "reduce": true, "reduceRight": true, "shift": true,
}

// mayBeHuge reports whether an operand computes a number that may be huge right where it stands, or has one by name.
func (a *analysis) mayBeHuge(e ast.Expression) bool {
	for {
		switch n := without(e).(type) {
		case *ast.UnaryExpression:
			switch n.Operator {
			case token.PLUS:
				if _, called := without(n.Operand).(*ast.CallExpression); called { // of a text, it may be
					return true
				}
				e = n.Operand
			case token.MINUS:
				e = n.Operand
			default:
				return false
			}
		case *ast.NumberLiteral:
			v, ok := n.Value.(float64)
			return ok && v >= huge
		case *ast.CallExpression:
			return a.givesHuge(n)
		case *ast.BracketExpression:
			name := targetName(n)
			return a.isHuge(name) || name == element && a.huge[anyProperty] && !a.numericKey(n.Member)
		case *ast.Identifier, *ast.DotExpression, *ast.PrivateDotExpression:
			return a.isHuge(targetName(n))
		case *ast.AssignExpression:
			if a.mayBeHuge(n.Left) {
				return true
			}
			e = n.Right
		case *ast.SequenceExpression:
			e = n.Sequence[len(n.Sequence)-1]
		case *ast.SpreadElement:
			return a.huge[element] || a.mayBeHuge(n.Expression)
		case *ast.ArrayLiteral: // spread
			for _, item := range n.Value {
				if item != nil && a.mayBeHuge(item) {
					return true
				}
			}
			return false
		case *ast.ConditionalExpression:
			if a.mayBeHuge(n.Consequent) {
				return true
			}
			e = n.Alternate
		case *ast.BinaryExpression:
			switch n.Operator {
			case token.MULTIPLY, token.EXPONENT:
				return true
			case token.SLASH:
				if lessThanOne(n.Right) {
					return true
				}
			case token.REMAINDER:
				if number, ok := n.Right.(*ast.NumberLiteral); ok && !a.mayBeHuge(number) {
					return false
				}
			case token.PLUS, token.MINUS, token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
				if a.mayBeHuge(n.Right) {
					return true
				}
			default:
				return false
			}
			e = n.Left
		default:
			return false
		}
	}
}

func (a *analysis) givesHuge(n *ast.CallExpression) bool {
	callee := without(n.Callee)
	if parameters(callee) != nil {
		return a.huge["()"]
	}
	name := targetName(callee)
	if readers[name] || name != "" && a.huge[name+"()"] {
		return true
	}
	method, ok := callee.(*ast.DotExpression)
	if !ok {
		return false
	}
	name = method.Identifier.Name.String()
	of, _ := method.Left.(*ast.Identifier)
	if of == nil || of.Name != "Math" {
		if (name == "reduce" || name == "reduceRight") && len(n.ArgumentList) > 1 && a.mayBeHuge(n.ArgumentList[1]) {
			return true // of an empty list
		}
		return readers[name] || gives[name] && a.huge[element]
	}
	if keepingMath[name] {
		for _, argument := range n.ArgumentList {
			if a.mayBeHuge(argument) {
				return true
			}
		}
	}
	return growingMath[name]
}

// lessThanOne reports whether a divisor may be so small that the quotient is much more than the dividend.
func lessThanOne(e ast.Expression) bool {
	switch n := without(e).(type) {
	case *ast.NumberLiteral:
		v, ok := n.Value.(float64)
		return ok && v < 1
	case *ast.BinaryExpression:
		return n.Operator == token.SLASH || n.Operator == token.EXPONENT || n.Operator == token.MULTIPLY
	case *ast.CallExpression:
		return true
	}
	return false
}

// without is an expression without the marks of an optional chain around it.
func without(e ast.Expression) ast.Expression {
	for {
		switch n := e.(type) {
		case *ast.OptionalChain:
			e = n.Expression
		case *ast.Optional:
			e = n.Expression
		default:
			return e
		}
	}
}
