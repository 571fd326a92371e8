package sandbox

import (
	"context"
	"errors"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/event"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/sim/specialize"
	"simten.dev/engine/sim/tier"
	"simten.dev/engine/sim/wasmgen"
	"simten.dev/engine/synthesis"
	"simten.dev/engine/work"
)

// Backend is a way to simulate. All backends agree on every signal on every cycle.
type Backend string

const (
	// Closures calls every lambda in the interpreter of the language: the plain reference.
	Closures Backend = "closures"
	// Interpreter runs the lowered netlist in Go; it starts at once.
	Interpreter Backend = "interp"
	// WebAssembly compiles the lowered netlist to a WebAssembly module: the fastest.
	WebAssembly Backend = "wasm"
	// Tiered begins on Interpreter and goes over to WebAssembly when its user gives it time for that (sim.Improver).
	// Circuits for which that is not worth it run on WebAssembly from the start.
	Tiered Backend = "tiered"
)

// ErrNoDesign means that a circuit with errors was to be simulated.
var ErrNoDesign = errors.New("a circuit with errors cannot be simulated")

// lowered is the netlist of a design, made once.
type lowered struct {
	module *netlist.Module
	hints  []circuit.Diagnostic
	err    error
}

// Lower gives the netlist that runs, and a hint for each lambda that could not be compiled and runs as
// a closure. Constant components are built in where that is possible (Module.Fixed); see sim/specialize.
func (c *Compiled) Lower(ctx context.Context) (*netlist.Module, []circuit.Diagnostic, error) {
	if c.Design == nil {
		return nil, nil, ErrNoDesign
	}
	if c.lowered == nil {
		l := &lowered{}
		if tell := c.progress; tell != nil {
			first := begins[protocol.PhaseLower]
			share := begins[protocol.PhaseCheck] - first
			ctx = work.WithProgress(ctx, func(part float64) {
				tell(protocol.Progress{Phase: protocol.PhaseLower, Done: first + share*part})
			})
		}
		l.module, l.hints, l.err = c.build(ctx, true)
		if l.err == nil && len(l.module.Fixed) > 0 && !specialize.Pays(l.module) {
			l.module, l.hints, l.err = c.build(ctx, false)
		}
		c.lowered = l
	}
	return c.lowered.module, c.lowered.hints, c.lowered.err
}

// build makes a netlist, with the values of Constant components built in or without.
func (c *Compiled) build(ctx context.Context, fixed bool) (*netlist.Module, []circuit.Diagnostic, error) {
	return synthesis.Build(ctx, c.realm, c.Design, synthesis.Options{Fixed: fixed, Reachable: !c.overwritten})
}

// Continues reports whether a machine of another compiled source can go on as one of c, both on the backend of
// NewMachine: the netlists are the same, and none calls closures or has given way to that of an edited constant.
func (c *Compiled) Continues(other *Compiled) bool {
	a, b := c.lowered, other.lowered
	return a != nil && b != nil && a.err == nil && b.err == nil && !other.gaveWay && a.module.Equal(b.module)
}

// NewMachine starts a simulation on the backend that suits this home of the engine: tiered in the
// browser, interpreted natively, where a run is short more often than long. One compiled circuit has
// one realm, so its machines must not be used concurrently.
func (c *Compiled) NewMachine(ctx context.Context) (sim.Machine, error) {
	return c.NewMachineOn(ctx, homeBackend)
}

// NewMachineOn starts a simulation on a backend.
func (c *Compiled) NewMachineOn(ctx context.Context, backend Backend) (sim.Machine, error) {
	if c.Design == nil {
		return nil, ErrNoDesign
	}
	if backend == Closures {
		return machine(event.New(ctx, c.realm, c.Design))
	}
	module, _, err := c.Lower(ctx)
	if err != nil {
		return nil, err
	}
	return c.specialized(ctx, module, func(ctx context.Context, m *netlist.Module) (sim.Machine, error) { return c.start(ctx, backend, m) })
}

// machine gives what a backend's New has given as a sim.Machine, which is nil when there is an error.
func machine[M sim.Machine](m M, err error) (sim.Machine, error) {
	if err != nil {
		return nil, err
	}
	return m, nil
}

// specialized starts a netlist. One with constants built in gives way to the general one when a constant is edited.
func (c *Compiled) specialized(ctx context.Context, module *netlist.Module, start func(context.Context, *netlist.Module) (sim.Machine, error)) (sim.Machine, error) {
	m, err := start(ctx, module)
	if err != nil || len(module.Fixed) == 0 {
		return m, err
	}
	return specialize.New(m, module, func(ctx context.Context) (sim.Machine, error) {
		general, _, err := c.build(ctx, false)
		if err != nil {
			return nil, err
		}
		c.gaveWay = true
		return start(ctx, general)
	}), nil
}

// The sizes of a netlist between which it is tiered, in operations. The module of a smaller one is generated in a few
// milliseconds. A larger one would need the memory of both machines, and the interpreter takes most of a slice for a
// cycle.
const (
	minTiered = 500
	maxTiered = 100_000
)

func tiered(operations int) bool { return operations >= minTiered && operations <= maxTiered }

// start runs a netlist.
func (c *Compiled) start(ctx context.Context, backend Backend, module *netlist.Module) (sim.Machine, error) {
	if tell := c.progress; tell != nil {
		first := begins[protocol.PhaseGenerate]
		ctx = work.WithProgress(ctx, func(part float64) {
			tell(protocol.Progress{Phase: protocol.PhaseGenerate, Done: first + (1-first)*part})
		})
		tell(protocol.Progress{Phase: protocol.PhaseGenerate, Done: first})
	}
	lambdas, err := host.New(c.realm, c.Design, module)
	if err != nil {
		return nil, err
	}
	if backend == Tiered && tiered(len(module.Ops)) {
		return machine(tier.New(ctx, module, c.Design, lambdas))
	}
	if backend == WebAssembly || backend == Tiered {
		m, err := machine(wasmgen.New(ctx, module, c.Design, lambdas))
		var size *wasmgen.SizeError
		if !errors.As(err, &size) {
			return m, err
		}
		// Too large for one memory of a generated module: slower beats not at all.
	}
	return machine(interp.New(ctx, module, c.Design, lambdas))
}
