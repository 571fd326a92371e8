package word

// Decided finds a value of up to so many bits that decides another one of at most 64 bits, and gives what that is for each value of it, in order. It is
// None when a constant does, of which there is one value. It gives up, and says false, when that would take more than so many operations in all.
func (g *Graph) Decided(id ID, bits, most int) (by ID, values []uint64, ok bool) {
	if g.Ops[id].Width > 64 {
		return None, nil, false
	}
	cone, base := g.bases(id, bits)
	if by = base[id]; by == noBase {
		return None, nil, false
	}
	size := 1
	if by >= 0 {
		size <<= g.Ops[by].Bits
	}
	if size*len(cone) > most {
		return None, nil, false
	}
	at := make([]uint64, id+1)
	for v := range size {
		if by >= 0 {
			at[by] = uint64(v)
		}
		for _, o := range cone {
			if b := base[o]; o == by || b != by && b != anyBase {
				continue
			}
			if at[o], ok = g.apply(&g.Ops[o], at); !ok {
				return None, nil, false
			}
		}
		values = append(values, at[id])
	}
	if by < 0 {
		by = None
	}
	return by, values, true
}

// bases are the operations that a value is made of, operands first, and by operation what decides it: a value of up to so many bits, anyBase for
// constants, or noBase.
func (g *Graph) bases(id ID, bits int) (cone, base []ID) {
	base = make([]ID, id+1)
	within := make([]bool, id+1)
	within[id] = true
	var operands [3]ID
	for o := id; o >= 0; o-- {
		if !within[o] {
			continue
		}
		cone = append(cone, o)
		if op := &g.Ops[o]; !isSource(op.Kind) && op.Width <= 64 {
			for _, x := range op.Operands(operands[:0]) {
				within[x] = true
			}
		}
	}
	for i, k := 0, len(cone)-1; i < k; i, k = i+1, k-1 {
		cone[i], cone[k] = cone[k], cone[i]
	}
	for _, o := range cone {
		base[o] = g.baseAmong(o, base, bits)
	}
	return cone, base
}

// isSource tells kinds of operations whose value does not follow from their operands alone, or not in a way that is tried.
func isSource(k Kind) bool {
	switch k {
	case Param, Reg, Loop, MemRead, MemAll, Extract, Insert, Repeat, Call, Result:
		return true
	}
	return false
}
