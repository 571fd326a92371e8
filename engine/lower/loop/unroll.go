package loop

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/capture"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// frame is a moment before variables of a block were made.
type frame struct{ cells, closures int }

// Mark notes which variables there are.
func (l *Lowering) Mark() frame { return frame{l.CellCount, l.Closures} }

// Release forgets the variables that were made since mark, unless a function may still see them.
func (l *Lowering) Release(mark frame, f *Flow) {
	if l.Closures != mark.closures {
		return
	}
	l.CellCount = mark.cells
	cut := func(s *domain.State) {
		if s != nil && len(s.Cells) > mark.cells {
			s.Cells = s.Cells[:mark.cells:mark.cells]
		}
	}
	cut(f.Next)
	for _, list := range [3][]domain.Exit{f.Returns, f.Breaks, f.Continues} {
		for _, e := range list {
			cut(e.S)
		}
	}
}

// Hoist declares what a block declares, so that names mean the right variable before that.
func (l *Lowering) Hoist(list []ast.Statement, s *domain.State, sc *domain.Scope) {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.LexicalDeclaration:
			for _, b := range st.List {
				l.HoistTarget(b.Target, s, sc, st.Token == token.CONST)
			}
		case *ast.FunctionDeclaration:
			l.Closures++
			l.Declare(s, sc, st.Function.Name.Name.String(), domain.FuncValue{F: &domain.Closure{Text: &capture.FunctionText{Node: st.Function, Own: l.Own}, Scope: sc}})
		case *ast.ClassDeclaration:
			panic(domain.Refuse("a class in the lambda; write it beside the lambda"))
		}
	}
}

// HoistTarget declares the names of a pattern before they are given values.
func (l *Lowering) HoistTarget(t ast.Expression, s *domain.State, sc *domain.Scope, fixed bool) {
	EachName(t, func(name string) {
		if fixed {
			sc.Fix(name)
		}
		l.Declare(s, sc, name, domain.RefusedValue{Reason: "the variable '" + name + "' is used before it has a value (that throws)", Early: true})
	})
}

// EachName calls f for every name that a binding target declares.
func EachName(t ast.Expression, f func(string)) {
	switch t := t.(type) {
	case *ast.Identifier:
		f(t.Name.String())
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				f(p.Name.Name.String())
			case *ast.PropertyKeyed:
				EachName(p.Value, f)
			}
		}
		if t.Rest != nil {
			EachName(t.Rest, f)
		}
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			if e != nil {
				EachName(e, f)
			}
		}
		if t.Rest != nil {
			EachName(t.Rest, f)
		}
	case *ast.AssignExpression:
		EachName(t.Left, f)
	}
}

// Statements runs a list of statements.
func (l *Lowering) Statements(list []ast.Statement, s *domain.State, sc *domain.Scope) Flow {
	var f Flow
	f.Next = s
	for _, st := range list {
		if f.Next == nil {
			break
		}
		g := l.Statement(st, f.Next, sc, "")
		f.Add(g)
		f.Next = g.Next
	}
	return f
}

// Branch runs two alternatives on copies of s and merges what goes on.
func (l *Lowering) Branch(cond word.ID, s *domain.State, yes, no func(*domain.State) Flow) Flow {
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return yes(s)
		}
		return no(s)
	}
	before := s.Cond
	a := yes(l.Clone(s, l.B.And(before, cond)))
	b := no(l.Clone(s, l.B.And(before, l.B.Not(cond))))
	var f Flow
	f.Add(a)
	f.Add(b)
	switch {
	case a.Next != nil && b.Next != nil:
		f.Next = l.Merge(cond, a.Next, b.Next)
	case a.Next != nil:
		f.Next = a.Next
	case b.Next != nil:
		f.Next = b.Next
	default:
		return f
	}
	f.Next.Cond = before
	return f
}

// LoopParts is a loop in the form that all kinds of loops have.
type LoopParts struct {
	Test, Update ast.Expression
	Body         ast.Statement
	Label        string
	BodyFirst    bool
	Each         []string
	// Next, when set, replaces test and update: it gives round i after those before it, false at the end.
	Next func(i int, s *domain.State) (Round, bool)
}

// Round is a round over an item of a list.
type Round struct {
	There  word.ID                                 // one bit: the list has this item
	begins bool                                    // or that the loop has begun
	Take   func(s *domain.State, sc *domain.Scope) // gives the item to the loop's variables
}

// LoopOf is loop of one whose rounds are those that are written.
func (l *Lowering) LoopOf(p LoopParts, s *domain.State, sc *domain.Scope) Flow {
	if l.Loops.KeepLoops && p.Next == nil {
		return l.shortOrKept(p, s, sc)
	}
	if q, ok := p.search(); ok && l.short == 0 && l.Catching == 0 && l.searches < deepestSearch {
		return l.searchOrUnroll(p, q, s, sc)
	}
	return l.unroll(p, s, sc, false)
}

// maxKnown is how many rounds of a loop with a test that is known are unrolled.
func (l *Lowering) maxKnown() int {
	if l.Loops.Few {
		return maxFew
	}
	return maxKnown
}

