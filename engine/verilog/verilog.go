// Package verilog writes circuits as Verilog that people can read. A design with its lowered lambdas comes in; a text
// goes out, one module for each circuit, or the reasons why a part of it has no form in Verilog.
//
// A circuit of nodes is a module; the circuits in it are instances. Small primitives of the library have no module of
// their own: their operations stand in the module around them, in wires and registers that are named after the node.
// A module is a graph of operations (design.go, module.go), which the printer writes as expressions whose widths are
// all explicit (expression.go) and as always blocks (statement.go). Names are made unique in names.go.
//
// netlist.go makes Yosys's cells of the same modules.
//
// An operation that is missing is added in expression.go and in netlist.go; a new format beside them, from the same
// modules.
package verilog

import (
	"errors"
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower"
)

// Source is a design and what its lambdas do.
type Source struct {
	Design    *elaborate.Design
	Circuit   *circuit.Circuit // the top
	Resolve   func(id circuit.DefinitionID, name string) *circuit.Circuit
	Behaviors []*lower.Node // of the flat nodes
	// Library reports whether a circuit is a component of the standard library.
	Library func(c *circuit.Circuit) bool
	// Place is where the eval, or the onTick, of a flat node stands in the user's text.
	Place func(node int, tick bool) circuit.Place
}

// Options say how the text is written.
type Options struct {
	// BlackBoxes writes parts without a form as modules without contents, in place of a refusal.
	BlackBoxes bool
	// Reset adds a synchronous reset, which gives registers their start values.
	Reset bool
	// Prefix is put before the names of all modules.
	Prefix string
	// System writes SystemVerilog: logic, always_comb and always_ff.
	System bool
}

// Result is the text, and what there is to know of it.
type Result struct {
	Text        string
	Top         string               // name of the top module
	Clock       string               // name of its clock; "" when it has none
	Reset       string               // name of the reset that was asked for
	Inputs      []Port               // of the top module, its clock left out
	Outputs     []Port               // of the top module
	Diagnostics []circuit.Diagnostic // errors: then there is no text; warnings
}

// Port is a port of the top module. It stands for a port of the circuit, or for a part that the user sets or looks at.
type Port struct {
	Name  string // in the text
	Path  string // of the port ("a"), or of the node ("panel.start") whose output or input it is
	Width int
	Node  int // the flat node that it stands for; -1 for a port of the circuit
	Pin   int // index of the port of the circuit, or of the input of the node that is shown
}

// PortBits are the names of all bits of the ports of the top module, its clock first, as files of pins have them.
func (r *Result) PortBits() []string {
	var list []string
	if r.Clock != "" {
		list = append(list, r.Clock)
	}
	for _, ports := range [][]Port{r.Inputs, r.Outputs} {
		for _, p := range ports {
			for i := range p.Width {
				list = append(list, label(p.bit(i)))
			}
		}
	}
	return list
}

// Write writes a design. Its diagnostics say what has no form; an error means that the engine failed.
func Write(s Source, o Options) (*Result, error) {
	w, _, r, err := begin(s, o)
	if err != nil || circuit.HasErrors(r.Diagnostics) {
		return r, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %s, written by Simten.\n", s.Circuit.Name)
	w.print(&b)
	r.Text = b.String()
	return r, nil
}

// begin makes the modules of a design, and all of the result but its text.
func begin(s Source, o Options) (*writer, *module, *Result, error) {
	if s.Design == nil || len(s.Behaviors) != s.Design.NodeCount() {
		return nil, nil, nil, errors.New("a design and the behaviour of each of its nodes are needed")
	}
	w := newWriter(s, o)
	top := w.top()
	r := &Result{Diagnostics: w.diagnostics}
	if circuit.HasErrors(r.Diagnostics) {
		return w, top, r, nil
	}
	w.nameModules()
	r.Top, r.Clock, r.Reset = top.name, top.clock, top.reset
	inputs, outputs := 0, 0
	for i := range top.ports {
		p := &top.ports[i]
		port := Port{Name: p.name, Path: p.path, Width: p.width, Node: p.node, Pin: p.pin}
		if p.node < 0 && p.output {
			port.Pin = outputs
			outputs++
		} else if p.node < 0 {
			port.Pin = inputs
			inputs++
		}
		if p.output {
			r.Outputs = append(r.Outputs, port)
		} else {
			r.Inputs = append(r.Inputs, port)
		}
	}
	return w, top, r, nil
}
