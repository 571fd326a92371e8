package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// A word.Repeat becomes a loop in the middle of the code, with the code of a step: a round is a cycle, and the values
// that change are registers. Those of up to 64 bits live in locals, the wide ones in memory, where they change in place
// if that is possible.

// repeated is one such operation.
type repeated struct {
	body *word.Body
	g    *generator // of a round
	plan *plan
}

// repeatRegisters is up to how many values live in locals.
const repeatRegisters = 64

// given are the values that a Repeat has given, as the code after it finds them.
type given struct {
	of        *repeated
	registers []uint32 // locals, by value; nil when they are in memory
}

// repeated plans what an operation does, once for all phases.
func (g *generator) repeated(id word.ID) *repeated {
	if r := g.repeats[id]; r != nil {
		return r
	}
	k := g.m.Ops[id].Imm
	body, m := g.m.Bodies[k], g.m.Body(int(k))
	tune := g.tuning
	tune.wholeOps, tune.localRegisters, tune.sweepOps, tune.inPlace, tune.tell = 1<<30, repeatRegisters, -1, false, nil

	l := &layout{slots: make([]place, len(m.Ops)), display: make([]place, len(m.Ops)), memories: g.layout.memories}
	a := arena{g.layout.end}
	l.bankSize = uint32(body.GivesWidth() / 8)
	l.bankA, l.bankB = a.block(l.bankSize, 64), a.block(l.bankSize, 64)
	for i, r := range m.Registers {
		p := placeFor(r.Width)
		p.offset = 8 * uint32(body.Limb(i))
		l.registers = append(l.registers, p)
	}
	for _, in := range m.Inputs {
		l.inputs = append(l.inputs, a.place(in.Width))
	}
	l.end = a.next
	r := &repeated{body: body, g: &generator{
		m: m, module: g.module, layout: l, tuning: tune, helpers: g.helpers, repeats: map[word.ID]*repeated{},
		constants: map[word.ID]uint32{}, scratches: map[int]place{}, dividends: map[int]uint32{}, local: make([]int32, len(m.Ops)), inMemory: make([]uint32, len(m.Ops)),
	}}
	r.g.tables()
	r.g.tuning.rounds = len(m.Registers) <= repeatRegisters
	r.plan = newPlan(m, step, l, nil, r.g.tuning)
	if r.g.tuning.rounds && !r.plan.changesInPlace() {
		r.g.tuning.rounds = false
		r.plan = newPlan(m, step, l, nil, r.g.tuning)
	}
	if r.g.tuning.rounds {
		for i := range l.registers { // they are where they are
			l.registers[i].offset += l.bankA
		}
	}
	g.layout.end = l.end
	g.repeats[id] = r
	return r
}

// repeat generates the rounds.
func (f *function) repeat(id word.ID) {
	op, r := f.op(id), f.g.repeated(id)
	r.g.layout.end = f.g.layout.end
	r.g.left = append(r.g.left[:0], r.plan.uses...)
	x := r.g.newFunction(r.plan, 0)
	x.c, x.zero = f.c, f.zero
	c := f.c
	x.cur, x.next = f.zero, f.zero
	if !r.g.tuning.rounds {
		x.cur, x.next = c.NewLocal(encode.I32), c.NewLocal(encode.I32)
		x.selectBanks()
	}
	inLocals := registersFit(r.g.m, r.g.tuning)
	if inLocals {
		x.registers = make([]uint32, len(r.g.m.Registers))
	}
	x.params = make([]uint32, len(r.g.m.Inputs))
	for k, width := range r.body.Widths {
		limb, changing := r.body.Limb(k), k < len(r.body.Next)
		if width <= 64 && (!changing || inLocals) {
			t := encode.I64
			if width <= 32 {
				t = encode.I32
			}
			local := c.NewLocal(t)
			f.limb(op.A, limb)
			f.convert(encode.I64, t)
			c.LocalSet(local)
			if changing {
				x.registers[k] = local
			} else {
				x.params[k-len(r.body.Next)] = local
			}
			continue
		}
		at := r.place(k)
		for i := 0; i < limbs(width); i++ {
			c.LocalGet(f.zero)
			if i+1 < limbs(width) && f.hasPair(op.A, limb+i) {
				f.pair(op.A, limb+i)
				c.V128Store(at + 8*uint32(i))
				i++
				continue
			}
			f.limb(op.A, limb+i)
			c.Memory(encode.I64Store, at+8*uint32(i))
		}
	}
	left := f.roundsLeft
	if !f.inRounds {
		left = c.NewLocal(encode.I32)
		c.I32(word.MaxRounds)
		c.LocalSet(left)
	}
	x.roundsLeft, x.inRounds = left, true
	c.Repeat(func() {
		if x.registers != nil {
			c.LocalGet(x.registers[0])
		} else {
			x.load(x.cur, r.g.layout.registers[0], encode.I32)
		}
		c.Op(encode.I32Eqz)
		c.BrIf(1)
		c.LocalGet(left)
		c.Op(encode.I32Eqz)
		c.BrIf(1)
		advance(c, left, -1)
		x.units(0)
		if x.registers != nil {
			x.pushNext()
			x.popNext()
		} else {
			x.changeBanks()
		}
	})
	if x.registers == nil {
		x.leaveBanks()
	}
	x.finish()
	f.g.layout.end = r.g.layout.end
	if f.given == nil {
		f.given = map[word.ID]given{}
	}
	f.given[id] = given{r, x.registers}
	if f.p.crosses[id] || f.p.phase != step || f.g.layout.display[id].exists() {
		home := f.home(id)
		for i := range int(home.limbs) {
			c.LocalGet(f.zero)
			f.limb(id, i)
			c.Memory(encode.I64Store, home.offset+8*uint32(i))
		}
	}
}

