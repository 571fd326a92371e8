package verilog

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// module is one module of the text: a graph of operations, and what its leaves are.
//
// Param k of the graph is leaves[k]: an input of the module or an output of an instance. Reg k is registers[k], Loop k
// is loops[k], and memories have their numbers.
type module struct {
	name    string
	circuit *circuit.Circuit
	about   string // a comment
	ports   []port
	clocked bool
	clock   string // name of the clock port
	reset   string // name of the reset port that was asked for
	black   bool   // nothing is inside

	b         *word.Builder
	leaves    []leaf
	registers []register
	memories  []memory
	loops     []loop
	instances []instance
	outputs   []output
	hints     []hint
	text      string // as printed, without its name
	wires     []wire // as printed
}

// port is a port of a module.
type port struct {
	name   string // in the text
	output bool
	width  int
	path   string // of the port or of the node that it stands for, from this module
	node   int    // flat node; -1 for a port of the circuit
	pin    int    // the input of that node
}

// leaf is a value that comes from elsewhere.
type leaf struct {
	wanted string // name
	name   string // in the text
	width  int
	port   bool // an input of the module
}

// register is a scalar field. Its node says which always block it is written in.
type register struct {
	wanted, name string
	node         string
	width        int
	start        circuit.Value
	next         word.ID
	texts        []string // that its numbers stand for
}

type memory struct {
	wanted, name string
	node         string
	width        int
	depth        int
	start        map[uint64]circuit.Value
	writes       []write
}

type write struct {
	enable, address, data word.ID
	whole                 bool
}

// loop is a value that is used before it is made: around a combinational loop, or a latch.
type loop struct {
	wanted, name string
	width        int
	value        word.ID
	given        word.ID // of a latch: when it takes the value; None: always
}

type instance struct {
	wanted, name string
	of           *module
	inputs       []word.ID // by input port of the module
	outputs      []word.ID // by output port: leaves
}

type output struct {
	port  int
	value word.ID
}

// wire is a value that has a name in the text.
type wire struct {
	value word.ID
	name  string
	width int
}

// hint is a name for the value of an operation.
type hint struct {
	value word.ID
	name  string
	firm  bool // a wire of the circuit, which is kept; else a name in case that one is needed
}

func newModule(c *circuit.Circuit) *module {
	return &module{circuit: c, b: word.NewBuilder()}
}

// input adds an input port.
func (m *module) input(name string, width int, path string, node int) word.ID {
	m.ports = append(m.ports, port{name: name, width: width, path: path, node: node})
	m.leaves = append(m.leaves, leaf{wanted: name, width: width, port: true})
	return m.b.Leaf(word.Param, width, uint64(len(m.leaves)-1))
}

// output adds an output port.
func (m *module) output(name string, width int, value word.ID, path string, node int) {
	m.ports = append(m.ports, port{name: name, output: true, width: width, path: path, node: node})
	m.outputs = append(m.outputs, output{len(m.ports) - 1, m.b.Resize(value, width)})
}

// wire adds a value that an instance gives.
func (m *module) wire(name string, width int) word.ID {
	m.leaves = append(m.leaves, leaf{wanted: name, width: width})
	return m.b.Leaf(word.Param, width, uint64(len(m.leaves)-1))
}
