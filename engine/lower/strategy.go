package lower

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

const maxDoubtedSteps = 400_000

// attempts are the ways in which a lambda is lowered that cannot be lowered as a whole, the next one when one of them
// fails. A search in a table of eight takes four rounds, so it is tried with few of them first. Rare cases are left to
// the function only where loop operations are of no help.
var strategies = []strategy{
	{Doubts: &domain.Assumptions{Rounds: 5, Proven: true}},
	{Doubts: &domain.Assumptions{Rounds: 13, Proven: true}},
	{KeepLoops: true},
	{KeepLoops: true, Few: true},
	{KeepLoops: true, Doubts: &domain.Assumptions{Rounds: 40, Reads: true}},
	{Doubts: &domain.Assumptions{Rounds: 40}},
	{Doubts: &domain.Assumptions{Rounds: 40, Reads: true}},
	{Doubts: &domain.Assumptions{Rounds: 12, Reads: true}},
}

// attempt is a way to lower a lambda.
type strategy struct {
	KeepLoops bool                // see Loops
	Few       bool                // the same; only where the lambda is too long
	Doubts    *domain.Assumptions // nil: it is lowered as a whole
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

// checkAssumptions makes what the lambda gives true where it is not given up: where it is, it neither throws nor warns.
func (l *lowering) checkAssumptions(out *Lowered) {
	out.Doubt = word.None
	if always, known := l.ConstBool(l.Doubted); known && !always || l.B.AlwaysZero(l.Doubted, builtin.MaxTried) {
		return
	}
	if l.Doubts.Proven {
		panic(domain.Refuse("something may happen that is not compiled"))
	}
	out.Doubt = l.Doubted
	certain := l.B.Not(l.Doubted)
	for i := range l.Throws {
		l.Throws[i].When = l.B.And(certain, l.Throws[i].When)
	}
	for i := range out.Outputs {
		o := &out.Outputs[i]
		if !l.IsTrue(o.Given) {
			panic(domain.Refuse("an output is not always given"))
		}
		o.Misfit = l.B.And(certain, o.Misfit)
	}
}
