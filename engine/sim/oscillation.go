package sim

import (
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
)

// Oscillation is the error of a combinational loop that does not settle. paths are its nodes, and place tells
// where each of them stands in the source; it may be nil. The first node stands for all in Diagnostic.Node.
func Oscillation(paths []string, place func(i int) circuit.Place) *circuit.Diagnostic {
	const shown = 8
	var names []string
	for _, path := range paths[:min(len(paths), shown)] {
		names = append(names, circuit.ShownPath(path))
	}
	if len(paths) > shown {
		names = append(names, fmt.Sprintf("and %d more", len(paths)-shown))
	}
	d := &circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeOscillation, Severity: circuit.Error,
		Message:    fmt.Sprintf("Propagation did not stabilize: the loop through %s keeps changing.", strings.Join(names, ", ")),
		Suggestion: "Break the loop with a DFlipFlop or Register.",
	}
	if len(paths) > 0 {
		d.Node = paths[0]
	}
	for i, path := range paths[:min(len(paths), circuit.MaxNodePlaces)] {
		part := circuit.NodePlace{Node: path}
		if place != nil {
			at := place(i)
			part.File, part.Line, part.Column = at.File, at.Line, at.Column
			if i == 0 {
				*d = d.At(at)
			}
		}
		d.Nodes = append(d.Nodes, part)
	}
	return d
}
