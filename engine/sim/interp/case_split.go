package interp

import (
	"slices"

	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// A state machine tests a few conditions, and in most of its states little is left to be computed: a counter that
// counts. The netlist does not show it, as each register chooses its next value by conditions of its own, joined by
// and, or and not. A decision takes one condition of a group of registers and computes their next values anew for both
// of its outcomes, each with all that follows from it; and so on on both sides. The results are multiplexers with the
// same condition, of which the step makes branches.

const (
	coneLimit    = 160 // operations that a next value may depend on
	clusterLimit = 600 // operations of the registers that share conditions, each counted for each register
	trials       = 12  // conditions of which the gain is estimated
	growth       = 8   // operations that a cluster may try out for each of its own
	branchCost   = 3   // operations: the branch, the jump over the other side, and now and then a wrong guess of the processor
)

// deciding says when decisions are made, and how many.
type deciding struct {
	after     int     // cycles after which the step is compiled again, with decisions; 0 = never
	registers int     // that must share conditions: they are taken for a state machine
	worth     int     // operations that a decision must save on average
	pays      float64 // part of the operations of the registers that may be left

	paysWriting float64 // the same where a condition of a write is decided on, which saves what is written as well
}

type decider struct {
	m      *netlist.Module
	t      deciding
	b      *word.Builder
	shared []bool // by operation of m: needed by others than the registers that are looked at
	budget int    // of operations

	enables map[word.ID]bool // conditions of writes that are made of others
	writes  bool             // one of them has been decided on

	stack []word.ID
	seen  []int32 // by operation: the visit that has been there
	visit int32
	to    []word.ID // by operation: what it is when the decision is made
	made  []int32   // by operation: the substitution that to belongs to
	turn  int32
}

// choice is a register and its next value, as far as it has been decided.
type choice struct {
	register int
	next     word.ID
}

// decide returns a module that computes the same next states by decisions, with operations added after those of m;
// or m, where none is worth it. Operations of more than 64 bits, loops and calls are left alone.
func decide(m *netlist.Module, t deciding) *netlist.Module {
	if len(m.Loops) > 0 || len(m.Calls) > 0 {
		return m
	}
	d := &decider{m: m, t: t, shared: make([]bool, len(m.Ops)), enables: map[word.ID]bool{}}
	for i := range m.Memories {
		for _, w := range m.Memories[i].Writes {
			if k := m.Ops[w.Enable].Kind; k == word.And || k == word.Or {
				d.enables[w.Enable] = true
			}
		}
	}
	clusters := d.clusters()
	if len(clusters) == 0 {
		return m
	}
	d.share(clusters)
	x := *m
	x.Registers = slices.Clone(m.Registers)
	d.b = word.Extend(&m.Graph)
	some := false
	for _, list := range clusters {
		d.budget = len(d.b.Ops) + growth*d.cost(list)
		before := d.cost(list)
		d.writes = false
		after := d.expand(list)
		limit := t.pays
		if d.writes {
			limit = t.paysWriting
		}
		if after > limit*float64(before) {
			continue
		}
		some = true
		for _, c := range list {
			x.Registers[c.register].Next = c.next
		}
	}
	if !some {
		return m
	}
	d.finish(&x)
	return &x
}

// clusters groups the registers whose next values share conditions.
func (d *decider) clusters() [][]choice {
	m := d.m
	d.b = &word.Builder{Graph: m.Graph} // to look at only
	group := make([]int, len(m.Registers))
	sizes := make([]int, len(m.Registers))
	var find func(i int) int
	find = func(i int) int {
		if group[i] != i {
			group[i] = find(group[i])
		}
		return group[i]
	}
	first := map[word.ID]int{} // the first register that depends on a condition
	for i := range m.Registers {
		group[i] = i
		r := &m.Registers[i]
		if op := &m.Ops[r.Next]; op.Kind == word.Reg && op.Imm == uint64(i) || r.Width > 64 {
			continue
		}
		cone := d.cone(r.Next, coneLimit)
		chooses, wide := false, false
		for _, id := range cone {
			chooses = chooses || m.Ops[id].Kind == word.Mux
			wide = wide || m.Ops[id].Width > 64
		}
		if !chooses || wide {
			continue
		}
		conditions := d.conditions([]choice{{i, r.Next}}, cone)
		if len(conditions) == 0 {
			continue
		}
		sizes[i] = len(cone)
		for _, c := range conditions {
			if other, ok := first[c]; ok {
				group[find(i)] = find(other)
			} else {
				first[c] = i
			}
		}
	}
	place := map[int]int{}
	var list [][]choice
	var total []int
	for i, n := range sizes {
		if n == 0 {
			continue
		}
		at, ok := place[find(i)]
		if !ok {
			at = len(list)
			place[find(i)] = at
			list, total = append(list, nil), append(total, 0)
		}
		list[at] = append(list[at], choice{i, m.Registers[i].Next})
		total[at] += n
	}
	kept := list[:0]
	for k := range list {
		if len(list[k]) >= d.t.registers && total[k] <= clusterLimit {
			kept = append(kept, list[k])
		}
	}
	return kept
}

// share marks the operations that are needed by something else than the registers of one cluster: no decision saves
// them.
func (d *decider) share(clusters [][]choice) {
	m := d.m
	const nobody, others = 0, -1
	owner := make([]int32, len(m.Ops)) // a cluster + 1
	own := func(id word.ID, by int32) {
		if owner[id] == nobody || owner[id] == by {
			owner[id] = by
		} else {
			owner[id] = others
		}
	}
	of := make([]int32, len(m.Registers))
	for k, list := range clusters {
		for _, c := range list {
			of[c.register] = int32(k) + 1
		}
	}
	for i := range m.Registers {
		by := of[i]
		if by == nobody {
			by = others
		}
		own(m.Registers[i].Next, by)
	}
	m.Committed(func(id *word.ID) { own(*id, others) })
	var operands []word.ID
	for id := len(m.Ops) - 1; id >= 0; id-- {
		d.shared[id] = owner[id] == others
		if owner[id] == nobody {
			continue
		}
		operands = m.Ops[id].Operands(operands[:0])
		for _, o := range operands {
			own(o, owner[id])
		}
	}
}

// cone lists what an operation depends on, itself included, without what no instruction computes; nothing when there is
// more than limit.
func (d *decider) cone(id word.ID, limit int) []word.ID {
	d.begin()
	d.add(id)
	for at := 0; at < len(d.stack); at++ {
		if len(d.stack) > limit {
			return nil
		}
		d.addOperands(d.stack[at])
	}
	return slices.Clone(d.stack)
}

func (d *decider) begin() {
	if n := len(d.b.Ops); n > len(d.seen) {
		d.seen = append(d.seen, make([]int32, n+n/2-len(d.seen))...)
	}
	d.visit++
	d.stack = d.stack[:0]
}

func (d *decider) add(id word.ID) {
	if d.seen[id] == d.visit || isLeaf(d.b.Ops[id].Kind) {
		return
	}
	d.seen[id] = d.visit
	d.stack = append(d.stack, id)
}

func (d *decider) addOperands(id word.ID) {
	op := &d.b.Ops[id]
	switch op.Kind.Shape().Operands {
	case 3:
		d.add(op.C)
		fallthrough
	case 2:
		d.add(op.B)
		fallthrough
	case 1:
		d.add(op.A)
	}
}

// cost estimates the instructions of next values.
func (d *decider) cost(list []choice) int {
	d.begin()
	n := 0
	for _, c := range list {
		if op := &d.b.Ops[c.next]; isLeaf(op.Kind) && (op.Kind != word.Reg || op.Imm != uint64(c.register)) {
			n++ // a copy
		}
		d.add(c.next)
	}
	for at := 0; at < len(d.stack); at++ {
		id := d.stack[at]
		if int(id) < len(d.shared) && d.shared[id] {
			continue
		}
		if op := &d.b.Ops[id]; op.Kind != word.ZExt && (op.Kind != word.Slice || op.Imm != 0) {
			n++
		}
		d.addOperands(id)
	}
	return n
}

// conditions lists the bits that the multiplexers of a cone and the values of single bits depend on, through and, or
// and not.
func (d *decider) conditions(list []choice, cone []word.ID) []word.ID {
	var stack, found []word.ID
	d.begin()
	push := func(id word.ID) {
		if d.seen[id] != d.visit {
			d.seen[id] = d.visit
			stack = append(stack, id)
		}
	}
	for _, c := range list {
		if d.b.Ops[c.next].Width == 1 {
			push(c.next)
		}
	}
	for _, id := range cone {
		if op := &d.b.Ops[id]; op.Kind == word.Mux {
			push(op.A)
		}
	}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if d.enables[id] {
			found = append(found, id) // as a whole, too: what is written is on the same side of the branch then
		}
		switch op := &d.b.Ops[id]; op.Kind {
		case word.And, word.Or, word.Not:
			push(op.A)
			if op.B != word.None {
				push(op.B)
			}
		case word.Mux:
			push(op.A)
			push(op.B)
			push(op.C)
		case word.Const, word.Param:
		default:
			found = append(found, id)
		}
	}
	return found
}

