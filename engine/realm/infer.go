package realm

import (
	"maps"

	"simten.dev/engine/circuit"
)

// inferenceRule says how a library factory made without its width option takes its width from what
// is connected (engine/std's WIDTH_INFERENCE). Public Simten never masks, so circuits rely on a bare
// Mux() or Constant({value: 255}) carrying bytes over ports that are declared one bit wide.
type inferenceRule struct {
	option string   // the width option
	ports  []string // ports of that width
	value  string   // an option whose number must fit, or ""
}

// inferred is one node whose width is being found.
type inferred struct {
	node    int
	rule    inferenceRule
	base    int // the width that the component has by default
	width   int
	sources []circuit.Endpoint // what drives its inputs of that width
	targets []circuit.Endpoint // what its outputs of that width drive
}

// inferWidths finds the widths that were left open, re-makes those nodes, and finishes the wiring.
func (b *builder) inferWidths(wires []wire) {
	open := map[string]*inferred{}
	for i := range b.instances {
		v := b.instances[i]
		if v.factory == nil || !v.factory.library {
			continue
		}
		rule, ok := b.realm.inference[v.factory.name]
		if !ok {
			continue
		}
		if _, given := v.arguments.Get(rule.option); given {
			continue
		}
		id := b.c.Nodes[i].ID
		f := &inferred{node: i, rule: rule, base: b.typeOf(circuit.Endpoint{NodeID: id, PortName: rule.ports[0]}).Wires()}
		f.width = f.base
		if value, ok := v.arguments.Get(rule.value); ok && rule.value != "" {
			f.width = max(f.base, bitsOf(value))
		}
		open[id] = f
	}
	if len(open) == 0 {
		b.finishWires(wires)
		return
	}
	concerns := func(e circuit.Endpoint) *inferred {
		f := open[e.NodeID]
		if f == nil || e.NodeID == "" {
			return nil
		}
		for _, p := range f.rule.ports {
			if p == e.PortName {
				return f
			}
		}
		return nil
	}
	for _, w := range wires {
		if f := concerns(w.target); f != nil {
			f.sources = append(f.sources, w.source)
		}
		if f := concerns(w.source); f != nil {
			f.targets = append(f.targets, w.target)
		}
	}
	width := func(e circuit.Endpoint) int {
		if f := concerns(e); f != nil {
			return f.width
		}
		return b.typeOf(e).Wires()
	}
	// Forward: at least as wide as what comes in. Widths only grow, so this ends. A component that is a
	// bus by default follows only other inferred widths: a declared bus that is wider than it is an
	// error in public Simten too (D36).
	for changed := true; changed; {
		changed = false
		for _, f := range open {
			for _, s := range f.sources {
				if f.base > 1 && concerns(s) == nil {
					continue
				}
				if w := width(s); w > f.width {
					f.width, changed = w, true
				}
			}
		}
	}
	// Backward: where something wider is driven, be as wide as the narrowest such target.
	for changed := true; changed; {
		changed = false
		for _, f := range open {
			narrowest := 0
			if f.base > 1 {
				continue
			}
			for _, t := range f.targets {
				if w := width(t); w > f.width && (narrowest == 0 || w < narrowest) {
					narrowest = w
				} else if w == f.width {
					narrowest = 0
					break
				}
			}
			if narrowest > f.width {
				f.width, changed = narrowest, true
			}
		}
	}
	for _, id := range sortedByIndex(b.nodes) {
		if f := open[id]; f != nil {
			b.respecialise(f)
			if f.width == f.base {
				delete(open, id)
			}
		}
	}
	b.inferredNodes = open
	b.finishWires(wires)
}

// respecialise makes the node again with the width found.
func (b *builder) respecialise(f *inferred) {
	if f.width == f.base {
		return
	}
	old := b.instances[f.node]
	arguments := old.arguments.Clone()
	arguments.Set(f.rule.option, float64(f.width))
	d := b.realm.specialise(old.factory, b.realm.fromArgument(arguments), arguments)
	b.instances[f.node] = &instanceValue{definition: d, arguments: arguments, factory: old.factory, explicit: old.explicit}
	n := &b.c.Nodes[f.node]
	*n = b.node(n.ID, b.instances[f.node], n.Place)
	b.note(circuit.Diagnostic{
		Code: circuit.CodeInferredWidth, Severity: circuit.Info, Node: n.ID,
		Message: sprintf("%s '%s' has no %s; it takes %d from what is connected.", n.ComponentRef, n.ID, f.rule.option, f.width),
	}.At(n.Place))
}

// bitsOf is the number of bits of an option value: 32 for a negative number, which is an int32.
func bitsOf(v any) int {
	switch x := v.(type) {
	case float64:
		if x < 0 {
			return 32
		}
		cell, _, _ := fromFloat(x, circuit.MaxWidth)
		return cell.Len()
	case circuit.Value:
		return x.Len()
	}
	return 1
}

// loadInference reads the table that the library exports (trusted code).
func (r *Realm) loadInference(table map[string]any) {
	r.inference = map[string]inferenceRule{}
	for name := range maps.Keys(table) {
		entry, ok := table[name].(map[string]any)
		if !ok {
			continue
		}
		rule := inferenceRule{}
		rule.option, _ = entry["option"].(string)
		rule.value, _ = entry["value"].(string)
		ports, _ := entry["ports"].([]any)
		for _, p := range ports {
			if s, ok := p.(string); ok {
				rule.ports = append(rule.ports, s)
			}
		}
		r.inference[name] = rule
	}
}
