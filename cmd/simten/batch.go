package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/batch"
)

// Sources of vectors other than a file.
const (
	allVectors    = "all"
	randomVectors = "random"
)

// maxExhaustive bounds the inputs of a truth table, in bits: twice as many rows for each.
const maxExhaustive = 30

// batchRun is what `simten sim --batch` was asked to do.
type batchRun struct {
	file, circuit string
	steps         []map[string]circuit.Number
	all           bool   // print every port
	source        string // allVectors, randomVectors, or "" for the steps of the simulation
	count         uint64 // of random vectors
	seed          uint64
	cycles        int
}

// vectors runs a circuit on many input vectors and writes one line for each.
func vectors(ctx context.Context, t terminal, c command, s batchRun) int {
	compiled, code := compileFile(ctx, t, c, s.file, s.circuit)
	if compiled == nil {
		return code
	}
	defer compiled.Close()
	printDiagnostics(t.err, s.file, compiled.Diagnostics)
	if code := verdict(compiled.Diagnostics); code != exitClean {
		return code
	}
	stop := func(err error) int {
		d := asDiagnostic(err)
		printDiagnostics(t.err, s.file, []circuit.Diagnostic{d})
		return verdict([]circuit.Diagnostic{d})
	}
	names := compiled.FreeControls()
	if s.source == "" {
		names = named(s.steps)
	}
	fields, err := sandbox.NewControls(compiled.Design).Fields(names)
	if err != nil {
		return stop(err)
	}
	if n := batch.Bits(fields); s.source == allVectors && n > maxExhaustive {
		return misuse(t, c, fmt.Sprintf("the inputs have %d bits together, and at most %d can be gone through; use --batch random", n, maxExhaustive))
	}
	list, count := s.list(names, fields)
	w := &vectorWriter{names: names, vectors: list, out: t.out}
	var nets []int
	w.outputs, nets = shown(compiled.Design, s.all)
	p, err := compiled.NewBatch(ctx, nets, names)
	var opaque *batch.OpaqueError
	var size *batch.SizeError
	switch {
	case errors.As(err, &opaque), errors.As(err, &size):
		fmt.Fprintf(t.err, "simten %s: %v; the vectors run one after the other\n", c.name, err)
		backend := sandbox.Interpreter
		if s.cycles > worthCompiling {
			backend = sandbox.WebAssembly
		}
		err = w.inTurn(ctx, compiled, nets, count, s.cycles, backend, 1)
	case err == nil && s.cycles >= longVector && count*uint64(s.cycles) > worthCompiling:
		machines := runtime.GOMAXPROCS(0)
		if module, _, err := compiled.Lower(ctx); err != nil || len(module.Fixed) > 0 { // a constant that is edited is compiled again
			machines = 1
		}
		err = w.inTurn(ctx, compiled, nets, count, s.cycles, sandbox.WebAssembly, machines)
	case err == nil:
		alive()
		err = p.Run(ctx, count, batch.Options{Cycles: s.cycles, Vectors: list, Each: w.each, Collect: w.collect})
	}
	var failed *batch.VectorError
	if errors.As(err, &failed) {
		fmt.Fprintf(t.err, "simten %s: vector %d failed\n", c.name, failed.Vector)
	}
	if err != nil {
		return stop(err)
	}
	return exitClean
}

// list gives the vectors and their number.
func (s batchRun) list(names []string, fields []batch.Field) (batch.Vectors, uint64) {
	switch s.source {
	case allVectors:
		return batch.Counting{Fields: fields}, 1 << batch.Bits(fields)
	case randomVectors:
		return batch.Random{Fields: fields, Seed: s.seed}, s.count
	}
	rows := make([][]circuit.Value, len(s.steps))
	for i, step := range s.steps {
		for k, name := range names {
			number := step[name]
			rows[i] = append(rows[i], number.In(fields[k].Width)) // what a vector leaves out is 0
		}
	}
	return batch.List{Fields: fields, Vectors: rows}, uint64(len(rows))
}

