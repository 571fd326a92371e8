package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"simten.dev/engine/protocol"
)

// Failure is why a call has no result, and the call to make next.
type Failure struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Circuit string   `json:"circuit,omitempty"`
	Node    string   `json:"node,omitempty"`
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line,omitempty"`
	Column  int      `json:"column,omitempty"`
	Advice  string   `json:"advice,omitempty"`
	Next    []string `json:"next,omitempty"`
}

// Error is one line.
func (f *Failure) Error() string { return f.Code + ": " + f.Message }

// failed makes a Failure of a code, with the call to make next.
func failed(code protocol.ErrorCode, message, advice string, next ...string) *Failure {
	return &Failure{Code: string(code), Message: message, Advice: advice, Next: next}
}

// nextCalls are the calls to make after a failure of a code, when nothing closer is known.
var nextCalls = map[protocol.ErrorCode][]string{
	protocol.ErrTimeout:        {"check_circuit"},
	protocol.ErrMemory:         {"check_circuit"},
	protocol.ErrSyntax:         {"check_circuit", "get_grammar"},
	protocol.ErrRuntime:        {"check_circuit"},
	protocol.ErrInvalidCode:    {"check_circuit", "get_grammar"},
	protocol.ErrOutputTooLarge: {"query_run", "find"},
}

// inTools says in the words of tools what the advice of a code says in those of a page.
var inTools = map[protocol.ErrorCode]string{
	protocol.ErrTimeout:     "Look for a loop without an end, ask for fewer ticks, or give the call more time with timeoutMs.",
	protocol.ErrUnavailable: "Call it again; when that fails, too, the server has to be started anew.",
	protocol.ErrAborted:     "Call it again if its result is still wanted.",
	protocol.ErrOverloaded:  "Wait for the calls that are under way.",
	protocol.ErrDenied:      "Do without.",
}

// failureOf is any error as a Failure.
func failureOf(err error) *Failure {
	var known *Failure
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, context.Canceled) {
		return failed(protocol.ErrAborted, "The call was cancelled.", inTools[protocol.ErrAborted])
	}
	var e *protocol.Error
	if !errors.As(err, &e) {
		e = protocol.NewError(protocol.ErrRuntime, err.Error())
	}
	f := &Failure{
		Code: string(e.Code), Message: e.Message, Circuit: e.Circuit, Node: e.Node, File: e.File, Line: e.Line, Column: e.Column,
		Advice: e.Advice, Next: nextCalls[e.Code],
	}
	if instead, ok := inTools[e.Code]; ok && f.Advice == e.Code.Advice() {
		f.Advice = instead
	}
	return f
}

// text is the Failure for people, and for models whose client shows them texts only.
func (f *Failure) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", f.Code, f.Message)
	if f.Line > 0 {
		fmt.Fprintf(&b, "\nPlace: %sline %d, column %d", withSpace(f.File), f.Line, f.Column)
	}
	if f.Node != "" {
		fmt.Fprintf(&b, "\nNode: %s", f.Node)
	}
	if f.Advice != "" {
		fmt.Fprintf(&b, "\n%s", f.Advice)
	}
	if len(f.Next) > 0 {
		fmt.Fprintf(&b, "\nNext: %s", strings.Join(f.Next, ", "))
	}
	return b.String()
}

func withSpace(text string) string {
	if text == "" {
		return ""
	}
	return text + " "
}
