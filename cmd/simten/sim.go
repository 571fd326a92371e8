package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"simten.dev/engine/circuit"
	table "simten.dev/engine/commands"
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
		usage:   "sim FILE|DIR|FILE.v…|NETLIST.json [--circuit NAME] [--param N=V]… [-I DIR]… [-D NAME[=VALUE]]… [--steps] [--ticks N] [--inputs FILE|WAVE|-] [--ports top|all] [--vcd FILE] [--fst FILE] [--json] | --until EXPRESSION | --batch all|random|FILE|- [--count N] [--seed N]",
		summary: "Runs a circuit: one step for each entry of the inputs, one line of values a step. With --batch: one line for each input vector.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		name := flags.String("circuit", "", "the circuit to run; default: the last one of the file, and of Verilog the module that is part of no other")
		verilogFlags(flags)
		ticks := flags.Int("ticks", -1, "number of steps; default: as many as there are inputs, else 10")
		inputs := newInputFlags(flags)
		ports := flags.String("ports", "top", "what to print: the outputs of the circuit (top), or every port (all)")
		vcd := flags.String("vcd", "", "also write a value change dump of all ports to this file")
		fst := flags.String("fst", "", "the same in the format of GTKWave, which is smaller and quicker to open")
		asJSON := flags.Bool("json", false, "print problems as JSON too")
		when := flags.String("until", "", table.Named("sim").Argument("until").Help)
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
			if *source != "" || *vcd != "" || *fst != "" {
				return misuse(t, c, "--until has no --batch, no --vcd and no --fst")
			}
			return until(ctx, t, c, recording{circuit: name, ticks: ticks, inputs: inputs, asJSON: asJSON}, rest[0],
				*when, *ports == "all")
		}
		if *source != "" {
			b := batchRun{
				file: rest[0], circuit: *name, all: *ports == "all", source: *source, count: *count,
				seed: *seed, cycles: max(*ticks, 0),
			}
			if *inputs.path != "" || *vcd != "" || *fst != "" {
				return misuse(t, c, "--batch takes the place of --inputs, and has no --vcd and no --fst")
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
		given, err := inputs.open(t)
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			return exitUsage
		}
		return simulate(ctx, t, c, simulation{
			file: rest[0], circuit: *name, inputs: given, count: *ticks, all: *ports == "all", asJSON: *asJSON,
			recordings: []recordingFile{{"--vcd", *vcd, trace.NewVCD}, {"--fst", *fst, trace.NewFST}},
		})
	}
	return c
}

// simulation is what `simten sim` was asked to do.
type simulation struct {
	file, circuit string
	recordings    []recordingFile
	inputs        *runInputs
	steps         []map[string]circuit.Number // of the inputs
	count         int                         // of steps; negative: as many as there are inputs
	all, asJSON   bool
}

// recordingFile is a file that gets the waveform; its path is "" when it is not wanted.
type recordingFile struct {
	flag, path string
	begin      func(io.Writer, *elaborate.Design) (*trace.Recording, error)
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
	var warnings []circuit.Diagnostic
	var err error
	if s.steps, warnings, err = s.inputs.resolve(compiled.Design); err != nil {
		problems(compiled.Diagnostics)
		if s.inputs.tell(t, c, err) {
			return exitErrors
		}
		return stop(err)
	}
	if s.count < 0 {
		if s.count = len(s.steps); s.count == 0 {
			s.count = defaultTicks
		}
	}
	backend := sandbox.Interpreter
	if s.count > worthCompiling {
		backend = sandbox.WebAssembly
	}
	m, err := compiled.NewMachineOn(ctx, backend)
	if err != nil {
		problems(circuit.Join(compiled.Diagnostics, asDiagnostic(err)))
		return verdict([]circuit.Diagnostic{asDiagnostic(err)})
	}
	problems(compiled.Diagnostics)
	defer func() { _ = m.Close() }()
	problems(warnings)
	if failed, err := s.record(ctx, t, compiled, m, s.recordings, nil); failed != "" {
		fmt.Fprintf(t.err, "simten %s: %s: %v\n", c.name, failed, err)
		return exitErrors
	} else if err != nil {
		return s.ended(err, stop)
	}
	problems(m.Warnings())
	return exitClean
}

// ended gives the exit code of a run that stopped with an error.
func (s simulation) ended(err error, stop func(error) int) int {
	if errors.Is(err, errOutput) {
		return exitErrors
	}
	return stop(err)
}

// record opens the files for the waveform one in the other, and runs with all of them. failed is the flag of a file
// that could not be written.
func (s simulation) record(ctx context.Context, t terminal, compiled *sandbox.Compiled, m sim.Machine, files []recordingFile, dumps []*trace.Recording) (failed string, err error) {
	for len(files) > 0 && files[0].path == "" {
		files = files[1:]
	}
	if len(files) == 0 {
		return "", s.run(ctx, t, compiled, m, dumps)
	}
	var inner error // of the run: what it did until then is worth a file
	err = writeFile(files[0].path, func(w io.Writer) error {
		dump, err := files[0].begin(w, compiled.Design)
		if err != nil {
			return err
		}
		failed, inner = s.record(ctx, t, compiled, m, files[1:], append(dumps, dump))
		return dump.Close()
	})
	if err != nil {
		return files[0].flag, err
	}
	return failed, inner
}

// errOutput says that a line could not be written, which is told at the end of every command.
var errOutput = errors.New("the output cannot be written")

// run does the steps. dumps are where the waveform goes.
func (s simulation) run(ctx context.Context, t terminal, compiled *sandbox.Compiled, m sim.Machine, dumps []*trace.Recording) error {
	controls := sandbox.NewControls(compiled.Design)
	for i := range s.count {
		if i < len(s.steps) {
			if err := compiled.Give(ctx, controls, m, s.steps[i]); err != nil {
				return err
			}
		}
		alive()
		if err := m.Settle(ctx); err != nil {
			return err
		}
		for _, dump := range dumps {
			if err := dump.Settled(m); err != nil {
				return nil // Close gives the error of the file again
			}
		}
		if compiled.Design.Sequential {
			if _, err := m.Step(ctx, 1); err != nil {
				return err
			}
		}
		for _, dump := range dumps {
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
	return circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeException, Severity: circuit.Error,
		Message: err.Error(),
	}
}
