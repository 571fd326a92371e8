package session

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
)

const (
	frameInterval = 16 * time.Millisecond // one display frame
	firstSlice    = 4 * time.Millisecond  // of a tick, before its request returns
	minSlice      = time.Millisecond      // of one slot when many run
	maxCatchUp    = 250 * time.Millisecond
	largestBatch  = 1 << 24
)

// Idle is what Run returns when nothing is to be done until the next request.
const Idle = time.Duration(-1)

// run starts running, or changes the speed.
func (s *Session) run(slot *slot, speed float64) {
	if !slot.running || slot.speed != speed { // what was measured at another speed says nothing of this one
		slot.rate = rate{}
	}
	slot.running, slot.speed = true, speed
	slot.pace = pace{}
}

// Run works for about budget on everything that runs, slot by slot in turn, and returns when to
// call it again: 0 at once, Idle not before the next request.
func (s *Session) Run(ctx context.Context, budget time.Duration) time.Duration {
	var active []*slot
	for i := range s.order {
		slot := s.slots[s.order[(s.turn+i)%len(s.order)]]
		if slot.job != nil || slot.running || slot.dirty || slot.improver() != nil || slot.questionJob != nil {
			active = append(active, slot)
		}
	}
	if len(active) == 0 {
		return Idle
	}
	s.turn = (s.turn + 1) % len(s.order)
	share := max(minSlice, budget/time.Duration(len(active)))
	next := Idle
	for _, slot := range active {
		// The cycles that the slot owes come first; tier-up has the other half of its time.
		improves, own := slot.improver() != nil && !s.clock().Before(slot.improvable), share
		asked := slot.questionJob != nil
		if improves || asked {
			own /= 2
		}
		s.advance(ctx, slot, own)
		s.drain(ctx, slot)
		if asked {
			s.advanceQuestion(ctx, slot, own)
		}
		if improves {
			s.improve(ctx, slot, own)
		}
		next = sooner(next, s.wait(slot))
	}
	return next
}

// advance steps one slot for about the given time, towards the end of its tick or as far as its
// speed asks for.
func (s *Session) advance(ctx context.Context, slot *slot, share time.Duration) {
	due := slot.due(s.clock())
	if due > 0 {
		s.announce(slot)
		begin := slot.machine.Cycle()
		var failure *protocol.Error
		if slot.job != nil && slot.job.replays != nil && !slot.job.travels {
			failure = s.replay(ctx, slot, share)
		} else if slot.job != nil && slot.job.travels {
			failure = s.approach(ctx, slot, share)
		} else {
			failure = s.step(ctx, slot, due, share)
			slot.rate.add(s.clock(), slot.machine.Cycle()-begin)
		}
		slot.dirty = true
		s.finish(slot, failure)
	}
	if slot.dirty && s.clock().Sub(slot.framed) >= frameInterval && !slot.hurries() {
		s.frame(slot)
	}
	if slot.job == nil {
		s.checkpoint(slot)
	}
}

// improve works for about the given time on what makes the slot's machine faster.
func (s *Session) improve(ctx context.Context, slot *slot, share time.Duration) {
	i := slot.improver()
	if i == nil { // what was just done may have ended it
		return
	}
	s.announce(slot)
	wait := i.TierUp(s.deadline(ctx), share)
	slot.improvable = s.clock().Add(wait)
}

// announce says what is about to be done for a slot.
func (s *Session) announce(slot *slot) {
	request := 0
	if slot.job != nil {
		request = slot.job.request.ID
	}
	s.sink.Enter(slot.name, request, slot.machine.Cycle())
}

// step runs up to n cycles within the given time, in batches of a size that it finds by trying.
func (s *Session) step(ctx context.Context, slot *slot, n uint64, share time.Duration) *protocol.Error {
	if slot.watched != nil && slot.job == nil {
		return s.stepUntil(ctx, slot, n, share)
	}
	begin := s.clock()
	limit := time.Duration(s.limits.RunMilliseconds) * time.Millisecond
	for n > 0 {
		batch := int(min(n, uint64(slot.batch)))
		if s.single {
			batch = 1
			s.announce(slot)
		}
		start := s.clock()
		done, err := slot.machine.Step(s.deadline(ctx), batch)
		took := s.clock().Sub(start)
		slot.work += took
		n -= uint64(done)
		if slot.job != nil {
			slot.job.left -= done
			slot.job.used += took
		}
		if err != nil {
			return s.toError(slot, err)
		}
		slot.resize(batch, took, share)
		if slot.job != nil && slot.job.left > 0 && slot.job.used > limit {
			e := protocol.NewError(protocol.ErrTimeout, fmt.Sprintf(
				"The tick was stopped after %v: %v of %v cycles are done.",
				limits.Span(limit), limits.Count(slot.job.request.Tick.Count-slot.job.left), limits.Count(slot.job.request.Tick.Count)))
			e.Circuit, e.Advice = slot.design.Name, "Run the circuit instead, or ask for fewer cycles at once."
			return e
		}
		if s.clock().Sub(begin) >= share {
			return nil
		}
	}
	return nil
}

// resize adapts the batch so that one takes about a quarter of a slice.
func (t *slot) resize(batch int, took, share time.Duration) {
	if batch < t.batch && took < share/4 {
		return // a short batch says little
	}
	size := float64(batch) * 8 // the clock may be too coarse to see a short batch
	if took > 0 {
		size = min(size, float64(batch)*float64(share/4)/float64(took))
	}
	t.batch = int(max(1, min(largestBatch, size)))
}

