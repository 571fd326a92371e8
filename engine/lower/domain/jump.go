package domain

import (
	"simten.dev/engine/word"
)

// Exit is a way out of a function or statement: the path, and what it leaves with.
type Exit struct {
	S     *State
	V     Value  // of a return
	Label string // of a break or continue, "" when it has none
}

// JumpTarget is what a jump can leave: a function that is being run, a loop, a round of one, a switch, a statement with
// a label. The condition of a state counts from the innermost one. It leaves out the jumps before it to the end of that
// one or of one further out, as a path that was left is not what a merge takes; what must not happen after a jump has
// to ask.
type JumpTarget struct {
	Cond                    word.ID // it was come to
	Call, Breaks, Continues bool    // where a return, a break or a continue without a label goes
	Catches                 bool    // where a throw goes
	Caught                  []Exit  // the paths of the throws that went there
	Label                   string
	Exits                   []word.ID // conditions of the jumps so far that left does not contain yet
	Left                    word.ID   // one of the jumps before those was made
}

// HasLeft is one bit: a jump to the end of an JumpTarget was made so far.
func (l *Lowering) HasLeft(t *JumpTarget) word.ID {
	for _, e := range t.Exits {
		t.Left = l.B.Or(t.Left, e)
	}
	t.Exits = t.Exits[:0]
	return t.Left
}
