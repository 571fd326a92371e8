package history

import (
	"context"
	"errors"
	"time"
)

// ErrNothingToUndo means that no history is set aside.
var ErrNothingToUndo = errors.New("no cycles are set aside that could be brought back")

// ErrIncomplete means that a cycle cannot be reached before Recall has brought the states back.
var ErrIncomplete = errors.New("the history has not been brought back yet")

// Seek shows a cycle of the Range. When it ends early, for the context's sake, a cycle on the way is shown.
func (r *Recorder) Seek(ctx context.Context, cycle uint64) error {
	if err := r.StartSeek(ctx, cycle); err != nil {
		return err
	}
	return r.finish(ctx)
}

// StepBack shows the cycle before; false says that there is none.
func (r *Recorder) StepBack(ctx context.Context) (bool, error) {
	if r.at.cycle <= r.first() {
		return false, nil
	}
	return true, r.Seek(ctx, r.at.cycle-1)
}

// StepForward shows the next cycle of the history; false says that the last one is shown. It never simulates anything
// new: Step does.
func (r *Recorder) StepForward(ctx context.Context) (bool, error) {
	if r.at.cycle >= r.now.end.cycle {
		return false, nil
	}
	return true, r.Seek(ctx, r.at.cycle+1)
}

// Undo brings back what a branch, Reset or Restore set aside, and sets aside what came after. It shows the cycle at
// which that happened.
func (r *Recorder) Undo(ctx context.Context) error {
	if err := r.StartUndo(ctx); err != nil {
		return err
	}
	return r.finish(ctx)
}

// finish continues until a cycle that is sought is shown.
func (r *Recorder) finish(ctx context.Context) error {
	for r.Seeking() {
		if _, err := r.Continue(ctx, r.chunk); err != nil {
			return err
		}
	}
	return nil
}

// StartSeek begins to seek a cycle: Continue goes on until Seeking is false. This pair is for those who must not
// wait; others call Seek. Anything else that is asked of the Recorder ends the search where it is.
func (r *Recorder) StartSeek(ctx context.Context, cycle uint64) error {
	r.finishPending()
	if g := r.Range(); cycle < g.First || cycle > g.Last {
		return &OutOfRangeError{Cycle: cycle, Range: g}
	}
	goal := r.now.at(cycle)
	c := r.now.nearest(goal)
	if r.at.after(goal) || c != nil && c.after(r.at) {
		if err := r.jump(ctx, c); err != nil {
			return err
		}
	}
	r.aim(goal)
	return nil
}

// StartUndo begins what Undo does, as StartSeek begins what Seek does.
func (r *Recorder) StartUndo(ctx context.Context) error {
	r.finishPending()
	back := r.other
	if back == nil {
		return ErrNothingToUndo
	}
	left := r.at
	if r.goal != nil {
		left = *r.goal
	}
	c := back.tail.nearest(back.at)
	stay := false
	if c == nil && !back.whole {
		shared := back.cut
		if shared.after(back.at) {
			shared = back.at
		}
		c = r.now.nearest(shared)
		stay = !r.at.after(shared) && c != nil && !c.after(r.at)
	}
	var err error
	if !stay {
		if err = r.jump(ctx, c); err != nil && (c == nil || r.at != c.position) {
			return err
		}
	}
	r.epoch++
	if back.whole {
		r.other = &aside{whole: true, at: left, tail: r.now}
		r.now = back.tail
	} else {
		r.other = &aside{cut: back.cut, at: left, tail: r.now.cut(back.cut)}
		r.now.join(back.tail)
	}
	r.aim(back.at)
	return err
}

// jump makes a checkpoint the present state. When only the context ended, it is that all the same.
func (r *Recorder) jump(ctx context.Context, c *checkpoint) error {
	if c == nil {
		return ErrIncomplete
	}
	err := r.machine.Show(ctx, c.state)
	if refused(err) {
		return err
	}
	r.goal, r.at, r.work = nil, c.position, 0
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return nil // a state that does not settle is shown as it was
}

func (r *Recorder) aim(goal position) {
	r.goal = nil
	if r.at != goal {
		r.goal = &goal
	}
}

// Seeking reports that Continue has more to do.
func (r *Recorder) Seeking() bool { return r.goal != nil }

// Sought is the cycle that is under way to, or the one that is shown.
func (r *Recorder) Sought() uint64 {
	if r.goal != nil {
		return r.goal.cycle
	}
	return r.at.cycle
}

// StopSeek ends a search on its way, where it is.
func (r *Recorder) StopSeek() { r.goal = nil }

// nearInterval is the work after which a search leaves a checkpoint behind. They stand the denser the nearer to its
// goal, so that single steps back from there are quick.
const nearInterval = time.Millisecond

// Continue goes on with a search for at most n cycles and inputs, n at least 1, and returns how many it repeated. After
// an error the search is over.
func (r *Recorder) Continue(ctx context.Context, n int) (int, error) {
	total := 0
	for total < n && r.goal != nil {
		start := r.options.Clock()
		done, err := r.repeat(ctx, n-total)
		total += done
		if err != nil {
			r.goal = nil
			return total, err
		}
		r.worked(r.options.Clock().Sub(start), nearInterval)
		if r.at == *r.goal {
			r.goal = nil
		}
	}
	return total, nil
}

// repeat gives the next input again, or runs up to n cycles of the history, and returns how many.
func (r *Recorder) repeat(ctx context.Context, n int) (int, error) {
	stop := r.goal.cycle
	if r.at.inputs < r.goal.inputs {
		next := r.now.input(r.at.inputs)
		if next.cycle == r.at.cycle {
			for i := range next.sets {
				next.sets[i].apply(r.machine)
			}
			r.at.inputs++
			_ = r.machine.Settle(ctx) // what did not settle then does not now; the next step settles
			return 1, ctx.Err()
		}
		stop = next.cycle
	}
	left := r.goal.cycle - r.at.cycle
	k := min(uint64(n), stop-r.at.cycle, left-left/2)
	done, err := r.machine.Step(ctx, int(k))
	r.at.cycle = r.machine.Cycle()
	return max(done, 1), err
}
