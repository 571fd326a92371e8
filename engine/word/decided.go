package word

// Bases that are no operation.
const (
	AnyBase ID = -2 // of constants
	NoBase     = None
)

// WidestIndex is how many bits a value has at most that is the index of a table in the place of operations.
const WidestIndex = 8

// Enumerate finds a value of up to so many bits that decides another one of at most 64 bits, and gives what that is for
// each value of it, in order. It is None when a constant does, of which there is one value. It gives up, and says
// false, when that would take more than so many operations in all.
func (g *Graph) Enumerate(id ID, bits, limit int) (by ID, values []uint64, ok bool) {
	if g.Ops[id].Width > 64 {
		return None, nil, false
	}
	made, base := g.madeOf(id), make([]ID, id+1)
	for _, o := range made {
		base[o] = g.BaseAmong(o, base, bits)
	}
	if by = base[id]; by == NoBase {
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
			if b := base[o]; o == by || b != by && b != AnyBase {
				continue
			}
			if at[o], ok = g.Apply64(&g.Ops[o], at); !ok {
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

// BaseAmong is what decides an operation whose operands have their bases: a value of up to so many bits, perhaps
// itself.
func (g *Graph) BaseAmong(id ID, base []ID, bits int) ID {
	op := &g.Ops[id]
	own := NoBase
	if op.Bits > 1 && int(op.Bits) <= bits && !op.IsFloat() {
		own = id
	}
	switch {
	case op.Kind == Const || op.Kind == FConst:
		return AnyBase
	case isSource(op.Kind):
		return own
	case op.Width > 64:
		return NoBase
	}
	common := AnyBase
	var operands [3]ID
	for _, x := range op.Operands(operands[:0]) {
		switch b := base[x]; {
		case g.Ops[x].Width > 64:
			return own
		case b == AnyBase || b == common:
		case common == AnyBase:
			common = b
		default:
			return own
		}
	}
	if common < 0 {
		return own
	}
	return common
}
