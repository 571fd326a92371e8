package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/testbench"
)

// The result of a verification stands between these lines, so that programs find it among other output (18.8).
const (
	verifyBegin = "--- BEGIN JSON ---"
	verifyEnd   = "--- END JSON ---"
)

// oracleVariable holds the declaration of an oracle that replaces that of the file (M72).
const oracleVariable = "SIMTEN_VERIFY_ORACLE"

var errNoVerification = errors.New("this file checks nothing with verify. Use verify.check or verify.exhaustive, and end it with verify.run()")

// verifyTime is what one verification may take: 30 s, unless the environment sets a limit.
func verifyTime() time.Duration {
	if commandLimits.RunMilliseconds != limits.Default.RunMilliseconds {
		return commandLimits.RunTime()
	}
	return 30 * time.Second
}

func verifyCommand() command {
	c := command{
		name:    "verify",
		usage:   "verify FILE [--root DIR] [--seed N]",
		summary: "Runs a verification (a file that ends with verify.run()) and prints its result as JSON.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		root := flags.String("root", "", "the folder that imports must stay in; default: that of the file")
		seed := flags.Int64("seed", 1, "seed of properties; an equal seed tries equal inputs")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		if info, err := os.Stat(rest[0]); err != nil {
			return misuse(t, c, err.Error())
		} else if info.IsDir() {
			return misuse(t, c, rest[0]+" is a folder, not a file")
		}
		f, err := below(*root, rest[0])
		if err != nil {
			return misuse(t, c, err.Error())
		}
		r, err := runTests(ctx, f, testbench.Options{
			Verify: true, Oracle: os.Getenv(oracleVariable), Seed: *seed, Limits: testLimits(verifyTime()),
		})
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			return exitErrors
		}
		printConsole(t.err, r.Console)
		for i := range r.Diagnostics {
			if d := &r.Diagnostics[i]; d.Severity == circuit.Error {
				fmt.Fprintln(t.err, diagnosticLine(f.named(d.File), d))
			}
		}
		return printVerification(t, c, r)
	}
	return c
}

// printVerification writes the result between its marks and gives the exit code. A file whose own text is in error has
// no result.
func printVerification(t terminal, c command, r *testbench.Report) int {
	code := exitErrors
	switch {
	case r.Limit:
		code = exitLimit
	case r.Verify == nil && !circuit.HasErrors(r.Diagnostics):
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, errNoVerification)
	case r.OK() && r.Verify.Passed:
		code = exitClean
	}
	if r.Verify == nil || circuit.HasErrors(r.Diagnostics) {
		return code
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, r.Verify.Result, "", "  "); err != nil {
		return exitErrors
	}
	if _, err := fmt.Fprintf(t.out, "%s\n%s\n%s\n", verifyBegin, pretty.String(), verifyEnd); err != nil {
		return exitErrors
	}
	return code
}
