package elaborate

// Exposed lists the nodes whose state is shown to the user: every peripheral that is connected to
// anything, and every node that is wired directly to one, in either direction (D102). The order is
// that of Nodes.
func (d *Design) Exposed() []int {
	shown := make([]bool, d.NodeCount())
	read := map[int]bool{}   // nets that a peripheral reads, views followed
	given := map[int][]int{} // net → peripherals that drive it
	any := false
	for i, p := range d.Each() {
		c := p.Circuit()
		if !c.Metadata.IsPeripheral() {
			continue
		}
		any = true
		for k := range c.Inputs {
			if p.Connected(k) {
				shown[i] = true
				read[d.source(p.Input(k))] = true
			}
		}
		for k := range c.Outputs {
			given[p.Output(k)] = append(given[p.Output(k)], i)
		}
	}
	if !any {
		return nil
	}
	for i, p := range d.Each() {
		c := p.Circuit()
		for k := range c.Outputs {
			if read[p.Output(k)] {
				shown[i] = true
			}
		}
		for k := range c.Inputs {
			for _, peripheral := range given[d.source(p.Input(k))] {
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
	for d.Nets[net].Driver.Kind == View {
		net = int(d.Nets[net].Driver.Source)
	}
	return net
}
