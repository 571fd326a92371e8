package ask

import (
	"context"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/history"
	"simten.dev/engine/sim"
)

// Tape is what was given to a run, by the names of its circuit, so that another circuit can be given the same. It needs
// neither the run nor its circuit any more.
type Tape struct {
	*history.Tape
	names map[target]label
}

// target is what a stimulus goes to, in the numbers of a design.
type target struct {
	input, node, field int
	argument           bool
}

// label is what a target is called.
type label struct {
	path  string // of a top-level input or of a node
	field string // "" for an input or an argument
	kind  circuit.Kind
	text  bool
	width int // of a field
}

func targetOf(s *history.Stimulus) target {
	t := target{input: s.Input, node: s.Node, argument: s.Argument != ""}
	if s.Input < 0 && !t.argument {
		t.field = s.Field
	}
	return t
}

// NewTape copies what was given to the run of a design. It is false where that does not lead to the run: after a
// snapshot was brought back, or when the beginning is forgotten.
func NewTape(d *elaborate.Design, past *history.Recorder) (*Tape, bool) {
	recorded, whole := past.Tape()
	if !whole {
		return nil, false
	}
	return newTape(d, recorded), true
}

// newTape names what a tape gives to a design.
func newTape(d *elaborate.Design, recorded *history.Tape) *Tape {
	t := &Tape{Tape: recorded, names: map[target]label{}}
	note := func(s *history.Stimulus) {
		to := targetOf(s)
		if _, known := t.names[to]; known {
			return
		}
		l := label{}
		switch {
		case s.Input >= 0:
			l.path = d.Inputs[s.Input].Name
		case s.Argument != "":
			l.path = d.Path(s.Node)
		default:
			f := d.Node(s.Node).State[s.Field]
			l = label{d.Path(s.Node), f.Name, f.StateType.Kind, f.InitialValue.IsText, stateWidth(f)}
		}
		t.names[to] = l
	}
	for i := range t.Before {
		note(&t.Before[i])
	}
	for i := range t.Moments() {
		t.Each(i, note)
	}
	return t
}

// Playback gives a machine of a circuit what a tape holds, while it runs.
type Playback struct {
	// Missing are the inputs, nodes and state fields of the tape that the circuit does not have, in the order in which
	// they were given: what they were given is left out.
	Missing []string
	// Takes reports why a state field of the circuit cannot hold a number or text, which is then left out, too; nil when
	// every one can.
	Takes func(node, field int, s sim.State) error

	tape    *Tape
	places  map[target]place
	machine sim.Machine
	next    int // moment
}

// place is where a stimulus goes to in another design.
type place struct {
	history.Stimulus // its target
	known            bool
	width            int
	depth            uint64 // of a memory
}

// On prepares to give a machine of a design what the tape holds. Start has to come first.
func (t *Tape) On(d *elaborate.Design) *Playback {
	p := &Playback{tape: t, places: map[target]place{}}
	inputs := map[string]int{}
	for i := range d.Inputs {
		inputs[d.Inputs[i].Name] = i
	}
	find := func(s *history.Stimulus) {
		to := targetOf(s)
		if _, done := p.places[to]; done {
			return
		}
		l := t.names[to]
		x := l.in(d, inputs)
		p.places[to] = x
		name := circuit.ShownPath(l.path)
		if l.field != "" {
			name += "." + l.field
		}
		if !x.known && !slices.Contains(p.Missing, name) {
			p.Missing = append(p.Missing, name)
		}
	}
	for i := range t.Before {
		find(&t.Before[i])
	}
	for i := range t.Moments() {
		t.Each(i, find)
	}
	return p
}

// in finds a target in a design. An input of a circuit alone and the switch before it in a harness are the same.
func (l label) in(d *elaborate.Design, inputs map[string]int) place {
	if i, ok := inputs[l.path]; ok && l.field == "" {
		return place{history.Stimulus{Input: i, Node: -1}, true, d.Inputs[i].Type.Wires(), 0}
	}
	i := d.NodeIndex(l.path)
	if i < 0 {
		return place{}
	}
	n := d.Node(i)
	if l.field == "" {
		if n.Metadata.InteractiveArg == "" {
			return place{}
		}
		x := place{history.Stimulus{Input: -1, Node: i, Argument: n.Metadata.InteractiveArg}, true, circuit.MaxWidth, 0}
		if len(n.Outputs) > 0 {
			x.width = n.Outputs[0].Type.Wires()
		}
		return x
	}
	for k, f := range n.State {
		if f.Name != l.field || f.StateType.Kind != l.kind || f.InitialValue.IsText != l.text {
			continue
		}
		x := place{history.Stimulus{Input: -1, Node: i, Field: k}, true, stateWidth(f), 0}
		if f.StateType.Kind == circuit.Memory {
			cells, _ := sim.MemoryShape(f)
			x.depth = cells
		}
		return x
	}
	return place{}
}

