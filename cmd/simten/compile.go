package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"simten.dev/cmd/simten/npm"
	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
	"simten.dev/engine/project"
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
	root   *os.Root // what the file may import from; nil for standard input
	// harness puts a circuit that has ports among switches and lamps, as the page does.
	harness bool
}

// readCircuit reads a file, or the entry file of a folder; "-" is standard input. Its imports are read through os.Root,
// which nothing leads out of, links neither.
func readCircuit(t terminal, path string) (input, error) {
	if path == "-" {
		text, err := readText(t, path)
		return input{path: path, folder: ".", name: sandbox.DefaultFile, text: text}, err
	}
	file, err := entryOf(path)
	if err != nil {
		return input{}, err
	}
	text, err := readText(t, file)
	f := input{path: file, folder: filepath.Dir(file), name: filepath.Base(file), text: text}
	if err == nil {
		f.root, _ = os.OpenRoot(f.folder) // without it there is nothing to import, which the compiler tells
	}
	return f, err
}

// entryOf is the path of the file with which a program begins: a file itself, or the one of a folder that has one of
// the names for it.
func entryOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path, nil // reading it tells what is wrong
	}
	name := project.EntryOf(project.Folder{FS: os.DirFS(path)})
	if name == "" {
		return "", fmt.Errorf("%s has no file %s with which its program begins; name the file", path, strings.Join(project.Entries, ", "))
	}
	return filepath.Join(path, name), nil
}

// compile compiles the file held to a lock; nil holds it to none.
func (f input) compile(ctx context.Context, circuitName string, lock *modules.Lock) (*sandbox.Compiled, error) {
	source := sandbox.Source{Text: f.text, File: f.name, Circuit: circuitName, Harness: f.harness, Grants: circuit.AllGrants(), Lock: lock}
	if f.root != nil {
		defer f.root.Close()
		source.Folder = project.Folder{FS: f.root.FS()}
	}
	compiled, err := sandbox.CompileLoading(ctx, source, sandbox.LimitsOf(commandLimits), npm.NewNear(f.folder))
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
	if hardware := isVerilog(path) || isNetlist([]string{path}); hardware && slices.Contains(verilogCommands, c.name) {
		return compileNetlist(t, c, path, circuitName)
	} else if hardware {
		fmt.Fprintf(t.err, "simten %s: %s is no program; make one of it with simten import, or run it with simten sim\n", c.name, path)
		return nil, exitUsage
	}
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

// printDiagnostics writes one line a problem, as compilers do: file:line:column: severity code: text. path is what was
// compiled, a file or a folder.
func printDiagnostics(w io.Writer, path string, list []circuit.Diagnostic) {
	entry, err := entryOf(path)
	if err != nil {
		entry = path
	}
	for i := range list {
		file := entry
		if of := list[i].File; of != "" {
			file = filepath.Join(filepath.Dir(entry), filepath.FromSlash(of))
		}
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
