package yosys

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/emit"
)

// builder makes circuits of modules.
type builder struct {
	d         *design
	names     map[string]bool // of circuits
	next      circuit.DefinitionID
	circuits  map[circuit.DefinitionID]*circuit.Circuit
	behaviors map[circuit.DefinitionID]behavior
	standard  map[string]*circuit.Circuit
	made      map[*module]*circuit.Circuit
	resets    map[bool]*circuit.Circuit // what keeps asynchronous resets, by their active level
}

// behavior is what the lambdas of a circuit look like.
type behavior struct {
	eval, tick string
	comment    string
	module     *module
	options    []emit.Option
}

// node is a node of the circuit of a module: what it is made of, and the signals that its inputs follow.
type node struct {
	id     string
	of     *circuit.Circuit
	inputs []wire
	args   circuit.Arguments
}

// wire is an input of a node and the source that drives it.
type wire struct {
	pin string
	src *source
}

func newBuilder(d *design) *builder {
	return &builder{
		d: d, names: map[string]bool{}, circuits: map[circuit.DefinitionID]*circuit.Circuit{},
		behaviors: map[circuit.DefinitionID]behavior{}, standard: map[string]*circuit.Circuit{},
		made: map[*module]*circuit.Circuit{}, resets: map[bool]*circuit.Circuit{},
	}
}

// define notes a circuit, under a name that no other has.
func (b *builder) define(c *circuit.Circuit, name string) {
	b.next++
	c.Version, c.Name, c.Definition = circuit.Version, unique(name, b.names), b.next
	b.circuits[c.Definition] = c
}

// library is a component of the standard library.
func (b *builder) library(name string) *circuit.Circuit {
	c := b.standard[name]
	if c == nil {
		b.next++
		c = &circuit.Circuit{Version: circuit.Version, Name: name, Definition: b.next}
		b.standard[name] = c
		b.circuits[c.Definition] = c
	}
	return c
}

// primitive makes the node of a circuit with lambdas.
func (b *builder) primitive(m *module, name string, at Place, c *circuit.Circuit, ports *portNames, eval, tick string) *node {
	n := &node{id: name, of: c}
	for _, s := range ports.order {
		pin := ports.names[s]
		c.Inputs = append(c.Inputs, circuit.Port{Name: pin, PortType: portType(s.width())})
		n.inputs = append(n.inputs, wire{pin, s})
	}
	c.Implementation.Kind = circuit.Primitive
	b.define(c, variable(m.circuit+"_"+name))
	b.behaviors[c.Definition] = behavior{eval: eval, tick: tick, comment: at.shared(), module: m}
	return n
}

// work is what one node of a module does, while it is decided which logic belongs to it.
type work struct {
	run func() *node
}

// usersOf finds for each piece of logic the nodes that need it. Logic that one node needs becomes part of it; logic
// that several need, or that has a name in the Verilog text, is a node of its own.
type partition struct {
	m       *module
	users   map[*source]map[int]bool
	forced  map[*source]bool
	next    int
	visited map[*source]int
	order   []*source // consumers before what they consume, once it is reversed
}

func (m *module) logicSource(b Bit) *source {
	if b.constant() {
		return nil
	}
	s := m.drive[b].src
	if s == nil || s.cell == nil || s.rooted {
		return nil
	}
	return s
}

// inputsOf are the words that a cell of logic reads.
func inputsOf(c *Cell) [][]Bit {
	var out [][]Bit
	for _, port := range []string{"A", "B", "S"} {
		if w := c.Connections[port]; len(w) > 0 {
			out = append(out, w)
		}
	}
	return out
}

func (p *partition) visit(s *source) {
	p.visited[s] = 1
	for _, word := range inputsOf(s.cell) {
		for _, b := range word {
			in := p.m.logicSource(b)
			switch {
			case in == nil:
			case p.visited[in] == 0:
				p.visit(in)
			case p.visited[in] == 1:
				p.forced[in] = true // a loop is cut at a node
			}
		}
	}
	p.visited[s] = 2
	p.order = append(p.order, s)
}

