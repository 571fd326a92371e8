package sandbox

import (
	"context"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower"
	"simten.dev/engine/verilog"
)

// Verilog writes the circuit as Verilog, or says why a part of it has no form in it.
func (c *Compiled) Verilog(ctx context.Context, o verilog.Options) (*verilog.Result, error) {
	s, err := c.hardware(ctx)
	if err != nil {
		return nil, err
	}
	return verilog.Write(s, o)
}

// YosysNetlist writes the circuit as a netlist that Yosys reads.
func (c *Compiled) YosysNetlist(ctx context.Context, o verilog.Options) (*verilog.Result, error) {
	s, err := c.hardware(ctx)
	if err != nil {
		return nil, err
	}
	return verilog.Netlist(s, o)
}

// hardware is all that the writers of hardware need.
func (c *Compiled) hardware(ctx context.Context) (verilog.Source, error) {
	if c.Design == nil {
		return verilog.Source{}, ErrNoDesign
	}
	nodes, err := c.hardwareBehaviors(ctx)
	if err != nil {
		return verilog.Source{}, err
	}
	return verilog.Source{
		Design: c.Design, Circuit: c.Circuit, Resolve: c.realm.Resolve, Behaviors: nodes, Place: c.Place,
		Library: func(of *circuit.Circuit) bool {
			d := c.realm.Definition(of.Definition)
			return d != nil && d.Library
		},
	}, nil
}

// hardwareBehaviors are the behaviours of the flat nodes, lowered for any state where that is possible, and else for
// the states that the circuit can reach.
func (c *Compiled) hardwareBehaviors(ctx context.Context) ([]*lower.Node, error) {
	list, err := c.Behaviors(ctx)
	if err != nil {
		return nil, err
	}
	opaque := false
	for _, n := range list {
		opaque = opaque || n.Opaque != nil || n.Partly != nil
	}
	if !opaque {
		return list, nil
	}
	l := lower.NewLowerer(c.realm, true)
	reached := make([]*lower.Node, len(list))
	for again := true; again; again = l.Again() {
		for i, p := range c.Design.Each() {
			if reached[i], err = l.Node(ctx, p); err != nil {
				return nil, err
			}
		}
	}
	for i, n := range list {
		if n.Opaque == nil && n.Partly == nil {
			reached[i] = n
		}
	}
	return reached, nil
}

// VerilogRun runs the circuit for a testbench of its Verilog: at each step the inputs are set, the outputs are read,
// then comes the clock edge. inputs gives the values of one step, in the order of r.Inputs.
func (c *Compiled) VerilogRun(ctx context.Context, r *verilog.Result, steps int, inputs func(step int) []circuit.Value) ([]verilog.Step, error) {
	m, err := c.NewMachine(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = m.Close() }()
	run := make([]verilog.Step, steps)
	nets := make([]int, len(r.Outputs))
	for k, p := range r.Outputs {
		if p.Node < 0 {
			nets[k] = c.Design.Outputs[p.Pin].Net
		} else {
			nets[k] = c.Design.Node(p.Node).Inputs[p.Pin].Net
		}
	}
	for i := range run {
		run[i].Inputs = inputs(i)
		for k, p := range r.Inputs {
			if p.Node < 0 {
				m.Set(p.Pin, run[i].Inputs[k])
			} else {
				m.SetArgument(p.Node, c.Design.Node(p.Node).Metadata.InteractiveArg, run[i].Inputs[k])
			}
		}
		if err := m.Settle(ctx); err != nil {
			return run[:i], err
		}
		for k := range nets {
			run[i].Outputs = append(run[i].Outputs, m.Peek(nets[k]))
		}
		if c.Design.Sequential {
			if _, err := m.Step(ctx, 1); err != nil {
				return run[:i+1], err
			}
		}
	}
	return run, nil
}

// Dot writes the nodes of the circuit and their wires as a graph for Graphviz.
func (c *Compiled) Dot() string { return verilog.Dot(c.Circuit, c.realm.Resolve) }
