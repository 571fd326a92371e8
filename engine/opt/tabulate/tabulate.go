// Package tabulate is the pass that puts tables in the place of operations of a graph.
//
// A value that a few bits decide becomes a table, when it takes more than a few operations otherwise: how many bits of
// a byte are set, the lanes that a mask of four bits stands for, a digit for a display that is put together by
// conditions.
package tabulate

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

const (
	maxTabulated = 1 << 19 // operations that are tried in all, for the time's sake
	maxInTables  = 1 << 12 // entries of all tables of a graph
	maxInGroup   = 1 << 11 // operations that follow from one value
)

// minTabulated is how many operations a table must save that has an index of so many bits.
func minTabulated(bits int) int { return 4 + bits/3 }

// fewest is the same where the whole netlist is known: a table is one load.
const fewest = 4

// Graph puts tables in the place of operations that follow from one value of a few bits. The results stay the same;
// roots, the results of the graph that are needed, are renumbered. Operations that are no longer needed are still in
// the new graph.
func Graph(g *word.Graph, roots []*word.ID) *word.Graph {
	b := With(g, Options{Roots: roots, Entries: maxInTables})
	if b == nil {
		return g
	}
	return &b.Graph
}

// Options is what is made of a graph with tables.
type Options struct {
	Roots   []*word.ID // results for whose sake there are tables, which are renumbered
	Others  []*word.ID // results that are renumbered, too
	Entries int        // of all tables together, at most
	// Flags makes tables of single bits, too, where the index is too wide for a set.
	Flags bool
}

// With is what Graph does, with a builder that more can be added to; nil when there is nothing to do.
func With(g *word.Graph, o Options) *word.Builder {
	t := &tabulating{Graph: g, Options: o, base: make([]word.ID, len(g.Ops)), outside: make([]bool, len(g.Ops)), data: map[word.ID][]circuit.Value{}}
	if !t.plan(o.Roots) {
		return nil
	}
	b := word.NewBuilder()
	b.Tables, b.Bodies = slices.Clone(g.Tables), slices.Clone(g.Bodies)
	place := make([]word.ID, len(g.Ops))
	for i := range g.Ops {
		id := word.ID(i)
		if data := t.data[id]; data != nil {
			place[i] = b.Lookup(b.Table(word.LookupTable{Width: int(g.Ops[i].Width), Data: data}), place[t.base[i]])
		} else if t.outside[i] {
			place[i] = b.Copy(g, id, func(x word.ID) word.ID { return place[x] })
		}
	}
	for _, list := range [2][]*word.ID{o.Roots, o.Others} {
		for _, r := range list {
			if *r != word.None {
				*r = place[*r]
			}
		}
	}
	return b
}

// tabulating looks for what becomes a table.
type tabulating struct {
	*word.Graph
	Options
	base    []word.ID                   // by operation: the value of a few bits that it follows from, perhaps itself; None: there is none
	outside []bool                      // by operation: it is needed, in the end as an operation
	data    map[word.ID][]circuit.Value // of the operations that become tables
	tried   int
	entries int
	values  []uint64 // by operation, while a group is tried
}

// plan finds what becomes a table, and reports whether there is anything.
func (t *tabulating) plan(roots []*word.ID) bool {
	needed := make([]bool, len(t.Ops))
	var operands [3]word.ID
	for _, r := range roots {
		if *r != word.None {
			needed[*r] = true
		}
	}
	for i := len(t.Ops) - 1; i >= 0; i-- {
		for _, x := range t.Ops[i].Operands(operands[:0]) {
			needed[x] = needed[x] || needed[i]
		}
	}
	groups := map[word.ID][]word.ID{} // by base, what follows from it
	var order []word.ID
	for i := range t.Ops {
		if !needed[i] {
			continue
		}
		id := word.ID(i)
		t.base[i] = t.BaseAmong(id, t.base, word.WidestIndex)
		if b := t.base[i]; b >= 0 && b != id {
			if groups[b] == nil {
				order = append(order, b)
			}
			groups[b] = append(groups[b], id)
		}
	}
	if len(groups) == 0 {
		return false
	}
	ends := make([]bool, len(t.Ops)) // something else than the rest of its group needs it
	for _, r := range roots {
		if *r != word.None {
			ends[*r] = true
		}
	}
	for i := range t.Ops {
		if needed[i] {
			for _, x := range t.Ops[i].Operands(operands[:0]) {
				ends[x] = ends[x] || t.base[x] != t.base[i] || t.base[i] == word.ID(i)
			}
		}
	}
	for _, b := range order {
		t.group(b, groups[b], ends)
	}
	if len(t.data) == 0 {
		return false
	}
	for _, list := range [2][]*word.ID{roots, t.Others} {
		for _, r := range list {
			if *r != word.None {
				t.outside[*r] = true
			}
		}
	}
	for i := len(t.Ops) - 1; i >= 0; i-- {
		switch {
		case !t.outside[i]:
		case t.data[word.ID(i)] != nil:
			t.outside[t.base[i]] = true
		default:
			for _, x := range t.Ops[i].Operands(operands[:0]) {
				t.outside[x] = true
			}
		}
	}
	return true
}

