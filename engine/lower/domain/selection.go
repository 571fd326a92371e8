package domain

import (
	"math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// A selection is a choice that one number decides: an item of a list of texts, rows or functions, read at an index. An
// operation on it is done on each different item, and the results are selected by the same number, through a table. So
// a row of a table of instructions, its first column and whether that is a certain text are one table each, not a
// choice for each row.

// Selection says which of some values a choice is. A ChoiceValue with a selection is the same choice once more, as
// conditions.
type Selection struct {
	index   word.ID // an unsigned number
	of      []int   // by its value, up to the last that matters: the entry; all others have entry 0
	Class   word.ID // the number of the entry
	Entries []Value

	Numbered bool // the entries are records that the lambda has made (references.go)
}

// MaxSelected bounds the values of an index that decides.
const MaxSelected = 1 << 12

// isStatic tells values that no operation computes, of which two are known to be the same or not.
func isStatic(v Value) bool {
	switch x := v.(type) {
	case UndefinedValue, NullValue, ConstString, ConstantValue, RefValue, FuncValue, RefusedValue:
		return true
	case IntValue:
		return x.Lo == x.Hi && !x.NegZero
	}
	return false
}

// minInTable is from how many numbers on a table of them is read: choices between fewer are as fast, and say more.
const minInTable = 6

// SelectItem is item i of a list, undefined outside of it, when all its items are static; a few numbers are left to
// choices.
func (l *Lowering) SelectItem(i IntValue, n int, item func(int) Value) (Value, bool) {
	first, last := max(i.Lo, 0), min(i.Hi, int64(n)-1)
	if last-first < 2 || last >= MaxSelected {
		return nil, false
	}
	outside := i.Lo < 0 || i.Hi >= int64(n)
	if v, ok := l.selectTruth(i, int(first), int(last), item); ok && !outside {
		return v, true
	}
	byIndex := make([]Value, last+1)
	numbers := !outside
	for k := first; k <= last; k++ {
		v := item(int(k))
		if !isStatic(v) {
			return nil, false
		}
		_, number := v.(IntValue)
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
		return l.tableOfNumbers(i.ID, byIndex), true
	}
	rest := byIndex[first]
	if outside {
		rest = UndefinedValue{}
	}
	return l.selected(i.ID, byIndex, rest), true
}

// tableOfNumbers is byIndex[index], which is never beyond its end.
func (l *Lowering) tableOfNumbers(index word.ID, byIndex []Value) Value {
	at := func(k int) IntValue { return byIndex[k].(IntValue) }
	lo, hi := at(0).Lo, at(0).Hi
	for k := range byIndex {
		lo, hi = min(lo, at(k).Lo), max(hi, at(k).Hi)
	}
	return l.Number(l.Lookup(index, IntWidth(lo, hi), len(byIndex), func(k int) uint64 { return uint64(at(k).Lo) }), lo, hi)
}

// selectTruth is item i of a list of truth values, which is a table of bits.
func (l *Lowering) selectTruth(i IntValue, first, last int, item func(int) Value) (Value, bool) {
	truth := make([]bool, last+1)
	for k := first; k <= last; k++ {
		v, ok := item(k).(BoolValue)
		if !ok {
			return nil, false
		}
		if truth[k], ok = l.ConstBool(v.ID); !ok {
			return nil, false
		}
	}
	if l.B.KnownBits(i.ID) > bits.Len(maxEntries-1) {
		return BoolValue{l.Lookup(i.ID, 1, len(truth), func(k int) uint64 { return oneIf(truth[k]) })}, true
	}
	hit, width := l.B.Uint(0, 1), l.B.Width(i.ID)
	for k, is := range truth {
		if is {
			hit = l.B.Or(hit, l.B.Eq(i.ID, l.B.Uint(uint64(k), width)))
		}
	}
	return BoolValue{hit}, true
}

func oneIf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// selected is byIndex[index], or rest beyond its end. All of them are static.
func (l *Lowering) selected(index word.ID, byIndex []Value, rest Value) Value {
	s := &Selection{index: index, of: make([]int, len(byIndex)), Entries: []Value{rest}}
	groups := map[any][]int{}
	find := func(v Value) int {
		key := groupKey(v)
		for _, e := range groups[key] {
			if SameValue(s.Entries[e], v) {
				return e
			}
		}
		s.Entries = append(s.Entries, v)
		groups[key] = append(groups[key], len(s.Entries)-1)
		return len(s.Entries) - 1
	}
	groups[groupKey(rest)] = []int{0}
	for i, v := range byIndex {
		s.of[i] = find(v)
	}
	if len(s.Entries) == 1 {
		return rest
	}
	if v, ok := l.selectedNumber(s); ok {
		return v
	}
	width := bits.Len(uint(len(s.Entries) - 1))
	s.Class = l.Lookup(s.index, width, len(s.of), func(i int) uint64 { return uint64(s.of[i]) })
	byClass := &Selection{index: s.Class, Entries: s.Entries}
	for e := range s.Entries {
		byClass.of = append(byClass.of, e)
	}
	if v, ok := l.selectedNumber(byClass); ok {
		return v
	}
	return l.conditions(s, s.Entries)
}

// groupKey is the same for values that are the same.
func groupKey(v Value) any {
	switch x := v.(type) {
	case ConstString, RefValue:
		return x
	case ConstantValue:
		return x.C
	case IntValue:
		return x.Lo
	}
	return nil
}

// Lookup reads a table of n entries.
func (l *Lowering) Lookup(index word.ID, width, n int, entry func(int) uint64) word.ID {
	data := make([]circuit.Value, n)
	same := l.B.KnownBits(index) < bits.Len(uint(n)) // the index is in the table
	for i := range data {
		same = same && entry(i) == uint64(i)
		data[i] = circuit.Uint(entry(i)).Mask(width)
	}
	if same {
		return l.B.Resize(index, width)
	}
	return l.B.Lookup(l.B.Table(word.LookupTable{Width: width, Data: data}), index)
}

// selectedNumber makes one table of a selection of numbers. Beyond its end a table has 0, so the number there must be
// 0, or the index must be small.
func (l *Lowering) selectedNumber(s *Selection) (Value, bool) {
	lo, hi := int64(MaxInt), int64(-MaxInt)
	for _, v := range s.Entries {
		n, ok := v.(IntValue)
		if !ok {
			return nil, false
		}
		lo, hi = min(lo, n.Lo), max(hi, n.Hi)
	}
	size := len(s.of)
	if known := l.B.KnownBits(s.index); s.Entries[0].(IntValue).Lo != 0 {
		if known > bits.Len(MaxSelected-1) {
			return nil, false
		}
		size = max(size, 1<<known)
	}
	return l.Number(l.Lookup(s.index, IntWidth(lo, hi), size, func(i int) uint64 {
		e := 0
		if i < len(s.of) {
			e = s.of[i]
		}
		return uint64(s.Entries[e].(IntValue).Lo)
	}), lo, hi), true
}

// conditions chooses between values that belong to the entries of a selection, by its class.
func (l *Lowering) conditions(s *Selection, values []Value) Value {
	width := l.B.Width(s.Class)
	var v Value
	for e := len(values) - 1; e >= 0; e-- {
		if v == nil {
			v = values[e]
			continue
		}
		is := l.B.Eq(s.Class, l.B.Uint(uint64(e), width))
		if one, known := l.ConstBool(is); known && one || SameValue(values[e], v) {
			v = values[e]
		} else if !known {
			v = l.chooseOne(is, values[e], v)
		}
	}
	if c, ok := v.(ChoiceValue); ok && isAll(values, isStatic) {
		c.Sel = &Selection{index: s.index, of: s.of, Class: s.Class, Entries: values, Numbered: s.Numbered && &values[0] == &s.Entries[0]}
		return c
	}
	return v
}

func isAll(values []Value, is func(Value) bool) bool {
	for _, v := range values {
		if !is(v) {
			return false
		}
	}
	return true
}

// Through applies f to each entry of a selection.
func (l *Lowering) Through(s *Selection, f func(Value) Value) Value {
	values := make([]Value, len(s.Entries))
	for i, v := range s.Entries {
		l.Spend(1)
		values[i] = f(v)
	}
	if s.Numbered {
		if v, ok := l.column(s, values); ok {
			return v
		}
	} else if v, ok := l.columnOfMemory(s, values); ok {
		return v
	}
	return l.Instead(s, values)
}

// Instead selects from other values in the place of the entries.
func (l *Lowering) Instead(s *Selection, values []Value) Value {
	byIndex := make([]Value, len(s.of))
	for i, e := range s.of {
		byIndex[i] = values[e]
	}
	if v, ok := l.selectedKnown(s.index, byIndex, values[0]); ok {
		return v
	}
	return l.conditions(s, values)
}

// selectedKnown is byIndex[index], or rest beyond its end, when all of them are static, or numbers that are known.
func (l *Lowering) selectedKnown(index word.ID, byIndex []Value, rest Value) (Value, bool) {
	if isStatic(rest) && isAll(byIndex, isStatic) {
		return l.selected(index, byIndex, rest), true
	}
	return l.numbersBy(index, byIndex, rest)
}

// without is a selection of which it is known that some entries are not it; any other one may be in their place.
func (l *Lowering) without(s *Selection, not func(Value) bool) Value {
	if s.Class == s.index { // of a state: what is compared with is its number, everywhere the same
		return l.conditions(s, s.Entries)
	}
	some := s.Entries[0]
	for _, e := range s.Entries {
		if !not(e) {
			some = e
		}
	}
	return l.Through(s, func(e Value) Value {
		if not(e) {
			return some
		}
		return e
	})
}

// SelectedBit is one bit for each entry of a selection. It is made of the class, so that conditions of one statement
// are about one number.
func (l *Lowering) SelectedBit(s *Selection, f func(Value) word.ID) word.ID {
	values := Mapped(s.Entries, func(v Value) Value { return BoolValue{f(v)} })
	bit := l.Truthy(l.conditions(s, values))
	d := &Decision{s, make([]bool, len(values))}
	for e, v := range values {
		known := false
		if d.bits[e], known = l.ConstBool(v.(BoolValue).ID); !known {
			return bit
		}
	}
	l.Decided[bit] = d
	return bit
}

// Decision is a condition that an index decides.
type Decision struct {
	sel  *Selection
	bits []bool // by entry
}

// chooseSelected is a when cond is 1, else b, where one index decides the condition and the values.
func (l *Lowering) chooseSelected(cond word.ID, a, b Value) (Value, bool) {
	d, ok := l.Decided[cond]
	if !ok || !l.selectedBy(d.sel.index, a) || !l.selectedBy(d.sel.index, b) {
		return nil, false
	}
	_, number := a.(IntValue)
	if _, both := b.(IntValue); number && both {
		return nil, false
	}
	size := len(d.sel.of)
	for _, v := range [2]Value{a, b} {
		if c, ok := v.(ChoiceValue); ok {
			size = max(size, len(c.Sel.of))
		}
	}
	at := func(i int) Value {
		v := b
		if d.bits[entryAt(d.sel, i)] {
			v = a
		}
		if c, ok := v.(ChoiceValue); ok {
			return c.Sel.Entries[entryAt(c.Sel, i)]
		}
		return v
	}
	byIndex := make([]Value, size)
	for i := range byIndex {
		byIndex[i] = at(i)
	}
	return l.selected(d.sel.index, byIndex, at(size)), true
}

// selectedBy tells whether an index decides a value.
func (l *Lowering) selectedBy(index word.ID, v Value) bool {
	if c, ok := v.(ChoiceValue); ok {
		return c.Sel != nil && c.Sel.index == index
	}
	return isStatic(v)
}

func entryAt(s *Selection, i int) int {
	if i < len(s.of) {
		return s.of[i]
	}
	return 0
}

// Mapped is a list with f done to each value.
func Mapped(list []Value, f func(Value) Value) []Value {
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// ItemsOf lists the items of a selection of lists, which must be equally long.
func (l *Lowering) ItemsOf(sel *Selection, list func(Value) []Value) []Value {
	rows := make([][]Value, len(sel.Entries))
	for e, v := range sel.Entries {
		if rows[e] = list(v); len(rows[e]) != len(rows[0]) {
			panic(Refuse("an array whose length depends on values"))
		}
	}
	items := make([]Value, len(rows[0]))
	for i := range items {
		column := make([]Value, len(rows))
		for e, row := range rows {
			column[e] = row[i]
		}
		items[i] = l.Instead(sel, column)
	}
	return items
}

// maxRows bounds the items of rows that are no numbers: conditions are made for each of them.
const maxRows = 512

// ItemOfRows is item i of a selected row of constants: what both numbers together select. So table[a][b] is one
// look-up, and table[a][b][c] another one.
func (l *Lowering) ItemOfRows(s *Selection, i IntValue) (Value, bool) {
	rows := make([]*Constant, len(s.Entries))
	for e, v := range s.Entries {
		c, ok := v.(ConstantValue)
		if !ok || !c.C.Array || len(c.C.Items) == 0 || e > 0 && len(c.C.Items) != len(rows[0].Items) {
			return nil, false
		}
		rows[e] = c.C
	}
	n := int64(len(rows[0].Items))
	if i.Lo == i.Hi || i.Hi < 0 || i.Lo >= n {
		return nil, false
	}
	row, of := s.index, s.of
	if l.B.KnownBits(row) > bits.Len(uint(len(of)-1)) { // beyond the last row is the first entry
		row, of = s.Class, nil
		for e := range rows {
			of = append(of, e)
		}
	}
	high, low := bits.Len(uint(len(of)-1)), bits.Len(uint(min(i.Hi, n-1)))
	if high == 0 || low == 0 || len(of)<<low > MaxSelected {
		return nil, false
	}
	byIndex := make([]Value, len(of)<<low)
	numbers, static := true, true
	for k := range byIndex {
		v := l.ConstantItem(rows[of[k>>low]], min(k&(1<<low-1), int(n)-1))
		_, number := l.KnownNumber(v)
		numbers, static = numbers && number, static && isStatic(v)
		if !numbers && (!static || len(byIndex) > maxRows) {
			return nil, false
		}
		byIndex[k] = v
	}
	l.Spend(len(byIndex) / 16)
	v, ok := l.selectedKnown(l.B.Concat(l.B.Resize(row, high), l.B.Slice(i.ID, 0, low)), byIndex, byIndex[0])
	if !ok {
		return nil, false
	}
	if i.Lo >= 0 && i.Hi < n {
		return v, true
	}
	inside := l.Truthy(l.Compare(false, i, l.Integer(n)))
	if i.Lo < 0 {
		inside = l.B.And(inside, l.Truthy(l.Compare(true, l.Integer(0), i)))
	}
	return l.Choose(inside, v, UndefinedValue{}), true
}

// maxEntries bounds the entries of a selection of which conditions can be joined (see sets.go of package word).
const maxEntries = 64

// SwitchTable makes one table of the cases of a statement whose labels are numbers: the class of a value is the number
// of the first case with a body that it leads to, or 0 when none of the labels matches. The conditions are those of the
// cases, and the last one of the default.
func (l *Lowering) SwitchTable(d Value, labels []Value, bodies []bool, none int) ([]word.ID, bool) {
	x, ok := d.(IntValue)
	if !ok || x.Lo < 0 || x.Hi >= MaxSelected || l.B.KnownBits(x.ID) <= bits.Len(maxEntries-1) {
		return nil, false
	}
	class := make([]int, x.Hi+1)
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
		n, ok := ConstInt(labels[i])
		if !ok {
			return nil, false
		}
		if n >= 0 && n < int64(len(class)) {
			class[n] = numbers[i]
		}
	}
	width := bits.Len(uint(classes - 1))
	id := l.Lookup(x.ID, width, len(class), func(i int) uint64 { return uint64(class[i]) })
	for i, c := range numbers {
		conditions[i] = l.B.Uint(0, 1)
		if c != 0 && (i == len(numbers)-1 || numbers[i+1] != c) {
			conditions[i] = l.B.Eq(id, l.B.Uint(uint64(c), width))
		}
	}
	conditions[len(labels)] = l.B.Eq(id, l.B.Uint(0, width))
	return conditions, true
}
