package choice

import (
	"math/bits"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// MaxSelected bounds the values of an index that decides.
const MaxSelected = 1 << 12

// minInTable is from how many numbers on a table of them is read: choices between fewer are as fast, and say more.
const minInTable = 6

// tableOfNumbers is byIndex[index], which is never beyond its end.
func (l *Lowering) tableOfNumbers(index word.ID, byIndex []domain.Value) domain.Value {
	at := func(k int) domain.IntValue { return byIndex[k].(domain.IntValue) }
	lo, hi := at(0).Lo, at(0).Hi
	for k := range byIndex {
		lo, hi = min(lo, at(k).Lo), max(hi, at(k).Hi)
	}
	return l.Number(l.Lookup(index, domain.IntWidth(lo, hi), len(byIndex), func(k int) uint64 { return uint64(at(k).Lo) }), lo, hi)
}

// selectTruth is item i of a list of truth values, which is a table of bits.
func (l *Lowering) selectTruth(i domain.IntValue, first, last int, item func(int) domain.Value) (domain.Value, bool) {
	truth := make([]bool, last+1)
	for k := first; k <= last; k++ {
		v, ok := item(k).(domain.BoolValue)
		if !ok {
			return nil, false
		}
		if truth[k], ok = l.ConstBool(v.ID); !ok {
			return nil, false
		}
	}
	if l.B.KnownBits(i.ID) > bits.Len(maxEntries-1) {
		return domain.BoolValue{ID: l.Lookup(i.ID, 1, len(truth), func(k int) uint64 { return domain.OneIf(truth[k]) })}, true
	}
	hit, width := l.B.Uint(0, 1), l.B.Width(i.ID)
	for k, is := range truth {
		if is {
			hit = l.B.Or(hit, l.B.Eq(i.ID, l.B.Uint(uint64(k), width)))
		}
	}
	return domain.BoolValue{ID: hit}, true
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
func (l *Lowering) selectedNumber(s *domain.Selection) (domain.Value, bool) {
	lo, hi := int64(domain.MaxInt), int64(-domain.MaxInt)
	for _, v := range s.Entries {
		n, ok := v.(domain.IntValue)
		if !ok {
			return nil, false
		}
		lo, hi = min(lo, n.Lo), max(hi, n.Hi)
	}
	size := len(s.Of)
	if known := l.B.KnownBits(s.Index); s.Entries[0].(domain.IntValue).Lo != 0 {
		if known > bits.Len(MaxSelected-1) {
			return nil, false
		}
		size = max(size, 1<<known)
	}
	return l.Number(l.Lookup(s.Index, domain.IntWidth(lo, hi), size, func(i int) uint64 {
		e := 0
		if i < len(s.Of) {
			e = s.Of[i]
		}
		return uint64(s.Entries[e].(domain.IntValue).Lo)
	}), lo, hi), true
}

func entryAt(s *domain.Selection, i int) int {
	if i < len(s.Of) {
		return s.Of[i]
	}
	return 0
}

// maxEntries bounds the entries of a selection of which conditions can be joined (see sets.go of package word).
const maxEntries = 64

// SwitchTable makes one table of the cases of a statement whose labels are numbers: the class of a value is the number
// of the first case with a body that it leads to, or 0 when none of the labels matches. The conditions are those of the
// cases, and the last one of the default.
func (l *Lowering) SwitchTable(d domain.Value, labels []domain.Value, bodies []bool, none int) ([]word.ID, bool) {
	x, ok := d.(domain.IntValue)
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
		n, ok := domain.ConstInt(labels[i])
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
