// Package session runs the slots of one page: it is what the worker does, without the browser.
//
// A Session is driven from outside by one thread: Handle takes a request, Run works for a few
// milliseconds. Everything it has to say goes to the Sink, in the order in which it happened. A
// session never waits: a long request (a tick of a million cycles, a run) goes on in the slices.
package session

import (
	"context"
	"fmt"
	"time"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
)

// Engine compiles sources. The engine proper is Native; tests bring their own.
type Engine interface {
	// Prepare does what the next Compile needs and what does not depend on its source. It takes no
	// time when it was done before.
	Prepare() error
	// Compile returns a program, which may hold diagnostics instead of a circuit. The error is for
	// limits and failures of the engine itself.
	// progress is told how far it has come, also by Program.NewMachine.
	Compile(ctx context.Context, request protocol.CompileRequest, progress func(protocol.Progress)) (Program, error)
	// Grade judges a submission. alive is called often meanwhile.
	Grade(ctx context.Context, request protocol.GradeRequest, alive func()) (*protocol.GradeResult, error)
	// Precompile gives the file of a circuit that runs without the engine; "" for one that cannot.
	Precompile(ctx context.Context, request protocol.PrecompileRequest) (string, error)
	// Provide takes a module that a Compile needed.
	Provide(answer modules.Answer)
}

// Program is a compiled source.
type Program interface {
	// Result describes the program; Design and Milliseconds are left to the session.
	Result() protocol.CompileResult
	// Design is nil when the diagnostics hold an error.
	Design() *elaborate.Design
	// NewMachine makes a simulation in its start state, settled.
	NewMachine(ctx context.Context) (sim.Machine, error)
	// Continues reports whether a machine of another program can go on as one of this program; see netlist.Module.Equal.
	// Both have made machines.
	Continues(other Program) bool
	// Close releases the program and with it the behaviour of its machines.
	Close()
}

// Sink takes what a session has to say.
type Sink interface {
	// Reply answers a request; it is called exactly once for each.
	Reply(reply protocol.Reply)
	// Event tells of frames and of runs that stopped.
	Event(event protocol.Event)
	// Checkpoint hands out the complete state of a slot, with its past. The log from before is no longer needed for
	// recovery.
	Checkpoint(slot string, checkpoint Checkpoint)
	// Enter says that work for a slot begins that may run user code, so that a watchdog knows
	// whom to blame. request is 0 for a slice of a run.
	Enter(slot string, request int, cycle uint64)
}

// Session holds the slots. It is not safe for concurrent use.
type Session struct {
	engine Engine
	limits protocol.Limits
	clock  func() time.Time
	sink   Sink
	slots  map[string]*slot
	order  []string // names in the order of their first compile
	turn   int      // index into order of the slot whose turn is next
	single bool     // see Single
}

// Single makes every cycle a batch of its own, announced by Enter, from now on: for finding out which cycle hangs.
func (s *Session) Single() { s.single = true }

// New makes a session without slots. clock tells the time; only differences matter.
func New(engine Engine, limits protocol.Limits, clock func() time.Time, sink Sink) *Session {
	return &Session{engine: engine, limits: limits, clock: clock, sink: sink, slots: map[string]*slot{}}
}

// Provide takes a module that a compile needed, before that compile is asked for again.
func (s *Session) Provide(answer modules.Answer) { s.engine.Provide(answer) }

// Handle takes a validated request. Its reply comes before Handle returns, except for a tick that
// takes longer than a slice and for requests that must wait behind such a tick. from is what a restore
// request brings back instead of its snapshot: a checkpoint, with its past; nil otherwise.
func (s *Session) Handle(ctx context.Context, request protocol.Request, from *Revival) {
	slot := s.slots[request.Slot]
	switch request.Type {
	case protocol.TypeCompile:
		s.compile(ctx, request)
	case protocol.TypeAbort:
		if slot != nil {
			s.abort(ctx, slot, request.Abort.Request)
		}
		s.reply(slot, request, nil)
	case protocol.TypeInspect:
		s.inspect(slot, request)
	case protocol.TypeAsk:
		if slot == nil {
			s.reply(nil, request, noCircuit(request.Slot))
			return
		}
		s.question(ctx, slot, request)
	case protocol.TypeGrade:
		s.grade(ctx, request)
	case protocol.TypePrecompile:
		s.precompile(ctx, request)
	case protocol.TypeImport, protocol.TypeBitstream:
		s.reply(slot, request, protocol.NewError(protocol.ErrInvalidRequest, "The engine has no such programs; the sandbox page answers this."))
	case protocol.TypeDispose:
		if slot != nil {
			s.dispose(slot)
		}
		s.reply(nil, request, nil)
	default:
		if slot == nil {
			s.reply(nil, request, noCircuit(request.Slot))
			return
		}
		slot.waiting = append(slot.waiting, pending{request: request, from: from})
		if request.Type == protocol.TypePause && slot.job != nil {
			s.endJob(slot, protocol.NewError(protocol.ErrAborted, "Paused before it was done."))
		}
		s.drain(ctx, slot)
	}
}

func noCircuit(slot string) *protocol.Error {
	return protocol.NewError(protocol.ErrInvalidRequest, fmt.Sprintf("Slot %q holds no circuit. Compile one first.", slot))
}

// pending is a request that waits behind a tick, in order.
type pending struct {
	request protocol.Request
	from    *Revival
}

