package lower

import (
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/realm"
	"simten.dev/engine/word"
)

// longJoined is from how many operations on it is not tried whether a lambda with choices between objects is shorter
// where these stay apart: that is rare, and takes as long again.
const longJoined = 1500

// lower lowers the lambdas of a node, where there are choices between objects, with these as numbers when it does not
// go otherwise. Its state fields are taken to hold what within says; nil: all that their types allow.
func (j *job) lower(within []*word.Range) *Node {
	joins := &domain.Joins{}
	out := j.lowerJoined(within, joins)
	many := false
	for _, r := range [2]*Refusal{out.Opaque, out.Partly} {
		many = many || r != nil && strings.HasPrefix(r.Reason, domain.TooManyChoices)
	}
	if !many && !joins.Stood || out.Opaque == nil && !out.doubtful() {
		return out
	}
	began := j.work.Begin()
	numbered := j.lowerWith(within, &domain.Joins{Numbers: true})
	j.work.Ended("with objects as numbers", began, numbered.Opaque == nil && (out.Opaque != nil || !numbered.doubtful()))
	if numbered.Opaque == nil && (out.Opaque != nil || !numbered.doubtful()) {
		return numbered
	}
	return out
}

// lowerJoined lowers the lambdas of a node in one of two ways, where there are choices between objects: what has fewer
// operations. Of joins it tells whether what was to be done with an object could not be done with the one in its place.
func (j *job) lowerJoined(within []*word.Range, joins *domain.Joins) *Node {
	joins.Early = true
	joined := j.lowerWith(within, joins)
	whole := joined.Opaque == nil && !joined.doubtful()
	if !joins.Made || whole && joined.weight() > longJoined {
		return joined
	}
	separate := &domain.Joins{}
	began := j.work.Begin()
	apart := j.lowerWith(within, separate)
	joins.Stood = joins.Stood || separate.Stood
	if whole && (apart.Opaque != nil || apart.doubtful() || joined.weight() < apart.weight()) {
		j.work.Ended("with objects apart", began, false)
		return joined
	}
	j.work.Ended("with objects apart", began, true)
	return apart
}

// lowerWith lowers the lambdas of a node as a whole, or as well as it goes.
func (j *job) lowerWith(within []*word.Range, joins *domain.Joins) *Node {
	loops := &domain.Loops{Brief: true}
	made := j.lowerLoops(within, joins, loops)
	made.open = loops.Seen
	return made
}

// lowerLoops is lowerWith, which loops tells of the loops that there are.
func (j *job) lowerLoops(within []*word.Range, joins *domain.Joins, loops *domain.Loops) *Node {
	first := attempt{}
	began := j.work.Begin()
	out := j.lowerAs(way{within: within, joins: joins, loops: loops, met: &first.met})
	j.work.Ended("as a whole", began, out.Opaque == nil)
	if out.Opaque == nil {
		if w := out.weight(); loops.Seen && w > longUnrolled && (loops.Long || first.met.Rounds >= minKeptRounds || first.met.Nested >= minKeptNested) {
			began := j.work.Begin()
			kept := j.lowerAs(way{within: within, joins: joins, loops: &domain.Loops{KeepLoops: true}, brief: true})
			better := kept.Opaque == nil && 2*kept.weight() < w
			j.work.Ended("as a whole, with loop operations", began, better)
			if better {
				return kept
			}
		}
		return out
	}
	if j.steps > 0 {
		return out // there is another way
	}
	first.node, first.cut = out, loops.Cut
	if in := j.lowerPartly(within, joins, loops, first); in != nil {
		return in
	}
	n := j.node
	if !slices.ContainsFunc(n.State, func(s circuit.StateBlock) bool { return s.InitialValue.IsText }) {
		return out
	}
	// A text may be read in a way that does not say so.
	for _, keep := range [2]bool{false, loops.Seen} {
		began := j.work.Begin()
		modes := j.lowerAs(way{within: within, joins: joins, modes: true, loops: &domain.Loops{KeepLoops: keep}, brief: true})
		j.work.Ended("with texts of few values", began, modes.Opaque == nil)
		if modes.Opaque == nil {
			return modes
		}
	}
	return out
}

// longUnrolled is from how many operations on it is tried whether loop operations are shorter.
const longUnrolled = 500

// A loop operation counts as ten rounds (word.Graph.Weight), so it is half as long as a loop that has been unrolled
// only where that took twenty. For two loops, one in the other, both of which are operations, that is two hundred.
const (
	minKeptRounds = 20
	minKeptNested = 200
)

// Reads lists the input ports (by index) that a lambda can look at.
func Reads(l *realm.Lambda, inputs []elaborate.Pin) []int {
	var list []int
	if l == nil {
		return nil
	}
	names, all := l.Reads()
	for i := range inputs {
		if all || slices.Contains(names, inputs[i].Name) {
			list = append(list, i)
		}
	}
	return list
}
