// Package yosys makes circuits of Verilog designs: in comes the netlist that Yosys writes as JSON, out goes the text
// of a program with one circuit for each module. Decode (netlist.go) reads and checks the file, design.go finds the
// hierarchy and what drives each net, clock.go how time goes, names.go the names of signals. cells.go has a function
// for each combinational cell, state.go the registers, memory.go the memories; expression.go and lambda.go write their
// lambdas. build.go decides which logic belongs together and makes the circuits. flatten.go goes another way: to the
// netlist that simulators compile, without a text. To support a cell, add it to the tables of operations (cells.go and
// flatten_cells.go) or of registers, and a fixture to testdata.
package yosys

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/emit"
)

// Options say what is made of a netlist.
type Options struct {
	// Top is the module to begin with; "" is the one that Yosys marked as the top, or the only one that is part of no
	// other.
	Top string
	// Steps keeps clocks as inputs also in a design with one clock: each cycle of the circuit is a moment at which any
	// signal may change.
	Steps bool
	// ResetPulses says that asynchronous resets which are inputs may come and go between two edges of the clock. Else
	// they are taken to change once a cycle, which is faster. Resets that logic makes may do that in any case.
	ResetPulses bool
}

// Result is a design as a circuit.
type Result struct {
	Top       string // name of the main circuit
	TopModule string // name of its module in the netlist
	Program   string // the text of the program, whose last circuit is the main one
	Warnings  []Warning
	Modules   int
	// Clock is the input of the top module that is left out because a cycle of the circuit is one of its periods; "" when
	// there is none. Falling says that its falling edge counts.
	Clock   string
	Falling bool
	Steps   bool     // a cycle of the circuit is a step, and clocks are inputs
	Clocks  []string // the inputs of the top module that registers use as clocks, in the order of its ports
}

// read finds out what a netlist is: its modules, how time goes in them, and the names of their signals.
func read(n *Netlist, o Options) (*design, error) {
	d, err := newDesign(n, o.Top)
	if err != nil {
		return nil, err
	}
	for _, m := range d.order {
		m.check()
	}
	if err := d.err(); err != nil {
		return nil, err
	}
	d.findClocks(o.Steps)
	d.findResets(o.ResetPulses)
	for _, m := range d.order {
		m.nameSources()
	}
	return d, nil
}

// Import makes a program of a netlist. The error is an *Error, or several of them joined.
func Import(n *Netlist, o Options) (*Result, error) {
	d, err := read(n, o)
	if err != nil {
		return nil, err
	}
	b := newBuilder(d)
	var main *circuit.Circuit
	for _, m := range d.order {
		main = b.module(m)
	}
	if err := d.err(); err != nil {
		return nil, err
	}
	b.share()
	text, err := emit.Program(main, library{b})
	if err != nil {
		return nil, fmt.Errorf("the circuit cannot be written: %w", err)
	}
	r := &Result{
		Top: main.Name, TopModule: d.top.Name, Program: text + "\n", Warnings: d.warnings,
		Modules: len(d.order), Steps: d.stepped,
	}
	r.Clock, r.Falling = d.clock()
	return r, nil
}

// maxProblems is how many problems one import tells.
const maxProblems = 20

func (d *design) err() error {
	if len(d.problems) == 0 {
		return nil
	}
	var list []error
	seen := map[string]bool{}
	for _, p := range d.problems {
		if !seen[p.Error()] && len(list) < maxProblems {
			seen[p.Error()] = true
			list = append(list, p)
		}
	}
	return errors.Join(list...)
}

