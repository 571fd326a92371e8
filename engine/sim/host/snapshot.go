package host

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// Image is the state of all opaque nodes: a part for each.
func (h *Host) Image() *sim.Block {
	e := &sim.Encoder{}
	e.Uint(uint64(len(h.order)))
	b := &sim.Block{}
	for _, i := range h.order {
		n := h.nodes[i]
		for _, v := range n.outputs {
			e.Value(v)
		}
		b.Parts = append(b.Parts, n.images.Image(n.cells))
	}
	b.Bytes = e.Bytes
	return b
}

// Show brings an image back. On an error nothing is changed.
func (h *Host) Show(b *sim.Block) error {
	if b == nil || len(b.Parts) != len(h.order) {
		return sim.ErrSnapshot
	}
	d := sim.NewDecoder(b.Bytes)
	if d.Uint() != uint64(len(h.order)) {
		return sim.ErrSnapshot
	}
	outputs := make([][]circuit.Value, len(h.order))
	show := make([]func() []realm.Cell, len(h.order))
	for k, i := range h.order {
		n := h.nodes[i]
		for range n.outputs {
			outputs[k] = append(outputs[k], d.Value())
		}
		var err error
		if show[k], err = n.images.Read(b.Parts[k], n.cells); err != nil {
			return err
		}
	}
	if err := d.Done(); err != nil {
		return err
	}
	for k, i := range h.order {
		n := h.nodes[i]
		n.outputs, n.cells, n.pending = outputs[k], show[k](), false
	}
	h.undo = nil
	return nil
}
