package wasmgen

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// commitFunction generates what happens at the edge besides registers, as a function of its own.
func (g *generator) commitFunction(p *plan) (index uint32, needed bool) {
	f := g.newFunction(p, 2)
	f.cur, f.next = 0, 1
	f.zero = f.c.NewLocal(encode.I32)
	f.commit()
	f.finish()
	if f.c.Len() == 0 {
		return 0, false
	}
	index = g.module.Func(g.module.Type([]encode.ValueType{encode.I32, encode.I32}, nil))
	g.module.Define(index, f.c)
	return index, true
}

// commit generates memory writes, text appends and the commit of the host's state. All values it
// needs were computed before.
func (f *function) commit() {
	for i := range f.p.m.Memories {
		writes := f.p.m.Memories[i].Writes
		for len(writes) > 0 {
			n := 1
			for n < len(writes) && writes[n].Enable == writes[0].Enable {
				n++
			}
			f.memoryWrites(i, writes[:n])
			writes = writes[n:]
		}
	}
	for i := range f.p.m.Texts {
		for _, a := range f.p.m.Texts[i].Appends {
			f.appendText(i, a)
		}
	}
	if hasTick(f.p.m) {
		f.c.Call(f.g.commitImport)
	}
}

// memoryWrites generates write ports with one enable. Most are enabled rarely, so there is a branch around them.
func (f *function) memoryWrites(index int, writes []netlist.Write) {
	enable := f.op(writes[0].Enable)
	if enable.Kind == word.Const {
		if enable.Imm != 0 {
			for _, w := range writes {
				f.memoryWrite(index, w)
			}
		}
		return
	}
	f.push(writes[0].Enable)
	f.c.If(encode.None)
	mark := f.now()
	for i, w := range writes {
		if i > 0 {
			f.drop(w.Enable)
		}
		f.memoryWrite(index, w)
	}
	f.forget(mark)
	f.c.End()
	f.meet()
}

// memoryWrite generates one write port that is enabled. A write outside goes to the spare cell after the zero cell.
func (f *function) memoryWrite(index int, w netlist.Write) {
	mem := f.g.layout.memories[index]
	if w.Whole {
		f.writeAll(mem, w.Data)
		return
	}
	address := f.op(w.Address)
	t := typeOf(address)
	inside := int(address.Bits) < 64 && uint64(1)<<uint(address.Bits) <= uint64(mem.depth)
	f.push(w.Address)
	if f.op(w.Enable).Kind == word.Const {
		f.left[w.Enable]--
	}
	if !inside {
		a := f.stash(t)
		f.constant(t, uint64(mem.depth)+1)
		f.c.LocalGet(a)
		f.constant(t, uint64(mem.depth))
		f.c.Op(pick(t, encode.I32LtU, encode.I64LtU))
		f.c.Op(encode.Select)
		f.give(t, a)
	}
	f.convert(t, encode.I32)
	f.scale(mem.cell)
	f.mark(mem)
	width := f.p.m.Memories[index].Width
	if width <= 64 {
		f.push(w.Data)
		f.c.Memory(storeOp(placeFor(width), typeOf(f.op(w.Data))), mem.offset)
		return
	}
	at := f.take(encode.I32)
	f.c.LocalSet(at)
	f.copyLimbs(at, place{offset: mem.offset, size: 8, limbs: uint16(limbs(width))}, w.Data)
	f.give(encode.I32, at)
}

// writeAll gives all cells of a memory new values.
func (f *function) writeAll(mem memoryPlace, data word.ID) {
	if mem.marks != 0 {
		for page := range markBytes(mem) {
			f.c.LocalGet(f.zero)
			f.c.I32(1)
			f.c.Memory(encode.I32Store8, mem.marks+page)
		}
	}
	f.copyLimbs(f.zero, place{offset: mem.offset, size: 8, limbs: uint16(mem.bytes() / 8)}, data)
}

// mark notes the page of a cell, whose offset stays on the stack. A cell of three limbs can lie in two pages.
func (f *function) mark(mem memoryPlace) {
	if mem.marks == 0 {
		return
	}
	at := f.take(encode.I32)
	f.c.LocalTee(at)
	f.c.I32(pageShift)
	f.c.Op(encode.I32ShrU)
	f.c.I32(1)
	f.c.Memory(encode.I32Store8, mem.marks)
	if sim.PageBytes%mem.cell != 0 {
		f.c.LocalGet(at)
		f.c.I32(int32(mem.cell) - 1)
		f.c.Op(encode.I32Add)
		f.c.I32(pageShift)
		f.c.Op(encode.I32ShrU)
		f.c.I32(1)
		f.c.Memory(encode.I32Store8, mem.marks)
	}
	f.c.LocalGet(at)
	f.give(encode.I32, at)
}

// clearEvent marks an entry of the event buffer that empties its text.
const clearEvent = 1 << 16

// appendText generates one append: an entry text<<17 | unit in the event buffer, with clearEvent for
// one that empties the text. The entry is written always and counted only when enabled.
func (f *function) appendText(index int, a netlist.Append) {
	c := f.c
	c.LocalGet(f.zero)
	c.Memory(encode.I32Load, eventsWord)
	n := f.stash(encode.I32)
	c.I32(2)
	c.Op(encode.I32Shl)
	f.push(a.Unit)
	entry := uint32(index) << 17
	if a.Clear {
		entry |= clearEvent
	}
	c.I32(int32(entry))
	c.Op(encode.I32Or)
	c.Memory(encode.I32Store, f.g.layout.events)
	c.LocalGet(f.zero)
	c.LocalGet(n)
	f.push(a.Enable)
	c.Op(encode.I32Add)
	c.Memory(encode.I32Store, eventsWord)
	f.give(encode.I32, n)
}