// drain applies waiting requests until one of them is a tick that needs slices.
func (s *Session) drain(ctx context.Context, slot *slot) {
	for slot.job == nil && len(slot.waiting) > 0 {
		next := slot.waiting[0]
		slot.waiting = slot.waiting[1:]
		s.apply(ctx, slot, next)
	}
}

// apply carries out one request on a slot that has a circuit and no tick under way.
func (s *Session) apply(ctx context.Context, slot *slot, p pending) {
	request := p.request
	at := slot.machine.Cycle()
	var failure *protocol.Error
	var snapshot *protocol.SnapshotResult
	if request.Type != protocol.TypeSet && request.Type != protocol.TypeSnapshot {
		slot.unwatch() // the run goes elsewhere
	}
	switch request.Type {
	case protocol.TypeSet:
		s.sink.Enter(slot.name, request.ID, at)
		failure = s.set(ctx, slot, request.Set)
	case protocol.TypeTick:
		slot.job = &job{request: request, left: request.Tick.Count, at: at}
		s.advance(ctx, slot, firstSlice)
		return
	case protocol.TypeRun:
		if until := request.Run.Until; until != nil {
			s.sink.Enter(slot.name, request.ID, at)
			failure = s.watch(ctx, slot, until)
		}
		if failure == nil {
			s.run(slot, request.Run.CyclesPerSecond)
		}
	case protocol.TypePause:
		slot.running = false
	case protocol.TypeReset:
		s.sink.Enter(slot.name, request.ID, at)
		failure = s.guarded(ctx, slot, slot.machine.Reset)
		slot.pace = pace{}
	case protocol.TypeSeek, protocol.TypeMove, protocol.TypeUndo:
		s.sink.Enter(slot.name, request.ID, at)
		var more bool
		if more, failure = s.travel(ctx, slot, request); more {
			slot.job = &job{request: request, travels: true, at: at}
			s.advance(ctx, slot, firstSlice)
			return
		}
	case protocol.TypeReplay:
		s.sink.Enter(slot.name, request.ID, at)
		var again *replaying
		if again, failure = s.startReplay(ctx, slot, request.Replay); failure == nil {
			slot.job = &job{request: request, replays: again, at: at}
			s.advance(ctx, slot, firstSlice)
			return
		}
	case protocol.TypeSnapshot:
		snapshot, failure = s.snapshot(slot)
	case protocol.TypeRestore:
		s.sink.Enter(slot.name, request.ID, at)
		if p.from != nil {
			failure = s.revive(ctx, slot, p.from)
		} else {
			failure = s.restore(ctx, slot, request.Restore.Snapshot)
		}
	}
	s.answer(slot, protocol.Reply{Error: failure, Snapshot: snapshot, At: at}, request)
}

// answer sends a slot's frame and then the reply, so that values are there when the reply is.
func (s *Session) answer(slot *slot, reply protocol.Reply, request protocol.Request) {
	slot.dirty = true
	s.frame(slot)
	reply.ID, reply.Slot, reply.Type = request.ID, request.Slot, request.Type
	reply.Status = slot.status(s.clock())
	s.sink.Reply(reply)
	s.checkpointAfter(slot, request, reply.Error)
}

// reply answers without touching the slot's simulation; slot may be nil.
func (s *Session) reply(slot *slot, request protocol.Request, failure *protocol.Error) {
	reply := protocol.Reply{ID: request.ID, Slot: request.Slot, Type: request.Type, Error: failure}
	if slot != nil {
		reply.Status = slot.status(s.clock())
		reply.At = slot.machine.Cycle()
	}
	s.sink.Reply(reply)
}

// abort gives up the tick under way or a waiting request.
func (s *Session) abort(ctx context.Context, slot *slot, id int) {
	aborted := protocol.NewError(protocol.ErrAborted, "Given up on request.")
	if s.endQuestion(ctx, slot, id, aborted) {
		return
	}
	if slot.job != nil && slot.job.request.ID == id {
		s.endJob(slot, aborted)
		s.drain(ctx, slot)
		return
	}
	for i, p := range slot.waiting {
		if p.request.ID == id {
			slot.waiting = append(slot.waiting[:i:i], slot.waiting[i+1:]...)
			s.reply(slot, p.request, aborted)
			return
		}
	}
}

// abandon answers everything that waits for a slot whose simulation ends.
func (s *Session) abandon(slot *slot, why string) {
	aborted := protocol.NewError(protocol.ErrAborted, why)
	s.endQuestion(context.Background(), slot, 0, aborted)
	s.endComparisons(slot, why)
	if slot.job != nil {
		s.endJob(slot, aborted)
	}
	for _, p := range slot.waiting {
		s.reply(slot, p.request, aborted)
	}
	slot.waiting = nil
}

func (s *Session) dispose(slot *slot) {
	s.abandon(slot, "The slot was disposed of.")
	slot.close()
	delete(s.slots, slot.name)
	s.share()
	for i, name := range s.order {
		if name == slot.name {
			s.order = append(s.order[:i], s.order[i+1:]...)
			break
		}
	}
}

// guarded calls a method of the machine that may run user code, with the deadline of a request,
// and counts the time as work that recovery would have to repeat.
func (s *Session) guarded(ctx context.Context, slot *slot, call func(context.Context) error) *protocol.Error {
	start := s.clock()
	err := call(s.deadline(ctx))
	slot.work += s.clock().Sub(start)
	slot.dirty = true
	if err != nil {
		return s.toError(slot, err)
	}
	return nil
}