// place is where value k is that is in memory.
func (r *repeated) place(k int) uint32 {
	l := r.g.layout
	if k >= len(r.body.Next) {
		return l.inputs[k-len(r.body.Next)].offset
	}
	if r.g.tuning.rounds {
		return l.registers[k].offset
	}
	return l.bankA + l.registers[k].offset
}

// givenLimb pushes a word of what a Repeat has given, and reports whether this function knows it.
func (f *function) givenLimb(id word.ID, i int) bool {
	g, k, known := f.givenValue(id, i)
	if !known {
		return false
	}
	width := g.of.body.Widths[k]
	if g.registers != nil && width <= 64 {
		f.c.LocalGet(g.registers[k])
		if width <= 32 {
			f.c.Op(encode.I64ExtendI32U)
		}
		return true
	}
	p := f.givenPlace(id, i)
	t := encode.I64
	if p.size < 8 {
		t = encode.I32
	}
	f.load(f.zero, p, t)
	f.convert(t, encode.I64)
	return true
}

// givenValue is the value to which a word of what a Repeat has given belongs, if this function knows it.
func (f *function) givenValue(id word.ID, i int) (g given, k int, known bool) {
	if g, known = f.given[id]; known {
		for k = len(g.of.body.Next) - 1; g.of.body.Limb(k) > i; {
			k--
		}
	}
	return g, k, known
}

// givenPair reports whether words i and i+1 of what a Repeat has given stand in memory one beside the other, and belong
// to one value.
func (f *function) givenPair(id word.ID, i int) bool {
	g, k, known := f.givenValue(id, i)
	return known && i >= 0 && i+1 < g.of.body.Limb(k)+limbs(g.of.body.Widths[k])
}

// givenPlace is where word i of what a Repeat has given stands in memory.
func (f *function) givenPlace(id word.ID, i int) place {
	g, k, _ := f.givenValue(id, i)
	p := placeFor(g.of.body.Widths[k])
	p.offset = g.of.place(k) + 8*uint32(i-g.of.body.Limb(k))
	return p
}

// inRegister reports whether a value is a register that has been changed in place.
func (p *plan) inRegister(id word.ID) bool {
	changed := false
	for p.over[id] != word.None {
		id, changed = p.over[id], true
	}
	return changed && p.m.Ops[id].Kind == word.Reg
}

// changesInPlace reports whether every wide register keeps its value or is changed in place, to what it is after the
// round. Then there is no need for another bank.
func (p *plan) changesInPlace() bool {
	last := map[word.ID]word.ID{} // the next change of a value in place
	for id, of := range p.over {
		if of != word.None {
			last[of] = word.ID(id)
		}
	}
	changed := map[uint64]word.ID{} // what registers that are read have become
	for i := range p.m.Ops {
		if op := &p.m.Ops[i]; op.Kind == word.Reg {
			id := word.ID(i)
			for last[id] != 0 {
				id = last[id]
			}
			changed[op.Imm] = id
		}
	}
	for i, r := range p.m.Registers {
		if id, read := changed[uint64(i)]; r.Width > 64 && (!read || id != r.Next) {
			return false
		}
	}
	return true
}
