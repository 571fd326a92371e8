package history

import (
	"slices"
	"sort"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// position is a state of a timeline: so many clock edges, and so many inputs given.
type position struct {
	cycle  uint64
	inputs int // absolute count since the start of the timeline
}

// after reports whether p comes later than q.
func (p position) after(q position) bool {
	return p.cycle > q.cycle || p.cycle == q.cycle && p.inputs > q.inputs
}

// span is the distance from an earlier position in units of work: a cycle and an input cost about the same.
func (p position) span(from position) uint64 {
	return p.cycle - from.cycle + uint64(p.inputs-from.inputs)
}

// input is what was given at one moment, followed by a settle.
type input struct {
	cycle uint64
	sets  []assignment
}

// assignment is one call of Set, SetArgument, SetState or SetCells.
type assignment struct {
	kind   assignmentKind
	index  int           // of the top-level input, or of the flat node
	name   string        // of the argument
	field  int           // of the state field
	value  circuit.Value // of an input or an argument
	state  sim.State
	first  uint64 // of the cells
	cells  []byte
	signed bool
}

type assignmentKind uint8

const (
	setInput assignmentKind = iota
	setArgument
	setState
	setCells
)

func (a *assignment) apply(m sim.Machine) {
	switch a.kind {
	case setInput:
		m.Set(a.index, a.value)
	case setArgument:
		m.SetArgument(a.index, a.name, a.value)
	case setState:
		m.SetState(a.index, a.field, a.state)
	case setCells:
		m.SetCells(a.index, a.field, a.first, a.cells, a.signed)
	}
}

// Rough sizes in memory, in bytes, so that what is no state counts, too.
const (
	inputBytes      = 48
	assignmentBytes = 176
	cellBytes       = 64
	checkpointBytes = 96
)

func (in *input) bytes() int {
	n := inputBytes
	for i := range in.sets {
		a := &in.sets[i]
		n += assignmentBytes + 8*len(a.value.Hi) + len(a.state.Text) + cellBytes*len(a.state.Memory) + len(a.cells)
	}
	return n
}

// checkpoint is a full state. It shares with others what is the same in them.
type checkpoint struct {
	position
	id    uint64     // of the state outside; 0 while it was not told
	state *sim.Block // nil while it has not been brought back after Load
}

// timeline is one course of events: a start, the inputs since, and the last state that was reached.
type timeline struct {
	checkpoints []*checkpoint // in order; the first is the start and stays
	inputs      []input       // in order
	forgotten   int           // inputs that were dropped from the front
	end         position
	// given are the inputs and arguments that were set before the start and that it begins with; unknown tells that
	// there may be others, or that the start is no start of the circuit.
	given   []assignment
	unknown bool
}

func (t *timeline) start() position { return t.checkpoints[0].position }

func (t *timeline) input(i int) *input { return &t.inputs[i-t.forgotten] }

// inputsUpTo counts the inputs given at a cycle or before.
func (t *timeline) inputsUpTo(cycle uint64) int {
	return t.forgotten + sort.Search(len(t.inputs), func(i int) bool { return t.inputs[i].cycle > cycle })
}

// at is the state of a cycle: after all inputs given at it.
func (t *timeline) at(cycle uint64) position { return position{cycle, t.inputsUpTo(cycle)} }

// upTo counts the checkpoints at a position or before.
func (t *timeline) upTo(p position) int {
	return sort.Search(len(t.checkpoints), func(i int) bool { return t.checkpoints[i].after(p) })
}

// nearest is the last checkpoint at a position or before whose state is there; nil when there is none.
func (t *timeline) nearest(p position) *checkpoint {
	for i := t.upTo(p) - 1; i >= 0; i-- {
		if t.checkpoints[i].state != nil {
			return t.checkpoints[i]
		}
	}
	return nil
}

// inForce are the inputs and arguments that hold at a position, those that were set last at the end.
func (t *timeline) inForce(p position) []assignment {
	var all []assignment
	for _, in := range t.inputs[:p.inputs-t.forgotten] {
		all = append(all, in.sets...)
	}
	all = append(slices.Clone(t.given), all...)
	type target struct {
		kind  assignmentKind
		index int
		name  string
	}
	seen := map[target]bool{}
	var held []assignment
	for _, a := range slices.Backward(all) {
		if a.kind == setState || a.kind == setCells || seen[target{a.kind, a.index, a.name}] {
			continue
		}
		seen[target{a.kind, a.index, a.name}] = true
		held = append(held, a)
	}
	slices.Reverse(held)
	return held
}

// insert adds a checkpoint in order.
func (t *timeline) insert(c *checkpoint) {
	t.checkpoints = slices.Insert(t.checkpoints, t.upTo(c.position), c)
}

// bytes is about the memory of a timeline without its states.
func (t *timeline) bytes() int {
	n := checkpointBytes*len(t.checkpoints) + assignmentBytes*len(t.given)
	for i := range t.inputs {
		n += t.inputs[i].bytes()
	}
	return n
}

// aside is what a branch, a reset or a restore put away: everything behind a position, or a whole timeline.
type aside struct {
	whole bool     // nothing is shared with the present timeline
	cut   position // the last shared state, unless whole
	tail  timeline // what follows the cut; its first checkpoint is no start unless whole
	at    position // where one was when it was put away
}

// cut splits everything behind p off.
func (t *timeline) cut(p position) timeline {
	n, k := p.inputs-t.forgotten, t.upTo(p)
	tail := timeline{
		checkpoints: slices.Clone(t.checkpoints[k:]),
		inputs:      slices.Clone(t.inputs[n:]),
		forgotten:   p.inputs,
		end:         t.end,
	}
	clear(t.checkpoints[k:])
	clear(t.inputs[n:])
	t.checkpoints, t.inputs, t.end = t.checkpoints[:k], t.inputs[:n], p
	return tail
}

// join puts a tail behind the end of t.
func (t *timeline) join(tail timeline) {
	t.checkpoints = append(t.checkpoints, tail.checkpoints...)
	t.inputs = append(t.inputs, tail.inputs...)
	t.end = tail.end
}