// named lists the names that vectors set, sorted.
func named(list []map[string]circuit.Number) []string {
	seen := map[string]bool{}
	for _, v := range list {
		for name := range v {
			seen[name] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// shown lists what is printed, by name, and its nets.
func shown(d *elaborate.Design, all bool) (names []string, nets []int) {
	if all {
		for s := range d.Signals() {
			names, nets = append(names, s.Path), append(nets, s.Net)
		}
		return names, nets
	}
	for i := range d.Outputs {
		names, nets = append(names, d.Outputs[i].Name), append(nets, d.Outputs[i].Net)
	}
	return names, nets
}

// vectorWriter writes a line of JSON for each vector.
type vectorWriter struct {
	names, outputs []string
	vectors        batch.Vectors
	out            io.Writer
}

func (w *vectorWriter) each(b *batch.Block) error {
	for lane := range b.Count {
		b.Out = w.appendRow(b.Out, b.First+uint64(lane), func(i int) circuit.Value { return b.Peek(i, lane) })
	}
	return nil
}

func (w *vectorWriter) collect(b *batch.Block) error {
	alive()
	_, err := w.out.Write(b.Out)
	return err
}

// longVector is from how many cycles on each vector runs alone, in generated code: that takes some microseconds to
// begin and is then faster by more than there are vectors in a word of the batch.
const longVector = 16

// block is how many cycles run between two signs of life, and about how many are given to a machine at once.
const block = 1 << 20

// inTurn runs the vectors one after the other on plain machines, each from the start. With several machines, which
// must share no lambdas that are interpreted, these take turns.
func (w *vectorWriter) inTurn(ctx context.Context, compiled *sandbox.Compiled, nets []int, count uint64, cycles int, backend sandbox.Backend, machines int) error {
	machines = int(min(uint64(machines), count))
	portion := min(max(1, block/uint64(max(cycles, 1))), (count+uint64(machines)-1)/uint64(max(machines, 1)))
	list := make([]*vectorMachine, machines)
	for k := range list {
		m, err := compiled.NewMachineOn(ctx, backend)
		if err != nil {
			return err
		}
		defer func() { _ = m.Close() }()
		start, err := m.Snapshot()
		if err != nil {
			return err
		}
		controls := sandbox.NewControls(compiled.Design)
		list[k] = &vectorMachine{writer: w, m: m, start: start, controls: controls, nets: nets, cycles: cycles}
	}
	for first := uint64(0); first < count; {
		var running sync.WaitGroup
		for _, v := range list {
			v.first, v.end = first, min(first+portion, count)
			first = v.end
			running.Go(func() { v.run(ctx) })
		}
		running.Wait()
		for _, v := range list { // in their order; the first failure ends it
			if _, err := w.out.Write(v.out); err != nil {
				return err
			}
			if v.err != nil {
				return v.err
			}
		}
	}
	return nil
}

// vectorMachine runs a portion of the vectors.
type vectorMachine struct {
	writer     *vectorWriter
	m          sim.Machine
	start      []byte
	controls   *sandbox.Controls
	nets       []int
	cycles     int
	first, end uint64
	out        []byte
	err        error
}

func (v *vectorMachine) run(ctx context.Context) {
	v.out, v.err = v.out[:0], nil
	for vector := v.first; vector < v.end && v.err == nil; vector++ {
		alive()
		if err := v.one(ctx, vector); err != nil {
			if v.err = err; ctx.Err() == nil {
				d := asDiagnostic(err)
				v.err = &batch.VectorError{Vector: vector, Diagnostic: &d}
			}
			return
		}
		v.out = v.writer.appendRow(v.out, vector, func(i int) circuit.Value { return v.m.Peek(v.nets[i]) })
	}
}

func (v *vectorMachine) one(ctx context.Context, vector uint64) error {
	if err := v.m.Restore(ctx, v.start); err != nil {
		return err
	}
	values := map[string]circuit.Value{}
	for i, x := range v.writer.vectors.Values(vector, nil) {
		values[v.writer.names[i]] = x
	}
	if err := v.controls.Set(v.m, values); err != nil {
		return err
	}
	if err := v.m.Settle(ctx); err != nil {
		return err
	}
	for left := v.cycles; left > 0; {
		done, err := v.m.Step(ctx, min(left, block))
		if err != nil {
			return err
		}
		left -= done
		alive()
	}
	return nil
}

// appendRow writes the line of one vector.
func (w *vectorWriter) appendRow(out []byte, vector uint64, peek func(output int) circuit.Value) []byte {
	out = strconv.AppendUint(append(out, `{"vector":`...), vector, 10)
	out = append(out, `,"inputs":{`...)
	for i, v := range w.vectors.Values(vector, nil) {
		out = appendMember(out, i, w.names[i], v)
	}
	out = append(out, `},"values":{`...)
	for i, name := range w.outputs {
		out = appendMember(out, i, name, peek(i))
	}
	return append(out, "}}\n"...)
}

// appendMember writes one member of a JSON object.
func appendMember(out []byte, index int, name string, v circuit.Value) []byte {
	if index > 0 {
		out = append(out, ',')
	}
	key, _ := json.Marshal(name) // a string always can
	out = append(append(out, key...), ':')
	value, _ := v.MarshalJSON() // and so can a value
	return append(out, value...)
}
