package lower

import (
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/word"
)

const maxDoubtedSteps = 400_000

// strategies are the ways in which a lambda is lowered that cannot be lowered as a whole, in their order. One of them
// is passed over when those before it have met nothing that it does otherwise: see attempt. A search in a table of
// eight takes four rounds, so it is tried with few of them first. Rare cases are left to the function only where loop
// operations are of no help.
var strategies = []strategy{
	{rounds: domain.FewRounds, proven: true},
	{rounds: 13, proven: true},
	{keepLoops: true},
	{keepLoops: true, few: true},
	{keepLoops: true, rounds: 40, reads: true},
	{rounds: 40},
	{rounds: 40, reads: true},
	{rounds: 12, reads: true},
}

// strategy is a way to lower a lambda.
type strategy struct {
	keepLoops bool // see domain.Loops
	few       bool // the same; only where the lambda is too long
	rounds    int  // see domain.Assumptions; 0: it is lowered as a whole
	reads     bool // the same
	proven    bool // only when nothing that is left out ever happens
}

// String names a strategy.
func (d strategy) String() string {
	name := "unrolled"
	switch {
	case d.few:
		name = "loop operations for all but the shortest loops"
	case d.keepLoops:
		name = "loop operations"
	}
	if d.assumes() {
		name += fmt.Sprintf(", %d rounds", d.rounds)
	}
	if d.reads {
		name += ", reads inside"
	}
	if d.proven {
		name += ", proven"
	}
	return name
}

// assumes reports that the lambda may be given up at times, as long as that is not seen never to happen.
func (d strategy) assumes() bool { return d.rounds > 0 }

// assumptions are those of a strategy; nil when there are none.
func (d strategy) assumptions(left *int) *domain.Assumptions {
	if !d.assumes() {
		return nil
	}
	return &domain.Assumptions{Rounds: d.rounds, Reads: d.reads, Left: left}
}

// attempt is what has come of a strategy.
type attempt struct {
	strategy
	node *Node
	met  domain.Met
	cut  bool // a loop has been given up because it becomes long; see domain.Loops
}

// foretells reports that another strategy gives the same: all that it does otherwise has not been met.
func (a *attempt) foretells(d strategy) bool {
	if a.cut || a.keepLoops != d.keepLoops || a.few != d.few {
		return false
	}
	limit := d.rounds
	switch {
	case !d.assumes() && !a.assumes():
		return true
	case !d.assumes():
		limit = a.rounds
	case a.assumes():
		limit = min(a.rounds, d.rounds)
	}
	if a.met.Rounds >= limit || a.met.Calls >= min(limit, facts.MaxDoubtedCalls) || a.assumes() != d.assumes() && a.met.Misses {
		return a.tooLong() && a.assumes() && d.assumes() && a.reads == d.reads && d.rounds > a.rounds // it has more to do
	}
	return a.reads == d.reads || !a.met.Reads
}

// tooLong reports that a lambda was refused because that takes too much work.
func (a *attempt) tooLong() bool {
	return a.node.Opaque != nil && strings.HasPrefix(a.node.Opaque.Reason, domain.ReasonTooLong)
}

// lowerPartly lowers the lambdas of a node by one of the strategies, when they cannot be lowered as a whole without
// loop operations; nil when none of them helps. The first attempt may be told a reason that is nearer to the point.
func (j *job) lowerPartly(within []*word.Range, joins *domain.Joins, loops *domain.Loops, first attempt) *Node {
	n, out := j.node, first.node
	left, doubt := maxDoubtedSteps, mayDoubt(n)
	sure := &certain{tick: !out.OpaqueTick, eval: out.OpaqueTick && out.OpaqueEval == nil}
	unrolled := func() *Node { // as long as that takes
		if !loops.Cut {
			return nil
		}
		loops.Cut = false
		began := j.work.Begin()
		long := j.lowerAs(way{within: within, joins: joins, loops: &domain.Loops{}, brief: true})
		j.work.Ended("as a whole, however long", began, long.Opaque == nil)
		if long.Opaque == nil {
			return long
		}
		return nil
	}
	tried, tooLong := []attempt{first}, first.tooLong()
	for _, d := range strategies {
		if d.assumes() && !d.proven {
			if long := unrolled(); long != nil {
				return long
			}
		}
		if d.keepLoops && !d.few && !loops.Seen && !loops.Long || d.few && !tooLong || !doubt && d.assumes() && !d.proven {
			continue
		}
		if d.proven && slices.ContainsFunc(tried, func(t attempt) bool { return t.met.Unproven }) {
			continue
		}
		a := attempt{strategy: d}
		if known := slices.IndexFunc(tried, func(t attempt) bool { return t.foretells(d) }); known >= 0 {
			a.node, a.met = tried[known].node, tried[known].met
		} else {
			began := j.work.Begin()
			a.node = j.lowerAs(way{
				within: within, joins: joins, loops: &domain.Loops{KeepLoops: d.keepLoops, Few: d.few}, sure: sure, brief: true,
				doubts: d.assumptions(&left), met: &a.met,
			})
			j.work.Ended("strategy: "+d.String(), began, a.node.Opaque == nil && !(d.proven && a.node.doubtful()))
			tried = append(tried, a)
		}
		in := a.node
		if in.Opaque != nil {
			tooLong = tooLong || a.tooLong()
			if d.keepLoops && !d.assumes() && loops.Seen && in.OpaqueTick == out.OpaqueTick && (loops.Cut || loops.Endless || strings.HasPrefix(in.Opaque.Reason, domain.OpenLoop)) {
				out.Opaque = in.Opaque // what keeps the loop from being one is nearer to the point
			}
			continue
		}
		switch {
		case d.proven && in.doubtful():
			continue
		case out.OpaqueTick && out.OpaqueEval != nil && !in.Tick.doubtful() && in.Eval.doubtful():
			in.Partly = out.OpaqueEval
		case in.doubtful():
			in.Partly, in.PartlyTick = out.Opaque, out.OpaqueTick
		}
		return in
	}
	return nil
}
