package session

import (
	"context"
	"fmt"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// compared is the slot whose circuit a question compares with a run; nil when there is none.
func (s *Session) compared(q *protocol.AskRequest) *slot {
	if q.Compare == nil || q.Compare.Slot == "" {
		return nil
	}
	return s.slots[q.Compare.Slot]
}

// compare answers where the circuit of another slot, or of a text, differs that is given the inputs of a run.
func (s *Session) compare(ctx context.Context, run *ask.Run, q *protocol.CompareQuestion, other *slot) (*protocol.AskResult, error) {
	var program Program
	switch {
	case q.Compile != nil:
		compiled, err := s.compileOther(ctx, *q.Compile)
		if err != nil {
			return nil, err
		}
		defer compiled.Close()
		program = compiled
	case other != nil:
		program = other.program
	default:
		return nil, noCircuit(q.Slot)
	}
	asker, ok := program.(Asker)
	if !ok {
		return nil, errNoQuestions
	}
	limit := max(0, q.Limit-1)
	d, err := run.Compare(ctx, ask.Compare{Other: asker.Compiled(), Signals: q.Signals, Limit: limit})
	if err != nil {
		return nil, err
	}
	r := &protocol.CompareResult{
		Equal: d.Equal, Cycle: d.Cycle, Signals: []protocol.DifferentSignal{}, Unmatched: append([]string{}, d.Unmatched...),
	}
	for _, x := range d.Signals() {
		r.Signals = append(r.Signals, protocol.DifferentSignal{Signal: x.Signal, Width: x.Width, Left: x.Left, Right: x.Right})
	}
	return &protocol.AskResult{Compare: r}, nil
}

// compileOther compiles a text for a question.
func (s *Session) compileOther(ctx context.Context, request protocol.CompileRequest) (Program, error) {
	request.Keep = false
	var again func()
	if q, ok := ctx.(questionContext); ok {
		again = q.limit.again
	}
	program, err := s.engine.Compile(ctx, request, func(p protocol.Progress) {
		if p.Phase != protocol.PhaseRead && p.Phase != protocol.PhaseBuild && again != nil {
			again() // as of a compile of its own; see progress
		}
	})
	if err != nil {
		return nil, err
	}
	if program.Design() != nil {
		return program, nil
	}
	defer program.Close()
	result := program.Result()
	if len(result.Needs) > 0 {
		e := protocol.NewError(protocol.ErrInvalidRequest, "The other text imports packages that are not there yet.")
		e.Advice = "Compile it in a slot of its own, and name that slot."
		return nil, e
	}
	for i := range result.Diagnostics {
		if d := &result.Diagnostics[i]; d.Severity == circuit.Error {
			e := protocol.NewError(protocol.ErrInvalidRequest, "The other text has an error: "+d.Message)
			e.Line, e.Column, e.Advice = d.Line, d.Column, d.Suggestion
			return nil, e
		}
	}
	return nil, fmt.Errorf("the other text: %w", sandbox.ErrNoDesign)
}
