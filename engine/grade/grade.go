// Package grade judges a submission, the text of a circuit, by a level: tests, and the parts that it may use. The
// submission and the tests each run in a realm of their own. The tests see of the submission what a simulation shows:
// its ports. So no text of a submission can change a check, and no text of a level needs to be trusted with more than
// its own verdict.
package grade

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/testbench"
)

// Level is a task.
type Level struct {
	// Tests is the text of a file *.test.ts, in which submission is the circuit to simulate.
	Tests string
	// Parts are the components of the library that a submission may be made of; empty: all. Those that only lead wires
	// elsewhere, such as Constant and Slice, are always allowed.
	Parts []string
	// Lambdas allows primitives of the submission's own, with eval and onTick.
	Lambdas bool
}

// Verdict is the outcome.
type Verdict string

// The verdicts.
const (
	Passed  Verdict = "passed"  // every test holds
	Failed  Verdict = "failed"  // a test does not
	Broken  Verdict = "broken"  // the submission is no circuit: Diagnostics say why
	Refused Verdict = "refused" // it uses parts that the level does not allow: Diagnostics name them
	Stopped Verdict = "stopped" // a limit of time or size was hit
	Invalid Verdict = "invalid" // the level itself is wrong: its tests do not compile, or there are none
)

// Report is the result for one submission.
type Report struct {
	Verdict     Verdict              `json:"verdict"`
	Diagnostics []circuit.Diagnostic `json:"diagnostics"` // of the submission; of the level's tests when it is invalid
	Tests       []testbench.Test     `json:"tests"`
	// Measures and Cycles are there when the submission is a circuit of allowed parts. Cycles are those that its
	// simulations have run, all tests together.
	sandbox.Measures
	Cycles int `json:"cycles"`
}

// testsFile names the level's tests in messages.
const testsFile = "level.test.ts"

// Grade judges a submission. An error means that the engine itself failed. alive is called often meanwhile; it may be
// nil.
func Grade(ctx context.Context, l Level, submission string, limits sandbox.Limits, alive func()) (*Report, error) {
	r := &Report{Diagnostics: []circuit.Diagnostic{}, Tests: []testbench.Test{}}
	compiled, err := sandbox.Compile(ctx, sandbox.Source{Text: submission}, limits)
	if err != nil {
		return nil, err
	}
	defer compiled.Close()
	for i := range compiled.Diagnostics {
		if d := &compiled.Diagnostics[i]; d.Severity == circuit.Error {
			r.Diagnostics = append(r.Diagnostics, *d)
			if limit(d.Code) {
				r.Verdict = Stopped
			}
		}
	}
	if compiled.Design == nil || len(r.Diagnostics) > 0 {
		if r.Verdict == "" {
			r.Verdict = Broken
		}
		return r, nil
	}
	if r.Diagnostics = refusals(l, compiled.Parts()); len(r.Diagnostics) > 0 {
		r.Verdict = Refused
		return r, nil
	}
	r.Measures = compiled.Measure()
	limits.Steps = 0 // of the tests: the clock bounds them
	tested, err := testbench.Run(ctx, testbench.Options{
		File: testsFile, Text: l.Tests, Subject: compiled, Limits: limits, Alive: alive, Seed: 1,
	})
	if err != nil {
		return nil, err
	}
	r.Tests, r.Cycles = tested.Tests, tested.Cycles
	switch {
	case tested.Limit:
		r.Verdict = Stopped
	case circuit.HasErrors(tested.Diagnostics):
		r.Verdict = Invalid
		r.Diagnostics = tested.Diagnostics
	case tested.Passed == 0 && tested.Failed == 0:
		r.Verdict = Invalid
		r.Diagnostics = append(r.Diagnostics, circuit.Diagnostic{
			Stage: circuit.StageRealm, Code: circuit.CodeNoTests, Severity: circuit.Error, File: testsFile,
			Message: "The level has no tests.", Suggestion: "Make one with test('name', () => { … }).",
		})
	case tested.Failed > 0:
		r.Verdict = Failed
	default:
		r.Verdict = Passed
	}
	return r, nil
}

func limit(c circuit.Code) bool {
	return slices.Contains([]circuit.Code{
		circuit.CodeTimeLimit, circuit.CodeLambdaTime, circuit.CodeTooLarge, circuit.CodeSourceTooLarge, circuit.CodeMemory,
	}, c)
}

// refusals names the parts that a level does not allow.
func refusals(l Level, parts []sandbox.Part) []circuit.Diagnostic {
	list := []circuit.Diagnostic{}
	for _, p := range parts {
		d := circuit.Diagnostic{Stage: circuit.StageCheck, Code: circuit.CodePartNotAllowed, Severity: circuit.Error, Circuit: p.Name}
		switch {
		case !p.Library && !l.Lambdas:
			d.Message = fmt.Sprintf("%s computes with a function of its own, which this level does not allow.", p.Name)
			d.Suggestion = "Build it of parts, with nodes and connect."
		case p.Library && !p.Wiring && len(l.Parts) > 0 && !slices.Contains(l.Parts, p.Name):
			d.Message = fmt.Sprintf("This level does not allow the part %s.", p.Name)
			d.Suggestion = fmt.Sprintf("Allowed: %s.", strings.Join(l.Parts, ", "))
		default:
			continue
		}
		list = append(list, d.At(p.Place))
	}
	return list
}
