package ask

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"simten.dev/engine/ask/probe"
	"simten.dev/engine/circuit"
	"simten.dev/engine/commands"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// Compare asks where another circuit differs that is given what this one was given.
type Compare struct {
	// Other is the other circuit. Its machines are not touched.
	Other *sandbox.Compiled
	// Signals are compared by name. None means the outputs that both have; of a circuit without ports those of its
	// nodes.
	Signals []string
	// Limit bounds the list of the other signals that differ in the first cycle in which one does; 0 leaves it out.
	Limit int
}

// MaxDiffering bounds Compare.Limit.
const MaxDiffering = commands.MaxDiffering

// Difference is the first cycle and signal in which two circuits differ that get the same inputs.
type Difference struct {
	Equal  bool          `json:"equal,omitempty"`
	Cycle  uint64        `json:"cycle"`
	Signal string        `json:"signal,omitempty"`
	Left   circuit.Value `json:"left"`
	Right  circuit.Value `json:"right"`
	// Also are the other signals that differ in that cycle: those that were compared, then ports and registers of nodes
	// that both have. The bound leaves the rest out.
	Also []Differing `json:"also,omitempty"`
	// Unmatched are inputs and signals that only one of the two has; they are not compared.
	Unmatched []string `json:"unmatched,omitempty"`

	width int // of Signal
}

// Differing is a signal with both of its values.
type Differing struct {
	Signal string        `json:"signal"`
	Left   circuit.Value `json:"left"`
	Right  circuit.Value `json:"right"`
	Width  int           `json:"width"` // the larger one of the two
}

// Signals are all signals that differ, the first one first.
func (d *Difference) Signals() []Differing {
	if d.Equal {
		return nil
	}
	return append([]Differing{{d.Signal, d.Left, d.Right, d.width}}, d.Also...)
}

// MarshalJSON writes {"equal":true}, or the difference.
func (d *Difference) MarshalJSON() ([]byte, error) {
	type plain Difference
	if d.Equal {
		return json.Marshal(struct {
			Equal     bool     `json:"equal"`
			Unmatched []string `json:"unmatched,omitempty"`
		}{true, d.Unmatched})
	}
	return json.Marshal((*plain)(d))
}

// errNoStart is for runs that cannot be given to another circuit.
var errNoStart = refused("",
	"The start of the run is no longer remembered, so another circuit cannot be run with its inputs.",
	"Reset it and run again.")

// Compare runs another circuit with the recorded inputs, by their names, to the end of the run, and gives the first
// difference.
func (r *Run) Compare(ctx context.Context, q Compare) (*Difference, error) {
	if q.Other.Design == nil {
		return nil, sandbox.ErrNoDesign
	}
	if q.Limit < 0 || q.Limit > MaxDiffering {
		return nil, refused("", "The question asks for too much.", "At most 256 signals that differ are listed.")
	}
	tape, whole := r.tape()
	if !whole {
		return nil, errNoStart
	}
	c := &comparison{run: r, tape: tape, progress: r.begin(), epoch: r.past.Epoch()}
	c.sides = [2]*side{{compiled: r.compiled}, {compiled: q.Other}}
	if err := c.match(q.Signals); err != nil {
		return nil, err
	}
	if len(c.pairs) == 0 {
		return nil, refused("", "The two circuits have no outputs in common.", "Name signals that both have.")
	}
	defer c.close()
	d, err := c.first(ctx)
	if d == nil || err != nil {
		return nil, err
	}
	if !d.Equal {
		d.Also = c.also(d.Signal, q.Limit)
	}
	for _, name := range c.sides[1].playback.Missing {
		c.miss(name)
	}
	d.Unmatched = c.unmatched
	return d, nil
}

// tape is what was given to the run.
func (r *Run) tape() (*Tape, bool) {
	return NewTape(r.compiled.Design, r.past)
}

// pair is a signal that both circuits have.
type pair [2]Signal

type comparison struct {
	run       *Run
	tape      *Tape
	sides     [2]*side // the circuit that was run, and the other one
	pairs     []pair
	unmatched []string
	progress  *progress
	epoch     uint64
	portion   history.Portion
}

// match finds the signals to compare.
func (c *comparison) match(names []string) error {
	left, right := c.run, &Run{compiled: c.sides[1].compiled}
	asked := len(names) > 0
	if !asked {
		names = outputs(left.compiled.Design)
	}
	for _, name := range names {
		a, err := left.Signal(name)
		if err != nil {
			return err
		}
		b, err := right.lookup(name)
		switch {
		case err == nil:
			c.pairs = append(c.pairs, pair{a, b})
		case asked:
			_, err = right.Signal(name)
			return err
		default:
			c.miss(name)
		}
	}
	return nil
}

