package loop

import (
	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/domain"
)

const maxKnown = 40 // rounds that are unrolled of a loop with a test that is known

const maxFew = 8 // the same where loops are kept because the lambda is too long

const maxTested = 16 // the same where it may have been left before

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
	var before *roundBegin
	nested := max(l.nested, 1)
	defer func() { l.nested = nested }()
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
		depends := opened
		if uncounted && l.Reached(cur) != begun {
			l.Loops.Seen, depends = true, true
			if depending++; l.Loops.Brief && depending > briefRounds && len(l.B.Ops)-ops > briefOps {
				l.Loops.Cut = true
				panic(domain.Refuse(domain.OpenLoop + domain.BoundHelps))
			}
		}
		if depends && p.Next == nil && !keep && l.Doubts == nil && l.short == 0 {
			if comparesRound(round) && before != nil && l.recurs(before, cur) {
				l.Met.Rounds = maxRounds
				l.Met.Unproven = l.Met.Unproven || l.CannotTry(cur, builtin.MaxTried)
				l.Loops.Seen, l.Loops.Endless = true, true
				panic(domain.Refuse(domain.OpenLoop + domain.BoundHelps))
			}
			if before = nil; comparesRound(round + 1) {
				before = beginOf(cur)
			}
		}
		if open {
			l.nested = nested * max(round, 1)
			l.Met.Nested = max(l.Met.Nested, l.nested)
			if l.Met.Rounds = max(l.Met.Rounds, round); round == domain.FewRounds && l.Doubts == nil && !l.Met.Unproven {
				l.Met.Unproven = l.CannotTry(cur, builtin.MaxTried)
			}
			if l.Doubts != nil && round >= l.Doubts.Rounds {
				l.Assume(l.B.Uint(1, 1), cur)
				cur = nil
				break
			}
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

// endsNever is where a loop of which some rounds have been unrolled is known to go on. That is the end of trying to
// unroll it, unless it cannot end any more, as one that looks for something in a list and is beyond its end: where it
// comes there, the lambda fails.
func (l *Lowering) endsNever(p LoopParts, s *domain.State, sc *domain.Scope) {
	rounds, ops := l.short, l.shortOps
	l.short, l.shortOps = 0, 0
	f := l.keepLoop(p, s, sc)
	l.short, l.shortOps = rounds, ops
	if f.Next != nil || len(f.Returns) > 0 {
		panic(tooLong{})
	}
}
