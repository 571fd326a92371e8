package elaborate

import (
	"fmt"
	"iter"
	"math"
	"sort"
	"strings"

	"simten.dev/engine/circuit"
)

// resolve turns ports into nets: ports of one width that are wired together share a net; a port of
// another width than its driver gets a view. Composites' boundary ports cost nothing.
func (e *elaborator) resolve() {
	d := e.design
	d.nets = make([]int32, len(e.driver))
	d.Nets = make([]Net, 0, int(d.top.size.driven)+d.own())
	for i := range d.nets {
		d.nets[i] = unresolved
	}
	var chain []int32
	for i := range d.nets {
		e.did(1)
		if d.nets[i] != unresolved {
			continue
		}
		// Most ports are wired to one that has its net already, of the same width.
		if driver := e.driver[i]; driver >= 0 && d.nets[driver] != unresolved && d.Nets[d.nets[driver]].Width == int(e.width[i]) && i >= len(d.top.c.Inputs) {
			d.nets[i] = d.nets[driver]
			continue
		}
		chain = e.netOf(int32(i), chain)
	}
	inputs, outputs := d.top.c.Inputs, d.top.c.Outputs
	for i := range inputs {
		d.Inputs = append(d.Inputs, TopPort{Name: inputs[i].Name, Type: inputs[i].PortType, Net: int(d.nets[i])})
	}
	for i := range outputs {
		d.Outputs = append(d.Outputs, TopPort{Name: outputs[i].Name, Type: outputs[i].PortType, Net: int(d.nets[len(inputs)+i])})
	}
}

const unresolved = -1

// netOf resolves one port. Chains of feed-throughs are followed in a loop, because they can be as
// deep as the hierarchy and may, in a wrong circuit, even be closed. chain is scratch.
func (e *elaborator) netOf(i int32, chain []int32) []int32 {
	nets := e.design.nets
	chain = chain[:0]
	at := i
	for nets[at] == unresolved {
		if int(at) < len(e.design.top.c.Inputs) {
			nets[at] = e.newNet(at, Driver{Kind: TopInput, Port: at})
			break
		}
		driver := e.driver[at]
		if driver == nobody {
			nets[at] = e.newNet(at, Driver{})
			break
		}
		if driver < 0 { // the outputs of one primitive stand together
			port := int32(0)
			for port < at && e.driver[at-port-1] == driver {
				port++
			}
			nets[at] = e.newNet(at, Driver{Kind: NodeOutput, Port: port, Source: ^(driver + 1)})
			break
		}
		if len(chain) > len(nets) {
			if len(e.diagnostics) < maxConflicts {
				e.report(circuit.Diagnostic{
					Code:    circuit.CodeFlatDrivers,
					Message: fmt.Sprintf("%s drives itself through wires alone. Put a component between.", e.design.signal(at).Path),
				}.At(e.design.placeOf(at)))
			}
			nets[at] = e.newNet(at, Driver{})
			break
		}
		chain = append(chain, at)
		at = driver
	}
	for k := len(chain) - 1; k >= 0; k-- {
		p := chain[k]
		if nets[p] != unresolved {
			continue
		}
		source := nets[e.driver[p]]
		if int(e.width[p]) != e.design.Nets[source].Width {
			nets[p] = e.newNet(p, Driver{Kind: View, Source: source})
		} else {
			nets[p] = source
		}
	}
	return chain
}

func (e *elaborator) newNet(port int32, d Driver) int32 {
	e.design.Nets = append(e.design.Nets, Net{Width: int(e.width[port]), Driver: d})
	return int32(len(e.design.Nets) - 1)
}

// Driven reports whether anything drives a net; an undriven one reads 0.
func (d *Design) Driven(net int) bool {
	for d.Nets[net].Driver.Kind == View {
		net = int(d.Nets[net].Driver.Source)
	}
	return d.Nets[net].Driver.Kind != Undriven
}

// at finds flat node i: the names on the way to it, and the node.
func (d *Design) at(i int) (path []string, p Part) {
	path, _, p = d.find(i)
	return path, p
}

// Around is the innermost circuit around flat node i, and the path of that instance, "" for the top circuit.
func (d *Design) Around(i int) (c *circuit.Circuit, path string) {
	names, s, _ := d.find(i)
	return s.c, around(names)
}

// around is the path of what the last of some names is in.
func around(names []string) string {
	if len(names) == 1 {
		return ""
	}
	return circuit.JoinPath(names[:len(names)-1]...)
}

// find is at with the circuit that the node stands in.
func (d *Design) find(i int) (path []string, s *shape, p Part) {
	inside, left := int32(d.own()), int32(i)
	s = d.top
	for { // a child without nodes has the number of the next one, which is found
		k := sort.Search(len(s.children), func(k int) bool { return s.children[k].node > left }) - 1
		x := &s.children[k]
		path = append(path, x.record.ID)
		if x.of.primitive() {
			return path, s, Part{d, x, inside + x.ports}
		}
		left -= x.node
		inside += x.inner()
		s = x.of
	}
}

