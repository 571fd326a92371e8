package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/source"
	"simten.dev/process"
	"simten.dev/process/seal"
)

// A one-line program can end any native process that runs it: a Go runtime that is out of memory or
// out of stack cannot be recovered, and a loop inside a built-in function cannot be interrupted.
// So the commands that run circuit code do it in a child process with limits. When the child dies
// or is stopped, the command still ends with one clear line and the exit code for a limit.

const (
	guardVariable  = "SIMTEN_GUARDED" // set in the child
	limitsVariable = "SIMTEN_LIMITS"  // a JSON object with limits of docs/protocol.md that differ from the defaults
)

// guardedCommands run circuit code.
var guardedCommands = []string{"check", "sim", "wave", "find", "why", "compare", "changes", "digest", "bench", "rtl", "draw", "export", "test", "verify", "source", "lock"}

// cycledCommands run as many clock cycles as they are asked for.
var cycledCommands = []string{"sim", "wave", "find", "why", "compare", "changes", "digest", "bench", "draw", "export", "test", "verify"}

// needsGuard reports whether a command line must be run in a child.
func needsGuard(args []string) bool {
	return len(args) > 0 && slices.Contains(guardedCommands, args[0]) && os.Getenv(guardVariable) == ""
}

// readLimits gives the limits in force: the defaults, as far as the environment does not say otherwise.
func readLimits() (limits.Limits, error) {
	l := limits.Limits{}
	if text := os.Getenv(limitsVariable); text != "" {
		decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&l); err != nil {
			return l, fmt.Errorf(`%s must be an object such as {"memoryMebibytes": 2048}: %w`, limitsVariable, err)
		}
	}
	return l.Fill(), nil
}

// servedLimits are the limits for a sandbox that is served; nil when they are the defaults.
func servedLimits() json.RawMessage {
	if commandLimits == limits.Default {
		return nil
	}
	text, _ := json.Marshal(commandLimits) // numbers always encode
	return text
}

// commandLimits are the limits of the command that runs.
var commandLimits = limits.Default

// enterGuard makes this process the guarded child, when it is one.
func enterGuard(args []string) {
	if os.Getenv(guardVariable) == "" {
		return
	}
	alive = process.Enter(commandLimits).Progress
	seal.Process(needsOf(args))
}

// alive is called between the pieces of work of a guarded command.
var alive = func() {}

// runGuarded runs the command line in a child and gives its exit code.
func runGuarded(ctx context.Context, t terminal, args []string) int {
	self, err := os.Executable()
	if err != nil {
		return t.safely(args[0], func(t terminal) int {
			fmt.Fprintf(t.err, "simten: %v\n", err)
			return exitErrors
		})
	}
	// The child writes to the outputs themselves, which it makes safe.
	code, problem, err := process.Guard(ctx, commandLimits, self, args, []string{guardVariable + "=1"}, t.in, t.out, t.err)
	if problem == nil && err == nil {
		return code
	}
	return t.safely(args[0], func(t terminal) int {
		if problem == nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", args[0], err)
			return exitErrors
		}
		if problem.Advice == protocol.ErrTimeout.Advice() && !slices.Contains(cycledCommands, args[0]) {
			problem.Advice = "Look for a loop without an end."
		}
		if args[0] == "check" && slices.ContainsFunc(args[1:], asksForJSON) {
			if err := writeJSON(t.out, stoppedReport(args[1:], problem)); err != nil {
				return exitErrors
			}
			return exitLimit
		}
		fmt.Fprintln(t.err, limitLine(args[0], problem))
		return exitLimit
	})
}

func asksForJSON(arg string) bool {
	return slices.Contains([]string{"--json", "-json", "--json=true", "-json=true"}, arg)
}

// stoppedReport is what check --json prints when a limit ended it.
func stoppedReport(args []string, e *protocol.Error) checkReport {
	d := circuit.Diagnostic{
		Stage: circuit.StageRealm, Code: circuit.CodeTimeLimit, Severity: circuit.Error, Message: e.Message, Suggestion: e.Advice,
		Line: e.Line, Column: e.Column, Circuit: e.Circuit, Node: e.Node,
	}
	if e.Code == protocol.ErrMemory {
		d.Code = circuit.CodeMemory
	}
	report := checkReport{
		Circuits: []string{}, Names: []source.CircuitName{}, Console: []string{},
		Analysis: sandbox.Analysis{CircuitsDefined: []string{}, ComponentsUsed: []string{}, UnresolvedReferences: []string{}},
	}
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		d.File = filepath.Base(arg)
		if text, err := os.ReadFile(arg); err == nil {
			report.Names = source.CircuitNames(string(text))
		}
		break
	}
	report.Diagnostics = []checkedProblem{{phase(d.Stage), d}}
	return report
}

// limitLine says in one line that a limit ended a command, and where.
func limitLine(command string, e *protocol.Error) string {
	place := ""
	if e.Line > 0 {
		place = fmt.Sprintf("line %d: ", e.Line)
	}
	return oneLine(fmt.Sprintf("simten %s: %s%s: %s %s", command, place, e.Code, e.Message, e.Advice))
}
