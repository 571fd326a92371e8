package domain

import (
	"simten.dev/engine/word"
)

// State is what a lambda has computed so far on one path: variables, objects, and the condition
// under which the path is taken. Paths are run separately and merged where they meet.
type State struct {
	Cells []Value
	Heap  []*Object
	// Found is what this path has found variables to be that are objects or nothing, by cell. Where paths meet that
	// have changed nothing, the variable keeps its value: the best so far of a search would be a choice between two
	// forms of itself otherwise, twice as much after each round.
	Found map[int]Value
	// Cond is one bit: this path is taken, given that no return stands before it on another path.
	Cond word.ID
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

// ValuesIn are the values of a Map, or the keys of a Set.
func (o SetValue) ValuesIn(s *State) *Object {
	if o.Values == NoValues {
		return s.Heap[o.Keys]
	}
	return s.Heap[o.Values]
}
