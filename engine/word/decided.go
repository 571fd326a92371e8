package word

// Enumerate finds a value of up to so many bits that decides another one of at most 64 bits, and gives what that is for
// each value of it, in order. It is None when a constant does, of which there is one value. It gives up, and says
// false, when that would take more than so many operations in all.
func (g *Graph) Enumerate(id ID, bits, limit int) (by ID, values []uint64, ok bool) {
	if g.Ops[id].Width > 64 {
		return None, nil, false
	}
	made, base := g.madeOf(id), make([]ID, id+1)
	for _, o := range made {
		base[o] = g.baseAmong(o, base, bits)
	}
	if by = base[id]; by == noBase {
		return None, nil, false
	}
	size := 1
	if by >= 0 {
		size <<= g.Ops[by].Bits
	}
	if size*len(made) > limit {
		return None, nil, false
	}
	at := make([]uint64, id+1)
	for v := range size {
		if by >= 0 {
			at[by] = uint64(v)
		}
		for _, o := range made {
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
