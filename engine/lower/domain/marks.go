package domain

import (
	"math"
	"slices"

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

// Marks are the numbers near which ranges may end: those that something is compared with, and the lengths of arrays
// that are read.
type Marks struct {
	Numbers map[int64]bool
	Steps   int // that lowering took
}

// Add notes a number.
func (m *Marks) Add(n int64) {
	if m != nil && len(m.Numbers) < 256 {
		m.Numbers[n] = true
	}
}

// Compared notes what a number is compared with, when both are whole.
func (m *Marks) Compared(x, y IntValue) {
	if m == nil {
		return
	}
	for _, n := range [2]IntValue{x, y} {
		if n.Lo == n.Hi {
			m.Add(n.Lo)
		}
	}
}

// Near are the ends that a range may get, in order.
func (m *Marks) Near() []int64 {
	var list []int64
	for n := range m.Numbers {
		list = append(list, n-1, n, n+1)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Span is the numbers that a field may hold after v has been stored in it.
func (f *Field) Span(v Value) word.Range {
	all := f.allOf()
	of := all
	switch x := v.(type) {
	case UndefinedValue: // it is held
		if f.Within != nil {
			return *f.Within
		}
	case NullValue:
		return word.Range{}
	case BoolValue:
		return word.Range{Lo: 0, Hi: 1}
	case ChoiceValue:
		return f.Span(x.A).Union(f.Span(x.B))
	case IntValue:
		of = word.Range{Lo: x.Lo, Hi: x.Hi}
	case FloatValue:
		if math.Abs(x.Lo) < MaxInt && math.Abs(x.Hi) < MaxInt {
			of = word.Range{Lo: int64(x.Lo), Hi: int64(x.Hi)}
			if x.NaN {
				of = of.Union(word.Range{})
			}
		}
	}
	if !all.Holds(of) {
		return all
	}
	return of
}
