package verilog

import (
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower"
	"simten.dev/engine/word"
)

// writer makes the modules of a design.
type writer struct {
	Source
	options     Options
	parts       []elaborate.Part
	counts      map[*circuit.Circuit]int // flat nodes inside a circuit
	known       map[string]*module
	texts       map[string]*module // by what is inside
	modules     []*module          // in the order of the text: inner ones first
	names       scope
	diagnostics []circuit.Diagnostic
	told        map[string]bool
}

func newWriter(s Source, o Options) *writer {
	w := &writer{
		Source: s, options: o, counts: map[*circuit.Circuit]int{}, known: map[string]*module{},
		texts: map[string]*module{}, names: scope{}, told: map[string]bool{},
	}
	for _, p := range s.Design.Each() {
		w.parts = append(w.parts, p)
	}
	return w
}

// top makes the module of the whole design.
func (w *writer) top() *module {
	if w.Circuit.Implementation.Kind == circuit.Primitive {
		return w.primitive(0)
	}
	return w.composite(w.Circuit, 0, "")
}

func (w *writer) report(d circuit.Diagnostic) {
	d.Stage = circuit.StageElaborate
	key := fmt.Sprint(d.Code, d.Circuit, d.Message, d.Line, d.Column)
	if !w.told[key] {
		w.told[key] = true
		w.diagnostics = append(w.diagnostics, d)
	}
}

// refuse says that a node has no form.
func (w *writer) refuse(node int, tick bool, place circuit.Place, reason string) {
	c := w.parts[node].Circuit()
	if place.IsZero() && w.Place != nil {
		place = w.Place(node, tick)
	}
	w.report(circuit.Diagnostic{
		Code: circuit.CodeNoVerilog, Severity: circuit.Error, Circuit: c.Name, Node: w.Design.Path(node),
		Message:    fmt.Sprintf("%s has no form in Verilog: %s.", c.Name, strings.TrimSuffix(reason, ".")),
		Suggestion: "Export it as a black box (--black-boxes), and write its module by hand.",
	}.At(place))
}

// count is the number of flat nodes inside a circuit.
func (w *writer) count(c *circuit.Circuit) int {
	if c.Implementation.Kind == circuit.Primitive {
		return 1
	}
	n, ok := w.counts[c]
	if !ok {
		for i := range c.Nodes {
			n += w.count(w.inside(&c.Nodes[i]))
		}
		w.counts[c] = n
	}
	return n
}

func (w *writer) inside(n *circuit.Node) *circuit.Circuit {
	return w.Resolve(n.Definition, n.ComponentRef)
}

// Sizes of a primitive of the library up to which it has no module of its own.
const maxInline = 60

// inlined reports whether the operations of a flat node stand in the module around it.
func (w *writer) inlined(node int) bool {
	if !w.Library(w.parts[node].Circuit()) || w.formless(node) != "" {
		return false
	}
	b := w.Behaviors[node]
	n := 0
	for _, l := range [2]*lower.Lowered{b.Eval, b.Tick} {
		if l != nil {
			n += len(l.Graph.Ops)
		}
	}
	return n <= maxInline
}

// isControl reports whether a flat node is set by the user: it becomes an input.
func (w *writer) isControl(node int) bool {
	c := w.parts[node].Circuit()
	return w.Library(c) && c.Metadata.InteractiveArg != "" && len(c.Inputs) == 0 && len(c.Outputs) == 1 &&
		len(c.State) == 0 && c.Name != "Constant"
}

// isDisplay reports whether a flat node only shows what it is given: it becomes outputs.
func (w *writer) isDisplay(node int) bool {
	c := w.parts[node].Circuit()
	return w.Library(c) && len(c.Outputs) == 0 && len(c.State) == 0
}

