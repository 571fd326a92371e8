package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// compile replaces a slot's simulation, or leaves it alone when the source has errors.
func (s *Session) compile(ctx context.Context, request protocol.Request) {
	old := s.slots[request.Slot]
	if old == nil && len(s.slots) >= s.limits.Slots {
		s.reply(nil, request, protocol.NewError(protocol.ErrOverloaded,
			fmt.Sprintf("This page already has %d slots, as many as it may.", s.limits.Slots)))
		return
	}
	var at uint64
	if old != nil {
		at = old.machine.Cycle()
	}
	s.sink.Enter(request.Slot, request.ID, at)
	start := s.clock()
	if err := s.engine.Prepare(); err != nil {
		s.reply(old, request, s.toError(nil, err))
		return
	}
	// On a slow machine the first preparation takes seconds, which are not the source's fault.
	s.sink.Enter(request.Slot, request.ID, at)
	limit := s.deadline(ctx)
	program, err := s.engine.Compile(limit, *request.Compile, s.progress(request.Slot, limit))
	if err != nil {
		s.reply(old, request, s.toError(nil, err))
		return
	}
	result := program.Result()
	if program.Design() == nil {
		program.Close()
		result.Milliseconds = milliseconds(s.clock().Sub(start))
		s.replyCompile(old, request, result, at)
		return
	}
	limit.again()
	machine, past, kept, err := s.start(limit, old, request, program)
	if err != nil {
		program.Close()
		s.refuse(old, request, result, err, at)
		return
	}
	var was slot
	var former *ask.Tape
	if old != nil {
		s.abandon(old, replaced)
		was = *old
		if request.Compile.Keep && !kept {
			former = old.leaves()
		}
	} else {
		old = &slot{name: request.Slot}
		s.slots[request.Slot] = old
		s.order = append(s.order, request.Slot)
	}
	old.install(program, machine, past, s.limits)
	old.former = former
	if result.Kept = kept; kept {
		old.resume(&was)
	}
	result.Former = old.formerRun()
	s.share()
	failed := sandbox.EncodeColumns(&result, program.Design())
	old.showUpper(result.Design)
	result.Design.States, result.Design.Pictures = old.exposed.infos(), old.exposed.pictures
	result.Milliseconds = milliseconds(s.clock().Sub(start))
	// The frame comes after this reply: it cannot be read without the design.
	if failed != nil {
		s.reply(old, request, protocol.Unsendable(failed))
	} else {
		s.replyCompile(old, request, result, at)
	}
	s.frame(old)
}

// replaced is what is said to requests that waited for a slot's simulation.
const replaced = "The circuit was replaced by a new one."

// start makes a machine of a program, and its past. If the request asks for it and the program allows it, it goes on
// where that of the old slot is, which then is without jobs.
func (s *Session) start(ctx context.Context, old *slot, request protocol.Request, program Program) (machine sim.Machine, past *history.Recorder, kept bool, err error) {
	if machine, err = program.NewMachine(ctx); err != nil {
		return nil, nil, false, err
	}
	if old != nil && request.Compile.Keep && program.Continues(old.program) {
		s.abandon(old, replaced)
		if err = old.move(ctx, machine); err == nil {
			return machine, old.past, true, nil
		}
		_ = machine.Close()
		if machine, err = program.NewMachine(ctx); err != nil {
			return nil, nil, false, err
		}
	}
	if past, err = s.record(program, machine); err != nil {
		_ = machine.Close()
		return nil, nil, false, err
	}
	return machine, past, false, nil
}

// tellEvery is how often a compile tells how far it has come.
const tellEvery = 100 * time.Millisecond

// progress passes on how far a compile has come. The engine's work after the program has run takes time by the size of
// the circuit, which the limits bound; so each stretch of it has the whole time limit, and what is told shows the
// watchdog that the worker lives.
func (s *Session) progress(slot string, limit *deadline) func(protocol.Progress) {
	last := s.clock()
	return func(p protocol.Progress) {
		if p.Phase != protocol.PhaseRead && p.Phase != protocol.PhaseBuild {
			limit.again()
		}
		if now := s.clock(); now.Sub(last) >= tellEvery {
			last = now
			s.sink.Event(protocol.Event{Kind: protocol.EventProgress, Slot: slot, Progress: &p})
		}
	}
}

// refuse answers for a circuit that cannot even settle in its start state. A problem with a place
// joins the diagnostics, so that the editor shows it like any other.
func (s *Session) refuse(old *slot, request protocol.Request, result protocol.CompileResult, err error, at uint64) {
	var d *circuit.Diagnostic
	failure := s.toError(nil, err)
	if !errors.As(err, &d) || failure.Code == protocol.ErrTimeout {
		s.reply(old, request, failure)
		return
	}
	result.Diagnostics = circuit.Join(result.Diagnostics, *d)
	if !drawable(result) {
		result.Circuit, result.Library, result.Main = nil, nil, ""
	}
	s.replyCompile(old, request, result, at)
}

// maxDrawn bounds the nodes and connections of a circuit that is sent although it does not run: it is only looked at.
const maxDrawn = 4_000

// drawable reports whether a picture of a circuit that does not run is worth sending: it shows where its problem is.
func drawable(r protocol.CompileResult) bool {
	if r.Circuit == nil || r.Omitted != nil {
		return false
	}
	size := len(r.Circuit.Nodes) + len(r.Circuit.Connections)
	for _, c := range r.Library {
		size += len(c.Nodes) + len(c.Connections)
	}
	return size <= maxDrawn
}

func (s *Session) replyCompile(slot *slot, request protocol.Request, result protocol.CompileResult, at uint64) {
	reply := protocol.Reply{ID: request.ID, Slot: request.Slot, Type: request.Type, Compile: &result, At: at}
	if slot != nil {
		reply.Status = slot.status(s.clock())
	}
	s.sink.Reply(reply)
}
