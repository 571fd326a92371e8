package interp

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
	"simten.dev/engine/sim"
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
	case rtl.MemoryField:
		return sim.State{Memory: m.memories[f.Index].contents()}
	case rtl.TextField:
		return sim.State{IsText: true, Text: string(utf16.Decode(m.texts[f.Index]))}
	case rtl.HostField:
		return m.host.State(node, field)
	}
	return sim.State{Scalar: m.value(m.p.registers[f.Index], m.module.Registers[f.Index].Width)}
}

// Cells copies cells of a memory field; see sim.Machine.
func (m *Machine) Cells(node, field int, first uint64, dst []byte) {
	f := m.module.Fields[node][field]
	if f.Kind == rtl.HostField {
		m.host.Cells(node, field, first, dst)
		return
	}
	m.memories[f.Index].cells(first, dst)
}

// SetState overwrites a state field.
func (m *Machine) SetState(node, field int, s sim.State) {
	f := m.module.Fields[node][field]
	switch f.Kind {
	case rtl.MemoryField:
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
	case rtl.TextField:
		m.setText(f.Index, s.Text)
	case rtl.HostField:
		m.host.SetState(node, field, s)
	default:
		m.setRegister(f.Index, s.Scalar)
		if f.Sign >= 0 {
			m.setRegister(f.Sign, circuit.Value{})
		}
	}
}

func (m *Machine) setRegister(i int, v circuit.Value) {
	m.setValue(m.p.registers[i], m.module.Registers[i].Width, v)
}

// Snapshot writes inputs, arguments, state and cycle.
func (m *Machine) Snapshot() ([]byte, error) {
	e := &sim.Encoder{}
	for _, n := range m.shape() {
		e.Uint(n)
	}
	e.Uint(m.cycle)
	for _, v := range m.inputs {
		e.Value(v)
	}
	keys := slices.SortedFunc(maps.Keys(m.given), func(a, b argument) int {
		return cmp.Or(a.node-b.node, strings.Compare(a.name, b.name))
	})
	e.Uint(uint64(len(keys)))
	for _, k := range keys {
		e.Uint(uint64(k.node))
		e.Text(k.name)
		e.Value(m.given[k])
	}
	for i, r := range m.module.Registers {
		e.Value(m.value(m.p.registers[i], r.Width))
	}
	for i, v := range m.module.Vars {
		e.Value(m.value(m.p.vars[i], v.Width))
	}
	for i := range m.memories {
		cells := m.memories[i].contents()
		e.Uint(uint64(len(cells)))
		for _, a := range slices.Sorted(maps.Keys(cells)) {
			e.Uint(a)
			e.Value(cells[a])
		}
	}
	for _, t := range m.texts {
		e.Uint(uint64(len(t)))
		for _, unit := range t {
			e.Uint(uint64(unit))
		}
	}
	if m.host != nil {
		m.host.Snapshot(e)
	}
	return e.Bytes, nil
}

// shape tells snapshots of other circuits apart.
func (m *Machine) shape() [5]uint64 {
	return [...]uint64{
		uint64(len(m.module.Inputs)), uint64(len(m.module.Registers)), uint64(len(m.module.Vars)),
		uint64(len(m.module.Memories)), uint64(len(m.module.Texts)),
	}
}

// Restore brings a snapshot back. Bytes of another circuit are refused and change nothing.
func (m *Machine) Restore(ctx context.Context, snapshot []byte) error {
	d := sim.NewDecoder(snapshot)
	for _, n := range m.shape() {
		if d.Uint() != n {
			return sim.ErrSnapshot
		}
	}
	cycle := d.Uint()
	inputs := make([]circuit.Value, len(m.inputs))
	for i := range inputs {
		inputs[i] = d.Value()
	}
	given := map[argument]circuit.Value{}
	for range d.Count() {
		k := argument{int(d.Uint()), d.Text()}
		given[k] = d.Value()
	}
	registers := make([]circuit.Value, len(m.module.Registers))
	for i := range registers {
		registers[i] = d.Value()
	}
	vars := make([]circuit.Value, len(m.module.Vars))
	for i := range vars {
		vars[i] = d.Value()
	}
	memories := make([]map[uint64]circuit.Value, len(m.memories))
	for i := range memories {
		memories[i] = map[uint64]circuit.Value{}
		for range d.Count() {
			a := d.Uint()
			memories[i][a] = d.Value()
		}
	}
	texts := make([][]uint16, len(m.texts))
	for i := range texts {
		for range d.Count() {
			texts[i] = append(texts[i], uint16(d.Uint()))
		}
	}
	if err := d.Err(); err != nil {
		return err
	}
	if m.host != nil {
		if err := m.host.Restore(d); err != nil {
			return err
		}
	}
	if err := d.Done(); err != nil {
		return err
	}
	m.cycle = cycle
	for i, v := range inputs {
		m.setInput(i, v)
	}
	m.restoreArguments(given)
	for i, v := range registers {
		m.setRegister(i, v)
	}
	for i, v := range vars {
		m.setValue(m.p.vars[i], m.module.Vars[i].Width, v)
	}
	for i := range memories {
		m.memories[i].fill(memories[i])
	}
	copy(m.texts, texts)
	return m.Settle(ctx)
}

// restoreArguments tells the host which arguments were set at the time of the snapshot; the module's
// own inputs are part of it.
func (m *Machine) restoreArguments(given map[argument]circuit.Value) {
	if m.host != nil {
		for k := range m.given {
			if _, kept := given[k]; !kept {
				m.host.UnsetArgument(k.node, k.name)
			}
		}
		for k, v := range given {
			m.host.SetArgument(k.node, k.name, v)
		}
	}
	m.given = given
}
