package history

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// Options say how much a Recorder keeps. The zero value takes the defaults.
type Options struct {
	// Bytes bounds the memory of checkpoints and inputs together; DefaultBytes when 0.
	Bytes int
	// Depth bounds the cycles that can be visited before the last one; 0 means all of them.
	Depth uint64
	// Interval is the work, in time, after which a checkpoint is taken; DefaultInterval when 0. A visit repeats about
	// as much at most for as long as no checkpoints had to be dropped and taking one is cheap; see spacing.
	Interval time.Duration
	// Clock tells the time; only differences matter. time.Now when nil.
	Clock func() time.Time
}

// Defaults of Options.
const (
	DefaultBytes    = 64 << 20
	DefaultInterval = 10 * time.Millisecond
)

// Range says what can be visited. Cycles count clock edges, as sim.Machine.Cycle does.
type Range struct {
	First, At, Last uint64
	// Undo is what Undo would bring back; nil when nothing is set aside.
	Undo *Undo
}

// Past reports whether a cycle before the last one is shown.
func (r Range) Past() bool { return r.At < r.Last }

// Undo describes a history that was set aside.
type Undo struct {
	At   uint64 // the cycle that Undo would show
	Last uint64 // the last cycle that could be visited then
}

// OutOfRangeError means that a cycle was sought that the history does not hold.
type OutOfRangeError struct {
	Cycle uint64
	Range Range
}

func (e *OutOfRangeError) Error() string {
	return fmt.Sprintf("cycle %d is not in the history, which holds cycles %d to %d", e.Cycle, e.Range.First, e.Range.Last)
}

// Recorder is a sim.Machine with a past. It is not safe for concurrent use.
type Recorder struct {
	machine sim.Machine
	options Options

	now     timeline
	at      position
	other   *aside
	epoch   uint64       // how often recorded cycles were replaced by others
	pending []assignment // given since the last settle
	goal    *position    // of a seek under way

	blocks *store // what the states of both timelines are made of
	bytes  int    // of both timelines, without their states

	work  time.Duration // computing since the state that is nearest before at
	costs costs         // of the last checkpoints
	chunk int           // cycles that take about a quarter of the interval
}

var _ sim.Machine = (*Recorder)(nil)

// New begins a history with the machine's present state. The machine belongs to the Recorder from then on: driving it
// directly would make the history wrong.
func New(machine sim.Machine, options Options) (*Recorder, error) {
	r := wrap(machine, options)
	state, err := r.image()
	if err != nil {
		return nil, err
	}
	r.begin(state, timeline{unknown: r.machine.Cycle() > 0})
	return r, nil
}

func wrap(machine sim.Machine, options Options) *Recorder {
	if options.Bytes == 0 {
		options.Bytes = DefaultBytes
	}
	if options.Interval == 0 {
		options.Interval = DefaultInterval
	}
	if options.Clock == nil {
		options.Clock = time.Now
	}
	return &Recorder{machine: machine, options: options, chunk: 1, blocks: newStore()}
}

// begin makes the present state the start of a new timeline, of which what was given before is known.
func (r *Recorder) begin(state *sim.Block, fresh timeline) {
	r.at = position{cycle: r.machine.Cycle()}
	fresh.end = r.at
	r.now = fresh
	r.bytes += r.now.bytes()
	r.add(state)
}

// Range tells what can be visited.
func (r *Recorder) Range() Range {
	g := Range{First: r.first(), At: r.at.cycle, Last: r.now.end.cycle}
	if r.other != nil {
		g.Undo = &Undo{At: r.other.at.cycle, Last: r.other.tail.end.cycle}
	}
	return g
}

// first is the earliest cycle that can be visited.
func (r *Recorder) first() uint64 {
	first, last := r.now.start().cycle, r.now.end.cycle
	if r.options.Depth > 0 && last-first > r.options.Depth {
		first = last - r.options.Depth
	}
	return first
}

