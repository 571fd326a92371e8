package facts

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
)

// Condition is an expression that has been evaluated, and the variables that were assigned to meanwhile: of them it
// says nothing.
type Condition struct {
	Test     ast.Expression
	Changed  []int
	Compared compared
}

// Compared are the values that comparisons have compared. They are few, mostly one to four.
type compared []comparison

type comparison struct {
	Of     *ast.BinaryExpression
	values [2]domain.Value
}

// By is where a comparison stands, -1 when it has compared nothing.
func (c compared) By(e *ast.BinaryExpression) int {
	for i := range c {
		if c[i].Of == e {
			return i
		}
	}
	return -1
}

// part is the condition that a part of the test is.
func (c Condition) part(test ast.Expression) Condition {
	return Condition{test, c.Changed, c.Compared}
}

// variable is the variable with a name, if it still has the value that it had in the test.
func (c Condition) variable(name *ast.Identifier, sc *domain.Scope) (cell int, ok bool) {
	cell, ok = sc.Find(name.Name.String())
	return cell, ok && !slices.Contains(c.Changed, cell)
}

// Name is the variable that the test is, if it still has the value that it had in the test.
func (c Condition) name(sc *domain.Scope) (cell int, ok bool) {
	id, ok := c.Test.(*ast.Identifier)
	if !ok {
		return 0, false
	}
	return c.variable(id, sc)
}

var plainComparison = map[token.Token]token.Token{
	token.LESS: token.LESS, token.LESS_OR_EQUAL: token.LESS_OR_EQUAL, token.GREATER: token.GREATER,
	token.GREATER_OR_EQUAL: token.GREATER_OR_EQUAL, token.EQUAL: token.EQUAL, token.STRICT_EQUAL: token.EQUAL,
	token.NOT_EQUAL: token.NOT_EQUAL, token.STRICT_NOT_EQUAL: token.NOT_EQUAL,
}

var opposite = map[token.Token]token.Token{
	token.LESS: token.GREATER_OR_EQUAL, token.LESS_OR_EQUAL: token.GREATER, token.GREATER: token.LESS_OR_EQUAL,
	token.GREATER_OR_EQUAL: token.LESS, token.EQUAL: token.NOT_EQUAL, token.NOT_EQUAL: token.EQUAL,
}

var mirrored = map[token.Token]token.Token{
	token.LESS: token.GREATER, token.LESS_OR_EQUAL: token.GREATER_OR_EQUAL, token.GREATER: token.LESS,
	token.GREATER_OR_EQUAL: token.LESS_OR_EQUAL, token.EQUAL: token.EQUAL, token.NOT_EQUAL: token.NOT_EQUAL,
}
