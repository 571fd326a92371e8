package heap

import (
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

func (l *Lowering) mergeWrites(cond word.ID, x, y []domain.Write) []domain.Write {
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	m := slices.Clone(x[:same])
	yes, no := onPath(x[same:]), onPath(y[same:])
	for len(yes) > 0 && len(no) > 0 && yes[0].SameBut(no[0]) {
		w := yes[0]
		w.Enable = l.B.Mux(cond, w.Enable, no[0].Enable)
		m, yes, no = append(m, w), yes[1:], no[1:]
	}
	if len(yes) == 0 && len(no) == 0 {
		return m
	}
	if f, ok := l.widerFork(cond, yes, no); ok {
		return append(m, domain.Write{Fork: f})
	}
	if f, ok := l.widerFork(l.B.Not(cond), no, yes); ok {
		return append(m, domain.Write{Fork: f})
	}
	if len(yes) == 0 {
		yes, no, cond = no, yes, l.B.Not(cond)
	}
	if len(no) == 0 && len(yes) == 1 && yes[0].Fork == nil { // one write is a write
		w := yes[0]
		w.Enable = l.B.And(cond, w.Enable)
		return append(m, w)
	}
	return append(m, domain.Write{Fork: &domain.Fork{Cond: cond, Yes: yes, No: no}})
}

// widerFork is what writes and a fork with the same writes on one of its paths are together, as a lambda makes them
// that returns at several places: yes when cond is 1, else no.
func (l *Lowering) widerFork(cond word.ID, yes, no []domain.Write) (*domain.Fork, bool) {
	if len(no) != 1 || no[0].Fork == nil || len(yes) == 0 {
		return nil, false
	}
	f := *no[0].Fork
	switch {
	case slices.Equal(f.Yes, yes):
		f.Cond = l.B.Or(cond, f.Cond)
	case slices.Equal(f.No, yes):
		f.Cond = l.B.And(l.B.Not(cond), f.Cond)
	default:
		return nil, false
	}
	return &f, true
}

// onPath is writes that are made on one path only: what a cell holds on the other, the write to it does not know.
func onPath(list []domain.Write) []domain.Write {
	list = slices.Clone(list)
	for i := range list {
		list[i].Settled = false
	}
	return list
}

// EachWrite calls f for the writes of a list, each with the condition under which it is made.
func (l *Lowering) EachWrite(list []domain.Write, enable word.ID, f func(enable word.ID, w *domain.Write)) {
	l.Spend(1 + len(list)/4)
	for i := range list {
		w := &list[i]
		if w.Fork == nil {
			f(l.B.And(enable, w.Enable), w)
			continue
		}
		l.EachWrite(w.Fork.Yes, l.B.And(enable, w.Fork.Cond), f)
		l.EachWrite(w.Fork.No, l.B.And(enable, l.B.Not(w.Fork.Cond)), f)
	}
}

// mergeCells is the last writes to known cells where two paths meet that differ in nothing else: those of x when cond
// is 1, else those of y.
func (l *Lowering) mergeCells(cond word.ID, x, y *domain.Object) []domain.Write {
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
