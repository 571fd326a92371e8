package domain

// A loop whose end depends on values can stay a loop: its body is lowered once, with parameters for the variables and
// objects that it changes, and becomes what a word.Repeat does in each round. How large such a value can be is found
// out as it is in program analysis: the body is lowered with the range that the value has at first, then with the one
// that it has after such a round, and so on, until a round gives nothing new; when that takes long, by widening ranges
// in steps.

// OpenLoop begins the reasons why lambdas with such loops are refused, which end with what helps.

const (
	OpenLoop   = "a loop whose end depends on values"
	BoundHelps = "; a bound such as `n < 40 &&` in its test, where n counts the rounds, helps"
)

// Loops is how loops are lowered whose end depends on values.
type Loops struct {
	KeepLoops bool // they become loop operations
	Few       bool // and those with some more rounds than a handful, too
	Brief     bool // one that becomes long when it is unrolled is refused soon: it may be better off as a loop
	Seen      bool // there is one
	Long      bool // there is one with many rounds, whose end may depend on values or not
	Endless   bool // there was one that has been refused because no round is seen to be the last one
	Cut       bool // there was one that has been refused because of Brief
}

// FewRounds are those of the shortest loops of which it is tried whether they always end.
const FewRounds = 5

const briefSteps = 60_000 // of a lambda with such loops

const BriefTotal = 20_000 // operations of it

// A variable that is given one of many objects, such as the best entry so far of a search, would be a choice among all
// of them, and everything done with it would be done for each. When they have the same properties, one object takes
// their place whose properties are chosen. It is another object than those it was made of, so from then on none of them
// may change.

// Joins is how choices between objects are lowered.
type Joins struct {
	Early   bool // two objects that look alike are merged into one, wherever a value may be either
	Made    bool // that was so
	Numbers bool // which object a value is, is a number, where it would be a tree of conditions otherwise; see choice/reference.go
	Stood   bool // an object is changed or compared in whose place there is another one
}

// Some lambdas cannot be lowered for what they hardly ever do, or never: a loop whose number of rounds no range bounds,
// an index that might lie outside of an array. Such a lambda is lowered without that, and with a bit that says when it
// would have happened: then, the function itself is called, and what it gives is taken. So the bit may be 1 more often
// than it must, and nothing is wrong.

// Assumptions are what a lambda may be lowered without.
type Assumptions struct {
	Rounds int  // a loop whose end depends on values has so many rounds, and a function calls itself so deeply
	Reads  bool // items outside of an array are not read

	Left *int // steps that the lambdas of a node may take in all ways together
}

const maxDoubtedOps = 12_000

// Met is what a lowering has come to that depends on what it may assume: with other assumptions it would be the same up
// to there.
type Met struct {
	Rounds int  // of loops whose end depends on values, at most
	Nested int  // the same of loops within loops, multiplied
	Calls  int  // of functions, one inside the other, at most
	Misses bool // something that is left out when the lambda may be given up
	Reads  bool // a read that may be outside of an array
	// Unproven: it would go on for more rounds, or do something else that is left out, in cases of which it cannot be
	// tried out whether they ever happen.
	Unproven bool
}

// Add adds what another lowering has met.
func (m *Met) Add(o Met) {
	m.Rounds, m.Nested, m.Calls = max(m.Rounds, o.Rounds), max(m.Nested, o.Nested), max(m.Calls, o.Calls)
	m.Misses, m.Reads = m.Misses || o.Misses, m.Reads || o.Reads
	m.Unproven = m.Unproven || o.Unproven
}
