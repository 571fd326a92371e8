package heap

import (
	"cmp"
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Rewritten gives the writes that make a memory what the writes to all its cells make it, when these are no more than a
// few changes.
func (l *Lowering) Rewritten(field int, o *domain.Object) ([]domain.Write, bool) {
	f := l.Memories[field]
	if len(o.Writes) > 0 || len(o.Cells) < minPacked || uint64(len(o.Cells)) != f.Depth || f.Has || f.Width > 64 || f.Width == 32 && f.View == domain.WithSign {
		return nil, false
	}
	cells := slices.Clone(o.Cells)
	if !slices.ContainsFunc(cells, func(w domain.Write) bool { return !l.isOwn(field, w) }) {
		return nil, true
	}
	slices.SortFunc(cells, func(a, b domain.Write) int {
		return cmp.Compare(l.B.Value(&l.B.Ops[a.Address]).Lo, l.B.Value(&l.B.Ops[b.Address]).Lo)
	})
	lane := word.CellLane(f.Width)
	items := make([]word.ID, len(cells))
	for k, w := range cells {
		if at, known := l.B.ConstValue(w.Address); !known || at.Len() > 32 || at.Lo != uint64(k) || w.Enable != cells[0].Enable {
			return nil, false
		}
		items[k] = w.Data
	}
	array, ok := l.gather(items, lane)
	if !ok {
		return nil, false
	}
	p := peeling{l: l, field: field, lane: lane}
	if !p.peel(array, cells[0].Enable) || len(p.writes) > len(cells)/2 {
		return nil, false
	}
	return p.writes, true
}