// expand makes decisions about next values until none is worth it, and estimates their cost then, when each outcome is
// as frequent as the other.
func (d *decider) expand(list []choice) float64 {
	left := make([]int, len(list)) // places in list
	for i := range left {
		left[i] = i
	}
	cost := 0.0
	for len(left) > 0 && len(d.b.Ops) < d.budget {
		condition, of, yes, no := d.best(list, left)
		if condition == word.None {
			break
		}
		d.writes = d.writes || d.enables[condition]
		cost += branchCost + (d.expand(yes)+d.expand(no))/2
		for k, i := range of {
			if yes[k].next == no[k].next {
				list[i].next = yes[k].next
				continue
			}
			y, n := &d.b.Ops[yes[k].next], &d.b.Ops[no[k].next]
			// as it is, or it would be made something else than a multiplexer again
			d.b.Ops = append(d.b.Ops, word.Op{Kind: word.Mux, Width: y.Width, Bits: max(y.Bits, n.Bits), A: condition, B: yes[k].next, C: no[k].next})
			list[i].next = word.ID(len(d.b.Ops) - 1)
		}
		left = slices.DeleteFunc(left, func(i int) bool { return slices.Contains(of, i) })
	}
	rest := make([]choice, len(left))
	for k, i := range left {
		rest[k] = list[i]
	}
	return cost + float64(d.cost(rest))
}

