package ask

import (
	"container/heap"
	"context"
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/ask/probe"
	"simten.dev/engine/circuit"
	"simten.dev/engine/commands"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/history"
	"simten.dev/engine/lower"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// Why asks what made the value of a signal in a cycle.
type Why struct {
	Signal string
	Cycle  uint64
	// Steps bounds the answer; 0 is DefaultSteps.
	Steps int
}

// Bounds of Why.Steps.
const (
	DefaultSteps = commands.DefaultSteps
	MaxSteps     = commands.MaxSteps
)

// CauseKind says where a step of a chain comes from.
type CauseKind string

const (
	// FromNode: a node computed the value from the values in Causes.
	FromNode CauseKind = "node"
	// FromRegister: a register, or a cell of a memory, has held it since a clock edge; Causes are what was written
	// then.
	FromRegister CauseKind = "register"
	// FromInput: somebody set it.
	FromInput CauseKind = "input"
	// FromConstant: it is always so.
	FromConstant CauseKind = "constant"
	// FromStart: it has been so since the start of the run.
	FromStart CauseKind = "start"
)

// Step is one value of a chain of causes. The one that was asked about is the first.
type Step struct {
	Cycle  uint64        `json:"cycle"`
	Signal string        `json:"signal"`
	Value  circuit.Value `json:"value"`
	Text   string        `json:"text"`           // one sentence
	File   string        `json:"file,omitempty"` // "" for the file that was asked for
	Line   int           `json:"line"`           // in the source; 0 when it is nowhere there
	Kind   CauseKind     `json:"kind"`
	Node   string        `json:"node,omitempty"` // path on the canvas
	Width  int           `json:"width"`
	// Causes are the steps that this one follows from, by index; those beyond the bound are left out.
	Causes []int `json:"causes"`
}

// Explanation is the answer to Why.
type Explanation struct {
	Steps []Step `json:"steps"`
	More  bool   `json:"more"` // the bound left causes out
}

// Why explains a value: only what it depends on as the values are, through registers to the cycle in which they were
// written, through memories to the write, to inputs, constants and the start.
func (r *Run) Why(ctx context.Context, q Why) (*Explanation, error) {
	first, last := r.Range()
	if q.Cycle < first || q.Cycle > last {
		return nil, &history.OutOfRangeError{Cycle: q.Cycle, Range: r.past.Range()}
	}
	if q.Steps <= 0 {
		q.Steps = DefaultSteps
	}
	s, err := r.Signal(q.Signal)
	if err != nil {
		return nil, err
	}
	x := &explainer{run: r, max: min(q.Steps, MaxSteps), known: map[fact]int{}, progress: r.begin()}
	if x.behaviors, err = r.compiled.Behaviors(ctx); err != nil {
		return nil, err
	}
	if x.machine, err = r.compiled.NewMachineOn(ctx, "interp"); err != nil {
		return nil, err
	}
	defer func() { _ = x.machine.Close() }()
	x.player = r.past.Player(x.machine, nil)
	x.player.Pause, x.player.Keep = r.pauser(), true
	x.add(-1, fact{signal: s, cycle: q.Cycle})
	for len(x.queue) > 0 {
		r.pause()
		f := heap.Pop(&x.queue).(queued)
		if err := x.player.Seek(ctx, f.cycle); err != nil {
			return nil, err
		}
		if err := x.explain(ctx, f.step, f.fact); err != nil {
			return nil, err
		}
	}
	return &x.Explanation, nil
}

// fact is the value of a signal in a cycle.
type fact struct {
	signal Signal
	cycle  uint64
}

// queued is a fact that has a step without causes yet.
type queued struct {
	fact
	step int
}

// queue has the latest cycle first, so that the run is visited backwards; of one cycle, the first step.
type queue []queued

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].cycle > q[j].cycle || q[i].cycle == q[j].cycle && q[i].step < q[j].step
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(queued)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

type explainer struct {
	Explanation
	run       *Run
	max       int
	behaviors []*lower.Node
	machine   sim.Machine
	player    *history.Player
	known     map[fact]int // steps by fact, names aside
	queue     queue
	progress  *progress
}

