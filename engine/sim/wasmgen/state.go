package wasmgen

import (
	"bytes"
	"context"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/image"
)

// field is the place of a state field of a flat node.
func (x *Machine) field(node, field int) netlist.Field { return x.m.Fields[node][field] }

// State reads a state field.
func (x *Machine) State(node, field int) sim.State {
	switch f := x.field(node, field); f.Kind {
	case netlist.MemoryField:
		return sim.State{Memory: x.readMemory(f.Index)}
	case netlist.TextField:
		return sim.State{IsText: true, Text: x.texts[f.Index].string(x.m.Texts[f.Index].Limit)}
	case netlist.HostField:
		return x.host.State(node, field)
	default:
		v := x.register(f.Index)
		if f.Texts != nil {
			return sim.State{IsText: true, Text: f.Text(v)}
		}
		return sim.State{Scalar: v}
	}
}

// Cells copies cells of a memory field straight from linear memory, where they stand in the same form;
// see sim.Machine.
func (x *Machine) Cells(node, field int, first uint64, dst []byte) {
	f := x.field(node, field)
	if f.Kind == netlist.HostField {
		x.host.Cells(node, field, first, dst)
		return
	}
	p := x.p.layout.memories[f.Index]
	from := uint32(min(first, uint64(p.depth)))
	there := min(uint32(len(dst)), (p.depth-from)*p.cell)
	x.inst.read(p.offset+from*p.cell, dst[:there])
	clear(dst[there:])
}

// SetState overwrites a state field. The nets show it after the next Settle or Step.
func (x *Machine) SetState(node, field int, s sim.State) {
	x.fetch()
	x.changed = true // there are values of memories that nothing writes to
	f := x.field(node, field)
	switch f.Kind {
	case netlist.MemoryField:
		x.fillMemory(f.Index, s.Memory)
		if f.Sign >= 0 {
			x.fillMemory(f.Sign, nil)
		}
		if f.Has >= 0 {
			has := make(map[uint64]circuit.Value, len(s.Memory))
			for a := range s.Memory {
				has[a] = circuit.Uint(1)
			}
			x.fillMemory(f.Has, has)
		}
	case netlist.TextField:
		x.texts[f.Index].set(s.Text)
	case netlist.HostField:
		x.host.SetState(node, field, s)
	default:
		if f.Texts != nil {
			s.Scalar = f.Number(s.Text)
		}
		x.setRegister(f.Index, s.Scalar)
		if f.Sign >= 0 {
			x.setRegister(f.Sign, sim.SignBit(s.Negative))
		}
	}
}

// SetCells overwrites cells of a memory field; see sim.Machine.
func (x *Machine) SetCells(node, field int, first uint64, src []byte, signed bool) {
	x.fetch()
	x.changed = true
	f := x.field(node, field)
	if f.Kind == netlist.HostField {
		x.host.SetCells(node, field, first, src, signed)
		return
	}
	width := x.m.Memories[f.Index].Width
	size := sim.CellBytes(width)
	cells := slices.Clone(src[:len(src)/size*size])
	for at := 0; at < len(cells); at += size {
		sim.PutCell(cells[at:], sim.GetCell(cells[at:], width).Mask(width), width)
	}
	x.writeCells(f.Index, first, cells)
	if f.Sign >= 0 {
		x.writeCells(f.Sign, first, sim.Signs(cells, signed))
	}
	if f.Has >= 0 {
		x.writeCells(f.Has, first, bytes.Repeat([]byte{1}, len(cells)/size))
	}
}

// writeCells writes cells as they stand in linear memory; those behind the last one of the memory are left out.
func (x *Machine) writeCells(index int, first uint64, cells []byte) {
	p := x.p.layout.memories[index]
	if first >= uint64(p.depth) || len(cells) == 0 {
		return
	}
	from := uint32(first) * p.cell
	cells = cells[:min(uint64(len(cells)), uint64(p.bytes()-from))]
	pages := x.pages[index]
	for page := int(from) / sim.PageBytes; page <= (int(from)+len(cells)-1)/sim.PageBytes; page++ {
		pages.Touch(page)
	}
	x.inst.write(p.offset+from, cells)
}

// register reads a register of the netlist.
func (x *Machine) register(index int) circuit.Value {
	c := x.registerPlace(index)
	if c.Bit >= 0 {
		return circuit.Uint(x.get(x.bankPlace(c.Register)).Lo >> c.Bit & 1)
	}
	if c.Words == 1 {
		return x.get(x.bankPlace(c.Register))
	}
	words := make([]uint64, c.Words)
	for k := range words {
		words[k] = x.get(x.bankPlace(c.Register + k)).Lo
	}
	return circuit.FromWords(words)
}

func (x *Machine) setRegister(index int, v circuit.Value) {
	v = v.Mask(x.netlist.Registers[index].Width)
	c := x.registerPlace(index)
	if c.Bit >= 0 {
		whole := x.get(x.bankPlace(c.Register)).Lo
		v = circuit.Uint(whole&^(1<<c.Bit) | v.Lo<<c.Bit)
	}
	if c.Words == 1 {
		x.put(x.bankPlace(c.Register), v)
		return
	}
	for k := range c.Words {
		x.put(x.bankPlace(c.Register+k), circuit.Uint(v.Word(k)))
	}
}

// registerPlace is where a register of the netlist is.
func (x *Machine) registerPlace(index int) netlist.Place {
	if x.where == nil {
		return netlist.At(index)
	}
	return x.where[index]
}

