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

// Address holds an index as an unsigned word.
func (l *Lowering) address(f *domain.MemoryField, i domain.IntValue) word.ID {
	f.Reach = max(f.Reach, uint64(max(i.Hi, 0)))
	if i.Lo < 0 || i.Hi > 1<<32-1 {
		return l.Extend(i, 64)
	}
	return l.Extend(i, 32)
}

func (l *Lowering) sameAddress(a, b word.ID) word.ID {
	w := max(l.B.Width(a), l.B.Width(b))
	return l.B.Eq(l.B.ZExt(a, w), l.B.ZExt(b, w))
}

// readLog is what an address holds after the writes of a list.
func (l *Lowering) readLog(field int, list []domain.Write, at word.ID) (data, sign word.ID) {
	f, base := l.Memories[field], uint64(field)*domain.MemoryParts
	data, sign = l.B.MemRead(base+domain.MemoryData, f.Width, at), l.B.Uint(0, 1)
	if f.Width == 32 && f.View == domain.WithSign {
		sign = l.B.MemRead(base+domain.MemorySign, 1, at)
	}
	hits, _ := l.hits(field, list, at)
	return l.written(hits, l.B.Uint(1, 1), data, sign)
}

// hits are the writes of a list that may be to an address, each where it is, and how many they are.
func (l *Lowering) hits(field int, list []domain.Write, at word.ID) (found []domain.Write, count int) {
	l.Spend(1 + len(list)/4)
	for _, w := range list {
		if w.Fork == nil {
			if w.Whole != nil {
				w.Data, w.Sign = l.readWhole(field, domain.MemoryData, w.Whole, at), l.readWhole(field, domain.MemorySign, w.Whole, at)
			} else {
				w.Enable = l.B.And(w.Enable, l.sameAddress(w.Address, at))
			}
			if hit, known := l.ConstBool(w.Enable); !known || hit {
				found = append(found, w)
				count++
			}
			continue
		}
		f := &domain.Fork{Cond: w.Fork.Cond}
		var yes, no int
		f.Yes, yes = l.hits(field, w.Fork.Yes, at)
		f.No, no = l.hits(field, w.Fork.No, at)
		if yes == 0 {
			f.Cond, f.Yes, f.No = l.B.Not(f.Cond), f.No, nil
		}
		if f.Single = yes+no == 1; yes+no > 0 {
			found = append(found, domain.Write{Fork: f})
		}
		count += yes + no
	}
	return found, count
}

// Written is what a cell that held data holds after hits, where path is 1.
func (l *Lowering) written(hits []domain.Write, path, data, sign word.ID) (word.ID, word.ID) {
	choose := func(cond, d, s word.ID) { data, sign = l.B.Mux(cond, d, data), l.B.Mux(cond, s, sign) }
	always := l.B.Uint(1, 1)
	for _, w := range hits {
		switch f := w.Fork; {
		case f == nil:
			choose(l.B.And(path, w.Enable), w.Data, w.Sign)
		case f.Single: // one choice for all conditions on the way to it
			data, sign = l.written(f.Yes, l.B.And(path, f.Cond), data, sign)
		default:
			d, s := l.written(f.Yes, always, data, sign)
			e, t := l.written(f.No, always, data, sign)
			choose(path, l.B.Mux(f.Cond, d, e), l.B.Mux(f.Cond, s, t))
		}
	}
	return data, sign
}
