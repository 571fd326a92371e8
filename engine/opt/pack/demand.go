package pack

import (
	"simten.dev/engine/graph"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// demand finds which operations stay and which rows are needed, from what a step must compute.
func (p *plan) demand() {
	m := p.v.m
	clear(p.needed)
	for r := range p.rows {
		p.rows[r].needed, p.rows[r].carryOut, p.rows[r].reads = false, false, 0
	}
	var stack []int32
	node := func(n int32) {
		if r := n - p.base(); r >= 0 {
			if !p.rows[r].needed {
				p.rows[r].needed = true
				stack = append(stack, n)
			}
		} else if !p.needed[n] {
			p.needed[n] = true
			stack = append(stack, n)
		}
	}
	read := make([]bool, len(m.Ops)) // bits that have been taken out of their word
	bit := func(id word.ID) {
		s := p.at[id]
		if s.node < p.base() {
			node(int32(id))
			return
		}
		row := &p.rows[s.node-p.base()]
		if !read[id] {
			read[id] = true
			row.reads++
		}
		row.carryOut = row.carryOut || int(s.bit) >= row.n
		node(s.node)
	}
	for r := range p.rows {
		if p.rows[r].kind == latches {
			node(p.base() + int32(r))
		}
	}
	p.eachRoot(bit)
	var operands []word.ID
	for i := 0; len(stack) > 0; i++ {
		p.v.pause.MaybeYield(i)
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n < p.base() {
			operands = m.Operands(&m.Ops[n], operands[:0])
			for _, o := range operands {
				bit(o)
			}
			continue
		}
		p.eachSource(&p.rows[n-p.base()], func(s source) {
			if r := s.node - p.base(); r >= 0 {
				p.rows[r].carryOut = p.rows[r].carryOut || int(s.bit) >= p.rows[r].n
			}
			node(s.node)
		}, bit)
	}
}

// eachRoot visits what a step needs besides the registers that are packed.
func (p *plan) eachRoot(visit func(id word.ID)) {
	m := p.v.m
	packed := p.packed()
	for i := range m.Registers {
		if !packed[i] {
			visit(m.Registers[i].Next)
		}
	}
	m.Committed(func(id *word.ID) { visit(*id) })
	for i := range m.Ops {
		if m.Ops[i].Kind == word.Call && m.Uses[i]&netlist.InStep != 0 {
			visit(word.ID(i))
		}
	}
}

// packed tells which registers share a word.
func (p *plan) packed() []bool {
	packed := make([]bool, len(p.v.m.Registers))
	for r := range p.rows {
		if p.rows[r].kind == latches {
			for _, reg := range p.rows[r].members {
				packed[reg] = true
			}
		}
	}
	return packed
}

// eachSource visits the words that a row is made of, and the single bits. Latches are made of what they become.
func (p *plan) eachSource(r *row, visit func(s source), bit func(id word.ID)) {
	for _, x := range [3]*value{r.a, r.b, r.c} {
		if x == nil {
			continue
		}
		for i := range x.layers {
			l := &x.layers[i]
			_, high := span(l.lanes)
			s := source{node: l.node, bit: l.bit}
			if !l.all {
				s.bit += int32(high)
			}
			visit(s)
		}
	}
	switch {
	case r.kind == carries:
		visit(source{node: p.base() + r.of})
	case r.kind == total && r.in >= 0:
		bit(r.in.id())
	}
}

// order gives the operations and rows that are needed so that each comes after what it is made of. Rows whose lanes
// wait for each other are refused instead, and the order is nil.
func (p *plan) order() []int32 {
	m := p.v.m
	var operands []word.ID
	graph := graph.New(len(m.Ops)+len(p.rows), func(add func(from, to int)) {
		to := 0
		bit := func(id word.ID) {
			if s := p.at[id]; s.node >= p.base() {
				add(int(s.node), to)
			} else {
				add(int(id), to)
			}
		}
		for i := range m.Ops {
			p.v.pause.MaybeYield(i)
			if p.needed[i] {
				to = i
				operands = m.Operands(&m.Ops[i], operands[:0])
				for _, o := range operands {
					bit(o)
				}
			}
		}
		for i := range p.rows {
			r := &p.rows[i]
			if !r.needed || r.kind == latches {
				continue
			}
			to = len(m.Ops) + i
			p.eachSource(r, func(s source) { add(int(s.node), to) }, bit)
			if r.kind == carries {
				p.eachSource(&p.rows[r.of], func(s source) { add(int(s.node), to) }, bit)
			}
		}
	})
	order := make([]int32, 0, len(m.Ops))
	sound := true
	visited := 0
	graph.Components(func(group []int32) {
		visited++
		p.v.pause.MaybeYield(visited)
		if len(group) > 1 || graph.SelfLoop(int(group[0])) {
			sound = false
			for _, n := range group {
				if r := n - p.base(); r >= 0 {
					p.refuse(&p.rows[r])
				}
			}
			return
		}
		n := group[0]
		if n < p.base() && p.needed[n] || n >= p.base() && p.rows[n-p.base()].needed {
			order = append(order, n)
		}
	})
	if !sound {
		return nil
	}
	return order
}

// refuse gives up a row that waits for itself.
func (p *plan) refuse(r *row) {
	switch r.kind {
	case logic:
		for _, id := range r.ids {
			p.refused[id] = true
		}
	case total, carries:
		p.owners[r.owner].refused = true
	}
}

// refuseLosses refuses the owners that cost more than they save, and reports whether there were any.
func (p *plan) refuseLosses() bool {
	for i := range p.rows {
		if r := &p.rows[i]; r.needed {
			p.owners[r.owner].paid += r.cost(p.base()) + extract*r.reads
		}
	}
	any := false
	for i := range p.owners {
		if w := &p.owners[i]; !w.refused && w.paid >= w.saved {
			w.refused, any = true, true
		}
	}
	return any
}

// extract is the cost of taking a bit out of a word.
const extract = 2
