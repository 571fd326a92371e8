package capture

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
)

// Identifier is the value of a name.
func (l *Lowering) Identifier(e *ast.Identifier, s *domain.State, sc *domain.Scope) domain.Value {
	name := e.Name.String()
	if c, ok := sc.Find(name); ok {
		return l.Use(s.ValueOf(c))
	}
	return l.outside(e)
}
