package fault

import (
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
)

// DoesNotFit is the warning that the eval of a node, which stands at a place, returned a number that
// does not fit an output.
func DoesNotFit(design *elaborate.Design, node, output int, place circuit.Place) circuit.Diagnostic {
	n := design.Node(node)
	p := n.Outputs[output]
	d := circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeDoesNotFit, Severity: circuit.Warning,
		Circuit: n.Component, Node: n.Path,
		Message: fmt.Sprintf("eval of %s returned a value for '%s' that does not fit its %s: the upper bits are cut off, and what is no number counts as 0. Mask it, or make the port wider.", n.Component, p.Name, circuit.Bits(p.Type.Wires())),
	}
	if place.IsZero() { // of the library: the node stands in the circuit
		place = design.Place(node)
	}
	return d.At(place)
}
