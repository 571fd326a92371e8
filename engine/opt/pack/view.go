package pack

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

// lit is a one-bit value or its complement: twice the operation, plus one for the complement.
type lit int32

const (
	free lit = -1 // a lane whose value nobody looks at
	zero lit = -2
	one  lit = -3
)

func of(id word.ID) lit { return lit(id << 1) }

// id is the operation of a literal that is neither constant nor free.
func (l lit) id() word.ID { return word.ID(l >> 1) }

// constant reports one of the two constants.
func (l lit) constant() bool { return l == zero || l == one }

// inverted reports a complement.
func (l lit) inverted() bool { return l >= 0 && l&1 != 0 }

// not is the complement.
func (l lit) not() lit {
	switch l {
	case free:
		return free
	case zero:
		return one
	case one:
		return zero
	}
	return l ^ 1
}

// flip is the complement when by is true.
func (l lit) flip(by bool) lit {
	if by {
		return l.not()
	}
	return l
}

// gate is an operation on single bits: And, Or, Xor or Mux (a ? b : c); Invalid for everything else.
type gate struct {
	kind    word.Kind
	a, b, c lit
}

// view is the single-bit logic of a module as gates over literals: complements are gone, and comparisons of bits
// are exclusive ors.
type view struct {
	m     *netlist.Module
	lits  []lit  // by operation of one bit
	gates []gate // by operation
	level []int32
	count int // gates that a step needs

	pause work.Pause
}

func newView(m *netlist.Module) *view {
	v := &view{m: m, lits: make([]lit, len(m.Ops)), gates: make([]gate, len(m.Ops)), level: make([]int32, len(m.Ops))}
	var operands []word.ID
	for i := range m.Ops {
		op := &m.Ops[i]
		operands = op.Operands(operands[:0])
		for _, o := range operands {
			v.level[i] = max(v.level[i], v.level[o]+1)
		}
		if op.Width != 1 {
			continue
		}
		v.lits[i] = of(word.ID(i))
		switch op.Kind {
		case word.Const:
			v.lits[i] = zero.flip(op.Imm != 0)
			continue
		case word.Not:
			v.lits[i] = v.lits[op.A].not()
			continue
		}
		if i < m.Invariant || m.Uses[i]&netlist.InStep == 0 {
			continue // computed once for a whole run, or never in one
		}
		switch op.Kind {
		case word.And, word.Or, word.Xor:
			v.gates[i] = gate{op.Kind, v.lits[op.A], v.lits[op.B], free}
		case word.Eq, word.Ne:
			if m.Ops[op.A].Width != 1 {
				continue
			}
			v.gates[i] = gate{word.Xor, v.lits[op.A].flip(op.Kind == word.Eq), v.lits[op.B], free}
		case word.Mux:
			v.gates[i] = gate{op.Kind, v.lits[op.A], v.lits[op.B], v.lits[op.C]}
		default:
			continue
		}
		v.count++
	}
	return v
}
