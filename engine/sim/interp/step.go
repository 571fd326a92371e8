package interp

import (
	"simten.dev/engine/opt/region"
	"simten.dev/engine/word"
)

// step compiles a piece of the step.
func (c *compiler) step(piece int, _, _ word.ID, out *[]code) {
	x := &c.plan.pieces[piece]
	n := 2 * len(x.regions) // their jumps
	for i := range x.sides {
		for _, id := range x.sides[i].ops {
			if !c.plan.silent[id] && !isAlias(c.m, &c.m.Ops[id]) {
				n++
			}
		}
	}
	*out = make([]code, 0, n)
	c.side(piece, region.Always, out)
}

// side compiles a side: the operations in order, then the branches.
func (c *compiler) side(piece int, s int32, out *[]code) {
	x := &c.plan.pieces[piece].sides[s]
	for _, id := range x.ops {
		switch {
		case c.plan.silent[id]:
		case c.plan.folds[id] != folds:
			*out = append(*out, c.fused(id, c.target(id)))
		default:
			c.emit(int(id), c.target(id), out)
		}
	}
	for _, r := range x.regions {
		c.branch(piece, &c.plan.pieces[piece].regions[r], out)
	}
}

// target is where a step computes an operation.
func (c *compiler) target(id word.ID) uint32 {
	if c.into[id] > 0 {
		return c.into[id] - 1
	}
	return c.p.slot[id]
}

// branch compiles a region:
//
//	unless condition: to not
//	what is computed on the one side, and the values of the multiplexers
//	to end
//	not: the same of the other side
//	end:
func (c *compiler) branch(piece int, r *region.Region, out *[]code) {
	c.direct(piece, r)
	start := len(*out)
	*out = append(*out, c.skip(r))
	c.side(piece, r.Then, out)
	for _, id := range r.Muxes {
		c.move(c.target(id), c.m.Ops[id].B, out)
	}
	jump := len(*out)
	if jump == start+1 { // nothing to be done on the first side
		(*out)[start].op, jump = opposite((*out)[start].op), start
	} else {
		*out = append(*out, code{op: opJump})
		(*out)[start].c = uint32(len(*out))
	}
	body := len(*out)
	c.side(piece, r.Else, out)
	for _, id := range r.Muxes {
		c.move(c.target(id), c.m.Ops[id].C, out)
	}
	if len(*out) == body { // nothing on the other
		*out = (*out)[:jump]
		if jump > start {
			(*out)[start].c = uint32(jump)
		}
		return
	}
	(*out)[jump].c = uint32(len(*out))
}

// direct lets what only one multiplexer of a region takes be computed where that one's value is wanted.
func (c *compiler) direct(piece int, r *region.Region) {
	for _, id := range r.Muxes {
		to := c.target(id) + 1
		for _, arm := range [...]word.ID{c.m.Ops[id].B, c.m.Ops[id].C} {
			if c.plan.of[arm] == int32(piece)+1 && c.plan.tree.Sole(arm) && !isAlias(c.m, &c.m.Ops[arm]) {
				c.into[arm] = to
			}
		}
	}
}

// move puts a value where it is wanted, unless it is there: computed there, or held by a register.
func (c *compiler) move(to uint32, id word.ID, out *[]code) {
	from := c.target(id)
	if op := &c.m.Ops[id]; from == to || op.Kind == word.Reg && c.next[op.Imm] == to {
		return
	}
	if n := words(c.m.Ops[id].Width); n > 1 {
		*out = append(*out, code{op: opCopyWide, dst: to, a: from, b: n})
		return
	}
	*out = append(*out, code{op: opCopy, dst: to, a: from})
}
