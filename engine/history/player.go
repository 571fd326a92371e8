package history

import (
	"context"
	"errors"
	"time"

	"simten.dev/engine/sim"
)

// ErrRecordingGone means that a Player was asked for cycles of a history that has changed or been dropped since.
var ErrRecordingGone = errors.New("the recorded run has changed; ask again")

// Player repeats a recorded run on a machine of its own. The Recorder and its machine do not notice, so questions
// about the past leave the live run alone. More may be recorded meanwhile; once other cycles take the place of recorded
// ones, the Player gives ErrRecordingGone.
//
//	p := r.Player(machine, show)
//	p.Seek(ctx, 1000)      // machine shows cycle 1000
//	p.Run(ctx, 2000, n)    // and runs towards cycle 2000, n cycles at a time
type Player struct {
	// Pause, when set, is called every few milliseconds of a long run, so that others can work meanwhile.
	Pause func()

	// Keep lets the Player keep a few states of its own before the cycles that it is brought to, so that visits to nearby
	// earlier ones are quick: for those who go backwards step by step.
	Keep bool

	r       *Recorder
	machine sim.Machine
	show    func(ctx context.Context, image *sim.Block) error
	at      position
	ready   bool
	epoch   uint64  // of the recorder
	portion Portion // takes about PortionTime
	kept    []kept
}

// kept is a state that a Player holds in memory, besides the checkpoints of the recorder.
type kept struct {
	position
	state *sim.Block
}

// distances are how many cycles before the one that is sought states are kept.
var distances = [...]uint64{1 << 14, 1 << 10, 1 << 6}

// maxKept is how many states a Player keeps; the oldest ones go first.
const maxKept = 24

// PortionTime is about how long a Player works between two calls of Pause, and in an Advance.
const PortionTime = 4 * time.Millisecond

// Player makes a player for a machine of the same circuit. show brings an image of the recorded machine back on it; nil
// is machine.Show.
func (r *Recorder) Player(machine sim.Machine, show func(ctx context.Context, image *sim.Block) error) *Player {
	r.finishPending()
	if show == nil {
		show = machine.Show
	}
	return &Player{r: r, machine: machine, show: show, epoch: r.epoch}
}

// Checkpoints are the cycles from which the Player can start at once, ascending, beginning with the last one at or
// before the cycle from; all are before the cycle to.
func (r *Recorder) Checkpoints(from, to uint64) []uint64 {
	var cycles []uint64
	for _, c := range r.now.checkpoints {
		switch {
		case c.state == nil || c.cycle >= to && len(cycles) > 0:
			continue
		case c.cycle <= from:
			cycles = append(cycles[:0], c.cycle)
		case len(cycles) == 0 || cycles[len(cycles)-1] < c.cycle:
			cycles = append(cycles, c.cycle)
		}
	}
	return cycles
}

// Gone reports that the recorded cycles have been replaced by others, so that another Player is needed.
func (p *Player) Gone() bool { return p.epoch != p.r.epoch }

// Cycle is the cycle that the machine shows.
func (p *Player) Cycle() uint64 { return p.at.cycle }

// Seek brings the machine to a cycle, after every input that was given at it, from the nearest checkpoint before it.
func (p *Player) Seek(ctx context.Context, cycle uint64) error {
	if p.Gone() {
		return ErrRecordingGone
	}
	r := p.r.Range()
	if cycle < r.First || cycle > r.Last {
		return &OutOfRangeError{cycle, r}
	}
	goal := p.r.now.at(cycle)
	var from kept
	if c := p.r.now.nearest(goal); c != nil {
		from = kept{c.position, c.state}
	}
	for _, k := range p.kept {
		if !k.after(goal) && (from.state == nil || k.after(from.position)) {
			from = k
		}
	}
	if p.ready && p.at.cycle <= cycle && (from.state == nil || !from.after(p.at)) {
		return p.approach(ctx, cycle)
	}
	if from.state == nil {
		return ErrIncomplete
	}
	p.ready = false
	if err := p.show(ctx, from.state); err != nil {
		return err
	}
	p.at, p.ready = from.position, true
	if err := p.inputs(ctx); err != nil {
		return err
	}
	return p.approach(ctx, cycle)
}

// approach runs to a cycle, and keeps states on the way there.
func (p *Player) approach(ctx context.Context, cycle uint64) error {
	for _, d := range distances {
		if !p.Keep || cycle < p.at.cycle+2*d {
			continue
		}
		if err := p.Run(ctx, cycle-d); err != nil {
			return err
		}
		state, err := p.machine.Image()
		if err != nil {
			return err
		}
		if len(p.kept) == maxKept {
			p.kept = append(p.kept[:0], p.kept[1:]...)
		}
		p.kept = append(p.kept, kept{p.at, state})
	}
	return p.Run(ctx, cycle)
}

// Run steps the machine to a cycle, giving the recorded inputs on the way and those of that cycle.
func (p *Player) Run(ctx context.Context, to uint64) error {
	for p.at.cycle < to {
		if err := p.advance(ctx, to, p.Pause != nil); err != nil {
			return err
		}
		if p.Pause != nil {
			p.Pause()
		}
	}
	return nil
}

// Advance is Run for a few milliseconds, without a Pause: for those who look at the machine in between.
func (p *Player) Advance(ctx context.Context, to uint64) error { return p.advance(ctx, to, true) }

// advance runs to a cycle; divided, only for a few milliseconds.
func (p *Player) advance(ctx context.Context, to uint64, divided bool) error {
	begin := time.Now()
	for p.at.cycle < to {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.Gone() {
			return ErrRecordingGone
		}
		stop := to
		if p.at.inputs < p.r.now.end.inputs {
			if p.at.inputs < p.r.now.forgotten {
				return ErrRecordingGone
			}
			stop = min(stop, p.r.now.input(p.at.inputs).cycle)
		}
		n := min(stop-p.at.cycle, 1<<30)
		if divided {
			n = p.portion.Of(n)
		}
		start := time.Now()
		if _, err := p.machine.Step(ctx, int(n)); err != nil {
			return err
		}
		p.at.cycle += n
		if err := p.inputs(ctx); err != nil {
			return err
		}
		if !divided {
			continue
		}
		p.portion.Learn(n, time.Since(start), PortionTime)
		if time.Since(begin) >= PortionTime/2 {
			return nil
		}
	}
	return nil
}

// inputs gives what was given at the cycle that is shown.
func (p *Player) inputs(ctx context.Context) error {
	given := false
	for p.at.inputs < p.r.now.end.inputs {
		if p.at.inputs < p.r.now.forgotten {
			return ErrRecordingGone
		}
		next := p.r.now.input(p.at.inputs)
		if next.cycle != p.at.cycle {
			break
		}
		for i := range next.sets {
			next.sets[i].apply(p.machine)
		}
		p.at.inputs++
		given = true
		// An input that did not settle when it was recorded does not settle now; the next step settles.
		_ = p.machine.Settle(ctx)
	}
	if given {
		return ctx.Err()
	}
	return nil
}
