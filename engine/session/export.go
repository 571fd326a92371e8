package session

import (
	"context"
	"slices"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/verilog"
)

// Steps of a testbench: of a run that was recorded at most, and of random inputs.
const (
	maxRecordedSteps = 10_000
	randomSteps      = 1_000
)

// export answers with a circuit as Verilog.
func (s *Session) export(ctx context.Context, slot *slot, run *ask.Run, q *protocol.ExportQuestion) (*protocol.AskResult, error) {
	program, err := s.compileOther(ctx, *q.Compile)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	asker, ok := program.(Asker)
	if !ok {
		return nil, errNoQuestions
	}
	compiled := asker.Compiled()
	written, err := compiled.Verilog(ctx, verilog.Options{System: q.System, BlackBoxes: q.BlackBoxes})
	if err != nil {
		return nil, err
	}
	r := &protocol.ExportResult{
		Text: written.Text, Top: written.Top, Diagnostics: append([]circuit.Diagnostic{}, written.Diagnostics...),
	}
	if q.Testbench == "" || circuit.HasErrors(written.Diagnostics) {
		return &protocol.AskResult{Export: r}, nil
	}
	inputs, steps, err := slot.inputsFor(ctx, run, compiled, written)
	if err != nil {
		return nil, err
	}
	r.Recorded = inputs != nil
	if !r.Recorded {
		inputs, steps = written.Random(1), randomSteps
	}
	played, err := compiled.VerilogRun(ctx, written, steps, inputs)
	if err != nil {
		return nil, err
	}
	r.Steps = len(played)
	r.Testbench, r.Run = verilog.Testbench(written, q.Testbench, played)
	return &protocol.AskResult{Export: r}, nil
}

// inputsFor are the values that the inputs of a circuit have in each cycle of the slot's run; nil when that run is one
// cycle long, or does not begin at its start. A cycle in which they changed several times has the last ones.
func (t *slot) inputsFor(ctx context.Context, run *ask.Run, compiled *sandbox.Compiled, written *verilog.Result) (func(int) []circuit.Value, int, error) {
	asker, ok := t.program.(Asker)
	if !ok || t.past == nil || !compiled.Design.Sequential {
		return nil, 0, nil
	}
	steps := int(min(t.past.Range().Last+1, maxRecordedSteps))
	tape, whole := ask.NewTape(asker.Compiled().Design, t.past)
	if !whole || steps < 2 {
		return nil, 0, nil
	}
	machine, err := compiled.NewMachineOn(ctx, sandbox.Interpreter)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = machine.Close() }()
	nets := make([]int, len(written.Inputs))
	for i, p := range written.Inputs {
		if p.Node < 0 {
			nets[i] = compiled.Design.Inputs[p.Pin].Net
		} else {
			nets[i] = compiled.Design.Node(p.Node).Outputs[0].Net
		}
	}
	playback := tape.On(compiled.Design)
	if err := playback.Reset(ctx, machine); err != nil {
		return nil, 0, err
	}
	list := make([][]circuit.Value, steps)
	for i := range list {
		if run.Pause != nil && i%256 == 255 {
			run.Pause()
		}
		if err := playback.Run(ctx, uint64(i)); err != nil {
			return nil, 0, err
		}
		for _, net := range nets {
			list[i] = append(list[i], machine.Peek(net))
		}
	}
	return func(i int) []circuit.Value { return slices.Clone(list[i]) }, steps, nil
}
