package host

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// Snapshot writes the state of all opaque nodes.
func (h *Host) Snapshot(e *sim.Encoder) {
	e.Uint(uint64(len(h.order)))
	for _, i := range h.order {
		n := h.nodes[i]
		for _, v := range n.outputs {
			e.Value(v)
		}
		for _, cell := range n.cells {
			encode(e, cell)
		}
	}
}

func encode(e *sim.Encoder, cell realm.Cell) {
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

// Restore reads what Snapshot wrote. On an error nothing is changed.
func (h *Host) Restore(d *sim.Decoder) error {
	if d.Uint() != uint64(len(h.order)) {
		return sim.ErrSnapshot
	}
	outputs := make([][]circuit.Value, len(h.order))
	cells := make([][]realm.Cell, len(h.order))
	for k, i := range h.order {
		n := h.nodes[i]
		for range n.outputs {
			outputs[k] = append(outputs[k], d.Value())
		}
		for _, like := range n.cells {
			cells[k] = append(cells[k], decode(d, like))
		}
	}
	if err := d.Err(); err != nil {
		return err
	}
	for k, i := range h.order {
		n := h.nodes[i]
		n.outputs, n.cells, n.pending = outputs[k], cells[k], false
	}
	h.undo = nil
	return nil
}

func decode(d *sim.Decoder, like realm.Cell) realm.Cell {
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
