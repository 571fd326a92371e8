package loop

import (
	"simten.dev/engine/lower/domain"
)

const shortRounds = 17 // of loops that are unrolled when it is seen that they end

const shortOps = 200 // operations of all of them

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

// shortOrKept unrolls a loop that is seen to end soon; others become loop operations.
func (l *Lowering) shortOrKept(p LoopParts, s *domain.State, sc *domain.Scope) Flow {
	if l.short > 0 { // within one that is tried
		return l.unroll(p, s, sc, false)
	}
	try, before := l.Clone(s, s.Cond), l.remember()
	l.short, l.shortOps = shortRounds, len(l.B.Ops)+shortOps
	began := l.Work.Begin()
	f, ends := l.attempt(func() Flow { return l.unroll(p, try, sc, false) })
	l.Work.Ended("short unrolling", began, ends)
	l.short, l.shortOps = 0, 0
	if ends {
		return f
	}
	l.recall(before)
	return l.unroll(p, s, sc, true)
}
