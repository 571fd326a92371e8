package realm

import (
	"maps"
	"slices"

	"simten.dev/engine/circuit"
)

// inferenceRule says how a library factory made without its width option takes its width from what
// is connected (engine/std's WIDTH_INFERENCE). Public Simten never masks, so circuits rely on a bare
// Mux() or Constant({value: 255}) carrying bytes over ports that are declared one bit wide.
type inferenceRule struct {
	option string   // the width option
	ports  []string // ports of that width
	value  string   // an option whose number must fit, or ""
	shows  bool     // it follows declared buses too, although it is a bus by default
}

// inferred is one node whose width is being found.
type inferred struct {
	node    int
	rule    inferenceRule
	base    int // the width that the component has by default
	width   int
	sources []end   // what drives its inputs of that width
	targets []end   // what its outputs of that width drive
	readers []int32 // open nodes that its width may widen
	feeders []int32 // open nodes that it may narrow
	queued  bool
}

// inference finds the widths that were left open in one circuit.
type inference struct {
	b     *builder
	open  []*inferred // by node; nil when its width is settled
	queue []int32
}

// inferWidths finds the widths that were left open, re-makes those nodes, and finishes the wiring.
func (b *builder) inferWidths(wires []wire) {
	f := &inference{b: b}
	for i := range b.instances {
		f.consider(i)
	}
	if f.open == nil {
		b.finishWires(wires)
		return
	}
	f.connect(wires)
	f.forward()
	f.backward()
	for i, x := range f.open {
		if x != nil {
			b.respecialise(x)
			if x.width == x.base {
				f.open[i] = nil
			}
		}
	}
	b.open = f.open
	b.finishWires(wires)
}

// inferred reports whether the width of a node was left open and has been found.
func (b *builder) inferred(e end) bool {
	return b.open != nil && e.node != ownPorts && b.open[e.node] != nil
}

// consider opens the width of a node that a library factory made without its width option.
func (f *inference) consider(i int) {
	v := f.b.instances[i]
	if v.settled {
		return
	}
	rule, open := f.b.realm.widthRule(v)
	if !open {
		v.settled = true
		return
	}
	if f.open == nil {
		f.open = make([]*inferred, len(f.b.instances))
	}
	x := &inferred{node: i, rule: rule, base: f.b.typeOf(end{node: int32(i), port: rule.ports[0]}).Wires()}
	x.width = x.base
	if value, ok := v.arguments.Get(rule.value); ok && rule.value != "" {
		x.width = max(x.base, bitsOf(value))
	}
	f.open[i] = x
}

// widthRule is how the width of a component is found; open is false when nothing is to be found.
func (r *Realm) widthRule(v *instanceValue) (rule inferenceRule, open bool) {
	if v.factory == nil || !v.factory.library {
		return rule, false
	}
	if rule, open = r.inference[v.factory.name]; !open {
		return rule, false
	}
	_, given := v.arguments.Get(rule.option)
	return rule, !given
}

// concerns is the open node whose width the port has, or nil.
func (f *inference) concerns(e end) *inferred {
	if e.node == ownPorts {
		return nil
	}
	if x := f.open[e.node]; x != nil && slices.Contains(x.rule.ports, e.port) {
		return x
	}
	return nil
}

func (f *inference) connect(wires []wire) {
	for _, w := range wires {
		target, source := f.concerns(w.target), f.concerns(w.source)
		if target != nil {
			target.sources = append(target.sources, w.source)
		}
		if source != nil {
			source.targets = append(source.targets, w.target)
		}
		if target != nil && source != nil {
			source.readers = append(source.readers, int32(target.node))
			target.feeders = append(target.feeders, int32(source.node))
		}
	}
}

func (f *inference) width(e end) int {
	if x := f.concerns(e); x != nil {
		return x.width
	}
	return f.b.typeOf(e).Wires()
}

// settle looks at every open node, and again at those that a change concerns, until nothing changes.
func (f *inference) settle(grows func(*inferred) bool, concerned func(*inferred) []int32) {
	push := func(x *inferred) {
		if x != nil && !x.queued {
			x.queued = true
			f.queue = append(f.queue, int32(x.node))
		}
	}
	for _, x := range f.open {
		push(x)
	}
	for at := 0; at < len(f.queue); at++ {
		x := f.open[f.queue[at]]
		x.queued = false
		if grows(x) {
			for _, i := range concerned(x) {
				push(f.open[i])
			}
		}
	}
	f.queue = f.queue[:0]
}

// forward makes a node at least as wide as what comes in. Widths only grow, so this ends. A component
// that is a bus by default follows only other inferred widths: a declared bus that is wider than it is
// an error in public Simten too (D36).
func (f *inference) forward() {
	f.settle(func(x *inferred) bool {
		before := x.width
		for _, s := range x.sources {
			if x.base > 1 && !x.rule.shows && f.concerns(s) == nil {
				continue
			}
			x.width = max(x.width, f.width(s))
		}
		return x.width > before
	}, func(x *inferred) []int32 { return x.readers })
}

// backward makes a node that drives something wider as wide as the narrowest such target.
func (f *inference) backward() {
	f.settle(func(x *inferred) bool {
		if x.base > 1 {
			return false
		}
		narrowest := 0
		for _, t := range x.targets {
			w := f.width(t)
			if w == x.width {
				return false
			}
			if w > x.width && (narrowest == 0 || w < narrowest) {
				narrowest = w
			}
		}
		if narrowest <= x.width {
			return false
		}
		x.width = narrowest
		return true
	}, func(x *inferred) []int32 { return x.feeders })
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
	b.describe(n, n.ID, b.instances[f.node], n.Place)
	b.note(circuit.Diagnostic{
		Code: circuit.CodeInferredWidth, Severity: circuit.Info, Node: n.ID,
		Message: sprintf("%s '%s' has no %s; it takes %d from what is connected.", n.ComponentRef, n.ID, f.rule.option, f.width),
	}.At(n.Place))
}

// presenceMask is the number of bits of an option value: 32 for a negative number, which is an int32.
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
		rule.shows, _ = entry["shows"].(bool)
		ports, _ := entry["ports"].([]any)
		for _, p := range ports {
			if s, ok := p.(string); ok {
				rule.ports = append(rule.ports, s)
			}
		}
		r.inference[name] = rule
	}
}