// maxCompared bounds the signals that are compared when none are named.
const maxCompared = 256

// outputs are the outputs of a circuit, also of one between switches and lamps; of one without ports those of its
// nodes.
func outputs(d *elaborate.Design) []string {
	var names, inner []string
	for _, p := range d.Outputs {
		names = append(names, p.Name)
	}
	if len(names) > 0 {
		return names
	}
	for s := range d.SignalsWithin(1) {
		if s.Input || len(inner) >= maxCompared {
			continue
		}
		inner = append(inner, s.Path)
		if strings.HasPrefix(s.Path, circuit.HarnessNode+".") {
			names = append(names, circuit.ShownPath(s.Path))
		}
	}
	if len(names) > 0 {
		return names
	}
	return inner
}

func (c *comparison) miss(name string) {
	if !slices.Contains(c.unmatched, name) {
		c.unmatched = append(c.unmatched, name)
	}
}

// side runs one of the two circuits from its start with what the tape holds.
type side struct {
	compiled *sandbox.Compiled
	machine  sim.Machine
	playback *Playback
	digest   func() uint64 // of all cycles before the one that is shown; nil when it cannot be had
	saved    *sim.Block
	next     int // of the playback, when saved was
}

// start makes the machine, with a digest in its netlist when it can have one.
func (c *comparison) start(ctx context.Context, k int) error {
	x := c.sides[k]
	base, err := x.compiled.Editable(ctx)
	if err != nil {
		return err
	}
	x.playback = c.tape.On(x.compiled.Design)
	x.playback.Takes = func(node, field int, s sim.State) error { return x.compiled.Takes(ctx, node, field, s) }
	f := newFrame(base)
	digest := f.b.Register("digest", 64, circuit.Value{})
	if sum, ok := c.sum(f, k, digest.Value); ok && !c.run.plain {
		f.b.Next(digest, sum)
		n, err := f.b.Build()
		if err != nil {
			return err
		}
		backend := c.run.backendFor(n.Module, c.tape.Last)
		if x.machine, err = x.compiled.StartNetlist(ctx, backend, n.Module); err != nil {
			return err
		}
		x.digest = c.digest(x, n, digest)
	} else if x.machine, err = x.compiled.NewMachineOn(ctx, sandbox.Interpreter); err != nil {
		return err
	}
	return x.playback.Reset(ctx, x.machine)
}

func (c *comparison) digest(x *side, n *probe.Netlist, r probe.Register) func() uint64 {
	return func() uint64 { return n.Scalar(x.machine, r).Lo }
}

// sum mixes the signals of a cycle into a digest: a multiplication by an odd constant (that of the golden ratio) and
// additions, so that equal runs have equal digests and others almost never.
func (c *comparison) sum(f *frame, k int, digest word.ID) (word.ID, bool) {
	b := f.b
	const odd = 0x9e3779b97f4a7c15
	for i := range c.pairs {
		s := &c.pairs[i][k]
		v, ok := s.value(f.base, b)
		if !ok {
			return 0, false
		}
		// Of two circuits with ports of different widths, the larger one has zeros there.
		for low := 0; low < max(c.pairs[i][0].Width, c.pairs[i][1].Width); low += 64 {
			part := b.Uint(0, 64)
			if low < s.Width {
				part = b.ZExt(b.Slice(v, low, min(64, s.Width-low)), 64)
			}
			digest = b.Add(b.Binary(word.Mul, digest, b.Uint(odd, 64)), part)
			digest = b.Xor(digest, b.Binary(word.LShr, digest, b.Uint(29, 64)))
		}
	}
	return digest, true
}

func (c *comparison) close() {
	for _, x := range c.sides {
		if x.machine != nil {
			_ = x.machine.Close()
		}
	}
}

// first finds the first difference: the portion of cycles after which the digests differ, and then the cycle in it.
func (c *comparison) first(ctx context.Context) (*Difference, error) {
	for k := range c.sides {
		if err := c.start(ctx, k); err != nil {
			return nil, err
		}
		if err := c.yield(); err != nil {
			return nil, err
		}
	}
	for at := uint64(0); ; {
		if at == c.tape.Last || !c.digests() {
			if d := c.differs(at); d != nil {
				return d, nil
			}
		}
		if at == c.tape.Last {
			return &Difference{Equal: true, Cycle: at}, nil
		}
		if err := c.save(); err != nil {
			return nil, err
		}
		begin, n := time.Now(), c.portion.Of(c.tape.Last-at)
		if !c.digests() {
			n = 1
		}
		same, err := c.both(ctx, at+n)
		if c.digests() && (err != nil || !same) {
			return c.narrow(ctx, at, at+n)
		}
		if err != nil {
			return nil, err
		}
		at += n
		c.portion.Learn(n, time.Since(begin), portionTime)
		c.progress.at(at, c.tape.Last)
		if err := c.yield(); err != nil {
			return nil, err
		}
	}
}

