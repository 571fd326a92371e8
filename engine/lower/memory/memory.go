package memory

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/facts"
	"simten.dev/engine/word"
)

// NumberOf is the number that a scalar field holds: one of Within, when the field has that.
func (l *Lowering) NumberOf(f *domain.Field, bits, sign word.ID) domain.Value {
	v := l.StoredNumber(bits, sign, f.Width, f.View)
	if i, ok := v.(domain.IntValue); ok && f.Within != nil {
		v = l.Number(i.ID, max(i.Lo, f.Within.Lo), min(i.Hi, f.Within.Hi))
	}
	return v
}

// StoredNumber is the number that a field of a given width shows for stored bits.
func (l *Lowering) StoredNumber(id, sign word.ID, width int, view domain.View) domain.Value {
	switch {
	case width > 32:
		return l.BigOf(id, domain.BigZero, facts.Ones(width))
	case width < 32:
		return l.Number(l.B.ZExt(id, 32), 0, 1<<uint(width)-1)
	case view == domain.AsInt32:
		return l.Number(id, -1<<31, 1<<31-1)
	case view == domain.AsUint32:
		return l.Number(id, 0, 1<<32-1)
	}
	negative := l.B.And(sign, l.B.Slice(id, 31, 1))
	high := l.B.Mux(negative, l.B.Ones(32), l.B.Uint(0, 32))
	n := l.Number(l.B.Concat(high, id), -1<<31, 1<<32-1)
	l.Signed[n.ID] = domain.Stored{Bits: id, Sign: negative}
	return n
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

// ReadMemory reads a cell of a memory.
func (l *Lowering) ReadMemory(m domain.MemoryValue, i domain.IntValue, s *domain.State) domain.Value {
	f := l.Memories[m.Field]
	l.readCopy(m)
	at := l.address(f, i)
	log := s.Heap[m.Log]
	if v, ok := l.ReadAgain(log, at, max(i.Lo, 0), i.Hi, nil); ok {
		return v
	}
	var data, sign word.ID
	if address, known := l.cellAddress(at); !known {
		data, sign = l.readLog(m.Field, log.Log(), at)
	} else if k, written := log.CellAt(address, 0); written {
		data, sign = l.HeldAt(log, k)
	} else {
		data, sign = l.readLog(m.Field, log.Writes, at)
	}
	v := l.NumberOf(f.Field, data, sign)
	at, _ = l.cellAddress(at)
	l.Reads[Read{log, at}] = KnownRead{v, 0, math.MaxInt64} // whatever the address is
	return v
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

// HasCell is one bit: a cell has been given something.
func (l *Lowering) HasCell(m domain.MemoryValue, i domain.IntValue, s *domain.State) word.ID {
	l.readCopy(m)
	at := l.address(l.Memories[m.Field], i)
	has := l.B.MemRead(uint64(m.Field)*domain.MemoryParts+domain.MemoryHas, 1, at)
	l.EachWrite(s.Heap[m.Log].Log(), l.B.Uint(1, 1), func(enable word.ID, w *domain.Write) {
		switch {
		case w.Whole == nil && l.IsTrue(w.Has):
			has = l.B.Or(has, l.B.And(enable, l.sameAddress(w.Address, at)))
		case w.Whole == nil:
			has = l.B.Mux(l.B.And(enable, l.sameAddress(w.Address, at)), w.Has, has)
		case w.Whole.Parts[domain.MemoryHas] == word.None:
			panic(domain.Refused{Reason: ErrHas, Field: m.Field})
		default:
			has = l.B.Mux(enable, l.readWhole(m.Field, domain.MemoryHas, w.Whole, at), has)
		}
	})
	if i.Lo < 0 {
		has = l.B.And(has, l.Truthy(l.Compare(true, l.Integer(0), i)))
	}
	return has
}

// RefuseWriting refuses a write in eval, which throws.
func (l *Lowering) RefuseWriting() {
	if l.Eval {
		panic(domain.Refuse("a memory is written in eval (that throws)"))
	}
}

// WriteMemory writes a cell of a memory.
func (l *Lowering) WriteMemory(m domain.MemoryValue, i domain.IntValue, v domain.Value, s *domain.State) {
	l.RefuseWriting()
	l.writeCopy(m, i, v)
	f := l.Memories[m.Field]
	data, sign := l.Store(v, f.Width)
	l.CheckView(m.Field, f.Width, f.View, v, data, sign)
	f.Written = f.Written.Union(f.Field.Span(v))
	l.WriteWhere(m, i, domain.Write{Enable: l.B.Uint(1, 1), Data: data, Sign: sign, Has: l.B.Uint(1, 1)}, s)
}

// WriteWhere makes a write, as far as its cell is one of the memory. The write has everything but its address.
func (l *Lowering) WriteWhere(m domain.MemoryValue, i domain.IntValue, w domain.Write, s *domain.State) {
	f := l.Memories[m.Field]
	at, enable := l.address(f, i), l.B.Uint(1, 1)
	if w := l.B.Width(at); f.Depth != 0 && f.Depth <= word.Mask64(uint(w)) && (i.Lo < 0 || uint64(i.Hi) >= f.Depth) {
		enable = l.B.Compare(word.ULt, at, l.B.Uint(f.Depth, w)) // a negative address is a huge one here
	} else if i.Lo < 0 {
		enable = l.Truthy(l.Compare(true, l.Integer(0), i))
	}
	w.Address, w.Enable = at, l.B.And(enable, w.Enable)
	old := s.Heap[m.Log]
	if len(old.Writes)+len(old.Cells) > maxBeside && len(old.Writes) > 0 && old.Writes[0].Whole != nil {
		old = l.Wholly(m.Field, l.WholeOf(old))
	}
	s.SetObject(m.Log, l.withWrite(old, w))
}
