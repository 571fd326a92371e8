package main

import (
	"context"
	"fmt"
)

func sourceCommand() command {
	c := command{
		name:    "source",
		usage:   "source FILE [--circuit NAME]",
		summary: "Writes a circuit and its parts as plain circuit() calls: loops, factories and helpers worked out.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		name := flags.String("circuit", "", "the circuit to write; default: the last one of the file")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		compiled, code := compileFile(ctx, t, c, rest[0], *name)
		if compiled == nil {
			return code
		}
		defer compiled.Close()
		if code := verdict(compiled.Diagnostics); code != exitClean {
			printDiagnostics(t.err, rest[0], compiled.Diagnostics)
			return code
		}
		text, err := compiled.Source()
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: CircuitToSourceError: %v\n", c.name, err)
			return exitErrors
		}
		if _, err := fmt.Fprint(t.out, text); err != nil {
			return exitErrors
		}
		return exitClean
	}
	return c
}