// best finds the condition that saves most: those of left that depend on it, and what they are for its two outcomes.
func (d *decider) best(list []choice, left []int) (condition word.ID, of []int, yes, no []choice) {
	type candidate struct {
		id word.ID
		of []int
	}
	var found []candidate
	at := map[word.ID]int{}
	for _, i := range left {
		cone := d.cone(list[i].next, 4*coneLimit)
		for _, c := range d.conditions(list[i:i+1], cone) {
			c = d.plain(c)
			k, ok := at[c]
			if !ok {
				k = len(found)
				at[c] = k
				found = append(found, candidate{id: c})
			}
			if n := len(found[k].of); n == 0 || found[k].of[n-1] != i {
				found[k].of = append(found[k].of, i)
			}
		}
	}
	slices.SortStableFunc(found, func(x, y candidate) int { return len(y.of) - len(x.of) })
	condition = word.None
	maxGain := 0.0
	for _, c := range found[:min(len(found), trials)] {
		if len(d.b.Ops) >= d.budget {
			break
		}
		part := make([]choice, len(c.of))
		for k, i := range c.of {
			part[k] = list[i]
		}
		before := d.cost(part)
		y, n := d.given(part, c.id, 1), d.given(part, c.id, 0)
		costY, costN := d.cost(y), d.cost(n)
		saved := 2*before - costY - costN
		if gain := float64(saved) / float64(before); saved >= 2*d.t.worth && max(costY, costN) < before && gain > maxGain {
			condition, of, yes, no, maxGain = c.id, c.of, y, n, gain
		}
	}
	return condition, of, yes, no
}

// plain is the condition x = k for x ≠ k, so that both are one.
func (d *decider) plain(c word.ID) word.ID {
	if op := d.b.Ops[c]; op.Kind == word.Ne {
		if eq := d.b.Eq(op.A, op.B); d.b.Ops[eq].Kind == word.Eq {
			return eq
		}
	}
	return c
}

