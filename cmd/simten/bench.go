package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/batch"
)

// benchWindow is the length of one timed batch: rates are those of the fastest one, so that other work on the
// machine disturbs little.
const benchWindow = 5 * time.Millisecond

// benchReport is what `simten bench --json` prints.
type benchReport struct {
	Circuit    string    `json:"circuit"`
	Operations int       `json:"operations"`
	Opaque     int       `json:"opaque"`    // lambdas that are interpreted
	NetlistMs  float64   `json:"netlistMs"` // from the source to the netlist
	Rates      []rate    `json:"rates"`
	Batch      []batches `json:"batch,omitempty"`
}

// rate is the speed of one simulator.
type rate struct {
	Backend sandbox.Backend `json:"backend"`
	// ReadyMs is the time from the netlist to the end of the first cycle.
	ReadyMs   float64 `json:"readyMs"`
	PerSecond float64 `json:"perSecond"` // cycles, or settles of a circuit without state
}

// batches is the speed of evaluating vectors together, each from the start for one cycle.
type batches struct {
	Workers   int     `json:"workers"`
	PerSecond float64 `json:"vectorsPerSecond"`
}

func benchCommand() command {
	c := command{
		name:    "bench",
		usage:   "bench FILE [--circuit NAME] [--seconds N] [--json]",
		summary: "Measures how fast a circuit runs: compiled, interpreted, and many input vectors together on one and on all processors.",
	}
	c.run = func(ctx context.Context, t terminal, args []string) int {
		flags := newFlags(c)
		name := flags.String("circuit", "", "the circuit to measure; default: the last one of the file")
		seconds := flags.Float64("seconds", 1, "seconds of each measurement")
		asJSON := flags.Bool("json", false, "print one JSON object")
		verilogFlags(flags)
		rest, code, ok := parseFlags(t, c, flags, args, 1)
		if !ok {
			return code
		}
		if !(*seconds > 0 && *seconds <= 60) {
			return misuse(t, c, "--seconds takes a number from 0 to 60")
		}
		start := time.Now()
		compiled, code := compileFile(ctx, t, c, rest[0], *name)
		if compiled == nil {
			return code
		}
		defer compiled.Close()
		printDiagnostics(t.err, rest[0], compiled.Diagnostics)
		if code := verdict(compiled.Diagnostics); code != exitClean {
			return code
		}
		report, err := measure(ctx, compiled, start, time.Duration(*seconds*float64(time.Second)))
		if err != nil {
			d := asDiagnostic(err)
			printDiagnostics(t.err, rest[0], []circuit.Diagnostic{d})
			return verdict([]circuit.Diagnostic{d})
		}
		if *asJSON {
			if err := writeJSON(t.out, report); err != nil {
				return exitErrors
			}
			return exitClean
		}
		report.print(t, compiled.Design.Sequential)
		return exitClean
	}
	return c
}

func measure(ctx context.Context, compiled *sandbox.Compiled, start time.Time, limit time.Duration) (*benchReport, error) {
	module, _, err := compiled.Lower(ctx)
	if err != nil {
		return nil, err
	}
	r := &benchReport{
		Circuit: compiled.Design.Name, Operations: len(module.Ops), Opaque: module.OpaqueCalls(),
		NetlistMs: milliseconds(start),
	}
	for _, backend := range []sandbox.Backend{sandbox.WebAssembly, sandbox.Interpreter} {
		alive()
		x, err := measureMachine(ctx, compiled, backend, limit)
		if err != nil {
			return nil, err
		}
		r.Rates = append(r.Rates, x)
	}
	names := compiled.FreeControls()
	fields, err := sandbox.NewControls(compiled.Design).Fields(names)
	if err != nil {
		return nil, err
	}
	_, nets := shown(compiled.Design, false)
	p, err := compiled.NewBatch(ctx, nets, names)
	var opaque *batch.OpaqueError
	var size *batch.SizeError
	if errors.As(err, &opaque) || errors.As(err, &size) {
		return r, nil // they would run one after the other, as above
	}
	if err != nil {
		return nil, err
	}
	var vectors batch.Vectors = batch.Counting{Fields: fields}
	if batch.Bits(fields) > 64 {
		vectors = batch.Random{Fields: fields, Seed: 1}
	}
	cycles := 0
	if compiled.Design.Sequential {
		cycles = 1
	}
	for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
		if workers == 1 && len(r.Batch) == 1 {
			break
		}
		perSecond, err := fastest(limit, func(n int) error {
			alive()
			return p.Run(ctx, uint64(n)*batch.Lanes, batch.Options{
				Workers: workers, Cycles: cycles, Vectors: vectors, Each: func(*batch.Block) error { return nil },
			})
		})
		if err != nil {
			return nil, err
		}
		r.Batch = append(r.Batch, batches{workers, perSecond * batch.Lanes})
	}
	return r, nil
}

