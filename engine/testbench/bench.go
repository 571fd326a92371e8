package testbench

import (
	"context"
	"fmt"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/realm"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// bench makes simulations of the circuits of one realm.
type bench struct {
	ctx    context.Context
	realm  *realm.Realm
	vm     *goja.Runtime
	limits sandbox.Limits

	compiled map[compiledKey]*compiled
	kept     *goja.Symbol // under which a snapshot object keeps its bytes

	submission goja.Value // what the tests simulate as submission; nil without Options.Subject
	subject    *compiled
	driven     *simulation // of the subject, that was last set, stepped or read
	cycles     int         // that simulations of the subject have run

	newMap goja.Constructor // the original Map, before the program could replace it
	mapSet goja.Callable
}

// compiledKey tells circuits apart: options matter only to a primitive, whose definition does not know them.
type compiledKey struct {
	definition circuit.DefinitionID
	arguments  string
}

// compiled is a circuit made ready once for all its simulations: a property test may make hundreds.
type compiled struct {
	*sandbox.Compiled
	controls *sandbox.Controls
	outputs  map[string]int // index into Design.Outputs
	inputs   map[string]int
	start    []byte // the state of a machine that has just begun
	idle     []sim.Machine
}

// keepCompiled is how many circuits are kept ready.
const keepCompiled = 256

// keepIdle is how many machines of one circuit are kept for the next simulation.
const keepIdle = 4

func newBench(ctx context.Context, r *realm.Realm, l sandbox.Limits) (*bench, error) {
	b := &bench{
		ctx: ctx, realm: r, vm: r.Runtime(), limits: l,
		compiled: map[compiledKey]*compiled{}, kept: goja.NewSymbol("state"),
	}
	constructor, _ := b.vm.Get("Map").(*goja.Object)
	var ok bool
	if b.newMap, ok = goja.AssertConstructor(constructor); !ok {
		return nil, fmt.Errorf("the realm has no Map")
	}
	b.mapSet, _ = goja.AssertFunction(constructor.Get("prototype").(*goja.Object).Get("set"))
	return b, nil
}

// simulate is simulate(built): it throws what is wrong with the circuit.
func (b *bench) simulate(call goja.FunctionCall) goja.Value {
	if b.submission != nil && call.Argument(0).SameAs(b.submission) {
		return b.begin(b.subject)
	}
	definition, arguments, ok := b.realm.Built(call.Argument(0))
	if !ok {
		b.realm.ThrowTypeError("simulate() expects a circuit, got %s. Pass what circuit() returned.", realm.KindOf(call.Argument(0)))
	}
	return b.begin(b.compile(definition, arguments))
}

// begin makes a simulation of a circuit.
func (b *bench) begin(c *compiled) goja.Value {
	m, err := c.machine(b.ctx)
	if err != nil {
		b.realm.Throw(err)
	}
	s := &simulation{bench: b, compiled: c, machine: m, base: m, loaded: map[field]sim.State{}}
	if c.Design.Sequential {
		if s.past, err = history.New(m, history.Options{Depth: historyLength - 1}); err != nil {
			b.realm.Throw(err)
		}
		s.machine = s.past
	}
	return s.object()
}

// compile makes a circuit ready, once.
func (b *bench) compile(d *realm.Definition, arguments circuit.Arguments) *compiled {
	key := compiledKey{definition: d.ID}
	if d.Circuit.Implementation.Kind == circuit.Primitive {
		text, err := arguments.MarshalJSON()
		if err != nil {
			b.realm.Throw(fmt.Errorf("the options of %s cannot be kept: %w", d.Circuit.Name, err))
		}
		key.arguments = string(text)
	}
	if c := b.compiled[key]; c != nil {
		return c
	}
	for _, problem := range b.realm.Problems() { // those of a circuit that was made before the tests began
		if problem.Severity == circuit.Error && problem.Circuit == d.Circuit.Name {
			b.realm.Throw(&problem)
		}
	}
	made, err := sandbox.CompileBuilt(b.ctx, b.realm, d, arguments, b.limits)
	if err != nil {
		b.realm.Throw(err)
	}
	for i := range made.Diagnostics {
		if made.Diagnostics[i].Severity == circuit.Error {
			b.realm.Throw(&made.Diagnostics[i])
		}
	}
	c := ready(made)
	if len(b.compiled) >= keepCompiled {
		clear(b.compiled) // a property may make a circuit in each of its runs; simulations keep their own
	}
	b.compiled[key] = c
	return c
}

// ready is a compiled circuit with the ways to its ports.
func ready(made *sandbox.Compiled) *compiled {
	c := &compiled{
		Compiled: made, controls: sandbox.NewControls(made.Design), outputs: map[string]int{}, inputs: map[string]int{},
	}
	for i := range made.Design.Inputs {
		c.inputs[made.Design.Inputs[i].Name] = i
	}
	for i := range made.Design.Outputs {
		c.outputs[made.Design.Outputs[i].Name] = i
	}
	return c
}

// machine gives a machine at its start: a used one, or a new one.
func (c *compiled) machine(ctx context.Context) (sim.Machine, error) {
	if n := len(c.idle); n > 0 {
		m := c.idle[n-1]
		c.idle = c.idle[:n-1]
		if err := m.Restore(ctx, c.start); err == nil {
			return m, nil
		}
		_ = m.Close() // a new one takes its place
	}
	// Tests run in Go everywhere: a worker that interprets the circuits of strangers compiles no module for them either.
	m, err := c.NewMachineOn(ctx, sandbox.Interpreter)
	if err != nil {
		return nil, err
	}
	if c.start == nil {
		if c.start, err = m.Snapshot(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// release keeps a machine for the next simulation.
func (c *compiled) release(m sim.Machine) {
	if len(c.idle) < keepIdle {
		c.idle = append(c.idle, m)
		return
	}
	_ = m.Close() // it holds nothing that could fail to be released
}

// close releases the machines that are kept. Those that the program did not dispose of run in Go, and have nothing to
// release.
func (b *bench) close() {
	for _, c := range b.compiled {
		for _, m := range c.idle {
			_ = m.Close()
		}
		c.idle = nil
	}
	if b.subject != nil {
		for _, m := range b.subject.idle {
			_ = m.Close()
		}
		b.subject.idle = nil
	}
}

// mapOf makes a Map.
func (b *bench) mapOf() (object *goja.Object, set func(key, value goja.Value)) {
	m, err := b.newMap(nil)
	if err != nil {
		b.realm.Rethrow(err)
	}
	return m, func(key, value goja.Value) {
		if _, err := b.mapSet(m, key, value); err != nil {
			b.realm.Rethrow(err)
		}
	}
}
