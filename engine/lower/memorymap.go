package lower

import (
	"maps"
	"math/big"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"simten.dev/engine/word"
)

// A memory is a Map, too: it has a size, it can be cleared, and what goes through it comes by the cells that have been
// given something, in the order of their addresses. So each cell has a bit that says so, as the items of an array have
// whose length depends on values (presence.go).

var memoryMethods = map[string]bool{
	"get": true, "set": true, "has": true, "delete": true, "clear": true, "forEach": true, "entries": true, "keys": true, "values": true,
}

// maxListedCells bounds the memories of which all cells are looked at one by one.
const maxListedCells = 256

// listedDepth is the number of cells of a memory that are looked at one by one.
func (l *lowering) listedDepth(m memoryValue, what string) int {
	switch f := l.memories[m.field]; {
	case f.depth == 0:
		panic(refuse("%s of a memory whose number of cells is not declared; declare it, mem(depth, width)", what))
	case f.depth > maxListedCells:
		panic(refuse("%s of a memory of more than %d cells; keep what is asked for in a register", what, maxListedCells))
	default:
		return int(f.depth)
	}
}

// cellBits are the bits of all cells that say whether they have been given something.
func (l *lowering) cellBits(m memoryValue, what string, s *state) []word.ID {
	bits := make([]word.ID, l.listedDepth(m, what))
	for k := range bits {
		bits[k] = l.hasCell(m, l.integer(int64(k)), s)
	}
	return bits
}

// memorySize is how many cells have been given something.
func (l *lowering) memorySize(m memoryValue, s *state) value {
	bits := l.cellBits(m, "the size", s)
	return l.positions(bits)[len(bits)]
}

// cellItem is what going through a memory gives for a cell.
func (l *lowering) cellItem(m memoryValue, k int, kind string, s *state) value {
	at := l.integer(int64(k))
	if kind == "keys" {
		return at
	}
	v := l.readMemory(m, at, s)
	if kind == "values" {
		return v
	}
	return refValue{l.alloc(s, &object{array: true, items: []value{at, v}})}
}

// cellsOf is an array of the cells of a memory, of their addresses, or of pairs of both.
func (l *lowering) cellsOf(m memoryValue, kind string, s *state) *object {
	l.listCopy(m)
	bits := l.cellBits(m, "an array", s)
	items := make([]value, len(bits))
	for k := range items {
		items[k] = l.cellItem(m, k, kind, s)
	}
	return l.maskedArray(items, bits)
}

// iteratorOf is the method entries, keys or values.
func (l *lowering) iteratorOf(m memoryValue, kind string) value {
	id := l.objects
	l.objects++
	return cellsValue{m, kind, id}
}

// eachCell is the method forEach. The function sees what it has changed before.
func (l *lowering) eachCell(m memoryValue, f value, s *state) value {
	l.listCopy(m)
	nothing := func(*state) value { return undefinedValue{} }
	for k := range l.listedDepth(m, "forEach") {
		l.spend(1)
		l.alternatives(l.hasCell(m, l.integer(int64(k)), s), s, func(s *state) value {
			l.apply(f, []value{l.cellItem(m, k, "values", s), l.integer(int64(k)), m}, s)
			return undefinedValue{}
		}, nothing)
	}
	return undefinedValue{}
}

// forCells runs the body of a for … of statement for each cell; a round sees what those before it have changed.
func (l *lowering) forCells(m memoryValue, kind string, st *ast.ForOfStatement, at file.Idx, s *state, sc *scope, label string) flow {
	l.listCopy(m)
	depth := l.listedDepth(m, "going through all")
	return l.loop(loopParts{body: st.Body, label: label, next: func(k int, s *state) (round, bool) {
		if k >= depth {
			return round{}, false
		}
		return round{there: l.hasCell(m, l.integer(int64(k)), s), take: func(s *state, sc *scope) {
			l.cameBy = at
			l.bindItem(st.Into, l.cellItem(m, k, kind, s), s, sc)
		}}, true
	}}, s, newScope(sc))
}

// deleteCell is the method delete; it gives one bit: there was something.
func (l *lowering) deleteCell(m memoryValue, i intValue, s *state) word.ID {
	l.refuseWriting()
	had := l.hasCell(m, i, s)
	l.writeWhere(m, i, l.nothingIn(m.field), s)
	return had
}

// nothingIn is a write that deletes a cell, without its address.
func (l *lowering) nothingIn(field int) write {
	no := l.b.Uint(0, 1)
	return write{enable: l.b.Uint(1, 1), data: l.b.Uint(0, l.memories[field].width), sign: no, has: no}
}

// clearMemory is the method clear.
func (l *lowering) clearMemory(m memoryValue, s *state) {
	l.refuseWriting()
	if w := l.emptyWhole(m.field); w != nil {
		s.setObject(m.log, l.wholly(m.field, w))
		return
	}
	for k := range l.listedDepth(m, "clear") {
		l.writeWhere(m, l.integer(int64(k)), l.nothingIn(m.field), s)
	}
}

// emptyWhole is a memory without anything as one value; nil when it cannot be one.
func (l *lowering) emptyWhole(field int) *whole {
	f := l.memories[field]
	w := &whole{changed: l.b.Uint(1, 1)}
	for part := range w.parts {
		if w.parts[part] = word.None; !f.keepsPart(part) {
			continue
		}
		lane := word.CellLane(f.partWidth(part))
		if f.partWidth(part) > 64 || f.depth > widestPacked || f.depth*uint64(lane) > widestPacked || !fillsWords(f, lane) {
			return nil
		}
		w.parts[part] = l.b.Uint(0, int(f.depth)*lane)
	}
	return w
}

