package wasmgen

import (
	"simten.dev/engine/behavior/word"
	"simten.dev/engine/sim/wasmgen/encode"
)

// A body, what word.Repeat does in each round, becomes a function of its own, with the code of a step: a round is a cycle, and the values that change
// are registers. They begin with what the caller has put into memory, and are there at the end.

// body is such a function. It has no parameters.
type body struct {
	function    uint32
	takes       uint32 // where the caller puts the values
	gives       place  // where those that change are afterwards
	takesLength int    // in limbs
}

// bodyRegisters is up to how many values live in locals.
const bodyRegisters = 64

func (g *generator) generateBodies() {
	for k := range g.m.Bodies {
		g.bodies = append(g.bodies, g.body(k))
	}
}

func (g *generator) body(k int) body {
	of, m := g.m.Bodies[k], g.m.Body(k)
	tune := g.tuning
	tune.wholeOps, tune.localRegisters, tune.sweepOps, tune.tell = 1<<30, bodyRegisters, -1, nil

	l := &layout{slots: make([]place, len(m.Ops)), display: make([]place, len(m.Ops)), memories: g.layout.memories}
	a := arena{g.layout.end}
	b := body{takesLength: of.TakesWidth() / 64}
	b.takes = a.block(uint32(8*b.takesLength), 64)
	at := func(k, width int, from uint32) place {
		p := placeFor(width)
		p.offset = from + 8*uint32(of.Limb(k))
		return p
	}
	for i, r := range m.Registers {
		l.registers = append(l.registers, at(i, r.Width, 0))
	}
	for i, in := range m.Inputs {
		l.inputs = append(l.inputs, at(len(m.Registers)+i, in.Width, b.takes))
	}
	l.bankSize = uint32(of.GivesWidth() / 8)
	l.bankA, l.bankB = a.block(l.bankSize, 64), a.block(l.bankSize, 64)
	b.gives = place{offset: l.bankA, size: 8, limbs: uint16(of.GivesWidth() / 64)}
	l.end = a.next

	sub := &generator{
		m: m, module: g.module, layout: l, tuning: tune, helpers: g.helpers,
		constants: map[word.ID]uint32{}, scratches: map[int]place{}, dividends: map[int]uint32{}, local: make([]int32, len(m.Ops)),
	}
	sub.tables()
	sub.generateBodies()
	b.function = sub.rounds(b)
	g.layout.end = l.end
	return b
}

// inRegister reports whether a value is a register that has been changed in place.
func (p *plan) inRegister(id word.ID) bool {
	changed := false
	for p.over[id] != word.None {
		id, changed = p.over[id], true
	}
	return changed && p.m.Ops[id].Kind == word.Reg
}

// changesInPlace reports whether every wide register keeps its value or is changed in place, to what it is after the round. Then there is no need for
// another bank.
func (p *plan) changesInPlace() bool {
	last := map[word.ID]word.ID{} // the next change of a value in place
	for id, of := range p.over {
		if of != word.None {
			last[of] = word.ID(id)
		}
	}
	for i := range p.m.Ops {
		op := &p.m.Ops[i]
		if op.Kind != word.Reg || op.Width <= 64 {
			continue
		}
		id := word.ID(i)
		for last[id] != 0 {
			id = last[id]
		}
		if p.m.Registers[op.Imm].Next != id {
			return false
		}
	}
	return true
}

// rounds generates the function of a body.
func (g *generator) rounds(b body) uint32 {
	g.tuning.rounds = len(g.m.Registers) <= g.tuning.localRegisters
	p := newPlan(g.m, step, g.layout, nil, g.tuning)
	if g.tuning.rounds && !p.changesInPlace() {
		g.tuning.rounds = false
		p = newPlan(g.m, step, g.layout, nil, g.tuning)
	}
	g.left = append(g.left[:0], p.uses...)
	f := g.newFunction(p, 0)
	c := f.c
	f.zero = c.NewLocal(encode.I32)
	left := c.NewLocal(encode.I32)
	if f.cur, f.next = f.zero, f.zero; g.tuning.rounds {
		for i := range g.layout.registers { // they are where they are
			g.layout.registers[i].offset += g.layout.bankA
		}
	} else {
		f.cur, f.next = c.NewLocal(encode.I32), c.NewLocal(encode.I32)
		f.selectBanks()
	}
	f.copyPlace(f.zero, b.gives, f.zero, place{offset: b.takes, size: 8})
	if registersFit(g.m, g.tuning) {
		f.loadRegisters()
	}
	c.I32(word.MaxRounds)
	c.LocalSet(left)
	c.Repeat(func() {
		if f.registers != nil {
			c.LocalGet(f.registers[0])
		} else {
			f.load(f.cur, g.layout.registers[0], encode.I32)
		}
		c.Op(encode.I32Eqz)
		c.LocalGet(left)
		c.Op(encode.I32Eqz, encode.I32Or)
		c.BrIf(1)
		if f.registers == nil {
			f.touchBanks()
		}
		f.units(0)
		if f.registers != nil {
			f.pushNext()
			f.popNext()
		} else {
			f.swapBanks()
		}
		advance(c, left, -1)
	})
	if f.registers != nil {
		f.storeRegisters()
	} else {
		f.restoreBanks()
	}
	f.finish()
	index := g.module.Func(g.module.Type(nil, nil))
	g.module.Define(index, c)
	return index
}

// repeat generates the rounds of a body.
func (f *function) repeat(op *word.Op, home place) {
	b := f.g.bodies[op.Imm]
	f.copyLimbs(f.zero, place{offset: b.takes, size: 8, limbs: uint16(b.takesLength)}, op.A)
	f.c.Call(b.function)
	f.copyPlace(f.zero, home, f.zero, b.gives)
}
