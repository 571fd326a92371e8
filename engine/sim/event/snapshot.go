package event

import (
	"context"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// Snapshot writes inputs, arguments, state, nets (latches and omitted outputs live there) and cycle.
func (m *Machine) Snapshot() ([]byte, error) {
	e := &sim.Encoder{}
	e.Uint(uint64(len(m.inputs)))
	e.Uint(uint64(len(m.nodes)))
	e.Uint(uint64(len(m.nets)))
	e.Uint(m.cycle)
	for _, v := range m.inputs {
		e.Value(v)
	}
	keys := make([]argument, 0, len(m.arguments))
	for k := range m.arguments {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b argument) int {
		if a.node != b.node {
			return a.node - b.node
		}
		return slices.Compare([]byte(a.name), []byte(b.name))
	})
	e.Uint(uint64(len(keys)))
	for _, k := range keys {
		e.Uint(uint64(k.node))
		e.Text(k.name)
		e.Value(m.arguments[k])
	}
	for i := range m.nodes {
		for _, cell := range m.nodes[i].cells {
			encodeCell(e, cell)
		}
	}
	for _, v := range m.nets {
		e.Value(v)
	}
	return e.Bytes, nil
}

func encodeCell(e *sim.Encoder, cell realm.Cell) {
	number := func(n realm.Number) {
		e.Bool(n.Negative)
		e.Value(n.Value)
	}
	switch {
	case cell.Memory != nil:
		addresses := make([]uint64, 0, len(cell.Memory.Cells))
		for a := range cell.Memory.Cells {
			addresses = append(addresses, a)
		}
		slices.Sort(addresses)
		e.Uint(uint64(len(addresses)))
		for _, a := range addresses {
			e.Uint(a)
			number(cell.Memory.Cells[a])
		}
	case cell.IsText:
		e.Text(cell.Text)
	default:
		number(cell.Number)
	}
}

// Restore brings a snapshot back. Bytes of another circuit are refused and change nothing.
func (m *Machine) Restore(ctx context.Context, snapshot []byte) error {
	d := sim.NewDecoder(snapshot)
	if d.Uint() != uint64(len(m.inputs)) || d.Uint() != uint64(len(m.nodes)) || d.Uint() != uint64(len(m.nets)) {
		return sim.ErrSnapshot
	}
	cycle := d.Uint()
	inputs := make([]circuit.Value, len(m.inputs))
	for i := range inputs {
		inputs[i] = d.Value()
	}
	arguments := map[argument]circuit.Value{}
	for range d.Count() {
		k := argument{node: int(d.Uint()), name: d.Text()}
		if k.node < 0 || k.node >= len(m.nodes) {
			return sim.ErrSnapshot
		}
		arguments[k] = d.Value()
	}
	cells := make([][]realm.Cell, len(m.nodes))
	for i := range cells {
		cells[i] = make([]realm.Cell, len(m.nodes[i].cells))
		for k := range cells[i] {
			cells[i][k] = m.decodeCell(d, m.nodes[i].cells[k])
		}
	}
	nets := make([]circuit.Value, len(m.nets))
	for i := range nets {
		nets[i] = d.Value()
	}
	if err := d.Done(); err != nil {
		return err
	}
	m.cycle, m.inputs = cycle, inputs
	for k := range m.arguments {
		if _, kept := arguments[k]; !kept {
			m.restoreArgument(k)
		}
	}
	m.arguments = arguments
	for k, v := range arguments {
		m.nodes[k.node].SetArgument(k.name, v)
	}
	for i := range cells {
		m.nodes[i].cells = cells[i]
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
func (m *Machine) restoreArgument(k argument) {
	if v, ok := m.design.Node(k.node).Arguments.Get(k.name); ok {
		m.nodes[k.node].Instance.SetArgument(k.name, v)
		return
	}
	m.nodes[k.node].UnsetArgument(k.name)
}

func (m *Machine) decodeCell(d *sim.Decoder, like realm.Cell) realm.Cell {
	number := func() realm.Number {
		negative := d.Bool()
		return realm.Number{Negative: negative, Value: d.Value()}
	}
	switch {
	case like.Memory != nil:
		memory := &realm.Memory{Cells: map[uint64]realm.Number{}, Depth: like.Memory.Depth, Width: like.Memory.Width}
		for range d.Count() {
			a := d.Uint()
			memory.Cells[a] = number()
		}
		return realm.Cell{Memory: memory}
	case like.IsText:
		return realm.Cell{Text: d.Text(), IsText: true}
	default:
		return realm.Cell{Number: number()}
	}
}
