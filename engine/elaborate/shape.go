package elaborate

import (
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// shape is what all places of one circuit have in common. The ports and the flat nodes inside a place are
// numbered without gaps, so a place is known by two numbers: those of its first port and of its first node.
//
// Ports inside a place: for each child in order its inputs, its outputs, then the ports inside it.
type shape struct {
	c        *circuit.Circuit
	number   int     // among the circuits of the design
	children []child // nil for a primitive
	wires    []link
	ports    int32 // inside, at all levels
	nodes    int32 // flat nodes inside
	size     size
	stateful bool    // has state or a clock, at any level
	leaf     bool    // a primitive
	widths   []int32 // of the circuit's own ports, the inputs first

	inputs, outputs map[string]int    // of a circuit with many of them
	index           circuit.NodeIndex // of the children
	kinds           []*shape          // of the children, each once, in the order of their first
}

// child is one node of a circuit.
type child struct {
	of     *shape
	record *circuit.Node
	ports  int32                // number of its first port, within the place
	node   int32                // number of its first flat node, within the place
	types  []circuit.PortType   // of its ports where the node record has other types than the circuit (8.2)
	state  []circuit.StateBlock // of a primitive
}

// link is a connection: two ports of a circuit. Numbers from 0 are ports inside the place; the circuit's
// own ports are ^0, ^1, … with the inputs first.
type link struct {
	source, target int32
	connection     int32 // index into the circuit's connections
}

// primitive reports whether a circuit is one flat node.
func primitive(c *circuit.Circuit) bool { return len(c.Nodes) == 0 && len(c.Connections) == 0 }

func (s *shape) primitive() bool { return s.leaf }

// newShape begins the shape of a circuit.
func newShape(c *circuit.Circuit, number int) *shape {
	s := &shape{
		c: c, number: number, index: circuit.NodeIndex{Nodes: c.Nodes}, leaf: primitive(c), stateful: len(c.Clocks) > 0 || len(c.State) > 0,
		widths: make([]int32, 0, len(c.Inputs)+len(c.Outputs)),
	}
	for i := range c.Inputs {
		s.widths = append(s.widths, int32(c.Inputs[i].PortType.Wires()))
	}
	for i := range c.Outputs {
		s.widths = append(s.widths, int32(c.Outputs[i].PortType.Wires()))
	}
	return s
}

// inner is the number of the first port inside a child.
func (x *child) inner() int32 {
	return x.ports + int32(len(x.of.c.Inputs)+len(x.of.c.Outputs))
}

func (x *child) inputType(k int) circuit.PortType {
	if x.types != nil {
		return x.types[k]
	}
	return x.of.c.Inputs[k].PortType
}

func (x *child) outputType(k int) circuit.PortType {
	if x.types != nil {
		return x.types[len(x.of.c.Inputs)+k]
	}
	return x.of.c.Outputs[k].PortType
}

// maxDepth bounds how many circuits may be inside each other. The work on a hierarchy recurses, and
// the stack of a browser is small.
const maxDepth = 1_000

// portsPerNode bounds the ports of all places together, in ports for each primitive that is allowed.
const portsPerNode = 8

// numbers is a set of small numbers.
type numbers []uint64

// add puts a number into the set, and reports whether it was not there.
func (s *numbers) add(n int) bool {
	for len(*s) <= n/64 {
		*s = append(*s, 0)
	}
	bit := uint64(1) << (n % 64)
	first := (*s)[n/64]&bit == 0
	(*s)[n/64] |= bit
	return first
}

// size is what is inside a circuit when it is flattened. It is counted before anything is flattened:
// twenty circuits of which each holds the one before twice are a short text and a million nodes.
type size struct {
	nodes  int64 // primitives
	places int64 // of composites, the circuit itself included
	ports  int64
	driven int64 // outputs of primitives
	state  int64 // bytes of start values
}

func (s *size) add(x size) {
	s.nodes += x.nodes
	s.places += x.places
	s.ports += x.ports
	s.driven += x.driven
	s.state += x.state
}

// affordable reports whether the limits allow what is inside a circuit up to a node, and says so if not.
func (m *shapes) affordable(s *shape, n *circuit.Node, total size) bool {
	large := total.nodes > m.nodes || total.places > 2*m.nodes || total.ports > portsPerNode*m.nodes+portsPerNode*1_000
	if !large && total.state <= m.stateBytes {
		return true
	}
	d := circuit.Diagnostic{Code: circuit.CodeTooLarge, Circuit: s.c.Name}
	if large {
		d.Message = fmt.Sprintf("%s has more than %v primitives inside, or twice as many circuits, or %d times as many ports: more than can be simulated here.", s.c.Name, limits.Count(m.nodes), portsPerNode)
		d.Suggestion = "Make fewer copies, work on whole words instead of single bits, or use a memory for what is large and regular."
	} else {
		d.Message = fmt.Sprintf("The registers, texts and memory contents of this circuit need more than %v bytes.", limits.Count(m.stateBytes))
		d.Suggestion = "Use smaller start contents: cells that are not given hold 0 and cost nothing."
		if n != nil {
			d.Node = circuit.JoinPath(append(m.path[:len(m.path):len(m.path)], n.ID)...)
			d = d.At(n.Place)
		}
	}
	if d.Line == 0 {
		d = d.At(s.c.Place)
	}
	m.report(d)
	return false
}

// shapes makes shapes, one for each circuit.
type shapes struct {
	library     circuit.Library
	nodes       int64 // the most primitives that a circuit may have inside
	stateBytes  int64 // and the most bytes of state
	made        map[*circuit.Circuit]*shape
	count       int                // of shapes that were begun
	known       []known            // by definition
	stack       []*circuit.Circuit // the composites around what is being made
	path        []string
	diagnostics []circuit.Diagnostic
}

func (m *shapes) report(d circuit.Diagnostic) {
	d.Stage, d.Severity = circuit.StageElaborate, circuit.Error
	m.diagnostics = append(m.diagnostics, d)
}

// of makes the shape of a circuit; nil when there is an error.
func (m *shapes) of(c *circuit.Circuit) *shape {
	if s := m.made[c]; s != nil {
		return s
	}
	m.count++
	s := newShape(c, m.count)
	if s.leaf {
		s.nodes, s.size = 1, size{nodes: 1, driven: int64(len(c.Outputs))}
		m.made[c] = s
		return s
	}
	if len(m.stack) == maxDepth {
		m.report(circuit.Diagnostic{
			Code: circuit.CodeTooLarge, Circuit: c.Name,
			Message:    fmt.Sprintf("More than %d circuits are inside each other.", maxDepth),
			Suggestion: "Build repeated parts side by side.",
		}.At(c.Place))
		return nil
	}
	for _, up := range m.stack {
		if up.Name == c.Name {
			m.recursion(c)
			return nil
		}
	}
	m.stack = append(m.stack, c)
	defer func() { m.stack = m.stack[:len(m.stack)-1] }()
	total := size{places: 1}
	s.children = make([]child, len(c.Nodes))
	var seen numbers
	for i := range c.Nodes {
		n := &c.Nodes[i]
		m.path = append(m.path, n.ID)
		of, found := m.referred(n)
		if !found { // D81
			path := circuit.JoinPath(m.path...)
			m.report(circuit.Diagnostic{
				Code: circuit.CodeUnknownComponent, Circuit: c.Name, Node: path,
				Message: fmt.Sprintf("Unknown component: %s (referenced by node %s)", n.ComponentRef, path),
			}.At(n.Place))
			return nil
		}
		if of == nil {
			return nil
		}
		sub, first := of.c, seen.add(of.number)
		if first && !m.fitsHere(of) {
			return nil
		}
		m.path = m.path[:len(m.path)-1]
		x := &s.children[i]
		*x = child{of: of, record: n, ports: int32(total.ports), node: int32(total.nodes), types: retyped(n, sub)}
		if of.primitive() {
			x.state = startState(sub, n.Arguments)
			total.state += int64(stateBytes(x.state))
		}
		if first {
			s.kinds = append(s.kinds, of)
		}
		total.ports += int64(len(sub.Inputs) + len(sub.Outputs))
		total.add(of.size)
		s.stateful = s.stateful || of.stateful
		if !m.affordable(s, n, total) {
			return nil
		}
	}
	s.size, s.ports, s.nodes = total, int32(total.ports), int32(total.nodes)
	m.wire(s)
	m.made[c] = s
	return s
}

// known is a shape, and what its nodes call it.
type known struct {
	name string
	of   *shape
}

// maxKnown is up to which definition shapes are noted by it.
const maxKnown = 1 << 16

// referred is the shape of the circuit that a node refers to; nil when there is an error. found is false when there is
// no such circuit.
func (m *shapes) referred(n *circuit.Node) (of *shape, found bool) {
	id := int(n.Definition)
	if id > 0 && id < len(m.known) && m.known[id].of != nil && m.known[id].name == n.ComponentRef {
		return m.known[id].of, true
	}
	c := m.library.Resolve(n.Definition, n.ComponentRef)
	if c == nil {
		return nil, false
	}
	of = m.of(c)
	if of != nil && id > 0 && id < maxKnown {
		if need := id + 1 - len(m.known); need > 0 {
			m.known = append(m.known, make([]known, need)...)
		}
		m.known[id] = known{n.ComponentRef, of}
	}
	return of, true
}

// fitsHere reports whether a shape that was made elsewhere may stand inside the circuits of the stack:
// none of those may come again inside it. It is asked once for each kind of child.
func (m *shapes) fitsHere(s *shape) bool {
	if s.primitive() {
		return true
	}
	visited := map[*shape]bool{}
	var visit func(*shape) *circuit.Circuit
	visit = func(s *shape) *circuit.Circuit {
		if visited[s] {
			return nil
		}
		visited[s] = true
		for _, up := range m.stack {
			if up.Name == s.c.Name {
				return s.c
			}
		}
		for _, sub := range s.kinds {
			if sub.primitive() {
				continue
			}
			if c := visit(sub); c != nil {
				return c
			}
		}
		return nil
	}
	if c := visit(s); c != nil {
		m.recursion(c)
		return false
	}
	return true
}

func (m *shapes) recursion(c *circuit.Circuit) { // D82
	var names []string
	for i, up := range m.stack {
		if up.Name == c.Name {
			for _, x := range m.stack[i:] {
				names = append(names, x.Name)
			}
			break
		}
	}
	names = append(names, c.Name)
	m.report(circuit.Diagnostic{
		Code: circuit.CodeRecursion, Circuit: c.Name, Node: circuit.JoinPath(m.path...),
		Message: fmt.Sprintf("Recursive circuit definition detected: '%s' references itself (cycle: %s). Give the inner circuit another name.", c.Name, strings.Join(names, " → ")),
	}.At(c.Place))
}

// retyped gives the port types of a node record where they differ from the circuit's (8.2): a harness's
// HexDisplay is as wide as what it shows. It is nil when none differs.
func retyped(n *circuit.Node, c *circuit.Circuit) []circuit.PortType {
	differs := func(pins []circuit.Pin, ports []circuit.Port) bool {
		if len(pins) != len(ports) {
			return false
		}
		for i := range pins {
			if t := pins[i].PortType; t != nil && t != &ports[i].PortType && *t != ports[i].PortType {
				return true
			}
		}
		return false
	}
	if !differs(n.Inputs, c.Inputs) && !differs(n.Outputs, c.Outputs) {
		return nil
	}
	types := make([]circuit.PortType, 0, len(c.Inputs)+len(c.Outputs))
	take := func(pins []circuit.Pin, ports []circuit.Port) {
		for i := range ports {
			t := ports[i].PortType
			if len(pins) == len(ports) && pins[i].PortType != nil {
				t = *pins[i].PortType
			}
			types = append(types, t)
		}
	}
	take(n.Inputs, c.Inputs)
	take(n.Outputs, c.Outputs)
	return types
}

// wire finds the ports of the circuit's connections. One to a port that does not exist is left out.
func (m *shapes) wire(s *shape) {
	s.wires = make([]link, 0, len(s.c.Connections))
	for i := range s.c.Connections {
		w := &s.c.Connections[i]
		source, ok1 := s.endpoint(w.Source, w.SourceNode)
		target, ok2 := s.endpoint(w.Target, w.TargetNode)
		if ok1 && ok2 && source != target {
			s.wires = append(s.wires, link{source, target, int32(i)})
		}
	}
}

// few is up to how many names looking at each is faster than an index.
const few = 8

// endpoint is the number of a port. noted is what the connection says about its node.
func (s *shape) endpoint(at circuit.Endpoint, noted int32) (int32, bool) {
	if at.NodeID == "" {
		k := s.port(at.PortName)
		return ^int32(k), k >= 0
	}
	i := s.index.Find(at.NodeID, noted)
	if i < 0 {
		return 0, false
	}
	x := &s.children[i]
	k := x.of.port(at.PortName)
	return x.ports + int32(k), k >= 0
}

// port finds one of the circuit's own ports by its name, the inputs first; -1 when there is none.
func (s *shape) port(name string) int {
	find := func(ports []circuit.Port, index *map[string]int) int {
		if len(ports) <= few {
			for i := range ports {
				if circuit.SameName(ports[i].Name, name) {
					return i
				}
			}
			return -1
		}
		if *index == nil {
			*index = make(map[string]int, len(ports))
			for i := range ports {
				(*index)[ports[i].Name] = i
			}
		}
		if i, ok := (*index)[name]; ok {
			return i
		}
		return -1
	}
	if i := find(s.c.Inputs, &s.inputs); i >= 0 {
		return i
	}
	if i := find(s.c.Outputs, &s.outputs); i >= 0 {
		return len(s.c.Inputs) + i
	}
	return -1
}
