package lower

import (
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// bounded reports whether a field can be taken to hold fewer numbers than its type allows.
func bounded(s *circuit.StateBlock) bool {
	if s.StateType.Kind == circuit.Memory {
		return s.Depth > 0 && s.StateType.DataWidth < 32
	}
	return s.StateType.Kind == circuit.Bus && !s.InitialValue.IsText && s.StateType.Width <= 32
}

// startOf is what such a field holds at the start, as its lambdas see it. A cell that was never written is 0.
func startOf(s *circuit.StateBlock) word.Range {
	if s.StateType.Kind == circuit.Memory {
		var r word.Range
		for _, v := range s.InitialValue.Memory {
			r = r.Union(word.Range{Lo: int64(v.Lo), Hi: int64(v.Lo)})
		}
		return r
	}
	n := int64(s.InitialValue.Number.Lo)
	if s.StateType.Width == 32 && s.InitialValue.Negative {
		n = int64(int32(n))
	}
	return word.Range{Lo: n, Hi: n}
}

// Fits reports whether a behaviour is that of state with these start values.
func (n *Node) fits(state []circuit.StateBlock) bool {
	for i, r := range n.within {
		if r != nil {
			if !r.Holds(startOf(&state[i])) {
				return false
			}
		}
	}
	return true
}

// Within are the numbers that a state field, or a cell of it, is taken to hold; less is false when these are all that
// its type allows.
func (n *Node) Within(field int) (lo, hi int64, less bool) {
	if n.within == nil || n.within[field] == nil {
		return 0, 0, false
	}
	return n.within[field].Lo, n.within[field].Hi, true
}

// Limits of the search for what registers can hold.

const (
	maxGrown      = 40      // times that a node is lowered for it
	plainlyGrown  = 4       // of them, those in which ranges grow to what was found and no further
	maxWidened    = 12      // times that one range grows beyond
	maxGrownSteps = 400_000 // of all these

	// The same of a lambda that is lowered already, but tests whether the element that it reads exists, or has loops
	// whose end depends on values.
	maxGuarded      = 600 // operations
	maxGuardedGrown = 20
	maxGuardedSteps = 20_000
	longOpen        = 200 // operations of one with such loops
	longSteps       = 20  // and steps for each of its operations
)

// lowerReachable lowers the lambdas of a node for the reachable values of its registers; nil when that is of no help.
func (j *job) lowerReachable(full *Node) *Node {
	n := j.node
	rounds, steps := maxGrown, maxGrownSteps
	ways := []domain.Loops{{Brief: true}, {KeepLoops: true}}
	guards := full.guards()
	whole := full.Opaque == nil && !full.doubtful()
	if whole {
		if full.weight() > maxGuarded && !full.long() {
			return nil
		}
		rounds, steps = maxGuardedGrown, maxGuardedSteps
		if full.long() && guards == 0 {
			steps = longSteps * full.weight()
			ways = ways[:1] // loop operations take long as they are
		}
	}
	better := func(made *Node) bool {
		return !whole || made.guards() < guards || full.long() && made.guards() <= guards && 3*made.weight() < 2*full.weight()
	}
	if j.def.OnTick == nil || full.Opaque != nil && strings.HasPrefix(full.Opaque.Reason, domain.ReasonTooLong) || !slices.ContainsFunc(n.State, func(s circuit.StateBlock) bool { return bounded(&s) }) {
		return nil
	}
	for _, loops := range ways {
		open := loops.KeepLoops // there is a loop that would be lowered otherwise in the other way
		within := grow(n, rounds, steps, func(within []*word.Range, m *domain.Marks) *Node {
			copied := loops
			defer func() { open = open || copied.Seen || copied.Long }()
			return j.lowerAs(way{joins: &domain.Joins{Early: true}, loops: &copied, within: within, marks: m, brief: true})
		})
		if within != nil {
			made := j.lower(within)
			if made.Opaque == nil && !made.doubtful() && made.keeps(within) && better(made) {
				made.within = within
				return made
			}
		}
		if !open {
			return nil
		}
	}
	return nil
}

// long reports whether the lambdas of a node, lowered as a whole, are so long that it counts, and have a loop whose end
// depends on values.
func (n *Node) long() bool { return n.open && n.weight() > longOpen }

// guards is how often the lambdas of a node look whether there is what they read; 0 when they are not lowered as a
// whole.
func (n *Node) guards() int {
	count := 0
	if n.Opaque != nil || n.doubtful() {
		return 0
	}
	for _, l := range [2]*Lowered{n.Eval, n.Tick} {
		if l == nil {
			continue
		}
		for i := range l.Throws {
			if l.Throws[i].Missing {
				count++
			}
		}
	}
	return count
}

// keeps reports whether a lowered onTick keeps registers in the ranges that it was lowered for.
func (n *Node) keeps(within []*word.Range) bool {
	for i, r := range within {
		if r != nil && !r.Holds(n.Tick.Next[i].Range) {
			return false
		}
	}
	return true
}

// grow looks for ranges of the registers of a node that hold their start values and everything that the lambdas make of
// numbers in them; nil when it finds none for which these can be lowered.
func grow(n *elaborate.Node, rounds, steps int, lower func(within []*word.Range, m *domain.Marks) *Node) []*word.Range {
	m := &domain.Marks{Numbers: map[int64]bool{}}
	within := make([]*word.Range, len(n.State))
	widened := make([]int, len(n.State))
	for i := range n.State {
		if s := &n.State[i]; bounded(s) {
			start := startOf(s)
			within[i] = &start
		}
	}
	for round := range rounds {
		made := lower(within, m)
		if made.Opaque != nil || made.doubtful() || m.Steps > steps {
			return nil
		}
		if made.keeps(within) {
			return within
		}
		next := slices.Clone(within)
		for i, r := range within {
			if r == nil || r.Holds(made.Tick.Next[i].Range) {
				continue
			}
			to := r.Union(made.Tick.Next[i].Range)
			if round >= plainlyGrown {
				if widened[i]++; widened[i] > maxWidened {
					next[i] = nil
					continue
				}
				if to, ok := widen(*r, to, m.Near()); ok {
					next[i] = &to
				} else {
					next[i] = nil
				}
				continue
			}
			next[i] = &to
		}
		within = next
	}
	return nil
}

// widen moves the ends of a range that have grown to the next ones that a range may have; false when there are none.
func widen(from, to word.Range, ends []int64) (word.Range, bool) {
	if to.Hi > from.Hi {
		k, _ := slices.BinarySearch(ends, to.Hi)
		if k == len(ends) {
			return to, false
		}
		to.Hi = ends[k]
	}
	if to.Lo < from.Lo {
		k, exact := slices.BinarySearch(ends, to.Lo)
		if !exact {
			k--
		}
		if k < 0 {
			return to, false
		}
		to.Lo = ends[k]
	}
	return to, true
}