// yield lets others work, who may have replaced the cycles that are compared.
func (c *comparison) yield() error {
	c.run.pause()
	if c.run.past.Epoch() != c.epoch {
		return history.ErrRecordingGone
	}
	return nil
}

// digests reports whether both sides have one.
func (c *comparison) digests() bool { return c.sides[0].digest != nil && c.sides[1].digest != nil }

func (c *comparison) save() error {
	if !c.digests() {
		return nil
	}
	for _, x := range c.sides {
		image, err := x.machine.Image()
		if err != nil {
			return err
		}
		x.saved, x.next = image, x.playback.next
	}
	return nil
}

// both runs both sides to a cycle and tells whether they were the same before it.
func (c *comparison) both(ctx context.Context, to uint64) (same bool, err error) {
	for _, x := range c.sides {
		if err := x.playback.Run(ctx, to); err != nil {
			return false, err
		}
	}
	return !c.digests() || c.sides[0].digest() == c.sides[1].digest(), nil
}

// narrow finds the cycle in a portion whose digests differ, or on whose way one side fails. Both are the same before
// its first cycle.
func (c *comparison) narrow(ctx context.Context, from, to uint64) (*Difference, error) {
	back := func() error {
		for _, x := range c.sides {
			if err := x.machine.Show(ctx, x.saved); err != nil {
				return err
			}
			x.playback.next = x.next
		}
		return c.yield()
	}
	// The digests of cycle from are the same; those of cycle to are not, or it cannot be reached.
	for to-from > 1 {
		if err := back(); err != nil {
			return nil, err
		}
		middle := from + (to-from)/2
		same, err := c.both(ctx, middle)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || !same {
			to = middle
			continue
		}
		from = middle
		if err := c.save(); err != nil {
			return nil, err
		}
	}
	if err := back(); err != nil {
		return nil, err
	}
	if d := c.differs(from); d != nil {
		return d, nil
	}
	// The other circuit failed on the step after a cycle in which both were the same.
	_, err := c.both(ctx, to)
	return nil, err
}

// differs compares what the two show.
func (c *comparison) differs(cycle uint64) *Difference {
	for i := range c.pairs {
		if d, differ := c.values(&c.pairs[i]); differ {
			return &Difference{Cycle: cycle, Signal: d.Signal, Left: d.Left, Right: d.Right, width: d.Width}
		}
	}
	return nil
}

func (c *comparison) values(p *pair) (d Differing, differ bool) {
	d = Differing{
		Signal: circuit.ShownPath(p[0].Name), Width: max(p[0].Width, p[1].Width),
		Left: p[0].Read(c.sides[0].machine), Right: p[1].Read(c.sides[1].machine),
	}
	return d, !d.Left.Equal(d.Right)
}

// maxLookedAt bounds the signals that are looked at for the list of those that differ.
const maxLookedAt = 50_000

// also lists the signals that differ now besides one.
func (c *comparison) also(besides string, limit int) []Differing {
	var list []Differing
	seen := map[string]bool{besides: true}
	add := func(p pair) (more bool) {
		d, differ := c.values(&p)
		if differ && !seen[d.Signal] && len(list) < limit {
			seen[d.Signal] = true
			list = append(list, d)
		}
		return len(list) < limit
	}
	for i := range c.pairs {
		if !add(c.pairs[i]) {
			return list
		}
	}
	left, right := c.sides[0].compiled.Design, c.sides[1].compiled.Design
	looked := 0
	for s := range left.Signals() {
		if looked++; looked > maxLookedAt {
			return list
		}
		other, ok := right.Signal(s.Path)
		if !ok || s.Input || strings.HasPrefix(s.Path, elaborate.TopNode+".") {
			continue
		}
		a := Signal{Name: s.Path, Width: s.Type.Wires(), net: s.Net}
		if !add(pair{a, {Name: s.Path, Width: other.Type.Wires(), net: other.Net}}) {
			return list
		}
	}
	for _, n := range left.Nodes() {
		for _, f := range n.State {
			if looked++; looked > maxLookedAt {
				return list
			}
			a, known := find(left, n.Path+"."+f.Name)
			b, has := find(right, n.Path+"."+f.Name)
			if known && has && a.Kind == Field && b.Kind == Field && !add(pair{a, b}) {
				return list
			}
		}
	}
	return list
}
