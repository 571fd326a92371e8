package builtin

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Language is what methods of the language need of the package that runs statements and expressions.
type Language interface {
	// Invoke calls a function of the program.
	Invoke(c *domain.Closure, args []domain.Value, s *domain.State) domain.Value
	// Expression runs an expression.
	Expression(e ast.Expression, s *domain.State, sc *domain.Scope) domain.Value
	// Iterated is a list of what an iterable gives.
	Iterated(v domain.Value, s *domain.State) domain.Value
	// Property reads a property.
	Property(o, key domain.Value, s *domain.State) domain.Value
	// SpreadInto puts the properties of a value into an object where a condition holds.
	SpreadInto(o *domain.Object, cond word.ID, v domain.Value, s *domain.State)
}