// finish answers a tick that is done or failed, and stops a run that failed.
func (s *Session) finish(slot *slot, failure *protocol.Error) {
	if slot.job != nil {
		if failure != nil || slot.job.done(slot) {
			if failure != nil {
				slot.running = false
			}
			s.endJob(slot, failure)
		}
		return
	}
	if failure == nil {
		return
	}
	slot.running = false
	s.frame(slot)
	s.sink.Event(protocol.Event{Kind: protocol.EventStopped, Slot: slot.name, Status: slot.status(s.clock()), Error: failure})
}

// endJob answers the tick under way, complete or not.
func (s *Session) endJob(slot *slot, failure *protocol.Error) {
	done := slot.job
	slot.job = nil
	if done.travels {
		slot.past.StopSeek()
	}
	slot.pace = pace{} // a run goes on from here
	reply := protocol.Reply{Error: failure, At: done.at}
	if done.replays != nil {
		// Nothing in the log of requests leads here, so the checkpoint comes before the reply that ends the replay.
		slot.logged = checkpointRequests
		s.checkpoint(slot)
		if failure == nil {
			reply.Replay = done.replays.result()
		}
	}
	s.answer(slot, reply, done.request)
}

// done reports that nothing is left to do.
func (j *job) done(slot *slot) bool {
	if j.travels || j.replays != nil {
		return j.travels && !slot.past.Seeking()
	}
	return j.left <= 0
}

// quickVisit is how long a visit to another cycle may take before one sees the cycles on the way.
const quickVisit = 250 * time.Millisecond

// hurries reports that the values are not worth showing, because others follow at once, or not to be shown: what is on
// its way in a replay cannot be brought back elsewhere.
func (t *slot) hurries() bool {
	return t.job != nil && (t.job.replays != nil || t.job.travels && t.job.used < quickVisit)
}

// pace says which cycle a run should have reached at a time. The zero pace starts at the next look.
type pace struct {
	started bool
	start   time.Time
	cycle   uint64
}

// due is the number of cycles that the slot should do now.
func (t *slot) due(now time.Time) uint64 {
	if t.job != nil {
		if t.job.travels || t.job.replays != nil {
			return 1
		}
		return uint64(t.job.left)
	}
	if !t.running {
		return 0
	}
	if t.speed == 0 {
		return math.MaxUint64
	}
	cycle := t.machine.Cycle()
	if !t.pace.started {
		t.pace = pace{started: true, start: now, cycle: cycle}
	}
	behind := now.Sub(t.pace.start).Seconds()*t.speed - float64(cycle-t.pace.cycle)
	if limit := math.Max(1, t.speed*maxCatchUp.Seconds()); behind > limit {
		// The machine cannot keep up, or the page slept: do not make up for it.
		behind = limit
		t.pace = pace{started: true, start: now.Add(-seconds(limit / t.speed)), cycle: cycle}
	}
	if behind < 1 {
		return 0
	}
	return uint64(behind)
}

// improver is the slot's machine as long as there is work that makes it faster.
func (t *slot) improver() sim.Improver {
	if i, ok := t.bare.(sim.Improver); ok && i.Improvable() {
		return i
	}
	return nil
}

// wait is how long the slot has nothing to do; Idle means until the next request.
func (s *Session) wait(slot *slot) time.Duration {
	now := s.clock()
	next := Idle
	switch {
	case slot.job != nil, slot.questionJob != nil, slot.running && slot.speed == 0:
		return 0
	case slot.running:
		if slot.due(now) > 0 {
			return 0
		}
		ahead := float64(slot.machine.Cycle()-slot.pace.cycle+1) / slot.speed
		next = max(0, slot.pace.start.Add(seconds(ahead)).Sub(now))
	}
	if slot.improver() != nil {
		next = sooner(next, max(0, slot.improvable.Sub(now)))
	}
	if slot.dirty {
		next = sooner(next, max(0, slot.framed.Add(frameInterval).Sub(now)))
	}
	return next
}

// sooner is the shorter of two times to wait, each of which may be Idle.
func sooner(a, b time.Duration) time.Duration {
	if a == Idle || b == Idle {
		return max(a, b)
	}
	return min(a, b)
}

func seconds(s float64) time.Duration {
	return time.Duration(math.Min(s, 1e6) * float64(time.Second))
}

// rate measures cycles per second over about the last second, from step to step: so a slow run shows the speed that was
// asked for, wherever its few steps lie in that second.
type rate struct {
	marks []mark // an eighth of a second apart or more, from one that is a second old, or from the first
	last  mark
}

// mark is the end of a step and the cycles until then.
type mark struct {
	at     time.Time
	cycles uint64
}

func (r *rate) add(now time.Time, cycles uint64) {
	r.last = mark{now, r.last.cycles + cycles}
	n := len(r.marks)
	if n > 0 && now.Sub(r.marks[n-1].at) < time.Second/8 {
		return
	}
	old := 0
	for old+1 < n && now.Sub(r.marks[old+1].at) >= time.Second {
		old++
	}
	r.marks = append(slices.Delete(r.marks, 0, old), r.last)
}

// perSecond is 0 until there are two steps.
func (r *rate) perSecond(now time.Time) float64 {
	if len(r.marks) == 0 {
		return 0
	}
	from := r.marks[0]
	span := r.last.at.Sub(from.at)
	// Between two steps of a slow run nothing has changed; a run that does not get on becomes slower.
	if idle := now.Sub(r.last.at); idle > max(span, time.Second) {
		span += idle
	}
	if span <= 0 {
		return 0
	}
	return float64(r.last.cycles-from.cycles) / span.Seconds()
}
