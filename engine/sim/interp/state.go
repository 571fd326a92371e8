package interp

import (
	"bytes"
	"context"
	"unicode/utf16"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/image"
)

func (m *Machine) setText(i int, s string) {
	m.texts[i] = utf16.Encode([]rune(s))
	m.trimText(i)
}

// trimText keeps the newest code units.
func (m *Machine) trimText(i int) {
	limit := m.module.Texts[i].Limit
	if n := len(m.texts[i]); limit > 0 && n > limit {
		m.texts[i] = m.texts[i][n-limit:]
	}
}

// State reads a state field.
func (m *Machine) State(node, field int) sim.State {
	f := m.module.Fields[node][field]
	switch f.Kind {
	case netlist.MemoryField:
		return sim.State{Memory: m.memories[f.Index].contents()}
	case netlist.TextField:
		return sim.State{IsText: true, Text: string(utf16.Decode(m.texts[f.Index]))}
	case netlist.HostField:
		return m.host.State(node, field)
	}
	v := m.value(m.p.registers[f.Index], m.module.Registers[f.Index].Width)
	if f.Texts != nil {
		return sim.State{IsText: true, Text: f.Text(v)}
	}
	return sim.State{Scalar: v}
}

// Cells copies cells of a memory field; see sim.Machine.
func (m *Machine) Cells(node, field int, first uint64, dst []byte) {
	f := m.module.Fields[node][field]
	if f.Kind == netlist.HostField {
		m.host.Cells(node, field, first, dst)
		return
	}
	m.memories[f.Index].cells(first, dst)
}

// SetState overwrites a state field.
func (m *Machine) SetState(node, field int, s sim.State) {
	m.prepared = false // there are values of memories that nothing writes to
	f := m.module.Fields[node][field]
	switch f.Kind {
	case netlist.MemoryField:
		m.memories[f.Index].fill(s.Memory)
		if f.Sign >= 0 {
			m.memories[f.Sign].fill(nil)
		}
		if f.Has >= 0 {
			has := make(map[uint64]circuit.Value, len(s.Memory))
			for a := range s.Memory {
				has[a] = circuit.Uint(1)
			}
			m.memories[f.Has].fill(has)
		}
	case netlist.TextField:
		m.setText(f.Index, s.Text)
	case netlist.HostField:
		m.host.SetState(node, field, s)
	default:
		if f.Texts != nil {
			s.Scalar = f.Number(s.Text)
		}
		m.setRegister(f.Index, s.Scalar)
		if f.Sign >= 0 {
			m.setRegister(f.Sign, sim.SignBit(s.Negative))
		}
	}
}

// SetCells overwrites cells of a memory field; see sim.Machine.
func (m *Machine) SetCells(node, field int, first uint64, src []byte, signed bool) {
	m.prepared = false
	f := m.module.Fields[node][field]
	if f.Kind == netlist.HostField {
		m.host.SetCells(node, field, first, src, signed)
		return
	}
	x := m.memories[f.Index]
	x.setCells(first, src)
	n := len(src) / sim.CellBytes(x.width)
	if f.Sign >= 0 {
		m.memories[f.Sign].setBits(first, sim.Signs(src[:4*n], signed))
	}
	if f.Has >= 0 {
		m.memories[f.Has].setBits(first, bytes.Repeat([]byte{1}, n))
	}
}

func (m *Machine) setRegister(i int, v circuit.Value) {
	m.setValue(m.p.registers[i], m.module.Registers[i].Width, v)
}

// Touched tells which pages of a memory field may have been written to; see sim.Machine.
func (m *Machine) Touched(node, field int, since uint64, pages []bool) uint64 {
	f := m.module.Fields[node][field]
	if f.Kind == netlist.HostField {
		return m.host.Touched(node, field, since, pages)
	}
	return m.memories[f.Index].pages.Pages(since, pages)
}

// Snapshot is Image as bytes.
func (m *Machine) Snapshot() ([]byte, error) { return sim.Snapshot(m) }

// Restore brings a snapshot back.
func (m *Machine) Restore(ctx context.Context, snapshot []byte) error {
	return sim.Restore(ctx, m, snapshot)
}

// Image is the complete state; see sim.Machine.
func (m *Machine) Image() (*sim.Block, error) {
	s := &image.State{Cycle: m.cycle, Inputs: m.inputs, Given: m.given, Texts: m.texts}
	m.pages.TouchAll()
	cells := m.registerCells()
	s.Registers = m.pages.Image(func(offset int, dst []byte) { copy(dst, cells[offset:]) })
	for _, x := range m.memories {
		s.Memories = append(s.Memories, x.pages.Image(x.readBytes))
	}
	if m.host != nil {
		s.Host = m.host.Image()
	}
	m.image = image.Encode(m.module, s, m.image)
	return m.image, nil
}

// registerCells are the registers and loop variables as cells; see image.RegisterBytes.
func (m *Machine) registerCells() []byte {
	cells := make([]byte, image.RegisterBytes(m.module))
	at := 0
	m.eachRegister(func(slot uint32, width int) {
		sim.PutCell(cells[at:], m.value(slot, width), width)
		at += sim.CellBytes(width)
	})
	return cells
}

// eachRegister visits registers and loop variables in the order of image.RegisterBytes.
func (m *Machine) eachRegister(visit func(slot uint32, width int)) {
	for i := range m.module.Registers {
		visit(m.p.registers[i], m.module.Registers[i].Width)
	}
	for i := range m.module.Vars {
		visit(m.p.vars[i], m.module.Vars[i].Width)
	}
}

// Show brings an image back; see sim.Machine.
func (m *Machine) Show(ctx context.Context, b *sim.Block) error {
	s, err := image.Decode(m.module, b)
	if err != nil {
		return err
	}
	if !m.pages.Fits(s.Registers) {
		return sim.ErrSnapshot
	}
	for i, x := range m.memories {
		if !x.pages.Fits(s.Memories[i]) {
			return sim.ErrSnapshot
		}
	}
	if m.host != nil {
		if err := m.host.Show(s.Host); err != nil {
			return err
		}
	}
	m.cycle, m.prepared = s.Cycle, false
	for i, v := range s.Inputs {
		m.setInput(i, v)
	}
	sim.RestoreArguments(m.host, m.given, s.Given)
	m.given = s.Given
	cells := make([]byte, image.RegisterBytes(m.module))
	m.pages.TouchAll()
	m.pages.Show(s.Registers, func(offset int, src []byte) { copy(cells[offset:], src) })
	at := 0
	m.eachRegister(func(slot uint32, width int) {
		m.setValue(slot, width, sim.GetCell(cells[at:], width))
		at += sim.CellBytes(width)
	})
	for i, x := range m.memories {
		x.pages.Show(s.Memories[i], x.writeBytes)
	}
	copy(m.texts, s.Texts)
	m.image = b
	return m.Settle(ctx)
}
