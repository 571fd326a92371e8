package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// results compares what the lambdas of the program's circuits return with what they must return, as far as the text
// tells: a name that nobody declared, and an output that is never returned.
func (c *Compiled) results() {
	misspelled := map[string]bool{} // circuits with a key that was meant otherwise: what is missing there follows from that
	for i := range c.Diagnostics {
		if d := &c.Diagnostics[i]; d.Code == circuit.CodeUnknownKey && d.Suggestion != "" {
			misspelled[d.Circuit] = true
		}
	}
	listed := map[*realm.Definition]bool{}
	defer c.variants(func(d *realm.Definition) bool { return listed[d] || misspelled[d.Circuit.Name] })
	for _, d := range c.realm.Circuits() {
		if misspelled[d.Circuit.Name] {
			continue
		}
		listed[d] = true
		outputs, fields := outputNames(d.Circuit), fieldNames(d.Circuit)
		c.returned(d, d.Eval, "eval", "output", outputs, outputs)
		c.returned(d, d.OnTick, "onTick", "state field", fields, fields)
		c.lostWrites(d, d.OnTick)
		c.addresses(d)
		c.unchanging(d)
		if !d.Library {
			c.unused(d)
			c.fields(d)
		}
	}
	c.lambdas(func(d *realm.Definition) bool { return misspelled[d.Circuit.Name] })
}

// variant is a lambda of a factory: all circuits that the factory has made with it.
type variant struct {
	circuits []*realm.Definition
	lambda   *realm.Lambda
}

// variants checks what the lambdas of factories return. The circuits of one lambda need not have the same outputs: a
// name is wrong when none of them has it, and missing when all of them have it.
func (c *Compiled) variants(skip func(*realm.Definition) bool) {
	type key struct {
		script   *source.Script
		function int
	}
	index := map[key]int{}
	var evals, ticks []variant
	note := func(list *[]variant, d *realm.Definition, l *realm.Lambda) {
		if l == nil || l.Script == nil || l.Function == 0 {
			return
		}
		k := key{l.Script, l.Function}
		i, known := index[k]
		if !known {
			i = len(*list)
			index[k] = i
			*list = append(*list, variant{lambda: l})
		}
		(*list)[i].circuits = append((*list)[i].circuits, d)
	}
	for _, d := range c.realm.Made() {
		if !d.Library && !skip(d) {
			note(&evals, d, d.Eval)
			note(&ticks, d, d.OnTick)
		}
	}
	check := func(v variant, lambda, what string, names func(*circuit.Circuit) []string) {
		var some, all []string
		for i, d := range v.circuits {
			declared := names(d.Circuit)
			if i == 0 {
				some, all = declared, declared
				continue
			}
			all = slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !slices.Contains(declared, name) })
			for _, name := range declared {
				if !slices.Contains(some, name) {
					some = append(slices.Clip(some), name)
				}
			}
		}
		c.returned(v.circuits[0], v.lambda, lambda, what, some, all)
		c.lostWrites(v.circuits[0], v.lambda)
	}
	for _, v := range evals {
		check(v, "eval", "output", outputNames)
	}
	for _, v := range ticks {
		check(v, "onTick", "state field", fieldNames)
	}
}

func outputNames(d *circuit.Circuit) []string {
	var names []string
	for _, p := range d.Outputs {
		names = append(names, p.Name)
	}
	return names
}

func fieldNames(d *circuit.Circuit) []string {
	var names []string
	for _, s := range d.State {
		names = append(names, s.Name)
	}
	return names
}

// unchanging tells registers of a circuit without onTick. A memory is left alone: a table is a memory that never
// changes.
func (c *Compiled) unchanging(d *realm.Definition) {
	if d.Library || d.OnTick != nil || len(d.Circuit.Nodes) > 0 {
		return
	}
	for i := range d.Circuit.State {
		s := &d.Circuit.State[i]
		if s.StateType.Kind == circuit.Memory {
			continue
		}
		c.add(circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeNeverChanges, Severity: circuit.Warning, Circuit: d.Circuit.Name,
			Message:    fmt.Sprintf("State '%s' of %s never changes: there is no onTick.", s.Name, d.Circuit.Name),
			Suggestion: fmt.Sprintf("Add onTick: ({ %[1]s }) => ({ %[1]s: … }), or use a constant.", s.Name),
		}.At(s.Place))
	}
}

