// Package cofactor computes a step apart for the two values of a bit that decides about most of the registers, as a
// reset does: next is reset ? start : other, and in other the bit is known.
//
// Registers with an asynchronous reset are read as reset ? start : value, in hundreds of places; where the step is
// known not to be one of the reset, all of these are the value, and what is chosen by it is seen to be chosen by a
// register. The result is another module with the same registers, inputs, memories, texts and nets, which shows the
// same values.
package cofactor

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

const (
	maxOps = 1 << 16 // modules of more operations are left as they are, for the time's sake
	fewest = 2       // registers that a bit gives a constant, at least
	rounds = 2       // bits that are looked for
	// growth is by how many in a hundred operations of the step may become more: what depends on the bit is there twice,
	// and one of it is computed.
	growth = 50
)

// Module computes a step apart for the values of the bits that decide most. It gives the module itself when there are
// none, or when that is no gain. Registers keep their places.
func Module(m *netlist.Module, pause work.Pause) (*netlist.Module, []netlist.Place) {
	if len(m.Ops) > maxOps || len(m.Loops) > 0 || len(m.Vars) > 0 || len(m.Calls) > 0 {
		return m, nil
	}
	tried := map[word.Op]bool{}
	for range rounds {
		bit, ok := decider(m, tried)
		if !ok {
			break
		}
		tried[leaf(m, bit)] = true
		if to := split(m, bit, pause); steps(to)*100 <= steps(m)*(100+growth) {
			m = to
		}
	}
	return m, nil
}

// leaf is a leaf without what changes from module to module.
func leaf(m *netlist.Module, id word.ID) word.Op {
	op := m.Ops[id]
	return word.Op{Kind: op.Kind, Imm: op.Imm}
}

// steps counts the operations of a step.
func steps(m *netlist.Module) (n int) {
	for _, u := range m.Uses {
		if u&netlist.InStep != 0 {
			n++
		}
	}
	return n
}

// under is the bit by which an operation chooses, when that is a register or an input, and its two sides: None for a
// constant bit.
func under(m *netlist.Module, id word.ID) (bit, then, other word.ID, ok bool) {
	op := &m.Ops[id]
	plain := func(x word.ID) (bit word.ID, not, ok bool) {
		if m.Ops[x].Kind == word.Not {
			x, not = m.Ops[x].A, true
		}
		kind := m.Ops[x].Kind
		return x, not, m.Ops[x].Width == 1 && (kind == word.Reg || kind == word.Param)
	}
	switch {
	case op.Kind == word.Mux:
		if bit, _, ok = plain(op.A); ok { // there is no choice by the opposite
			return bit, op.B, op.C, m.Ops[op.A].Kind != word.Not
		}
	case (op.Kind == word.And || op.Kind == word.Or) && op.Width == 1:
		for _, x := range [2][2]word.ID{{op.A, op.B}, {op.B, op.A}} {
			bit, not, plain := plain(x[0])
			switch {
			case !plain:
			case (op.Kind == word.And) != not: // bit & x, !bit | x
				return bit, x[1], word.None, true
			default:
				return bit, word.None, x[1], true
			}
		}
	}
	return word.None, word.None, word.None, false
}

// decider is the bit that gives most registers a constant.
func decider(m *netlist.Module, tried map[word.Op]bool) (best word.ID, ok bool) {
	count := map[word.ID]int{}
	most := 0
	for i := range m.Registers {
		bit, then, other, ok := under(m, m.Registers[i].Next)
		constant := func(x word.ID) bool { return x == word.None || m.Ops[x].Kind == word.Const }
		if !ok || tried[leaf(m, bit)] || !constant(then) && !constant(other) {
			continue
		}
		if count[bit]++; count[bit] > most {
			best, most = bit, count[bit]
		}
	}
	return best, most >= fewest
}

// The values of operations: as they are, and with the bit known.
const (
	any = iota
	zero
	one
)

// splitter builds the module.
type splitter struct {
	m     *netlist.Module
	b     *word.Builder
	bit   word.ID
	on    []bool       // by operation: it depends on the bit
	need  [3][]bool    // by operation
	place [3][]word.ID // by operation
}

func split(m *netlist.Module, bit word.ID, pause work.Pause) *netlist.Module {
	s := &splitter{m: m, b: word.NewBuilder(), bit: bit, on: make([]bool, len(m.Ops))}
	s.b.Tables, s.b.Bodies = m.Tables, m.Bodies
	for k := range s.need {
		s.need[k], s.place[k] = make([]bool, len(m.Ops)), make([]word.ID, len(m.Ops))
	}
	var operands []word.ID
	for i := range m.Ops {
		s.on[i] = word.ID(i) == bit
		operands = m.Ops[i].Operands(operands[:0])
		for _, o := range operands {
			s.on[i] = s.on[i] || s.on[o]
		}
	}
	to := m.Unbuilt()
	to.Registers = append(to.Registers, m.Registers...)
	root := func(id word.ID) {
		if !s.on[id] || id == bit {
			s.want(any, id)
			return
		}
		b, then, other, ok := under(m, id)
		if !ok || b != bit {
			then, other = id, id
		}
		s.want(one, then)
		s.want(zero, other)
	}
	to.Shown(func(id *word.ID) { s.want(any, *id) })
	for i := range to.Registers {
		root(to.Registers[i].Next)
	}
	to.Committed(func(id *word.ID) { root(*id) })
	s.want(any, bit)
	for i := len(m.Ops) - 1; i >= 0; i-- {
		operands = m.Ops[i].Operands(operands[:0])
		for k := range s.need {
			if s.need[k][i] {
				for _, o := range operands {
					s.want(k, o)
				}
			}
		}
	}
	for i := range m.Ops {
		pause.MaybeYield(i)
		for k := range s.need {
			if s.need[k][i] {
				s.place[k][i] = s.make(k, word.ID(i))
			}
		}
	}
	made := func(id *word.ID) {
		if !s.on[*id] || *id == bit {
			*id = s.at(any, *id)
			return
		}
		b, then, other, ok := under(m, *id)
		if !ok || b != bit {
			*id = s.b.Mux(s.at(any, bit), s.at(one, *id), s.at(zero, *id))
			return
		}
		x, y := s.b.Uint(0, 1), s.b.Uint(0, 1)
		switch op := &m.Ops[*id]; {
		case op.Kind == word.Or && then == word.None: // bit | x
			x = s.b.Uint(1, 1)
		case op.Kind == word.Or: // !bit | x
			y = s.b.Uint(1, 1)
		}
		if then != word.None {
			x = s.at(one, then)
		}
		if other != word.None {
			y = s.at(zero, other)
		}
		*id = s.b.Mux(s.at(any, bit), x, y)
	}
	to.Shown(func(id *word.ID) { *id = s.at(any, *id) })
	for i := range to.Registers {
		made(&to.Registers[i].Next)
	}
	to.Committed(made)
	netlist.Finish(to, s.b, pause)
	return to
}

// want notes that an operation is needed with the bit as it is, or known.
func (s *splitter) want(k int, id word.ID) {
	if id == word.None {
		return
	}
	if !s.on[id] {
		k = any
	}
	s.need[k][id] = true
}

func (s *splitter) at(k int, id word.ID) word.ID {
	if !s.on[id] {
		k = any
	}
	return s.place[k][id]
}

func (s *splitter) make(k int, id word.ID) word.ID {
	if id == s.bit && k != any {
		return s.b.Uint(uint64(k-zero), 1)
	}
	return s.b.Copy(&s.m.Graph, id, func(x word.ID) word.ID { return s.at(k, x) })
}
