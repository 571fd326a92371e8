package sandbox

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sim"
)

// Controls are the things of a design that can be set by name: top-level inputs, and interactive
// nodes (switches, number inputs, constants) by their path. An input hides a node of its name; the path with all its
// names in quotes, such as 'a'.'b', is then the node's.
type Controls struct {
	design *elaborate.Design
	inputs map[string]control
	nodes  map[int]control
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
	c := &Controls{design: d, inputs: map[string]control{}, nodes: map[int]control{}}
	for i, n := range d.Each() {
		of := n.Circuit()
		if of.Metadata.InteractiveArg == "" {
			continue
		}
		width := circuit.MaxWidth
		if len(of.Outputs) > 0 {
			width = n.OutputWidth(0)
		}
		c.nodes[i] = control{input: -1, node: i, argument: of.Metadata.InteractiveArg, width: width}
	}
	for i, p := range d.Inputs {
		c.inputs[p.Name] = control{input: i, width: p.Type.Wires()}
	}
	return c
}

// find looks a name up; the error is a *circuit.Diagnostic.
func (c *Controls) find(name string) (control, error) {
	if t, ok := c.inputs[name]; ok {
		return t, nil
	}
	if t, ok := c.nodes[c.design.NodeIndex(name)]; ok {
		return t, nil
	}
	if names, ok := circuit.SplitPath(name); ok && len(names) == 1 {
		if t, ok := c.inputs[names[0]]; ok { // in quotes, as paths have it
			return t, nil
		}
	}
	return control{}, c.unknown(name)
}

// Unknown is the error of a name that cannot be set.
func (c *Controls) Unknown(name string) error { return c.unknown(name) }

// Names are the names that can be set, sorted. A node that an input hides is not among them.
func (c *Controls) Names() []string {
	names := make([]string, 0, len(c.inputs)+len(c.nodes))
	for n := range c.inputs {
		names = append(names, n)
	}
	for i := range c.nodes {
		path := c.design.Path(i)
		if _, hidden := c.inputs[path]; !hidden {
			names = append(names, path)
		}
	}
	sort.Strings(names)
	return names
}

// Control is something that can be set: a top-level input, or an interactive argument of a node.
type Control struct {
	Name     string // as Names has it
	Width    int
	Input    int    // index of a top-level input; -1 for a node
	Node     int    // flat node
	Argument string // of the node
	Pin      string // the output of the node that shows the argument; "" when there is none
}

// List are all controls, sorted by name.
func (c *Controls) List() []Control {
	var list []Control
	for _, name := range c.Names() {
		t, err := c.find(name)
		if err != nil {
			continue
		}
		x := Control{Name: name, Width: t.width, Input: t.input, Node: t.node, Argument: t.argument}
		if t.input < 0 {
			if n := c.design.Node(t.node); len(n.Outputs) > 0 {
				x.Pin = n.Outputs[0].Name
			}
		}
		list = append(list, x)
	}
	return list
}

// Cut gives numbers that come from outside as values of the widths of what they are for: their lower bits.
func (c *Controls) Cut(numbers map[string]circuit.Number) (map[string]circuit.Value, error) {
	values := make(map[string]circuit.Value, len(numbers))
	for _, name := range slices.Sorted(maps.Keys(numbers)) { // the same name is told at each run
		t, err := c.find(name)
		if err != nil {
			return nil, err
		}
		number := numbers[name]
		values[name] = number.In(t.width)
	}
	return values, nil
}

// Set sets several things at once: all of them, or none when a name is unknown. Values are masked
// to their width. The machine is not settled.
func (c *Controls) Set(m sim.Machine, values map[string]circuit.Value) error {
	names := make([]string, 0, len(values))
	targets := make(map[string]control, len(values))
	for name := range values {
		t, err := c.find(name)
		if err != nil {
			return err
		}
		targets[name] = t
		names = append(names, name)
	}
	sort.Strings(names) // so that a replay does exactly the same
	for _, name := range names {
		t := targets[name]
		value := values[name].Mask(t.width)
		if t.input >= 0 {
			m.Set(t.input, value)
		} else {
			m.SetArgument(t.node, t.argument, value)
		}
	}
	return nil
}

// Copy gives a machine what another one of the design was given, as far as its signals show that: inputs, and
// interactive arguments that are the output of their node. The machine is not settled.
func (c *Controls) Copy(to, from sim.Machine) {
	for i, p := range c.design.Inputs {
		if v := from.Peek(p.Net); !v.Equal(to.Peek(p.Net)) {
			to.Set(i, v.Mask(p.Type.Wires()))
		}
	}
	for i, n := range c.design.Each() {
		t, ok := c.nodes[i]
		if !ok || len(n.Circuit().Outputs) == 0 {
			continue
		}
		if v := from.Peek(n.Output(0)); !v.Equal(to.Peek(n.Output(0))) {
			to.SetArgument(i, t.argument, v.Mask(t.width))
		}
	}
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
	case len(c.inputs)+len(c.nodes) == 0:
		d.Suggestion = "This circuit has no inputs and no switches."
	default:
		d.Suggestion = "Use the name of an input, or the path of a switch or input node."
	}
	return d
}
