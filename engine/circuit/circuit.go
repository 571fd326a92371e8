// Package circuit is the circuit IR: plain data, JSON in and out, no functions.
// It is the ground floor of the engine; every other package may import it.
//
// The JSON shape and the property order are those of public Simten's IR version 1
// (dsl.md D74–D78), so a circuit serialised there loads here and the other way round.
package circuit

import "encoding/json"

// Version is the only IR version there is.
const Version = 1

// Circuit is one circuit definition: its ports, and either behaviour (a primitive) or
// nodes and connections (a composite).
type Circuit struct {
	Version        int            `json:"version"`
	Name           string         `json:"name"`
	Inputs         []Port         `json:"inputs"`
	Outputs        []Port         `json:"outputs"`
	Clocks         []Clock        `json:"clocks"`
	State          []StateBlock   `json:"state"`
	Nodes          []Node         `json:"nodes"`
	Connections    []Connection   `json:"connections"`
	Implementation Implementation `json:"implementation"`
	Metadata       Metadata       `json:"metadata"`

	// Definition identifies the circuit() call that made this circuit within one realm; it is
	// how elaboration finds behaviour and sub-circuits exactly, even when names repeat.
	// Zero means "look the circuit up by name" (IR that came from JSON).
	Definition DefinitionID `json:"-"`
	// Place is where the circuit() call stands in the user's source.
	Place Place `json:"-"`
}

// DefinitionID numbers the circuit() calls and factory calls of one realm, from 1.
type DefinitionID int

// Port is one named port. Widths are in PortType.
type Port struct {
	Name     string   `json:"name"`
	PortType PortType `json:"portType"`
	Place    Place    `json:"-"`
}

// Clock is an implicit clock; there is at most one, "clk", on the rising edge.
type Clock struct {
	Name string `json:"name"`
}

// Node is one instance inside a composite.
type Node struct {
	ID           string    `json:"id"`
	Label        string    `json:"label,omitempty"`
	ComponentRef string    `json:"componentRef"`
	Arguments    Arguments `json:"arguments"`
	Inputs       []Pin     `json:"inputs"`
	Outputs      []Pin     `json:"outputs"`
	Clocks       []Pin     `json:"clocks"`

	Definition DefinitionID `json:"-"`
	Place      Place        `json:"-"`
}

// MarshalJSON writes the node with the IDs of its pins. In memory they are left out, so that nodes of one
// component can share their pins.
func (n Node) MarshalJSON() ([]byte, error) {
	type plain Node // without this method
	named := func(pins []Pin) []Pin {
		list := make([]Pin, len(pins))
		for i, p := range pins {
			p.ID = n.ID + "." + p.Name
			list[i] = p
		}
		return list
	}
	n.Inputs, n.Outputs, n.Clocks = named(n.Inputs), named(n.Outputs), named(n.Clocks)
	return json.Marshal(plain(n))
}

// Pin is a port of a node: ID is "<node>.<port>". Clock pins carry no PortType.
type Pin struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	PortType *PortType `json:"portType,omitempty"`
}

// Connection joins one source to one target; a fan-out is several connections.
type Connection struct {
	ID       string   `json:"id"`
	Source   Endpoint `json:"source"`
	Target   Endpoint `json:"target"`
	PortType PortType `json:"portType"` // the source's type (D76)
	Place    Place    `json:"-"`

	// SourceNode and TargetNode are 1 + where the nodes of the ends stand among the circuit's nodes; 0 when that was not
	// noted. Only NodeIndex reads them: what an end means is said by its names.
	SourceNode int32 `json:"-"`
	TargetNode int32 `json:"-"`
}

// Endpoint names a port: of a node, or of the circuit itself when NodeID is "" (D77).
type Endpoint struct {
	NodeID   string `json:"nodeId"`
	PortName string `json:"portName"`
}

func (e Endpoint) String() string {
	if e.NodeID == "" {
		return e.PortName
	}
	return e.NodeID + "." + e.PortName
}

// ImplementationKind says whether a circuit is behaviour or structure.
type ImplementationKind string

const (
	Primitive ImplementationKind = "primitive"
	Composite ImplementationKind = "composite"
)

// Implementation is the IR's wrapper of the kind.
type Implementation struct {
	Kind ImplementationKind `json:"kind"`
}

// Timing labels one level of a circuit; see IsSequential for the recursive test that decides.
type Timing string

const (
	Combinational Timing = "combinational"
	Sequential    Timing = "sequential"
)

// Metadata holds the timing label and the eight meta keys of the language (D78).
type Metadata struct {
	Timing         Timing   `json:"timing,omitempty"`
	Description    string   `json:"description,omitempty"`
	Category       string   `json:"category,omitempty"`
	Icon           string   `json:"icon,omitempty"`
	Tags           []string `json:"tags,omitempty"`
	Author         string   `json:"author,omitempty"`
	Version        string   `json:"version,omitempty"`
	Synthesizable  *bool    `json:"synthesizable,omitempty"` // nil means true
	InteractiveArg string   `json:"interactiveArg,omitempty"`
}

// IsPeripheral reports whether the component exists for the user only (display, console, …).
func (m Metadata) IsPeripheral() bool { return m.Synthesizable != nil && !*m.Synthesizable }

// Place is a position in the user's TypeScript: 1-based line and column (in UTF-16 code units,
// as editors count). The zero Place means "unknown" or "the whole file".
type Place struct {
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// File names the file in a program of several; "" is the file that was asked for.
	File string `json:"file,omitempty"`
}

// IsZero reports whether the place is unknown.
func (p Place) IsZero() bool { return p.Line == 0 }