// group decides what of a group, in the order of the graph, becomes a table.
func (t *tabulating) group(base word.ID, group []word.ID, ends []bool) {
	few := minTabulated(int(t.Ops[base].Bits))
	if t.Flags {
		few = fewest
	}
	if size := 1 << t.Ops[base].Bits; len(group) < few || len(group) > maxInGroup || t.tried+size*len(group) > maxTabulated {
		return
	}
	// Of a part of a value, or a wider one, the value is what becomes a table.
	for _, id := range slices.Backward(group) {
		if op := &t.Ops[id]; ends[id] && isPart(op) && op.A != base {
			ends[id], ends[op.A] = false, true
		}
	}
	tables := map[word.ID]bool{}
	for _, id := range group {
		op := &t.Ops[id]
		wide := op.Bits > 1 || t.Flags && t.Ops[base].Bits > word.WidestSet
		tables[id] = ends[id] && wide && !op.IsFloat()
	}
	// A table that saves too little is none, and what it would be made of stays with it, so that others save less.
	for dropped := true; dropped; {
		dropped = false
		counted := map[word.ID]bool{}
		for _, id := range group {
			if ends[id] && !tables[id] {
				t.weigh(id, base, tables, counted)
			}
		}
		for _, id := range slices.Backward(group) {
			if tables[id] && t.weigh(id, base, tables, counted) < few {
				tables[id], dropped = false, true
			}
		}
	}
	var list []word.ID
	for _, id := range group {
		if tables[id] {
			list = append(list, id)
		}
	}
	if size := 1 << t.Ops[base].Bits; len(list) > 0 && t.entries+size*len(list) <= t.Entries {
		t.fill(base, group, list)
	}
}

// isPart tells operations that code is hardly needed for.
func isPart(op *word.Op) bool { return op.Kind == word.ZExt || op.Kind == word.Slice }

// weigh counts the operations that a value is made of, down to the base and to tables, without those that were counted
// before.
func (t *tabulating) weigh(id, base word.ID, tables, counted map[word.ID]bool) int {
	n := 1
	op := &t.Ops[id]
	if isPart(op) {
		n = 0
	}
	var operands [3]word.ID
	for _, x := range op.Operands(operands[:0]) {
		if x != base && t.base[x] == base && !tables[x] && !counted[x] {
			counted[x] = true
			n += t.weigh(x, base, tables, counted)
		}
	}
	return n
}

// fill computes the tables of a group.
func (t *tabulating) fill(base word.ID, group, tables []word.ID) {
	size := 1 << t.Ops[base].Bits
	t.tried += size * len(group)
	data := make([][]circuit.Value, len(tables))
	for k := range data {
		data[k] = make([]circuit.Value, size)
	}
	if t.values == nil {
		t.values = make([]uint64, len(t.Ops))
	}
	values := t.values
	var operands [3]word.ID
	for _, id := range group { // their constants
		for _, x := range t.Ops[id].Operands(operands[:0]) {
			if op := &t.Ops[x]; t.base[x] == word.AnyBase {
				values[x], _ = t.Apply64(op, values)
			}
		}
	}
	for v := range uint64(size) {
		values[base] = v
		for _, id := range group {
			var ok bool
			if values[id], ok = t.Apply64(&t.Ops[id], values); !ok {
				return
			}
		}
		for k, id := range tables {
			data[k][v] = circuit.Uint(values[id])
		}
	}
	t.entries += size * len(tables)
	for k, id := range tables {
		t.data[id] = data[k]
	}
}
