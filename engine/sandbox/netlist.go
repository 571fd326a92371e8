package sandbox

import (
	"context"
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/specialize"
	"simten.dev/engine/synthesis"
)

// Netlist compiles the design to word-level operations. The diagnostics are hints about lambdas that
// stay opaque.
func (c *Compiled) Netlist(ctx context.Context) (*netlist.Module, []circuit.Diagnostic, error) {
	if c.Design == nil {
		return nil, nil, fmt.Errorf("a circuit with errors has no netlist")
	}
	return synthesis.Build(ctx, c.realm, c.Design, synthesis.Options{})
}

// Host prepares the opaque lambdas of a netlist for a machine.
func (c *Compiled) Host(m *netlist.Module) (*host.Host, error) { return host.New(c.realm, c.Design, m) }

// Observable is the netlist that observers are added to for questions about a run of this circuit: that of its
// machines, or the general one when one of them has gone over to it; and images of a machine as images of a machine on
// it.
func (c *Compiled) Observable(ctx context.Context) (m *netlist.Module, image func(*sim.Block) *sim.Block, err error) {
	m, _, err = c.Lower(ctx)
	if err != nil || len(m.Fixed) == 0 {
		return m, func(b *sim.Block) *sim.Block { return b }, err
	}
	if c.gaveWay {
		if m, err = c.Editable(ctx); err != nil {
			return nil, nil, err
		}
	}
	return m, specialize.Inner, nil
}

// Editable is the netlist in which every interactive argument can be set. It is not changed.
func (c *Compiled) Editable(ctx context.Context) (m *netlist.Module, err error) {
	if m, _, err = c.Lower(ctx); err != nil || len(m.Fixed) == 0 {
		return m, err
	}
	if c.general == nil {
		c.general, _, err = c.build(ctx, false)
	}
	return c.general, err
}

// StartNetlist starts a netlist with observers, which has the state of this circuit's.
func (c *Compiled) StartNetlist(ctx context.Context, backend Backend, m *netlist.Module) (sim.Machine, error) {
	quiet := *c
	quiet.progress = nil
	return quiet.start(ctx, backend, m)
}

// Behaviors are the lambdas of all flat nodes as operations, by node, lowered for any state.
func (c *Compiled) Behaviors(ctx context.Context) ([]*lower.Node, error) {
	if c.behaviors != nil {
		return c.behaviors, nil
	}
	l := lower.NewLowerer(c.realm, false)
	list := make([]*lower.Node, c.Design.NodeCount())
	for again := true; again; again = l.Again() {
		for i, p := range c.Design.Each() {
			node, err := l.Node(ctx, p)
			if err != nil {
				return nil, err
			}
			list[i] = node
		}
	}
	c.behaviors = list
	return list, nil
}

// Place is where the eval, or the onTick, of a flat node stands in the user's text; the zero Place for a component of
// the library.
func (c *Compiled) Place(node int, tick bool) circuit.Place {
	d := c.realm.Definition(c.Design.Node(node).Definition)
	switch {
	case d == nil || d.Library:
	case tick && d.OnTick != nil:
		return d.OnTick.Place
	case !tick && d.Eval != nil:
		return d.Eval.Place
	}
	return circuit.Place{}
}

// FromNetlist is a design that has been made without a text, ready to simulate on its netlist.
func FromNetlist(d *elaborate.Design, m *netlist.Module) *Compiled {
	return &Compiled{Design: d, Main: d.Name, Circuits: []string{d.Name}, lowered: &lowered{module: m}}
}
