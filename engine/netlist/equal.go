package netlist

import (
	"maps"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// Same reports whether two modules behave alike, cycle by cycle, and keep their state in the same places: what a
// machine of one of them is in, a machine of the other can go on from. Where things stand in the source, and the names
// of what has no state, do not matter. A module that calls closures is the same as no other, as their functions may
// differ.
func (m *Module) Equal(o *Module) bool {
	return m.Name == o.Name && m.Invariant == o.Invariant && m.Feedback == o.Feedback && !m.Opaque() && !o.Opaque() &&
		sameGraph(&m.Graph, &o.Graph) &&
		slices.Equal(m.Fixed, o.Fixed) && slices.Equal(m.Nets, o.Nets) && slices.Equal(m.Loops, o.Loops) &&
		slices.EqualFunc(m.Inputs, o.Inputs, func(a, b Input) bool {
			return a.Kind == b.Kind && a.Width == b.Width && a.Index == b.Index && a.Node == b.Node && a.Name == b.Name && a.Start.Equal(b.Start)
		}) &&
		slices.EqualFunc(m.Registers, o.Registers, func(a, b Register) bool {
			return a.Name == b.Name && a.Width == b.Width && a.Next == b.Next && a.Start.Equal(b.Start)
		}) &&
		slices.EqualFunc(m.Memories, o.Memories, func(a, b Memory) bool {
			return a.Name == b.Name && a.Depth == b.Depth && a.Width == b.Width && slices.Equal(a.Writes, b.Writes) && maps.EqualFunc(a.Start, b.Start, circuit.Value.Equal)
		}) &&
		slices.EqualFunc(m.Texts, o.Texts, func(a, b Text) bool {
			return a.Name == b.Name && a.Start == b.Start && a.Limit == b.Limit && slices.Equal(a.Appends, b.Appends)
		}) &&
		slices.EqualFunc(m.Vars, o.Vars, func(a, b Var) bool { return a.Width == b.Width && a.Next == b.Next && a.Node == b.Node }) &&
		slices.EqualFunc(m.Calls, o.Calls, sameThrow) &&
		slices.EqualFunc(m.Checks, o.Checks, func(a, b Overflow) bool { return a.Node == b.Node && a.Output == b.Output && a.Value == b.Value }) &&
		slices.EqualFunc(m.Fields, o.Fields, func(a, b []Field) bool { return slices.EqualFunc(a, b, sameField) })
}

func sameGraph(a, b *word.Graph) bool {
	return slices.Equal(a.Ops, b.Ops) &&
		slices.EqualFunc(a.Wide, b.Wide, circuit.Value.Equal) &&
		slices.EqualFunc(a.Tables, b.Tables, func(x, y word.LookupTable) bool {
			return x.Width == y.Width && slices.EqualFunc(x.Data, y.Data, circuit.Value.Equal)
		}) &&
		slices.EqualFunc(a.Bodies, b.Bodies, func(x, y *word.Body) bool {
			return slices.Equal(x.Widths, y.Widths) && slices.Equal(x.Next, y.Next) && sameGraph(&x.Graph, &y.Graph)
		})
}

// sameThrow compares calls that stand in for a throw: what is said then is up to each module.
func sameThrow(a, b Call) bool {
	return a.Node == b.Node && a.Tick == b.Tick && slices.Equal(a.Args, b.Args)
}

func sameField(a, b Field) bool {
	return a.Kind == b.Kind && a.Index == b.Index && a.Sign == b.Sign && a.Has == b.Has && slices.Equal(a.Texts, b.Texts)
}
