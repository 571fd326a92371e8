package history

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// Saved is what must be kept outside so that Load brings a history back. States are given once each: those of earlier
// Saves stay needed until they are Forgotten.
type Saved struct {
	Root      []byte   // the history but for its states
	Present   uint64   // id of the state that is shown; it needs its parts, and those theirs
	States    []State  // new since the last Save, parts before those that need them
	Forgotten []uint64 // ids that are no longer needed
}

// Save makes a checkpoint of the present state and tells what has changed since the last Save. The result must not be
// changed. A seek under way is saved as if it had ended where it is.
func (r *Recorder) Save() (Saved, error) {
	r.finishPending()
	state, err := r.image()
	if err != nil {
		return Saved{}, err
	}
	present := r.add(state)
	var s Saved
	for _, t := range r.lists() {
		for _, c := range t.checkpoints {
			if c.id == 0 {
				c.id = r.blocks.tell(c.state, &s.States)
			}
		}
	}
	s.Present, s.Root, s.Forgotten = present.id, r.encode(), r.blocks.forgotten()
	return s, nil
}

// Load brings a saved history back on a fresh machine of the same circuit. Among the states must be the one that
// Saved.Present names, with all that it needs; the others may follow later, with Recall. The machine belongs to the
// Recorder.
func Load(ctx context.Context, machine sim.Machine, options Options, root []byte, present uint64, states []State) (*Recorder, error) {
	r := wrap(machine, options)
	if err := r.decode(root); err != nil {
		return nil, err
	}
	r.recall(states)
	for _, c := range r.now.checkpoints {
		if c.id == present && c.position == r.at && c.state != nil {
			return r, r.jump(ctx, c)
		}
	}
	return nil, sim.ErrSnapshot
}

// Recall brings states back that were saved before Load. States that are not needed are ignored.
func (r *Recorder) Recall(states []State) {
	r.recall(states)
	r.bound()
}

func (r *Recorder) recall(states []State) {
	r.blocks.recall(states)
	complete := true
	for _, t := range r.lists() {
		for _, c := range t.checkpoints {
			if c.state != nil {
				continue
			}
			if c.state = r.blocks.build(c.id); c.state == nil {
				complete = false
			}
		}
	}
	r.blocks.recalled(complete)
}

// The encoding of a root: sizes and counts as in sim.Encoder.

func (r *Recorder) encode() []byte {
	e := &sim.Encoder{}
	e.Uint(r.blocks.last)
	encodePosition(e, r.at)
	encodeTimeline(e, &r.now)
	e.Bool(r.other != nil)
	if o := r.other; o != nil {
		e.Bool(o.whole)
		encodePosition(e, o.cut)
		encodePosition(e, o.at)
		encodeTimeline(e, &o.tail)
	}
	return e.Bytes
}

func encodePosition(e *sim.Encoder, p position) {
	e.Uint(p.cycle)
	e.Uint(uint64(p.inputs))
}

func encodeTimeline(e *sim.Encoder, t *timeline) {
	e.Uint(uint64(t.forgotten))
	encodePosition(e, t.end)
	e.Uint(uint64(len(t.checkpoints)))
	for _, c := range t.checkpoints {
		encodePosition(e, c.position)
		e.Uint(c.id)
	}
	e.Bool(t.unknown)
	e.Uint(uint64(len(t.given)))
	for i := range t.given {
		encodeAssignment(e, &t.given[i])
	}
	e.Uint(uint64(len(t.inputs)))
	for i := range t.inputs {
		in := &t.inputs[i]
		e.Uint(in.cycle)
		e.Uint(uint64(len(in.sets)))
		for k := range in.sets {
			encodeAssignment(e, &in.sets[k])
		}
	}
}

func encodeAssignment(e *sim.Encoder, a *assignment) {
	e.Uint(uint64(a.kind))
	e.Uint(uint64(a.index))
	switch a.kind {
	case setInput:
		e.Value(a.value)
	case setArgument:
		e.Text(a.name)
		e.Value(a.value)
	case setState:
		e.Uint(uint64(a.field))
		e.Value(a.state.Scalar)
		e.Bool(a.state.Negative)
		e.Bool(a.state.IsText)
		e.Text(a.state.Text)
		e.Bool(a.state.Memory != nil)
		e.Uint(uint64(len(a.state.Memory)))
		for _, cell := range slices.Sorted(maps.Keys(a.state.Memory)) {
			e.Uint(cell)
			e.Value(a.state.Memory[cell])
		}
	case setCells:
		e.Uint(uint64(a.field))
		e.Uint(a.first)
		e.Text(string(a.cells))
		e.Bool(a.signed)
	}
}

