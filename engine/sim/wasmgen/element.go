package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// An array in one value lives in memory like any wide value, and its elements are read and changed there. A change
// makes a new value, so it copies the old one first, unless nobody reads that one afterwards: then the new one takes
// its place. All other readers of the old one are made to come before.

const (
	// elementWeight estimates the instructions that read or change an element.
	elementWeight = 4
	// maxReaders bounds how many operations have to come before a change.
	maxReaders = 256
)

// isElement reports whether an operation reads or changes an element of an array.
func isElement(k word.Kind) bool { return k == word.Extract || k == word.Insert }

// changeInPlace finds the changes for which no copy is needed.
func (p *plan) changeInPlace(l *layout) {
	m := p.m
	p.over = make([]word.ID, len(m.Ops))
	var inserts []word.ID
	for i := range p.over {
		p.over[i] = word.None
		if m.Ops[i].Kind == word.Insert {
			l.beside = true
			if p.phase != prepare && p.sweeps == nil && p.computed(word.ID(i)) {
				inserts = append(inserts, word.ID(i))
			}
		}
	}
	if len(inserts) == 0 {
		return
	}
	readers := map[word.ID][]word.ID{} // of what is changed
	for _, id := range inserts {
		readers[m.Ops[id].A] = nil
	}
	var operands []word.ID
	for i := range m.Ops {
		id := word.ID(i)
		if !p.computed(id) {
			continue
		}
		operands = p.operands(id, operands[:0])
		for _, o := range operands {
			if list, changed := readers[o]; changed && (len(list) == 0 || list[len(list)-1] != id) {
				readers[o] = append(list, id)
			}
		}
	}
	kept := map[word.ID]bool{}
	p.roots(l, func(id word.ID) { kept[id] = true })
	for _, v := range m.Vars {
		kept[v.Next] = true
	}
	p.before = map[word.ID][]word.ID{}
	for _, id := range inserts {
		of := m.Ops[id].A
		list := readers[of]
		register := p.tune.rounds && m.Ops[of].Kind == word.Reg
		own := !kept[of] && (p.computed(of) || register) && p.loopOf[of] < 0 && p.loopOf[id] < 0 && !l.display[of].exists() && !l.display[id].exists()
		if !own || len(list) > maxReaders || list[len(list)-1] != id || p.nextOf[of] != nil {
			continue
		}
		ready := true
		for _, r := range list[:len(list)-1] {
			op := &m.Ops[r]
			ready = ready && p.loopOf[r] < 0 && op.Kind != word.Call && (op.Width <= 64 || op.Kind == word.Insert)
		}
		if ready {
			p.over[id] = of
			p.before[id] = list[:len(list)-1]
		}
	}
}

// isStored reports whether a slice is an element of a value in memory. Read by itself, it need not wait until a change
// of it that was just stored can be read as a part of a whole word.
func (f *function) isStored(op *word.Op) bool {
	return word.IsLane(op.Width) && op.Imm%uint64(op.Width) == 0 && f.op(op.A).Kind != word.Const && !f.p.inline[op.A]
}

// extract generates the reading of an element.
func (f *function) extract(op *word.Op) {
	t := typeOf(op)
	lane := place{size: uint8(op.Width / 8)}
	elements := uint64(f.op(op.A).Width / op.Width)
	base, from := f.widePlace(op.A)
	lane.offset = from.offset
	read := func() {
		f.scale(uint32(lane.size))
		if base != f.zero {
			f.c.LocalGet(base)
			f.c.Op(encode.I32Add)
		}
		f.c.Memory(loadOp(lane, t), lane.offset)
	}
	if f.p.atMost(op.B, elements-1) {
		f.push(op.B)
		f.convert(typeOf(f.op(op.B)), encode.I32)
		read()
		return
	}
	f.index(op.B, elements, elements)
	at := f.stash(encode.I32)
	f.c.I32(int32(elements - 1)) // a place that is there; what stands in it is not taken
	f.c.LocalGet(at)
	f.c.I32(int32(elements))
	f.c.Op(encode.I32LtU, encode.Select)
	read()
	f.constant(t, 0)
	f.c.LocalGet(at)
	f.c.I32(int32(elements))
	f.c.Op(encode.I32LtU, encode.Select)
	f.give(encode.I32, at)
}

// insert generates the change of an element.
func (f *function) insert(id word.ID, op *word.Op, home place) {
	if f.p.over[id] == word.None || f.p.inline[op.A] {
		f.copyLimbs(f.zero, home, op.A)
	}
	for _, r := range f.p.before[id] {
		if f.op(r).Width <= 64 {
			f.drop(r)
		}
	}
	lane := place{offset: home.offset, size: uint8(op.Imm / 8)}
	elements := uint64(uint32(op.Width)) / op.Imm
	full := f.g.layout.display[id].exists() || op.Width%64 != 0 || f.p.inRegister(id) // there is no room beside it
	if full || !f.p.atMost(op.B, elements) {
		f.index(op.B, elements, elements)
	} else {
		f.push(op.B)
		f.convert(typeOf(f.op(op.B)), encode.I32)
	}
	if full {
		at := f.stash(encode.I32)
		f.c.I32(int32(elements))
		f.c.Op(encode.I32LtU)
		f.c.If(encode.None)
		f.c.LocalGet(at)
		f.scale(uint32(lane.size))
		mark := f.now()
		f.push(op.C)
		f.store(lane, typeOf(f.op(op.C)))
		f.forget(mark)
		f.c.End()
		f.give(encode.I32, at)
		return
	}
	f.scale(uint32(lane.size))
	f.push(op.C)
	f.store(lane, typeOf(f.op(op.C)))
}

// deepestBound bounds the choices that are looked through for the bound of an index.
const deepestBound = 8

// atMost reports whether a value is known to be no more than a limit.
func (p *plan) atMost(id word.ID, limit uint64) bool {
	var within func(id word.ID, depth int) bool
	within = func(id word.ID, depth int) bool {
		op := &p.m.Ops[id]
		switch {
		case op.Kind == word.Const && op.Width <= 64:
			return op.Imm <= limit
		case op.Bits < 64 && word.Mask64(uint(max(op.Bits, 1))) <= limit:
			return true
		case depth == deepestBound:
			return false
		case op.Kind == word.ZExt && p.m.Ops[op.A].Width <= 64:
			return within(op.A, depth+1)
		case op.Kind == word.Mux:
			return within(op.B, depth+1) && within(op.C, depth+1)
		}
		return false
	}
	return within(id, 0)
}
