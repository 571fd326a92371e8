package check

import "simten.dev/engine/circuit"

// driven says which inputs of the nodes of a circuit, and which of its own outputs, a connection ends at.
type driven struct {
	first   []int32 // by node: where its inputs begin in inputs
	inputs  []bool
	outputs []bool
}

func (d *driven) input(node, k int) bool { return d.inputs[int(d.first[node])+k] }

func (d *driven) output(k int) bool { return d.outputs[k] }

// fewPorts is up to how many ports looking at each is faster than an index.
const fewPorts = 16

func drivenBy(c *circuit.Circuit) *driven {
	d := &driven{first: make([]int32, len(c.Nodes)), outputs: make([]bool, len(c.Outputs))}
	total := 0
	for i := range c.Nodes {
		d.first[i] = int32(total)
		total += len(c.Nodes[i].Inputs)
	}
	d.inputs = make([]bool, total)
	nodes := circuit.NodeIndex{Nodes: c.Nodes}
	wide := map[int]map[string]int{} // of nodes with many inputs: the inputs by name
	ownOutputs := map[string]int{}
	for k := range c.Outputs {
		ownOutputs[c.Outputs[k].Name] = k
	}
	for i := range c.Connections {
		w := &c.Connections[i]
		if w.Target.NodeID == "" {
			if k, ok := ownOutputs[w.Target.PortName]; ok {
				d.outputs[k] = true
			}
			continue
		}
		node := nodes.Find(w.Target.NodeID, w.TargetNode)
		if node < 0 {
			continue
		}
		pins := c.Nodes[node].Inputs
		if len(pins) > fewPorts {
			if wide[node] == nil {
				wide[node] = make(map[string]int, len(pins))
				for k := range pins {
					wide[node][pins[k].Name] = k
				}
			}
			if k, ok := wide[node][w.Target.PortName]; ok {
				d.inputs[int(d.first[node])+k] = true
			}
			continue
		}
		for k := range pins {
			if circuit.SameName(pins[k].Name, w.Target.PortName) {
				d.inputs[int(d.first[node])+k] = true
			}
		}
	}
	return d
}
