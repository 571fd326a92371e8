// Package elaborate turns a hierarchy of circuits into one flat design of primitives: it instantiates every part with
// its options, joins wired ports to nets, and resolves start values of state. A Design keeps the contents of a circuit
// once, and for each of its instances only the nets that its ports read, so that it has room for millions of
// primitives.
package elaborate

import (
	"iter"

	"simten.dev/engine/circuit"
)

// Design is a flat circuit: primitives joined by nets. Every node port and every top-level port,
// also the boundary ports of composites, is a Signal that reads one net.
//
// A design of a million primitives is made of few circuits, placed many times. So it keeps what is the
// same in all places once (shape), and for each place only which nets its ports read; nodes, signals and
// paths are worked out from these when they are asked for.
type Design struct {
	Name       string    // of the top circuit
	Sequential bool      // has any state or clock, anywhere (D80)
	Nets       []Net     // values; see Net
	Inputs     []TopPort // top-level inputs, in declaration order
	Outputs    []TopPort // top-level outputs, in declaration order

	top  *shape
	nets []int32 // of every port of every place, numbered as shape says
}

// Net is one value of a declared width. A net is driven by a node output, by a top-level input,
// or it is a view: the same wire seen through a port of another width (masked or zero-extended).
// The port types of the language decide widths, so a bus(16) wired into a bus(8) input gives two
// nets, the second a view of the first.
type Net struct {
	Width  int
	Driver Driver
}

// DriverKind says what drives a net.
type DriverKind uint8

const (
	Undriven   DriverKind = iota // nothing: always 0
	NodeOutput                   // Node, Port
	TopInput                     // Port = index into Design.Inputs
	View                         // Source = another net, of another width
)

// Driver is what gives a net its value.
type Driver struct {
	Kind   DriverKind
	Port   int32 // NodeOutput: index into Node.Outputs; TopInput: index into Design.Inputs
	Source int32 // NodeOutput: the flat node; View: index into Design.Nets
}

// TopPort is a port of the top circuit. An output that nothing drives reads an Undriven net.
type TopPort struct {
	Name string
	Type circuit.PortType
	Net  int
}

// Node is one primitive instance.
type Node struct {
	Path       string // as circuit.JoinPath writes it: "cpu.alu.add0"
	Component  string // circuit name
	Definition circuit.DefinitionID
	Arguments  circuit.Arguments
	Inputs     []Pin
	Outputs    []Pin
	State      []circuit.StateBlock // with start values resolved from the arguments (D67, D68, 13.1–13.4)
	Metadata   circuit.Metadata
	Place      circuit.Place // where the node is declared in the user's source
}

// Pin is a port of a flat node and the net it reads or drives.
type Pin struct {
	Name      string
	Type      circuit.PortType
	Net       int
	Connected bool // inputs: something drives it (else it reads 0)
}

// Signal names one port of the design for reading.
type Signal struct {
	Path  string // "<node path>.<port>"; top-level ports are "__top__.<port>"
	Type  circuit.PortType
	Net   int
	Input bool // an input of its node (or of the top circuit)
}

// Scope is one level of the hierarchy.
type Scope struct {
	Path      string // "" for the top
	Name      string // the last name of the path
	Component string
	Children  []Scope
	Nodes     []int // primitives directly at this level, numbers of flat nodes
}

// TopNode is the node id under which top-level ports appear in signal paths (M2).
const TopNode = "__top__"

// NodeCount is the number of primitives. Nodes are numbered in declaration order, depth first (M1).
func (d *Design) NodeCount() int { return int(d.top.nodes) }

// SignalCount is the number of signals.
func (d *Design) SignalCount() int { return len(d.nets) }

// Node is flat node i with all there is to say about it. Who looks at every node of a large design uses
// Each, which makes nothing.
func (d *Design) Node(i int) Node {
	path, p := d.at(i)
	return d.node(circuit.JoinPath(path...), p)
}

// Place is where node i is declared, and Path how it is called.
func (d *Design) Place(i int) circuit.Place {
	_, p := d.at(i)
	return p.record().Place
}

// Path is the path of node i.
func (d *Design) Path(i int) string {
	path, _ := d.at(i)
	return circuit.JoinPath(path...)
}

// Each visits all flat nodes in order.
func (d *Design) Each() iter.Seq2[int, Part] {
	return func(yield func(int, Part) bool) {
		d.each(d.top, int32(d.own()), 0, yield)
	}
}

// Nodes visits all flat nodes in order, with all there is to say about each.
func (d *Design) Nodes() iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) {
		for i := range d.NodeCount() {
			if !yield(i, d.Node(i)) {
				return
			}
		}
	}
}

// Circuits visits the circuits inside the design's, depth first in the order of the nodes: each once inside one
// circuit. The inside of one is visited when enter says so.
func (d *Design) Circuits(enter func(c *circuit.Circuit) bool) { d.top.circuits(enter) }

func (s *shape) circuits(enter func(c *circuit.Circuit) bool) {
	for _, of := range s.kinds {
		if enter(of.c) {
			of.circuits(enter)
		}
	}
}

// Part is one flat node, as Each shows it.
type Part struct {
	d     *Design
	child *child
	base  int32 // of its ports
}

// Circuit is the primitive circuit that the node is an instance of.
func (p Part) Circuit() *circuit.Circuit { return p.child.of.c }

// Arguments are the options given to the node.
func (p Part) Arguments() circuit.Arguments { return p.record().Arguments }

// State is the node's state with its start values. It is shared and must not be changed.
func (p Part) State() []circuit.StateBlock { return p.child.state }

// Input and Output are the net that a port reads or drives.
func (p Part) Input(k int) int  { return int(p.d.nets[int(p.base)+k]) }
func (p Part) Output(k int) int { return int(p.d.nets[int(p.base)+len(p.child.of.c.Inputs)+k]) }

// InputWidth and OutputWidth are the numbers of wires of a port.
func (p Part) InputWidth(k int) int { return p.child.inputType(k).Wires() }

// OutputWidth is the number of wires of an output.
func (p Part) OutputWidth(k int) int { return p.child.outputType(k).Wires() }

// Alike is a key that is equal for nodes of one component with the same options. ok is false for a node
// whose port types differ from its component's.
func (p Part) Alike() (key Alike, ok bool) {
	key.Component = p.child.of.number
	if given := p.record().Arguments.Keys; len(given) > 0 {
		key.options = &given[0] // options are never changed, so their place tells them
	}
	return key, p.child.types == nil
}

// Alike tells which nodes are made the same; see Part.Alike.
type Alike struct {
	Component int // the number of the node's component among the circuits of the design
	options   *string
}

// Connected reports whether anything drives an input.
func (p Part) Connected(k int) bool { return p.d.Driven(p.Input(k)) }

// Node is the node with all there is to say about it, its path left out.
func (p Part) Node() Node { return p.d.node("", p) }

func (p Part) record() *circuit.Node { return p.child.record }