// own is the number of ports of the top circuit.
func (d *Design) own() int { return len(d.top.c.Inputs) + len(d.top.c.Outputs) }

func (d *Design) each(s *shape, inside, node int32, yield func(int, Part) bool) bool {
	for i := range s.children {
		x := &s.children[i]
		if x.of.primitive() {
			if !yield(int(node+x.node), Part{d, x, inside + x.ports}) {
				return false
			}
		} else if !d.each(x.of, inside+x.inner(), node+x.node, yield) {
			return false
		}
	}
	return true
}

// node says all about a flat node.
func (d *Design) node(path string, p Part) Node {
	c, record := p.child.of.c, p.record()
	n := Node{
		Path: path, Component: c.Name, Definition: c.Definition, Arguments: record.Arguments,
		State: p.child.state, Metadata: c.Metadata, Place: record.Place,
		Inputs: make([]Pin, len(c.Inputs)), Outputs: make([]Pin, len(c.Outputs)),
	}
	for k := range n.Inputs {
		net := p.Input(k)
		n.Inputs[k] = Pin{Name: c.Inputs[k].Name, Type: p.child.inputType(k), Net: net, Connected: d.Driven(net)}
	}
	for k := range n.Outputs {
		n.Outputs[k] = Pin{Name: c.Outputs[k].Name, Type: p.child.outputType(k), Net: p.Output(k)}
	}
	return n
}

// NodeIndex finds a flat node by path, -1 when there is none.
func (d *Design) NodeIndex(path string) int {
	if x, _, node := d.locate(path, func(x *child, rest string) bool { return rest == "" && x.of.primitive() }); x != nil {
		return int(node)
	}
	return -1
}

// Declared is where a node is declared, one with nodes inside included; ok is false when the path names none.
func (d *Design) Declared(path string) (place circuit.Place, ok bool) {
	x, _, _ := d.locate(path, func(_ *child, rest string) bool { return rest == "" })
	if x == nil {
		return place, false
	}
	return x.record.Place, true
}

// locate finds the child that a path leads to, with the numbers of its first port and node. Paths are as
// circuit.JoinPath writes them. One in which a name with dots lacks its quotes is understood as well when it can mean
// one child only: suits is asked what a child with the rest of the path would be.
func (d *Design) locate(path string, suits func(x *child, rest string) bool) (found *child, ports, node int32) {
	if names, ok := circuit.SplitPath(path); ok {
		if x, ports, node := d.top.walk(names); x != nil && suits(x, "") {
			return x, ports, node
		}
	}
	several := false
	d.top.resolve(path, func(x *child, p, n int32, rest string) bool {
		if suits(x, rest) {
			several = found != nil
			found, ports, node = x, p, n
		}
		return several
	})
	if several {
		return nil, 0, 0
	}
	return found, ports, node
}

// walk finds the child that names lead to, with the numbers of its first port and node from the start of the place.
func (s *shape) walk(names []string) (x *child, ports, node int32) {
	for i, name := range names {
		k := s.index.Find(name, 0)
		if k < 0 {
			return nil, 0, 0
		}
		if i > 0 {
			ports += x.inner() - x.ports
		}
		x = &s.children[k]
		s, ports, node = x.of, ports+x.ports, node+x.node
	}
	return x, ports, node
}

// resolve visits the children that a path without quotes can mean, names with dots in them included, until visit is
// content: with the child, the numbers of its first port and node from the start of the place, and what is left of the
// path.
func (s *shape) resolve(path string, visit func(x *child, ports, node int32, rest string) bool) bool {
	for end := 0; end <= len(path); end++ {
		if end < len(path) && path[end] != '.' {
			continue
		}
		k := s.index.Find(path[:end], 0)
		if k < 0 {
			continue
		}
		x := &s.children[k]
		rest := strings.TrimPrefix(path[end:], ".")
		if visit(x, x.ports, x.node, rest) {
			return true
		}
		if rest != "" && x.of.resolve(rest, func(y *child, ports, node int32, rest string) bool {
			return visit(y, x.inner()+ports, x.node+node, rest)
		}) {
			return true
		}
	}
	return false
}

// Signal finds a port by path: "__top__.a", "cpu.alu.add0.sum".
func (d *Design) Signal(path string) (Signal, bool) {
	port := int32(-1)
	if own, ok := strings.CutPrefix(path, TopNode+"."); ok {
		if names, ok := circuit.SplitPath(own); ok && len(names) == 1 {
			port = int32(d.top.port(names[0]))
		}
		if port < 0 {
			port = int32(d.top.port(own))
		}
	}
	if names, ok := circuit.SplitPath(path); port < 0 && ok && len(names) > 1 {
		if x, ports, _ := d.top.walk(names[:len(names)-1]); x != nil {
			if k := x.of.port(names[len(names)-1]); k >= 0 {
				port = int32(d.own()) + ports + int32(k)
			}
		}
	}
	if port < 0 {
		x, ports, _ := d.locate(path, func(x *child, rest string) bool {
			if k := x.of.port(rest); k >= 0 {
				port = int32(k)
				return true
			}
			return false
		})
		if x == nil {
			return Signal{}, false
		}
		port += int32(d.own()) + ports
	}
	s := d.signal(port)
	s.Path = path
	return s, true
}

