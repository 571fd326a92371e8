package pack

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// emitter builds the packed module.
type emitter struct {
	p     *plan
	m     *netlist.Module // the original
	to    *word.Builder
	place []word.ID       // by operation of the original, as a step computes it
	words []word.ID       // by row
	where []netlist.Place // by register of the original
	latch []word.ID       // by register that holds several; those come first
}

// emit builds the module that computes the steps as planned and the nets as they were.
func (p *plan) emit(order []int32) (*netlist.Module, []netlist.Place) {
	m := p.v.m
	e := &emitter{p: p, m: m, to: word.NewBuilder(), place: make([]word.ID, len(m.Ops)), words: make([]word.ID, len(p.rows))}
	e.to.Reserve(len(m.Ops))
	e.to.Tables, e.to.Bodies = m.Tables, m.Bodies
	to := e.registers()
	for i, n := range order {
		p.v.pause.MaybeYield(i)
		if r := n - p.base(); r >= 0 {
			e.words[r] = e.row(&p.rows[r])
		} else {
			e.place[n] = e.copy(word.ID(n), e.bit)
		}
	}
	for i := range p.rows {
		if r := &p.rows[i]; r.kind == latches {
			to.Registers[r.register].Next = e.value(r.a)
		}
	}
	packed := p.packed()
	for i := range m.Registers {
		if !packed[i] {
			to.Registers[e.where[i].Register].Next = e.bit(m.Registers[i].Next)
		}
	}
	bit := func(id *word.ID) { *id = e.bit(*id) }
	to.Committed(bit)
	to.Arguments(bit)
	p.v.pause.Yield()
	e.nets(to)
	p.v.pause.Yield()
	netlist.Finish(to, e.to, p.v.pause)
	return to, e.where
}

// registers makes the list of registers and the values that they have.
func (e *emitter) registers() *netlist.Module {
	m, p := e.m, e.p
	to := m.Unbuilt()
	e.where = make([]netlist.Place, len(m.Registers))
	for i := range e.where {
		e.where[i] = netlist.At(i)
	}
	for i := range p.rows {
		r := &p.rows[i]
		if r.kind != latches {
			continue
		}
		start := uint64(0)
		for k, reg := range r.members {
			e.where[reg] = netlist.Place{Register: len(to.Registers), Bit: k, Words: 1}
			start |= m.Registers[reg].Start.Lo & 1 << k
		}
		r.register = len(to.Registers)
		e.words[i] = e.to.Leaf(word.Reg, r.n, uint64(r.register))
		e.latch = append(e.latch, e.words[i])
		name := m.Registers[r.members[0]].Name + "…" + m.Registers[r.members[r.n-1]].Name
		to.Registers = append(to.Registers, netlist.Register{Name: name, Width: r.n, Start: circuit.Uint(start)})
	}
	for i := range m.Registers {
		if e.where[i].Bit < 0 {
			e.where[i].Register = len(to.Registers)
			to.Registers = append(to.Registers, m.Registers[i])
		}
	}
	return to
}

// bit is the value of an operation of the original in a step.
func (e *emitter) bit(id word.ID) word.ID {
	s := e.p.at[id]
	if s.node < e.p.base() {
		return e.place[id]
	}
	return e.flip(e.to.Slice(e.words[s.node-e.p.base()], int(s.bit), 1), s.flip)
}

func (e *emitter) flip(id word.ID, by bool) word.ID {
	if by {
		return e.to.Not(id)
	}
	return id
}

// copy emits an operation of the original with other operands.
func (e *emitter) copy(id word.ID, operand func(word.ID) word.ID) word.ID {
	op := &e.m.Ops[id]
	if op.Kind != word.Reg {
		return e.to.Copy(&e.m.Graph, id, operand)
	}
	w := e.where[op.Imm]
	if w.Bit < 0 {
		return e.to.Leaf(word.Reg, int(op.Width), uint64(w.Register))
	}
	return e.to.Slice(e.latch[w.Register], w.Bit, 1)
}