// measureMachine measures cycles, or settles after a change of an input when there is no state.
func measureMachine(ctx context.Context, compiled *sandbox.Compiled, backend sandbox.Backend, limit time.Duration) (rate, error) {
	r := rate{Backend: backend}
	start := time.Now()
	m, err := compiled.NewMachineOn(ctx, backend)
	if err != nil {
		return r, err
	}
	defer func() { _ = m.Close() }()
	if _, err := m.Step(ctx, 1); err != nil {
		return r, err
	}
	r.ReadyMs = milliseconds(start)
	run := func(n int) error {
		alive()
		_, err := m.Step(ctx, n)
		return err
	}
	if !compiled.Design.Sequential {
		change := toggle(compiled)
		run = func(n int) error {
			alive()
			for i := range n {
				change(m, uint64(i))
				if err := m.Settle(ctx); err != nil {
					return err
				}
			}
			return nil
		}
	}
	r.PerSecond, err = fastest(limit, run)
	return r, err
}

// toggle changes everything that can be set.
func toggle(compiled *sandbox.Compiled) func(m sim.Machine, i uint64) {
	controls := sandbox.NewControls(compiled.Design)
	names := compiled.FreeControls()
	values := map[string]circuit.Value{}
	return func(m sim.Machine, i uint64) {
		for k, name := range names {
			values[name] = circuit.Uint((i + uint64(k)) * 0x9e3779b97f4a7c15)
		}
		_ = controls.Set(m, values) // the names are the circuit's own
	}
}

// fastest is the highest rate of the windows that fit in the limit, after a warm-up of as long.
func fastest(limit time.Duration, run func(n int) error) (float64, error) {
	n, best := 1, 0.0
	for began := time.Now(); time.Since(began) < 2*limit || best == 0; {
		start := time.Now()
		if err := run(n); err != nil {
			return 0, err
		}
		took := time.Since(start)
		if took < benchWindow {
			n = max(n+1, int(1.2*float64(n)*float64(benchWindow)/float64(max(took, benchWindow/8))))
			continue
		}
		best = max(best, float64(n)/took.Seconds())
		n = max(1, int(1.2*best*benchWindow.Seconds()))
	}
	return best, nil
}

func milliseconds(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1000 }

func (r *benchReport) print(t terminal, sequential bool) {
	unit := "settles/s"
	if sequential {
		unit = "cycles/s"
	}
	fmt.Fprintf(t.out, "%s: %s, %.1f ms from the source to the netlist\n", oneLine(r.Circuit),
		plural(r.Operations, "operation"), r.NetlistMs)
	if r.Opaque > 0 {
		fmt.Fprintf(t.out, "%s interpreted; simten check says why\n", plural(r.Opaque, "lambda"))
	}
	for _, x := range r.Rates {
		fmt.Fprintf(t.out, "  %-24s %15.0f %-10s ready after %.1f ms\n", x.Backend, x.PerSecond, unit, x.ReadyMs)
	}
	for _, x := range r.Batch {
		fmt.Fprintf(t.out, "  %-24s %15.0f vectors/s\n", "batch, "+plural(x.Workers, "processor"), x.PerSecond)
	}
}
