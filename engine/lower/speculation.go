package lower

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/word"
)

// Some lambdas cannot be lowered for what they hardly ever do, or never: a loop whose number of rounds no range bounds,
// an index that might lie outside of an array. Such a lambda is lowered without that, and with a bit that says when it
// would have happened: then, the function itself is called, and what it gives is taken. So the bit may be 1 more often
// than it must, and nothing is wrong.

// Assumptions are what a lambda may be lowered without.
type Assumptions struct {
	Rounds int  // a loop whose end depends on values has so many rounds, and a function calls itself so deeply
	Reads  bool // items outside of an array are not read
	Proven bool // only when that is never needed

	left *int // steps that the lambdas of a node may take in all ways together
}

// Limits of what is lowered so: it has to be faster than the function itself, and the ways in which it is tried must
// not take long.
const (
	maxDoubtedSteps = 400_000
	maxDoubtedOps   = 12_000

	maxDoubtedCalls = 20 // nested

	// maxTried is the work of looking whether a lambda is ever given up: operations times values. It takes some 10 ms, in
	// a browser some 30.
	maxTried = 1 << 19
)

// attempts are the ways in which a lambda is lowered that cannot be lowered as a whole, the next one when one of them
// fails. A search in a table of eight takes four rounds, so it is tried with few of them first. Rare cases are left to
// the function only where loop operations are of no help.
var strategies = []strategy{
	{Doubts: &Assumptions{Rounds: 5, Proven: true}},
	{Doubts: &Assumptions{Rounds: 13, Proven: true}},
	{KeepLoops: true},
	{KeepLoops: true, Few: true},
	{KeepLoops: true, Doubts: &Assumptions{Rounds: 40, Reads: true}},
	{Doubts: &Assumptions{Rounds: 40}},
	{Doubts: &Assumptions{Rounds: 40, Reads: true}},
	{Doubts: &Assumptions{Rounds: 12, Reads: true}},
}

// attempt is a way to lower a lambda.
type strategy struct {
	KeepLoops bool         // see Loops
	Few       bool         // the same; only where the lambda is too long
	Doubts    *Assumptions // nil: it is lowered as a whole
}

// mayDoubt reports whether the lambdas of a node can be called with its state: numbers only.
func mayDoubt(n *elaborate.Node) bool {
	for i := range n.State {
		if s := &n.State[i]; s.InitialValue.IsText || s.StateType.Kind == circuit.Memory {
			return false
		}
	}
	return true
}

// reached is one bit: the lambda comes to where a state is.
func (l *lowering) reached(s *state) word.ID {
	when := s.cond
	for _, c := range l.enclosures {
		when = l.b.And(l.b.And(when, c.cond), l.b.Not(l.hasLeft(c)))
	}
	return when
}

// doubt gives the lambda up where it comes to a state and a condition holds.
func (l *lowering) assume(cond word.ID, s *state) {
	l.doubted = l.b.Or(l.doubted, l.b.And(l.reached(s), cond))
	if l.isTrue(l.doubted) {
		panic(refuse("nearly always something happens that is not compiled"))
	}
}

// inside is an index as one inside an array of n items, when the lambda may be given up where it is not.
func (l *lowering) inside(i intValue, n int, s *state) (intValue, bool) {
	last := int64(n) - 1
	if l.doubts == nil || n == 0 || i.hi < 0 || i.lo > last {
		return i, false
	}
	outside := l.b.Uint(0, 1)
	if i.hi > last {
		outside = l.b.Not(l.truthy(l.compare(false, i, l.integer(last+1))))
	}
	if i.lo < 0 {
		outside = l.b.Or(outside, l.truthy(l.compare(false, i, l.integer(0))))
	}
	l.assume(outside, s)
	i.lo, i.hi, i.below, i.above = max(i.lo, 0), min(i.hi, last), 0, 0
	return i, true
}

// certainKey is an index that is neither undefined nor null, when it never is or the lambda may be given up where it
// is.
func (l *lowering) certainKey(key value, s *state) value {
	if _, choice := key.(choiceValue); !choice {
		return key
	}
	nothing := l.nothing(key)
	if always, known := l.constBool(nothing); known && always || !known && l.doubts == nil {
		return key
	} else if !known {
		l.assume(nothing, s)
	}
	return l.defined(key)
}

// checkAssumptions makes what the lambda gives true where it is not given up: where it is, it neither throws nor warns.
func (l *lowering) checkAssumptions(out *Lowered) {
	out.Doubt = word.None
	if always, known := l.constBool(l.doubted); known && !always || l.b.AlwaysZero(l.doubted, maxTried) {
		return
	}
	if l.doubts.Proven {
		panic(refuse("something may happen that is not compiled"))
	}
	out.Doubt = l.doubted
	certain := l.b.Not(l.doubted)
	for i := range l.throws {
		l.throws[i].When = l.b.And(certain, l.throws[i].When)
	}
	for i := range out.Outputs {
		o := &out.Outputs[i]
		if !l.isTrue(o.Given) {
			panic(refuse("an output is not always given"))
		}
		o.Misfit = l.b.And(certain, o.Misfit)
	}
}
