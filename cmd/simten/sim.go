package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/trace"
)

// defaultTicks is the number of steps when neither --ticks nor --inputs says one (16.1).
const defaultTicks = 10

// simStep is one line of output.
type simStep struct {
	Step   int                      `json:"step"`
	Cycle  uint64                   `json:"cycle"`
	Values map[string]circuit.Value `json:"values"`
}

func simCommand() command {
	c := command{
		name:    "sim",
		usage:   "sim FILE [--circuit NAME] [--ticks N] [--inputs FILE|-] [--ports top|all] [--vcd FILE] [--json] | --until EXPRESSION | --batch all|random|FILE|- [--count N] [--seed N]",
		summary: "Runs a circuit: one step for each entry of the inputs, one line of values a step. With --batch: one line for each input vector.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		name := flags.String("circuit", "", "the circuit to run; default: the last one of the file")
		ticks := flags.Int("ticks", -1, "number of steps; default: as many as there are inputs, else 10")
		inputs := flags.String("inputs", "", "a JSON array; entry i is an object of values to set before step i (- reads it from standard input)")
		ports := flags.String("ports", "top", "what to print: the outputs of the circuit (top), or every port (all)")
		vcd := flags.String("vcd", "", "also write a value change dump of all ports to this file")
		asJSON := flags.Bool("json", false, "print problems as JSON too")
		when := flags.String("until", "", "run to the first cycle at which this expression over signals is true, and print the values of that cycle only; --ticks bounds the cycles")
		source := flags.String("batch", "", "run many input vectors on all processors, each from the start of the circuit for --ticks cycles (default 0): all there are, random ones, or those of a JSON array of objects")
		count := flags.Uint64("count", 1000, "number of vectors with --batch random")
		seed := flags.Uint64("seed", 1, "decides the vectors of --batch random")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		flags.Visit(func(f *flag.Flag) {
			if ok = ok && (f.Name != "ticks" || *ticks >= 0); !ok {
				code = misuse(t, c, fmt.Sprintf("--ticks takes a number of steps from 0 on, not %d", *ticks))
			}
		})
		if !ok {
			return code
		}
		if *ports != "top" && *ports != "all" {
			return misuse(t, c, fmt.Sprintf("--ports takes top or all, not %q", *ports))
		}
		if *when != "" {
			if *source != "" || *vcd != "" {
				return misuse(t, c, "--until has no --batch and no --vcd")
			}
			return until(ctx, t, c, recording{circuit: name, ticks: ticks, inputs: inputs, asJSON: asJSON}, rest[0], *when, *ports == "all")
		}
		if *source != "" {
			b := batchRun{file: rest[0], circuit: *name, all: *ports == "all", source: *source, count: *count, seed: *seed, cycles: max(*ticks, 0)}
			if *inputs != "" || *vcd != "" {
				return misuse(t, c, "--batch takes the place of --inputs, and has no --vcd")
			}
			if *source != allVectors && *source != randomVectors {
				var err error
				if b.steps, err = readSteps(t, "--batch", *source); err != nil {
					fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
					return exitUsage
				}
				b.source = ""
			}
			return vectors(ctx, t, c, b)
		}
		steps, err := readSteps(t, "--inputs", *inputs)
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			return exitUsage
		}
		n := *ticks
		if n < 0 {
			n = defaultTicks
			if len(steps) > 0 {
				n = len(steps)
			}
		}
		return simulate(ctx, t, c, simulation{file: rest[0], circuit: *name, steps: steps, count: n, all: *ports == "all", asJSON: *asJSON, vcd: *vcd})
	}
	return c
}

// simulation is what `simten sim` was asked to do.
type simulation struct {
	file, circuit string
	vcd           string // file for a value change dump, or ""
	steps         []map[string]circuit.Number
	count         int
	all, asJSON   bool
}

