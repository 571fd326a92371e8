package circuit

import (
	"fmt"
	"slices"
	"strings"
)

// Severity orders diagnostics; only errors stop a circuit from running.
type Severity string

const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Stage is the stop on the road at which a problem was found.
type Stage string

const (
	StageSource    Stage = "source"    // TypeScript text, imports
	StageRealm     Stage = "realm"     // running the program: circuit() calls and user exceptions
	StageCheck     Stage = "check"     // rules over the finished IR
	StageElaborate Stage = "elaborate" // flattening
	StageSimulate  Stage = "simulate"  // settling and ticking
)

// Code is a stable identifier of one kind of problem: E… errors, W… warnings, I… hints. The list
// of all codes is in codes.go.
type Code string

// Diagnostic is one problem, told so that the reader knows what happened, where, and the next step.
type Diagnostic struct {
	Stage      Stage       `json:"stage"`
	Code       Code        `json:"code"`
	Severity   Severity    `json:"severity"`
	Message    string      `json:"message"`
	File       string      `json:"file,omitempty"` // only when it is not the file that was asked for
	Line       int         `json:"line,omitempty"` // 1-based; 0 = whole file
	Column     int         `json:"column,omitempty"`
	EndLine    int         `json:"endLine,omitempty"`
	EndColumn  int         `json:"endColumn,omitempty"`
	Circuit    string      `json:"circuit,omitempty"`    // name of the circuit concerned
	Node       string      `json:"node,omitempty"`       // node path concerned
	Nodes      []NodePlace `json:"nodes,omitempty"`      // the nodes that share in it, such as those around a loop
	Suggestion string      `json:"suggestion,omitempty"` // "did you mean …", or the text to use instead
	Fixes      []Fix       `json:"fixes,omitempty"`      // changes of the text that do what the suggestion says
	Again      bool        `json:"again,omitempty"`      // a clock, not the text, ended it: the same text may do on a less busy machine

	Meant *Meant `json:"-"` // what Fixes are made of
}

// NodePlace is a node that shares in a problem, and where it stands in the source.
type NodePlace struct {
	Node   string `json:"node"`           // node path
	File   string `json:"file,omitempty"` // only when it is not the file that was asked for
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// MaxNodePlaces bounds the nodes that a diagnostic names in Nodes.
const MaxNodePlaces = 100

// Join adds an error of a simulation to what the compile of its circuit found. A loop that does not settle is an
// error; that it is a loop is then no warning of its own.
func Join(list []Diagnostic, failure Diagnostic) []Diagnostic {
	around := map[string]bool{}
	if failure.Code == CodeOscillation {
		for _, p := range failure.Nodes {
			around[p.Node] = true
		}
	}
	var joined []Diagnostic
	for _, d := range list {
		same := d.Code == CodeLoop && slices.ContainsFunc(d.Nodes, func(p NodePlace) bool { return around[p.Node] })
		if !same {
			joined = append(joined, d)
		}
	}
	return append(joined, failure)
}

// At returns the diagnostic with its place set.
func (d Diagnostic) At(p Place) Diagnostic {
	d.Line, d.Column = p.Line, p.Column
	if p.File != "" {
		d.File = p.File
	}
	return d
}

// Cut bounds what the diagnostic says; its place and its fixes stay.
func (d *Diagnostic) Cut() {
	d.Message, d.Suggestion = CutMessage(d.Message), CutMessage(d.Suggestion)
}

// Text is the message, followed by the suggestion as a sentence of its own.
func (d *Diagnostic) Text() string {
	if d.Suggestion == "" {
		return d.Message
	}
	if strings.HasSuffix(d.Message, ".") || strings.HasSuffix(d.Message, "?") || strings.HasSuffix(d.Message, "!") {
		return d.Message + " " + d.Suggestion
	}
	return d.Message + ". " + d.Suggestion
}

// Error makes a diagnostic usable as an error.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	if d.Line > 0 {
		fmt.Fprintf(&b, "%d:%d: ", d.Line, d.Column)
	}
	fmt.Fprintf(&b, "%s %s", d.Code, d.Message)
	if d.Suggestion != "" {
		fmt.Fprintf(&b, " (%s)", d.Suggestion)
	}
	return b.String()
}

// HasErrors reports whether any diagnostic is an error.
func HasErrors(list []Diagnostic) bool {
	for _, d := range list {
		if d.Severity == Error {
			return true
		}
	}
	return false
}
