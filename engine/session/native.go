package session

import (
	"cmp"
	"context"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/history"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/realm"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// Native is the engine proper. moduleHost is the base address of the host from which packages come, "" for none; the
// engine fetches nothing, it names what it needs and is provided with it. signs may be zero.
func Native(limits protocol.Limits, moduleHost string, signs Signs) Engine {
	n := native{limits: sandbox.LimitsOf(limits), told: limits, strict: new(bool)}
	n.limits.Beat, n.limits.Trace = signs.Beat, signs.Trace
	if moduleHost != "" {
		n.modules = modules.NewStore(moduleHost)
	}
	return n
}

// Signs are what an engine tells of user code while it runs.
type Signs struct {
	Beat  func(steps int) // about once a millisecond; see realm.Options
	Trace *realm.Trace    // follows user code from statement to statement, which makes it slow
}

type native struct {
	limits  sandbox.Limits
	told    protocol.Limits // the same, as they came
	modules *modules.Store
	// strict is set for good by the first strict compile: the worker compiles no module any more.
	strict *bool
}

func (n native) Provide(answer modules.Answer) {
	if n.modules != nil {
		n.modules.Put(answer)
	}
}

func (n native) Prepare() error { return sandbox.Warm() }

func (n native) Compile(ctx context.Context, request protocol.CompileRequest, progress func(protocol.Progress)) (Program, error) {
	*n.strict = *n.strict || request.Strict
	compiled, err := sandbox.Compile(ctx, sandbox.Source{
		Text: request.Source, File: request.File, Files: request.Files, Circuit: request.Circuit, Harness: request.Harness,
		Grants: request.Grant, Modules: n.modules, Lock: (*modules.Lock)(request.Lock), Progress: progress,
	}, n.limits)
	if err != nil {
		return nil, err
	}
	return program{compiled, n.strict, n.limits}, nil
}

// program is a compiled source of the engine proper.
type program struct {
	compiled *sandbox.Compiled
	strict   *bool
	limits   sandbox.Limits // of expressions in questions
}

func (p program) Result() protocol.CompileResult {
	result := protocol.CompileResult{
		Diagnostics: p.compiled.Diagnostics,
		Circuits:    p.compiled.Circuits,
		Main:        p.compiled.Main,
		Circuit:     p.compiled.Circuit,
		Library:     p.compiled.Library,
		Console:     p.compiled.Console,
		Lock:        (*protocol.Lock)(p.compiled.Lock),
		Needs:       p.compiled.Needs,
	}
	omit(&result)
	return result
}

// Continues compares the netlists.
func (p program) Continues(other Program) bool {
	o, ok := other.(program)
	return ok && p.compiled.Continues(o.compiled)
}

// maxStructure bounds the nodes and connections that a reply carries. A picture has far fewer.
const maxStructure = 40_000

// omit leaves the structure of very large circuits out of a reply.
func omit(r *protocol.CompileResult) {
	if r.Circuit == nil {
		return
	}
	largest := r.Circuit
	size := len(r.Circuit.Nodes) + len(r.Circuit.Connections)
	for _, c := range r.Library {
		size += len(c.Nodes) + len(c.Connections)
		if cmp.Or(cmp.Compare(len(c.Nodes), len(largest.Nodes)), cmp.Compare(len(c.Connections), len(largest.Connections))) > 0 {
			largest = c
		}
	}
	if size <= maxStructure {
		return
	}
	r.Omitted = &protocol.Omitted{Nodes: len(largest.Nodes), Connections: len(largest.Connections)}
	ports := *r.Circuit
	ports.Nodes, ports.Connections = []circuit.Node{}, []circuit.Connection{}
	r.Circuit, r.Library = &ports, nil
}

func (p program) Design() *elaborate.Design { return p.compiled.Design }

func (p program) NewMachine(ctx context.Context) (sim.Machine, error) {
	if *p.strict {
		return p.compiled.NewMachineOn(ctx, sandbox.Interpreter)
	}
	return p.compiled.NewMachine(ctx)
}

// Ask implements Asker.
func (p program) Ask(past *history.Recorder) *ask.Run {
	run := ask.New(p.compiled, past, p.limits)
	run.Interpret = *p.strict
	return run
}

// Compiled implements Asker.
func (p program) Compiled() *sandbox.Compiled { return p.compiled }

// Deposit implements Depositor.
func (p program) Deposit(ctx context.Context, machine sim.Machine, deposits []sandbox.Deposit) error {
	return p.compiled.Deposit(ctx, machine, deposits)
}

// Takes implements Depositor.
func (p program) Takes(ctx context.Context, node, field int, state sim.State) error {
	return p.compiled.Takes(ctx, node, field, state)
}

func (p program) Close() { p.compiled.Close() }
