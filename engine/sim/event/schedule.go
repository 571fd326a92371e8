package event

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
)

// schedule orders the nodes so that each comes after what it reads, and finds combinational loops
// as strongly connected components (Tarjan's algorithm, without recursion).
func (m *Machine) schedule() {
	for i, p := range m.design.Each() {
		for k, net := range m.nodes[i].inputs {
			if m.reads(p, k) {
				m.readers[net] = append(m.readers[net], i)
			}
		}
	}
	next := m.design.Readers(m.reads)
	m.groups = m.groups[:0]
	m.place = make([]int, len(m.nodes))
	next.Components(func(component []int32) {
		g := group{loop: len(component) > 1 || next.SelfLoop(int(component[0]))}
		for _, i := range component {
			m.place[i] = len(m.groups)
			g.nodes = append(g.nodes, int(i))
		}
		m.groups = append(m.groups, g)
	})
	m.dirtyFrom = len(m.groups)
}

// reads reports whether the eval of a node can look at its k-th input.
func (m *Machine) reads(p elaborate.Part, k int) bool {
	c := p.Circuit()
	return m.realm.Reads(c.Definition, c.Inputs[k].Name)
}

// oscillation names the nodes of a loop that does not settle.
func (m *Machine) oscillation(g *group) error {
	paths := make([]string, len(g.nodes))
	for k, i := range g.nodes {
		paths[k] = m.design.Path(i)
	}
	return sim.Oscillation(paths, func(k int) circuit.Place { return m.design.Place(g.nodes[k]) })
}
