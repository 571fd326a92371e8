package testbench

import (
	"errors"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/emit"
	"simten.dev/engine/realm"
	"simten.dev/engine/sandbox"
)

// host makes the object that our own scripts import as simten:host.
func (x *runner) host() *goja.Object {
	b := x.bench
	o := b.vm.NewObject()
	method := func(name string, f func(goja.FunctionCall) goja.Value) {
		_ = o.Set(name, f)
	}
	method("simulate", b.simulate)
	method("simulateCircuit", b.simulateCircuit)
	method("checkCircuit", b.checkCircuit)
	method("circuitToSource", b.circuitToSource)
	method("here", func(goja.FunctionCall) goja.Value { return x.realm.Plain(x.realm.Here()) })
	method("nameOf", func(call goja.FunctionCall) goja.Value {
		if d, _, ok := x.realm.Built(call.Argument(0)); ok {
			return b.vm.ToValue(d.Circuit.Name)
		}
		return goja.Undefined()
	})
	method("check", x.check)
	_ = o.Set("seed", x.options.Seed)
	_ = o.Set("verifying", x.options.Verify)
	_ = o.Set("oracle", x.options.Oracle)
	method("declare", func(call goja.FunctionCall) goja.Value {
		x.declared(call.Argument(0))
		return goja.Undefined()
	})
	return o
}

// text reads a property of the options of a host function that must be a text.
func (b *bench) text(o *goja.Object, function, name string, needed bool) string {
	v := o.Get(name)
	if v == nil || goja.IsUndefined(v) {
		if needed {
			b.realm.ThrowTypeError("%s() expects { %s: … }", function, name)
		}
		return ""
	}
	return v.String()
}

// options reads the one argument of a host function.
func (b *bench) options(call goja.FunctionCall, function string) *goja.Object {
	o, ok := call.Argument(0).(*goja.Object)
	if !ok {
		b.realm.ThrowTypeError("%s() expects an object such as { source: '…' }", function)
	}
	return o
}

// source compiles a text in a realm of its own.
func (b *bench) source(o *goja.Object, function string) *sandbox.Compiled {
	s := sandbox.Source{
		Text: b.text(o, function, "source", true), File: b.text(o, function, "sourceName", false),
		Circuit: b.text(o, function, "circuitName", false),
	}
	compiled, err := sandbox.Compile(b.ctx, s, b.limits)
	if err != nil {
		sandbox.LookAt(b.realm)
		b.realm.Throw(err)
	}
	sandbox.LookAt(b.realm)
	b.realm.CheckTime()
	return compiled
}

const (
	defaultTicks = 10     // of simulateCircuit (16.1)
	maxTicks     = 10_000 // of simulateCircuit
)

