package domain

import (
	"slices"

	"simten.dev/engine/word"
)

// A sort of a memory's cells in loops that are unrolled writes each of them many times, at addresses that are known.
// Only the last write to each counts. So such writes are kept apart, one for a cell, and merged cell by cell where
// paths meet, as the items of arrays are; the first write to an address that is not known puts them behind the others,
// in order.

// Log is all writes of a memory, in order.
func (o *Object) Log() []Write {
	if len(o.Cells) == 0 {
		return o.Writes
	}
	log := append(slices.Clip(o.Writes), o.Cells...)
	for i := range log {
		log[i].Read = false // of no meaning there
	}
	return log
}

// CellAt is the place of the last write to an address among those to known cells. It may be near a place.
func (o *Object) CellAt(address word.ID, near int) (int, bool) {
	if near < len(o.Cells) && o.Cells[near].Address == address {
		return near, true
	}
	i := slices.IndexFunc(o.Cells, func(w Write) bool { return w.Address == address })
	return i, i >= 0
}

// mergeCells is the last writes to known cells where two paths meet that differ in nothing else: those of x when cond
// is 1, else those of y.
func (l *Lowering) mergeCells(cond word.ID, x, y *Object) []Write {
	l.Spend(1 + (len(x.Cells)+len(y.Cells))/32)
	merged := slices.Clone(x.Cells)
	for i := range merged {
		a := &merged[i]
		j, both := y.CellAt(a.Address, i)
		if !both {
			a.Enable, a.Settled = l.B.And(cond, a.Enable), false
			continue
		}
		b := y.Cells[j]
		a.Read = a.Read || b.Read
		if a.Enable == b.Enable && a.Data == b.Data && a.Sign == b.Sign && a.Has == b.Has {
			continue
		}
		if a.Settled = a.Settled || b.Settled || a.Read; a.Settled { // what was there is known already
			a.Data, a.Sign = l.HeldAt(x, i)
			b.Data, b.Sign = l.HeldAt(y, j)
		}
		a.Enable, a.Data, a.Sign = l.B.Mux(cond, a.Enable, b.Enable), l.B.Mux(cond, a.Data, b.Data), l.B.Mux(cond, a.Sign, b.Sign)
		a.Has = l.B.Mux(cond, a.Has, b.Has)
	}
	for j, b := range y.Cells {
		if _, both := x.CellAt(b.Address, j); !both {
			b.Enable, b.Settled = l.B.And(l.B.Not(cond), b.Enable), false
			merged = append(merged, b)
		}
	}
	return merged
}
