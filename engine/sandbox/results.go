package sandbox

import (
	"fmt"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
)

// results compares what the lambdas of the program's circuits return with what they must return, as far as the text
// tells: a name that nobody declared, and an output that is never returned.
func (c *Compiled) results() {
	for _, d := range c.realm.Circuits() {
		var outputs, fields []string
		for _, p := range d.Circuit.Outputs {
			outputs = append(outputs, p.Name)
		}
		for _, s := range d.Circuit.State {
			fields = append(fields, s.Name)
		}
		c.returned(d, d.Eval, "eval", "output", outputs)
		c.returned(d, d.OnTick, "onTick", "state field", fields)
	}
}

func (c *Compiled) returned(d *realm.Definition, l *realm.Lambda, lambda, what string, declared []string) {
	if d.Library || l == nil || l.Script == nil || l.Function == 0 {
		return
	}
	f := l.Script.Function(l.Function)
	if f == nil {
		return
	}
	missing := make(map[string]bool, len(declared))
	for _, name := range declared {
		missing[name] = true
	}
	known := func(name string) bool { _, ok := missing[name]; return ok }
	list, whole := f.Results()
	for _, r := range list {
		if known(r.Name) {
			missing[r.Name] = false
			continue
		}
		there := "There are none."
		if len(declared) > 0 {
			there = "There are: " + strings.Join(declared, ", ") + "."
		}
		c.add(circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeResultNames, Severity: circuit.Warning, Circuit: d.Circuit.Name,
			Message:    fmt.Sprintf("%s of %s returns '%s', which is no %s. %s", lambda, d.Circuit.Name, r.Name, what, there),
			Suggestion: circuit.DidYouMean(r.Name, declared),
		}.At(f.PlaceOf(r.At)))
	}
	// A state field that onTick does not return keeps its value, which is often meant.
	if !whole || lambda != "eval" {
		return
	}
	for _, name := range declared {
		if missing[name] {
			c.add(circuit.Diagnostic{
				Stage: circuit.StageCheck, Code: circuit.CodeResultNames, Severity: circuit.Warning, Circuit: d.Circuit.Name,
				Message: fmt.Sprintf("eval of %s never returns '%s', which therefore stays 0.", d.Circuit.Name, name),
			}.At(l.Place))
		}
	}
}