// simulateCircuit runs a circuit given as text and gives its course (simulator.md 16). An error of compiling is
// returned as { error }; an error of the run is thrown.
func (b *bench) simulateCircuit(call goja.FunctionCall) goja.Value {
	o := b.options(call, "simulateCircuit")
	ask := sandbox.Observe{Ticks: defaultTicks, Inputs: map[string]circuit.Value{}}
	if v := o.Get("ticks"); v != nil && !goja.IsUndefined(v) {
		n := v.ToInteger()
		if n < 1 || n > maxTicks {
			b.realm.ThrowTypeError("simulateCircuit() runs 1 to %d ticks", maxTicks)
		}
		ask.Ticks = int(n)
	}
	if inputs, ok := o.Get("inputs").(*goja.Object); ok {
		for _, name := range inputs.Keys() {
			v, ok := b.realm.Cell(inputs.Get(name), circuit.MaxWidth)
			if !ok {
				b.realm.ThrowTypeError("'%s' needs a number or a bigint", name)
			}
			ask.Inputs[name] = v
		}
	}
	compiled := b.source(o, "simulateCircuit")
	defer compiled.Close()
	result := b.vm.NewObject()
	for i := range compiled.Diagnostics {
		if d := &compiled.Diagnostics[i]; d.Severity == circuit.Error {
			b.put(result, "error", b.vm.ToValue(d.Message))
			return result
		}
	}
	seen, err := compiled.Observe(b.ctx, ask)
	if err != nil {
		b.realm.Throw(err)
	}
	b.put(result, "circuit", b.vm.ToValue(seen.Circuit))
	b.put(result, "ticks", b.vm.ToValue(seen.Ticks))
	b.put(result, "inputs", b.realm.Plain(seen.Inputs))
	b.put(result, "outputs", b.realm.Plain(seen.Outputs))
	signals := b.vm.NewObject()
	for _, course := range seen.Signals {
		runs := make([]any, len(course.Runs))
		for i, run := range course.Runs {
			entry := b.vm.NewObject()
			b.put(entry, "value", b.realm.Unsigned(run.Value, course.Width))
			b.put(entry, "count", b.vm.ToValue(run.Count))
			runs[i] = entry
		}
		b.put(signals, course.Name, b.vm.NewArray(runs...))
	}
	b.put(result, "signals", signals)
	b.put(result, "vcd", b.vm.ToValue(seen.VCD))
	if seen.SteadyStateAt != nil {
		b.put(result, "steadyStateAt", b.vm.ToValue(*seen.SteadyStateAt))
	}
	return result
}

// checked is what checkCircuit() returns (simulator.md 17).
type checked struct {
	Valid       bool             `json:"valid"`
	CanSimulate bool             `json:"canSimulate"`
	Diagnostics []checkedProblem `json:"diagnostics"`
	Analysis    sandbox.Analysis `json:"analysis"`
}

// checkedProblem is one problem in the shape of public Simten; Rule is our own code.
type checkedProblem struct {
	Phase         string   `json:"phase"`
	Code          string   `json:"code"`
	Severity      string   `json:"severity"`
	Message       string   `json:"message"`
	Rule          string   `json:"rule"`
	Line          int      `json:"line,omitempty"`
	Column        int      `json:"column,omitempty"`
	Suggestions   []string `json:"suggestions,omitempty"`
	InvolvedNodes []string `json:"involvedNodes,omitempty"`
}

// checkCircuit compiles a text and tells whether it is in order. Errors only: a circuit in order has no diagnostics.
func (b *bench) checkCircuit(call goja.FunctionCall) goja.Value {
	compiled := b.source(b.options(call, "checkCircuit"), "checkCircuit")
	defer compiled.Close()
	c := checked{Diagnostics: []checkedProblem{}, Analysis: compiled.Analysis()}
	for _, d := range compiled.Diagnostics {
		if d.Severity != circuit.Error {
			continue
		}
		p := checkedProblem{
			Phase: "compilation", Code: "compile-error", Severity: "error", Message: d.Message,
			Rule: string(d.Code), Line: d.Line, Column: d.Column,
		}
		if d.Suggestion != "" {
			p.Suggestions = []string{d.Suggestion}
		}
		if d.Node != "" {
			p.InvolvedNodes = []string{d.Node}
		}
		c.Diagnostics = append(c.Diagnostics, p)
	}
	c.Valid = len(c.Diagnostics) == 0
	c.CanSimulate = c.Valid
	return b.realm.Plain(c)
}

// circuitToSource writes a circuit as a program; see package emit.
func (b *bench) circuitToSource(call goja.FunctionCall) goja.Value {
	d, _, ok := b.realm.Built(call.Argument(0))
	if !ok {
		b.realm.ThrowTypeError("circuitToSource() expects a circuit, got %s", realm.KindOf(call.Argument(0)))
	}
	text, err := sandbox.SourceOf(b.realm, d)
	var refused *emit.Error
	if errors.As(err, &refused) {
		b.realm.ThrowNamed("CircuitToSourceError", refused.Error())
	}
	if err != nil {
		b.realm.Throw(err)
	}
	return b.vm.ToValue(text)
}
