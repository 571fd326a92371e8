// Package fields keeps the state fields of nodes whose lambdas are called as closures: what the backends that call
// some or all of them share.
package fields

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// Start gives the start values of the state fields of a node.
func Start(state []circuit.StateBlock) []realm.Cell {
	cells := make([]realm.Cell, len(state))
	for k, s := range state {
		switch v := s.InitialValue; {
		case s.StateType.Kind == circuit.Memory:
			cells[k] = realm.Cell{Memory: realm.NewMemory(s)}
		case v.IsText:
			cells[k] = realm.Cell{Text: v.Text, IsText: true}
		default:
			cells[k] = realm.Cell{Number: realm.Number{Value: v.Number, Negative: v.Negative}}
		}
	}
	return cells
}

// State is the content of a field as a machine shows it.
func State(cell realm.Cell) sim.State {
	s := sim.State{Scalar: cell.Number.Value, Text: cell.Text, IsText: cell.IsText}
	if cell.Memory != nil {
		s.Memory = map[uint64]circuit.Value{}
		for a, v := range cell.Memory.Cells {
			if !v.Value.IsZero() {
				s.Memory[a] = v.Value
			}
		}
	}
	return s
}

// Cells copies cells of a memory field; see sim.Machine.
func Cells(block circuit.StateBlock, cell realm.Cell, first uint64, dst []byte) {
	_, width := sim.MemoryShape(block)
	size := uint64(sim.CellBytes(width))
	n := uint64(len(dst)) / size
	clear(dst)
	if uint64(len(cell.Memory.Cells)) < n {
		for a, v := range cell.Memory.Cells {
			if a >= first && a-first < n {
				sim.PutCell(dst[(a-first)*size:], v.Value, width)
			}
		}
		return
	}
	for i := range n {
		if v, ok := cell.Memory.Cells[first+i]; ok {
			sim.PutCell(dst[i*size:], v.Value, width)
		}
	}
}

// SetCells overwrites cells of a memory field; see sim.Machine.
func SetCells(block circuit.StateBlock, cell realm.Cell, first uint64, src []byte, signed bool) {
	_, width := sim.MemoryShape(block)
	size := sim.CellBytes(width)
	for at := 0; at+size <= len(src); at += size {
		v := sim.GetCell(src[at:], width)
		cell.Memory.Put(first+uint64(at/size), realm.Number{Value: v, Negative: signed && width == 32 && v.Lo>>31 != 0})
	}
}

// Set gives a field the content that is wanted, cut to its width.
func Set(block circuit.StateBlock, cell *realm.Cell, s sim.State) {
	switch {
	case cell.Memory != nil:
		block.InitialValue.Memory = s.Memory
		cell.Memory = realm.NewMemory(block)
	case cell.IsText:
		cell.Text = s.Text
	default:
		width := circuit.PortType{Kind: block.StateType.Kind, Width: block.StateType.Width}.Wires()
		cell.Number = realm.Number{Value: s.Scalar.Mask(width), Negative: s.Negative}
	}
}
