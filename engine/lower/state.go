package lower

import (
	"maps"
	"slices"

	"simten.dev/engine/word"
)

// state is what a lambda has computed so far on one path: variables, objects, and the condition
// under which the path is taken. Paths are run separately and merged where they meet.
type state struct {
	cells []value
	heap  []*object
	// found is what this path has found variables to be that are objects or nothing, by cell. Where paths meet that have
	// changed nothing, the variable keeps its value: the best so far of a search would be a choice between two forms of
	// itself otherwise, twice as much after each round.
	found map[int]value
	// cond is one bit: this path is taken, given that no return stands before it on another path.
	cond word.ID
}

func (l *lowering) clone(s *state, cond word.ID) *state {
	l.spend(1 + (len(s.cells)+len(s.heap))/32)
	return &state{cells: roomy(s.cells), heap: roomy(s.heap), found: maps.Clone(s.found), cond: cond}
}

// roomy is a copy of a list with room for some more.
func roomy[T any](list []T) []T {
	const more = 8
	return append(make([]T, 0, len(list)+more), list...)
}

// object is something on the heap. A change makes a new object, so that paths can share old ones.
type object struct {
	array     bool
	items     []value   // of an array
	packed    *packed   // the items in one value; nil: they are not; see full
	apart     bool      // better not packed: states of it were chosen between item by item
	changed   bool      // at an index that depends on values, item by item
	present   []word.ID // a bit for each item, which says whether it is there (presence.go); nil: all are
	elements  elements  // that it may have
	holes     []bool    // which of them may be holes, as Array(n) makes them; nil: none
	lists     *view     // what an array of entries, keys or values is of
	keys      []string
	props     map[string]value
	presentIf map[string]word.ID // the condition under which a property is there at all; none: it always is
	mixed     bool               // the order of the keys depends on values
	narrowed  *object            // the same, but less is known of its values there; see narrow
	class     *classValue        // that it is an instance of; nil: a plain object
	writes    []write            // of a memory; not nil
	cells     []write            // after them: the last write to each cell that is known (cells.go)
	field     int                // of a memory
}

// write is one memory write. All parts are operations: enable has one bit, sign is one bit.
type write struct {
	enable, address, data, sign word.ID
	has                         word.ID // one bit: the cell has been given something; 0 when it has been deleted
	settled, read               bool    // of a known cell: data is its value where enable is 0, too; it was read
	fork                        *fork   // instead
	whole                       *whole  // instead of address, data and sign: all cells change
}

// fork is the writes of two paths: those of yes when cond is 1, else those of no. A read after them is a choice by the
// same conditions as that of any other value that the paths give.
type fork struct {
	cond    word.ID
	yes, no []write
	single  bool // of hits: there is one write in all, in yes
}

func (s *state) cell(i int) value {
	if i >= len(s.cells) {
		return nil
	}
	return s.cells[i]
}

// valueOf is what a variable is on this path.
func (s *state) valueOf(i int) value {
	if v, ok := s.found[i]; ok {
		return v
	}
	return s.cell(i)
}

// find notes what a variable has been found to be.
func (s *state) find(i int, v value) {
	if s.found == nil {
		s.found = map[int]value{}
	}
	s.found[i] = v
}

func (s *state) setCell(i int, v value) {
	delete(s.found, i)
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
	if _, perhaps := o.presentIf[key]; perhaps {
		o.mixed = o.mixed || key != o.keys[len(o.keys)-1] // where it was not there it comes last now
		o.presentIf = maps.Clone(o.presentIf)
		delete(o.presentIf, key)
	}
	o.props[key] = v
}

// present is the condition under which an object has a property.
func (l *lowering) present(o *object, key string) word.ID {
	if _, ok := o.props[key]; !ok {
		return l.b.Uint(0, 1)
	}
	if id, perhaps := o.presentIf[key]; perhaps {
		return id
	}
	return l.b.Uint(1, 1)
}

// setWhere gives an object that nobody else has yet a property where a condition holds.
func (l *lowering) setWhere(cond word.ID, o *object, key string, v value) {
	if all, known := l.constBool(cond); known {
		if all {
			o.set(key, v)
		}
		return
	}
	present, old := l.present(o, key), o.get(key)
	_, perhaps := o.presentIf[key]
	o.set(key, l.choose(cond, l.where(cond, v), old))
	o.mixed = o.mixed || perhaps && key != o.keys[len(o.keys)-1]
	l.setPresent(o, key, l.b.Or(cond, present))
}

// setPresent notes under which condition an object that nobody else has yet has a property.
func (l *lowering) setPresent(o *object, key string, cond word.ID) {
	if l.isTrue(cond) {
		return
	}
	o.presentIf = maps.Clone(o.presentIf)
	if o.presentIf == nil {
		o.presentIf = map[string]word.ID{}
	}
	o.presentIf[key] = cond
}

func (l *lowering) isTrue(id word.ID) bool {
	is, known := l.constBool(id)
	return known && is
}

// where is v where a condition is known to hold.
func (l *lowering) where(cond word.ID, v value) value {
	for {
		c, ok := v.(choiceValue)
		if !ok || c.cond != cond {
			return v
		}
		v = c.a
	}
}

