package ask

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/lower"
	"simten.dev/engine/word"
)

// evaluated are the operations of a lambda with their values in one cycle.
type evaluated struct {
	lambda *lower.Lowered
	values []circuit.Value
}

// evaluate computes the operations of a lambda from its parameters and what its memories hold. ok is false where that
// cannot be told, as of a lambda that looks at a whole memory.
func evaluate(l *lower.Lowered, param func(p *lower.Param) (circuit.Value, bool), read func(part uint64, at circuit.Value) circuit.Value) (e *evaluated, ok bool) {
	g := &l.Graph
	e = &evaluated{lambda: l, values: make([]circuit.Value, len(g.Ops))}
	at := func(id word.ID) circuit.Value {
		if id < 0 {
			return circuit.Value{}
		}
		return e.values[id]
	}
	for i := range g.Ops {
		op := &g.Ops[i]
		switch op.Kind {
		case word.Param:
			v, known := param(&l.Params[op.Imm])
			if !known {
				return nil, false
			}
			e.values[i] = v.Mask(int(op.Width))
		case word.Const, word.FConst:
			e.values[i] = g.Value(op)
		case word.MemRead:
			e.values[i] = read(op.Imm, at(op.A)).Mask(int(op.Width))
		case word.Repeat:
			v, done := g.Bodies[op.Imm].Apply(at(op.A), read)
			if !done {
				return nil, false
			}
			e.values[i] = v
		default:
			n := 0
			if op.A >= 0 {
				n = int(g.Ops[op.A].Width)
			}
			v, known := g.Apply(op, n, at(op.A), at(op.B), at(op.C))
			if !known {
				return nil, false
			}
			e.values[i] = v
		}
	}
	return e, true
}

// cell is a part of a memory field (see lower.MemoryParts) at an address.
type cell struct {
	part uint64
	at   uint64
}

// causes are what a value follows from in this cycle: parameters by index, and cells of memories.
type causes struct {
	params []int
	cells  []cell
}

// slice finds the causes of some operations: those leaves of which another value could have given another result, as
// the other operands are. Of a multiplexer those are the condition and the chosen leg; of an And with a 0 that operand.
func (e *evaluated) slice(roots ...word.ID) causes {
	g := &e.lambda.Graph
	seen := make([]bool, len(g.Ops))
	var c causes
	var stack []word.ID
	mark := func(id word.ID) {
		if id >= 0 && !seen[id] {
			seen[id] = true
			stack = append(stack, id)
		}
	}
	for _, r := range roots {
		mark(r)
	}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		op := &g.Ops[id]
		switch op.Kind {
		case word.Param:
			c.params = append(c.params, int(op.Imm))
		case word.MemRead:
			c.cells = append(c.cells, cell{op.Imm, e.values[op.A].Lo})
			mark(op.A)
		default:
			e.operands(op, mark)
		}
	}
	return c
}

// operands marks the operands of an operation that its value depends on.
func (e *evaluated) operands(op *word.Op, mark func(word.ID)) {
	zero := func(id word.ID) bool { return e.values[id].IsZero() }
	ones := func(id word.ID) bool {
		w := int(e.lambda.Graph.Ops[id].Width)
		v := e.values[id]
		for i := 0; 64*i < w; i++ {
			if v.Word(i) != ^uint64(0)>>max(0, 64-(w-64*i)) {
				return false
			}
		}
		return true
	}
	either := func(decides func(word.ID) bool) {
		a, b := decides(op.A), decides(op.B)
		if a || !b {
			mark(op.A)
		}
		if b || !a {
			mark(op.B)
		}
	}
	switch op.Kind {
	case word.Mux, word.FMux:
		// The condition counts although both legs may be the same: what it follows from may be what the other leg
		// follows from, too, so that both would change at once.
		mark(op.A)
		if zero(op.A) {
			mark(op.C)
		} else {
			mark(op.B)
		}
	case word.And, word.Mul:
		either(zero)
	case word.Or:
		either(ones)
	case word.Shl, word.LShr, word.AShr:
		mark(op.A)
		if !zero(op.A) {
			mark(op.B)
		}
	default:
		for _, id := range [...]word.ID{op.A, op.B, op.C} {
			mark(id)
		}
	}
}
