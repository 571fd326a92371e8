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

// Failed is another error of a compiled lambda: it returns something unusable, or takes too long. message goes on after
// "eval of X"; see Threw.
func Failed(code circuit.Code, which, component, path, message, advice string, place circuit.Place) *circuit.Diagnostic {
	d := Threw(which, component, path, message, advice, place)
	d.Code, d.Message = code, fmt.Sprintf("%s of %s %s", which, component, message)
	return d
}
