package event

import (
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// schedule orders the nodes so that each comes after what it reads, and finds combinational loops
// as strongly connected components (Tarjan's algorithm, without recursion).
func (m *Machine) schedule() {
	n := len(m.nodes)
	next := make([][]int, n) // node → nodes that read its outputs
	for i := range m.nodes {
		x := &m.nodes[i]
		for k, net := range x.inputs {
			if !m.reads(i, k) {
				continue
			}
			m.readers[net] = append(m.readers[net], i)
			if from, ok := m.driverOf(net); ok {
				next[from] = append(next[from], i)
			}
		}
	}
	m.groups = m.groups[:0]
	m.place = make([]int, n)
	for _, component := range components(next) {
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
	d := m.nodes[i].Definition()
	if d.Eval == nil {
		return false
	}
	names, all := d.Eval.Reads()
	return all || slices.Contains(names, m.design.Nodes[i].Inputs[k].Name)
}

// driverOf follows views to the node that drives a net.
func (m *Machine) driverOf(net int) (int, bool) {
	for {
		switch d := m.design.Nets[net].Driver; d.Kind {
		case elaborate.View:
			net = d.Source
		case elaborate.NodeOutput:
			return d.Node, true
		default:
			return 0, false
		}
	}
}

// components returns the strongly connected components in topological order: a component comes
// after those it is reachable from.
func components(next [][]int) [][]int {
	n := len(next)
	index := make([]int, n) // 0 = not visited
	low := make([]int, n)
	onStack := make([]bool, n)
	var stack []int
	var out [][]int
	counter := 0
	type frame struct{ node, edge int }
	var work []frame
	// Visiting from the last node to the first and reversing at the end gives, among the orders that
	// are possible, the one closest to declaration order.
	for root := n - 1; root >= 0; root-- {
		if index[root] != 0 {
			continue
		}
		work = append(work[:0], frame{node: root})
		for len(work) > 0 {
			f := &work[len(work)-1]
			v := f.node
			if f.edge == 0 {
				counter++
				index[v], low[v] = counter, counter
				stack = append(stack, v)
				onStack[v] = true
			}
			if f.edge < len(next[v]) {
				w := next[v][f.edge]
				f.edge++
				if index[w] == 0 {
					work = append(work, frame{node: w})
				} else if onStack[w] {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				up := work[len(work)-1].node
				low[up] = min(low[up], low[v])
			}
			if low[v] == index[v] {
				var component []int
				for {
					w := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					onStack[w] = false
					component = append(component, w)
					if w == v {
						break
					}
				}
				out = append(out, component)
			}
		}
	}
	slices.Reverse(out)
	return out
}

// oscillation names the nodes of a loop that does not come to rest.
func (m *Machine) oscillation(g *group) error {
	const shown = 8
	names := make([]string, 0, shown)
	for _, i := range g.nodes {
		if len(names) == shown {
			names = append(names, fmt.Sprintf("and %d more", len(g.nodes)-shown))
			break
		}
		names = append(names, m.design.Nodes[i].Path)
	}
	first := &m.design.Nodes[g.nodes[0]]
	d := circuit.Diagnostic{Stage: circuit.StageSimulate, Code: circuit.CodeOscillation, Severity: circuit.Error, Node: first.Path,
		Message:    fmt.Sprintf("Propagation did not stabilize: the loop through %s keeps changing.", strings.Join(names, ", ")),
		Suggestion: "Break the loop with a DFlipFlop or Register."}
	d = d.At(first.Place)
	return &d
}
