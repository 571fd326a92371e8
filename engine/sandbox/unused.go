package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
)

// unused tells what a circuit declares and never uses: behaviour beside nodes, and outputs that nothing computes.
func (c *Compiled) unused(d *realm.Definition) {
	of := d.Circuit
	warn := func(code circuit.Code, at circuit.Place, message, suggestion string) {
		c.add(circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: code, Severity: circuit.Warning, Circuit: of.Name, Message: message, Suggestion: suggestion,
		}.At(at))
	}
	if len(of.Nodes) > 0 {
		const advice = "Wire the nodes in connect, or put this into a circuit of its own and make it a node."
		if d.Eval != nil {
			warn(circuit.CodeNeverCalled, d.Eval.Place, of.Name+" has nodes, so its own eval is never called.", advice)
		}
		if len(of.State) > 0 {
			warn(circuit.CodeNeverCalled, of.State[0].Place, of.Name+" has nodes, so its own state is never used.", advice)
		}
		return
	}
	if d.Eval == nil && len(of.Outputs) > 0 && len(of.Connections) == 0 {
		name := of.Outputs[0].Name
		warn(circuit.CodeUndrivenOutput, of.Outputs[0].Place,
			fmt.Sprintf("%s has neither eval nor nodes, so its outputs stay 0.", of.Name), fmt.Sprintf("Add eval: ({ … }) => ({ %s: … }), or nodes and connect.", name))
	}
}

// fields compares what the lambdas of a circuit read from their argument with what they are given.
func (c *Compiled) fields(d *realm.Definition) {
	given := make([]string, 0, len(d.Circuit.Inputs)+len(d.Circuit.State))
	for _, p := range d.Circuit.Inputs {
		given = append(given, p.Name)
	}
	for _, s := range d.Circuit.State {
		given = append(given, s.Name)
	}
	options := c.options(d)
	c.reads(d, d.Eval, "eval", given, options)
	c.reads(d, d.OnTick, "onTick", given, options)
}

// options are the names of all options that any node of a circuit is given.
func (c *Compiled) options(d *realm.Definition) []string {
	list := []string{d.Circuit.Metadata.InteractiveArg}
	for _, other := range c.realm.Circuits() {
		for i := range other.Circuit.Nodes {
			if n := &other.Circuit.Nodes[i]; n.Definition == d.ID {
				list = append(list, n.Arguments.Keys...)
			}
		}
	}
	return list
}

func (c *Compiled) reads(d *realm.Definition, l *realm.Lambda, lambda string, given, options []string) {
	if l == nil || l.Script == nil || l.Function == 0 {
		return
	}
	f := l.Script.Function(l.Function)
	if f == nil || f.UsesArguments {
		return
	}
	problem := func(message string) circuit.Diagnostic {
		return circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeUnknownField, Severity: circuit.Warning, Circuit: d.Circuit.Name,
			Message: fmt.Sprintf("%s of %s ", lambda, d.Circuit.Name) + message,
		}
	}
	warn := func(at circuit.Place, message, suggestion string) {
		report := problem(message)
		report.Suggestion = suggestion
		c.add(report.At(at))
	}
	written := fmt.Sprintf("Write %s: ({ %s }) => …", lambda, strings.Join(given[:min(len(given), 4)], ", "))
	names, fields := f.Arguments()
	switch {
	case len(names) > 1:
		second := "the second one"
		if names[1] != "" { // a pattern has no name
			second = "'" + names[1] + "'"
		}
		warn(l.Place, fmt.Sprintf("receives one object, not several arguments: %s is always undefined.", second), written)
		return
	case len(names) == 1 && names[0] != "" && slices.Contains(given, names[0]):
		if _, all := f.Reads(); all {
			warn(l.Place, fmt.Sprintf("receives one object: '%[1]s' is that object, and not the value of '%[1]s'.", names[0]), written)
		}
		return
	}
	for _, field := range fields {
		if field.Default || slices.Contains(given, field.Name) || slices.Contains(options, field.Name) {
			continue
		}
		report := problem(fmt.Sprintf("reads '%s', which is neither an input nor state, so it is undefined.", field.Name))
		report.Guess(circuit.UseMember, field.Name, given)
		switch {
		case slices.Contains([]string{"inputs", "outputs", "state", "nodes"}, field.Name):
			report.Advise(written)
		case slices.ContainsFunc(d.Circuit.Outputs, func(p circuit.Port) bool { return p.Name == field.Name }):
			report.Advise("It is an output; what shall be remembered is state.")
		case field.Name == "clk" || field.Name == "clock":
			report.Advise("The clock is no input: onTick runs at its rising edge.")
		}
		c.add(report.At(f.PlaceOf(field.At)))
	}
}

// missed reports that the onTick of a circuit of the file takes an input from its argument and has no value of its own
// for it.
func (c *Compiled) missed(id circuit.DefinitionID, input string) bool {
	d := c.realm.Definition(id)
	if d == nil || d.Library || d.OnTick == nil || d.OnTick.Script == nil || d.OnTick.Function == 0 {
		return false
	}
	f := d.OnTick.Script.Function(d.OnTick.Function)
	return f != nil && slices.Contains(f.Unguarded(), input)
}

// withoutEchoes drops what an error says better: hints about a lambda that fails, and warnings about its line.
func withoutEchoes(list []circuit.Diagnostic) []circuit.Diagnostic {
	subject := func(d *circuit.Diagnostic) string {
		words := strings.Fields(d.Message)
		if len(words) < 3 || words[1] != "of" {
			return ""
		}
		return words[0] + " of " + words[2]
	}
	lines, subjects := map[circuit.Place]bool{}, map[string]bool{}
	for i := range list {
		if d := &list[i]; d.Severity == circuit.Error {
			lines[circuit.Place{File: d.File, Line: d.Line}] = true
			subjects[subject(d)] = true
		}
	}
	return slices.DeleteFunc(list, func(d circuit.Diagnostic) bool {
		switch d.Code {
		case circuit.CodeOpaque:
			return subjects[subject(&d)] && subject(&d) != ""
		case circuit.CodeDoubtfulSource:
			return d.Severity == circuit.Warning && lines[circuit.Place{File: d.File, Line: d.Line}] && strings.Contains(d.Message, "will throw")
		}
		return false
	})
}

// WithErrors are the diagnostics of a circuit together with what running it has shown, in the order of the text and
// without those that are only an echo of an error.
func (c *Compiled) WithErrors(more ...circuit.Diagnostic) []circuit.Diagnostic {
	for _, d := range more {
		c.Diagnostics = circuit.Join(c.Diagnostics, d)
	}
	c.sort()
	return c.Diagnostics
}
