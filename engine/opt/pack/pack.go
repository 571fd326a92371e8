// Package pack puts single-bit logic into words: registers of one bit that are a row of their own kind share a
// register, gates of one kind beside each other become one operation, and ripple adders made of gates become
// additions.
//
// The result is another module with the same inputs, memories, texts and nets, which shows the same values. Only what
// a step computes is packed; the nets inside, such as the carries of an adder, are computed gate by gate when they are
// shown.
//
// Everything is planned first, over the graph of gates: the rows, the bits of words that each is put together of, and
// their cost. Rows that would wait for themselves are given up, and so are those that cost more than the gates.
package pack

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

const (
	maxOps  = 1 << 18 // larger modules are left as they are: the plan needs memory of its own
	minBits = 16      // gates and registers of one bit, below which nothing is tried
	rounds  = 6       // of planning, each without what the last one refused
)

// Module packs a module. It gives the module itself, and no places, when that makes nothing faster.
func Module(m *netlist.Module, pause work.Pause) (*netlist.Module, []netlist.Place) {
	return module(m, gain, pause)
}

// module packs when that saves one operation in limit, or always.
func module(m *netlist.Module, limit int, pause work.Pause) (*netlist.Module, []netlist.Place) {
	if len(m.Ops) > maxOps || len(m.Loops) > 0 || len(m.Vars) > 0 || !worthwhile(m) {
		return m, nil
	}
	v := newView(m)
	v.pause = pause
	pause.Yield()
	p := &plan{v: v, at: make([]source, len(m.Ops)), refused: make([]bool, len(m.Ops)), needed: make([]bool, len(m.Ops))}
	p.group()
	found := v.chains()
	for i := range found {
		p.owners = append(p.owners, owner{chain: &found[i]})
	}
	if len(p.owners) == 0 {
		return m, nil
	}
	for range rounds {
		p.lay()
		pause.Yield()
		p.demand()
		pause.Yield()
		if limit != always && p.refuseLosses() {
			continue
		}
		order := p.order()
		pause.Yield()
		if order == nil {
			continue
		}
		if len(p.rows) == 0 {
			return m, nil
		}
		packed, where := p.emit(order)
		if limit != always && weight(packed)*limit >= weight(m)*(limit-1) {
			return m, nil
		}
		return packed, where
	}
	return m, nil
}

// gain: packing must save at least one operation in so many. Tests pack whatever it costs.
const (
	gain   = 5
	always = 0
)

// worthwhile counts before anything is allocated.
func worthwhile(m *netlist.Module) bool {
	count := 0
	for i := range m.Ops {
		if op := &m.Ops[i]; op.Width == 1 && m.Uses[i]&netlist.InStep != 0 {
			switch op.Kind {
			case word.And, word.Or, word.Xor, word.Mux, word.Reg:
				count++
			}
		}
	}
	return count >= minBits
}

// weight is the number of operations and stores of a step.
func weight(m *netlist.Module) int {
	n := len(m.Registers)
	for i := m.Invariant; i < len(m.Ops); i++ {
		if m.Uses[i]&netlist.InStep != 0 && m.Ops[i].Kind.Shape().Operands > 0 {
			n += max(1, int(m.Ops[i].Width)/64)
		}
	}
	return n
}

// group finds registers of one bit that are a row: their names differ in numbers only.
func (p *plan) group() {
	m := p.v.m
	index := map[string]int{}
	var lists [][]int32
	var key []byte
	for i := range m.Registers {
		r := &m.Registers[i]
		if r.Width != 1 || m.Ops[r.Next].Kind == word.Const {
			continue
		}
		key = key[:0]
		for k := range len(r.Name) {
			if c := r.Name[k]; c < '0' || c > '9' {
				key = append(key, c)
			} else if k == 0 || r.Name[k-1] < '0' || r.Name[k-1] > '9' {
				key = append(key, '0')
			}
		}
		at, ok := index[string(key)]
		if !ok {
			at = len(lists)
			index[string(key)] = at
			lists = append(lists, nil)
		}
		lists[at] = append(lists[at], int32(i))
	}
	for _, list := range lists {
		for len(list) >= minLatches {
			n := min(len(list), widest)
			p.owners = append(p.owners, owner{registers: list[:n:n]})
			list = list[n:]
		}
	}
}