// add makes a fact a cause of a step, which is -1 for the fact that was asked about. It gives the name of the fact.
func (x *explainer) add(of int, f fact) string {
	key := f
	key.signal.Name = ""
	i, ok := x.known[key]
	if !ok {
		if len(x.Steps) >= x.max {
			x.More = true
			return circuit.ShownPath(f.signal.Name)
		}
		i = len(x.Steps)
		x.known[key] = i
		x.Steps = append(x.Steps, Step{Cycle: f.cycle, Signal: circuit.ShownPath(f.signal.Name), Width: f.signal.Width, Causes: []int{}})
		heap.Push(&x.queue, queued{f, i})
	}
	if of >= 0 && i != of && !slices.Contains(x.Steps[of].Causes, i) {
		x.Steps[of].Causes = append(x.Steps[of].Causes, i)
	}
	return circuit.ShownPath(f.signal.Name)
}

// explain says where a fact comes from. The machine shows its cycle.
func (x *explainer) explain(ctx context.Context, step int, f fact) error {
	x.Steps[step].Value = f.signal.Read(x.machine)
	if f.signal.Kind != Port {
		return x.state(ctx, step, f)
	}
	d := x.run.compiled.Design
	net := f.signal.net
	for d.Nets[net].Driver.Kind == elaborate.View {
		net = int(d.Nets[net].Driver.Source)
	}
	switch driver := d.Nets[net].Driver; driver.Kind {
	case elaborate.TopInput:
		x.input(step, int(driver.Port), f)
	case elaborate.NodeOutput:
		return x.output(step, int(driver.Source), int(driver.Port), f)
	default:
		x.tell(step, FromConstant, fmt.Sprintf("%s is %s, because nothing drives it.", circuit.ShownPath(f.signal.Name), x.value(step)))
	}
	return nil
}

func (x *explainer) tell(step int, kind CauseKind, text string) {
	x.Steps[step].Kind, x.Steps[step].Text = kind, text
}

// value is the value of a step as people read it.
func (x *explainer) value(step int) string { return number(x.Steps[step].Value, x.Steps[step].Width) }

// number is a value in decimal, larger ones in hexadecimal, too.
func number(v circuit.Value, width int) string {
	if width <= 8 || v.Fits(8) {
		return v.String()
	}
	return fmt.Sprintf("%s (0x%s)", v.String(), v.Big().Text(16))
}

// input is a value that somebody set.
func (x *explainer) input(step, port int, f fact) {
	set, ever := uint64(0), false
	x.run.past.Stimuli(func(s history.Stimulus) bool {
		if s.Cycle <= f.cycle && s.Input == port {
			set, ever = s.Cycle, true
		}
		return s.Cycle <= f.cycle
	})
	name := x.run.compiled.Design.Inputs[port].Name
	if !ever {
		x.tell(step, FromStart, fmt.Sprintf("%s is an input; it has been %s since the start.", name, x.value(step)))
		return
	}
	x.tell(step, FromInput, fmt.Sprintf("%s is an input; it was set to %s in cycle %d.", name, x.value(step), set))
}

// output is a value that a node computed.
func (x *explainer) output(step, node, port int, f fact) error {
	d := x.run.compiled.Design
	n := d.Node(node)
	s := &x.Steps[step]
	s.Node = n.Path
	if place := x.run.compiled.Place(node, false); place.Line > 0 {
		s.File, s.Line = place.File, place.Line
	} else {
		s.File, s.Line = n.Place.File, n.Place.Line
	}
	b := x.behaviors[node]
	lambda := b.Eval
	if b.Opaque != nil {
		lambda = b.Whole
	}
	if lambda == nil {
		var from []string
		for k := range n.Inputs {
			from = append(from, x.add(step, x.inputOf(&n, k, f.cycle)))
		}
		x.told(step, &n, port, from, nil)
		return nil
	}
	c, given := x.causes(node, lambda, lambda.Outputs[port].Given, lambda.Outputs[port].Value)
	if !given {
		x.tell(step, FromRegister, fmt.Sprintf("%s does not give %s in this cycle, so it is still %s.", n.Component, n.Outputs[port].Name, x.value(step)))
		if first, _ := x.run.Range(); f.cycle > first {
			x.add(step, fact{f.signal, f.cycle - 1})
		}
		return nil
	}
	from, settings := x.follow(step, node, &n, lambda, c, f.cycle)
	x.told(step, &n, port, from, settings)
	return nil
}

