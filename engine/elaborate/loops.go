package elaborate

import (
	"simten.dev/engine/graph"
)

// DriverNode follows views to the node that drives a net; false when a top-level input or nothing does.
func (d *Design) DriverNode(net int) (int, bool) {
	for {
		switch driver := d.Nets[net].Driver; driver.Kind {
		case View:
			net = int(driver.Source)
		case NodeOutput:
			return int(driver.Source), true
		default:
			return 0, false
		}
	}
}

// Readers leads from every node to the nodes whose outputs follow from its outputs without a clock
// edge. reads tells whether a node's k-th input can reach its outputs within a cycle.
func (d *Design) Readers(reads func(p Part, k int) bool) graph.Directed {
	return graph.New(d.NodeCount(), func(add func(from, to int)) {
		for i, p := range d.Each() {
			for k := range p.Circuit().Inputs {
				if !reads(p, k) {
					continue
				}
				if from, ok := d.DriverNode(p.Input(k)); ok {
					add(from, i)
				}
			}
		}
	})
}
