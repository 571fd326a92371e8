package protocol

// Tables are the long lists of a CompileResult: the nodes and connections of its circuits, the nets and the signals of
// its design. A circuit of ten thousand gates has a hundred thousand entries in them, which as JSON are megabytes that
// take longer to write, check and read than the circuit takes to compile. Here a text stands once, and everything else
// is a column of numbers.
//
// They travel as bytes: the fields in the order in which they stand here, those of a table in a list likewise. A number
// is as in LEB128: seven bits in a byte, the lowest first, the highest bit saying that more follow. A list and a column
// begin with their length, a text with its bytes in UTF-8.
//
// A port type is 0 for none, 1 for a bit, and 2 more than its width for a bus.
type Tables struct {
	Text     string         `json:"text"`     // every text, one after the other
	Lengths  []uint32       `json:"lengths"`  // of each text, in UTF-16 units; other columns name a text by its number, from 0
	Kinds    []NodeKind     `json:"kinds"`    // of nodes
	Circuits []CircuitTable `json:"circuits"` // CompileResult.Circuit, then those of its Library; none when the structure is Omitted
	Nets     []uint32       `json:"nets"`     // of each net twice its width, and 1 more when something drives it
	Scopes   []ScopeTable   `json:"scopes"`   // of the circuits that are simulated each once, after those inside it, the top circuit last
	Signals  []uint32       `json:"signals"`  // the net of each signal: of the ports of the top circuit, then for each node those of its ports and then what is inside it
}

// NodeKind is what the nodes of one component have in common.
type NodeKind struct {
	Component   int      `json:"component"`   // text: its name
	Inputs      []uint32 `json:"inputs"`      // texts: names of the ports
	InputTypes  []uint32 `json:"inputTypes"`  // their types
	Outputs     []uint32 `json:"outputs"`     // texts
	OutputTypes []uint32 `json:"outputTypes"` // types
	Clocks      []uint32 `json:"clocks"`      // texts
}

// CircuitTable is the nodes and connections of a circuit.
type CircuitTable struct {
	Name        int      `json:"name"`        // text: its name in the Library
	Nodes       []uint32 `json:"nodes"`       // texts: ids
	Kinds       []uint32 `json:"kinds"`       // of the nodes
	Labels      []uint32 `json:"labels"`      // of the nodes: 0 for none, else 1 more than the text
	Arguments   []uint32 `json:"arguments"`   // of the nodes: 0 for none, else 1 more than the text, which is JSON
	Lines       []uint32 `json:"lines"`       // of the nodes: where they stand in the source, 0 for elsewhere; none when no node stands there
	Files       []uint32 `json:"files"`       // of the nodes with a line: 0 for the file that was asked for, else 1 more than the text that is its path; none when all are in that file
	Connections []uint32 `json:"connections"` // texts: ids; none when they are Prefix with 0, 1, …
	Prefix      int      `json:"prefix"`      // text
	Sources     []uint32 `json:"sources"`     // of the connections: 0 for a port of the circuit, else 1 more than the text that is the node's id
	SourcePorts []uint32 `json:"sourcePorts"` // texts
	Targets     []uint32 `json:"targets"`     // as Sources
	TargetPorts []uint32 `json:"targetPorts"` // texts
	Types       []uint32 `json:"types"`       // of the connections
}

// ScopeTable is the ports and nodes of a circuit as signals are named after them.
type ScopeTable struct {
	Ports []uint32 `json:"ports"` // texts: inputs, then outputs
	Nodes []uint32 `json:"nodes"` // texts: ids
	Of    []uint32 `json:"of"`    // for each node the number of its circuit among the Scopes, below this one's
}