// Signals visits every named port: those of the top circuit, then those of its nodes, each followed by
// what is inside.
func (d *Design) Signals() iter.Seq[Signal] { return d.SignalsWithin(math.MaxInt) }

// SignalsWithin visits the ports of the upper levels of the hierarchy: 0 is the top circuit's own ports, 1 those of its
// nodes as well.
func (d *Design) SignalsWithin(levels int) iter.Seq[Signal] {
	return func(yield func(Signal) bool) {
		c := d.top.c
		if d.ports(TopNode, c.Inputs, c.Outputs, nil, 0, yield) {
			d.inside(d.top, "", int32(d.own()), levels, yield)
		}
	}
}

// LevelsWithin is how many levels have at most so many signals together; all reports that these are all there are.
func (d *Design) LevelsWithin(limit int) (levels int, all bool) {
	count := d.own()
	places := map[*shape]int{d.top: 1} // of the level
	for len(places) > 0 {
		below := map[*shape]int{}
		for s, n := range places {
			for i := range s.children {
				of := s.children[i].of
				count += n * (len(of.c.Inputs) + len(of.c.Outputs))
				if count > limit {
					return levels, false
				}
				if !of.primitive() {
					below[of] += n
				}
			}
		}
		levels++
		places = below
	}
	return levels, true
}

func (d *Design) inside(s *shape, path string, base int32, levels int, yield func(Signal) bool) bool {
	if levels == 0 {
		return true
	}
	for i := range s.children {
		x := &s.children[i]
		name := circuit.AppendPath(path, x.record.ID)
		if !d.ports(name, x.of.c.Inputs, x.of.c.Outputs, x.types, base+x.ports, yield) {
			return false
		}
		if !x.of.primitive() && !d.inside(x.of, name, base+x.inner(), levels-1, yield) {
			return false
		}
	}
	return true
}

func (d *Design) ports(path string, inputs, outputs []circuit.Port, types []circuit.PortType, first int32, yield func(Signal) bool) bool {
	for k := range len(inputs) + len(outputs) {
		s := Signal{Input: k < len(inputs)}
		p := &circuit.Port{}
		if s.Input {
			p = &inputs[k]
		} else {
			p = &outputs[k-len(inputs)]
		}
		s.Path, s.Type = path+"."+circuit.PathName(p.Name), p.PortType
		if types != nil {
			s.Type = types[k]
		}
		if d.nets != nil {
			s.Net = int(d.nets[int(first)+k])
		}
		if !yield(s) {
			return false
		}
	}
	return true
}

// signal describes a port by its number.
func (d *Design) signal(port int32) Signal {
	var found Signal
	path, inputs, outputs, types, k := d.owner(port)
	first := port - int32(k)
	d.ports(path, inputs, outputs, types, first, func(s Signal) bool {
		found = s
		k--
		return k >= 0
	})
	return found
}

// owner finds whose port it is: its path, its ports with their types, and the number of the port among them.
func (d *Design) owner(port int32) (path string, inputs, outputs []circuit.Port, types []circuit.PortType, k int) {
	c := d.top.c
	if int(port) < d.own() {
		return TopNode, c.Inputs, c.Outputs, nil, int(port)
	}
	x, names, left := d.childAt(port)
	return circuit.JoinPath(names...), x.of.c.Inputs, x.of.c.Outputs, x.types, int(left)
}

// childAt finds the child that has a port, the names on the way to it, and the number of the port among
// its own.
func (d *Design) childAt(port int32) (x *child, path []string, k int32) {
	s, left := d.top, port-int32(d.own())
	for {
		i := sort.Search(len(s.children), func(i int) bool { return s.children[i].ports > left }) - 1
		x = &s.children[i]
		path = append(path, x.record.ID)
		if left < x.inner() {
			return x, path, left - x.ports
		}
		left -= x.inner()
		s = x.of
	}
}

// placeOf is where the owner of a port is declared.
func (d *Design) placeOf(port int32) circuit.Place {
	if int(port) < d.own() {
		return d.top.c.Place
	}
	x, _, _ := d.childAt(port)
	return x.record.Place
}

// Root is the hierarchy, made anew.
func (d *Design) Root() Scope {
	return d.top.scope("", 0)
}

func (s *shape) scope(path string, node int32) Scope {
	out := Scope{Path: path, Component: s.c.Name}
	for i := range s.children {
		x := &s.children[i]
		if x.of.primitive() {
			out.Nodes = append(out.Nodes, int(node+x.node))
			continue
		}
		name := circuit.AppendPath(path, x.record.ID)
		inner := x.of.scope(name, node+x.node)
		inner.Name = x.record.ID
		out.Children = append(out.Children, inner)
	}
	return out
}
