// Package trace records the values of a simulation over time as files that waveform viewers read, and reads such
// files: a run of a circuit goes in and a wave of package wave comes out, and the other way round a wave becomes the
// inputs of a run. The formats are packages of their own, vcd and fst; a new one is added there and in Read.
package trace

import (
	"fmt"
	"io"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
	"simten.dev/engine/trace/fst"
	"simten.dev/engine/trace/vcd"
	"simten.dev/engine/trace/wave"
)

// StepTime is the time that one step takes in a recording, in units of it (nanoseconds).
const StepTime = 10

// Version is what a recording says of the program that made it.
const Version = "Simten"

// clockName is the variable in the top scope that is the clock of a circuit with state; with $ behind it where a port
// has that name, which no escaped name ends in alone.
const clockName = "clk"

// Recording writes all ports of a design, one scope for each level of the hierarchy. Names are those of
// circuit.EscapeName, so that readers split none and no two become one.
//
// Step i begins at time i*StepTime: the inputs of the step are set and the logic has settled, as the edge will find it.
// In a circuit with state the clock rises, and all registers change, half a step later, and it falls when the next step
// begins. Two runs of the same circuit with the same inputs give the same bytes: there is no date.
type Recording struct {
	to     wave.Writer
	header wave.Header
	nets   []int // by course; noNet is the clock
	last   []circuit.Value
	clock  int // its course; -1 for a circuit without state
	first  bool
	step   uint64
	end    uint64 // of what was written
}

const noNet = -1

// NewVCD begins a recording as a value change dump. Close ends it.
func NewVCD(w io.Writer, d *elaborate.Design) (*Recording, error) {
	return newRecording(d, func(h *wave.Header) (wave.Writer, error) { return vcd.NewWriter(w, h) })
}

// NewFST begins a recording in the format of GTKWave. Close ends it.
func NewFST(w io.Writer, d *elaborate.Design) (*Recording, error) {
	return newRecording(d, func(h *wave.Header) (wave.Writer, error) { return fst.NewWriter(w, h) })
}

func newRecording(d *elaborate.Design, begin func(*wave.Header) (wave.Writer, error)) (*Recording, error) {
	r := &Recording{clock: -1, first: true}
	r.header.Version, r.header.Scale = Version, -9
	r.header.Comment = fmt.Sprintf("A step takes %d ns. It begins with its inputs set and the logic settled", StepTime)
	if d.Sequential {
		r.clock = r.course(noNet, 1)
		r.header.Comment += fmt.Sprintf("; the clock edge is %d ns later", StepTime/2)
	}
	r.header.Comment += "."
	l := lister{Recording: r, design: d, courses: make([]int, len(d.Nets))}
	root := d.Root()
	l.scope(nil, &root, d.Name)
	r.last = make([]circuit.Value, len(r.nets))
	var err error
	r.to, err = begin(&r.header)
	return r, err
}

func (r *Recording) course(net, width int) int {
	r.nets = append(r.nets, net)
	r.header.Shapes = append(r.header.Shapes, wave.Shape{Kind: wave.Bits, Width: width})
	return len(r.nets) - 1
}

// lister lists the signals of a design.
type lister struct {
	*Recording
	design  *elaborate.Design
	courses []int // by net: the course, counted from 1; several ports on one net share it
}

// scope declares one level: at the top the circuit's ports; below, the ports of each primitive in a scope of its own.
func (l *lister) scope(around []string, s *elaborate.Scope, name string) {
	scope := append(around[:len(around):len(around)], circuit.EscapeName(name))
	if s.Path == "" {
		seen := map[string]bool{}
		for _, list := range [][]elaborate.TopPort{l.design.Inputs, l.design.Outputs} {
			for _, p := range list {
				if !seen[p.Name] {
					seen[p.Name] = true
					l.declare(scope, p.Name, p.Type, p.Net)
				}
			}
		}
		if l.clock >= 0 {
			name := clockName
			if seen[name] {
				name += "$"
			}
			l.header.Signals = append(l.header.Signals, wave.Signal{Scope: scope, Name: name, Course: l.clock})
		}
	}
	for _, i := range s.Nodes {
		n := l.design.Node(i)
		inner := append(scope[:len(scope):len(scope)], circuit.EscapeName(lastName(n.Path)))
		for _, pins := range [][]elaborate.Pin{n.Inputs, n.Outputs} {
			for _, p := range pins {
				l.declare(inner, p.Name, p.Type, p.Net)
			}
		}
	}
	for i := range s.Children {
		l.scope(scope, &s.Children[i], s.Children[i].Name)
	}
}

func (l *lister) declare(scope []string, name string, t circuit.PortType, net int) {
	if l.courses[net] == 0 {
		l.courses[net] = 1 + l.course(net, t.Wires())
	}
	s := wave.Signal{Scope: scope, Name: circuit.EscapeName(name), Course: l.courses[net] - 1}
	if t.Kind == circuit.Bus {
		s.Range = fmt.Sprintf("[%d:0]", t.Wires()-1)
	}
	l.header.Signals = append(l.header.Signals, s)
}

// Settled writes what the logic is before the edge of the next step, or after the inputs of a circuit without state.
func (r *Recording) Settled(m sim.Machine) error {
	r.end = (r.step + 1) * StepTime
	return r.sample(r.step*StepTime, 0, m)
}

// Clocked writes what the edge of the step has changed, and ends the step. A circuit without state has no edge.
func (r *Recording) Clocked(m sim.Machine) error {
	at := r.step*StepTime + StepTime/2
	r.step++
	if r.clock < 0 {
		return nil
	}
	return r.sample(at, 1, m)
}

// sample writes what changed since the last sample. A circuit with state has a clock, which changes with each.
func (r *Recording) sample(time, clock uint64, m sim.Machine) error {
	begun := false
	for course, net := range r.nets {
		value := circuit.Uint(clock)
		if net != noNet {
			value = m.Peek(net)
		}
		if !r.first && value.Equal(r.last[course]) {
			continue
		}
		if !begun {
			begun = true
			if err := r.to.At(time); err != nil {
				return err
			}
		}
		r.last[course] = value
		if err := r.to.Put(course, wave.Number(value)); err != nil {
			return err
		}
	}
	r.first = false
	return nil
}

// Close writes the end time, so that viewers show the last value for its full length. The clock falls there.
func (r *Recording) Close() error {
	if r.end > 0 && r.clock >= 0 {
		if err := r.to.At(r.end); err != nil {
			return err
		}
		if err := r.to.Put(r.clock, wave.Number(circuit.Value{})); err != nil {
			return err
		}
	}
	return r.to.Close(r.end)
}

// lastName is the last name of a path.
func lastName(path string) string {
	names, ok := circuit.SplitPath(path)
	if !ok {
		return path
	}
	return names[len(names)-1]
}
