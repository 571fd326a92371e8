package wasmgen

import (
	"errors"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
)

// Standalone is the generated module of a netlist with all that another program needs to run it: where inputs, nets and
// state stand in its memory. The module imports nothing and exports its memory, prepare, settle and step. Numbers are
// little-endian. A program writes the inputs and the start state, then calls prepare whenever inputs or state were
// written, settle to bring the nets up to date, and step(n) to run up to n cycles, which needs a settle to show them.
type Standalone struct {
	Code    []byte
	Control uint32 // bytes from address 0 that begin as zeros: the status first, a word that is not 0 when a function failed
	Events  uint32 // address of the number of texts that were appended, which nobody but this engine can read
	Shown   uint32 // bytes from address 0 that hold all nets
	Inputs  []Cell // by input of the netlist
	Nets    []Cell // by net of the design
	Start   []Cells

	x *Machine
}

// Cell is where a value stands in memory, or which value it is that stands nowhere.
type Cell struct {
	Offset uint32
	Bytes  uint32 // 1, 2, 4, or a multiple of 8; 0 for a constant
	Bit    int    // of the byte at Offset, of which the value is one bit; -1: the value is all the bytes
	Value  circuit.Value
}

// Cells is a piece of memory that begins with other bytes than zeros.
type Cells struct {
	Offset uint32
	Bytes  []byte // as long as the state there; zeros at its end may be missing
	Length uint32
}

// ErrNeedsHost means that lambdas of a netlist are called in the engine's interpreter.
var ErrNeedsHost = errors.New("lambdas of this netlist need the engine")

// NewStandalone generates a module for V8. The error is ErrNeedsHost, or a *SizeError.
func NewStandalone(original *netlist.Module) (*Standalone, error) {
	if hasCalls(original) || hasClosures(original) {
		return nil, ErrNeedsHost
	}
	g, err := generateAll(original, forBrowsers)
	if err != nil {
		return nil, err
	}
	l := g.p.layout
	s := &Standalone{
		Code: g.p.code, Control: controlSize, Events: eventsWord, Shown: l.shown,
		x: &Machine{m: g.m, netlist: g.netlist, where: g.where, p: g.p},
	}
	for i := range g.m.Inputs {
		p := l.inputs[i]
		s.Inputs = append(s.Inputs, Cell{Offset: p.offset, Bytes: p.bytes(), Bit: -1, Value: g.m.Inputs[i].Start})
	}
	for net, p := range netPlaces(g.m, l) {
		c := Cell{Offset: p.offset, Bytes: p.bytes(), Bit: -1}
		if !p.exists() {
			c = Cell{Bit: -1, Value: g.m.Value(&g.m.Ops[g.m.Nets[net]])}
		}
		s.Nets = append(s.Nets, c)
	}
	s.Start = append(s.Start, Cells{Offset: l.bankA, Bytes: startBank(g.m, l), Length: l.bankSize})
	for i, p := range l.memories {
		memory := &g.m.Memories[i]
		s.Start = append(s.Start, Cells{Offset: p.offset, Bytes: cellBytes(p, memory.Width, memory.Start), Length: p.bytes()})
	}
	return s, nil
}

// State is where a state field of a flat node stands: the cells of a memory one after the other as one Cell, the words
// of a wide register in their order. ok is false for texts.
func (s *Standalone) State(node, field int) (cells []Cell, ok bool) {
	switch f := s.x.field(node, field); {
	case f.Kind == netlist.MemoryField:
		p := s.x.p.layout.memories[f.Index]
		return []Cell{{Offset: p.offset, Bytes: p.bytes(), Bit: -1}}, true
	case f.Kind != netlist.RegisterField || f.Texts != nil:
		return nil, false
	default:
		c := s.x.registerPlace(f.Index)
		for k := range c.Words {
			p := s.x.bankPlace(c.Register + k)
			one := Cell{Offset: p.offset, Bytes: p.bytes(), Bit: -1}
			if c.Bit >= 0 {
				one = Cell{Offset: p.offset + uint32(c.Bit/8), Bytes: 1, Bit: c.Bit % 8}
			}
			cells = append(cells, one)
		}
		return cells, true
	}
}
