package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/verilog"
)

// exportFormats are what `simten export --format` takes.
var exportFormats = []string{"verilog", "systemverilog", "yosys-json", "tinytapeout", "dot", "wavedrom"}

// defaultExportSteps is the number of steps of a testbench with random inputs.
const defaultExportSteps = 1000

// defaultWaveSteps is the number of steps of a timing diagram with random inputs.
const defaultWaveSteps = 24

func exportCommand() command {
	c := command{
		name:    "export",
		usage:   "export FILE [--circuit NAME] [--format verilog|systemverilog|yosys-json|tinytapeout|dot|wavedrom] [--reset] [--black-boxes] [-o FILE] [--testbench] [--inputs FILE|-] [--ticks N] [--seed N]",
		summary: "Writes a circuit for other tools: Verilog with a module for each circuit, and a testbench with a run and what it must show.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		e := exported{}
		flags.StringVar(&e.circuit, "circuit", "", "the circuit to write; default: the last one of the file")
		flags.StringVar(&e.format, "format", exportFormats[0], "what to write: "+strings.Join(exportFormats, ", "))
		flags.StringVar(&e.out, "o", "", "the file to write; default: standard output. Of tinytapeout: the folder of the project")
		blackBoxes := flags.Bool("black-boxes", false,
			"write parts that have no form in Verilog as modules without contents")
		flags.BoolVar(&e.options.Reset, "reset", false,
			"add an input reset, which gives registers their start values at a clock edge")
		testbench := flags.Bool("testbench", false,
			"also write a testbench beside the file, NAME_tb.v, and its run, NAME_tb.hex")
		inputs := flags.String("inputs", "", "the run of the testbench or of the timing diagram: a JSON array with what is set before each step; default: random inputs")
		flags.IntVar(&e.ticks, "ticks", -1, "number of steps of the run; default: as many as there are inputs, else 1000, of a timing diagram 24")
		flags.Uint64Var(&e.seed, "seed", 1, "decides random inputs")
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		e.testbench, e.options.BlackBoxes = *testbench, *blackBoxes
		switch {
		case !slices.Contains(exportFormats, e.format):
			return misuse(t, c, fmt.Sprintf("--format takes %s, not %q", strings.Join(exportFormats, ", "), e.format))
		case e.format == "tinytapeout" && (e.out == "" || e.testbench):
			return misuse(t, c, "--format tinytapeout writes a project into the folder that -o names, without a testbench")
		case e.testbench && !strings.HasSuffix(e.format, "verilog"):
			return misuse(t, c, "--testbench goes with Verilog")
		case e.testbench && e.out == "":
			return misuse(t, c, "--testbench writes beside the file that -o names")
		case !e.testbench && e.format != "wavedrom" && *inputs != "":
			return misuse(t, c, "--inputs is the run of a --testbench or of --format wavedrom")
		}
		var err error
		if e.steps, err = readSteps(t, "--inputs", *inputs); err != nil {
			fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
			return exitUsage
		}
		return e.write(ctx, t, c, rest[0])
	}
	return c
}

// exported is what `simten export` was asked to do.
type exported struct {
	circuit, format, out string
	options              verilog.Options
	testbench            bool
	steps                []map[string]circuit.Number
	ticks                int
	seed                 uint64
}

