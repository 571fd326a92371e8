package behavior

import (
	"slices"

	"simten.dev/engine/behavior/word"
)

// state is what a lambda has computed so far on one path: variables, objects, and the condition
// under which the path is taken. Paths are run separately and merged where they meet.
type state struct {
	cells []value
	heap  []*object
	// cond is one bit: this path is taken, given that no return stands before it on another path.
	cond word.ID
}

func (l *lowering) clone(s *state, cond word.ID) *state {
	l.spend(1 + (len(s.cells)+len(s.heap))/32)
	return &state{cells: slices.Clone(s.cells), heap: slices.Clone(s.heap), cond: cond}
}

// object is something on the heap. A change makes a new object, so that paths can share old ones.
type object struct {
	array  bool
	items  []value // of an array
	holes  []bool  // which of them may be holes, as Array(n) makes them; nil: none
	lists  *listed // what an array of entries, keys or values is of
	keys   []string
	props  map[string]value
	writes []write // of a memory
}

// write is one memory write. All parts are operations: enable has one bit, sign is one bit.
type write struct {
	enable, address, data, sign word.ID
}

func (s *state) cell(i int) value {
	if i >= len(s.cells) {
		return nil
	}
	return s.cells[i]
}

func (s *state) setCell(i int, v value) {
	for len(s.cells) <= i {
		s.cells = append(s.cells, nil)
	}
	s.cells[i] = v
}

// alloc puts an object on the heap; numbers are unique over all paths.
func (l *lowering) alloc(s *state, o *object) int {
	n := l.objects
	l.objects++
	s.setObject(n, o)
	return n
}

func (s *state) setObject(n int, o *object) {
	for len(s.heap) <= n {
		s.heap = append(s.heap, nil)
	}
	s.heap[n] = o
}

func (o *object) get(key string) value {
	if v, ok := o.props[key]; ok {
		return v
	}
	return undefinedValue{}
}

// set gives an object that nobody else has yet a property.
func (o *object) set(key string, v value) {
	if _, ok := o.props[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.props[key] = v
}

// with is o with a property set.
func (o *object) with(key string, v value) *object {
	c := &object{keys: slices.Clip(o.keys), props: make(map[string]value, len(o.props)+1)}
	for k, old := range o.props {
		c.props[k] = old
	}
	c.set(key, v)
	return c
}

// merge makes one state of two paths: a when cond is 1, else b. Either may be nil (not reached).
func (l *lowering) merge(cond word.ID, a, b *state) *state {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if c, ok := l.constBool(cond); ok {
		if c {
			return a
		}
		return b
	}
	n := max(len(a.cells), len(b.cells))
	m := &state{cells: make([]value, n), heap: make([]*object, max(len(a.heap), len(b.heap))), cond: l.b.Or(a.cond, b.cond)}
	for i := range n {
		x, y := a.cell(i), b.cell(i)
		switch {
		case x == nil: // declared on one path only, so not visible afterwards
			m.cells[i] = y
		case y == nil:
			m.cells[i] = x
		default:
			m.cells[i] = l.choose(cond, x, y)
		}
	}
	for i := range m.heap {
		var x, y *object
		if i < len(a.heap) {
			x = a.heap[i]
		}
		if i < len(b.heap) {
			y = b.heap[i]
		}
		m.heap[i] = l.mergeObjects(cond, x, y)
	}
	return m
}

func (l *lowering) mergeObjects(cond word.ID, x, y *object) *object {
	if x == nil || x == y {
		return y
	}
	if y == nil {
		return x
	}
	if x.writes != nil || y.writes != nil {
		return &object{writes: l.mergeWrites(cond, x.writes, y.writes)}
	}
	if x.array {
		m := &object{array: true, items: make([]value, len(x.items)), holes: anyHole(x.holes, y.holes)}
		if len(x.items) != len(y.items) {
			panic(refuse("an array whose length depends on values"))
		}
		for i := range x.items {
			m.items[i] = l.choose(cond, x.items[i], y.items[i])
		}
		return m
	}
	m := &object{props: map[string]value{}}
	for _, k := range append(slices.Clone(x.keys), y.keys...) {
		if _, done := m.props[k]; !done {
			m.set(k, l.choose(cond, x.get(k), y.get(k)))
		}
	}
	return m
}

func (l *lowering) mergeWrites(cond word.ID, x, y []write) []write {
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	m := slices.Clone(x[:same])
	for _, w := range x[same:] {
		w.enable = l.b.And(cond, w.enable)
		m = append(m, w)
	}
	not := l.b.Not(cond)
	for _, w := range y[same:] {
		w.enable = l.b.And(not, w.enable)
		m = append(m, w)
	}
	return m
}

// textLog is what was appended to a text, in order.
type textLog struct {
	field   int
	appends []appendUnit
	limit   int // code units kept; 0 = not limited
}

type appendUnit struct{ enable, unit word.ID }

func (l *lowering) mergeTexts(cond word.ID, x, y *textLog) *textLog {
	m := &textLog{field: x.field, limit: max(x.limit, y.limit)}
	same := 0
	for same < len(x.appends) && same < len(y.appends) && x.appends[same] == y.appends[same] {
		same++
	}
	m.appends = slices.Clone(x.appends[:same])
	for _, a := range x.appends[same:] {
		m.appends = append(m.appends, appendUnit{l.b.And(cond, a.enable), a.unit})
	}
	not := l.b.Not(cond)
	for _, a := range y.appends[same:] {
		m.appends = append(m.appends, appendUnit{l.b.And(not, a.enable), a.unit})
	}
	return m
}

// scope maps names to cells.
type scope struct {
	names  map[string]int
	fixed  map[string]bool // those declared by const
	parent *scope
}

// fix notes that a name of this scope is declared by const.
func (sc *scope) fix(name string) {
	if sc.fixed == nil {
		sc.fixed = map[string]bool{}
	}
	sc.fixed[name] = true
}

// isFixed reports that a name means a variable that is declared by const.
func (sc *scope) isFixed(name string) bool {
	for ; sc != nil; sc = sc.parent {
		if _, ok := sc.names[name]; ok {
			return sc.fixed[name]
		}
	}
	return false
}

func (sc *scope) find(name string) (int, bool) {
	for ; sc != nil; sc = sc.parent {
		if c, ok := sc.names[name]; ok {
			return c, true
		}
	}
	return 0, false
}

// declare makes a new variable in the innermost scope.
func (l *lowering) declare(s *state, sc *scope, name string, v value) int {
	if c, ok := sc.names[name]; ok {
		s.setCell(c, v)
		return c
	}
	c := l.cellCount
	l.cellCount++
	sc.names[name] = c
	s.setCell(c, v)
	return c
}

func newScope(parent *scope) *scope { return &scope{names: map[string]int{}, parent: parent} }