// composite makes the module of a circuit of nodes at one of its places; first is its first flat node.
func (w *writer) composite(c *circuit.Circuit, first int, path string) *module {
	children := make([]*module, len(c.Nodes)) // nil for those inlined
	firsts := make([]int, len(c.Nodes))
	var key strings.Builder
	fmt.Fprintf(&key, "%p", c)
	at := first
	for i := range c.Nodes {
		sub := w.inside(&c.Nodes[i])
		firsts[i] = at
		switch {
		case sub.Implementation.Kind != circuit.Primitive:
			children[i] = w.composite(sub, at, circuit.AppendPath(path, c.Nodes[i].ID))
			fmt.Fprintf(&key, " %p", children[i])
		case w.inlined(at):
			fmt.Fprintf(&key, " %s", w.keyOf(at))
		default:
			children[i] = w.primitive(at)
			fmt.Fprintf(&key, " %p", children[i])
		}
		at += w.count(sub)
	}
	if m := w.known[key.String()]; m != nil {
		return m
	}
	m := w.assemble(c, children, firsts)
	m = w.finish(m)
	w.known[key.String()] = m
	return m
}

// keyOf tells primitives that are written the same.
func (w *writer) keyOf(node int) string {
	p, b := w.parts[node], w.Behaviors[node]
	var key strings.Builder
	fmt.Fprintf(&key, "%p %p %s", p.Circuit(), b, w.liveKey(node))
	for _, s := range p.State() {
		data, _ := s.InitialValue.MarshalJSON() // data of a circuit, which can be written
		fmt.Fprintf(&key, " %v:%s", s.InitialValue.Negative, data)
	}
	for k := range p.Circuit().Inputs {
		fmt.Fprintf(&key, " %d", p.InputWidth(k))
	}
	return key.String()
}

// liveKey tells start values of options that can be changed while the circuit runs.
func (w *writer) liveKey(node int) string {
	var key strings.Builder
	for _, o := range w.Behaviors[node].Options {
		if o.Live {
			v, _ := w.parts[node].Arguments().Get(o.Name)
			fmt.Fprintf(&key, "%s=%v ", o.Name, v)
		}
	}
	return key.String()
}

// primitive makes the module of a flat node.
func (w *writer) primitive(node int) *module {
	key := w.keyOf(node)
	if m := w.known[key]; m != nil {
		return m
	}
	p := w.parts[node]
	c := p.Circuit()
	m := newModule(c)
	inputs := make([]word.ID, len(c.Inputs))
	for k, in := range c.Inputs {
		inputs[k] = m.input(in.Name, p.InputWidth(k), in.Name, -1)
	}
	if reason := w.formless(node); reason != "" {
		m.black = true
		m.clocked = len(c.State) > 0
		for k, out := range c.Outputs {
			m.output(out.Name, p.OutputWidth(k), m.b.Uint(0, p.OutputWidth(k)), out.Name, -1)
		}
		if !w.options.BlackBoxes {
			w.refuseNode(node)
		}
	} else {
		n := w.begin(m, node, "", func(k int) word.ID { return inputs[k] })
		for k, out := range c.Outputs {
			v := n.output(k)
			m.output(out.Name, p.OutputWidth(k), v, out.Name, -1)
		}
		n.tick()
	}
	m = w.finish(m)
	w.known[key] = m
	return m
}

// refuseNode says why a node has no form.
func (w *writer) refuseNode(node int) {
	b := w.Behaviors[node]
	if b.Opaque != nil {
		w.refuse(node, b.OpaqueTick, b.Opaque.Place, "it is not compiled to operations, because "+b.Opaque.Reason)
		return
	}
	w.refuse(node, len(w.parts[node].State()) > 0, circuit.Place{}, w.formless(node))
}

// formless says why a flat node has no form; "" when it has one.
func (w *writer) formless(node int) string {
	b := w.Behaviors[node]
	switch {
	case b.Opaque != nil:
		return b.Opaque.Reason
	case b.Partly != nil:
		return "its function is called at times, because " + b.Partly.Reason
	}
	for k, s := range w.parts[node].State() {
		if s.InitialValue.IsText && s.StateType.Kind != circuit.Memory &&
			(k >= len(b.Fields) || b.Fields[k].Texts == nil) {
			return fmt.Sprintf("its state '%s' is a text", s.Name)
		}
	}
	for _, l := range [2]*lower.Lowered{b.Eval, b.Tick} {
		if l == nil {
			continue
		}
		needed := neededOps(l)
		for i := range l.Graph.Ops {
			op := &l.Graph.Ops[i]
			if !needed[i] {
				continue
			}
			switch shape := op.Kind.Shape(); {
			case shape.Float || shape.FloatIn:
				return "it computes with fractions (doubles)"
			case op.Kind == word.Call || op.Kind == word.Result:
				return "it calls a function"
			case op.Kind == word.Repeat:
				return "it has a loop whose number of rounds is not known"
			}
		}
	}
	return ""
}

