package main

import (
	"context"
	"fmt"

	"simten.dev/engine/circuit"
)

// checkReport is what `simten check --json` prints.
type checkReport struct {
	Valid       bool                 `json:"valid"`
	Circuits    []string             `json:"circuits"`
	Diagnostics []circuit.Diagnostic `json:"diagnostics"`
}

func checkCommand() command {
	c := command{
		name:    "check",
		usage:   "check FILE [--json]",
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
			// The first settle finds what only running shows: an eval that throws, an oscillation.
			if m, err := compiled.NewMachine(ctx); err != nil {
				list = append(list, asDiagnostic(err))
			} else {
				list = append(list, m.Warnings()...)
				_ = m.Close() // it holds no resources that could fail to be released
			}
		}
		code = verdict(list)
		if *asJSON {
			report := checkReport{Valid: code == exitClean, Circuits: compiled.Circuits, Diagnostics: list}
			if report.Circuits == nil {
				report.Circuits = []string{}
			}
			if report.Diagnostics == nil {
				report.Diagnostics = []circuit.Diagnostic{}
			}
			if err := writeJSON(t.out, report); err != nil {
				return exitErrors
			}
			return code
		}
		printDiagnostics(t.out, file, list)
		if code == exitClean {
			fmt.Fprintf(t.out, "%s: %s, no errors\n", file, plural(len(compiled.Circuits), "circuit"))
		}
		return code
	}
	return c
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
