package capture

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
)

// PlainNumber tells texts that may be decimal numbers.
func PlainNumber(text string) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && c != '.' && c != '-' {
			return false
		}
	}
	return true
}

// Identifier is the value of a name.
func (l *Lowering) Identifier(e *ast.Identifier, s *domain.State, sc *domain.Scope) domain.Value {
	name := e.Name.String()
	if c, ok := sc.Find(name); ok {
		return l.Use(s.ValueOf(c))
	}
	return l.outside(e)
}
