package interp

import (
	"context"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
)

// NewPlain makes a machine whose step computes all operations in order, one instruction for each.
func NewPlain(ctx context.Context, m *netlist.Module, d *elaborate.Design, h Host) (*Machine, error) {
	return newMachine(ctx, m, d, h, tunings["none"], nil)
}

// NewDecided makes a machine whose step is compiled with decisions before the first cycle.
func NewDecided(ctx context.Context, m *netlist.Module, d *elaborate.Design, h Host) (*Machine, error) {
	t := defaultTuning
	t.decide.after = 1
	return newMachine(ctx, m, d, h, t, nil)
}

// Decides reports whether decisions are worth it for a module.
func Decides(m *netlist.Module) bool { return decide(m, defaultTuning.decide) != m }

// Decided reports whether the step of a machine has been compiled again.
func Decided(m *Machine) bool { return m.p.module != m.module }