// use notes that a node needs some words.
func (p *partition) use(user int, words ...[]Bit) {
	for _, word := range words {
		for _, seg := range p.m.segmentsOf(word) {
			s := seg.src
			if s == nil || s.rooted {
				continue
			}
			s.uses++
			if p.users[s] == nil {
				p.users[s] = map[int]bool{}
			}
			p.users[s][user] = true
		}
	}
}

// segmentsOf is segments without telling of undriven nets.
func (m *module) segmentsOf(word []Bit) []segment {
	m.quiet = true
	defer func() { m.quiet = false }()
	return m.segments(word)
}

// cheap reports logic that is written again for each of its users rather than made a node: a comparison or inversion
// of signals.
func (m *module) cheap(s *source) bool {
	switch s.cell.Type {
	case "$not", "$logic_not", "$eq", "$ne", "$reduce_or", "$reduce_bool", "$reduce_and", "$logic_and", "$logic_or", "$and", "$or":
	default:
		return false
	}
	if s.width() > 1 {
		return false
	}
	n := 0
	for _, word := range inputsOf(s.cell) {
		for _, seg := range m.segmentsOf(word) {
			n++
			if seg.src != nil && !seg.src.rooted {
				return false
			}
		}
	}
	return n <= 2
}

// module makes the circuit of a module.
func (b *builder) module(m *module) *circuit.Circuit {
	c := &circuit.Circuit{Implementation: circuit.Implementation{Kind: circuit.Composite}}
	m.circuit = unique(variable(m.shown()), b.names)
	delete(b.names, m.circuit)
	for _, reserved := range []string{"inputs", "outputs", "nodes"} {
		m.nodes[reserved] = true
	}
	for _, p := range m.Ports {
		port := circuit.Port{Name: p.Name, PortType: portType(len(p.Bits))}
		switch {
		case m.dropped(p):
		case p.Direction == "output":
			c.Outputs = append(c.Outputs, port)
		default:
			c.Inputs = append(c.Inputs, port)
		}
	}
	nodes := b.nodesOf(m)
	b.define(c, m.shown())
	b.made[m] = c
	b.wire(m, c, nodes)
	b.behaviors[c.Definition] = behavior{comment: m.place().shared()}
	return c
}

// dropped reports a port that is nothing but the clock.
func (m *module) dropped(p *Port) bool {
	return !m.d.stepped && len(p.Bits) == 1 && m.clocked[p.Bits[0]]
}

