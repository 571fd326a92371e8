// Package fault makes the messages about a run of a netlist: a lambda that has thrown, a value that does not fit its
// port. In come a netlist, the design that it was made of and what a backend has seen; out comes a diagnostic with its
// place. A new kind of message is a function in a file of its name.
package fault

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
)

// Threw is the error of a call that throws (an index into m.Calls). design adds names and may be nil.
func Threw(m *netlist.Module, design *elaborate.Design, call int, values []circuit.Value) *circuit.Diagnostic {
	c := &m.Calls[call]
	which, component, path := "eval", "the lambda", ""
	if c.Tick {
		which = "onTick"
	}
	if m.Path != nil {
		path = m.Path(c.Node)
	}
	if design != nil {
		component = design.Node(c.Node).Component
	}
	if c.Code != "" {
		return sim.Failed(c.Code, which, component, path, c.Message, c.Advice, c.Place)
	}
	message := c.Message
	if c.Values != nil {
		message = c.Values.Fill(values)
	}
	return sim.Threw(which, component, path, message, c.Advice, c.Place)
}
