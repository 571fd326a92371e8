package lower

import "simten.dev/engine/word"

// flow is what running statements leads to: the path that goes on (nil when none does) and the
// paths that left, each kind in program order.
type flow struct {
	next      *state
	returns   []exit
	breaks    []exit
	continues []exit
}

type exit struct {
	s     *state
	v     value  // of a return
	label string // of a break or continue, "" when it has none
}

func (f *flow) add(g flow) {
	f.returns = append(f.returns, g.returns...)
	f.breaks = append(f.breaks, g.breaks...)
	f.continues = append(f.continues, g.continues...)
}

// jumpTarget is what a jump can leave: a function that is being run, a loop, a round of one, a switch, a statement with
// a label. The condition of a state counts from the innermost one. It leaves out the jumps before it to the end of that
// one or of one further out, as a path that was left is not what a merge takes; what must not happen after a jump has
// to ask.
type jumpTarget struct {
	cond                    word.ID // it was come to
	call, breaks, continues bool    // where a return, a break or a continue without a label goes
	catches                 bool    // where a throw goes
	caught                  []exit  // the paths of the throws that went there
	label                   string
	exits                   []word.ID // conditions of the jumps so far that left does not contain yet
	left                    word.ID   // one of the jumps before those was made
}

// enter begins what jumps can leave.
func (l *lowering) enter(s *state, t jumpTarget) *jumpTarget {
	t.cond, t.left = s.cond, l.b.Uint(0, 1)
	l.enclosures = append(l.enclosures, &t)
	s.cond = l.b.Uint(1, 1)
	return &t
}

// exit ends it; s is the state after it, nil when there is none.
func (l *lowering) exit(t *jumpTarget, s *state) {
	l.enclosures = l.enclosures[:len(l.enclosures)-1]
	if s != nil {
		s.cond = t.cond
	}
}

// The kinds of jumps.
func toCall(t *jumpTarget, _ string) bool { return t.call }

func toBreak(t *jumpTarget, label string) bool {
	return t.label == label && label != "" && !t.continues || t.breaks && label == ""
}

func toContinue(t *jumpTarget, label string) bool {
	return t.continues && (label == "" || t.label == label)
}

// leave notes a jump in a state, whose condition then counts from where it goes.
func (l *lowering) leave(s *state, to func(t *jumpTarget, label string) bool, label string) {
	for i := len(l.enclosures) - 1; i >= 0; i-- {
		t := l.enclosures[i]
		if to(t, label) {
			t.exits = append(t.exits, s.cond)
			return
		}
		s.cond = l.b.And(t.cond, l.b.And(s.cond, l.b.Not(l.hasLeft(t))))
	}
}

// hasLeft is one bit: a jump to the end of an jumpTarget was made so far.
func (l *lowering) hasLeft(t *jumpTarget) word.ID {
	for _, e := range t.exits {
		t.left = l.b.Or(t.left, e)
	}
	t.exits = t.exits[:0]
	return t.left
}

// labelled runs a statement that breaks with its label end.
func (l *lowering) labelled(label string, s *state, run func(s *state) flow) flow {
	if label == "" {
		return run(s)
	}
	t := l.enter(s, jumpTarget{label: label})
	f := l.endBreaks(run(s), label, false)
	l.exit(t, f.next)
	return f
}

// endBreaks makes the breaks that mean this statement go on after it.
func (l *lowering) endBreaks(f flow, label string, unlabelled bool) flow {
	var mine []exit
	rest := f.breaks[:0:0]
	for _, b := range f.breaks {
		if b.label == "" && unlabelled || b.label != "" && b.label == label {
			mine = append(mine, b)
		} else {
			rest = append(rest, b)
		}
	}
	f.breaks = rest
	f.next = l.join(mine, f.next)
	return f
}

// join merges paths that left in order with the path that did not leave. Earlier exits win: the
// condition of a later one may hold as well.
func (l *lowering) join(exits []exit, last *state) *state {
	r := last
	for i := len(exits) - 1; i >= 0; i-- {
		r = l.merge(exits[i].s.cond, exits[i].s, r)
	}
	return r
}
