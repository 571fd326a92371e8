package check

import (
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// Loops finds the combinational loops of a flat design. They are legal (a latch is one), but most
// are slips, so each is a warning with the path around it. reads tells whether a node's k-th input
// can reach its outputs within a cycle.
func Loops(d *elaborate.Design, reads func(p elaborate.Part, k int) bool) []circuit.Diagnostic {
	next := d.Readers(reads)
	var list []circuit.Diagnostic
	next.Components(func(component []int32) {
		if len(component) == 1 && !next.SelfLoop(int(component[0])) || len(list) == mostLoops {
			return
		}
		const shown = 10
		var names []string
		for i, n := range next.Cycle(component) {
			if i == shown {
				names = append(names, "…")
				break
			}
			names = append(names, d.Path(int(n)))
		}
		first := int(component[0])
		names = append(names, d.Path(first))
		list = append(list, circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeLoop, Severity: circuit.Warning,
			Node:    d.Path(first),
			Message: fmt.Sprintf("Combinational loop: %s. If it is not meant as a latch, break it with a DFlipFlop or Register.", strings.Join(names, " → ")),
		}.
			At(d.Place(first)))
	})
	return list
}

// mostLoops bounds the list; a slip in a generator makes thousands of the same kind.
const mostLoops = 20