// neededOps tells the operations that outputs and next state follow from. Others check results, and give messages.
func neededOps(l *lower.Lowered) []bool {
	needed := make([]bool, len(l.Graph.Ops))
	need := func(list ...word.ID) {
		for _, id := range list {
			if id != word.None {
				needed[id] = true
			}
		}
	}
	for _, r := range l.Outputs {
		need(r.Value, r.Given)
	}
	for _, f := range l.Next {
		need(f.Given, f.Value, f.Sign)
		for _, x := range f.Writes {
			need(x.Enable, x.Address, x.Data, x.Sign, x.Has)
		}
	}
	var operands []word.ID
	for i := len(l.Graph.Ops) - 1; i >= 0; i-- {
		if needed[i] {
			operands = l.Graph.Ops[i].Operands(operands[:0])
			need(operands...)
		}
	}
	return needed
}

// assemble makes a module of a circuit and what is in it.
func (w *writer) assemble(c *circuit.Circuit, children []*module, firsts []int) *module {
	a := &assembly{
		writer: w, m: newModule(c), c: c, children: children, firsts: firsts,
		drivers: map[circuit.Endpoint]circuit.Endpoint{}, values: map[circuit.Endpoint]word.ID{}, at: map[string]int{},
	}
	for i := range c.Nodes {
		a.at[c.Nodes[i].ID] = i
	}
	for i := range c.Connections {
		x := &c.Connections[i]
		a.drivers[x.Target] = x.Source
	}
	return a.run()
}

// assembly is a module under way.
type assembly struct {
	*writer
	m        *module
	c        *circuit.Circuit
	children []*module
	firsts   []int
	at       map[string]int // nodes by id
	drivers  map[circuit.Endpoint]circuit.Endpoint
	values   map[circuit.Endpoint]word.ID // of sources; a value under way is not there yet
	nodes    []*nodeValues                // of those inlined
	open     map[circuit.Endpoint]int     // the loops that stand for sources that were asked for while they were under way

	evaluating []bool // nodes under way
}

func (a *assembly) run() *module {
	m := a.m
	a.open = map[circuit.Endpoint]int{}
	a.nodes, a.evaluating = make([]*nodeValues, len(a.c.Nodes)), make([]bool, len(a.c.Nodes))
	for _, in := range a.c.Inputs {
		a.values[circuit.Endpoint{PortName: in.Name}] = m.input(in.Name, in.PortType.Wires(), in.Name, -1)
	}
	for i := range a.c.Nodes { // controls, and what instances give
		n := &a.c.Nodes[i]
		child := a.children[i]
		if child == nil {
			if a.isControl(a.firsts[i]) {
				p := a.parts[a.firsts[i]]
				out := p.Circuit().Outputs[0].Name
				a.values[circuit.Endpoint{NodeID: n.ID, PortName: out}] = m.input(n.ID, p.OutputWidth(0), n.ID,
					a.firsts[i])
			}
			continue
		}
		m.clocked = m.clocked || child.clocked
		x := instance{wanted: n.ID, of: child}
		for _, p := range child.ports {
			if p.output {
				v := m.wire(n.ID+"_"+p.path, p.width)
				x.outputs = append(x.outputs, v)
				if p.node < 0 {
					a.values[circuit.Endpoint{NodeID: n.ID, PortName: p.path}] = v
				}
			}
		}
		m.instances = append(m.instances, x)
	}
	next := 0
	for i := range a.c.Nodes {
		n := &a.c.Nodes[i]
		child := a.children[i]
		if child == nil {
			a.inline(i)
			continue
		}
		x := &m.instances[next]
		next++
		outputs := 0
		for _, p := range child.ports {
			switch {
			case p.node >= 0 && !p.output:
				x.inputs = append(x.inputs, m.input(n.ID+"_"+p.path, p.width, circuit.AppendPath(n.ID, p.path), p.node))
			case p.node >= 0:
				m.output(n.ID+"_"+p.path, p.width, x.outputs[outputs], circuit.AppendPath(n.ID, p.path), p.node)
				m.ports[len(m.ports)-1].pin = p.pin
			case !p.output:
				x.inputs = append(x.inputs, a.target(circuit.Endpoint{NodeID: n.ID, PortName: p.path}, p.width))
			}
			if p.output {
				outputs++
			}
		}
	}
	for _, out := range a.c.Outputs {
		w := out.PortType.Wires()
		m.output(out.Name, w, a.target(circuit.Endpoint{PortName: out.Name}, w), out.Name, -1)
	}
	return m
}