// row emits a word.
func (e *emitter) row(r *row) word.ID {
	b := e.to
	switch r.kind {
	case total:
		n := r.n
		if r.carryOut {
			n++
		}
		x := b.Add(b.ZExt(e.value(r.a), n), b.ZExt(e.value(r.b), n))
		switch {
		case r.in == one:
			x = b.Add(x, b.Uint(1, n))
		case r.in >= 0:
			x = b.Add(x, b.ZExt(e.flip(e.bit(r.in.id()), r.in.inverted()), n))
		}
		return x
	case carries:
		sum := &e.p.rows[r.of]
		return b.Xor(b.Xor(e.value(sum.a), e.value(sum.b)), b.Slice(e.words[r.of], 0, r.n))
	case latches:
		return e.latch[r.register]
	}
	if r.op != word.Mux {
		return b.Binary(r.op, e.value(r.a), e.value(r.b))
	}
	if r.oneCondition() {
		l := r.a.layers[0]
		bit := l.bit
		if !l.all {
			low, _ := span(l.lanes)
			bit += int32(low)
		}
		return b.Mux(e.flip(b.Slice(e.node(l.node), int(bit), 1), r.a.flip != 0), e.value(r.b), e.value(r.c))
	}
	x, y := e.value(r.b), e.value(r.c)
	return b.Xor(y, b.And(e.value(r.a), b.Xor(x, y)))
}

// node is a word that lanes come from.
func (e *emitter) node(n int32) word.ID {
	if r := n - e.p.base(); r >= 0 {
		return e.words[r]
	}
	return e.place[n]
}

// value emits a value that is put together from words.
func (e *emitter) value(x *value) word.ID {
	b, n := e.to, x.n
	sum := word.None
	add := func(id word.ID) {
		if sum == word.None {
			sum = id
		} else {
			sum = b.Or(sum, id)
		}
	}
	for i := range x.layers {
		add(e.layer(x, &x.layers[i]))
	}
	if x.ones != 0 || sum == word.None {
		add(b.Uint(x.ones, n))
	}
	if x.flip != 0 {
		sum = b.Xor(sum, b.Uint(x.flip, n))
	}
	return sum
}

// layer emits some lanes of a value; the other lanes that somebody looks at are 0.
func (e *emitter) layer(x *value, l *layer) word.ID {
	b, n := e.to, x.n
	from := e.node(l.node)
	if l.all {
		bit := b.Slice(from, int(l.bit), 1)
		if n > 1 {
			bit = b.Sub(b.Uint(0, n), b.ZExt(bit, n))
		}
		if x.care&^l.lanes != 0 {
			bit = b.And(bit, b.Uint(l.lanes, n))
		}
		return bit
	}
	first, last := span(l.lanes)
	if x.care&all0(first) == 0 { // what nobody looks at need not be cut off
		first = max(0, -int(l.bit))
	}
	if x.care&^all(last+1) == 0 {
		last = min(n-1, b.Width(from)-1-int(l.bit))
	}
	id := b.ZExt(b.Slice(from, first+int(l.bit), last-first+1), n)
	if first > 0 {
		id = b.Binary(word.Shl, id, b.Uint(uint64(first), 32))
	}
	if x.care&all(last+1)&^all0(first)&^l.lanes != 0 {
		id = b.And(id, b.Uint(l.lanes, n))
	}
	return id
}

// nets emits what shows the nets as in the original.
func (e *emitter) nets(to *netlist.Module) {
	m := e.m
	show := make([]word.ID, len(m.Ops))
	at := func(id word.ID) word.ID { return show[id] }
	for i := range m.Ops {
		e.p.v.pause.MaybeYield(i)
		if m.Uses[i]&netlist.InSettle == 0 {
			continue
		}
		if m.Ops[i].Kind == word.Call {
			show[i] = e.place[i]
			continue
		}
		show[i] = e.copy(word.ID(i), at)
	}
	to.Shown(func(id *word.ID) { *id = show[*id] })
}