// addresses looks for memories that are filled, or accessed by a number in the text, at an address that they do not
// have.
func (c *Compiled) addresses(d *realm.Definition) {
	if d.Library {
		return
	}
	outside := func(s *circuit.StateBlock, address uint64, what string, at circuit.Place) {
		c.add(circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeOutOfRange, Severity: circuit.Warning, Circuit: d.Circuit.Name,
			Message:    fmt.Sprintf("Address %d is outside of the memory '%s', which has %d cells: %s.", address, s.Name, s.Depth, what),
			Suggestion: fmt.Sprintf("The last address is %d.", s.Depth-1),
		}.At(at))
	}
	depths := map[string]*circuit.StateBlock{}
	for i := range d.Circuit.State {
		s := &d.Circuit.State[i]
		if s.StateType.Kind != circuit.Memory || s.Depth == 0 {
			continue
		}
		depths[s.Name] = s
		if s.Beyond > 0 {
			outside(s, s.Beyond, "what it is given there is lost", s.Place)
		}
	}
	for _, l := range []*realm.Lambda{d.Eval, d.OnTick} {
		if l == nil || l.Script == nil || l.Function == 0 || len(depths) == 0 {
			continue
		}
		f := l.Script.Function(l.Function)
		if f == nil {
			continue
		}
		for _, a := range f.Accesses() {
			if s := depths[a.Name]; s != nil && a.Address >= int64(s.Depth) {
				outside(s, uint64(a.Address), "it reads 0, and what is written there is lost", f.PlaceOf(a.At))
			}
		}
	}
}

// returned compares what a lambda returns with the names that there are, and with those that it is to return.
func (c *Compiled) returned(d *realm.Definition, l *realm.Lambda, lambda, what string, declared, wanted []string) {
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
		report := circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeResultNames, Severity: circuit.Warning, Circuit: d.Circuit.Name,
			Message: fmt.Sprintf("%s of %s returns '%s', which is no %s. %s", lambda, d.Circuit.Name, r.Name, what, there),
		}
		if other := otherResult(d, lambda, r.Name); other != "" {
			report.Advise(other)
		} else {
			report.Guess(circuit.UseMember, r.Name, declared)
		}
		c.add(report.At(f.PlaceOf(r.At)))
	}
	// A state field that onTick does not return keeps its value, which is often meant.
	if !whole || lambda != "eval" {
		return
	}
	for _, name := range wanted {
		if missing[name] {
			c.add(circuit.Diagnostic{
				Stage: circuit.StageCheck, Code: circuit.CodeResultNames, Severity: circuit.Warning, Circuit: d.Circuit.Name,
				Message: fmt.Sprintf("eval of %s never returns '%s', which therefore stays 0.", d.Circuit.Name, name),
			}.At(l.Place))
		}
	}
}

// otherResult is what to do with a result that the other lambda gives.
func otherResult(d *realm.Definition, lambda, name string) string {
	switch {
	case lambda == "onTick" && slices.ContainsFunc(d.Circuit.Outputs, func(p circuit.Port) bool { return p.Name == name }):
		return fmt.Sprintf("It is an output, and those come from eval: keep the value in a state field, and return it from there, eval: ({ … }) => ({ %s: … }).", name)
	case lambda == "eval" && slices.ContainsFunc(d.Circuit.State, func(s circuit.StateBlock) bool { return s.Name == name }):
		return "It is a state field, and those come from onTick."
	}
	return ""
}

// lostWrites looks for memories that onTick writes to and never returns: they stay as they are.
func (c *Compiled) lostWrites(d *realm.Definition, l *realm.Lambda) {
	if d.Library || l == nil || l != d.OnTick || l.Script == nil || l.Function == 0 {
		return
	}
	f := l.Script.Function(l.Function)
	if f == nil {
		return
	}
	list, whole := f.Results()
	if !whole {
		return
	}
	lost := map[string]bool{}
	for i := range d.Circuit.State {
		if s := &d.Circuit.State[i]; s.StateType.Kind == circuit.Memory {
			lost[s.Name] = true
		}
	}
	for _, r := range list {
		delete(lost, r.Name)
	}
	for _, w := range f.Writes() {
		if !lost[w.Name] {
			continue
		}
		delete(lost, w.Name)
		c.add(circuit.Diagnostic{
			Stage: circuit.StageCheck, Code: circuit.CodeLostWrites, Severity: circuit.Warning, Circuit: d.Circuit.Name,
			Message:    fmt.Sprintf("onTick of %s writes to the memory '%s' and does not return it: what it writes is lost.", d.Circuit.Name, w.Name),
			Suggestion: fmt.Sprintf("Return it with the rest: return { …, %s }.", w.Name),
		}.At(f.PlaceOf(w.At)))
	}
}