// translate is a stimulus as the other circuit takes it.
func (p *Playback) translate(s *history.Stimulus) (out history.Stimulus, known bool) {
	x := p.places[targetOf(s)]
	out = x.Stimulus
	out.Cycle, out.Value, out.State = s.Cycle, s.Value.Mask(x.width), s.State
	out.State.Scalar = s.State.Scalar.Mask(x.width)
	if s.State.Memory != nil {
		out.State.Memory = map[uint64]circuit.Value{}
		for at, v := range s.State.Memory {
			if at < x.depth {
				out.State.Memory[at] = v.Mask(x.width)
			}
		}
	}
	known = x.known
	if s.Input < 0 && s.Argument == "" && known {
		known = p.state(s, &out, x.width)
	}
	return out, known
}

// state is translate for a state field.
func (p *Playback) state(s, out *history.Stimulus, width int) bool {
	takes := func(v sim.State) bool { return p.Takes == nil || p.Takes(out.Node, out.Field, v) == nil }
	if s.Cells == nil {
		return s.State.Memory != nil || takes(out.State)
	}
	from, to := sim.CellBytes(p.tape.names[targetOf(s)].width), sim.CellBytes(width)
	n := len(s.Cells) / from
	out.Cells, out.First, out.Signed = make([]byte, n*to), s.First, s.Signed
	for i := range n {
		v := sim.GetCell(s.Cells[i*from:], p.tape.names[targetOf(s)].width).Mask(width)
		if !takes(sim.State{Scalar: v}) {
			return false
		}
		sim.PutCell(out.Cells[i*to:], v, width)
	}
	return true
}

// Before are the inputs and arguments with which the run was reset to begin, as the circuit takes them.
func (p *Playback) Before() []history.Stimulus {
	var list []history.Stimulus
	for i := range p.tape.Before {
		if s, ok := p.translate(&p.tape.Before[i]); ok {
			list = append(list, s)
		}
	}
	return list
}

// Reset makes a fresh machine begin as the run did.
func (p *Playback) Reset(ctx context.Context, m sim.Machine) error {
	before := p.Before()
	for i := range before {
		before[i].Give(m)
	}
	if len(before) > 0 {
		if err := m.Reset(ctx); err != nil {
			return err
		}
	}
	return p.Start(ctx, m)
}

// Start goes on with a machine that begins as the run did, and gives it what was given in the first cycle.
func (p *Playback) Start(ctx context.Context, m sim.Machine) error {
	p.machine, p.next = m, 0
	return p.give(ctx)
}

// give gives what was given in the cycle that the machine shows.
func (p *Playback) give(ctx context.Context) error {
	for ; p.next < p.tape.Moments() && p.tape.Cycle(p.next) <= p.machine.Cycle(); p.next++ {
		given := false
		p.tape.Each(p.next, func(s *history.Stimulus) {
			if out, ok := p.translate(s); ok {
				out.Give(p.machine)
				given = true
			}
		})
		if !given {
			continue
		}
		// Inputs after which nothing settles are given all the same, as in the run; the next step tells.
		_ = p.machine.Settle(ctx)
		if err := ctx.Err(); err != nil {
			p.next++
			return err
		}
	}
	return nil
}

// Run steps the machine to a cycle, and gives it on the way what was given then.
func (p *Playback) Run(ctx context.Context, to uint64) error {
	for p.machine.Cycle() < to {
		stop := to
		if p.next < p.tape.Moments() {
			stop = min(stop, p.tape.Cycle(p.next))
		}
		n := min(stop-p.machine.Cycle(), 1<<30)
		if _, err := p.machine.Step(ctx, int(n)); err != nil {
			return err
		}
		if err := p.give(ctx); err != nil {
			return err
		}
	}
	return nil
}
