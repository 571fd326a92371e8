package session

import (
	"context"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// Native is the engine proper.
func Native(limits protocol.Limits) Engine {
	return native{sandbox.LimitsOf(limits)}
}

type native struct{ limits sandbox.Limits }

func (n native) Prepare() error { return sandbox.Warm() }

func (n native) Compile(ctx context.Context, request protocol.CompileRequest) (Program, error) {
	compiled, err := sandbox.Compile(ctx, sandbox.Source{
		Text: request.Source, File: request.File, Circuit: request.Circuit, Harness: request.Harness,
		Grants: circuit.AllGrants(),
	}, n.limits)
	if err != nil {
		return nil, err
	}
	return program{compiled}, nil
}

// program is a compiled source of the engine proper.
type program struct{ compiled *sandbox.Compiled }

func (p program) Result() protocol.CompileResult {
	return protocol.CompileResult{
		Diagnostics: p.compiled.Diagnostics,
		Circuits:    p.compiled.Circuits,
		Main:        p.compiled.Main,
		Circuit:     p.compiled.Circuit,
		Library:     p.compiled.Library,
		Console:     p.compiled.Console,
	}
}

func (p program) Design() *elaborate.Design { return p.compiled.Design }

func (p program) NewMachine(ctx context.Context) (sim.Machine, error) {
	return p.compiled.NewMachine(ctx)
}

func (p program) Close() { p.compiled.Close() }
