package memory

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// cellAddress is an address that is known, as the addresses of cells stand.
func (l *Lowering) cellAddress(at word.ID) (word.ID, bool) {
	k, known := l.B.ConstValue(at)
	if known && k.Len() <= 32 {
		at = l.B.Uint(k.Lo, 32)
	}
	return at, known
}

// withWrite is a memory after a write, which takes the place of an earlier one to the same known cell.
func (l *Lowering) withWrite(o *domain.Object, w domain.Write) *domain.Object {
	address, known := l.cellAddress(w.Address)
	inside, certain := l.ConstBool(w.Enable)
	switch {
	case !known || !certain:
		return &domain.Object{Field: o.Field, Writes: append(slices.Clip(o.Log()), w)}
	case !inside:
		return o
	}
	w.Address = address
	after := &domain.Object{Field: o.Field, Writes: o.Writes, Cells: slices.Clone(o.Cells)}
	if i, before := o.CellAt(address, 0); before {
		after.Cells[i] = w
	} else {
		after.Cells = append(after.Cells, w)
	}
	return after
}

// HeldAt is what a cell holds after the last write to it, which the branches that follow shall know.
func (l *Lowering) HeldAt(o *domain.Object, i int) (data, sign word.ID) {
	w := &o.Cells[i]
	w.Read = true
	if w.Settled || l.IsTrue(w.Enable) {
		return w.Data, w.Sign
	}
	data, sign = l.readLog(o.Field, o.Writes, w.Address)
	return l.B.Mux(w.Enable, w.Data, data), l.B.Mux(w.Enable, w.Sign, sign)
}