// copy is an object like o, with room for more properties.
func (o *object) copy(more int) *object {
	c := &object{keys: slices.Clip(o.keys), props: make(map[string]value, len(o.props)+more), presentIf: o.presentIf, mixed: o.mixed, class: o.class}
	for k, v := range o.props {
		c.props[k] = v
	}
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
	m := &state{cells: make([]value, n), heap: make([]*object, max(len(a.heap), len(b.heap))), cond: l.b.Or(a.cond, b.cond), found: foundByBoth(a, b)}
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
	for i, v := range m.cells {
		if c, ok := v.(choiceValue); ok && !sameValue(v, a.cell(i)) && !sameValue(v, b.cell(i)) {
			m.cells[i] = l.unify(c, m)
		}
	}
	l.unifyItems(m, a, b)
	return m
}

func foundByBoth(a, b *state) map[int]value {
	var both map[int]value
	for i, v := range a.found {
		if w, ok := b.found[i]; ok && sameValue(v, w) {
			if both == nil {
				both = map[int]value{}
			}
			both[i] = v
		}
	}
	return both
}

func (l *lowering) mergeObjects(cond word.ID, x, y *object) *object {
	if x == nil || x == y {
		return y
	}
	if y == nil {
		return x
	}
	if x.base() == y.base() {
		return x.base()
	}
	if x.writes != nil || y.writes != nil {
		if slices.Equal(x.writes, y.writes) {
			return &object{field: x.field, writes: x.writes, cells: l.mergeCells(cond, x, y)}
		}
		return &object{field: x.field, writes: l.mergeWrites(cond, x.log(), y.log())}
	}
	if x.array {
		return l.mergeArrays(cond, x, y)
	}
	m := &object{props: map[string]value{}, mixed: x.mixed || y.mixed, class: x.class}
	for _, k := range append(slices.Clone(x.keys), y.keys...) {
		if _, done := m.props[k]; done {
			continue
		}
		m.set(k, l.choose(cond, x.get(k), y.get(k)))
		l.setPresent(m, k, l.b.Mux(cond, l.present(x, k), l.present(y, k)))
	}
	if !slices.Equal(m.keys, y.keys) { // those of y must stand in the same order
		inY := slices.DeleteFunc(slices.Clone(m.keys), func(k string) bool { return y.props[k] == nil })
		m.mixed = m.mixed || !slices.Equal(inY, y.keys)
	}
	return m
}

func (l *lowering) mergeWrites(cond word.ID, x, y []write) []write {
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	m := slices.Clone(x[:same])
	yes, no := onPath(x[same:]), onPath(y[same:])
	for len(yes) > 0 && len(no) > 0 && yes[0].sameBut(no[0]) {
		w := yes[0]
		w.enable = l.b.Mux(cond, w.enable, no[0].enable)
		m, yes, no = append(m, w), yes[1:], no[1:]
	}
	if len(yes) == 0 && len(no) == 0 {
		return m
	}
	if f, ok := l.widerFork(cond, yes, no); ok {
		return append(m, write{fork: f})
	}
	if f, ok := l.widerFork(l.b.Not(cond), no, yes); ok {
		return append(m, write{fork: f})
	}
	if len(yes) == 0 {
		yes, no, cond = no, yes, l.b.Not(cond)
	}
	if len(no) == 0 && len(yes) == 1 && yes[0].fork == nil { // one write is a write
		w := yes[0]
		w.enable = l.b.And(cond, w.enable)
		return append(m, w)
	}
	return append(m, write{fork: &fork{cond: cond, yes: yes, no: no}})
}

// sameBut reports whether two writes to single cells are the same but for their condition.
func (w write) sameBut(x write) bool {
	x.enable = w.enable
	return w.fork == nil && w == x
}

// widerFork is what writes and a fork with the same writes on one of its paths are together, as a lambda makes them
// that returns at several places: yes when cond is 1, else no.
func (l *lowering) widerFork(cond word.ID, yes, no []write) (*fork, bool) {
	if len(no) != 1 || no[0].fork == nil || len(yes) == 0 {
		return nil, false
	}
	f := *no[0].fork
	switch {
	case slices.Equal(f.yes, yes):
		f.cond = l.b.Or(cond, f.cond)
	case slices.Equal(f.no, yes):
		f.cond = l.b.And(l.b.Not(cond), f.cond)
	default:
		return nil, false
	}
	return &f, true
}

// onPath is writes that are made on one path only: what a cell holds on the other, the write to it does not know.
func onPath(list []write) []write {
	list = slices.Clone(list)
	for i := range list {
		list[i].settled = false
	}
	return list
}

// eachWrite calls f for the writes of a list, each with the condition under which it is made.
func (l *lowering) eachWrite(list []write, enable word.ID, f func(enable word.ID, w *write)) {
	l.spend(1 + len(list)/4)
	for i := range list {
		w := &list[i]
		if w.fork == nil {
			f(l.b.And(enable, w.enable), w)
			continue
		}
		l.eachWrite(w.fork.yes, l.b.And(enable, w.fork.cond), f)
		l.eachWrite(w.fork.no, l.b.And(enable, l.b.Not(w.fork.cond)), f)
	}
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
