// Package image is the form in which the state of a netlist is written. It is the same for every backend, so the
// state of one machine can be shown on another of the same netlist.
package image

import (
	"encoding/binary"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
)

// State is a complete state in parts.
type State struct {
	Cycle  uint64
	Inputs []circuit.Value // by input of the module
	// Given are the interactive arguments that were set, for the host's sake: those of the module are in Inputs.
	Given     map[sim.Argument]circuit.Value
	Texts     [][]uint16   // by text of the module
	Registers *sim.Block   // see Registers
	Memories  []*sim.Block // by memory of the module: cells in the form of sim.Machine.Cells
	Host      *sim.Block   // nil without a host
}

// Parts of an image: the registers, the host's state, the texts, the memories.
const (
	registersPart = iota
	hostPart
	firstText
)

// Encode writes a state. It shares with an older image, which may be nil, the texts that have not changed.
func Encode(m *netlist.Module, s *State, old *sim.Block) *sim.Block {
	e := &sim.Encoder{}
	for _, n := range shape(m) {
		e.Uint(n)
	}
	e.Uint(s.Cycle)
	for _, v := range s.Inputs {
		e.Value(v)
	}
	e.Arguments(s.Given)
	b := &sim.Block{Bytes: e.Bytes, Parts: []*sim.Block{s.Registers, s.Host}}
	for i, units := range s.Texts {
		var before *sim.Block
		if old != nil {
			before = old.Parts[firstText+i]
		}
		content := make([]byte, 0, 2*len(units))
		for _, u := range units {
			content = binary.LittleEndian.AppendUint16(content, u)
		}
		b.Parts = append(b.Parts, sim.Share(before, content))
	}
	b.Parts = append(b.Parts, s.Memories...)
	return b
}

// Decode reads what Encode wrote for the same module. Whether the cells fit, sim.Paged.Fits tells.
func Decode(m *netlist.Module, b *sim.Block) (*State, error) {
	if b == nil || len(b.Parts) != firstText+len(m.Texts)+len(m.Memories) {
		return nil, sim.ErrSnapshot
	}
	d := sim.NewDecoder(b.Bytes)
	for _, n := range shape(m) {
		if d.Uint() != n {
			return nil, sim.ErrSnapshot
		}
	}
	s := &State{Cycle: d.Uint(), Inputs: make([]circuit.Value, len(m.Inputs))}
	for i := range s.Inputs {
		s.Inputs[i] = d.Value().Mask(m.Inputs[i].Width)
	}
	s.Given = d.Arguments(len(m.Fields))
	if err := d.Done(); err != nil {
		return nil, err
	}
	for i := range m.Texts {
		content, err := sim.Joined(b.Parts[firstText+i])
		if err != nil || len(content)%2 != 0 {
			return nil, sim.ErrSnapshot
		}
		units := make([]uint16, len(content)/2)
		for k := range units {
			units[k] = binary.LittleEndian.Uint16(content[2*k:])
		}
		s.Texts = append(s.Texts, units)
	}
	s.Registers, s.Host = b.Parts[registersPart], b.Parts[hostPart]
	s.Memories = b.Parts[firstText+len(m.Texts):]
	return s, nil
}

// shape tells images of other modules apart.
func shape(m *netlist.Module) [5]uint64 {
	return [...]uint64{
		uint64(len(m.Inputs)), uint64(len(m.Registers)), uint64(len(m.Vars)), uint64(len(m.Memories)), uint64(len(m.Texts)),
	}
}

// RegisterBytes is the size of the registers and, after them, the variables of loops, one behind the other in the
// form of sim.Machine.Cells.
func RegisterBytes(m *netlist.Module) int {
	n := 0
	for i := range m.Registers {
		n += sim.CellBytes(m.Registers[i].Width)
	}
	for i := range m.Vars {
		n += sim.CellBytes(m.Vars[i].Width)
	}
	return n
}

// MemoryBytes is the size of a memory in the form of sim.Machine.Cells.
func MemoryBytes(m *netlist.Memory) int { return m.Depth * sim.CellBytes(m.Width) }
