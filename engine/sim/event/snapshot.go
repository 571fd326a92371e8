package event

import (
	"context"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// Snapshot is Image as bytes.
func (m *Machine) Snapshot() ([]byte, error) { return sim.Snapshot(m) }

// Restore brings a snapshot back.
func (m *Machine) Restore(ctx context.Context, snapshot []byte) error {
	return sim.Restore(ctx, m, snapshot)
}

// Image writes inputs, arguments, state, nets (latches and omitted outputs live there) and cycle.
func (m *Machine) Image() (*sim.Block, error) {
	e := &sim.Encoder{}
	e.Uint(uint64(len(m.inputs)))
	e.Uint(uint64(len(m.nodes)))
	e.Uint(uint64(len(m.nets)))
	e.Uint(m.cycle)
	for _, v := range m.inputs {
		e.Value(v)
	}
	e.Arguments(m.arguments)
	for _, v := range m.nets {
		e.Value(v)
	}
	b := &sim.Block{Bytes: e.Bytes}
	for i := range m.nodes {
		if len(m.nodes[i].cells) > 0 {
			b.Parts = append(b.Parts, m.nodes[i].images.Image(m.nodes[i].cells))
		}
	}
	return b, nil
}

// Show brings an image back. One of another circuit is refused and changes nothing.
func (m *Machine) Show(ctx context.Context, b *sim.Block) error {
	if b == nil {
		return sim.ErrSnapshot
	}
	d := sim.NewDecoder(b.Bytes)
	if d.Uint() != uint64(len(m.inputs)) || d.Uint() != uint64(len(m.nodes)) || d.Uint() != uint64(len(m.nets)) {
		return sim.ErrSnapshot
	}
	cycle := d.Uint()
	inputs := make([]circuit.Value, len(m.inputs))
	for i := range inputs {
		inputs[i] = d.Value()
	}
	arguments := d.Arguments(len(m.nodes))
	nets := make([]circuit.Value, len(m.nets))
	for i := range nets {
		nets[i] = d.Value()
	}
	if err := d.Done(); err != nil {
		return err
	}
	show := make([]func() []realm.Cell, len(m.nodes))
	parts := b.Parts
	for i := range m.nodes {
		x := &m.nodes[i]
		if len(x.cells) == 0 {
			continue
		}
		if len(parts) == 0 {
			return sim.ErrSnapshot
		}
		var err error
		if show[i], err = x.images.Read(parts[0], x.cells); err != nil {
			return err
		}
		parts = parts[1:]
	}
	if len(parts) > 0 {
		return sim.ErrSnapshot
	}
	m.cycle, m.inputs = cycle, inputs
	for k := range m.arguments {
		if _, kept := arguments[k]; !kept {
			m.restoreArgument(k)
		}
	}
	m.arguments = arguments
	for k, v := range arguments {
		m.nodes[k.Node].SetArgument(k.Name, v)
	}
	for i := range show {
		if show[i] != nil {
			m.nodes[i].cells = show[i]()
		}
	}
	for i := range nets {
		m.nets[i] = nets[i]
		m.touched[i] = true
	}
	for i := range m.nodes {
		m.mark(i)
	}
	return m.Settle(ctx)
}

// restoreArgument gives a switch that was never touched at the time of the snapshot the value of
// its declaration.
func (m *Machine) restoreArgument(k sim.Argument) {
	if v, ok := m.design.Node(k.Node).Arguments.Get(k.Name); ok {
		m.nodes[k.Node].Instance.SetArgument(k.Name, v)
		return
	}
	m.nodes[k.Node].UnsetArgument(k.Name)
}
