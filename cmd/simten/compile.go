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

// input is a circuit's text and where it came from.
type input struct {
	path   string // as the user gave it
	folder string // where its packages and its lock are
	name   string // in diagnostics, and of the lock
	text   string
	// harness puts a circuit that has ports among switches and lamps, as the page does.
	harness bool
}

// readCircuit reads a file; "-" is standard input.
func readCircuit(t terminal, path string) (input, error) {
	text, err := readText(t, path)
	if path == "-" {
		return input{path: path, folder: ".", name: sandbox.DefaultFile, text: text}, err
	}
	return input{path: path, folder: filepath.Dir(path), name: filepath.Base(path), text: text}, err
}

// compile compiles the file held to a lock; nil holds it to none.
func (f input) compile(ctx context.Context, circuitName string, lock *modules.Lock) (*sandbox.Compiled, error) {
	compiled, err := sandbox.CompileLoading(ctx, sandbox.Source{
		Text: f.text, File: f.name, Circuit: circuitName, Harness: f.harness, Grants: circuit.AllGrants(), Lock: lock,
	}, sandbox.LimitsOf(commandLimits), npm.NewNear(f.folder))
	alive()
	return compiled, err
}

// lock reads the lock beside the file; nil when there is none.
func (f input) lock() (*modules.Lock, error) {
	if f.path == "-" {
		return nil, nil
	}
	return readLock(os.DirFS(f.folder), f.name)
}

// compileFile reads a file ("-" is standard input) and compiles it, held to the lock beside it; it says when that lock
// pins less than the file imports. The code is exitClean when the file could be compiled at all; its diagnostics may
// still hold errors.
func compileFile(ctx context.Context, t terminal, c command, path, circuitName string) (*sandbox.Compiled, int) {
	file, err := readCircuit(t, path)
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return nil, exitUsage
	}
	return compileInput(ctx, t, c, file, circuitName)
}

// compileInput does what compileFile does once the file is read.
func compileInput(ctx context.Context, t terminal, c command, file input, circuitName string) (*sandbox.Compiled, int) {
	failed := func(err error, code int) (*sandbox.Compiled, int) {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return nil, code
	}
	lock, err := file.lock()
	if err != nil {
		return failed(err, exitErrors)
	}
	compiled, err := file.compile(ctx, circuitName, lock)
	if err != nil {
		return failed(err, exitErrors)
	}
	if lock != nil && compiled.Lock != nil && !pins(lock, compiled.Lock) {
		fmt.Fprintf(t.err, "simten %s: %s imports more than %s pins; run: simten lock %s\n", c.name, file.path, file.name+lockEnding, file.path)
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
	return oneLine(fmt.Sprintf("%s: %s %s: %s", place, d.Severity, d.Code, d.Text()))
}

// writeJSON writes one line.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
