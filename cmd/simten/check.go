package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/source"
)

// checkReport is what `simten check --json` prints.
type checkReport struct {
	Valid       bool                 `json:"valid"`
	CanSimulate bool                 `json:"canSimulate"` // the same: a circuit in order can be simulated
	Circuits    []string             `json:"circuits"`
	Diagnostics []checkedProblem     `json:"diagnostics"`
	Analysis    sandbox.Analysis     `json:"analysis"`
	Names       []source.CircuitName `json:"names"`   // circuit('Name' in the text, also when it does not compile
	Console     []string             `json:"console"` // what the program printed
}

// checkedProblem is a diagnostic with the phase of public Simten, whose checks compile and do nothing else.
type checkedProblem struct {
	Phase string `json:"phase"`
	circuit.Diagnostic
}

func checkCommand() command {
	c := command{
		name:    "check",
		usage:   "check FILE|DIR [--json]",
		summary: "Reports the problems of a circuit file: all at once, each with place and next step.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		asJSON := flags.Bool("json", false, "print one JSON object")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		file := rest[0]
		compiled, code := compileFile(ctx, t, c, file, "")
		if compiled == nil {
			return code
		}
		defer compiled.Close()
		list := compiled.Diagnostics
		if !circuit.HasErrors(list) {
			list = compiled.WithErrors(firstCycle(ctx, compiled)...)
		}
		code = verdict(list)
		if *asJSON {
			report := checkReport{
				Valid: code == exitClean, CanSimulate: code == exitClean, Circuits: append([]string{}, compiled.Circuits...),
				Diagnostics: []checkedProblem{}, Analysis: compiled.Analysis(), Names: source.CircuitNames(compiled.Text),
				Console: append([]string{}, compiled.Console...),
			}
			for _, d := range list {
				report.Diagnostics = append(report.Diagnostics, checkedProblem{phase(d.Stage), d})
			}
			if err := writeJSON(t.out, report); err != nil {
				return exitErrors
			}
			return code
		}
		printConsole(t.out, compiled.Console)
		printDiagnostics(t.out, file, list)
		if code == exitClean {
			fmt.Fprintf(t.out, "%s: %s, no errors\n", file, plural(len(compiled.Circuits), "circuit"))
		}
		return code
	}
	return c
}

// printConsole writes what a program printed.
func printConsole(w io.Writer, lines []string) {
	for _, text := range lines {
		for line := range strings.SplitSeq(text, "\n") {
			fmt.Fprintln(w, "  | "+line)
		}
	}
}

// firstCycle finds what only running shows: an eval that throws, an oscillation, an onTick that returns nothing.
func firstCycle(ctx context.Context, compiled *sandbox.Compiled) []circuit.Diagnostic {
	m, err := compiled.NewMachine(ctx)
	if err != nil {
		return []circuit.Diagnostic{asDiagnostic(err)}
	}
	defer func() { _ = m.Close() }() // it holds no resources that could fail to be released
	err = advance(ctx, m, compiled.Design.Sequential)
	list := m.Warnings()
	if err != nil {
		list = append(list, asDiagnostic(err))
	}
	return list
}

// phase is what a stage belongs to.
func phase(s circuit.Stage) string {
	if s == circuit.StageSimulate {
		return "simulation"
	}
	return "compilation"
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
