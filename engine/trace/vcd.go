// Package trace writes the values of a simulation over time as a value change dump (VCD, IEEE 1364), which waveform
// viewers read.
package trace

import (
	"bufio"
	"fmt"
	"io"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
)

// StepTime is the time that one step takes in a dump, in units of the dump (nanoseconds).
const StepTime = 10

// clockName is the variable in the top scope that is the clock of a circuit with state; with $ behind it where a port has
// that name, which no escaped name ends in alone.
const clockName = "clk"

// VCD writes a value change dump (IEEE 1800-2017, 21.7): declared widths, one scope for each level of the hierarchy.
// Names are those of circuit.EscapeName, so that readers split none and no two become one.
//
// Step i begins at time i*StepTime: the inputs of the step are set and the logic has settled, as the edge will find it. In
// a circuit with state the clock rises, and all registers change, half a step later, and it falls when the next step
// begins. Two runs of the same circuit with the same inputs give the same bytes: there is no date.
type VCD struct {
	w      *bufio.Writer
	design *elaborate.Design
	vars   []variable // one per net that is declared
	last   []circuit.Value
	clock  string // identifier of the clock; "" for a circuit without state
	first  bool
	step   uint64
	end    uint64 // of what was written
}

// variable is a net in the dump. Several ports on one net share its identifier, as the format allows.
type variable struct {
	net int
	id  string
}

// NewVCD writes the header. Close ends the dump.
func NewVCD(w io.Writer, d *elaborate.Design) (*VCD, error) {
	v := &VCD{w: bufio.NewWriter(w), design: d, first: true, last: make([]circuit.Value, len(d.Nets))}
	ids := make([]string, len(d.Nets))
	id := func(net int) string {
		if ids[net] == "" {
			n := len(v.vars)
			if v.clock != "" {
				n++
			}
			ids[net] = identifier(n)
			v.vars = append(v.vars, variable{net, ids[net]})
		}
		return ids[net]
	}
	fmt.Fprint(v.w, "$version Simten $end\n")
	fmt.Fprintf(v.w, "$comment A step takes %d ns. It begins with its inputs set and the logic settled", StepTime)
	if d.Sequential {
		v.clock = identifier(0)
		fmt.Fprintf(v.w, "; the clock edge is %d ns later", StepTime/2)
	}
	fmt.Fprint(v.w, ". $end\n$timescale 1ns $end\n")
	root := d.Root()
	v.scope(&root, d.Name, id)
	fmt.Fprint(v.w, "$enddefinitions $end\n")
	return v, v.w.Flush()
}

// scope declares one level: at the top the circuit's ports; below, the ports of each primitive in a
// scope of its own.
func (v *VCD) scope(s *elaborate.Scope, name string, id func(int) string) {
	fmt.Fprintf(v.w, "$scope module %s $end\n", circuit.EscapeName(name))
	if s.Path == "" {
		seen := map[string]bool{}
		for _, list := range [][]elaborate.TopPort{v.design.Inputs, v.design.Outputs} {
			for _, p := range list {
				if !seen[p.Name] {
					seen[p.Name] = true
					v.declare(p.Name, p.Type, id(p.Net))
				}
			}
		}
		if v.clock != "" {
			name := clockName
			if seen[name] {
				name += "$"
			}
			fmt.Fprintf(v.w, "$var wire 1 %s %s $end\n", v.clock, name)
		}
	}
	for _, i := range s.Nodes {
		n := v.design.Node(i)
		fmt.Fprintf(v.w, "$scope module %s $end\n", circuit.EscapeName(lastName(n.Path)))
		for _, pins := range [][]elaborate.Pin{n.Inputs, n.Outputs} {
			for _, p := range pins {
				v.declare(p.Name, p.Type, id(p.Net))
			}
		}
		fmt.Fprint(v.w, "$upscope $end\n")
	}
	for i := range s.Children {
		v.scope(&s.Children[i], s.Children[i].Name, id)
	}
	fmt.Fprint(v.w, "$upscope $end\n")
}

func (v *VCD) declare(name string, t circuit.PortType, id string) {
	width := t.Wires()
	if t.Kind == circuit.Bus {
		fmt.Fprintf(v.w, "$var wire %d %s %s [%d:0] $end\n", width, id, circuit.EscapeName(name), width-1)
		return
	}
	fmt.Fprintf(v.w, "$var wire %d %s %s $end\n", width, id, circuit.EscapeName(name))
}

// Settled writes what the logic is before the edge of the next step, or after the inputs of a circuit without state.
func (v *VCD) Settled(m sim.Machine) error {
	v.end = (v.step + 1) * StepTime
	return v.sample(v.step*StepTime, '0', m)
}

// Clocked writes what the edge of the step has changed, and ends the step. A circuit without state has no edge.
func (v *VCD) Clocked(m sim.Machine) error {
	at := v.step*StepTime + StepTime/2
	v.step++
	if v.clock == "" {
		return nil
	}
	return v.sample(at, '1', m)
}

// sample writes what changed since the last sample. A circuit with state has a clock, which changes with each.
func (v *VCD) sample(time uint64, clock byte, m sim.Machine) error {
	stamped := v.first || v.clock != ""
	if stamped {
		fmt.Fprintf(v.w, "#%d\n", time)
	}
	if v.first {
		fmt.Fprint(v.w, "$dumpvars\n")
	}
	if v.clock != "" {
		fmt.Fprintf(v.w, "%c%s\n", clock, v.clock)
	}
	for _, x := range v.vars {
		value := m.Peek(x.net)
		if !v.first && value.Equal(v.last[x.net]) {
			continue
		}
		if !stamped {
			fmt.Fprintf(v.w, "#%d\n", time)
			stamped = true
		}
		v.last[x.net] = value
		v.change(value, v.design.Nets[x.net].Width, x.id)
	}
	if v.first {
		fmt.Fprint(v.w, "$end\n")
	}
	v.first = false
	return v.w.Flush()
}

// change writes one value: 0 or 1 before the identifier, or b and the binary digits without leading
// zeros, a blank, and the identifier.
func (v *VCD) change(value circuit.Value, width int, id string) {
	if width == 1 {
		fmt.Fprintf(v.w, "%d%s\n", value.Lo&1, id)
		return
	}
	fmt.Fprintf(v.w, "b%s %s\n", value.Big().Text(2), id)
}

// Close writes the end time, so that viewers show the last value for its full length. The clock falls there.
func (v *VCD) Close() error {
	if v.end > 0 {
		fmt.Fprintf(v.w, "#%d\n", v.end)
		if v.clock != "" {
			fmt.Fprintf(v.w, "0%s\n", v.clock)
		}
	}
	return v.w.Flush()
}

// lastName is the last name of a path.
func lastName(path string) string {
	names, ok := circuit.SplitPath(path)
	if !ok {
		return path
	}
	return names[len(names)-1]
}

// identifier is the n-th short name of the format: bijective base 94 over '!' to '~' (M66).
func identifier(n int) string {
	const base = 94
	var b []byte
	for n++; n > 0; n /= base {
		n--
		b = append([]byte{byte('!' + n%base)}, b...)
	}
	return string(b)
}