// Step runs n clock cycles, as sim.Machine does. The first of them begins a branch when a past cycle is shown.
func (r *Recorder) Step(ctx context.Context, n int) (int, error) {
	if err := r.commit(ctx); err != nil {
		return 0, err
	}
	total := 0
	for total < n {
		done, err := r.steps(ctx, min(n-total, r.chunk))
		total += done
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// steps runs cycles without a look at the clock in between.
func (r *Recorder) steps(ctx context.Context, n int) (int, error) {
	start := r.options.Clock()
	done, err := r.machine.Step(ctx, n)
	took := r.options.Clock().Sub(start)
	if done > 0 {
		r.goal = nil
		r.branch()
		r.at.cycle = r.machine.Cycle()
		r.now.end = r.at
	}
	r.resize(n, took)
	r.worked(took, r.options.Interval)
	return done, err
}

// Given tells one moment from another in which something was given to the run.
func (r *Recorder) Given() int { return r.now.end.inputs }

// Pending reports that something was given that no Settle or Step has made part of the history yet.
func (r *Recorder) Pending() bool { return len(r.pending) > 0 }

// Adopt goes on to a later cycle as Step does, with an image of a machine of the same circuit, which has been given the
// same and has computed as long. Nothing may be pending.
func (r *Recorder) Adopt(ctx context.Context, image *sim.Block, took time.Duration) error {
	if r.Pending() {
		return sim.ErrSnapshot
	}
	if err := r.machine.Show(ctx, image); err != nil {
		return err
	}
	r.goal = nil
	r.branch()
	r.at.cycle = r.machine.Cycle()
	r.now.end = r.at
	r.worked(took, r.options.Interval)
	return nil
}

// resize adapts the chunk so that one takes about a quarter of the interval.
func (r *Recorder) resize(n int, took time.Duration) {
	const largest = 1 << 24
	part := r.options.Interval / 4
	if n < r.chunk && took < part {
		return // a short call says little
	}
	size := float64(n) * 8 // the clock may be too coarse to see a short call
	if took > 0 {
		size = min(size, float64(n)*float64(part)/float64(took))
	}
	r.chunk = int(max(1, min(largest, size)))
}

// Checkpoints cost at most one part in cheapShare of the computing between them. Where that would be more than
// tolerable they may cost more, up to one part in dearShare: a visit shall take less than 100 ms also when the machine
// is twice as busy as it was.
const (
	cheapShare = 50
	dearShare  = 10
	tolerable  = 40 * time.Millisecond
)

// spacing is the work between two checkpoints that cost so much.
func spacing(interval, cost time.Duration) time.Duration {
	return max(interval, min(cheapShare*cost, tolerable), dearShare*cost)
}

// costs are the last few measurements. One that is far above the others is an interruption and not the truth:
// believing it would leave a gap of fifty times as much.
type costs struct {
	last [4]time.Duration
	n    int
}

func (c *costs) add(d time.Duration) {
	c.last[c.n%len(c.last)] = d
	c.n++
}

// min is the smallest of the measurements, and 0 while there are few: the first ones are those of code that a browser
// still compiles.
func (c *costs) min() time.Duration {
	if c.n < len(c.last) {
		return 0
	}
	return slices.Min(c.last[:])
}

// worked takes a checkpoint when enough was computed since the last one.
func (r *Recorder) worked(took, interval time.Duration) {
	r.work += took
	if r.work < spacing(interval, r.costs.min()) || len(r.pending) > 0 {
		return
	}
	if state, err := r.image(); err == nil { // without it, visits go on from the one before
		r.add(state)
	}
}

// image is that of the machine; what it costs is measured.
func (r *Recorder) image() (*sim.Block, error) {
	start := r.options.Clock()
	state, err := r.machine.Image()
	if err != nil {
		return nil, err
	}
	r.costs.add(r.options.Clock().Sub(start))
	return state, nil
}

// add keeps a state as that of the present position.
func (r *Recorder) add(state *sim.Block) *checkpoint {
	c := r.keep(state)
	r.bound()
	return c
}

// keep is add without a look at the bounds.
func (r *Recorder) keep(state *sim.Block) *checkpoint {
	r.work = 0
	if i := r.now.upTo(r.at) - 1; i >= 0 && r.now.checkpoints[i].position == r.at {
		c := r.now.checkpoints[i]
		if c.state == nil { // it was about to be recalled
			r.blocks.gone = append(r.blocks.gone, c.id)
			r.blocks.hold(state)
			c.state, c.id = state, 0
		}
		return c
	}
	c := &checkpoint{position: r.at, state: state}
	r.blocks.hold(state)
	r.now.insert(c)
	r.bytes += checkpointBytes
	return c
}

// Branch sets the cycles after the present one aside, as the next Step would.
func (r *Recorder) Branch() {
	r.finishPending()
	r.branch()
}

// branch sets everything behind the present position aside.
func (r *Recorder) branch() {
	if !r.now.end.after(r.at) {
		return
	}
	r.epoch++
	r.setAside(&aside{cut: r.at, at: r.at, tail: r.now.cut(r.at)})
}

// setAside replaces what Undo would bring back.
func (r *Recorder) setAside(a *aside) {
	r.forgetAside()
	r.other = a
}

func (r *Recorder) forgetAside() {
	if r.other == nil {
		return
	}
	r.release(r.other.tail)
	r.other = nil
}

// Set drives a top-level input.
func (r *Recorder) Set(index int, v circuit.Value) {
	r.give(assignment{kind: setInput, index: index, value: v})
}

// SetArgument changes an interactive argument.
func (r *Recorder) SetArgument(node int, name string, v circuit.Value) {
	r.give(assignment{kind: setArgument, index: node, name: name, value: v})
}

// SetState overwrites a state field. The contents of a memory are not copied and must not be changed afterwards.
func (r *Recorder) SetState(node, field int, s sim.State) {
	r.give(assignment{kind: setState, index: node, field: field, state: s})
}

// SetCells overwrites cells of a memory field. They are not copied and must not be changed afterwards.
func (r *Recorder) SetCells(node, field int, first uint64, src []byte, signed bool) {
	r.give(assignment{kind: setCells, index: node, field: field, first: first, cells: src, signed: signed})
}

func (r *Recorder) give(a assignment) {
	r.goal = nil
	r.pending = append(r.pending, a)
	a.apply(r.machine)
}

// Settle brings the logic up to date, as sim.Machine does. Inputs since the last Settle become part of the history, at
// the present cycle; in the past that begins a branch.
func (r *Recorder) Settle(ctx context.Context) error {
	if len(r.pending) > 0 {
		return r.commit(ctx)
	}
	return r.machine.Settle(ctx)
}

// commit settles and records what is pending. An input that does not settle is part of the history all the same: the
// machine has it.
func (r *Recorder) commit(ctx context.Context) error {
	if len(r.pending) == 0 {
		return nil
	}
	start := r.options.Clock()
	err := r.machine.Settle(ctx)
	took := r.options.Clock().Sub(start)
	r.branch()
	in := input{cycle: r.at.cycle, sets: r.pending}
	r.pending = nil
	r.now.inputs = append(r.now.inputs, in)
	r.bytes += in.bytes()
	r.at.inputs++
	r.now.end = r.at
	r.bound()
	r.worked(took, r.options.Interval)
	return err
}

// Reset returns to the start values. A new history begins; Undo brings the old one back.
func (r *Recorder) Reset(ctx context.Context) error {
	r.finishPending()
	fresh := timeline{given: r.now.inForce(r.at), unknown: r.now.unknown}
	return r.anew(fresh, func() error { return r.machine.Reset(ctx) })
}

// Restore brings a snapshot back. A new history begins; Undo brings the old one back. Bytes that are no snapshot of
// this circuit change nothing.
func (r *Recorder) Restore(ctx context.Context, snapshot []byte) error {
	return r.anew(timeline{unknown: true}, func() error { return r.machine.Restore(ctx, snapshot) })
}

// Show brings an image back, as Restore does a snapshot.
func (r *Recorder) Show(ctx context.Context, image *sim.Block) error {
	return r.anew(timeline{unknown: true}, func() error { return r.machine.Show(ctx, image) })
}

// anew makes a jump and begins a timeline behind it, of which what was given before is known.
func (r *Recorder) anew(fresh timeline, jump func() error) error {
	r.finishPending()
	failed := jump()
	if refused(failed) {
		return failed
	}
	// A jump that does not settle was made all the same.
	state, err := r.image()
	if err != nil {
		return err
	}
	r.fresh(fresh, state)
	return failed
}

// fresh begins a timeline with the present state and sets the one before aside.
func (r *Recorder) fresh(t timeline, state *sim.Block) {
	r.goal = nil
	r.epoch++
	switch {
	case r.now.end != r.now.start() || r.now.forgotten > 0: // forgetInputs may have moved the start to the end
		r.setAside(&aside{whole: true, at: r.at, tail: r.now})
	case r.other != nil && !r.other.whole: // a branch was begun, and nothing has happened in it
		r.now.join(r.other.tail)
		r.other = &aside{whole: true, at: r.other.at, tail: r.now}
	default:
		r.release(r.now) // nothing has happened in it
	}
	r.begin(state, t)
}

// refused reports that a machine did not take a snapshot, and is as it was.
func refused(err error) bool { return errors.Is(err, sim.ErrSnapshot) }

// release no longer counts a timeline, or a part of one, that is forgotten.
func (r *Recorder) release(t timeline) {
	r.bytes -= t.bytes()
	for _, c := range t.checkpoints {
		r.drop(c)
	}
}

// drop forgets the state of a checkpoint.
func (r *Recorder) drop(c *checkpoint) {
	if c.state == nil {
		r.blocks.gone = append(r.blocks.gone, c.id)
		return
	}
	r.blocks.drop(c.state)
}

// finishPending records what was given and never settled.
func (r *Recorder) finishPending() {
	if len(r.pending) > 0 {
		_ = r.commit(context.Background()) // the input counts whether it settles or not
	}
}

// Move lets the history go on with a fresh machine of the same circuit, which is brought to the present state and
// belongs to the Recorder from then on; so does the one before no longer. A seek under way ends where it is. After an
// error the Recorder has the machine that it had, and the new one is of no use.
func (r *Recorder) Move(ctx context.Context, machine sim.Machine) error {
	r.finishPending()
	state, err := r.image()
	if err != nil {
		return err
	}
	if err := machine.Show(ctx, state); err != nil {
		return err
	}
	r.machine, r.goal = machine, nil
	return nil
}

// Snapshot is the complete present state, without the history.
func (r *Recorder) Snapshot() ([]byte, error) { return r.machine.Snapshot() }

// Image is the complete present state, without the history.
func (r *Recorder) Image() (*sim.Block, error) { return r.machine.Image() }

// Cycle is the number of clock edges up to the state that is shown.
func (r *Recorder) Cycle() uint64 { return r.machine.Cycle() }

// Peek reads a net.
func (r *Recorder) Peek(net int) circuit.Value { return r.machine.Peek(net) }

// State reads a state field.
func (r *Recorder) State(node, field int) sim.State { return r.machine.State(node, field) }

// Cells copies cells of a memory field.
func (r *Recorder) Cells(node, field int, first uint64, dst []byte) {
	r.machine.Cells(node, field, first, dst)
}

// Touched tells which pages of a memory field may have been written to, however the machine got here.
func (r *Recorder) Touched(node, field int, since uint64, pages []bool) uint64 {
	return r.machine.Touched(node, field, since, pages)
}

// Changed reports the nets that differ from the last report, however the machine got here.
func (r *Recorder) Changed(dst []int) []int { return r.machine.Changed(dst) }

// Warnings are the run-time warnings so far; going back takes none of them away.
func (r *Recorder) Warnings() []circuit.Diagnostic { return r.machine.Warnings() }

// Close releases the machine and the history.
func (r *Recorder) Close() error {
	r.now, r.other, r.pending = timeline{checkpoints: r.now.checkpoints[:1]}, nil, nil
	return r.machine.Close()
}