// follow adds the causes that a slice of a lambda has found. It gives their names, and the options of the node among
// them.
func (x *explainer) follow(step, node int, n *elaborate.Node, l *lower.Lowered, c causes, cycle uint64) (from, settings []string) {
	b := x.behaviors[node]
	for _, i := range c.params {
		switch p := l.Params[i]; p.Kind {
		case lower.InputParam:
			from = append(from, x.add(step, x.inputOf(n, p.Index, cycle)))
		case lower.StateParam, lower.SignParam:
			from = append(from, x.add(step, fact{x.fieldOf(node, n, p.Index), cycle}))
		default:
			settings = append(settings, b.Options[p.Index].Name)
		}
	}
	for _, m := range c.cells {
		s := x.fieldOf(node, n, int(m.part/lower.MemoryParts))
		if m.at < uint64(s.depth) {
			s.cell = m.at
			s.Name = fmt.Sprintf("%s[%d]", s.Name, m.at)
			from = append(from, x.add(step, fact{s, cycle}))
		}
	}
	return from, settings
}

// inputOf is the value that an input of a node reads.
func (x *explainer) inputOf(n *elaborate.Node, k int, cycle uint64) fact {
	net := n.Inputs[k].Net
	return fact{Signal{Name: x.netName(net, n.Path+"."+n.Inputs[k].Name), Width: x.run.compiled.Design.Nets[net].Width, net: net}, cycle}
}

// netName is what a net is called: by its driver, which is where the reader goes on.
func (x *explainer) netName(net int, otherwise string) string {
	d := x.run.compiled.Design
	for d.Nets[net].Driver.Kind == elaborate.View {
		net = int(d.Nets[net].Driver.Source)
	}
	switch driver := d.Nets[net].Driver; driver.Kind {
	case elaborate.TopInput:
		return d.Inputs[driver.Port].Name
	case elaborate.NodeOutput:
		n := d.Node(int(driver.Source))
		return n.Path + "." + n.Outputs[driver.Port].Name
	}
	return otherwise
}

func (x *explainer) fieldOf(node int, n *elaborate.Node, field int) Signal {
	f := n.State[field]
	s := Signal{Name: n.Path + "." + f.Name, Kind: Field, Width: stateWidth(f), node: node, field: field}
	if f.StateType.Kind == circuit.Memory {
		s.Kind = Cell
		cells, _ := sim.MemoryShape(f)
		s.depth = int(min(cells, 1<<24))
	}
	return s
}

// causes evaluates a lambda of a node and gives what a result follows from; given is false when the lambda leaves the
// result out. Where that cannot be told, everything that the lambda reads counts.
func (x *explainer) causes(node int, l *lower.Lowered, given word.ID, roots ...word.ID) (c causes, isGiven bool) {
	e, ok := x.evaluate(node, l)
	if !ok {
		for i := range l.Params {
			c.params = append(c.params, i)
		}
		return c, true
	}
	if e.values[given].IsZero() {
		return e.slice(given), false
	}
	return e.slice(append(roots, given)...), true
}

// evaluate computes a lambda of a node in the cycle that the machine shows; ok is false where that cannot be told.
func (x *explainer) evaluate(node int, l *lower.Lowered) (e *evaluated, ok bool) {
	n := x.run.compiled.Design.Node(node)
	return evaluate(l, func(p *lower.Param) (circuit.Value, bool) {
		switch p.Kind {
		case lower.InputParam:
			return x.machine.Peek(n.Inputs[p.Index].Net), true
		case lower.StateParam:
			s := x.machine.State(node, p.Index)
			if s.IsText {
				return circuit.Value{}, false
			}
			return s.Scalar, true
		}
		return circuit.Value{}, false
	}, func(part uint64, at circuit.Value) circuit.Value {
		field := int(part / lower.MemoryParts)
		if part%lower.MemoryParts != lower.MemoryData || at.Hi != nil {
			return circuit.Value{}
		}
		s := x.fieldOf(node, &n, field)
		s.cell = at.Lo
		return s.Read(x.machine)
	})
}

// told says in a sentence how a node came to a value.
func (x *explainer) told(step int, n *elaborate.Node, port int, from, settings []string) {
	s := &x.Steps[step]
	s.Kind = FromNode
	slices.Sort(from)
	from = slices.Compact(from)
	name := fmt.Sprintf("%s (%s)", circuit.ShownPath(n.Path+"."+n.Outputs[port].Name), n.Component)
	switch {
	case len(from) == 0 && len(settings) > 0:
		s.Kind = FromInput
		s.Text = fmt.Sprintf("%s is %s, as it is set.", name, x.value(step))
	case len(from) == 0:
		s.Kind = FromConstant
		s.Text = fmt.Sprintf("%s is always %s.", name, x.value(step))
	default:
		s.Text = fmt.Sprintf("%s is %s because of %s.", name, x.value(step), list(from))
	}
}