// unroll runs rounds until the test is known to fail. Where that depends on values, and the loop may be kept, the rest
// of the rounds stay a loop.
func (l *Lowering) unroll(p LoopParts, s *domain.State, sc *domain.Scope, keep bool) Flow {
	var f Flow
	var leaving []domain.Exit // paths that left, in order
	whole := l.Enter(s, domain.JumpTarget{Label: p.Label, Breaks: true})
	cur := s
	closures := l.Closures
	opened, ops := false, len(l.B.Ops) // the test has depended on values
	had := p.queued(s, sc)
	begun, depending := l.Reached(s), 0 // rounds of a loop that does not count, after exits that depend on values
	for round := 0; cur != nil; round++ {
		if round > maxRounds || depending > maxDepending {
			if l.Reached(cur) != begun {
				panic(domain.Refuse(domain.OpenLoop + domain.BoundHelps))
			}
			panic(domain.Refuse("a loop with more than %d rounds", maxRounds))
		}
		if l.short > 0 && p.Next == nil && (round > l.short || len(l.B.Ops) > l.shortOps) {
			panic(tooLong{})
		}
		l.Loops.Long = l.Loops.Long || round > maxKnown
		l.Spend(1)
		run := func(s *domain.State) Flow { return l.Statement(p.Body, s, sc, "") }
		if p.Next != nil {
			if round > 0 && l.Closures != closures { // a function has kept the variables of the last round
				sc = domain.NewScope(sc.Parent)
			}
			r, ok := p.Next(round, cur)
			if !ok {
				break
			}
			run = func(s *domain.State) Flow {
				return l.Branch(r.There, s, func(s *domain.State) Flow {
					r.Take(s, sc)
					return l.Statement(p.Body, s, sc, "")
				}, func(s *domain.State) Flow { return Flow{Next: s} })
			}
		}
		if keep && (round > l.maxKnown() || round > 0 && l.Reached(cur) != begun && (p.Test == nil || p.Update == nil && round > maxTested)) {
			g := l.keepLoop(p, cur, sc)
			f.Returns = append(f.Returns, g.Returns...)
			cur = g.Next
			break
		}
		uncounted := p.Next == nil && (p.Update == nil || p.Test == nil) // only a condition ends it
		open := uncounted
		if p.Test != nil && (round > 0 || !p.BodyFirst) {
			before, throws, doubted := cur, len(l.Throws), l.Doubted
			if keep || l.short > 0 {
				before = l.Clone(cur, cur.Cond)
			}
			v, test := l.Condition(p.Test, cur, sc)
			goesOn := l.Truthy(v)
			on, known := l.ConstBool(goesOn)
			if l.Loops.Seen = l.Loops.Seen || !known; keep && !known {
				l.Throws, l.Doubted = l.Throws[:throws], doubted
				g := l.keepLoop(p, before, sc)
				f.Returns = append(f.Returns, g.Returns...)
				cur = g.Next
				break
			}
			if l.short > 0 && on && opened {
				l.endsNever(p, before, sc)
				cur = nil
				break
			}
			if known && !on {
				break
			} else if !known {
				open, opened = true, true
				out := l.Clone(cur, l.B.Not(goesOn))
				l.Refine(test, false, out, sc)
				l.Leave(out, ToBreak, "")
				leaving = append(leaving, domain.Exit{S: out})
				cur = l.Clone(cur, cur.Cond)
				l.Refine(test, true, cur, sc)
			}
		}
		if opened {
			l.growing(p, had, cur, sc)
		}
		if uncounted && l.Reached(cur) != begun {
			l.Loops.Seen = true
			if depending++; l.Loops.Brief && depending > briefRounds && len(l.B.Ops)-ops > briefOps {
				l.Loops.Cut = true
				panic(domain.Refuse(domain.OpenLoop + domain.BoundHelps))
			}
		}
		if open && l.Doubts != nil && round >= l.Doubts.Rounds {
			l.Assume(l.B.Uint(1, 1), cur)
			cur = nil
			break
		}
		one := l.Enter(cur, domain.JumpTarget{Label: p.Label, Continues: true})
		g := run(cur)
		f.Returns = append(f.Returns, g.Returns...)
		for _, b := range g.Breaks {
			if b.Label == "" || b.Label == p.Label {
				leaving = append(leaving, b)
			} else {
				f.Breaks = append(f.Breaks, b)
			}
		}
		var again []domain.Exit
		for _, c := range g.Continues {
			if c.Label == "" || c.Label == p.Label {
				again = append(again, c)
			} else {
				f.Continues = append(f.Continues, c)
			}
		}
		cur = l.Join(again, g.Next)
		l.Exit(one, cur)
		if cur != nil && p.Update != nil {
			if l.Closures != closures {
				sc = l.FreshRound(p.Each, cur, sc)
			}
			l.Expression(p.Update, cur, sc)
		}
	}
	f.Next = l.Join(leaving, cur)
	l.Exit(whole, f.Next)
	return f
}

// FreshRound gives every round its own copy of the loop's variables, as closures can tell.
func (l *Lowering) FreshRound(names []string, s *domain.State, sc *domain.Scope) *domain.Scope {
	if len(names) == 0 {
		return sc
	}
	fresh := domain.NewScope(sc.Parent)
	for _, n := range names {
		c, _ := sc.Find(n)
		l.Declare(s, fresh, n, s.Cell(c))
	}
	return fresh
}
