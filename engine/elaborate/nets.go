package elaborate

import (
	"fmt"

	"simten.dev/engine/circuit"
)

// resolve turns points into nets: points of one width that are wired together share a net; a point
// of another width than its driver gets a view. Composites' boundary ports cost nothing.
func (e *elaborator) resolve() {
	d := e.design
	for i := range e.points {
		e.netOf(i)
	}
	for i := range d.Inputs {
		d.Inputs[i].Net = e.points[d.Inputs[i].Net].net
	}
	for i := range d.Outputs {
		d.Outputs[i].Net = e.points[d.Outputs[i].Net].net
	}
	for n := range d.Nodes {
		node := &d.Nodes[n]
		for i := range node.Inputs {
			net := e.points[node.Inputs[i].Net].net
			node.Inputs[i].Net = net
			node.Inputs[i].Connected = e.driven(net)
		}
		for i := range node.Outputs {
			node.Outputs[i].Net = e.points[node.Outputs[i].Net].net
		}
	}
	d.Signals = make([]Signal, len(e.points))
	for i := range e.points {
		p := &e.points[i]
		d.Signals[i] = Signal{Path: p.path, Type: p.port, Net: p.net, Input: p.input}
		if _, twice := d.index[p.path]; !twice {
			d.index[p.path] = i
		}
	}
}

// driven follows views to see whether anything drives a net.
func (e *elaborator) driven(net int) bool {
	for e.design.Nets[net].Driver.Kind == View {
		net = e.design.Nets[net].Driver.Source
	}
	return e.design.Nets[net].Driver.Kind != Undriven
}

// netOf resolves one point. Chains of feed-throughs are followed in a loop, because they can be as
// deep as the hierarchy and may, in a wrong circuit, even be closed.
func (e *elaborator) netOf(i int) {
	var chain []int
	at := i
	for e.points[at].net < 0 {
		p := &e.points[at]
		if p.root.Kind != Undriven || p.driver < 0 {
			p.net = e.newNet(p.port.Wires(), p.root)
			break
		}
		if len(chain) > len(e.points) {
			e.report(circuit.Diagnostic{
				Code:    circuit.CodeFlatDrivers,
				Message: fmt.Sprintf("%s drives itself through wires alone. Put a component between.", p.path),
			}.At(p.place))
			p.net = e.newNet(p.port.Wires(), Driver{})
			break
		}
		chain = append(chain, at)
		at = p.driver
	}
	for k := len(chain) - 1; k >= 0; k-- {
		p := &e.points[chain[k]]
		if p.net >= 0 {
			continue
		}
		source := e.points[p.driver].net
		if width := p.port.Wires(); width != e.design.Nets[source].Width {
			p.net = e.newNet(width, Driver{Kind: View, Source: source})
		} else {
			p.net = source
		}
	}
}

func (e *elaborator) newNet(width int, d Driver) int {
	e.design.Nets = append(e.design.Nets, Net{Width: width, Driver: d})
	return len(e.design.Nets) - 1
}

// Signal finds a port by path: "__top__.a", "cpu.alu.add0.sum".
func (d *Design) Signal(path string) (Signal, bool) {
	i, ok := d.index[path]
	if !ok {
		return Signal{}, false
	}
	return d.Signals[i], true
}

// Driven reports whether anything drives a net; an undriven one reads 0.
func (d *Design) Driven(net int) bool {
	for d.Nets[net].Driver.Kind == View {
		net = d.Nets[net].Driver.Source
	}
	return d.Nets[net].Driver.Kind != Undriven
}

// NodeIndex finds a flat node by path, -1 when there is none.
func (d *Design) NodeIndex(path string) int {
	if d.nodeIndex == nil {
		d.nodeIndex = make(map[string]int, len(d.Nodes))
		for i := range d.Nodes {
			d.nodeIndex[d.Nodes[i].Path] = i
		}
	}
	if i, ok := d.nodeIndex[path]; ok {
		return i
	}
	return -1
}
