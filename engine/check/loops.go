package check

import (
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// Loops finds the combinational loops of a flat design. They are legal (a latch is one), but most
// are slips, so each is a warning with the path around it. reads tells whether a node's k-th input
// can reach its outputs within a cycle.
func Loops(d *elaborate.Design, reads func(node, k int) bool) []circuit.Diagnostic {
	next := d.Readers(reads)
	var list []circuit.Diagnostic
	for _, component := range elaborate.Components(next) {
		slices.Sort(component)
		if len(component) == 1 && !slices.Contains(next[component[0]], component[0]) {
			continue
		}
		if len(list) == mostLoops {
			break
		}
		const shown = 10
		var names []string
		for i, n := range elaborate.Cycle(next, component) {
			if i == shown {
				names = append(names, "…")
				break
			}
			names = append(names, d.Nodes[n].Path)
		}
		names = append(names, d.Nodes[component[0]].Path)
		list = append(list, circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeLoop, Severity: circuit.Warning,
			Node:    d.Nodes[component[0]].Path,
			Message: fmt.Sprintf("Combinational loop: %s. If it is not meant as a latch, break it with a DFlipFlop or Register.", strings.Join(names, " → ")),
		}.
			At(d.Nodes[component[0]].Place))
	}
	return list
}

// mostLoops bounds the list; a slip in a generator makes thousands of the same kind.
const mostLoops = 20
