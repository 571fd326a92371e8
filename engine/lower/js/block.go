package js

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/loop"
)

// block runs statements in a new scope.
func (l *Lowering) block(list []ast.Statement, s *domain.State, sc *domain.Scope) loop.Flow {
	inner := domain.NewScope(sc)
	mark := l.Mark()
	l.Hoist(list, s, inner)
	f := l.Statements(list, s, inner)
	l.Release(mark, &f)
	return f
}

// Label runs the expression of a case. Those after the one that matches are not run, so it must do nothing.
func (l *Lowering) label(e ast.Expression, s *domain.State, sc *domain.Scope) domain.Value {
	switch e.(type) {
	case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral, *ast.Identifier:
		return l.Expression(e, s, sc)
	}
	before, throws, assigned := &domain.State{Cells: slices.Clone(s.Cells), Heap: slices.Clone(s.Heap)}, len(l.Throws)+l.Thrown, len(l.Assigned)
	v := l.Expression(e, s, sc)
	changed := len(l.Throws)+l.Thrown != throws
	for i, c := range before.Cells {
		if c == nil || domain.SameValue(c, s.Cell(i)) {
			continue
		}
		if changed = changed || slices.Contains(l.Assigned[assigned:], i); !changed {
			s.Cells[i] = c // it is the same, but a part of the expression has looked at it
		}
	}
	for i, o := range before.Heap {
		changed = changed || o != s.Heap[i]
	}
	if changed {
		panic(domain.Refuse("a case whose value changes something or may throw; compute it before the switch"))
	}
	return v
}

// target is something that can be assigned to, its parts already computed.
type target struct {
	read  func(s *domain.State, logical bool) domain.Value // logical: for an operator such as ||=
	write func(*domain.State, domain.Value)
}

// lastPlace is where the interpreter says that an operator of an assignment failed: at what it came by last. A literal
// has no place of its own.
func lastPlace(e ast.Expression, otherwise file.Idx) file.Idx {
	switch n := e.(type) {
	case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return otherwise
	case *ast.BracketExpression:
		return n.LeftBracket
	case *ast.CallExpression:
		return n.LeftParenthesis
	}
	return e.Idx0()
}

// named runs an initial value; the name that a function takes from its target is of no interest.
func (l *Lowering) named(_ ast.Expression, init ast.Expression, s *domain.State, sc *domain.Scope) domain.Value {
	return l.Expression(init, s, sc)
}
