package js

import (
	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/loop"
)

// Connect gives the packages below the functions of this one that they need, which run statements and expressions. They
// are called in this way here, too, where a file needs one above it.
func (l *Lowering) Connect() {
	l.Lowering.Connect(builtin.Language{
		Invoke: l.invoke, Expression: l.expression, Iterated: l.iterated, Property: l.property, SpreadInto: l.spreadInto,
	})
	l.Runner = loop.Runner{Statement: l.statement}
}
