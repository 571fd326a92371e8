package session

import (
	"context"
	"errors"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/work"
)

// warmSource meets the parser, the realm, the library, elaboration and a clock edge. It exports nothing: that would
// bring esbuild's helpers.
const warmSource = `circuit('Warm', {
  inputs: { d: bus(8) },
  outputs: { q: bus(8) },
  nodes: { sum: Adder({ width: 8 }), r: Register({ width: 8 }) },
  connect: ({ inputs, outputs, nodes }) => [
    inputs.d.to(nodes.sum.a),
    nodes.r.q.to(nodes.sum.b, outputs.q),
    nodes.sum.sum.to(nodes.r.data),
  ],
})`

// Warm compiles and runs a small circuit, so that the first real one does not pay for what an
// engine does only once.
func Warm(ctx context.Context, engine Engine) error { return compileAndStep(ctx, engine, warmSource) }

// compileAndStep takes a source through all that comes before its second cycle.
func compileAndStep(ctx context.Context, engine Engine, source string) error {
	program, err := engine.Compile(ctx, protocol.CompileRequest{Source: source, Harness: true}, nil)
	if err != nil {
		return err
	}
	defer program.Close()
	if program.Design() == nil {
		for _, d := range program.Result().Diagnostics {
			if d.Severity == circuit.Error {
				return &d
			}
		}
		return errors.New("a small circuit has no design and no error")
	}
	machine, err := program.NewMachine(ctx)
	if err != nil {
		return err
	}
	defer machine.Close()
	_, err = machine.Step(ctx, 2)
	return err
}

// CollectGarbage collects garbage while nobody waits, so that the next compile need not. It takes tens of milliseconds
// for a circuit of some thousand operations.
func (s *Session) CollectGarbage() {
	if s.Quiet() {
		work.CollectGarbage()
	}
}

// Quiet reports that nothing runs, so that what takes tens of milliseconds delays no pause.
func (s *Session) Quiet() bool {
	for _, slot := range s.slots {
		if slot.job != nil || slot.running {
			return false
		}
	}
	return true
}
