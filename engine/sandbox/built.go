package sandbox

import (
	"context"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
)

// The names of the circuit around a primitive that is simulated by itself (simulator.md 14.3).
const (
	WrapperPrefix = "__sim_"
	WrappedNode   = "_inner"
)

// CompileBuilt compiles a circuit that a program running in a realm has made, with the options that it was made
// with. A primitive is put into a circuit of its own as the node WrappedNode. The result has a nil Design when there
// are errors; compile and machines run inside the realm's call, if one is running.
func CompileBuilt(ctx context.Context, r *realm.Realm, d *realm.Definition, arguments circuit.Arguments, l Limits) (*Compiled, error) {
	c := &Compiled{realm: r, Main: d.Circuit.Name, overwritten: true} // by setState of a test
	top := d.Circuit
	if top.Implementation.Kind == circuit.Primitive {
		top = wrapPrimitive(top, arguments)
	}
	design, problems := elaborate.Elaborate(top, r, elaborate.Limits{Nodes: l.Nodes, StateBytes: l.StateBytes})
	c.Diagnostics = problems
	if design == nil {
		return c, nil
	}
	c.Circuit, c.Design = top, design
	_, hints, err := c.Lower(ctx)
	if err != nil {
		return nil, err
	}
	c.Diagnostics = append(c.Diagnostics, hints...)
	return c, nil
}

// wrapPrimitive puts a primitive into a composite with the same ports.
func wrapPrimitive(c *circuit.Circuit, arguments circuit.Arguments) *circuit.Circuit {
	w := &circuit.Circuit{
		Version: circuit.Version, Name: WrapperPrefix + c.Name, Place: c.Place,
		Inputs: c.Inputs, Outputs: c.Outputs, Clocks: []circuit.Clock{}, State: []circuit.StateBlock{},
		Implementation: circuit.Implementation{Kind: circuit.Composite},
		Metadata:       circuit.Metadata{Timing: c.Metadata.Timing},
	}
	node := circuit.Node{
		ID: WrappedNode, ComponentRef: c.Name, Definition: c.Definition, Arguments: arguments, Place: c.Place,
		Inputs: circuit.Pins(c.Inputs), Outputs: circuit.Pins(c.Outputs), Clocks: []circuit.Pin{},
	}
	for _, clock := range c.Clocks {
		node.Clocks = append(node.Clocks, circuit.Pin{Name: clock.Name})
	}
	w.Nodes = []circuit.Node{node}
	wire := func(source, target circuit.Endpoint, t circuit.PortType) {
		w.Connections = append(w.Connections, circuit.Connection{Source: source, Target: target, PortType: t})
	}
	for _, p := range c.Inputs {
		wire(circuit.Endpoint{PortName: p.Name}, circuit.Endpoint{NodeID: WrappedNode, PortName: p.Name}, p.PortType)
	}
	for _, p := range c.Outputs {
		wire(circuit.Endpoint{NodeID: WrappedNode, PortName: p.Name}, circuit.Endpoint{PortName: p.Name}, p.PortType)
	}
	return w
}
