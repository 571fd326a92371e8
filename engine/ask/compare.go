package ask

import (
	"context"
	"encoding/json"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// Difference is the first cycle and signal in which two circuits differ that get the same inputs.
type Difference struct {
	Equal  bool          `json:"equal,omitempty"`
	Cycle  uint64        `json:"cycle"`
	Signal string        `json:"signal,omitempty"`
	Left   circuit.Value `json:"left"`
	Right  circuit.Value `json:"right"`
	// Unmatched are inputs and signals that only one of the two has; they are not compared.
	Unmatched []string `json:"unmatched,omitempty"`
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

// Compare runs another circuit with the recorded inputs, by their names, to the end of the run, and gives the first
// difference. Signals are compared by name; none means the outputs that both circuits have.
func (r *Run) Compare(ctx context.Context, other *sandbox.Compiled, names []string) (*Difference, error) {
	if other.Design == nil {
		return nil, sandbox.ErrNoDesign
	}
	c := &comparison{left: r, other: other, progress: r.begin()}
	if err := c.match(names); err != nil {
		return nil, err
	}
	first, last := r.Range()
	if first > 0 {
		return nil, refused("", "The start of the run is no longer remembered, so another circuit cannot be run with its inputs.", "Reset it and run again.")
	}
	if len(c.pairs) == 0 {
		return nil, refused("", "The two circuits have no outputs in common.", "Name signals that both have.")
	}
	d, err := c.run(ctx, last)
	if d != nil {
		d.Unmatched = c.unmatched
	}
	return d, err
}

// pair is a signal that both circuits have.
type pair struct{ left, right Signal }

type comparison struct {
	left      *Run
	other     *sandbox.Compiled
	pairs     []pair
	unmatched []string
	progress  *progress
}

// match finds the signals to compare.
func (c *comparison) match(names []string) error {
	asked := len(names) > 0
	if !asked {
		for _, p := range c.left.compiled.Design.Outputs {
			names = append(names, p.Name)
		}
	}
	right := &Run{compiled: c.other}
	for _, name := range names {
		a, err := c.left.Signal(name)
		if err != nil {
			return err
		}
		b, err := right.Signal(name)
		if err != nil {
			if asked {
				return err
			}
			c.unmatched = append(c.unmatched, name)
			continue
		}
		c.pairs = append(c.pairs, pair{a, b})
	}
	return nil
}

// player runs the other circuit with the recorded inputs.
type player struct {
	machine sim.Machine
	stimuli []history.Stimulus // those that the other circuit has, with its own numbers
	next    int
}

func (p *player) give(ctx context.Context) error {
	given := false
	for p.next < len(p.stimuli) && p.stimuli[p.next].Cycle <= p.machine.Cycle() {
		s := &p.stimuli[p.next]
		switch {
		case s.Input >= 0:
			p.machine.Set(s.Input, s.Value)
		case s.Argument != "":
			p.machine.SetArgument(s.Node, s.Argument, s.Value)
		default:
			p.machine.SetState(s.Node, s.Field, s.State)
		}
		p.next++
		given = true
	}
	if given {
		return p.machine.Settle(ctx)
	}
	return nil
}

// run steps to a cycle.
func (p *player) run(ctx context.Context, to uint64) error {
	for p.machine.Cycle() < to {
		stop := to
		if p.next < len(p.stimuli) {
			stop = min(stop, p.stimuli[p.next].Cycle)
		}
		if _, err := p.machine.Step(ctx, int(min(stop-p.machine.Cycle(), 1<<30))); err != nil {
			return err
		}
		if err := p.give(ctx); err != nil {
			return err
		}
	}
	return nil
}

// stimuli are the recorded inputs with the numbers that they have in the other circuit.
func (c *comparison) stimuli() []history.Stimulus {
	a, b := c.left.compiled.Design, c.other.Design
	inputs := map[string]int{}
	for i, p := range b.Inputs {
		inputs[p.Name] = i
	}
	var list []history.Stimulus
	c.left.past.Stimuli(func(s history.Stimulus) bool {
		if s.Input >= 0 {
			i, ok := inputs[a.Inputs[s.Input].Name]
			if !ok {
				c.miss(a.Inputs[s.Input].Name)
				return true
			}
			s.Input = i
			s.Value = s.Value.Mask(b.Inputs[i].Type.Wires())
		} else {
			path := a.Path(s.Node)
			if s.Node = b.NodeIndex(path); s.Node < 0 {
				c.miss(path)
				return true
			}
			if s.Argument == "" && s.Field >= len(b.Node(s.Node).State) {
				c.miss(path)
				return true
			}
		}
		list = append(list, s)
		return true
	})
	return list
}

func (c *comparison) miss(name string) {
	for _, known := range c.unmatched {
		if known == name {
			return
		}
	}
	c.unmatched = append(c.unmatched, name)
}

// run looks for the first portion after which the digests differ, and then for the cycle in it.
func (c *comparison) run(ctx context.Context, last uint64) (*Difference, error) {
	left, right := c.plainSides()
	defer left.close()
	defer right.close()
	if err := left.start(ctx); err != nil {
		return nil, err
	}
	if err := right.start(ctx); err != nil {
		return nil, err
	}
	size := uint64(firstPortion)
	for at := uint64(0); ; {
		if d := c.differs(at, left.machine, right.machine); d != nil {
			return d, nil
		}
		if at == last {
			return &Difference{Equal: true, Cycle: last}, nil
		}
		to := min(last, at+size)
		same, err := c.portion(ctx, left, right, to)
		if err != nil {
			return nil, err
		}
		if !same {
			if d, err := c.narrow(ctx, left, right, at, to); d != nil || err != nil {
				return d, err
			}
		}
		at = to
		size = min(size*2, 1<<20)
		c.progress.at(at, last)
	}
}

// differs compares what two machines show.
func (c *comparison) differs(cycle uint64, left, right sim.Machine) *Difference {
	for i := range c.pairs {
		p := &c.pairs[i]
		if a, b := p.left.Read(left), p.right.Read(right); !a.Equal(b) {
			return &Difference{Cycle: cycle, Signal: p.left.Name, Left: a, Right: b}
		}
	}
	return nil
}

// runner runs one circuit from its start with the recorded inputs.
type runner struct {
	compiled *sandbox.Compiled
	stimuli  []history.Stimulus
	signals  []*Signal
	player
	digest func() uint64
	saved  *sim.Block
	given  int
}

func (c *comparison) plainSides() (left, right *runner) {
	var recorded []history.Stimulus
	c.left.past.Stimuli(func(s history.Stimulus) bool {
		recorded = append(recorded, s)
		return true
	})
	left = &runner{compiled: c.left.compiled, stimuli: recorded}
	right = &runner{compiled: c.other, stimuli: c.stimuli()}
	for i := range c.pairs {
		left.signals, right.signals = append(left.signals, &c.pairs[i].left), append(right.signals, &c.pairs[i].right)
	}
	return left, right
}

// start makes the machine, with a digest in its netlist when it can have one.
func (x *runner) start(ctx context.Context) error {
	base, _, err := x.compiled.Observable(ctx)
	if err != nil {
		return err
	}
	f := newFrame(base)
	digest := f.b.Register("digest", 64, circuit.Value{})
	sum, ok := x.sum(f, digest.Value)
	if ok {
		f.b.Next(digest, sum)
		n, err := f.b.Build()
		if err != nil {
			return err
		}
		if x.player.machine, err = x.compiled.StartNetlist(ctx, sandbox.WebAssembly, n.Module); err != nil {
			return err
		}
		x.digest = func() uint64 { return n.Scalar(x.player.machine, digest).Lo }
	} else if x.player.machine, err = x.compiled.NewMachineOn(ctx, sandbox.Interpreter); err != nil {
		return err
	}
	x.player.stimuli = x.stimuli
	return x.player.give(ctx)
}

// sum mixes the signals of a cycle into a digest: a multiplication by an odd constant (that of the golden ratio) and
// additions, so that equal runs have equal digests and others almost never.
func (x *runner) sum(f *frame, digest word.ID) (word.ID, bool) {
	b := f.b
	const odd = 0x9e3779b97f4a7c15
	for _, s := range x.signals {
		v, ok := s.value(f.base, b)
		if !ok {
			return 0, false
		}
		for low := 0; low < s.Width; low += 64 {
			part := b.ZExt(b.Slice(v, low, min(64, s.Width-low)), 64)
			digest = b.Add(b.Binary(word.Mul, digest, b.Uint(odd, 64)), part)
			digest = b.Xor(digest, b.Binary(word.LShr, digest, b.Uint(29, 64)))
		}
	}
	return digest, true
}

func (x *runner) close() {
	if x.player.machine != nil {
		_ = x.player.machine.Close()
	}
}

// portion runs both on and tells whether they were the same up to the cycle before the last one.
func (c *comparison) portion(ctx context.Context, left, right *runner, to uint64) (bool, error) {
	for _, x := range []*runner{left, right} {
		image, err := x.player.machine.Image()
		if err != nil {
			return false, err
		}
		x.saved, x.given = image, x.player.next
	}
	if left.digest == nil || right.digest == nil {
		return false, nil // narrow looks at every cycle
	}
	for _, x := range []*runner{left, right} {
		if err := x.player.run(ctx, to); err != nil {
			return false, nil // one of them fails on the way: narrow finds whether they differ before
		}
	}
	return left.digest() == right.digest(), nil
}

// narrow goes through a portion again, cycle by cycle. It gives the first difference, nil when there is none.
func (c *comparison) narrow(ctx context.Context, left, right *runner, from, to uint64) (*Difference, error) {
	for _, x := range []*runner{left, right} {
		if err := x.player.machine.Show(ctx, x.saved); err != nil {
			return nil, err
		}
		x.player.next = x.given
	}
	for at := from + 1; at <= to; at++ {
		if err := left.player.run(ctx, at); err != nil {
			return nil, err
		}
		if err := right.player.run(ctx, at); err != nil {
			return nil, err
		}
		if d := c.differs(at, left.player.machine, right.player.machine); d != nil {
			return d, nil
		}
	}
	return nil, nil
}
