package ask

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// SignalKind says where the value of a signal is read.
type SignalKind uint8

const (
	// Port is a port of the circuit or of a node.
	Port SignalKind = iota
	// Field is a register: a scalar state field of a node.
	Field
	// Cell is one cell of a memory.
	Cell
)

// Signal is a value of a run that has a name.
type Signal struct {
	// Name is as it was asked for: "sum", "cpu.alu.out", "cpu.pc.value", "cpu.ram.cells[16]".
	Name  string
	Kind  SignalKind
	Width int

	net         int // of a Port
	node, field int // of a Field or a Cell
	cell        uint64
	depth       int // cells of the memory of a Cell
}

// Signal finds a signal by name: a port of the circuit; a port of a node as "<path>.<port>"; the only output of a node
// as its path; a state field as "<path>.<field>", a cell of a memory with its index behind it. An unknown name is an
// *circuit.Diagnostic that suggests the nearest ones.
func (r *Run) Signal(name string) (Signal, error) {
	s, err := r.lookup(name)
	if errors.Is(err, errUnknown) {
		return Signal{}, r.unknown(name)
	}
	return s, err
}

// errUnknown says that nothing has a name. To find those that are like it takes time, which most callers have no use
// for.
var errUnknown = errors.New("unknown")

// lookup is Signal with errUnknown for an unknown name.
func (r *Run) lookup(name string) (Signal, error) {
	path, cell, indexed := cutIndex(name)
	s, ok := find(r.compiled.Design, path)
	if !ok { // between switches and lamps, the signals of a circuit are named without its own path, too
		s, ok = find(r.compiled.Design, circuit.HarnessNode+"."+path)
	}
	switch {
	case !ok:
		return Signal{}, errUnknown
	case s.Kind == Cell && !indexed:
		return Signal{}, refused(name, fmt.Sprintf("'%s' is a memory.", name),
			fmt.Sprintf("Ask for one cell of it: %s[0].", name))
	case s.Kind != Cell && indexed:
		return Signal{}, refused(name, fmt.Sprintf("'%s' is no memory, so it has no cells.", path),
			"Bits of a number: (x >> 3) & 1.")
	}
	s.Name, s.cell = name, cell
	return s, nil
}

// cutIndex splits "ram.cells[0x10]" into the name of the memory and the cell.
func cutIndex(name string) (path string, cell uint64, ok bool) {
	open := strings.LastIndexByte(name, '[')
	if open < 0 || !strings.HasSuffix(name, "]") {
		return name, 0, false
	}
	cell, err := strconv.ParseUint(name[open+1:len(name)-1], 0, 64)
	if err != nil {
		return name, 0, false
	}
	return name[:open], cell, true
}

// find resolves a name without an index.
func find(d *elaborate.Design, path string) (Signal, bool) {
	for _, list := range [][]elaborate.TopPort{d.Outputs, d.Inputs} {
		for _, p := range list {
			if p.Name == path {
				return Signal{Name: path, Width: p.Type.Wires(), net: p.Net}, true
			}
		}
	}
	if s, ok := d.Signal(path); ok {
		return Signal{Name: path, Width: s.Type.Wires(), net: s.Net}, true
	}
	if i := d.NodeIndex(path); i >= 0 {
		if n := d.Node(i); len(n.Outputs) == 1 {
			return Signal{Name: path, Width: n.Outputs[0].Type.Wires(), net: n.Outputs[0].Net}, true
		}
	}
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return Signal{}, false
	}
	i := d.NodeIndex(path[:dot])
	if i < 0 {
		return Signal{}, false
	}
	for k, f := range d.Node(i).State {
		if f.Name != path[dot+1:] {
			continue
		}
		s := Signal{Name: path, Kind: Field, Width: stateWidth(f), node: i, field: k}
		if f.StateType.Kind == circuit.Memory {
			s.Kind = Cell
			cells, _ := sim.MemoryShape(f)
			s.depth = int(min(cells, 1<<24))
		}
		return s, !f.InitialValue.IsText
	}
	return Signal{}, false
}

// stateWidth is the number of bits of a state field, or of a cell of one that is a memory.
func stateWidth(f circuit.StateBlock) int {
	switch f.StateType.Kind {
	case circuit.Memory:
		_, width := sim.MemoryShape(f)
		return width
	case circuit.Bus:
		return f.StateType.Width
	}
	return 1
}

// unknown is the error for a name that means nothing.
func (r *Run) unknown(name string) error {
	d := r.compiled.Design
	var known []string
	for _, list := range [][]elaborate.TopPort{d.Outputs, d.Inputs} {
		for _, p := range list {
			known = append(known, p.Name)
		}
	}
	for s := range d.Signals() {
		if !strings.HasPrefix(s.Path, elaborate.TopNode+".") {
			known = append(known, circuit.ShownPath(s.Path))
		}
		if len(known) > maxSuggested {
			break
		}
	}
	e := &circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeUnknownSignal, Severity: circuit.Error, Circuit: d.Name, Node: name,
		Message:    fmt.Sprintf("Nothing in %s is called '%s' that could be read.", d.Name, name),
		Suggestion: circuit.DidYouMean(name, known),
	}
	if e.Suggestion == "" {
		e.Suggestion = "Write the name of a port of the circuit, or the path of a node and its port: cpu.alu.out."
	}
	return e
}

// maxSuggested bounds the names that are compared with one that is unknown.
const maxSuggested = 20_000

// refused is the error of a question that makes no sense.
func refused(about, message, advice string) error {
	return &circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeQuestion, Severity: circuit.Error, Node: about,
		Message: message, Suggestion: advice,
	}
}

// value is the operation of a netlist that computes a signal, for observers.
func (s *Signal) value(m *netlist.Module, b interface {
	Net(int) word.ID
	Leaf(word.Kind, int, uint64) word.ID
	MemRead(uint64, int, word.ID) word.ID
	Uint(uint64, int) word.ID
	Resize(word.ID, int) word.ID
},
) (word.ID, bool) {
	if s.Kind == Port {
		return b.Net(s.net), true
	}
	f := &m.Fields[s.node][s.field]
	switch {
	case f.Kind == netlist.RegisterField && f.Texts == nil:
		return b.Resize(b.Leaf(word.Reg, m.Registers[f.Index].Width, uint64(f.Index)), s.Width), true
	case f.Kind == netlist.MemoryField:
		return b.Resize(b.MemRead(uint64(f.Index), m.Memories[f.Index].Width, b.Uint(s.cell, 64)), s.Width), true
	}
	return word.None, false
}

// Read reads a signal from a machine of the circuit.
func (s *Signal) Read(m sim.Machine) circuit.Value {
	switch s.Kind {
	case Port:
		return m.Peek(s.net)
	case Field:
		return m.State(s.node, s.field).Scalar.Mask(s.Width)
	}
	cell := make([]byte, sim.CellBytes(s.Width))
	m.Cells(s.node, s.field, s.cell, cell)
	return sim.GetCell(cell, s.Width)
}
