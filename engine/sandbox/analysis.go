package sandbox

import "simten.dev/engine/circuit"

// Analysis lists what a source defines and uses (simulator.md 17.1). Of a source with errors it is empty.
type Analysis struct {
	CircuitsDefined      []string `json:"circuitsDefined"`      // in the order of the calls, repeats kept
	ComponentsUsed       []string `json:"componentsUsed"`       // each once, in the order of first use
	UnresolvedReferences []string `json:"unresolvedReferences"` // always empty: an unknown name is an error of its own
}

// Analysis lists the circuits of the source and the components of their nodes.
func (c *Compiled) Analysis() Analysis {
	a := Analysis{CircuitsDefined: []string{}, ComponentsUsed: []string{}, UnresolvedReferences: []string{}}
	if circuit.HasErrors(c.Diagnostics) || c.realm == nil {
		return a
	}
	a.CircuitsDefined = append(a.CircuitsDefined, c.Circuits...)
	seen := map[string]bool{}
	for _, d := range c.realm.Circuits() {
		for i := range d.Circuit.Nodes {
			if ref := d.Circuit.Nodes[i].ComponentRef; !seen[ref] {
				seen[ref] = true
				a.ComponentsUsed = append(a.ComponentsUsed, ref)
			}
		}
	}
	return a
}
