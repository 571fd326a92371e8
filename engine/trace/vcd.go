// Package trace writes the values of a simulation over time as a value change dump (VCD, IEEE 1364), which waveform
// viewers read.
package trace

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
)

// VCD writes a value change dump (IEEE 1364-2005, section 18): declared widths, one scope for each
// level of the hierarchy, the values before the first edge at time 0. One cycle is one time unit.
//
// Two runs of the same circuit with the same inputs give the same bytes: there is no date.
type VCD struct {
	w      *bufio.Writer
	design *elaborate.Design
	vars   []variable // one per net that is declared
	last   []circuit.Value
	first  bool
	time   uint64
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
			ids[net] = identifier(len(v.vars))
			v.vars = append(v.vars, variable{net, ids[net]})
		}
		return ids[net]
	}
	fmt.Fprint(v.w, "$version Simten $end\n$timescale 1ns $end\n")
	root := d.Root()
	v.scope(&root, d.Name, id)
	fmt.Fprint(v.w, "$enddefinitions $end\n")
	return v, v.w.Flush()
}

// scope declares one level: at the top the circuit's ports; below, the ports of each primitive in a
// scope of its own.
func (v *VCD) scope(s *elaborate.Scope, name string, id func(int) string) {
	fmt.Fprintf(v.w, "$scope module %s $end\n", vcdName(name))
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
	}
	for _, i := range s.Nodes {
		n := v.design.Node(i)
		fmt.Fprintf(v.w, "$scope module %s $end\n", vcdName(last(n.Path)))
		for _, pins := range [][]elaborate.Pin{n.Inputs, n.Outputs} {
			for _, p := range pins {
				v.declare(p.Name, p.Type, id(p.Net))
			}
		}
		fmt.Fprint(v.w, "$upscope $end\n")
	}
	for i := range s.Children {
		v.scope(&s.Children[i], last(s.Children[i].Path), id)
	}
	fmt.Fprint(v.w, "$upscope $end\n")
}

func (v *VCD) declare(name string, t circuit.PortType, id string) {
	width := t.Wires()
	if t.Kind == circuit.Bus {
		fmt.Fprintf(v.w, "$var wire %d %s %s [%d:0] $end\n", width, id, vcdName(name), width-1)
		return
	}
	fmt.Fprintf(v.w, "$var wire %d %s %s $end\n", width, id, vcdName(name))
}

// Sample writes what changed since the last sample. Times must not go back.
func (v *VCD) Sample(time uint64, m sim.Machine) error {
	if v.first {
		fmt.Fprintf(v.w, "#%d\n$dumpvars\n", time)
	}
	stamped := v.first
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
	v.first, v.time = false, time
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

// Close writes the end time, so that viewers show the last value for a full cycle.
func (v *VCD) Close() error {
	if !v.first {
		fmt.Fprintf(v.w, "#%d\n", v.time+1)
	}
	return v.w.Flush()
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

// vcdName makes a name that readers split nowhere: white space and the format's own sign go.
func vcdName(name string) string {
	if name == "" {
		return "_"
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f || r == '$' || unicode.IsSpace(r) {
			return '_'
		}
		return r
	}, name)
}

func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }
