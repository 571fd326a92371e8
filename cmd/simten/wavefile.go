package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/wave"
)

// Recorded waves as the inputs of a run, and as what `simten wave` shows.

// inputFlags say where the inputs of a run come from.
type inputFlags struct {
	path, clock, scope, names *string
	period                    *uint64
}

func newInputFlags(flags *flag.FlagSet) inputFlags {
	return inputFlags{
		path:   flags.String("inputs", "", "a JSON array; entry i is an object of values to set before step i: inputs and switches by name, registers (count.value) and cells of memories (ram.cells[16]) (- reads it from standard input). Or a recorded wave, VCD or FST, whose signals have the names of the inputs"),
		clock:  flags.String("clock", "", "with a recorded wave: the signal before whose rising edges the inputs are read; default: one that is called like a clock"),
		period: flags.Uint64("period", 0, "with a recorded wave: read the inputs at the end of each stretch of so many units of time, instead of before clock edges"),
		scope:  flags.String("scope", "", "with a recorded wave: the scope whose signals are the inputs; default: the one that has most of them"),
		names:  flags.String("map", "", "with a recorded wave: signals for inputs of another name, as INPUT=SIGNAL with commas between; INPUT= leaves that input alone"),
	}
}

// runInputs are the inputs of a run: steps, or a wave that is read once the circuit is known.
type runInputs struct {
	steps   []map[string]circuit.Number
	wave    io.ReadCloser
	name    string // of the file with the wave
	options trace.InputOptions
}

// open reads steps, or opens a wave.
func (f inputFlags) open(t terminal) (*runInputs, error) {
	r := &runInputs{name: *f.path, options: trace.InputOptions{Scope: *f.scope, Clock: *f.clock, Period: *f.period}}
	if *f.names != "" {
		r.options.Names = map[string]string{}
		for _, pair := range strings.Split(*f.names, ",") {
			input, signal, ok := strings.Cut(pair, "=")
			if !ok {
				return nil, fmt.Errorf("--map: write INPUT=SIGNAL with commas between, not %q", pair)
			}
			r.options.Names[strings.TrimSpace(input)] = strings.TrimSpace(signal)
		}
	}
	var err error
	if *f.path == "-" {
		in := bufio.NewReader(t.in)
		t.in = in
		if begin, _ := in.Peek(maxBegin); trace.Is(begin) {
			r.wave, r.name = io.NopCloser(in), "standard input"
		}
	} else if r.wave, err = openWave(*f.path); err != nil {
		return nil, fmt.Errorf("--inputs: %w", err)
	}
	if r.wave != nil {
		return r, nil
	}
	if r.options.Names != nil || *f.scope != "" || *f.clock != "" || *f.period != 0 {
		return nil, errors.New("--clock, --period, --scope and --map need a recorded wave: give its file with --inputs")
	}
	r.steps, err = readSteps(t, "--inputs", *f.path)
	return r, err
}

// maxBegin is how much of a file tells whether it is a wave.
const maxBegin = 512

// openWave opens a file when it is a recorded wave. It gives nil for any other, and for one that does not exist.
func openWave(path string) (io.ReadCloser, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil //nolint:nilerr // the reader of other files tells of it
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	begin := make([]byte, maxBegin)
	n, _ := io.ReadFull(file, begin)
	if !trace.Is(begin[:n]) {
		return nil, file.Close()
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(begin[:n]), file), file}, nil
}

// waveBytes bounds the memory of a wave: half of what the command may take.
func waveBytes() int64 { return int64(commandLimits.MemoryMebibytes) << 20 }

// resolve gives the steps for a circuit, and what to say about them.
func (r *runInputs) resolve(d *elaborate.Design) ([]map[string]circuit.Number, []circuit.Diagnostic, error) {
	if r.wave == nil {
		return r.steps, nil, nil
	}
	in, err := trace.ReadInputs(r.wave, d, r.options, waveBytes())
	_ = r.wave.Close()
	if err != nil {
		return nil, nil, r.inFile(err)
	}
	var warnings []circuit.Diagnostic
	for _, u := range in.Unknown {
		warnings = append(warnings, circuit.Diagnostic{
			Stage: circuit.StageSimulate, Code: circuit.CodeQuestion, Severity: circuit.Warning, Node: u.Input,
			Message:    fmt.Sprintf("The signal '%s' is not known (x or z) in %d of %d steps, first at time %d.", u.Signal, u.Steps, len(in.Steps), u.Time),
			Suggestion: fmt.Sprintf("The input '%s' has 0 for those bits.", u.Input),
		})
	}
	steps := make([]map[string]circuit.Number, len(in.Steps))
	for i := range steps {
		if in.Steps[i] != nil {
			steps[i] = circuit.Whole(in.Steps[i])
		}
	}
	return steps, warnings, nil
}

