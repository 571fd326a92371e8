package elaborate

import (
	"fmt"
	"slices"

	"simten.dev/engine/circuit"
)

// parts finds circuits by name.
type parts map[string]*circuit.Circuit

func (p parts) Resolve(_ circuit.DefinitionID, name string) *circuit.Circuit { return p[name] }

// model is the plain way to flatten: it makes every place and every port of its own, as large as the design is.
type model struct {
	library    parts
	nodes      []modelNode
	signals    []*modelPort // in the order of Design.Signals
	sequential bool
}

// modelNode is one primitive.
type modelNode struct {
	path            string
	of              *circuit.Circuit
	record          *circuit.Node
	inputs, outputs []*modelPort
}

// modelPort is a port of one place, with the port that drives it.
type modelPort struct {
	path   string
	kind   circuit.PortType
	input  bool
	driver *modelPort
	origin string // of an output of a primitive or an input of the top: what it is
}

// flatten makes the model of a composite.
func flatten(top *circuit.Circuit, library parts) *model {
	m := &model{library: library}
	own := m.ports(TopNode, top, nil)
	for k := range top.Inputs {
		own[k].origin = fmt.Sprintf("input %d", k)
	}
	m.place(top, "", own)
	return m
}

func (m *model) ports(path string, c *circuit.Circuit, record *circuit.Node) []*modelPort {
	var list []*modelPort
	add := func(ports []circuit.Port, input bool, pins func(*circuit.Node) []circuit.Pin) {
		for k, p := range ports {
			kind := p.PortType
			if record != nil && len(pins(record)) == len(ports) && pins(record)[k].PortType != nil {
				kind = *pins(record)[k].PortType
			}
			list = append(list, &modelPort{path: path + "." + circuit.PathName(p.Name), kind: kind, input: input})
		}
	}
	add(c.Inputs, true, func(n *circuit.Node) []circuit.Pin { return n.Inputs })
	add(c.Outputs, false, func(n *circuit.Node) []circuit.Pin { return n.Outputs })
	m.signals = append(m.signals, list...)
	return list
}

func (m *model) place(c *circuit.Circuit, path string, own []*modelPort) {
	m.sequential = m.sequential || len(c.Clocks) > 0 || len(c.State) > 0
	ends := map[circuit.Endpoint]*modelPort{}
	name := func(id string, c *circuit.Circuit, ports []*modelPort) {
		for k, p := range slices.Concat(c.Inputs, c.Outputs) {
			ends[circuit.Endpoint{NodeID: id, PortName: p.Name}] = ports[k]
		}
	}
	name("", c, own)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		of, at := m.library[n.ComponentRef], circuit.AppendPath(path, n.ID)
		ports := m.ports(at, of, n)
		name(n.ID, of, ports)
		if len(of.Nodes) > 0 || len(of.Connections) > 0 {
			m.place(of, at, ports)
			continue
		}
		m.sequential = m.sequential || len(of.Clocks) > 0 || len(of.State) > 0
		ins, outs := ports[:len(of.Inputs)], ports[len(of.Inputs):]
		for k, p := range outs {
			p.origin = fmt.Sprintf("node %d output %d", len(m.nodes), k)
		}
		m.nodes = append(m.nodes, modelNode{at, of, n, ins, outs})
	}
	for _, w := range c.Connections {
		ends[w.Target].driver = ends[w.Source]
	}
}

// trace is what a port reads: the widths on the way to what drives it, equal neighbours once, and the driver.
func (p *modelPort) trace() []any {
	list := []any{p.kind.Wires()}
	for p.driver != nil {
		p = p.driver
		if w := p.kind.Wires(); w != list[len(list)-1] {
			list = append(list, w)
		}
	}
	if p.origin == "" {
		return append(list, "nothing")
	}
	return append(list, p.origin)
}

// trace is the same of a net of a design.
func trace(d *Design, net int) []any {
	var list []any
	for {
		n := d.Nets[net]
		list = append(list, n.Width)
		switch n.Driver.Kind {
		case View:
			net = int(n.Driver.Source)
		case NodeOutput:
			return append(list, fmt.Sprintf("node %d output %d", n.Driver.Source, n.Driver.Port))
		case TopInput:
			return append(list, fmt.Sprintf("input %d", n.Driver.Port))
		default:
			return append(list, "nothing")
		}
	}
}
