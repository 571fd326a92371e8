package lower

import (
	"github.com/dop251/goja/ast"
)

// An error that a lambda throws ends it. Within try it is a jump to the handler: the paths that throw end there as
// those that break a loop end after it, also where the throw stands in a function that is called. Errors that the
// language throws itself are refused there, unless they are known never to happen.

// toCatch is where a throw goes.
func toCatch(t *jumpTarget, _ string) bool { return t.catches }

// tryStatement runs a try statement.
func (l *lowering) tryStatement(st *ast.TryStatement, s *state, sc *scope) flow {
	if st.Finally != nil {
		return l.finally(st, s, sc)
	}
	cells, closures, throws := l.cellCount, l.closures, len(l.throws)
	t := l.enter(s, jumpTarget{catches: true})
	l.catching++
	f := l.block(st.Body.List, s, sc)
	l.catching--
	left := l.hasLeft(t)
	l.exit(t, f.next)
	if len(l.throws) > throws {
		panic(refuse("try around something that the language may throw an error for"))
	}
	if len(t.caught) == 0 {
		return f
	}
	for _, e := range t.caught {
		if closures == l.closures { // the variables of blocks and functions that are left
			e.s.cells = e.s.cells[:min(cells, len(e.s.cells))]
			for c := range e.s.found {
				if c >= cells {
					delete(e.s.found, c)
				}
			}
		}
	}
	goesOn := f.next != nil
	both := l.join(t.caught, f.next)
	both.cond = t.cond
	handle := func(s *state) flow { return l.handler(st.Catch, s, sc) }
	if !goesOn {
		left = l.b.Uint(1, 1)
	}
	g := l.branch(left, both, handle, func(s *state) flow { return flow{next: s} })
	f.add(g)
	f.next = g.next
	return f
}

// handler runs what stands behind catch. The error's message is not known there.
func (l *lowering) handler(c *ast.CatchStatement, s *state, sc *scope) flow {
	inner := newScope(sc)
	mark := l.mark()
	if c.Parameter != nil {
		eachName(c.Parameter, func(name string) {
			l.declare(s, inner, name, refusedValue{reason: "an error that has been caught is used"})
		})
	}
	f := l.block(c.Body.List, s, inner)
	l.release(mark, &f)
	return f
}

// finally runs a try statement with a last part, which no jump may pass over.
func (l *lowering) finally(st *ast.TryStatement, s *state, sc *scope) flow {
	within, throws := l.catching, len(l.throws)
	var f flow
	if st.Catch == nil {
		f = l.block(st.Body.List, s, sc)
	} else {
		f = l.tryStatement(&ast.TryStatement{Try: st.Try, Body: st.Body, Catch: st.Catch}, s, sc)
	}
	if len(f.returns)+len(f.breaks)+len(f.continues) > 0 || within > 0 {
		panic(refuse("finally after a jump out of its try"))
	}
	if f.next == nil {
		return f
	}
	last := len(l.throws)
	g := l.block(st.Finally.List, f.next, sc)
	if len(g.returns)+len(g.breaks)+len(g.continues) > 0 || last > throws && len(l.throws) > last {
		panic(refuse("finally that ends in a jump, or throws"))
	}
	return g
}

// caught notes a throw within try; false when there is none around it.
func (l *lowering) caught(st *ast.ThrowStatement, args []ast.Expression, s *state, sc *scope) bool {
	if l.catching == 0 {
		return false
	}
	var t *jumpTarget
	for _, e := range l.enclosures {
		if e.catches {
			t = e // the innermost one
		}
	}
	if t == nil {
		panic(refuse(openLoop + ", and an error in it that is caught around it" + boundHelps))
	}
	for _, a := range args {
		l.errorText(a, s, sc)
	}
	thrown := l.clone(s, s.cond)
	l.leave(thrown, toCatch, "")
	t.caught = append(t.caught, exit{s: thrown})
	l.thrown++
	return true
}
