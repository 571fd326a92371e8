package region

import (
	"slices"

	"simten.dev/engine/word"
)

// Item is an operation on a side, or a region there that becomes a branch.
type Item struct {
	Op     word.ID // word.None for a region
	Region int32   // -1 for an operation
}

// Order lists what each side computes, in order: a region stands after all that it needs, before what needs one of its
// multiplexers, and as late as that allows. ops are the operations of the piece, each after what it needs, which
// operands appends. The operands of cases of a switch are in each of those, unless they are fixed. Keep has decided
// before.
func (t *Tree) Order(ops []word.ID, operands func(id word.ID, dst []word.ID) []word.ID, fixed func(id word.ID) bool) [][]Item {
	o := &order{Tree: t, operands: operands, ops: make([][]word.ID, len(t.Sides)), regions: make([][]int32, len(t.Sides)), done: make([]bool, len(t.Regions)), items: make([][]Item, len(t.Sides))}
	o.sides = t.sink(ops, operands, fixed)
	for _, id := range ops {
		if t.Branches(id) || t.Absent(id) {
			continue
		}
		if o.sides == nil {
			s := t.Side(id)
			o.ops[s] = append(o.ops[s], id)
			continue
		}
		for _, s := range o.sides[id] {
			o.ops[s] = append(o.ops[s], id)
		}
	}
	for i := range t.Regions {
		if r := &t.Regions[i]; r.Kept {
			o.regions[r.In] = append(o.regions[r.In], int32(i))
		}
	}
	o.computed = make(map[place]bool, len(ops))
	for s := range o.ops {
		o.regions[s] = o.readersFirst(o.regions[s])
		o.side = int32(s)
		for _, id := range o.ops[s] {
			o.operation(id)
		}
		for _, r := range o.regions[s] {
			o.region(r)
		}
	}
	return o.items
}

// order puts one side after the other in order, depth first.
type order struct {
	*Tree
	operands func(id word.ID, dst []word.ID) []word.ID
	ops      [][]word.ID         // by side
	regions  [][]int32           // by side: those that become branches
	side     int32               // the side under way
	sides    map[word.ID][]int32 // of operations; nil when each has one
	computed map[place]bool
	done     []bool // by region
	items    [][]Item
}

// need puts in what a value of the side under way is computed by. Values of an enclosing side are there before this one
// begins; values of an inner one are computed in its region.
func (o *order) need(id word.ID) {
	if id < 0 || o.of[id] == 0 || !o.inside(id) {
		return
	}
	if r := o.Region(id); r >= 0 {
		if o.Regions[r].In == o.side {
			o.region(r)
		}
	} else if o.sides == nil && o.Side(id) == o.side || slices.Contains(o.sides[id], o.side) {
		o.operation(id)
	}
}

func (o *order) operation(id word.ID) {
	here := place{o.side, id}
	if o.computed[here] {
		return
	}
	o.computed[here] = true
	for _, x := range o.operands(id, nil) {
		o.need(x)
	}
	o.items[o.side] = append(o.items[o.side], Item{id, -1})
}

func (o *order) region(r int32) {
	if o.done[r] {
		return
	}
	o.done[r] = true
	o.within(r)
	o.items[o.side] = append(o.items[o.side], Item{word.None, r})
}

// within needs what a region needs, those within it included.
func (o *order) within(r int32) {
	in := &o.Regions[r]
	o.need(in.Condition)
	for _, c := range in.Choices {
		o.need(c.Then)
		o.need(c.Else)
	}
	for _, leaves := range in.Leaves {
		for _, id := range leaves {
			o.need(id)
		}
	}
	in.each(func(s int32) {
		for _, id := range o.ops[s] {
			for _, x := range o.operands(id, nil) {
				o.need(x)
			}
		}
		for _, inner := range o.regions[s] {
			o.within(inner)
		}
	})
}

// maxOrdered bounds the regions of a side that are put in another order.
const maxOrdered = 64

// readersFirst puts regions of one side in an order in which, where possible, those that read registers come before
// those that store them: such a register can change where it is.
func (o *order) readersFirst(list []int32) []int32 {
	if o.registers == nil || len(list) < 2 || len(list) > maxOrdered {
		return list
	}
	reads, stores := make([]map[uint64]bool, len(list)), make([]map[uint64]bool, len(list))
	for i, r := range list {
		reads[i], stores[i] = map[uint64]bool{}, map[uint64]bool{}
		o.accesses(r, reads[i], stores[i])
	}
	// weight is how many registers that the first one stores the second one reads.
	weight := func(i, k int) (n int) {
		for r := range stores[i] {
			if reads[k][r] {
				n++
			}
		}
		return n
	}
	conflicts := make([][]int, len(list))
	for i := range list {
		conflicts[i] = make([]int, len(list))
		for k := range list {
			if i != k {
				conflicts[i][k] = weight(i, k)
			}
		}
	}
	left := make([]int, len(list))
	for i := range left {
		left[i] = i
	}
	out := make([]int32, 0, len(list))
	for len(left) > 0 { // the next one stores what few of the others read, and reads what many of them store
		best, least := 0, 0
		for n, i := range left {
			cost := 0
			for _, k := range left {
				cost += conflicts[i][k] - conflicts[k][i]
			}
			if n == 0 || cost < least {
				best, least = n, cost
			}
		}
		out = append(out, list[left[best]])
		left = append(left[:best], left[best+1:]...)
	}
	return out
}

// accesses notes the registers that a region reads and those that it stores.
func (o *order) accesses(r int32, reads, stores map[uint64]bool) {
	in := &o.Regions[r]
	read := func(id word.ID) {
		if id >= 0 && o.graph.Ops[id].Kind == word.Reg {
			reads[o.graph.Ops[id].Imm] = true
		}
	}
	for _, id := range in.Muxes {
		if k := o.Tree.registers[id]; k != 0 {
			stores[uint64(k-1)] = true
		}
	}
	choice := func(mux, id word.ID) { // a register that keeps its value is not read
		if k := o.Tree.registers[mux]; id >= 0 && k != 0 && o.graph.Ops[id].Kind == word.Reg && o.graph.Ops[id].Imm == uint64(k-1) {
			return
		}
		read(id)
	}
	read(in.Condition)
	for i, c := range in.Choices {
		choice(in.Muxes[i], c.Then)
		choice(in.Muxes[i], c.Else)
	}
	for i, leaves := range in.Leaves {
		for _, id := range leaves {
			choice(in.Muxes[i], id)
		}
	}
	in.each(func(s int32) {
		for _, id := range o.ops[s] {
			for _, x := range o.operands(id, nil) {
				read(x)
			}
		}
		for _, inner := range o.regions[s] {
			o.accesses(inner, reads, stores)
		}
	})
}
