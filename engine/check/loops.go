package check

import (
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// Loops finds the combinational loops of a flat design. They are legal (a latch is one), but most
// are slips, so each is a warning with the path around it. Loops of the same size at the same place, as in each use of
// a composite, are one warning with their number; those inside one component of the library, whose circuits library
// tells, are none. reads tells whether a node's k-th input can reach its outputs within a cycle, and looped which nodes
// lie on a loop: not every output need follow from every input, so that there are loops of whole nodes which are none.
// It tells of one node of a loop at least.
func Loops(d *elaborate.Design, looped map[int]bool, reads func(p elaborate.Part, k int) bool, library func(c *circuit.Circuit) bool) []circuit.Diagnostic {
	next := d.Readers(reads)
	type kind struct {
		place circuit.Place
		nodes int
	}
	var list []circuit.Diagnostic
	seen, more := map[kind]int{}, map[int]int{} // of the list: which one is of that kind, how many more there are
	next.Components(func(component []int32) {
		if len(component) == 1 && !next.SelfLoop(int(component[0])) {
			return
		}
		if !slices.ContainsFunc(component, func(n int32) bool { return looped[int(n)] }) || meant(d, component, library) {
			return
		}
		this := kind{d.Place(int(component[0])), len(component)}
		if i, again := seen[this]; again {
			more[i]++
			return
		}
		if len(list) == maxLoops {
			return
		}
		seen[this] = len(list)
		const shown = 10
		var names []string
		var nodes []circuit.NodePlace
		for i, n := range next.Cycle(component) {
			if i == circuit.MaxNodePlaces {
				break
			}
			at := d.Place(int(n))
			nodes = append(nodes, circuit.NodePlace{Node: d.Path(int(n)), File: at.File, Line: at.Line, Column: at.Column})
			switch {
			case i < shown:
				names = append(names, circuit.ShownPath(d.Path(int(n))))
			case i == shown:
				names = append(names, "…")
			}
		}
		first := int(component[0])
		names = append(names, circuit.ShownPath(d.Path(first)))
		list = append(list, circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeLoop, Severity: circuit.Warning,
			Node:    d.Path(first),
			Message: strings.Join(names, " → "),
			Nodes:   nodes,
		}.
			At(this.place))
	})
	for i := range list {
		others := ""
		if n := more[i]; n > 0 {
			others = fmt.Sprintf(" (and %d more from here)", n)
		}
		list[i].Message = fmt.Sprintf("Combinational loop: %s%s. If it is not meant as a latch, break it with a DFlipFlop or Register.", list[i].Message, others)
	}
	return list
}

// meant reports that a loop is inside of one component of the library.
func meant(d *elaborate.Design, component []int32, library func(c *circuit.Circuit) bool) bool {
	around, path := d.Around(int(component[0]))
	if !library(around) {
		return false
	}
	for _, n := range component[1:] {
		if _, other := d.Around(int(n)); other != path {
			return false
		}
	}
	return true
}

// maxLoops bounds the list; a slip in a generator makes thousands of the same kind.
const maxLoops = 20