// tell prints an error of a file, and reports whether it is one; others are about the circuit.
func (r *runInputs) tell(t terminal, c command, err error) bool {
	var d *circuit.Diagnostic
	if errors.As(err, &d) {
		return false
	}
	fmt.Fprintf(t.err, "simten %s: --inputs: %v\n", c.name, err)
	return true
}

// inFile puts the name of the file in front of an error that is about its text, and advice about flags behind others.
func (r *runInputs) inFile(err error) error {
	var d *circuit.Diagnostic
	if !errors.As(err, &d) {
		return waveError(r.name, err)
	}
	told := *d
	told.Suggestion = strings.TrimSpace(told.Suggestion + " (--scope, --map, --clock and --period say otherwise.)")
	return &told
}

// waveError is an error of reading a wave, with the place in the file.
func waveError(name string, err error) error {
	var wrong *wave.Error
	if errors.As(err, &wrong) && wrong.Line > 0 {
		return fmt.Errorf("%s:%d: %s", name, wrong.Line, wrong.Message)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// maxShown is the number of signals of a file that are shown when none is named.
const maxShown = 40

// showFile draws a recorded wave.
func showFile(ctx context.Context, t terminal, c command, name string, file io.ReadCloser, q ask.Wave, clock, format string) int {
	defer func() { _ = file.Close() }()
	failed := func(err error) int {
		var d *circuit.Diagnostic
		if errors.As(err, &d) {
			printDiagnostics(t.err, name, []circuit.Diagnostic{asDiagnostic(err)})
		} else {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, waveError(name, err))
		}
		return exitErrors
	}
	var wanted map[int]bool // courses
	var wrong error
	edge, left := -1, 0
	choose := func(h *wave.Header) {
		wanted = map[int]bool{}
		if len(q.Signals) == 0 {
			for i := range h.Signals {
				if s := &h.Signals[i]; len(q.Signals) == maxShown {
					left++
				} else if !wanted[s.Course] {
					wanted[s.Course] = true
					q.Signals = append(q.Signals, s.Path())
				}
			}
		}
		for _, signal := range append(q.Signals[:len(q.Signals):len(q.Signals)], clock) {
			if signal == "" {
				continue
			}
			s, err := trace.Find(h, signal)
			if err != nil {
				wrong = err
				return
			}
			if wanted[s.Course] = true; signal == clock {
				edge = s.Course
			}
		}
	}
	w, err := trace.Read(file, wave.Options{Bytes: waveBytes(), Keep: func(h *wave.Header, s *wave.Signal) bool {
		if wanted == nil {
			choose(h)
		}
		return wanted[s.Course]
	}})
	if err = firstError(wrong, err, ctx.Err()); err != nil {
		return failed(err)
	}
	var edges []uint64
	if edge >= 0 {
		if edges = trace.Edges(&w.Courses[edge]); len(edges) == 0 {
			fmt.Fprintf(t.err, "simten %s: the clock %s never rises in %s\n", c.name, clock, name)
			return exitErrors
		}
	}
	p, err := ask.File(w, q, edges)
	if err != nil {
		return failed(err)
	}
	if left > 0 {
		fmt.Fprintf(t.err, "simten %s: %d more signals are in the file; name those to show with --signals\n", c.name, left)
	}
	return writePicture(t, p, format)
}

// writePicture prints a picture.
func writePicture(t terminal, p *ask.Picture, format string) int {
	var err error
	switch format {
	case "json":
		err = writeJSON(t.out, p)
	case "svg":
		_, err = fmt.Fprint(t.out, p.SVG())
	default:
		_, err = fmt.Fprint(t.out, p.Text())
	}
	if err != nil {
		return exitErrors
	}
	return exitClean
}
