package memory

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/heap"
	"simten.dev/engine/word"
)

// maxBeside bounds the writes to single cells after one of all cells that a read looks through.
const maxBeside = 4

// ErrHas is the reason of a refusal when it matters whether a cell was ever written, and that is not kept for a memory
// that is one value.
const ErrHas = "whether a cell of a memory was ever written"

// The properties of a memory as a loop knows them, as which it changes the parts; see slot.
var PartKeys = [domain.MemoryParts]string{domain.MemoryData: "data", domain.MemorySign: "sign", domain.MemoryHas: "has"}

// ChangedKey names the part of a memory in a loop that says which cells have changed.
const ChangedKey = "changed"

// WholeOf is the content of a memory that a loop changes.
func (l *Lowering) WholeOf(o *domain.Object) *domain.Whole {
	f := l.Memories[o.Field]
	w := &domain.Whole{Changed: l.B.Uint(0, 1)}
	for part := range w.Parts {
		w.Parts[part] = word.None
		if !f.KeepsPart(part) {
			continue
		}
		width := f.PartWidth(part)
		lane := word.CellLane(width)
		size := f.Depth * uint64(lane)
		switch {
		case f.Depth == 0:
			panic(domain.Refuse(domain.OpenLoop + ", and a memory that it writes to and whose size is not known" + domain.BoundHelps))
		case width > 64 || f.Depth > heap.WidestPacked || size > heap.WidestPacked:
			panic(domain.Refuse(domain.OpenLoop+", and a memory of more than %d bits that it writes to"+domain.BoundHelps, heap.WidestPacked))
		case !heap.FillsWords(f, lane):
			w.Cells = true
			w.Parts[part] = l.allCells(o.Field, part, width, lane)
			continue
		}
		w.Parts[part] = l.B.MemAll(uint64(o.Field*domain.MemoryParts+part), int(f.Depth), width)
	}
	l.EachWrite(o.Log(), l.B.Uint(1, 1), func(enable word.ID, x *domain.Write) {
		if x.Whole != nil {
			for part, all := range w.Parts {
				if all != word.None {
					w.Parts[part] = l.B.Mux(enable, x.Whole.Parts[part], all)
				}
			}
			w.Changed = l.B.Mux(enable, x.Whole.Changed, w.Changed)
			return
		}
		at := l.B.Mux(enable, x.Address, l.B.Ones(l.B.Width(x.Address))) // there is no such cell
		for part, value := range [domain.MemoryParts]word.ID{domain.MemoryData: x.Data, domain.MemorySign: x.Sign, domain.MemoryHas: x.Has} {
			if w.Parts[part] != word.None {
				w.Parts[part] = l.B.Insert(w.Parts[part], at, l.B.ZExt(value, word.CellLane(f.PartWidth(part))))
			}
		}
		w.Changed = l.B.Or(w.Changed, enable)
	})
	return w
}

// allCells is a part of a memory that does not fill words of 64 bits, with zeros behind it.
func (l *Lowering) allCells(field, part, width, lane int) word.ID {
	f := l.Memories[field]
	if f.Depth > heap.MaxSingly || part == domain.MemoryHas {
		what := "whose cells do"
		if part == domain.MemoryHas {
			what = "of which it is asked whether cells were ever written, which does"
		}
		panic(domain.Refuse(domain.OpenLoop+", and a memory that it writes to and %s not fill words of 64 bits; give it %d cells", what, filling(f.Depth, lane)))
	}
	return l.JoinCells(uint64(field*domain.MemoryParts+part), f.Depth, width, lane)
}

// filling is the number of cells of a memory of at least a depth that fills words.
func filling(depth uint64, lane int) uint64 {
	in := uint64(64 / lane) // cells in a word
	return max(2*in, (depth+in-1)/in*in)
}

// Singly are the writes of all cells of a memory, one by one.
func (l *Lowering) Singly(field int, all *domain.Whole, enable word.ID, settled bool) []Write {
	f := l.Memories[field]
	list := make([]Write, f.Depth)
	for k := range list {
		at := l.B.Uint(uint64(k), 32)
		w := Write{Enable: enable, Address: at, Data: l.readWhole(field, domain.MemoryData, all, at), Sign: l.B.Uint(0, 1), Has: word.None, Settled: settled}
		if all.Parts[domain.MemorySign] != word.None {
			w.Sign = l.readWhole(field, domain.MemorySign, all, at)
		}
		list[k] = w
	}
	return list
}

// Wholly is a memory that has been written to as a whole.
func (l *Lowering) Wholly(field int, w *domain.Whole) *domain.Object {
	return &domain.Object{Field: field, Writes: []domain.Write{{Enable: l.B.Uint(1, 1), Whole: w}}}
}

// readWhole is a part of a cell, 0 outside.
func (l *Lowering) readWhole(field, part int, w *domain.Whole, at word.ID) word.ID {
	if w.Parts[part] == word.None {
		return l.B.Uint(0, 1)
	}
	width := l.Memories[field].PartWidth(part)
	return l.B.Slice(l.B.Extract(w.Parts[part], at, word.CellLane(width)), 0, width)
}

// Returned is a memory, by what has been written to it, and when it is the one that is returned.
type Returned struct {
	Log    int
	Enable word.ID
}
