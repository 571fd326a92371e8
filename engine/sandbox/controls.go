package sandbox

import (
	"fmt"
	"sort"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
)

// Controls are the things of a design that can be set by name: top-level inputs, and interactive
// nodes (switches, number inputs, constants) by their path. An input hides a node of its name.
type Controls struct {
	design  *elaborate.Design
	targets map[string]control
}

// control is a top-level input (input >= 0) or an interactive argument of a node.
type control struct {
	input    int
	node     int
	argument string
	width    int
}

// NewControls lists what a design lets one set.
func NewControls(d *elaborate.Design) *Controls {
	c := &Controls{design: d, targets: map[string]control{}}
	for i, n := range d.Each() {
		of := n.Circuit()
		if of.Metadata.InteractiveArg == "" {
			continue
		}
		width := circuit.MaxWidth
		if len(of.Outputs) > 0 {
			width = n.OutputWidth(0)
		}
		c.targets[d.Path(i)] = control{input: -1, node: i, argument: of.Metadata.InteractiveArg, width: width}
	}
	for i, p := range d.Inputs {
		c.targets[p.Name] = control{input: i, width: p.Type.Wires()}
	}
	return c
}

// Names are the names that can be set, sorted.
func (c *Controls) Names() []string {
	names := make([]string, 0, len(c.targets))
	for n := range c.targets {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Set sets several things at once: all of them, or none when a name is unknown. Values are masked
// to their width. The machine is not settled.
func (c *Controls) Set(m sim.Machine, values map[string]circuit.Value) error {
	names := make([]string, 0, len(values))
	for name := range values {
		if _, ok := c.targets[name]; !ok {
			return c.unknown(name)
		}
		names = append(names, name)
	}
	sort.Strings(names) // so that a replay does exactly the same
	for _, name := range names {
		t := c.targets[name]
		if t.input >= 0 {
			m.Set(t.input, values[name])
		} else {
			m.SetArgument(t.node, t.argument, values[name].Mask(t.width))
		}
	}
	return nil
}

func (c *Controls) unknown(name string) error {
	d := &circuit.Diagnostic{
		Stage: circuit.StageSimulate, Code: circuit.CodeUnknownSignal, Severity: circuit.Error,
		Circuit: c.design.Name, Node: name,
		Message:    fmt.Sprintf("Nothing in %s is called '%s' that could be set.", c.design.Name, name),
		Suggestion: circuit.DidYouMean(name, c.Names()),
	}
	for _, path := range c.Names() {
		if d.Suggestion == "" && strings.HasSuffix(path, "."+name) {
			d.Suggestion = fmt.Sprintf("Did you mean '%s'?", path)
		}
	}
	switch {
	case d.Suggestion != "":
	case len(c.targets) == 0:
		d.Suggestion = "This circuit has no inputs and no switches."
	default:
		d.Suggestion = "Use the name of an input, or the path of a switch or input node."
	}
	return d
}
