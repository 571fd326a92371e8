package word

import "slices"

// Never looks whether a bit is 0 whatever its leaves are, by trying all values of them. It gives up, and says false,
// when that takes more than so many operations, or when the bit depends on something else than leaves and pure
// operations of at most 64 bits.
func (g *Graph) AlwaysZero(id ID, limit int) bool {
	cone, leaves, total := g.cone(id)
	if cone == nil || len(cone) > limit>>total {
		return false
	}
	values := make([]uint64, len(g.Ops))
	for all := range uint64(1) << total {
		rest := all
		for _, l := range leaves {
			w := uint(g.Ops[l].Width)
			values[l] = rest & Mask64(w)
			rest >>= w
		}
		for _, o := range cone {
			v, ok := g.Apply64(&g.Ops[o], values)
			if !ok {
				return false
			}
			values[o] = v
		}
		if values[id] != 0 {
			return false
		}
	}
	return true
}

// Tried reports that AlwaysZero tries all values for what some bits make together, and does not give up before.
func (g *Graph) Tried(limit int, ids ...ID) bool {
	cone, _, total := g.cone(ids...)
	return cone != nil && len(cone) <= limit>>total
}

// cone is what values are made of: the operations, operands first, the leaves, and how many bits those have. There are
// no operations when something else is among them.
func (g *Graph) cone(ids ...ID) (ops, leaves []ID, bits int) {
	for _, o := range g.madeOf(ids...) {
		op := &g.Ops[o]
		switch {
		case op.Width > 64:
			return nil, nil, 0
		case op.Kind == Param || op.Kind == Reg:
			leaves, bits = append(leaves, o), bits+int(op.Width)
		case isSource(op.Kind):
			return nil, nil, 0
		default:
			ops = append(ops, o)
		}
	}
	return ops, leaves, bits
}

// madeOf lists what values are made of, operands first, as far as it is operations of at most 64 bits: what sources and
// wider ones are made of is not looked at.
func (g *Graph) madeOf(ids ...ID) (list []ID) {
	last := slices.Max(ids)
	within := make([]bool, last+1)
	for _, id := range ids {
		within[id] = true
	}
	var operands [3]ID
	for o := last; o >= 0; o-- {
		if !within[o] {
			continue
		}
		list = append(list, o)
		if op := &g.Ops[o]; !isSource(op.Kind) && op.Width <= 64 {
			for _, x := range op.Operands(operands[:0]) {
				within[x] = true
			}
		}
	}
	slices.Reverse(list)
	return list
}

// isSource tells kinds of operations whose value does not follow from their operands alone, or not in a way that is
// tried.
func isSource(k Kind) bool {
	switch k {
	case Param, Reg, Loop, MemRead, MemAll, Extract, Insert, Repeat, Call, Result:
		return true
	}
	return false
}

// Apply64 is Apply for values of at most 64 bits.
func (g *Graph) Apply64(op *Op, values []uint64) (uint64, bool) {
	switch op.Kind {
	case Const, FConst:
		return op.Imm, true
	case Table:
		t := &g.Tables[op.Imm]
		if a := values[op.A]; a < uint64(len(t.Data)) {
			return t.Data[a].Lo, true
		}
		return 0, true
	case Mux, FMux:
		if values[op.A] != 0 {
			return values[op.B], true
		}
		return values[op.C], true
	}
	b := uint64(0)
	if operands[op.Kind] > 1 {
		b = values[op.B]
	}
	return Apply64(op.Kind, uint(op.Width), uint(g.Ops[op.A].Width), op.Imm, values[op.A], b)
}
