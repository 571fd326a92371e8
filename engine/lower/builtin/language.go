package builtin

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Language is what methods of the language need of those above them: of package js, which runs statements and
// expressions, and of the file that calls functions.
type Language struct {
	// Invoke calls a function of the program.
	Invoke func(c *domain.Closure, args []domain.Value, s *domain.State) domain.Value
	// Expression runs an expression.
	Expression func(e ast.Expression, s *domain.State, sc *domain.Scope) domain.Value
	// Iterated is a list of what an iterable gives.
	Iterated func(v domain.Value, s *domain.State) domain.Value
	// Apply calls any function.
	Apply func(callee domain.Value, args []domain.Value, s *domain.State) domain.Value
	// Property reads a property.
	Property func(o, key domain.Value, s *domain.State) domain.Value
	// SpreadInto puts the properties of a value into an object where a condition holds.
	SpreadInto func(o *domain.Object, cond word.ID, v domain.Value, s *domain.State)
}
