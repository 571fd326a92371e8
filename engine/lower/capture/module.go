package capture

import (
	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// maxForwarded bounds the objects through which a name leads.
const maxForwarded = 64

// heldBy is what a variable outside of the function that is looked at holds; nil when it is not known.
func (l *Lowering) heldBy(e ast.Expression) goja.Value {
	id, ok := e.(*ast.Identifier)
	if !ok || l.Own.Outer == nil {
		return nil
	}
	c := l.Own.Function.Lookup(id)
	if c == nil || c.Index < 0 {
		return nil
	}
	v, err := l.Own.Outer(c.Index)
	if err != nil {
		return nil
	}
	return v
}