// inline puts the operations of a primitive into the module.
func (a *assembly) inline(i int) {
	n, node := &a.c.Nodes[i], a.firsts[i]
	p := a.parts[node]
	switch {
	case a.isControl(node):
		return
	case a.isDisplay(node):
		for k, in := range p.Circuit().Inputs {
			name, path := n.ID, n.ID
			if len(p.Circuit().Inputs) > 1 {
				name, path = n.ID+"_"+in.Name, circuit.AppendPath(n.ID, in.Name)
			}
			a.m.output(name, p.InputWidth(k),
				a.target(circuit.Endpoint{NodeID: n.ID, PortName: in.Name}, p.InputWidth(k)), path, node)
			a.m.ports[len(a.m.ports)-1].pin = k
		}
		return
	}
	values := a.node(i)
	for _, out := range p.Circuit().Outputs {
		a.source(circuit.Endpoint{NodeID: n.ID, PortName: out.Name})
	}
	values.tick()
}

// node is what an inlined primitive computes.
func (a *assembly) node(i int) *nodeValues {
	if a.nodes[i] == nil {
		id := a.c.Nodes[i].ID
		p := a.parts[a.firsts[i]]
		a.nodes[i] = a.begin(a.m, a.firsts[i], id, func(k int) word.ID {
			return a.target(circuit.Endpoint{NodeID: id, PortName: p.Circuit().Inputs[k].Name}, p.InputWidth(k))
		})
	}
	return a.nodes[i]
}

// target is the value that a port takes: 0 when nothing drives it.
func (a *assembly) target(at circuit.Endpoint, width int) word.ID {
	from, ok := a.drivers[at]
	if !ok {
		return a.m.b.Uint(0, width)
	}
	return a.m.b.Resize(a.source(from), width)
}

// source is the value that a port gives.
func (a *assembly) source(at circuit.Endpoint) word.ID {
	if v, ok := a.values[at]; ok {
		return v
	}
	i, ok := a.at[at.NodeID]
	if !ok || a.children[i] != nil {
		return a.m.b.Uint(0, 1)
	}
	p := a.parts[a.firsts[i]]
	port := -1
	for k := range p.Circuit().Outputs {
		if p.Circuit().Outputs[k].Name == at.PortName {
			port = k
		}
	}
	if port < 0 {
		return a.m.b.Uint(0, 1)
	}
	if a.evaluating[i] {
		l, known := a.open[at]
		if !known {
			l = len(a.m.loops)
			a.open[at] = l
			a.m.loops = append(a.m.loops, loop{
				wanted: at.NodeID + "_" + at.PortName, width: p.OutputWidth(port),
				value: word.None, given: word.None,
			})
		}
		return a.m.b.Leaf(word.Loop, p.OutputWidth(port), uint64(l))
	}
	a.evaluating[i] = true
	values := a.node(i)
	values.eval()
	a.evaluating[i] = false
	for k, out := range p.Circuit().Outputs {
		at := circuit.Endpoint{NodeID: at.NodeID, PortName: out.Name}
		v := values.output(k)
		if l, looped := a.open[at]; looped {
			a.m.loops[l].value = v
			v = a.m.b.Leaf(word.Loop, p.OutputWidth(k), uint64(l))
		} else {
			a.m.hints = append(a.m.hints, hint{v, at.NodeID + "_" + out.Name, true})
		}
		a.values[at] = v
	}
	return a.values[at]
}
