package session

import (
	"context"

	"simten.dev/engine/circuit"
	"simten.dev/engine/grade"
	"simten.dev/engine/protocol"
)

// Bounds of what a result tells of one submission.
const (
	maxTests     = 200
	maxProblems  = 50
	maxCheckText = 4000
	gradedRounds = 6 // times the limit of a request that all tests of a level have together
)

// grade judges a submission. It has realms and machines of its own and touches no slot; the request's slot only names
// the one who waits. Each call into user code has the time limit of a request.
func (s *Session) grade(ctx context.Context, request protocol.Request) {
	slot := s.slots[request.Slot]
	var at uint64
	if slot != nil {
		at = slot.machine.Cycle()
	}
	s.sink.Enter(request.Slot, request.ID, at)
	if err := s.engine.Prepare(); err != nil {
		s.reply(slot, request, s.toError(nil, err))
		return
	}
	s.sink.Enter(request.Slot, request.ID, at)
	limit := s.deadline(ctx)
	limit.end = limit.end.Add((gradedRounds - 1) * limit.limit)
	last := s.clock()
	result, err := s.engine.Grade(limit, *request.Grade, func() {
		if now := s.clock(); now.Sub(last) >= tellEvery { // the watchdog sees that the worker lives
			last = now
			s.sink.Event(protocol.Event{
				Kind: protocol.EventAsking, Slot: request.Slot, Asking: &protocol.Asking{Request: request.ID},
			})
		}
	})
	reply := protocol.Reply{ID: request.ID, Slot: request.Slot, Type: request.Type, Grade: result, At: at}
	if err != nil {
		reply.Error = s.toError(nil, err)
	}
	if slot != nil {
		reply.Status = slot.status(s.clock())
	}
	s.sink.Reply(reply)
}

// Grade implements Engine.
func (n native) Grade(ctx context.Context, request protocol.GradeRequest, alive func()) (*protocol.GradeResult, error) {
	level := grade.Level{Tests: request.Tests, Parts: request.Parts, Lambdas: request.Lambdas}
	report, err := grade.Grade(ctx, level, request.Source, n.limits, alive)
	if err != nil {
		return nil, err
	}
	return graded(report), nil
}

// graded is a report as a message.
func graded(r *grade.Report) *protocol.GradeResult {
	result := &protocol.GradeResult{
		Verdict: protocol.Verdict(r.Verdict), Diagnostics: r.Diagnostics[:min(len(r.Diagnostics), maxProblems)],
		Tests: []protocol.GradedTest{}, Gates: r.Gates, Depth: r.Depth, Cycles: r.Cycles,
	}
	for i := range r.Tests[:min(len(r.Tests), maxTests)] {
		t := &r.Tests[i]
		told := protocol.GradedTest{Name: circuit.Cut(t.Name, 1000), Status: string(t.Status)}
		if f := t.Failure; f != nil {
			told.Message = circuit.Cut(f.Message, maxCheckText)
			if c := f.Case; c != nil {
				told.Case = &protocol.GradedCase{
					Inputs: []protocol.GradedInput{}, Port: circuit.Cut(c.Port, 1000), Cycle: c.Cycle,
					Expected: circuit.Cut(c.Expected, maxCheckText), Got: circuit.Cut(c.Got, maxCheckText),
				}
				for _, in := range c.Inputs {
					told.Case.Inputs = append(told.Case.Inputs, protocol.GradedInput{Name: circuit.Cut(in.Name, 1000), Value: in.Value})
				}
			}
		}
		result.Tests = append(result.Tests, told)
	}
	return result
}
