package lower

import (
	"math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// A selection is a choice that one number decides: an item of a list of texts, rows or functions, read at an index. An
// operation on it is done on each different item, and the results are selected by the same number, through a table. So
// a row of a table of instructions, its first column and whether that is a certain text are one table each, not a
// choice for each row.

// selection says which of some values a choice is. A choiceValue with a selection is the same choice once more, as
// conditions.
type selection struct {
	index   word.ID // an unsigned number
	of      []int   // by its value, up to the last that matters: the entry; all others have entry 0
	class   word.ID // the number of the entry
	entries []value

	numbered bool // the entries are records that the lambda has made (references.go)
}

// maxSelected bounds the values of an index that decides.
const maxSelected = 1 << 12

// isStatic tells values that no operation computes, of which two are known to be the same or not.
func isStatic(v value) bool {
	switch x := v.(type) {
	case undefinedValue, nullValue, constString, constantValue, refValue, funcValue, refusedValue:
		return true
	case intValue:
		return x.lo == x.hi && !x.negZero
	}
	return false
}

// minInTable is from how many numbers on a table of them is read: choices between fewer are as fast, and say more.
const minInTable = 6

// selectItem is item i of a list, undefined outside of it, when all its items are static; a few numbers are left to
// choices.
func (l *lowering) selectItem(i intValue, n int, item func(int) value) (value, bool) {
	first, last := max(i.lo, 0), min(i.hi, int64(n)-1)
	if last-first < 2 || last >= maxSelected {
		return nil, false
	}
	outside := i.lo < 0 || i.hi >= int64(n)
	if v, ok := l.selectTruth(i, int(first), int(last), item); ok && !outside {
		return v, true
	}
	byIndex := make([]value, last+1)
	numbers := !outside
	for k := first; k <= last; k++ {
		v := item(int(k))
		if !isStatic(v) {
			return nil, false
		}
		_, number := v.(intValue)
		numbers = numbers && number
		byIndex[k] = v
	}
	if numbers && last-first+1 < minInTable {
		return nil, false
	}
	for k := range first { // never
		byIndex[k] = byIndex[first]
	}
	if numbers {
		return l.tableOfNumbers(i.id, byIndex), true
	}
	rest := byIndex[first]
	if outside {
		rest = undefinedValue{}
	}
	return l.selected(i.id, byIndex, rest), true
}

// tableOfNumbers is byIndex[index], which is never beyond its end.
func (l *lowering) tableOfNumbers(index word.ID, byIndex []value) value {
	at := func(k int) intValue { return byIndex[k].(intValue) }
	lo, hi := at(0).lo, at(0).hi
	for k := range byIndex {
		lo, hi = min(lo, at(k).lo), max(hi, at(k).hi)
	}
	return l.number(l.lookup(index, intWidth(lo, hi), len(byIndex), func(k int) uint64 { return uint64(at(k).lo) }), lo, hi)
}

// selectTruth is item i of a list of truth values, which is a table of bits.
func (l *lowering) selectTruth(i intValue, first, last int, item func(int) value) (value, bool) {
	truth := make([]bool, last+1)
	for k := first; k <= last; k++ {
		v, ok := item(k).(boolValue)
		if !ok {
			return nil, false
		}
		if truth[k], ok = l.constBool(v.id); !ok {
			return nil, false
		}
	}
	if l.b.KnownBits(i.id) > bits.Len(maxEntries-1) {
		return boolValue{l.lookup(i.id, 1, len(truth), func(k int) uint64 { return oneIf(truth[k]) })}, true
	}
	hit, width := l.b.Uint(0, 1), l.b.Width(i.id)
	for k, is := range truth {
		if is {
			hit = l.b.Or(hit, l.b.Eq(i.id, l.b.Uint(uint64(k), width)))
		}
	}
	return boolValue{hit}, true
}

func oneIf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// selected is byIndex[index], or rest beyond its end. All of them are static.
func (l *lowering) selected(index word.ID, byIndex []value, rest value) value {
	s := &selection{index: index, of: make([]int, len(byIndex)), entries: []value{rest}}
	groups := map[any][]int{}
	find := func(v value) int {
		key := groupKey(v)
		for _, e := range groups[key] {
			if sameValue(s.entries[e], v) {
				return e
			}
		}
		s.entries = append(s.entries, v)
		groups[key] = append(groups[key], len(s.entries)-1)
		return len(s.entries) - 1
	}
	groups[groupKey(rest)] = []int{0}
	for i, v := range byIndex {
		s.of[i] = find(v)
	}
	if len(s.entries) == 1 {
		return rest
	}
	if v, ok := l.selectedNumber(s); ok {
		return v
	}
	width := bits.Len(uint(len(s.entries) - 1))
	s.class = l.lookup(s.index, width, len(s.of), func(i int) uint64 { return uint64(s.of[i]) })
	byClass := &selection{index: s.class, entries: s.entries}
	for e := range s.entries {
		byClass.of = append(byClass.of, e)
	}
	if v, ok := l.selectedNumber(byClass); ok {
		return v
	}
	return l.conditions(s, s.entries)
}

// groupKey is the same for values that are the same.
func groupKey(v value) any {
	switch x := v.(type) {
	case constString, refValue:
		return x
	case constantValue:
		return x.c
	case intValue:
		return x.lo
	}
	return nil
}

// lookup reads a table of n entries.
func (l *lowering) lookup(index word.ID, width, n int, entry func(int) uint64) word.ID {
	data := make([]circuit.Value, n)
	same := l.b.KnownBits(index) < bits.Len(uint(n)) // the index is in the table
	for i := range data {
		same = same && entry(i) == uint64(i)
		data[i] = circuit.Uint(entry(i)).Mask(width)
	}
	if same {
		return l.b.Resize(index, width)
	}
	return l.b.Lookup(l.b.Table(word.LookupTable{Width: width, Data: data}), index)
}

// selectedNumber makes one table of a selection of numbers. Beyond its end a table has 0, so the number there must be
// 0, or the index must be small.
func (l *lowering) selectedNumber(s *selection) (value, bool) {
	lo, hi := int64(maxInt), int64(-maxInt)
	for _, v := range s.entries {
		n, ok := v.(intValue)
		if !ok {
			return nil, false
		}
		lo, hi = min(lo, n.lo), max(hi, n.hi)
	}
	size := len(s.of)
	if known := l.b.KnownBits(s.index); s.entries[0].(intValue).lo != 0 {
		if known > bits.Len(maxSelected-1) {
			return nil, false
		}
		size = max(size, 1<<known)
	}
	return l.number(l.lookup(s.index, intWidth(lo, hi), size, func(i int) uint64 {
		e := 0
		if i < len(s.of) {
			e = s.of[i]
		}
		return uint64(s.entries[e].(intValue).lo)
	}), lo, hi), true
}

// conditions chooses between values that belong to the entries of a selection, by its class.
func (l *lowering) conditions(s *selection, values []value) value {
	width := l.b.Width(s.class)
	var v value
	for e := len(values) - 1; e >= 0; e-- {
		if v == nil {
			v = values[e]
			continue
		}
		is := l.b.Eq(s.class, l.b.Uint(uint64(e), width))
		if one, known := l.constBool(is); known && one || sameValue(values[e], v) {
			v = values[e]
		} else if !known {
			v = l.chooseOne(is, values[e], v)
		}
	}
	if c, ok := v.(choiceValue); ok && isAll(values, isStatic) {
		c.sel = &selection{index: s.index, of: s.of, class: s.class, entries: values, numbered: s.numbered && &values[0] == &s.entries[0]}
		return c
	}
	return v
}

func isAll(values []value, is func(value) bool) bool {
	for _, v := range values {
		if !is(v) {
			return false
		}
	}
	return true
}

// through applies f to each entry of a selection.
func (l *lowering) through(s *selection, f func(value) value) value {
	values := make([]value, len(s.entries))
	for i, v := range s.entries {
		l.spend(1)
		values[i] = f(v)
	}
	if s.numbered {
		if v, ok := l.column(s, values); ok {
			return v
		}
	} else if v, ok := l.columnOfMemory(s, values); ok {
		return v
	}
	return l.instead(s, values)
}

// instead selects from other values in the place of the entries.
func (l *lowering) instead(s *selection, values []value) value {
	byIndex := make([]value, len(s.of))
	for i, e := range s.of {
		byIndex[i] = values[e]
	}
	if v, ok := l.selectedKnown(s.index, byIndex, values[0]); ok {
		return v
	}
	return l.conditions(s, values)
}

// selectedKnown is byIndex[index], or rest beyond its end, when all of them are static, or numbers that are known.
func (l *lowering) selectedKnown(index word.ID, byIndex []value, rest value) (value, bool) {
	if isStatic(rest) && isAll(byIndex, isStatic) {
		return l.selected(index, byIndex, rest), true
	}
	return l.numbersBy(index, byIndex, rest)
}

// without is a selection of which it is known that some entries are not it; any other one may be in their place.
func (l *lowering) without(s *selection, not func(value) bool) value {
	if s.class == s.index { // of a state: what is compared with is its number, everywhere the same
		return l.conditions(s, s.entries)
	}
	some := s.entries[0]
	for _, e := range s.entries {
		if !not(e) {
			some = e
		}
	}
	return l.through(s, func(e value) value {
		if not(e) {
			return some
		}
		return e
	})
}

// selectedBit is one bit for each entry of a selection. It is made of the class, so that conditions of one statement
// are about one number.
func (l *lowering) selectedBit(s *selection, f func(value) word.ID) word.ID {
	values := mapped(s.entries, func(v value) value { return boolValue{f(v)} })
	bit := l.truthy(l.conditions(s, values))
	d := &decision{s, make([]bool, len(values))}
	for e, v := range values {
		known := false
		if d.bits[e], known = l.constBool(v.(boolValue).id); !known {
			return bit
		}
	}
	l.decided[bit] = d
	return bit
}

// decision is a condition that an index decides.
type decision struct {
	sel  *selection
	bits []bool // by entry
}

// chooseSelected is a when cond is 1, else b, where one index decides the condition and the values.
func (l *lowering) chooseSelected(cond word.ID, a, b value) (value, bool) {
	d, ok := l.decided[cond]
	if !ok || !l.selectedBy(d.sel.index, a) || !l.selectedBy(d.sel.index, b) {
		return nil, false
	}
	_, number := a.(intValue)
	if _, both := b.(intValue); number && both {
		return nil, false
	}
	size := len(d.sel.of)
	for _, v := range [2]value{a, b} {
		if c, ok := v.(choiceValue); ok {
			size = max(size, len(c.sel.of))
		}
	}
	at := func(i int) value {
		v := b
		if d.bits[entryAt(d.sel, i)] {
			v = a
		}
		if c, ok := v.(choiceValue); ok {
			return c.sel.entries[entryAt(c.sel, i)]
		}
		return v
	}
	byIndex := make([]value, size)
	for i := range byIndex {
		byIndex[i] = at(i)
	}
	return l.selected(d.sel.index, byIndex, at(size)), true
}

// selectedBy tells whether an index decides a value.
func (l *lowering) selectedBy(index word.ID, v value) bool {
	if c, ok := v.(choiceValue); ok {
		return c.sel != nil && c.sel.index == index
	}
	return isStatic(v)
}

func entryAt(s *selection, i int) int {
	if i < len(s.of) {
		return s.of[i]
	}
	return 0
}

func mapped(list []value, f func(value) value) []value {
	out := make([]value, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// itemsOf lists the items of a selection of lists, which must be equally long.
func (l *lowering) itemsOf(sel *selection, list func(value) []value) []value {
	rows := make([][]value, len(sel.entries))
	for e, v := range sel.entries {
		if rows[e] = list(v); len(rows[e]) != len(rows[0]) {
			panic(refuse("an array whose length depends on values"))
		}
	}
	items := make([]value, len(rows[0]))
	for i := range items {
		column := make([]value, len(rows))
		for e, row := range rows {
			column[e] = row[i]
		}
		items[i] = l.instead(sel, column)
	}
	return items
}

// maxRows bounds the items of rows that are no numbers: conditions are made for each of them.
const maxRows = 512

// itemOfRows is item i of a selected row of constants: what both numbers together select. So table[a][b] is one
// look-up, and table[a][b][c] another one.
func (l *lowering) itemOfRows(s *selection, i intValue) (value, bool) {
	rows := make([]*constant, len(s.entries))
	for e, v := range s.entries {
		c, ok := v.(constantValue)
		if !ok || !c.c.array || len(c.c.items) == 0 || e > 0 && len(c.c.items) != len(rows[0].items) {
			return nil, false
		}
		rows[e] = c.c
	}
	n := int64(len(rows[0].items))
	if i.lo == i.hi || i.hi < 0 || i.lo >= n {
		return nil, false
	}
	row, of := s.index, s.of
	if l.b.KnownBits(row) > bits.Len(uint(len(of)-1)) { // beyond the last row is the first entry
		row, of = s.class, nil
		for e := range rows {
			of = append(of, e)
		}
	}
	high, low := bits.Len(uint(len(of)-1)), bits.Len(uint(min(i.hi, n-1)))
	if high == 0 || low == 0 || len(of)<<low > maxSelected {
		return nil, false
	}
	byIndex := make([]value, len(of)<<low)
	numbers, static := true, true
	for k := range byIndex {
		v := l.constantItem(rows[of[k>>low]], min(k&(1<<low-1), int(n)-1))
		_, number := l.knownNumber(v)
		numbers, static = numbers && number, static && isStatic(v)
		if !numbers && (!static || len(byIndex) > maxRows) {
			return nil, false
		}
		byIndex[k] = v
	}
	l.spend(len(byIndex) / 16)
	v, ok := l.selectedKnown(l.b.Concat(l.b.Resize(row, high), l.b.Slice(i.id, 0, low)), byIndex, byIndex[0])
	if !ok {
		return nil, false
	}
	if i.lo >= 0 && i.hi < n {
		return v, true
	}
	inside := l.truthy(l.compare(false, i, l.integer(n)))
	if i.lo < 0 {
		inside = l.b.And(inside, l.truthy(l.compare(true, l.integer(0), i)))
	}
	return l.choose(inside, v, undefinedValue{}), true
}

// maxEntries bounds the entries of a selection of which conditions can be joined (see sets.go of package word).
const maxEntries = 64

// switchTable makes one table of the cases of a statement whose labels are numbers: the class of a value is the number
// of the first case with a body that it leads to, or 0 when none of the labels matches. The conditions are those of the
// cases, and the last one of the default.
func (l *lowering) switchTable(d value, labels []value, bodies []bool, none int) ([]word.ID, bool) {
	x, ok := d.(intValue)
	if !ok || x.lo < 0 || x.hi >= maxSelected || l.b.KnownBits(x.id) <= bits.Len(maxEntries-1) {
		return nil, false
	}
	class := make([]int, x.hi+1)
	conditions := make([]word.ID, len(labels)+1)
	last, classes := 0, 1
	numbers := make([]int, len(labels)) // the class of each case
	for i := len(labels) - 1; i >= 0; i-- {
		switch {
		case i == none:
			last = 0
		case bodies[i] || i == len(labels)-1:
			last = classes
			classes++
		}
		numbers[i] = last
	}
	if classes > maxEntries {
		return nil, false
	}
	for i := len(labels) - 1; i >= 0; i-- { // of two equal labels the first one counts
		if labels[i] == nil {
			continue
		}
		n, ok := constInt(labels[i])
		if !ok {
			return nil, false
		}
		if n >= 0 && n < int64(len(class)) {
			class[n] = numbers[i]
		}
	}
	width := bits.Len(uint(classes - 1))
	id := l.lookup(x.id, width, len(class), func(i int) uint64 { return uint64(class[i]) })
	for i, c := range numbers {
		conditions[i] = l.b.Uint(0, 1)
		if c != 0 && (i == len(numbers)-1 || numbers[i+1] != c) {
			conditions[i] = l.b.Eq(id, l.b.Uint(uint64(c), width))
		}
	}
	conditions[len(labels)] = l.b.Eq(id, l.b.Uint(0, width))
	return conditions, true
}
