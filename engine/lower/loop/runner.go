package loop

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
)

// Runner is what loops need of the package above, which runs their bodies.
type Runner struct {
	// Statement runs a statement.
	Statement func(st ast.Statement, s *domain.State, sc *domain.Scope, label string) Flow
}
