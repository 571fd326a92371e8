// Package check is the design rule check: it takes the circuits of a program, and their flat design, and gives
// diagnostics for the rules that need the whole circuit and not one call of it: inputs that nothing drives (check.go)
// and combinational loops (loops.go). A new rule is a function beside these, which engine/sandbox calls, with a code in
// engine/circuit.
package check

import (
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
)

// Circuits checks the circuits of a file: inputs and outputs that nothing drives, names used twice.
// The library resolves what their nodes refer to; missed tells whether the onTick of a circuit uses an input as it is,
// so that it makes a difference that an open one is undefined there.
func Circuits(circuits []*circuit.Circuit, library circuit.Library, missed func(id circuit.DefinitionID, input string) bool) []circuit.Diagnostic {
	var list []circuit.Diagnostic
	byName := map[string]*circuit.Circuit{}
	for _, c := range circuits {
		list = append(list, undriven(c, missed)...)
		if first := byName[c.Name]; first != nil {
			list = append(list, circuit.Diagnostic{
				Code: circuit.CodeDuplicateCircuit, Circuit: c.Name,
				Message: fmt.Sprintf("Two circuits are called '%s'. Give this one another name, so that messages and the drawing can tell them apart.", c.Name),
			}.At(c.Place))
		}
		byName[c.Name] = c
	}
	for i := range list {
		list[i].Stage = circuit.StageCheck
		if list[i].Severity == "" {
			list[i].Severity = circuit.Warning
		}
	}
	return list
}

// undriven finds node inputs and circuit outputs of a composite that nothing drives. Inputs with a
// sensible 0 (carry in, reset, write enable of a ROM-like use) warn as well: 0 may not be meant.
func undriven(c *circuit.Circuit, missed func(id circuit.DefinitionID, input string) bool) []circuit.Diagnostic {
	if c.Implementation.Kind != circuit.Composite {
		return nil
	}
	driven := drivenBy(c)
	var list []circuit.Diagnostic
	for i := range c.Nodes {
		n := &c.Nodes[i]
		var open, undefined []string
		for k := range n.Inputs {
			if p := &n.Inputs[k]; !driven.input(i, k) && !optional(p.Name) {
				open = append(open, "'"+p.Name+"'")
				if missed(n.Definition, p.Name) {
					undefined = append(undefined, "'"+p.Name+"'")
				}
			}
		}
		if len(open) > 0 {
			what, wire := "Input "+open[0]+" of '"+n.ID+"' is", "Wire it"
			if len(open) > 1 {
				what, wire = "Inputs "+strings.Join(open, ", ")+" of '"+n.ID+"' are", "Wire them"
			}
			tick := ""
			switch len(undefined) {
			case 0:
			case 1:
				tick = "; in onTick " + undefined[0] + " is undefined"
			default:
				tick = "; in onTick " + strings.Join(undefined, ", ") + " are undefined"
			}
			list = append(list, circuit.Diagnostic{
				Code: circuit.CodeUnconnected, Circuit: c.Name, Node: n.ID,
				Message: fmt.Sprintf("%s connected to nothing and read 0%s. %s, or use a Constant to say that 0 is meant.", what, tick, wire),
			}.At(n.Place))
		}
	}
	for i := range c.Outputs {
		p := &c.Outputs[i]
		if !driven.output(i) {
			list = append(list, circuit.Diagnostic{
				Code: circuit.CodeUndrivenOutput, Circuit: c.Name,
				Message: fmt.Sprintf("Output '%s' is driven by nothing and reads 0. Wire something to outputs.%s.", p.Name, p.Name),
			}.At(p.Place))
		}
	}
	return list
}

// optional inputs are 0 in most circuits on purpose, by the convention of the library.
func optional(port string) bool {
	switch port {
	case "carry_in", "borrow_in", "rst", "debug_rs", "debug_addr", "net_rx_data", "net_rx_valid", "net_rx_frame":
		return true
	}
	return false
}