func (e exported) write(ctx context.Context, t terminal, c command, file string) int {
	compiled, code := compileFile(ctx, t, c, file, e.circuit)
	if compiled == nil {
		return code
	}
	defer compiled.Close()
	if code := verdict(compiled.Diagnostics); code != exitClean {
		printDiagnostics(t.err, file, compiled.Diagnostics)
		return code
	}
	failed := func(err error) int {
		list := []circuit.Diagnostic{asDiagnostic(err)}
		printDiagnostics(t.err, file, list)
		return verdict(list)
	}
	e.options.System = e.format == "systemverilog"
	var result *verilog.Result
	var err error
	if e.format == "wavedrom" {
		e.options.BlackBoxes = true // only its ports count
	}
	if e.format == "dot" {
		result = &verilog.Result{Text: compiled.Dot()}
	} else if e.format == "yosys-json" {
		result, err = compiled.YosysNetlist(ctx, e.options)
	} else {
		result, err = compiled.Verilog(ctx, e.options)
	}
	if err != nil {
		return failed(err)
	}
	printDiagnostics(t.err, file, result.Diagnostics)
	if code := verdict(result.Diagnostics); code != exitClean {
		return code
	}
	if e.format == "tinytapeout" {
		return e.writeTile(t, c, result)
	}
	if e.format == "wavedrom" {
		run, err := e.run(ctx, compiled, result)
		if err == nil {
			result.Text, err = verilog.WaveJSON(compiled.Circuit.Name, result, run)
		}
		if err != nil {
			return failed(err)
		}
	}
	put := func(path, text string) bool {
		err := writeFile(path, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: -o: %v\n", c.name, err)
		}
		return err == nil
	}
	if e.out == "" {
		_, _ = io.WriteString(t.out, result.Text) // the command tells at its end of an output that is not complete
		return exitClean
	}
	if !put(e.out, result.Text) {
		return exitErrors
	}
	if !e.testbench {
		return exitClean
	}
	run, err := e.run(ctx, compiled, result)
	if err != nil {
		return failed(err)
	}
	base := strings.TrimSuffix(e.out, filepath.Ext(e.out))
	text, lines := verilog.Testbench(result, filepath.Base(base)+"_tb.hex", run)
	if !put(base+"_tb"+filepath.Ext(e.out), text) || !put(base+"_tb.hex", lines) {
		return exitErrors
	}
	return exitClean
}

// writeTile writes a project of Tiny Tapeout.
func (e exported) writeTile(t terminal, c command, r *verilog.Result) int {
	title := strings.TrimSuffix(strings.TrimPrefix(r.Top, "\\"), " ")
	files, reset, err := verilog.TinyTapeout(r, title)
	if err != nil {
		fmt.Fprintf(t.err, "simten %s: %v\n", c.name, err)
		return exitErrors
	}
	for _, f := range files {
		path := filepath.Join(e.out, filepath.FromSlash(f.Path))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = writeFile(path, func(w io.Writer) error {
				_, err := io.WriteString(w, f.Text)
				return err
			})
		}
		if err != nil {
			fmt.Fprintf(t.err, "simten %s: -o: %v\n", c.name, err)
			return exitErrors
		}
		fmt.Fprintln(t.err, path)
	}
	if r.Clock != "" && !reset {
		fmt.Fprintln(t.err, "warning: registers of a chip do not begin with their start values, and the circuit has no 1-bit input called rst, reset or rst_n that could get the reset pin")
	}
	return exitClean
}

// run is the run of the testbench.
func (e exported) run(ctx context.Context, compiled *sandbox.Compiled, r *verilog.Result) ([]verilog.Step, error) {
	count := e.ticks
	inputs := r.Random(e.seed)
	switch {
	case count >= 0:
	case e.format == "wavedrom":
		count = defaultWaveSteps
	default:
		count = defaultExportSteps
	}
	if len(e.steps) > 0 {
		if e.ticks < 0 {
			count = len(e.steps)
		}
		values := make([]circuit.Value, len(r.Inputs))
		var err error
		inputs = func(i int) []circuit.Value {
			if i < len(e.steps) {
				for name := range e.steps[i] {
					k := slices.IndexFunc(r.Inputs, func(p verilog.Port) bool { return p.Path == name })
					if k < 0 && err == nil {
						err = sandbox.NewControls(compiled.Design).Unknown(name)
					} else if k >= 0 {
						n := e.steps[i][name]
						values[k] = n.In(r.Inputs[k].Width)
					}
				}
			}
			return slices.Clone(values)
		}
		run, failed := compiled.VerilogRun(ctx, r, count, inputs)
		if err != nil {
			return nil, err
		}
		return run, failed
	}
	return compiled.VerilogRun(ctx, r, count, inputs)
}
