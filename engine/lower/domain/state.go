package domain

import (
	"maps"

	"simten.dev/engine/word"
)

// State is what a lambda has computed so far on one path: variables, objects, and the condition
// under which the path is taken. Paths are run separately and merged where they meet.
type State struct {
	Cells []Value
	Heap  []*Object
	// Found is what this path has found variables to be that are objects or nothing, by cell. Where paths meet that have
	// changed nothing, the variable keeps its value: the best so far of a search would be a choice between two forms of
	// itself otherwise, twice as much after each round.
	Found map[int]Value
	// Cond is one bit: this path is taken, given that no return stands before it on another path.
	Cond word.ID
}

// Clone is a copy of a state for a path that is taken under a condition.
func (l *Lowering) Clone(s *State, cond word.ID) *State {
	l.Spend(1 + (len(s.Cells)+len(s.Heap))/32)
	return &State{Cells: Roomy(s.Cells), Heap: Roomy(s.Heap), Found: maps.Clone(s.Found), Cond: cond}
}

// Roomy is a copy of a list with room for some more.
func Roomy[T any](list []T) []T {
	const more = 8
	return append(make([]T, 0, len(list)+more), list...)
}

// Cell is the value of a variable; nil where it is not declared.
func (s *State) Cell(i int) Value {
	if i >= len(s.Cells) {
		return nil
	}
	return s.Cells[i]
}

// ValueOf is what a variable is on this path.
func (s *State) ValueOf(i int) Value {
	if v, ok := s.Found[i]; ok {
		return v
	}
	return s.Cell(i)
}

// Find notes what a variable has been found to be.
func (s *State) Find(i int, v Value) {
	if s.Found == nil {
		s.Found = map[int]Value{}
	}
	s.Found[i] = v
}

// SetCell gives a variable a value.
func (s *State) SetCell(i int, v Value) {
	delete(s.Found, i)
	for len(s.Cells) <= i {
		s.Cells = append(s.Cells, nil)
	}
	s.Cells[i] = v
}

// SetObject puts an object in its place on the heap.
func (s *State) SetObject(n int, o *Object) {
	for len(s.Heap) <= n {
		s.Heap = append(s.Heap, nil)
	}
	s.Heap[n] = o
}

// IsTrue reports a bit that is certainly 1.
func (l *Lowering) IsTrue(id word.ID) bool {
	is, known := l.ConstBool(id)
	return known && is
}

// Merge makes one state of two paths: a when cond is 1, else b. Either may be nil (not reached).
func (l *Lowering) Merge(cond word.ID, a, b *State) *State {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if c, ok := l.ConstBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	n := max(len(a.Cells), len(b.Cells))
	m := &State{Cells: make([]Value, n), Heap: make([]*Object, max(len(a.Heap), len(b.Heap))), Cond: l.B.Or(a.Cond, b.Cond), Found: foundByBoth(a, b)}
	for i := range n {
		x, y := a.Cell(i), b.Cell(i)
		switch {
		case x == nil: // declared on one path only, so not visible afterwards
			m.Cells[i] = y
		case y == nil:
			m.Cells[i] = x
		default:
			m.Cells[i] = l.Choose(cond, x, y)
		}
	}
	for i := range m.Heap {
		var x, y *Object
		if i < len(a.Heap) {
			x = a.Heap[i]
		}
		if i < len(b.Heap) {
			y = b.Heap[i]
		}
		m.Heap[i] = l.mergeObjects(cond, x, y)
	}
	for i, v := range m.Cells {
		if c, ok := v.(ChoiceValue); ok && !SameValue(v, a.Cell(i)) && !SameValue(v, b.Cell(i)) {
			m.Cells[i] = l.Unify(c, m)
		}
	}
	l.unifyItems(m, a, b)
	return m
}

func foundByBoth(a, b *State) map[int]Value {
	var both map[int]Value
	for i, v := range a.Found {
		if w, ok := b.Found[i]; ok && SameValue(v, w) {
			if both == nil {
				both = map[int]Value{}
			}
			both[i] = v
		}
	}
	return both
}
