package session

import (
	"context"
	"time"

	"simten.dev/engine/ask"
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/history"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// slot is one running simulation.
type slot struct {
	name    string
	program Program
	design  *elaborate.Design
	machine sim.Machine       // past, when there is one
	bare    sim.Machine       // the machine that past records
	past    *history.Recorder // nil for a circuit without state
	saves   uint64            // checkpoints made of a circuit without a past
	targets *sandbox.Controls // what set may name
	exposed *exposure         // what frames carry of the state

	improvable time.Time // when there is work again that makes the machine faster; see sim.Improver

	running bool
	speed   float64 // cycles per second asked for; 0 = as fast as possible
	pace    pace
	batch   int // cycles that fit into a slice, as far as known
	rate    rate

	job     *job // the tick under way
	waiting []pending

	asked       *ask.Run          // what was compiled for questions; see askable
	askedPast   *history.Recorder // of asked
	questionJob *questionJob      // the question under way
	questions   []protocol.Request
	watched     *watched // the condition that a run is to stop at

	former *ask.Tape // the run of the circuit before; see replay.go
	file   *file     // the recorded wave that is open; see file.go

	dirty       bool // values may have changed since the last frame
	framed      time.Time
	upper       []int // the nets that frames carry, ascending; nil when they carry all
	upperValues []circuit.Value
	changed     []int  // scratch for Machine.Changed
	shown       uint64 // cycle of the last frame
	everything  bool   // the next frame carries all nets
	warned      int    // run-time warnings sent
	work        time.Duration
	logged      int           // state-changing requests since the last checkpoint
	snapshots   time.Duration // what the last checkpoint cost
}

// job is a tick under way, or a visit to another cycle.
type job struct {
	request protocol.Request
	travels bool          // to another cycle of the history, instead of a tick
	replays *replaying    // instead of a tick; at its end it travels
	left    int           // cycles still to do
	at      uint64        // cycle at which it began
	used    time.Duration // run time so far
}

// install gives the slot a new program and machine and releases the old ones.
func (t *slot) install(program Program, machine sim.Machine, past *history.Recorder, limits protocol.Limits) {
	t.close()
	design := program.Design()
	*t = slot{
		name: t.name, file: t.file, program: program, design: design, machine: machine, bare: machine, past: past,
		dirty: true, everything: true, batch: 1,
		targets: sandbox.NewControls(design), exposed: newExposure(design, limits.ShownStateBytes),
	}
	if past != nil {
		t.machine = past
	}
}

// move brings a fresh machine of the same circuit to the state of the slot's, with its past. The slot is left with the
// machine that it had, to be closed.
func (t *slot) move(ctx context.Context, machine sim.Machine) error {
	if t.past != nil {
		if err := t.past.Move(ctx, machine); err != nil {
			return err
		}
		t.machine = t.bare
		return nil
	}
	state, err := t.machine.Image()
	if err != nil {
		return err
	}
	return machine.Show(ctx, state)
}

// resume goes on as a slot did whose simulation this one has taken over.
func (t *slot) resume(was *slot) {
	t.running, t.speed, t.pace, t.batch, t.rate = was.running, was.speed, was.pace, was.batch, was.rate
	t.saves, t.work, t.logged, t.snapshots = was.saves, was.work, was.logged, was.snapshots
	t.former = was.former
}

func (t *slot) close() {
	t.unwatch()
	t.forgetAsked()
	if t.machine != nil {
		_ = t.machine.Close() // the memory is the garbage collector's either way
	}
	if t.program != nil {
		t.program.Close()
	}
}

// status is nil for a slot without a simulation.
func (t *slot) status(now time.Time) *protocol.Status {
	if t.machine == nil {
		return nil
	}
	st := &protocol.Status{Cycle: t.machine.Cycle(), Running: t.running, CyclesPerSecond: t.speed, History: t.history()}
	if t.running {
		st.Achieved = t.rate.perSecond(now)
	}
	return st
}
