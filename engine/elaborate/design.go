// Package elaborate turns a hierarchy of circuits into one flat design of primitives.
package elaborate

import "simten.dev/engine/circuit"

// Design is a flat circuit: primitives joined by nets. Every node port and every top-level port,
// also the boundary ports of composites, is a Signal that reads one net.
type Design struct {
	Name       string    // of the top circuit
	Sequential bool      // has any state or clock, anywhere (D80)
	Nodes      []Node    // primitives, in declaration order, depth first (M1)
	Nets       []Net     // values; see Net
	Inputs     []TopPort // top-level inputs, in declaration order
	Outputs    []TopPort // top-level outputs, in declaration order
	Signals    []Signal  // every named port: "__top__.a", "ha1.xor1.out", "ha1.sum"
	Root       Scope     // the hierarchy

	index     map[string]int // signal path → index into Signals
	nodeIndex map[string]int
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
	Node   int // NodeOutput: index into Design.Nodes
	Port   int // NodeOutput: index into Node.Outputs; TopInput: index into Design.Inputs
	Source int // View: index into Design.Nets
}

// TopPort is a port of the top circuit. An output that nothing drives reads an Undriven net.
type TopPort struct {
	Name string
	Type circuit.PortType
	Net  int
}

// Node is one primitive instance.
type Node struct {
	Path       string // "cpu.alu.add0"
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
	Component string
	Children  []Scope
	Nodes     []int // primitives directly at this level, indices into Design.Nodes
}

// TopNode is the node id under which top-level ports appear in signal paths (M2).
const TopNode = "__top__"
