package lower

import (
	"slices"

	"simten.dev/engine/word"
)

// A sort of a memory's cells in loops that are unrolled writes each of them many times, at addresses that are known.
// Only the last write to each counts. So such writes are kept apart, one for a cell, and merged cell by cell where
// paths meet, as the items of arrays are; the first write to an address that is not known puts them behind the others,
// in order.

// log is all writes of a memory, in order.
func (o *object) log() []write {
	if len(o.cells) == 0 {
		return o.writes
	}
	log := append(slices.Clip(o.writes), o.cells...)
	for i := range log {
		log[i].read = false // of no meaning there
	}
	return log
}

// cellAddress is an address that is known, as the addresses of cells stand.
func (l *lowering) cellAddress(at word.ID) (word.ID, bool) {
	k, known := l.b.ConstValue(at)
	if known && k.Len() <= 32 {
		at = l.b.Uint(k.Lo, 32)
	}
	return at, known
}

// cellAt is the place of the last write to an address among those to known cells. It may be near a place.
func (o *object) cellAt(address word.ID, near int) (int, bool) {
	if near < len(o.cells) && o.cells[near].address == address {
		return near, true
	}
	i := slices.IndexFunc(o.cells, func(w write) bool { return w.address == address })
	return i, i >= 0
}

// withWrite is a memory after a write, which takes the place of an earlier one to the same known cell.
func (l *lowering) withWrite(o *object, w write) *object {
	address, known := l.cellAddress(w.address)
	inside, certain := l.constBool(w.enable)
	switch {
	case !known || !certain:
		return &object{field: o.field, writes: append(slices.Clip(o.log()), w)}
	case !inside:
		return o
	}
	w.address = address
	after := &object{field: o.field, writes: o.writes, cells: slices.Clone(o.cells)}
	if i, before := o.cellAt(address, 0); before {
		after.cells[i] = w
	} else {
		after.cells = append(after.cells, w)
	}
	return after
}

// heldAt is what a cell holds after the last write to it, which the branches that follow shall know.
func (l *lowering) heldAt(o *object, i int) (data, sign word.ID) {
	w := &o.cells[i]
	w.read = true
	if w.settled || l.isTrue(w.enable) {
		return w.data, w.sign
	}
	data, sign = l.readLog(o.field, o.writes, w.address)
	return l.b.Mux(w.enable, w.data, data), l.b.Mux(w.enable, w.sign, sign)
}

// mergeCells is the last writes to known cells where two paths meet that differ in nothing else: those of x when cond
// is 1, else those of y.
func (l *lowering) mergeCells(cond word.ID, x, y *object) []write {
	l.spend(1 + (len(x.cells)+len(y.cells))/32)
	merged := slices.Clone(x.cells)
	for i := range merged {
		a := &merged[i]
		j, both := y.cellAt(a.address, i)
		if !both {
			a.enable, a.settled = l.b.And(cond, a.enable), false
			continue
		}
		b := y.cells[j]
		a.read = a.read || b.read
		if a.enable == b.enable && a.data == b.data && a.sign == b.sign && a.has == b.has {
			continue
		}
		if a.settled = a.settled || b.settled || a.read; a.settled { // what was there is known already
			a.data, a.sign = l.heldAt(x, i)
			b.data, b.sign = l.heldAt(y, j)
		}
		a.enable, a.data, a.sign = l.b.Mux(cond, a.enable, b.enable), l.b.Mux(cond, a.data, b.data), l.b.Mux(cond, a.sign, b.sign)
		a.has = l.b.Mux(cond, a.has, b.has)
	}
	for j, b := range y.cells {
		if _, both := x.cellAt(b.address, j); !both {
			b.enable, b.settled = l.b.And(l.b.Not(cond), b.enable), false
			merged = append(merged, b)
		}
	}
	return merged
}
