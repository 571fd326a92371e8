// Package table puts tables in the place of logic that follows from one value of a few bits, over the borders of nodes:
// the flags and numbers that a processor decodes from an opcode of eight bits.
//
// The result is another module with the same registers, inputs, memories, texts and nets, which shows the same values.
// Package tabulate does the same within one lambda, and has the rules of what becomes a table.
package table

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/opt/tabulate"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

const (
	maxOps     = 1 << 16 // modules of more operations are left as they are, for the time's sake
	maxEntries = 1 << 15 // of all tables together: they should stay in a processor's cache
)

// Module makes tables for what a step of a module computes. It gives the module itself when there is nothing to do, or
// when it has combinational loops or calls. Registers keep their places.
func Module(m *netlist.Module, pause work.Pause) (*netlist.Module, []netlist.Place) {
	if len(m.Ops) > maxOps || len(m.Loops) > 0 || len(m.Vars) > 0 || len(m.Calls) > 0 {
		return m, nil
	}
	to := m.Unbuilt()
	to.Registers = append(to.Registers, m.Registers...)
	o := tabulate.Options{Entries: maxEntries, Flags: true}
	to.Roots(func(id *word.ID, use netlist.Use) {
		if use == netlist.InStep {
			o.Roots = append(o.Roots, id)
		} else {
			o.Others = append(o.Others, id)
		}
	})
	b := tabulate.With(&m.Graph, o)
	if b == nil {
		return m, nil
	}
	pause.Yield()
	netlist.Finish(to, b, pause)
	return to, nil
}
