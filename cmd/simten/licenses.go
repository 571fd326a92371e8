package main

import (
	"context"
	"fmt"

	"simten.dev/cmd/simten/notices"
)

func licensesCommand() command {
	c := command{
		name:    "licenses",
		usage:   "licenses [--sbom]",
		summary: "Prints the licences of everything that this program and its pages contain, or a bill of materials (CycloneDX).",
	}
	c.run = func(_ context.Context, t terminal, args []string) int {
		var bill bool
		flags := newFlags(c)
		flags.BoolVar(&bill, "sbom", false, "print the bill of materials, in the JSON of CycloneDX 1.6")
		if _, code, ok := parseFlags(t, c, flags, args, 0); !ok {
			return code
		}
		read := notices.Licenses
		if bill {
			read = notices.Bill
		}
		text, err := read()
		if err != nil {
			fmt.Fprintf(t.err, "simten licenses: %v\n", err)
			return exitErrors
		}
		fmt.Fprint(t.out, string(text))
		return exitClean
	}
	return c
}
