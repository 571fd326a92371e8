package loop

import (
	"simten.dev/engine/lower/domain"
)

// Add adds the paths of another one that leave, not those that go on.
func (f *Flow) Add(g Flow) {
	f.Returns = append(f.Returns, g.Returns...)
	f.Breaks = append(f.Breaks, g.Breaks...)
	f.Continues = append(f.Continues, g.Continues...)
}

// Enter begins what jumps can leave.
func (l *Lowering) Enter(s *domain.State, t domain.JumpTarget) *domain.JumpTarget {
	t.Cond, t.Left = s.Cond, l.B.Uint(0, 1)
	l.Enclosures = append(l.Enclosures, &t)
	s.Cond = l.B.Uint(1, 1)
	return &t
}

// Exit ends it; s is the state after it, nil when there is none.
func (l *Lowering) Exit(t *domain.JumpTarget, s *domain.State) {
	l.Enclosures = l.Enclosures[:len(l.Enclosures)-1]
	if s != nil {
		s.Cond = t.Cond
	}
}

// ToCall and the like say whether a target is one of a kind of jump: here of return.
func ToCall(t *domain.JumpTarget, _ string) bool { return t.Call }

// ToBreak is the target of break.
func ToBreak(t *domain.JumpTarget, label string) bool {
	return t.Label == label && label != "" && !t.Continues || t.Breaks && label == ""
}

// Leave notes a jump in a state, whose condition then counts from where it goes.
func (l *Lowering) Leave(s *domain.State, to func(t *domain.JumpTarget, label string) bool, label string) {
	for i := len(l.Enclosures) - 1; i >= 0; i-- {
		t := l.Enclosures[i]
		if to(t, label) {
			t.Exits = append(t.Exits, s.Cond)
			return
		}
		s.Cond = l.B.And(t.Cond, l.B.And(s.Cond, l.B.Not(l.HasLeft(t))))
	}
}

// EndBreaks makes the breaks that mean this statement go on after it.
func (l *Lowering) EndBreaks(f Flow, label string, unlabelled bool) Flow {
	var mine []domain.Exit
	rest := f.Breaks[:0:0]
	for _, b := range f.Breaks {
		if b.Label == "" && unlabelled || b.Label != "" && b.Label == label {
			mine = append(mine, b)
		} else {
			rest = append(rest, b)
		}
	}
	f.Breaks = rest
	f.Next = l.Join(mine, f.Next)
	return f
}

// Join merges paths that left in order with the path that did not leave. Earlier exits win: the
// condition of a later one may hold as well.
func (l *Lowering) Join(exits []domain.Exit, last *domain.State) *domain.State {
	r := last
	for i := len(exits) - 1; i >= 0; i-- {
		r = l.Merge(exits[i].S.Cond, exits[i].S, r)
	}
	return r
}
