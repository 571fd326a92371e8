package loop

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
)

// Runner is what loops need of the package that runs their bodies.
type Runner interface {
	// Statement runs a statement.
	Statement(st ast.Statement, s *domain.State, sc *domain.Scope, label string) Flow
	// Expression runs an expression.
	Expression(e ast.Expression, s *domain.State, sc *domain.Scope) domain.Value
}
