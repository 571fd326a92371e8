package job

import (
	"context"
	"encoding/json"
	"math"
	"strings"

	"simten.dev/cmd/simten/fastcheck"
	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/project"
	"simten.dev/engine/protocol"
	"simten.dev/engine/testbench"
)

// Verify asks for the result of a testbench, which is the text of the run.
type Verify struct {
	Oracle string `json:"oracle"` // its declaration, as JSON
	Seed   int64  `json:"seed"`
}

// VerifyResult is what the testbench found.
type VerifyResult struct {
	Result      json.RawMessage `json:"result,omitempty"` // of verify.run(), or the violated contract
	Passed      bool            `json:"passed"`
	Diagnostics []Diagnostic    `json:"diagnostics"`
	Console     []string        `json:"console"`
	Limit       bool            `json:"limit,omitempty"` // a limit of time or size was hit
}

// mentions reports whether a word stands in a text of the run.
func (r *Run) mentions(word string) bool {
	for _, text := range r.Files {
		if strings.Contains(text, word) {
			return true
		}
	}
	return strings.Contains(r.Text, word)
}

func (w *worker) verify(ctx context.Context, q *Verify) (*VerifyResult, error) {
	r := w.task.Run.Run
	files := project.Map{r.File: r.Text}
	for name, text := range r.Files {
		files[name] = text
	}
	l := w.limits
	l.Steps = math.MaxInt / 2 // the clock bounds it: a property of fast-check alone needs millions
	var packages []testbench.Package
	if properties, err := fastcheck.Module(); err == nil {
		packages = []testbench.Package{{Name: fastcheck.Name, Text: properties}}
	} else if r.mentions(fastcheck.Name) {
		e := protocol.NewError(protocol.ErrUnavailable, "This server was built without fast-check.")
		e.Advice = "Build it with: make build. Or check with verify.exhaustive only."
		return nil, e
	}
	report, err := testbench.Run(ctx, testbench.Options{
		Root: folder(files), File: r.File, Seed: q.Seed, Limits: l, Alive: w.alive, Verify: true, Oracle: q.Oracle,
		Loader:   loader{w, w.task.Run.Host},
		Lock:     func(string) (*modules.Lock, error) { return r.Lock, nil },
		Packages: packages,
	})
	if err != nil {
		return nil, err
	}
	result := &VerifyResult{
		Diagnostics: []Diagnostic{}, Console: append([]string{}, report.Console...),
		Limit: report.Limit,
	}
	if len(result.Console) > maxConsole {
		result.Console = result.Console[:maxConsole]
	}
	for i := range report.Diagnostics {
		if d := &report.Diagnostics[i]; d.Severity == circuit.Error && len(result.Diagnostics) < maxDiagnostics {
			result.Diagnostics = append(result.Diagnostics, diagnosticOf(d))
		}
	}
	if report.Verify != nil && len(result.Diagnostics) == 0 {
		result.Result, result.Passed = report.Verify.Result, report.OK() && report.Verify.Passed
	}
	return result, nil
}
