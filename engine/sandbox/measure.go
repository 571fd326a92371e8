package sandbox

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/graph"
)

// Measures are the size of a circuit, as levels count it.
type Measures struct {
	// Gates are the primitive parts of the elaborated circuit. Parts that only lead wires elsewhere (wiringParts) and
	// peripherals such as lamps are none.
	Gates int `json:"gates"`
	// Depth is the number of gates on the critical path, the longest way of a value within a cycle. The gates of a
	// loop, as in a latch, count once each.
	Depth int `json:"depth"`
}

// wiringParts are the parts of the library that are wires and nothing else: they take bits apart, put them together or
// hold them at a value.
var wiringParts = []string{
	"Constant", "Slice", "BitSlice", "Splitter", "Concat", "Combiner8to8", "Splitter8to8", "AddressCombiner",
	"SignExtend", "ZeroExtend", "Probe",
}

// Measure counts the gates of a circuit without errors and those on the critical path.
func (c *Compiled) Measure() Measures {
	var m Measures
	reads := func(p elaborate.Part, k int) bool {
		of := p.Circuit()
		return c.realm.Reads(of.Definition, of.Inputs[k].Name)
	}
	passing := make([]int, 0, c.Design.NodeCount()) // 1 for a gate that values go through within a cycle
	for _, p := range c.Design.Each() {
		w := c.weight(p.Circuit())
		m.Gates += w
		through := 0
		for k := range p.Circuit().Inputs {
			if reads(p, k) {
				through = w
				break
			}
		}
		passing = append(passing, through)
	}
	m.Depth = heaviest(c.Design.Readers(reads), passing)
	return m
}

func (c *Compiled) weight(of *circuit.Circuit) int {
	d := c.realm.Definition(of.Definition)
	if d != nil && d.Library && (of.Metadata.IsPeripheral() || slices.Contains(wiringParts, of.Name)) {
		return 0
	}
	return 1
}

// heaviest is the weight of the heaviest path of a graph, in which each component weighs as much as its nodes together.
func heaviest(g graph.Directed, weights []int) int {
	best := 0
	before := make([]int, len(weights)) // the weight of the heaviest path that leads to a node
	g.Components(func(component []int32) {
		path := 0
		for _, n := range component {
			path = max(path, before[n])
		}
		for _, n := range component {
			path += weights[n]
		}
		for _, n := range component {
			for _, next := range g.Next(int(n)) {
				before[next] = max(before[next], path)
			}
		}
		best = max(best, path)
	})
	return best
}

// Part is a circuit that the circuits of a program are made of directly.
type Part struct {
	Name    string
	Library bool // a component of the standard library; else a primitive of the program's own
	Wiring  bool // it only leads wires elsewhere; see Measures
	Place   circuit.Place
}

// Parts are what the program has built the main circuit of: the components of the library that its own circuits use,
// not what those are made of, and its own primitives. Each name comes once, with the first place of its use.
func (c *Compiled) Parts() []Part {
	var parts []Part
	type key struct {
		name    string
		library bool
	}
	told := map[key]bool{}
	tell := func(name string, library bool, place circuit.Place) {
		if k := (key{name, library}); !told[k] {
			told[k] = true
			parts = append(parts, Part{name, library, library && slices.Contains(wiringParts, name), place})
		}
	}
	seen := map[*circuit.Circuit]bool{}
	var visit func(of *circuit.Circuit, place circuit.Place)
	visit = func(of *circuit.Circuit, place circuit.Place) {
		d := c.realm.Definition(of.Definition)
		if d != nil && d.Library {
			tell(of.Name, true, place)
			return
		}
		if seen[of] {
			return
		}
		seen[of] = true
		if len(of.State) > 0 || d != nil && (d.Eval != nil || d.OnTick != nil) {
			tell(of.Name, false, of.Place)
		}
		for i := range of.Nodes {
			n := &of.Nodes[i]
			if inner := c.realm.Resolve(n.Definition, n.ComponentRef); inner != nil {
				visit(inner, n.Place)
			}
		}
	}
	visit(c.Circuit, c.Circuit.Place)
	return parts
}