// list joins names as in a sentence.
func list(names []string) string {
	const limit = 6
	if len(names) > limit {
		return strings.Join(names[:limit], ", ") + fmt.Sprintf(" and %d more", len(names)-limit)
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// state is a register or a cell: it was written at the edge behind an earlier cycle, or has held its start value.
func (x *explainer) state(ctx context.Context, step int, f fact) error {
	n := x.run.compiled.Design.Node(f.signal.node)
	s := &x.Steps[step]
	s.Node, s.File, s.Line = n.Path, n.Place.File, n.Place.Line
	first, _ := x.run.Range()
	name := circuit.ShownPath(f.signal.Name)
	set, byHand := x.deposited(f)
	from := max(first, set)
	written, found := uint64(0), false
	if f.cycle > from {
		var err error
		if written, found, err = x.lastWrite(ctx, f.signal, from, f.cycle-1, false); err != nil {
			return err
		}
	}
	if found {
		// A write may repeat the old value, as of c + on when on is 0: then the write before counts.
		kept, err := x.kept(ctx, f.signal, &n, written)
		if err == nil && kept {
			written, found, err = x.lastWrite(ctx, f.signal, from, written, true)
		}
		if err != nil {
			return err
		}
	}
	if !found && byHand {
		x.tell(step, FromInput, fmt.Sprintf("%s was set by hand to %s in cycle %d.", name, x.value(step), set))
		return nil
	}
	if !found {
		text := fmt.Sprintf("%s has been %s since the start.", name, x.value(step))
		if first > 0 {
			text = fmt.Sprintf("%s has been %s since before cycle %d, the first one that is remembered.", name, x.value(step), first)
		}
		x.tell(step, FromStart, text)
		return nil
	}
	if place := x.run.compiled.Place(f.signal.node, true); place.Line > 0 {
		s.File, s.Line = place.File, place.Line
	}
	if err := x.player.Seek(ctx, written); err != nil {
		return err
	}
	x.tell(step, FromRegister, fmt.Sprintf("%s became %s at the clock edge after cycle %d.", name, x.value(step), written))
	x.writers(step, f.signal, &n, written)
	return nil
}

// deposited is the last cycle, up to that of a fact, in which somebody overwrote the register or the cell.
func (x *explainer) deposited(f fact) (cycle uint64, found bool) {
	x.run.past.Stimuli(func(s history.Stimulus) bool {
		if s.Cycle > f.cycle {
			return false
		}
		if s.Input >= 0 || s.Argument != "" || s.Node != f.signal.node || s.Field != f.signal.field {
			return true
		}
		if s.Cells != nil && (f.signal.cell < s.First || f.signal.cell-s.First >= uint64(len(s.Cells)/sim.CellBytes(f.signal.Width))) {
			return true
		}
		cycle, found = s.Cycle, true
		return true
	})
	return cycle, found
}

// kept reports whether a write behind a cycle gave a field the value that it had, and because it had it.
func (x *explainer) kept(ctx context.Context, s Signal, n *elaborate.Node, cycle uint64) (bool, error) {
	b := x.behaviors[s.node]
	if b.Tick == nil || s.Kind != Field || b.Tick.Next[s.field].Value == word.None {
		return false, nil
	}
	if err := x.player.Seek(ctx, cycle+1); err != nil {
		return false, err
	}
	after := s.Read(x.machine)
	if err := x.player.Seek(ctx, cycle); err != nil {
		return false, err
	}
	if !after.Equal(s.Read(x.machine)) {
		return false, nil
	}
	field := b.Tick.Next[s.field]
	c, _ := x.causes(s.node, b.Tick, field.Given, field.Value)
	return slices.ContainsFunc(c.params, func(i int) bool {
		p := b.Tick.Params[i]
		return p.Kind == lower.StateParam && p.Index == s.field
	}), nil
}

// writers adds what was written to a field at the edge behind a cycle, which the machine shows.
func (x *explainer) writers(step int, s Signal, n *elaborate.Node, cycle uint64) {
	b := x.behaviors[s.node]
	if b.Tick == nil {
		for k := range n.Inputs {
			x.add(step, x.inputOf(n, k, cycle))
		}
		return
	}
	field := b.Tick.Next[s.field]
	roots := []word.ID{}
	if field.Value != word.None {
		roots = append(roots, field.Value)
	}
	for _, w := range field.Writes {
		roots = append(roots, w.Enable, w.Address, w.Data)
	}
	c, _ := x.causes(s.node, b.Tick, field.Given, roots...)
	x.follow(step, s.node, n, b.Tick, c, cycle)
}

// lastWrite finds the last cycle between two, both included, behind which a field or cell was written; with changing,
// was given another value.
func (x *explainer) lastWrite(ctx context.Context, s Signal, from, to uint64, changing bool) (cycle uint64, found bool, err error) {
	if cycle, found, err = x.recentWrite(ctx, s, max(from, to-min(to, recent)), to, changing); found || err != nil {
		return cycle, found, err
	}
	return x.searchWrite(ctx, s, from, to, changing)
}

// write is what is known of the writes to a field or a cell: the last one up to a cycle.
type write struct {
	cycle uint64
	found bool
	to    uint64
}

type writeKey struct {
	signal   Signal // without its name
	changing bool
}

// searchWrite is lastWrite by a search through the whole past. Cycles that an earlier search has covered are not
// searched again.
func (x *explainer) searchWrite(
	ctx context.Context, s Signal, from, to uint64, changing bool,
) (cycle uint64, found bool, err error) {
	first, _ := x.run.Range()
	key := writeKey{s, changing}
	key.signal.Name = ""
	writes := x.run.searched()
	known, searched := writes[key]
	switch {
	case searched && to <= known.to && (!known.found || to >= known.cycle):
		return known.cycle, known.found && known.cycle >= from, nil
	case searched && to > known.to:
		cycle, found, err = x.searchWrites(ctx, s, known.to+1, to, changing)
		if !found {
			cycle, found = known.cycle, known.found
		}
	default:
		cycle, found, err = x.searchWrites(ctx, s, first, to, changing)
	}
	if err == nil {
		if len(writes) >= maxWrites {
			clear(writes)
		}
		writes[key] = write{cycle, found, to}
	}
	return cycle, found && cycle >= from, err
}

// maxWrites bounds what is remembered of searches.
const maxWrites = 4096

// searched is what earlier questions have found about the past that there is now. More cycles may have come since.
func (r *Run) searched() map[writeKey]write {
	if epoch := r.past.Epoch(); r.writes == nil || epoch != r.epoch {
		r.writes, r.epoch = map[writeKey]write{}, epoch
	}
	return r.writes
}

// searchWrites finds the last write between two cycles.
func (x *explainer) searchWrites(
	ctx context.Context, s Signal, from, to uint64, changing bool,
) (cycle uint64, found bool, err error) {
	_, last := x.run.Range()
	q := &search{run: x.run, limit: 1, progress: x.progress, observe: func(f *frame) (word.ID, error) {
		id, ok := s.written(f, changing)
		if !ok {
			return 0, probe.ErrClosure
		}
		return id, nil
	}}
	if f, err := x.run.frame(ctx); err != nil && !closures(err) {
		return 0, false, err
	} else if err == nil {
		id, err := q.observe(f)
		if err == nil && f.b.Ops[id].Kind == word.Const && f.b.Ops[id].Imm == 0 {
			return 0, false, nil // of a memory that nothing writes to
		}
		if err == nil {
			h, err := q.backwards(ctx, from, to)
			if err != nil || len(h.Cycles) == 0 {
				return 0, false, err
			}
			return h.Cycles[0], true, nil
		}
	}
	// The state of a closure is not in the netlist. Only a change of it can be seen, one cycle later.
	q.lead = 1
	q.observe = func(*frame) (word.ID, error) { return 0, probe.ErrClosure }
	q.sample = func(context.Context) (visitor, func(), error) {
		var before circuit.Value
		valid := false
		return func(m sim.Machine, _ uint64) (bool, error) {
			now := s.Read(m)
			hit := valid && !now.Equal(before)
			before, valid = now, true
			return hit, nil
		}, func() {}, nil
	}
	if from+1 > min(to+1, last) {
		return 0, false, nil
	}
	h, err := q.backwards(ctx, from+1, min(to+1, last)) // a change in cycle from itself was made by hand
	if err != nil || len(h.Cycles) == 0 {
		return 0, false, err
	}
	return h.Cycles[0] - 1, true, nil
}

// recent is how many cycles are looked at one by one before the whole past is searched: most registers are written
// often, and a search needs a netlist of its own.
const recent = 24

// recentWrite looks for the last write of a scalar field between two cycles, by computing the lambda in each of them.
func (x *explainer) recentWrite(ctx context.Context, s Signal, from, to uint64, changing bool) (cycle uint64, found bool, err error) {
	tick := x.behaviors[s.node].Tick
	if s.Kind != Field || tick == nil || tick.Next[s.field].Value == word.None {
		return 0, false, nil
	}
	if err := x.player.Seek(ctx, from); err != nil {
		return 0, false, err
	}
	for at := from; at <= to; at++ {
		e, ok := x.evaluate(s.node, tick)
		if !ok {
			return 0, false, nil
		}
		before, written := s.Read(x.machine), e.writes(&tick.Next[s.field], s.field)
		if at == to && !changing {
			if written {
				cycle, found = at, true
			}
			break
		}
		if last := x.player.Cycle(); written && changing && at == to {
			if _, end := x.run.Range(); last == end {
				return 0, false, nil // the value after it is not known yet
			}
		}
		if err := x.player.Run(ctx, at+1); err != nil {
			return 0, false, err
		}
		if written && (!changing || !s.Read(x.machine).Equal(before)) {
			cycle, found = at, true
		}
	}
	return cycle, found, nil
}

// writes reports that a scalar field is given a value that is not just the one that it has.
func (e *evaluated) writes(next *lower.NextField, field int) bool {
	if e.values[next.Given].IsZero() {
		return false
	}
	g := &e.lambda.Graph
	for id := next.Value; ; {
		switch op := &g.Ops[id]; op.Kind {
		case word.Mux:
			id = op.B
			if e.values[op.A].IsZero() {
				id = op.C
			}
		case word.ZExt:
			id = op.A
		case word.Slice:
			if op.Imm != 0 {
				return true
			}
			id = op.A
		case word.Param:
			p := &e.lambda.Params[op.Imm]
			return p.Kind != lower.StateParam || p.Index != field
		default:
			return true
		}
	}
}

// written is one bit: the next clock edge gives the field, or the cell, a value that is not just the one that it has.
func (s *Signal) written(f *frame, changing bool) (word.ID, bool) {
	field := &f.base.Fields[s.node][s.field]
	b := f.b
	switch field.Kind {
	case netlist.RegisterField:
		if next := f.base.Registers[field.Index].Next; changing {
			return b.Ne(next, b.Leaf(word.Reg, b.Width(next), uint64(field.Index))), true
		}
		return b.Not(holds(b, f.base.Registers[field.Index].Next, func(op *word.Op) bool {
			return op.Kind == word.Reg && op.Imm == uint64(field.Index)
		}, map[word.ID]word.ID{})), true
	case netlist.MemoryField:
		any := b.Uint(0, 1)
		for _, w := range f.base.Memories[field.Index].Writes {
			hit := w.Enable
			if !w.Whole {
				width := b.Width(w.Address)
				if s.cell>>min(63, width) != 0 && width < 64 {
					continue
				}
				hit = b.And(hit, b.Eq(w.Address, b.Uint(s.cell, width)))
				kept := holds(b, w.Data, func(op *word.Op) bool {
					return op.Kind == word.MemRead && op.Imm == uint64(field.Index) && op.A == w.Address
				}, map[word.ID]word.ID{})
				hit = b.And(hit, b.Not(kept))
			}
			any = b.Or(any, hit)
		}
		return any, true
	}
	return word.None, false
}

// holds is one bit: a value is passed on from a leaf, through multiplexers only.
func holds(b *probe.Builder, id word.ID, leaf func(op *word.Op) bool, known map[word.ID]word.ID) word.ID {
	if h, ok := known[id]; ok {
		return h
	}
	op := b.Ops[id]
	h := b.Uint(0, 1)
	switch {
	case leaf(&op):
		h = b.Uint(1, 1)
	case op.Kind == word.Mux:
		h = b.Mux(op.A, holds(b, op.B, leaf, known), holds(b, op.C, leaf, known))
	}
	known[id] = h
	return h
}