func (r *Recorder) decode(root []byte) error {
	d := sim.NewDecoder(root)
	r.blocks.last = d.Uint()
	r.at = decodePosition(d)
	r.now = r.decodeTimeline(d)
	if d.Bool() {
		o := &aside{whole: d.Bool(), cut: decodePosition(d), at: decodePosition(d)}
		o.tail = r.decodeTimeline(d)
		r.other = o
	}
	if err := d.Done(); err != nil {
		return err
	}
	if !r.sound() {
		return sim.ErrSnapshot
	}
	r.bytes = r.now.bytes()
	if r.other != nil {
		r.bytes += r.other.tail.bytes()
	}
	return nil
}

func decodePosition(d *sim.Decoder) position {
	return position{d.Uint(), int(d.Uint())}
}

func (r *Recorder) decodeTimeline(d *sim.Decoder) timeline {
	t := timeline{forgotten: int(d.Uint()), end: decodePosition(d)}
	for range d.Count() {
		c := &checkpoint{position: decodePosition(d), id: d.Uint()}
		t.checkpoints = append(t.checkpoints, c)
	}
	t.unknown = d.Bool()
	for range d.Count() {
		t.given = append(t.given, decodeAssignment(d))
	}
	for range d.Count() {
		in := input{cycle: d.Uint()}
		for range d.Count() {
			in.sets = append(in.sets, decodeAssignment(d))
		}
		t.inputs = append(t.inputs, in)
	}
	return t
}

func decodeAssignment(d *sim.Decoder) assignment {
	a := assignment{kind: assignmentKind(min(d.Uint(), uint64(setCells))), index: int(d.Uint())}
	switch a.kind {
	case setInput:
		a.value = d.Value()
	case setArgument:
		a.name, a.value = d.Text(), d.Value()
	case setState:
		a.field = int(d.Uint())
		a.state = sim.State{Scalar: d.Value(), Negative: d.Bool(), IsText: d.Bool(), Text: d.Text()}
		if d.Bool() {
			a.state.Memory = map[uint64]circuit.Value{}
		}
		for range d.Count() {
			cell, v := d.Uint(), d.Value()
			if a.state.Memory != nil {
				a.state.Memory[cell] = v
			}
		}
	case setCells:
		a.field, a.first = int(d.Uint()), d.Uint()
		a.cells, a.signed = []byte(d.Text()), d.Bool()
	}
	return a
}

// sound reports that everything decoded is in order and in its bounds, so that nothing later can go astray.
func (r *Recorder) sound() bool {
	if len(r.now.checkpoints) == 0 || r.now.start().inputs != r.now.forgotten || !r.now.ordered(r.now.start()) || !r.now.holds(r.at) {
		return false
	}
	o := r.other
	if o == nil {
		return true
	}
	if o.whole {
		return len(o.tail.checkpoints) > 0 && o.tail.start().inputs == o.tail.forgotten && o.tail.ordered(o.tail.start()) && o.tail.holds(o.at)
	}
	joined := timeline{
		checkpoints: slices.Concat(r.now.checkpoints[:r.now.upTo(o.cut)], o.tail.checkpoints),
		end:         o.tail.end, forgotten: r.now.forgotten,
	}
	n := o.cut.inputs - r.now.forgotten
	if n < 0 || n > len(r.now.inputs) || o.tail.forgotten != o.cut.inputs || !r.now.holds(o.cut) {
		return false
	}
	joined.inputs = slices.Concat(r.now.inputs[:n], o.tail.inputs)
	return joined.ordered(r.now.start()) && joined.holds(o.at) && !o.cut.after(joined.end)
}

// ordered reports that checkpoints and inputs ascend from the start to the end.
func (t *timeline) ordered(start position) bool {
	before := func(a, b *checkpoint) int {
		return cmp.Or(cmp.Compare(a.cycle, b.cycle), cmp.Compare(a.inputs, b.inputs))
	}
	if !slices.IsSortedFunc(t.checkpoints, before) {
		return false
	}
	for _, c := range t.checkpoints {
		if c.inputs < 0 || !t.holds(c.position) {
			return false
		}
	}
	for i := range t.given {
		if a := &t.given[i]; a.index < 0 || a.kind == setState {
			return false
		}
	}
	cycle := start.cycle
	for i := range t.inputs {
		if t.inputs[i].cycle < cycle || t.inputs[i].cycle > t.end.cycle {
			return false
		}
		cycle = t.inputs[i].cycle
		for k := range t.inputs[i].sets {
			if a := &t.inputs[i].sets[k]; a.index < 0 || a.field < 0 {
				return false
			}
		}
	}
	return t.end.inputs == t.forgotten+len(t.inputs)
}

// holds reports that a position is one of the timeline's: no earlier than its start, no later than its end, with
// every input of earlier cycles given and none of later ones.
func (t *timeline) holds(p position) bool {
	if p.after(t.end) || t.start().after(p) || p.inputs < t.forgotten || p.inputs > t.inputsUpTo(p.cycle) {
		return false
	}
	return p.cycle == 0 || p.inputs >= t.inputsUpTo(p.cycle-1)
}
