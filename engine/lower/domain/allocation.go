package domain

import (
	"maps"

	"simten.dev/engine/word"
)

// Clone is a copy of a state for a path that is taken under a condition.
func (l *Lowering) Clone(s *State, cond word.ID) *State {
	l.Spend(1 + (len(s.Cells)+len(s.Heap))/32)
	return &State{Cells: Roomy(s.Cells), Heap: Roomy(s.Heap), Found: maps.Clone(s.Found), Cond: cond}
}

// Declare makes a new variable in the innermost scope.
func (l *Lowering) Declare(s *State, sc *Scope, name string, v Value) int {
	if c, ok := sc.Names[name]; ok {
		s.SetCell(c, v)
		return c
	}
	c := l.CellCount
	l.CellCount++
	sc.Names[name] = c
	s.SetCell(c, v)
	return c
}

// Alloc puts an object on the heap; numbers are unique over all paths.
func (l *Lowering) Alloc(s *State, o *Object) int {
	n := l.Objects
	l.Objects++
	s.SetObject(n, o)
	return n
}

// ConstantItem is an item of a constant list.
func (l *Lowering) ConstantItem(c *Constant, i int) Value {
	v, ok := c.Cache[i]
	if !ok {
		v = l.FromData(c.Items[i])
		c.Cache[i] = v
	}
	return v
}