// copied is what has been done to a Map that is a copy of a memory. It holds any numbers at any keys, in the order in
// which they came, of which a memory knows nothing; so it is no memory any more once something else may be in it.
type copied struct {
	unfit  bool // a number that fits no cell, or one at a key that is no address, may have been put in
	grown  bool // something has been put in, which may stand behind what comes after it
	listed bool // it has been gone through
}

func clonedCopies(copies map[int]*copied) map[int]*copied {
	c := maps.Clone(copies)
	for log, state := range c {
		same := *state
		c[log] = &same
	}
	return c
}

// copyOf is new Map of a memory.
func (l *lowering) copyOf(m memoryValue, s *state) value {
	o := *s.heap[m.log]
	o.cells = append([]write(nil), o.cells...)
	c := memoryValue{field: m.field, log: l.alloc(s, &o), copy: true}
	if l.copies == nil {
		l.copies = map[int]*copied{}
	}
	l.copies[c.log] = &copied{}
	if from := l.copies[m.log]; from != nil {
		*l.copies[c.log] = *from
	}
	return c
}

// writeCopy notes what is put into a copy.
func (l *lowering) writeCopy(m memoryValue, i intValue, v value) {
	c := l.copies[m.log]
	if c == nil {
		return
	}
	f := l.memories[m.field]
	c.grown = true
	c.unfit = c.unfit || i.lo < 0 || f.depth == 0 || uint64(i.hi) >= f.depth || !fitsCell(v, f.width)
}

// otherKey notes that a copy may have got a key that is no number.
func (l *lowering) otherKey(m memoryValue) {
	if c := l.copies[m.log]; c != nil {
		c.unfit = true
	}
}

// fitsCell reports that a cell of a memory gives back what is put into it.
func fitsCell(v value, width int) bool {
	switch x := v.(type) {
	case choiceValue:
		return fitsCell(x.a, width) && fitsCell(x.b, width)
	case intValue:
		return width <= 32 && !x.negZero && (x.lo >= 0 && uint64(x.hi)>>uint(width) == 0 || width == 32 && x.lo >= -1<<31 && x.hi < 1<<31)
	case bigValue:
		return width > 32 && x.lo.Sign() >= 0 && x.hi.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(width))) < 0
	}
	return false
}

// readCopy refuses to read a copy in which there may be something else than in a memory.
func (l *lowering) readCopy(m memoryValue) {
	if c := l.copies[m.log]; c != nil && c.unfit {
		panic(refuse("a Map that is a copy of a memory is read after something was put in that may fit no cell; mask it, as in copy.set(a & 15, v & 0xff), or change the memory itself"))
	}
}

// listCopy refuses to go through a copy whose order is not that of the addresses.
func (l *lowering) listCopy(m memoryValue) {
	c := l.copies[m.log]
	if c == nil {
		return
	}
	if c.listed = true; c.grown {
		panic(refuse("a Map that is a copy of a memory is gone through after something was put in; go through the memory itself"))
	}
}

// noIndexOfCopy refuses an index of a copy, in which an index finds no cells.
func (l *lowering) noIndexOfCopy(m memoryValue) {
	if m.copy {
		panic(refuse("an index of a Map that is a copy of a memory, which finds none of its cells; write get and set"))
	}
}

// contentOf makes a memory of what is in a Map, and gives its writes; false for a Set.
func (l *lowering) contentOf(field int, v value, s *state) (log int, ok bool) {
	var pairs *object
	switch x := v.(type) {
	case setValue:
		if x.values == noValues {
			return 0, false
		}
		pairs = l.entries(x, true, s)
	case collectionValue:
		if x.set {
			return 0, false
		}
		pairs = &object{array: true, items: l.knownEntries(x, s)}
	}
	m := memoryValue{field: field, log: l.alloc(s, &object{field: field, writes: []write{}})}
	l.clearMemory(m, s)
	f := l.memories[field]
	for i, there := range l.presenceMask(pairs) {
		pair := s.heap[pairs.items[i].(refValue).object].items
		data, sign := l.store(pair[1], f.width)
		l.checkView(field, f.width, f.view, pair[1], data, sign)
		f.written = f.written.Union(f.field.span(pair[1]))
		l.alternativesWhere(there, pair[0], func(when word.ID, key value) {
			switch key.(type) {
			case constString, bigValue, undefinedValue, nullValue, boolValue: // no address
			default:
				l.writeWhere(m, l.index(key), write{enable: when, data: data, sign: sign, has: l.b.Uint(1, 1)}, s)
			}
		})
	}
	return m.log, true
}

// alternativesWhere calls f for each of the values that a value is a choice of, with the condition under which it is
// that one.
func (l *lowering) alternativesWhere(when word.ID, v value, f func(word.ID, value)) {
	if c, ok := v.(choiceValue); ok {
		l.alternativesWhere(l.b.And(when, c.cond), c.a, f)
		l.alternativesWhere(l.b.And(when, l.b.Not(c.cond)), c.b, f)
		return
	}
	f(when, v)
}
