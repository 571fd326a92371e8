package js

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/loop"
)

// An error that a lambda throws ends it. Within try it is a jump to the handler: the paths that throw end there as
// those that break a loop end after it, also where the throw stands in a function that is called. Errors that the
// language throws itself are refused there, unless they are known never to happen.

// toCatch is where a throw goes.
func toCatch(t *domain.JumpTarget, _ string) bool { return t.Catches }

// tryStatement runs a try statement.
func (l *Lowering) tryStatement(st *ast.TryStatement, s *domain.State, sc *domain.Scope) loop.Flow {
	if st.Finally != nil {
		return l.finally(st, s, sc)
	}
	cells, closures, throws := l.CellCount, l.Closures, len(l.Throws)
	t := l.Enter(s, domain.JumpTarget{Catches: true})
	l.Catching++
	f := l.block(st.Body.List, s, sc)
	l.Catching--
	left := l.HasLeft(t)
	l.Exit(t, f.Next)
	if len(l.Throws) > throws {
		panic(domain.Refuse("try around something that the language may throw an error for"))
	}
	if len(t.Caught) == 0 {
		return f
	}
	for _, e := range t.Caught {
		if closures == l.Closures { // the variables of blocks and functions that are left
			e.S.Cells = e.S.Cells[:min(cells, len(e.S.Cells))]
			for c := range e.S.Found {
				if c >= cells {
					delete(e.S.Found, c)
				}
			}
		}
	}
	goesOn := f.Next != nil
	both := l.Join(t.Caught, f.Next)
	both.Cond = t.Cond
	handle := func(s *domain.State) loop.Flow { return l.handler(st.Catch, s, sc) }
	if !goesOn {
		left = l.B.Uint(1, 1)
	}
	g := l.Branch(left, both, handle, func(s *domain.State) loop.Flow { return loop.Flow{Next: s} })
	f.Add(g)
	f.Next = g.Next
	return f
}

// handler runs what stands behind catch. The error's message is not known there.
func (l *Lowering) handler(c *ast.CatchStatement, s *domain.State, sc *domain.Scope) loop.Flow {
	inner := domain.NewScope(sc)
	mark := l.Mark()
	if c.Parameter != nil {
		loop.EachName(c.Parameter, func(name string) {
			l.Declare(s, inner, name, domain.RefusedValue{Reason: "an error that has been caught is used"})
		})
	}
	f := l.block(c.Body.List, s, inner)
	l.Release(mark, &f)
	return f
}

// finally runs a try statement with a last part, which no jump may pass over.
func (l *Lowering) finally(st *ast.TryStatement, s *domain.State, sc *domain.Scope) loop.Flow {
	within, throws := l.Catching, len(l.Throws)
	var f loop.Flow
	if st.Catch == nil {
		f = l.block(st.Body.List, s, sc)
	} else {
		f = l.tryStatement(&ast.TryStatement{Try: st.Try, Body: st.Body, Catch: st.Catch}, s, sc)
	}
	if len(f.Returns)+len(f.Breaks)+len(f.Continues) > 0 || within > 0 {
		panic(domain.Refuse("finally after a jump out of its try"))
	}
	if f.Next == nil {
		return f
	}
	last := len(l.Throws)
	g := l.block(st.Finally.List, f.Next, sc)
	if len(g.Returns)+len(g.Breaks)+len(g.Continues) > 0 || last > throws && len(l.Throws) > last {
		panic(domain.Refuse("finally that ends in a jump, or throws"))
	}
	return g
}