// nodesOf makes the nodes of a module.
func (b *builder) nodesOf(m *module) []*node {
	// Registers, memories and instances are nodes in any case.
	for _, s := range m.sources {
		if s.cell == nil {
			continue
		}
		if m.sub(s.cell) != nil || isState(s.cell.Type) || isMemory(s.cell.Type) {
			s.rooted = true
		}
	}
	p := &partition{m: m, users: map[*source]map[int]bool{}, forced: map[*source]bool{}, visited: map[*source]int{}}
	var jobs []work
	instances := map[*Cell]*node{}
	var outside [][]Bit // words that leave the logic as they are, or through a node of their own
	for _, cell := range m.Cells {
		switch sub := m.sub(cell); {
		case sub != nil:
			n := &node{id: unique(variable(plainName(cell.Name)), m.nodes), of: b.made[sub]}
			instances[cell] = n
			for _, s := range m.sources {
				if s.cell == cell {
					s.node, s.pin = n.id, s.output
				}
			}
			for _, port := range sub.Ports {
				if port.Direction == "input" && !sub.dropped(port) {
					outside = append(outside, cell.Connections[port.Name])
				}
			}
		case isLatch(cell.Type):
			for _, port := range latchInputs(cell.Type) {
				outside = append(outside, cell.Connections[port])
			}
		}
	}
	for _, port := range m.Ports {
		if port.Direction == "output" && !m.dropped(port) {
			outside = append(outside, port.Bits)
		}
	}

	var states []*state
	for _, s := range m.sources {
		if s.cell == nil || m.sub(s.cell) != nil {
			continue
		}
		if st := m.readState(s); st != nil {
			s.state = st
			states = append(states, st)
			s.node, s.pin = unique(variable(s.name), m.nodes), "q"
			s.name = s.node
		}
	}
	holds := m.holds(states)
	for _, h := range holds {
		outside = append(outside, []Bit{h.by.bit})
	}
	for _, st := range states {
		p.next++
		p.use(p.next, st.words(m.d.stepped)...)
		jobs = append(jobs, work{run: func() *node {
			n := b.register(m, st)
			n.id = st.out.node
			return n
		}})
	}
	for _, cell := range m.Cells {
		if !isMemory(cell.Type) {
			continue
		}
		mem := m.readMemory(cell)
		if mem == nil {
			continue
		}
		p.next++
		p.use(p.next, mem.words(m.d.stepped)...)
		jobs = append(jobs, work{run: func() *node { return b.memory(m, mem) }})
	}
	words := map[string]*source{} // of words that are put together
	for _, word := range outside {
		if s := m.whole(word); s != nil {
			if !s.rooted {
				p.forced[s] = true
			}
			continue
		}
		p.next++
		p.use(p.next, word)
	}
	for _, s := range m.sources {
		if s.cell != nil && !s.rooted && p.visited[s] == 0 {
			p.visit(s)
		}
	}
	for _, s := range p.order {
		if s.cell.Type == "$pmux" && len(s.cell.Connections["S"]) >= fewestIndexed {
			p.forced[s] = true
		}
	}
	var logic []*source
	for _, s := range slices.Backward(p.order) {
		users := p.users[s]
		if len(users) == 0 && !p.forced[s] {
			if s.public && !strings.Contains(s.name, ".") && !(!m.d.stepped && m.clocked[s.bits[0]]) {
				p.forced[s] = true // nothing needs it, but it can be seen
			} else {
				continue
			}
		}
		if s.public || p.forced[s] || len(users) > 1 && !m.cheap(s) {
			s.rooted = true
			p.next++
			users = map[int]bool{p.next: true}
			logic = append(logic, s)
		}
		for user := range users {
			p.use(user, inputsOf(s.cell)...)
		}
		if !s.rooted && len(users) > 1 {
			s.uses = 1
		}
	}
	slices.Reverse(logic)
	for _, s := range logic {
		s.node, s.pin = unique(variable(s.name), m.nodes), "y"
		s.name = s.node
	}
	var nodes []*node
	for _, j := range jobs {
		nodes = append(nodes, j.run())
	}
	for _, s := range logic {
		nodes = append(nodes, b.logic(m, s))
	}
	driver := func(word []Bit, hint string, at Place) *source {
		if s := m.whole(word); s != nil {
			return s
		}
		key := fmt.Sprint(word)
		if s := words[key]; s != nil {
			return s
		}
		s, n := b.assembled(m, word, hint, at)
		words[key] = s
		nodes = append(nodes, n)
		return s
	}
	for _, cell := range m.Cells {
		sub := m.sub(cell)
		n := instances[cell]
		switch {
		case sub != nil:
			for _, port := range sub.Ports {
				word := cell.Connections[port.Name]
				if port.Direction != "input" || sub.dropped(port) {
					continue
				}
				if len(word) == 0 {
					m.warn(cell.place(), "input %s of %s is not connected and reads 0", port.Name, n.id)
					word = []Bit{Zero}
				}
				word = fit(word, len(port.Bits))
				n.inputs = append(n.inputs, wire{port.Name, driver(word, n.id+"_"+port.Name, cell.place())})
			}
			nodes = append(nodes, n)
		case isLatch(cell.Type):
			nodes = append(nodes, b.latch(m, cell, driver))
		}
	}
	for _, h := range holds {
		of := b.asyncReset(h.by.high)
		src := driver([]Bit{h.by.bit}, h.out.node+"_in", Place{})
		nodes = append(nodes, &node{id: h.out.node, of: of, inputs: []wire{{of.Inputs[0].Name, src}}})
	}
	for _, port := range m.Ports {
		if port.Direction != "output" || m.dropped(port) {
			continue
		}
		driver(port.Bits, port.Name, m.portPlace(port))
	}
	m.assembled = words
	return nodes
}

// fit makes a word as wide as a port.
func fit(word []Bit, width int) []Bit {
	word = word[:min(len(word), width):min(len(word), width)]
	for len(word) < width {
		word = append(word, Zero)
	}
	return word
}

