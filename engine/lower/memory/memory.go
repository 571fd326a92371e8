package memory

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

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
