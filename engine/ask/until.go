package ask

import (
	"context"
	"errors"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/specialize"
	"simten.dev/engine/word"
)

// Until asks to run on until a condition counts.
type Until struct {
	Condition
	// Hit is which of the hits ends the run, from 1 on; 0 is the first.
	Hit int
}

// Pursuit runs a recorder on until a condition counts, a few milliseconds at a time. A scout, a machine with the
// condition in its netlist, runs ahead by a portion. Where it has found nothing, the recorder takes its state over;
// else it follows cycle by cycle, and stops in the cycle that the scout found.
type Pursuit struct {
	run     *Run
	hit     uint64
	found   uint64 // hits before the present cycle
	counter *counter
	scout   *replay
	portion history.Portion
	given   int        // to the recorder, at first
	like    *sim.Block // an image of the recorder's machine
	follows bool       // the recorder computes each cycle itself

	visit visitor // in place of a scout, for a question that cannot be compiled
	done  func()
}

// Pursue begins to run until a condition counts after the cycle that is shown. In the past, the recorded run is
// followed first: ask Find for the next cycle there.
func (r *Run) Pursue(ctx context.Context, q Until) (*Pursuit, error) {
	e, err := r.Expression(ctx, q.When)
	if err != nil {
		return nil, err
	}
	p := &Pursuit{run: r, hit: uint64(max(1, q.Hit)), done: func() {}, given: r.past.Given()}
	at := r.past.Range().At
	lead := max(1, q.For) + e.lead()
	f, err := r.frame(ctx)
	var hit word.ID
	if err == nil {
		var value, truth word.ID
		if value, truth, err = e.observe(f); err == nil {
			hit = trigger(f, q.Condition, value, truth)
		}
	}
	if closures(err) {
		return p, p.plainly(ctx, e, q.Condition, at, lead)
	}
	if err != nil {
		return nil, err
	}
	p.counter = newCounter(f, hit, int(min(p.hit, MaxHits)), false)
	if p.scout, err = r.replay(ctx, f, 1<<20); err != nil {
		return nil, err
	}
	p.done = p.scout.close
	if p.like, err = r.past.Image(); err != nil {
		p.follows = true
	}
	if err := p.scout.seek(ctx, at, lead); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// plainly prepares to look at every cycle of the recorder itself.
func (p *Pursuit) plainly(ctx context.Context, e *Expression, c Condition, at, lead uint64) error {
	s, err := e.sampler(ctx)
	if err != nil {
		return err
	}
	p.done = s.close
	j := &judge{c: c}
	p.visit = func(m sim.Machine, cycle uint64) (bool, error) {
		value, truth, err := s.sample(ctx, m, cycle)
		return err == nil && j.hit(value, truth), err
	}
	return p.run.each(ctx, at, at, lead, nil, func(m sim.Machine, cycle uint64) (bool, error) {
		_, err := p.visit(m, cycle)
		return false, err
	})
}

// Close ends the pursuit.
func (p *Pursuit) Close() { p.done() }

// Advance runs on for about the given time, at most budget cycles. It reports whether the recorder stands in the cycle
// in which the condition counts. After an error of the circuit it stands before the cycle of the error.
func (p *Pursuit) Advance(ctx context.Context, d time.Duration, budget uint64) (hit bool, err error) {
	if p.visit != nil {
		return p.step(ctx, d, budget)
	}
	if p.run.past.Pending() {
		_ = p.run.past.Settle(ctx) // the scout has to see it, too; what does not settle fails in the next step
	}
	begin := time.Now()
	for budget > 0 && time.Since(begin) < d {
		start := time.Now()
		n := p.portion.Of(budget)
		stop, hit, err := p.look(ctx, n)
		if err != nil {
			return false, err
		}
		from := p.run.past.Cycle()
		if !hit && stop == from+n && p.adopt(ctx, time.Since(start)) {
			budget -= n
			p.portion.Learn(n, time.Since(start), d/2)
			continue
		}
		done, err := p.run.past.Step(ctx, int(stop-from))
		budget -= uint64(done)
		if err != nil || hit {
			return hit && err == nil, err
		}
		p.portion.Learn(n, time.Since(start), d/2)
	}
	return false, nil
}

// adopt lets the recorder take over the state of the scout. It does not where the scout may not be what the recorder
// would be: its constants may be built in, and its warnings are not the recorder's.
func (p *Pursuit) adopt(ctx context.Context, took time.Duration) bool {
	x := p.scout
	if p.follows || len(x.machine.Warnings()) > 0 || !p.alike() {
		p.follows = true
		return false
	}
	observed, err := x.machine.Image()
	if err != nil {
		p.follows = true
		return false
	}
	plain, err := x.netlist.Plain(observed)
	if err == nil {
		err = p.run.past.Adopt(ctx, specialize.Like(p.like, plain), took)
	}
	p.follows = err != nil
	return err == nil
}

// alike reports that the recorder's machine still has the constants that may be built into the scout.
func (p *Pursuit) alike() bool {
	given := p.run.past.Given()
	if given == p.given || len(p.scout.frame.base.Fixed) == 0 {
		return true
	}
	now, err := p.run.past.Image()
	if err != nil || !specialize.Alike(p.like, now) {
		return false
	}
	p.given = given
	return true
}

// look lets the scout run ahead by n cycles. It gives the cycle up to which the recorder can follow.
func (p *Pursuit) look(ctx context.Context, n uint64) (stop uint64, hit bool, err error) {
	x, o := p.scout, p.counter
	from := p.run.past.Cycle()
	x.netlist.SetScalar(x.machine, o.armed, circuit.Value{})
	// The cycle that is shown does not count, and the scout shows the next one before it counts.
	err = x.player.Run(ctx, from+1)
	if errors.Is(err, history.ErrRecordingGone) {
		return from, false, err
	}
	if err != nil {
		p.follows = true
		return from + 1, false, ctx.Err() // the recorder meets the same error and tells it
	}
	x.netlist.SetScalar(x.machine, o.count, circuit.Value{})
	x.netlist.SetScalar(x.machine, o.armed, one)
	if err := x.machine.Settle(ctx); err != nil {
		return from + 1, false, err
	}
	if err := x.player.Run(ctx, from+n); err != nil {
		p.follows = true
		return from + n, false, ctx.Err()
	}
	count := x.netlist.Scalar(x.machine, o.count).Lo
	if need := p.hit - p.found; count >= need {
		cells := x.netlist.Cells(x.machine, o.list, int(need))
		return sim.GetCell(cells[8*(need-1):], 64).Lo, true, nil
	}
	if !x.machine.Peek(o.hit).IsZero() {
		count++
	}
	p.found += count
	return from + n, p.found >= p.hit, nil
}

// step runs cycle by cycle.
func (p *Pursuit) step(ctx context.Context, d time.Duration, budget uint64) (bool, error) {
	for begin := time.Now(); budget > 0 && time.Since(begin) < d; budget-- {
		if _, err := p.run.past.Step(ctx, 1); err != nil {
			return false, err
		}
		hit, err := p.visit(p.run.past, p.run.past.Cycle())
		if err != nil {
			return false, err
		}
		if hit {
			if p.found++; p.found >= p.hit {
				return true, nil
			}
		}
	}
	return false, nil
}