// given is next values when a condition is known.
func (d *decider) given(list []choice, condition word.ID, value uint64) []choice {
	d.turn++
	d.assume(condition, value)
	result := make([]choice, len(list))
	for i, c := range list {
		result[i] = choice{c.register, d.replace(c.next)}
	}
	return result
}

// assume notes in the current substitution what follows from a condition.
func (d *decider) assume(condition word.ID, value uint64) {
	op := d.b.Ops[condition]
	if isLeaf(op.Kind) && op.Kind != word.Reg {
		return
	}
	d.known(condition, d.b.Uint(value, 1))
	switch {
	case op.Kind == word.Not:
		d.assume(op.A, 1-value)
	case op.Kind == word.And && value == 1, op.Kind == word.Or && value == 0:
		d.assume(op.A, value)
		d.assume(op.B, value)
	case op.Kind == word.Ne:
		if eq := d.plain(condition); eq != condition {
			d.assume(eq, 1-value)
		}
	case op.Kind == word.Eq:
		if ne := d.b.Ne(op.A, op.B); d.b.Ops[ne].Kind == word.Ne {
			d.known(ne, d.b.Uint(1-value, 1))
		}
		k, ok := d.b.ConstValue(op.B)
		if value == 0 || !ok {
			break
		}
		d.known(op.A, op.B) // then the value is known, too
		if inner := d.b.Ops[op.A]; inner.Kind == word.ZExt && k.Fits(int(d.b.Ops[inner.A].Width)) {
			d.known(inner.A, d.b.Const(k, int(d.b.Ops[inner.A].Width)))
		}
	}
}

// known says what an operation is in the current substitution.
func (d *decider) known(id, is word.ID) {
	if n := len(d.b.Ops); n > len(d.to) {
		d.to = append(d.to, make([]word.ID, n+n/2-len(d.to))...)
		d.made = append(d.made, make([]int32, len(d.to)-len(d.made))...)
	}
	d.to[id], d.made[id] = is, d.turn
}

// replace is an operation in the current substitution.
func (d *decider) replace(id word.ID) word.ID {
	if int(id) < len(d.made) && d.made[id] == d.turn {
		return d.to[id]
	}
	op := d.b.Ops[id]
	if op.Kind.Shape().Operands == 0 {
		return id
	}
	before := op
	op.MapOperands(d.replace)
	is := id
	if op != before {
		is = d.b.Emit(op)
	}
	d.known(id, is)
	return is
}

// finish keeps of the operations that were added those that are needed, and says anew who needs what.
func (d *decider) finish(x *netlist.Module) {
	old := len(d.m.Ops)
	x.Ops, x.Wide, x.Tables, x.Bodies = d.b.Ops, d.b.Wide, d.b.Tables, d.b.Bodies
	x.Uses = make([]netlist.Use, len(x.Ops))
	for i, u := range d.m.Uses {
		x.Uses[i] = u &^ netlist.InStep
	}
	x.Roots(func(id *word.ID, use netlist.Use) { x.Uses[*id] |= use & netlist.InStep })
	var operands []word.ID
	for i := len(x.Ops) - 1; i >= 0; i-- {
		if x.Uses[i]&netlist.InStep == 0 {
			continue
		}
		operands = x.Ops[i].Operands(operands[:0])
		for _, o := range operands {
			x.Uses[o] |= netlist.InStep
		}
	}
	place := make([]word.ID, len(x.Ops))
	n := old
	move := func(id word.ID) word.ID { return place[id] }
	for i := range x.Ops {
		place[i] = word.ID(i)
		if i < old {
			continue
		}
		if x.Uses[i] != 0 {
			op := x.Ops[i]
			op.MapOperands(move)
			place[i] = word.ID(n)
			x.Ops[n], x.Uses[n] = op, x.Uses[i]
			n++
		}
	}
	x.Ops, x.Uses = x.Ops[:n:n], x.Uses[:n:n]
	for i := range x.Registers {
		x.Registers[i].Next = place[x.Registers[i].Next]
	}
}
