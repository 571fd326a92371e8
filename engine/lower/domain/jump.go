package domain

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
	"simten.dev/engine/word/message"
)

// Exits is how the lambda can end, or what is run be left.
type Exits struct {
	Enclosures []*JumpTarget // what is being run, one inside the other
	Throws     []Throw
	Missing    bool // something is looked for that may not be there
	InMessage  bool // what is run gives the message of an error

	Doubts  *Assumptions // nil: the lambda is lowered as a whole
	Doubted word.ID      // it has been given up
	Met     Met
}

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

// Throw is a throw of an error: it happens when When, one bit, is 1.
type Throw struct {
	When    word.ID
	Text    string       // as messages show it
	Message message.Text // instead of Text when it depends on values; nil when it does not
	Place   circuit.Place

	Missing bool // it happens where something is read, or called, that is not there

	Advice string       // "" when there is none
	Code   circuit.Code // what it is when the lambda does not throw it itself, and Text goes on after "eval of X"; "" when it does
}