func simulate(ctx context.Context, t terminal, c command, s simulation) int {
	compiled, code := compileFile(ctx, t, c, s.file, s.circuit)
	if compiled == nil {
		return code
	}
	defer compiled.Close()
	problems := func(list []circuit.Diagnostic) {
		if !s.asJSON {
			printDiagnostics(t.err, s.file, list)
			return
		}
		for i := range list {
			_ = writeJSON(t.err, list[i]) // nothing can be done about a closed error stream
		}
	}
	if code := verdict(compiled.Diagnostics); code != exitClean {
		problems(compiled.Diagnostics)
		return code
	}
	stop := func(err error) int {
		d := asDiagnostic(err)
		problems([]circuit.Diagnostic{d})
		return verdict([]circuit.Diagnostic{d})
	}
	m, err := compiled.NewMachine(ctx)
	if err != nil {
		problems(circuit.Join(compiled.Diagnostics, asDiagnostic(err)))
		return verdict([]circuit.Diagnostic{asDiagnostic(err)})
	}
	problems(compiled.Diagnostics)
	defer func() { _ = m.Close() }()

	run := func(dump *trace.Recording) error { return s.run(ctx, t, compiled, m, dump) }
	if s.vcd == "" {
		err = run(nil)
	} else {
		var failed error // of the run: what it did until then is worth a file
		err = writeFile(s.vcd, func(w io.Writer) error {
			dump, err := trace.NewVCD(w, compiled.Design)
			if err == nil {
				failed = run(dump)
				err = dump.Close()
			}
			return err
		})
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: --vcd: %v\n", c.name, err)
			return exitErrors
		}
		err = failed
	}
	if errors.Is(err, errOutput) {
		return exitErrors
	}
	if err != nil {
		return stop(err)
	}
	problems(m.Warnings())
	return exitClean
}

// errOutput says that a line could not be written, which is told at the end of every command.
var errOutput = errors.New("the output cannot be written")

// run does the steps. dump is where the waveform goes, or nil.
func (s simulation) run(ctx context.Context, t terminal, compiled *sandbox.Compiled, m sim.Machine, dump *trace.Recording) error {
	controls := sandbox.NewControls(compiled.Design)
	for i := range s.count {
		if i < len(s.steps) {
			values, err := controls.Cut(s.steps[i])
			if err == nil {
				err = controls.Set(m, values)
			}
			if err != nil {
				return err
			}
		}
		alive()
		if err := m.Settle(ctx); err != nil {
			return err
		}
		if dump != nil {
			if err := dump.Settled(m); err != nil {
				return nil // Close gives the error of the file again
			}
		}
		if compiled.Design.Sequential {
			if _, err := m.Step(ctx, 1); err != nil {
				return err
			}
		}
		if dump != nil {
			if err := dump.Clocked(m); err != nil {
				return nil // as above
			}
		}
		if writeJSON(t.out, simStep{Step: i, Cycle: m.Cycle(), Values: values(compiled.Design, m, s.all)}) != nil {
			return errOutput
		}
	}
	return nil
}

// advance is one step: the logic settles, then one clock edge if the circuit has state.
func advance(ctx context.Context, m sim.Machine, sequential bool) error {
	if err := m.Settle(ctx); err != nil || !sequential {
		return err
	}
	_, err := m.Step(ctx, 1)
	return err
}

// values reads the top-level outputs, or every port.
func values(d *elaborate.Design, m sim.Machine, all bool) map[string]circuit.Value {
	out := map[string]circuit.Value{}
	if all {
		for s := range d.Signals() {
			out[s.Path] = m.Peek(s.Net)
		}
		return out
	}
	for i := range d.Outputs {
		out[d.Outputs[i].Name] = m.Peek(d.Outputs[i].Net)
	}
	return out
}

// asDiagnostic is an error of a simulation as a diagnostic.
func asDiagnostic(err error) circuit.Diagnostic {
	var d *circuit.Diagnostic
	if errors.As(err, &d) {
		short := *d
		short.Cut()
		return short
	}
	return circuit.Diagnostic{Stage: circuit.StageSimulate, Code: circuit.CodeException, Severity: circuit.Error, Message: err.Error()}
}
