package main

import (
	"context"
	"fmt"

	"simten.dev/engine/circuit"
)

func rtlCommand() command {
	c := command{
		name:    "rtl",
		usage:   "rtl FILE [--circuit NAME]",
		summary: "Prints the netlist that a circuit is compiled to, one operation a line.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		name := flags.String("circuit", "", "the circuit to compile; default: the last one of the file")
		verilogFlags(flags)
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		compiled, code := compileFile(ctx, t, c, rest[0], *name)
		if compiled == nil {
			return code
		}
		defer compiled.Close()
		printDiagnostics(t.err, rest[0], compiled.Diagnostics)
		if circuit.HasErrors(compiled.Diagnostics) {
			return verdict(compiled.Diagnostics)
		}
		module, _, err := compiled.Lower(ctx)
		if err != nil {
			d := asDiagnostic(err)
			printDiagnostics(t.err, rest[0], []circuit.Diagnostic{d})
			return verdict([]circuit.Diagnostic{d})
		}
		fmt.Fprint(t.out, module)
		return exitClean
	}
	return c
}
