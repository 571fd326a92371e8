package history

import (
	"context"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// Stimulus is one thing that was given to the run from outside: an input, an interactive argument of a node, or a state
// field that was overwritten.
type Stimulus struct {
	Cycle    uint64
	Input    int    // index of a top-level input; -1 for others
	Node     int    // flat node
	Argument string // of the node; "" for a state field
	Field    int
	Value    circuit.Value // of an input or an argument
	State    sim.State     // of a field
	// Cells are cells of a memory that were overwritten, from First on, in the form of sim.Machine.Cells; nil for others.
	// They must not be changed.
	Cells  []byte
	First  uint64
	Signed bool // of Cells
}

func (a *assignment) stimulus(cycle uint64) Stimulus {
	s := Stimulus{
		Cycle: cycle, Input: -1, Node: a.index, Argument: a.name, Field: a.field, Value: a.value, State: a.state,
		Cells: a.cells, First: a.first, Signed: a.signed,
	}
	if a.kind == setInput {
		s.Input, s.Node = a.index, -1
	}
	return s
}

func (s *Stimulus) assignment() assignment {
	switch {
	case s.Input >= 0:
		return assignment{kind: setInput, index: s.Input, value: s.Value}
	case s.Argument != "":
		return assignment{kind: setArgument, index: s.Node, name: s.Argument, value: s.Value}
	}
	if s.Cells != nil {
		return assignment{kind: setCells, index: s.Node, field: s.Field, first: s.First, cells: s.Cells, signed: s.Signed}
	}
	return assignment{kind: setState, index: s.Node, field: s.Field, state: s.State}
}

// Give gives it to a machine, which has to settle afterwards.
func (s *Stimulus) Give(m sim.Machine) {
	a := s.assignment()
	a.apply(m)
}

// Stimuli visits everything that was given to the run, in order, until visit is content.
func (r *Recorder) Stimuli(visit func(s Stimulus) (more bool)) {
	for i := range r.now.inputs {
		in := &r.now.inputs[i]
		for k := range in.sets {
			if !visit(in.sets[k].stimulus(in.cycle)) {
				return
			}
		}
	}
}

// Tape is everything that was given to a run since the start of its circuit. A fresh machine that is given the same
// shows the same.
type Tape struct {
	// Before are the inputs and arguments with which the run was reset to begin; none for the first run of a machine.
	Before []Stimulus
	// At and Last are the cycle that is shown and the last one.
	At, Last uint64
	inputs   []input
}

// Tape copies what was given to the run. It is false where that does not lead to the run: after a snapshot was brought
// back, or when the beginning is forgotten.
func (r *Recorder) Tape() (*Tape, bool) {
	r.finishPending()
	if r.now.unknown || r.now.forgotten > 0 || r.now.start().cycle > 0 {
		return nil, false
	}
	t := &Tape{At: r.at.cycle, Last: r.now.end.cycle, inputs: slices.Clone(r.now.inputs)}
	for i := range r.now.given {
		t.Before = append(t.Before, r.now.given[i].stimulus(0))
	}
	return t, true
}

// NewTape makes a tape of what is given in ascending cycles to a machine that is fresh, in a run to the last cycle,
// which is shown.
func NewTape(last uint64, stimuli []Stimulus) *Tape {
	t := &Tape{At: last, Last: last}
	for i := range stimuli {
		s := &stimuli[i]
		if n := len(t.inputs); n == 0 || t.inputs[n-1].cycle != s.Cycle {
			t.inputs = append(t.inputs, input{cycle: s.Cycle})
		}
		in := &t.inputs[len(t.inputs)-1]
		in.sets = append(in.sets, s.assignment())
	}
	return t
}

// Moments is how often something was given; each time the logic settled.
func (t *Tape) Moments() int { return len(t.inputs) }

// Cycle is the cycle in which a moment was.
func (t *Tape) Cycle(moment int) uint64 { return t.inputs[moment].cycle }

// Each visits what was given in a moment.
func (t *Tape) Each(moment int, visit func(s *Stimulus)) {
	in := &t.inputs[moment]
	for i := range in.sets {
		s := in.sets[i].stimulus(in.cycle)
		visit(&s)
	}
}

// Bytes is about the memory that the tape takes.
func (t *Tape) Bytes() int {
	n := assignmentBytes * len(t.Before)
	for i := range t.inputs {
		n += t.inputs[i].bytes()
	}
	return n
}

// Epoch is another number after recorded cycles were replaced by others.
func (r *Recorder) Epoch() uint64 { return r.epoch }

// Restart begins a new history on a fresh machine of the same circuit, which is reset with what holds before, if there
// is any. Undo brings the old history back. The machine belongs to the Recorder from then on, and the one before no
// longer; after an error it is the other way round.
func (r *Recorder) Restart(ctx context.Context, machine sim.Machine, before []Stimulus) error {
	r.finishPending()
	var given []assignment
	for i := range before {
		a := before[i].assignment()
		a.apply(machine)
		given = append(given, a)
	}
	var failed error
	if len(given) > 0 {
		failed = machine.Reset(ctx)
	}
	was := r.machine
	r.machine = machine
	state, err := r.image()
	if err != nil {
		r.machine = was
		return err
	}
	r.fresh(timeline{given: given}, state)
	return failed
}
