package lower

import (
	"math"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/word"
)

// A count of a queue of eight is in a register of four bits, but never above 8. A lambda that cannot be lowered for all
// that the type of a register allows is lowered for the reachable values of the register: the numbers that the lambda
// itself makes of the start value, one after the other. That it makes no others of these is the proof. The same goes
// for the cells of a memory, for a lambda that would have to look whether there is something where it reads: an entry
// of a table with fewer rows than the index has numbers, and for one that is long because a loop goes up to such a
// count.

// allOf is what the type of a scalar field, or of a cell, allows.
func (f *Field) allOf() word.Range {
	if f.Width == 32 && f.View != AsUint32 {
		lo, hi := int64(math.MinInt32), int64(math.MaxInt32)
		if f.View == WithSign {
			hi = math.MaxUint32
		}
		return word.Range{Lo: lo, Hi: hi}
	}
	return word.Range{Lo: 0, Hi: 1<<min(f.Width, 62) - 1}
}

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

// fits reports whether a behaviour is that of state with these start values.
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

// marks are the numbers near which ranges may end: those that something is compared with, and the lengths of arrays
// that are read.
type marks struct {
	numbers map[int64]bool
	steps   int // that lowering took
}

func (m *marks) add(n int64) {
	if m != nil && len(m.numbers) < 256 {
		m.numbers[n] = true
	}
}

// compared notes what a number is compared with, when both are whole.
func (m *marks) compared(x intValue, whole bool, y intValue) {
	if m == nil || !whole {
		return
	}
	for _, n := range [2]intValue{x, y} {
		if n.lo == n.hi {
			m.add(n.lo)
		}
	}
}

// near are the ends that a range may get, in order.
func (m *marks) near() []int64 {
	var list []int64
	for n := range m.numbers {
		list = append(list, n-1, n, n+1)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// lowerReachable lowers the lambdas of a node for the reachable values of its registers; nil when that is of no help.
func (j *job) lowerReachable(full *Node) *Node {
	n := j.node
	rounds, steps := maxGrown, maxGrownSteps
	ways := []Loops{{Brief: true}, {KeepLoops: true}}
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
	if j.def.OnTick == nil || full.Opaque != nil && strings.HasPrefix(full.Opaque.Reason, reasonTooLong) || !slices.ContainsFunc(n.State, func(s circuit.StateBlock) bool { return bounded(&s) }) {
		return nil
	}
	for _, loops := range ways {
		within := grow(n, rounds, steps, func(within []*word.Range, m *marks) *Node {
			copied := loops
			return j.lowerAs(way{joins: &Joins{Early: true}, loops: &copied, within: within, marks: m})
		})
		if within == nil {
			continue
		}
		made := j.lower(within)
		if made.Opaque == nil && !made.doubtful() && made.keeps(within) && better(made) {
			made.within = within
			return made
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
			if l.Throws[i].missing {
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
func grow(n *elaborate.Node, rounds, steps int, lower func(within []*word.Range, m *marks) *Node) []*word.Range {
	m := &marks{numbers: map[int64]bool{}}
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
		if made.Opaque != nil || made.doubtful() || m.steps > steps {
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
				if to, ok := widen(*r, to, m.near()); ok {
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

// numberOf is the number that a scalar field holds: one of Within, when the field has that.
func (l *lowering) numberOf(f *Field, bits, sign word.ID) value {
	v := l.storedNumber(bits, sign, f.Width, f.View)
	if i, ok := v.(intValue); ok && f.Within != nil {
		v = l.number(i.id, max(i.lo, f.Within.Lo), min(i.hi, f.Within.Hi))
	}
	return v
}

// closely is span, narrowed by the conditions under which v is computed.
func (l *lowering) closely(f *Field, v value) word.Range {
	i, ok := v.(intValue)
	if !ok {
		return f.span(v)
	}
	b, ok := l.b.Bounds(i.id, l.within)
	if !ok || max(i.hi, b.Hi)-min(i.lo, b.Lo) >= 1<<min(l.b.Width(i.id), 62) {
		return f.span(v) // it is one of them only modulo that
	}
	i.lo, i.hi = max(i.lo, b.Lo), min(i.hi, b.Hi)
	return f.span(i)
}

// span is the numbers that a field may hold after v has been stored in it.
func (f *Field) span(v value) word.Range {
	all := f.allOf()
	of := all
	switch x := v.(type) {
	case undefinedValue: // it is held
		if f.Within != nil {
			return *f.Within
		}
	case nullValue:
		return word.Range{}
	case boolValue:
		return word.Range{Lo: 0, Hi: 1}
	case choiceValue:
		return f.span(x.a).Union(f.span(x.b))
	case intValue:
		of = word.Range{Lo: x.lo, Hi: x.hi}
	case floatValue:
		if math.Abs(x.lo) < maxInt && math.Abs(x.hi) < maxInt {
			of = word.Range{Lo: int64(x.lo), Hi: int64(x.hi)}
			if x.nan {
				of = of.Union(word.Range{})
			}
		}
	}
	if !all.Holds(of) {
		return all
	}
	return of
}