// check refuses cells that no circuit can have, and tells of those that are left out.
func (m *module) check() {
	var kept []*Cell
	var dropped []string
	for _, c := range m.Cells {
		switch {
		case m.sub(c) != nil:
		case dropsOut(c.Type):
			dropped = append(dropped, fmt.Sprintf("%s in line %d", strings.TrimPrefix(c.Type, "$"), c.place().Line))
			continue
		case operations[c.Type] == nil && !isState(c.Type) && !isMemory(c.Type):
			m.unsupported(c)
		default:
			m.checkCell(c)
		}
		kept = append(kept, c)
	}
	if len(dropped) > 0 {
		slices.Sort(dropped)
		dropped = slices.Compact(dropped)
		m.warn(m.place(), "left out, as a circuit has none: %s", strings.Join(dropped, ", "))
	}
	if len(kept) != len(m.Cells) {
		of := *m.Module
		of.Cells = kept
		m.Module = &of
	}
}

// dropsOut reports cells that only watch a simulation or a proof.
func dropsOut(kind string) bool {
	switch kind {
	case "$print", "$check", "$assert", "$assume", "$cover", "$live", "$fair", "$scopeinfo", "$specify2", "$specify3", "$specrule", "$meminit", "$meminit_v2":
		return true
	}
	return false
}

// checkCell checks the inputs of a cell: that they are there, and tells of x and z in them.
func (m *module) checkCell(c *Cell) {
	for port, word := range c.Connections {
		if isMemory(c.Type) && strings.HasPrefix(port, "RD_") && port != "RD_ADDR" {
			continue // of reads with a clock, which are refused
		}
		for i, b := range word {
			switch b {
			case HighImpedance:
				m.fail(c.place(), "%s: input %s of its %s is z; a circuit has no third state: make an output and an enable of it", m.driven(c), port, c.Type)
				return
			case Undefined:
				if port == "WR_DATA" && i < len(c.Connections["WR_EN"]) && m.never(c.Connections["WR_EN"][i], 0) {
					continue // is not written
				}
				m.warn(c.place(), "%s depends on an undefined value (x), which is 0 here", m.driven(c))
			}
		}
	}
	if op := operations[c.Type]; op != nil {
		need := []string{"A"}
		if _, ok := c.Parameters["B_WIDTH"]; ok {
			need = append(need, "B")
		}
		switch c.Type {
		case "$mux", "$pmux":
			need = []string{"A", "B", "S"}
		case "$bmux", "$demux":
			need = []string{"A", "S"}
		}
		need = append(need, "Y")
		for _, port := range need {
			if len(c.Connections[port]) == 0 {
				m.fail(c.place(), "%s (%s): port %s is missing", plainName(c.Name), c.Type, port)
			}
		}
	}
	switch s, a, b, y := len(c.Connections["S"]), len(c.Connections["A"]), len(c.Connections["B"]), len(c.Connections["Y"]); c.Type {
	case "$mux":
		if s != 1 || a != y || b != y {
			m.fail(c.place(), "%s (%s): its ports do not fit", plainName(c.Name), c.Type)
		}
	case "$pmux":
		if a != y || b != y*s {
			m.fail(c.place(), "%s (%s): its ports do not fit", plainName(c.Name), c.Type)
		}
	}
	for _, out := range m.outputs(c) {
		if len(c.Connections[strings.TrimRight(out, "0123456789")]) == 0 {
			m.fail(c.place(), "%s (%s): port %s is missing", plainName(c.Name), c.Type, out)
		}
	}
}

// library tells the writer of programs about the circuits that were made.
type library struct{ b *builder }

func (l library) Resolve(id circuit.DefinitionID, _ string) *circuit.Circuit { return l.b.circuits[id] }

func (l library) Standard(c *circuit.Circuit) bool { return l.b.standard[c.Name] == c }

func (l library) Behaves(*circuit.Circuit) bool { return false }

// Compact has memories written as hexadecimal digits.
func (l library) Compact() bool { return true }

// Behavior is the text of a circuit's lambdas.
func (l library) Behavior(c *circuit.Circuit) emit.Behavior {
	of := l.b.behaviors[c.Definition]
	return emit.Behavior{Eval: of.eval, OnTick: of.tick, Comment: of.comment, Options: of.options}
}
