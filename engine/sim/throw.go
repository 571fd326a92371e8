package sim

import (
	"fmt"

	"simten.dev/engine/circuit"
)

// Threw is the error of a compiled lambda that throws: which is "eval" or "onTick", component and path are those
// of its node.
func Threw(which, component, path, message, advice string, place circuit.Place) *circuit.Diagnostic {
	d := circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeLambdaThrew, Severity: circuit.Error, Circuit: component, Node: path,
		Message: fmt.Sprintf("%s of %s failed: %s", which, component, message), Suggestion: advice,
	}.At(place)
	return &d
}

// BadResult is the error of a compiled lambda that returns something unusable, of which message tells; see Threw.
func BadResult(which, component, path, message, advice string, place circuit.Place) *circuit.Diagnostic {
	d := Threw(which, component, path, message, advice, place)
	d.Code, d.Message = circuit.CodeLambdaResult, fmt.Sprintf("%s of %s %s", which, component, message)
	return d
}
