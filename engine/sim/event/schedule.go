package event

import (
	"slices"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
)

// schedule orders the nodes so that each comes after what it reads, and finds combinational loops
// as strongly connected components (Tarjan's algorithm, without recursion).
func (m *Machine) schedule() {
	for i := range m.nodes {
		for k, net := range m.nodes[i].inputs {
			if m.reads(i, k) {
				m.readers[net] = append(m.readers[net], i)
			}
		}
	}
	next := m.design.Readers(m.reads)
	m.groups = m.groups[:0]
	m.place = make([]int, len(m.nodes))
	for _, component := range elaborate.Components(next) {
		slices.Sort(component)
		loop := len(component) > 1 || slices.Contains(next[component[0]], component[0])
		for _, i := range component {
			m.place[i] = len(m.groups)
		}
		m.groups = append(m.groups, group{nodes: component, loop: loop})
	}
	m.dirtyFrom = len(m.groups)
}

// reads reports whether the eval of a node can look at its k-th input.
func (m *Machine) reads(i, k int) bool {
	n := &m.design.Nodes[i]
	return m.realm.Reads(n.Definition, n.Inputs[k].Name)
}

// oscillation names the nodes of a loop that does not come to rest.
func (m *Machine) oscillation(g *group) error {
	paths := make([]string, len(g.nodes))
	for k, i := range g.nodes {
		paths[k] = m.design.Nodes[i].Path
	}
	d := sim.Oscillation(paths)
	*d = d.At(m.design.Nodes[g.nodes[0]].Place)
	return d
}
