package domain

// Scope maps names to cells.
type Scope struct {
	Names  map[string]int
	fixed  map[string]bool // those declared by const
	Parent *Scope
}

// Fix notes that a name of this scope is declared by const.
func (sc *Scope) Fix(name string) {
	if sc.fixed == nil {
		sc.fixed = map[string]bool{}
	}
	sc.fixed[name] = true
}

// IsFixed reports that a name means a variable that is declared by const.
func (sc *Scope) IsFixed(name string) bool {
	for ; sc != nil; sc = sc.Parent {
		if _, ok := sc.Names[name]; ok {
			return sc.fixed[name]
		}
	}
	return false
}

// Find is the cell of a name.
func (sc *Scope) Find(name string) (int, bool) {
	for ; sc != nil; sc = sc.Parent {
		if c, ok := sc.Names[name]; ok {
			return c, true
		}
	}
	return 0, false
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

// NewScope is an empty scope within another one.
func NewScope(parent *Scope) *Scope { return &Scope{Names: map[string]int{}, Parent: parent} }
