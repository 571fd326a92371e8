package testbench

import (
	"encoding/json"

	"simten.dev/engine/circuit"
)

// Status is how a test ended.
type Status string

// The states of a test.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped" // by skip, by the only of another test, or by Options.Filter
	Todo    Status = "todo"
)

// Report is the result of one file.
type Report struct {
	File        string               `json:"file"`
	Tests       []Test               `json:"tests"`
	Diagnostics []circuit.Diagnostic `json:"diagnostics"` // of the file and what it imports; with an error no test has run
	Console     []string             `json:"console,omitempty"`
	Passed      int                  `json:"passed"`
	Failed      int                  `json:"failed"`
	Skipped     int                  `json:"skipped"`
	// Limit says that a limit of time or size was hit.
	Limit bool `json:"limit,omitempty"`
	// Cycles are the clock cycles that the simulations of Options.Subject have run, all tests together.
	Cycles int `json:"cycles,omitempty"`
	// Verify is what verify.run() found, of a file that uses verify; see Verification.
	Verify *Verification `json:"verify,omitempty"`
}

// OK reports that nothing failed.
func (r *Report) OK() bool { return r.Failed == 0 && !circuit.HasErrors(r.Diagnostics) }

// Test is one test of a file.
type Test struct {
	Name    string        `json:"name"` // with the names of the groups around it, joined by " > "
	Status  Status        `json:"status"`
	Place   circuit.Place `json:"place"`
	Failure *Failure      `json:"failure,omitempty"`
}

// Failure says why a test failed.
type Failure struct {
	Message string        `json:"message"`
	Place   circuit.Place `json:"place"` // of the check that failed, or of what threw
	Limit   bool          `json:"limit,omitempty"`
	// Counterexample is what a property was refuted with.
	Counterexample *Counterexample `json:"counterexample,omitempty"`
	// Case is what Options.Subject was given when a check failed.
	Case *Case `json:"case,omitempty"`

	stopped bool // from outside, not by an exception of the program
}

// Counterexample is the smallest input found that refutes a property of fast-check.
type Counterexample struct {
	Inputs     json.RawMessage `json:"inputs"` // a list; bigints are texts such as "5n"
	Text       string          `json:"text"`   // the inputs as they are written in a program
	Seed       int64           `json:"seed"`
	Path       string          `json:"path"` // with the seed it repeats the failure
	NumRuns    int             `json:"numRuns"`
	NumShrinks int             `json:"numShrinks"`
}
