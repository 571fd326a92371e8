package elaborate

// Exposed lists the nodes whose state is shown to the user: every peripheral that is connected to
// anything, and every node that is wired directly to one, in either direction (D102). The order is
// that of Nodes.
func (d *Design) Exposed() []int {
	shown := make([]bool, len(d.Nodes))
	read := map[int]bool{}   // nets that a peripheral reads, views followed
	given := map[int][]int{} // net → peripherals that drive it
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if !n.Metadata.IsPeripheral() {
			continue
		}
		for _, p := range n.Inputs {
			if p.Connected {
				shown[i] = true
				read[d.source(p.Net)] = true
			}
		}
		for _, p := range n.Outputs {
			given[p.Net] = append(given[p.Net], i)
		}
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		for _, p := range n.Outputs {
			if read[p.Net] {
				shown[i] = true
			}
		}
		for _, p := range n.Inputs {
			if !p.Connected {
				continue
			}
			for _, peripheral := range given[d.source(p.Net)] {
				shown[i], shown[peripheral] = true, true
			}
		}
	}
	// A peripheral of the top circuit's ports is connected by its outputs too.
	for _, p := range d.Outputs {
		for _, peripheral := range given[d.source(p.Net)] {
			shown[peripheral] = true
		}
	}
	var list []int
	for i, yes := range shown {
		if yes {
			list = append(list, i)
		}
	}
	return list
}

// source follows views to the net that they look at.
func (d *Design) source(net int) int {
	for range d.Nets { // a chain of views is at most as long as there are nets
		driver := d.Nets[net].Driver
		if driver.Kind != View {
			return net
		}
		net = driver.Source
	}
	return net
}

// Source follows a net to the output of a node that drives it; ok is false when no node does.
func (d *Design) Source(net int) (driver Driver, ok bool) {
	driver = d.Nets[d.source(net)].Driver
	return driver, driver.Kind == NodeOutput
}
