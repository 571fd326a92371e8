package builtin

import (
	"slices"

	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
)

// Condition evaluates a test.
func (l *Lowering) Condition(test ast.Expression, s *domain.State, sc *domain.Scope) (domain.Value, facts.Condition) {
	cells, before, around := l.CellCount, len(l.Assigned), l.Compared
	l.Compared = nil
	v := l.Expression(test, s, sc)
	c := facts.Condition{Test: test, Compared: l.Compared}
	l.Compared = around
	for _, k := range c.Compared { // of a part of a larger test, perhaps; one that a function called here has made of the same text does not count
		if l.Compared.By(k.Of) < 0 {
			l.Compared = append(l.Compared, k)
		}
	}
	for _, cell := range l.Assigned[before:] {
		if cell < cells && !slices.Contains(c.Changed, cell) { // not a variable of a function called here
			c.Changed = append(c.Changed, cell)
		}
	}
	return v, c
}
