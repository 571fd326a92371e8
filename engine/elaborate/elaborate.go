package elaborate

import (
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// Limits bound a flat design.
type Limits struct {
	Nodes      int // primitives after flattening; 0 = the default
	StateBytes int // of the state fields' start values; 0 = the default
}

// Elaborate flattens a circuit. The library resolves what nodes refer to. When a diagnostic is an
// error there is no design.
//
// A primitive circuit as the top becomes one flat node whose path is the circuit's name (3.8).
func Elaborate(top *circuit.Circuit, library circuit.Library, l Limits) (*Design, []circuit.Diagnostic) {
	filled := limits.Limits{NodesPerCircuit: l.Nodes, StateBytes: l.StateBytes}.Fill()
	l = Limits{Nodes: filled.NodesPerCircuit, StateBytes: filled.StateBytes}
	e := &elaborator{library: library, limits: l, design: &Design{Name: top.Name, index: map[string]int{}}, shapes: map[*circuit.Circuit]*shape{}}
	if !e.measure(top) {
		return nil, e.diagnostics
	}
	root := e.top(top)
	if circuit.HasErrors(e.diagnostics) {
		return nil, e.diagnostics
	}
	e.design.Root = root
	e.resolve()
	if circuit.HasErrors(e.diagnostics) {
		return nil, e.diagnostics
	}
	return e.design, e.diagnostics
}

// point is one end of a wire in the hierarchy before nets exist: every port of every instance,
// also of composites, gets one. A point is driven by at most one other point.
type point struct {
	path   string
	port   circuit.PortType
	input  bool
	driver int // another point, or -1
	net    int // -1 until resolved
	root   Driver
	place  circuit.Place
}

type elaborator struct {
	library     circuit.Library
	limits      Limits
	design      *Design
	diagnostics []circuit.Diagnostic
	points      []point
	stack       []*circuit.Circuit
	shapes      map[*circuit.Circuit]*shape
	full        bool
	stateBytes  int // of the nodes so far
}

// shape indexes a circuit's ports and nodes by name, once per circuit.
type shape struct {
	inputs, outputs, nodes map[string]int
}

func (e *elaborator) shapeOf(c *circuit.Circuit) *shape {
	s := e.shapes[c]
	if s == nil {
		s = &shape{inputs: map[string]int{}, outputs: map[string]int{}, nodes: map[string]int{}}
		for i := range c.Inputs {
			s.inputs[c.Inputs[i].Name] = i
		}
		for i := range c.Outputs {
			s.outputs[c.Outputs[i].Name] = i
		}
		for i := range c.Nodes {
			s.nodes[c.Nodes[i].ID] = i
		}
		e.shapes[c] = s
	}
	return s
}

// instance is one placed circuit: where its ports' points start.
type instance struct {
	c       *circuit.Circuit
	inputs  int // index of the point of input 0
	outputs int
}

func (e *elaborator) place(path string, c *circuit.Circuit, at circuit.Place) instance {
	p := instance{c: c, inputs: len(e.points)}
	for i := range c.Inputs {
		e.points = append(e.points, point{path: path + "." + c.Inputs[i].Name, port: c.Inputs[i].PortType, input: true, driver: -1, net: -1, place: at})
	}
	p.outputs = len(e.points)
	for i := range c.Outputs {
		e.points = append(e.points, point{path: path + "." + c.Outputs[i].Name, port: c.Outputs[i].PortType, driver: -1, net: -1, place: at})
	}
	return p
}

// retype gives a node's ports the types of the node record, where they differ from the library's
// (8.2): a harness's HexDisplay is as wide as what it shows.
func (e *elaborator) retype(p instance, n *circuit.Node) {
	if len(n.Inputs) == len(p.c.Inputs) {
		for i := range n.Inputs {
			if n.Inputs[i].PortType != nil {
				e.points[p.inputs+i].port = *n.Inputs[i].PortType
			}
		}
	}
	if len(n.Outputs) == len(p.c.Outputs) {
		for i := range n.Outputs {
			if n.Outputs[i].PortType != nil {
				e.points[p.outputs+i].port = *n.Outputs[i].PortType
			}
		}
	}
}

func (e *elaborator) top(c *circuit.Circuit) Scope {
	d := e.design
	self := e.place(TopNode, c, c.Place)
	for i := range c.Inputs {
		e.points[self.inputs+i].root = Driver{Kind: TopInput, Port: i}
		d.Inputs = append(d.Inputs, TopPort{Name: c.Inputs[i].Name, Type: c.Inputs[i].PortType, Net: self.inputs + i})
	}
	for i := range c.Outputs {
		d.Outputs = append(d.Outputs, TopPort{Name: c.Outputs[i].Name, Type: c.Outputs[i].PortType, Net: self.outputs + i})
	}
	scope := Scope{Component: c.Name}
	if len(c.Nodes) == 0 && len(c.Connections) == 0 {
		n := circuit.Node{ID: c.Name, ComponentRef: c.Name, Definition: c.Definition, Place: c.Place}
		inner := e.place(c.Name, c, c.Place)
		for i := range c.Inputs {
			e.points[inner.inputs+i].driver = self.inputs + i
		}
		for i := range c.Outputs {
			e.points[self.outputs+i].driver = inner.outputs + i
		}
		e.primitive(&scope, c.Name, &n, c, inner)
		return scope
	}
	e.expand(&scope, c, self)
	return scope
}

// expand places the nodes of a composite (or of a node-less feed-through) and wires its insides.
func (e *elaborator) expand(scope *Scope, c *circuit.Circuit, self instance) {
	for _, up := range e.stack {
		if up.Name == c.Name {
			e.recursion(c, scope.Path)
			return
		}
	}
	if len(c.Clocks) > 0 || len(c.State) > 0 {
		e.design.Sequential = true
	}
	e.stack = append(e.stack, c)
	defer func() { e.stack = e.stack[:len(e.stack)-1] }()

	placed := make([]instance, len(c.Nodes))
	for i := range c.Nodes {
		n := &c.Nodes[i]
		path := n.ID
		if scope.Path != "" {
			path = scope.Path + "." + n.ID
		}
		sub := e.library.Resolve(n.Definition, n.ComponentRef)
		if sub == nil { // D81
			e.report(circuit.Diagnostic{
				Code: circuit.CodeUnknownComponent, Circuit: c.Name, Node: path,
				Message: fmt.Sprintf("Unknown component: %s (referenced by node %s)", n.ComponentRef, path),
			}.At(n.Place))
			return
		}
		placed[i] = e.place(path, sub, n.Place)
		e.retype(placed[i], n)
		if len(sub.Nodes) > 0 || len(sub.Connections) > 0 {
			child := Scope{Path: path, Component: sub.Name}
			e.expand(&child, sub, placed[i])
			scope.Children = append(scope.Children, child)
		} else {
			e.primitive(scope, path, n, sub, placed[i])
		}
		if e.full || circuit.HasErrors(e.diagnostics) {
			return
		}
	}
	s := e.shapeOf(c)
	for i := range c.Connections {
		w := &c.Connections[i]
		source, ok1 := e.endpoint(w.Source, s, self, placed)
		target, ok2 := e.endpoint(w.Target, s, self, placed)
		if !ok1 || !ok2 || source == target {
			continue
		}
		t := &e.points[target]
		if t.driver >= 0 && t.driver != source {
			e.report(circuit.Diagnostic{
				Code: circuit.CodeFlatDrivers, Circuit: c.Name, Node: w.Target.NodeID,
				Message: fmt.Sprintf("%s is driven from inside by %s and from outside by %s. Keep one.", w.Target, e.points[t.driver].path, e.points[source].path),
			}.At(w.Place))
			continue
		}
		t.driver = source
	}
}

// endpoint finds the point of an endpoint of a circuit's connection.
func (e *elaborator) endpoint(at circuit.Endpoint, s *shape, self instance, placed []instance) (int, bool) {
	p, owner := self, s
	if at.NodeID != "" {
		i, ok := s.nodes[at.NodeID]
		if !ok {
			return 0, false
		}
		p = placed[i]
		owner = e.shapeOf(p.c)
	}
	if i, ok := owner.inputs[at.PortName]; ok {
		return p.inputs + i, true
	}
	if i, ok := owner.outputs[at.PortName]; ok {
		return p.outputs + i, true
	}
	return 0, false
}

// primitive adds a flat node.
func (e *elaborator) primitive(scope *Scope, path string, n *circuit.Node, c *circuit.Circuit, p instance) {
	d := e.design
	if len(d.Nodes) >= e.limits.Nodes {
		if !e.full {
			e.report(circuit.Diagnostic{Code: circuit.CodeTooLarge, Message: fmt.Sprintf("The flat design has more than %d primitives.", e.limits.Nodes)})
		}
		e.full = true
		return
	}
	index := len(d.Nodes)
	node := Node{
		Path: path, Component: c.Name, Definition: c.Definition, Arguments: n.Arguments, Metadata: c.Metadata, Place: n.Place,
		Inputs: make([]Pin, len(c.Inputs)), Outputs: make([]Pin, len(c.Outputs)),
	}
	for i := range c.Inputs {
		node.Inputs[i] = Pin{Name: c.Inputs[i].Name, Type: e.points[p.inputs+i].port, Net: p.inputs + i}
	}
	for i := range c.Outputs {
		node.Outputs[i] = Pin{Name: c.Outputs[i].Name, Type: e.points[p.outputs+i].port, Net: p.outputs + i}
		e.points[p.outputs+i].root = Driver{Kind: NodeOutput, Node: index, Port: i}
	}
	node.State = startState(c, n.Arguments)
	e.stateBytes += stateBytes(node.State)
	if e.stateBytes > e.limits.StateBytes {
		e.full = true
		e.report(circuit.Diagnostic{
			Code: circuit.CodeTooLarge, Circuit: c.Name, Node: path,
			Message:    fmt.Sprintf("The registers, texts and memory contents of this circuit need more than %d bytes.", e.limits.StateBytes),
			Suggestion: "Use smaller start contents: cells that are not given hold 0 and cost nothing.",
		}.At(n.Place))
		return
	}
	if len(c.Clocks) > 0 || len(c.State) > 0 {
		d.Sequential = true
	}
	d.Nodes = append(d.Nodes, node)
	scope.Nodes = append(scope.Nodes, index)
}

func (e *elaborator) recursion(c *circuit.Circuit, path string) { // D82
	var names []string
	for i, up := range e.stack {
		if up.Name == c.Name {
			for _, x := range e.stack[i:] {
				names = append(names, x.Name)
			}
			break
		}
	}
	names = append(names, c.Name)
	e.report(circuit.Diagnostic{
		Code: circuit.CodeRecursion, Circuit: c.Name, Node: path,
		Message: fmt.Sprintf("Recursive circuit definition detected: '%s' references itself (cycle: %s). Give the inner circuit another name.", c.Name, strings.Join(names, " → ")),
	}.At(c.Place))
}

func (e *elaborator) report(d circuit.Diagnostic) {
	d.Stage, d.Severity = circuit.StageElaborate, circuit.Error
	e.diagnostics = append(e.diagnostics, d)
}
