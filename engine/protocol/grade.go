package protocol

import (
	"fmt"
	"unicode/utf8"

	"simten.dev/engine/circuit"
)

// Verdict is what came of a submission.
type Verdict string

const (
	VerdictPassed  Verdict = "passed"  // every test holds
	VerdictFailed  Verdict = "failed"  // a test does not
	VerdictBroken  Verdict = "broken"  // the submission is no circuit: its diagnostics say why
	VerdictRefused Verdict = "refused" // it uses parts that the level does not allow: its diagnostics name them
	VerdictStopped Verdict = "stopped" // a limit of time or size was hit
	VerdictInvalid Verdict = "invalid" // the level is wrong: the diagnostics are those of its tests
)

// GradeResult is the judgement of a submission.
type GradeResult struct {
	Verdict     Verdict              `json:"verdict"`
	Diagnostics []circuit.Diagnostic `json:"diagnostics"`
	Tests       []GradedTest         `json:"tests" bounds:"0,1000"`
	Gates       int                  `json:"gates" bounds:"0,"`  // primitive parts; those that only lead wires elsewhere, and displays, are none
	Depth       int                  `json:"depth" bounds:"0,"`  // gates on the critical path, the longest way of a value within a cycle
	Cycles      int                  `json:"cycles" bounds:"0,"` // that the tests have run, all together
}

// GradedTest is one test of a level.
type GradedTest struct {
	Name   string `json:"name" bounds:"0,1024"`
	Status string `json:"status" bounds:"0,16"` // passed, failed, skipped or todo
	// Message says why it failed.
	Message string      `json:"message,omitempty" bounds:"0,65536"`
	Case    *GradedCase `json:"case,omitempty"`
}

// GradedCase is the case in which a test failed.
type GradedCase struct {
	Inputs   []GradedInput `json:"inputs" bounds:"0,64"`
	Port     string        `json:"port,omitempty" bounds:"0,1024"` // the output that was looked at
	Expected string        `json:"expected,omitempty" bounds:"0,4096"`
	Got      string        `json:"got,omitempty" bounds:"0,4096"`
	Cycle    uint64        `json:"cycle,omitempty"`
}

// GradedInput is an input with the value that it had.
type GradedInput struct {
	Name  string        `json:"name" bounds:"0,1024"`
	Value circuit.Value `json:"value"`
}

// validate keeps both texts so short that the request travels in one piece.
func (g *GradeRequest) validate(limits Limits) *Error {
	most := limits.SourceBytes / 4
	switch {
	case len(g.Source) > most:
		return tooLarge("source", len(g.Source), most)
	case len(g.Tests) > most:
		return tooLarge("text of the tests", len(g.Tests), most)
	case len(g.Parts) > 256:
		return invalid("grade.parts", fmt.Sprintf("must have at most 256 names, not %d", len(g.Parts)))
	}
	for _, name := range g.Parts {
		if n := utf8.RuneCountInString(name); n < 1 || n > 1024 {
			return invalid("grade.parts", fmt.Sprintf("has a name of %d characters; names have 1 to 1024", n))
		}
	}
	return nil
}