// bankPlace is where a register stands in memory.
func (x *Machine) bankPlace(register int) place {
	return x.p.layout.registers[register].at(x.p.layout.bankA)
}

// Touched tells which pages of a memory field may have been written to; see sim.Machine.
func (x *Machine) Touched(node, field int, since uint64, pages []bool) uint64 {
	f := x.field(node, field)
	if f.Kind == netlist.HostField {
		return x.host.Touched(node, field, since, pages)
	}
	x.notice(f.Index)
	return x.pages[f.Index].Pages(since, pages)
}

// Snapshot is Image as bytes.
func (x *Machine) Snapshot() ([]byte, error) { return sim.Snapshot(x) }

// Restore brings a snapshot back.
func (x *Machine) Restore(ctx context.Context, snapshot []byte) error {
	return sim.Restore(ctx, x, snapshot)
}

// Image is the complete state; see sim.Machine.
func (x *Machine) Image() (*sim.Block, error) {
	s := &image.State{Cycle: x.cycle, Inputs: x.inputs, Given: x.given}
	cells := x.registerCells()
	x.registers.TouchAll()
	s.Registers = x.registers.Image(func(offset int, dst []byte) { copy(dst, cells[offset:]) })
	for i := range x.m.Memories {
		s.Memories = append(s.Memories, x.memoryImage(i))
	}
	for i := range x.texts {
		s.Texts = append(s.Texts, x.texts[i].newest(x.m.Texts[i].Limit))
	}
	if x.host != nil {
		s.Host = x.host.Image()
	}
	x.image = image.Encode(x.netlist, s, x.image)
	return x.image, nil
}

// memoryImage is the content of a memory.
func (x *Machine) memoryImage(index int) *sim.Block {
	ran := x.ran[index]
	x.notice(index)
	p := x.p.layout.memories[index]
	if ran && p.marks == 0 { // all of it is looked at: one copy is cheaper than one for each page
		x.whole = slices.Grow(x.whole[:0], int(p.bytes()))[:p.bytes()]
		x.inst.read(p.offset, x.whole)
		return x.pages[index].Image(func(offset int, dst []byte) { copy(dst, x.whole[offset:]) })
	}
	return x.pages[index].Image(func(offset int, dst []byte) { x.inst.read(p.offset+uint32(offset), dst) })
}

// showMemory makes an image the content of a memory.
func (x *Machine) showMemory(index int, b *sim.Block) {
	x.notice(index)
	base := x.p.layout.memories[index].offset
	x.pages[index].Show(b, func(offset int, src []byte) { x.inst.write(base+uint32(offset), src) })
}

// registerCells are the registers and loop variables as cells; see image.RegisterBytes.
func (x *Machine) registerCells() []byte {
	bank := make([]byte, x.p.layout.bankSize)
	x.inst.read(x.p.layout.bankA, bank)
	cells := make([]byte, image.RegisterBytes(x.netlist))
	x.eachRegister(func(p place, bit, at int) {
		if bit >= 0 {
			cells[at] = bank[p.offset+uint32(bit/8)] >> (bit % 8) & 1
			return
		}
		copy(cells[at:], bank[p.offset:p.offset+p.bytes()])
	})
	return cells
}

// eachRegister visits the registers of the netlist, word by word, and the loop variables: the place in a bank, which of
// its bits it is (-1 for all of them), and where the cell is in the order of image.RegisterBytes.
func (x *Machine) eachRegister(visit func(p place, bit, at int)) {
	at := 0
	for i := range x.netlist.Registers {
		c := x.registerPlace(i)
		for k := range c.Words {
			visit(x.p.layout.registers[c.Register+k], c.Bit, at+8*k)
		}
		at += sim.CellBytes(x.netlist.Registers[i].Width)
	}
	for _, p := range x.p.layout.vars {
		visit(p, -1, at)
		at += int(p.bytes())
	}
}

// Show brings an image back; see sim.Machine.
func (x *Machine) Show(ctx context.Context, b *sim.Block) error {
	s, err := image.Decode(x.netlist, b)
	if err != nil {
		return err
	}
	if !x.registers.Fits(s.Registers) {
		return sim.ErrSnapshot
	}
	for i := range x.pages {
		if !x.pages[i].Fits(s.Memories[i]) {
			return sim.ErrSnapshot
		}
	}
	if x.host != nil {
		if err := x.host.Show(s.Host); err != nil {
			return err
		}
	}
	sim.RestoreArguments(x.host, x.given, s.Given)
	x.fetch()
	x.cycle, x.inputs, x.given, x.changed = s.Cycle, s.Inputs, s.Given, true
	cells := make([]byte, image.RegisterBytes(x.netlist))
	x.registers.TouchAll()
	x.registers.Show(s.Registers, func(offset int, src []byte) { copy(cells[offset:], src) })
	bank := make([]byte, x.p.layout.bankSize)
	x.eachRegister(func(p place, bit, at int) {
		if bit >= 0 {
			bank[p.offset+uint32(bit/8)] |= cells[at] & 1 << (bit % 8)
			return
		}
		copy(bank[p.offset:p.offset+p.bytes()], cells[at:])
	})
	x.inst.write(x.p.layout.bankA, bank)
	for i := range x.pages {
		x.showMemory(i, s.Memories[i])
	}
	for i, units := range s.Texts {
		x.texts[i].units = units
	}
	x.image = b
	return x.Settle(ctx)
}
