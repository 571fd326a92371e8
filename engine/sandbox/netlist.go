package sandbox

import (
	"context"
	"fmt"

	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
	"simten.dev/engine/sim/host"
)

// Netlist compiles the design to word-level operations. The diagnostics are hints about lambdas that
// stay opaque.
func (c *Compiled) Netlist(ctx context.Context) (*rtl.Module, []circuit.Diagnostic, error) {
	if c.Design == nil {
		return nil, nil, fmt.Errorf("a circuit with errors has no netlist")
	}
	return rtl.Build(ctx, c.realm, c.Design, rtl.Options{})
}

// Host prepares the opaque lambdas of a netlist for a machine.
func (c *Compiled) Host(m *rtl.Module) (*host.Host, error) { return host.New(c.realm, c.Design, m) }