// words are what a register reads.
func (st *state) words(stepped bool) [][]Bit {
	out := [][]Bit{st.d, st.loaded, st.set, st.unset}
	for _, c := range []control{st.enable, st.reset, st.clear, st.load} {
		if c.used {
			out = append(out, []Bit{c.bit})
		}
	}
	if stepped && st.clocked {
		out = append(out, []Bit{st.clock.net})
	}
	return out
}

// logic makes the node of a piece of logic.
func (b *builder) logic(m *module, s *source) *node {
	if n := b.component(m, s); n != nil {
		return n
	}
	ports := newPortNames("y")
	l := newLambda(m, ports)
	y := l.operation(s)
	c := &circuit.Circuit{Outputs: []circuit.Port{{Name: "y", PortType: portType(s.width())}}}
	n := b.primitive(m, s.name, s.cell.place(), c, ports, l.function([]field{{"y", final(y)}}), "")
	n.id = s.node
	return n
}

// assembled makes the node of a word that is put together: a constant, or a lambda.
func (b *builder) assembled(m *module, word []Bit, hint string, at Place) (*source, *node) {
	s := &source{name: hint, bits: word, rooted: true, node: unique(variable(hint), m.nodes), pin: "y"}
	segments := m.segments(word)
	if len(segments) == 1 && segments[0].src == nil {
		s.pin = "out"
		var args circuit.Arguments
		args.Set("value", optionValue(segments[0].value))
		args.Set("width", float64(len(word)))
		return s, &node{id: s.node, of: b.library("Constant"), args: args}
	}
	ports := newPortNames("y")
	l := newLambda(m, ports)
	y := l.word(word)
	c := &circuit.Circuit{Outputs: []circuit.Port{{Name: "y", PortType: portType(len(word))}}}
	n := b.primitive(m, s.node, at, c, ports, l.function([]field{{"y", final(y)}}), "")
	n.id = s.node
	return s, n
}

// optionValue is a number as an option of a component.
func optionValue(v *big.Int) any {
	if v.BitLen() <= 53 {
		return float64(v.Int64())
	}
	return circuit.FromBig(v, v.BitLen())
}

// wire makes the nodes and connections of a circuit.
func (b *builder) wire(m *module, c *circuit.Circuit, nodes []*node) {
	for _, n := range nodes {
		c.Nodes = append(c.Nodes, circuit.Node{
			ID: n.id, ComponentRef: n.of.Name, Definition: n.of.Definition,
			Arguments: n.args,
		})
	}
	connect := func(s *source, target circuit.Endpoint) {
		c.Connections = append(c.Connections, circuit.Connection{
			Source: circuit.Endpoint{NodeID: s.node, PortName: s.pin}, Target: target, PortType: portType(s.width()),
		})
	}
	for _, n := range nodes {
		for _, w := range n.inputs {
			connect(w.src, circuit.Endpoint{NodeID: n.id, PortName: w.pin})
		}
	}
	for _, p := range m.Ports {
		if p.Direction != "output" || m.dropped(p) {
			continue
		}
		s := m.whole(p.Bits)
		if s == nil {
			s = m.assembled[fmt.Sprint(p.Bits)]
		}
		if s != nil {
			connect(s, circuit.Endpoint{PortName: p.Name})
		}
	}
}

// unsupported tells of a cell that no circuit can have.
func (m *module) unsupported(c *Cell) {
	reason := "this cell has no form as a circuit"
	switch {
	case c.Type == "$tribuf" || c.Type == "$_TBUF_":
		reason = "a circuit has no third state (z); make an output and an enable of it, and a multiplexer where drivers meet"
	case strings.HasPrefix(c.Type, "$_") || strings.HasPrefix(c.Type, "$alu") || strings.HasPrefix(c.Type, "$macc"):
		reason = "this cell comes from a synthesis to gates; write the netlist before it, with the script that `simten import --script` prints"
	case strings.HasPrefix(c.Type, "$"):
		reason = "this cell is not supported"
	}
	m.fail(c.place(), "%s is driven by a %s cell: %s", m.driven(c), c.Type, reason)
}

// component makes a node of the standard library, where one fits.
func (b *builder) component(*module, *source) *node { return nil }
