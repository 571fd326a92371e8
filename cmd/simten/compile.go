package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"simten.dev/cmd/simten/npm"
	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// isLimit reports whether a diagnostic means that a limit was hit, not that the circuit is wrong.
func isLimit(code circuit.Code) bool {
	switch protocol.CodeOf(code) {
	case protocol.ErrTimeout, protocol.ErrMemory, protocol.ErrPayloadTooLarge:
		return true
	}
	return false
}

// compileFile reads a file ("-" is standard input) and compiles it. The code is exitClean when the
// file could be compiled at all; its diagnostics may still hold errors.
func compileFile(ctx context.Context, t terminal, c command, path, circuitName string) (*sandbox.Compiled, int) {
	var text []byte
	var err error
	if path == "-" {
		text, err = io.ReadAll(t.in)
	} else {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return nil, exitUsage
	}
	name := filepath.Base(path)
	if path == "-" {
		name = sandbox.DefaultFile
	}
	folder := "."
	if path != "-" {
		folder = filepath.Dir(path)
	}
	var lock *modules.Lock
	if path != "-" {
		if lock, err = readLock(os.DirFS(folder), name); err != nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			return nil, exitErrors
		}
	}
	compiled, err := sandbox.CompileLoading(ctx, sandbox.Source{
		Text: string(text), File: name, Circuit: circuitName, Grants: circuit.AllGrants(), Lock: lock,
	}, sandbox.LimitsOf(commandLimits), npm.NewNear(folder))
	alive()
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return nil, exitErrors
	}
	if lock != nil && compiled.Lock != nil && c.name != "lock" && !pins(lock, compiled.Lock) {
		fmt.Fprintf(t.err, "simten %s: %s imports more than %s pins; run: simten lock %s\n", c.name, path, name+lockEnding, path)
	}
	return compiled, exitClean
}

// verdict is the exit code for a list of diagnostics.
func verdict(list []circuit.Diagnostic) int {
	code := exitClean
	for _, d := range list {
		if d.Severity != circuit.Error {
			continue
		}
		if isLimit(d.Code) {
			return exitLimit
		}
		code = exitErrors
	}
	return code
}

// printDiagnostics writes one line a problem, as compilers do: file:line:column: severity code: text.
func printDiagnostics(w io.Writer, file string, list []circuit.Diagnostic) {
	for i := range list {
		fmt.Fprintln(w, diagnosticLine(file, &list[i]))
	}
}

func diagnosticLine(file string, d *circuit.Diagnostic) string {
	place := file
	if d.Line > 0 {
		place += fmt.Sprintf(":%d:%d", d.Line, d.Column)
	}
	return fmt.Sprintf("%s: %s %s: %s", place, d.Severity, d.Code, d.Text())
}

// writeJSON writes one line.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
