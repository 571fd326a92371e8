package wasmgen

import "simten.dev/engine/sim/wasmgen/encode"

// The functions that a module exports, and the loop over cycles in step.

// plainRun exports prepare or settle: the functions in order, on bank A.
func (g *generator) plainRun(ph phase, fails []bool) {
	c := encode.NewCode(0)
	for k, piece := range g.pieces[ph] {
		c.I32(int32(g.layout.bankA))
		c.I32(int32(g.layout.bankA))
		c.Call(piece)
		if fails[k] {
			c.If(encode.None)
			c.I32(1)
			c.Op(encode.Return)
			c.End()
		}
	}
	c.I32(0)
	index := g.module.Func(g.module.Type(nil, []encode.ValueType{encode.I32}))
	g.module.Define(index, c)
	g.module.ExportFunc([...]string{prepare: "prepare", settle: "settle"}[ph], index)
}

// steppedRun exports step for a module of several functions.
func (g *generator) steppedRun(p *plan, fails []bool) {
	commit, commits := g.commitFunction(p)
	f := g.newStep(p)
	c := f.c
	second := f.next
	if p.banksStay {
		second = f.aside
	}
	f.cycles(func() {
		for k, piece := range g.pieces[step] {
			c.LocalGet(f.cur)
			c.LocalGet(second)
			c.Call(piece)
			if fails[k] {
				c.BrIf(1)
			}
		}
		if commits {
			c.LocalGet(f.cur)
			c.LocalGet(f.next)
			c.Call(commit)
		}
		f.changeBanks()
	})
	f.leaveBanks()
	g.exportStep(f)
}

// singleStep exports step for a module that is one function: the loop over cycles is inside, and
// the registers live in locals when they are few.
func (g *generator) singleStep(p *plan) {
	f := g.newStep(p)
	if registersFit(g.m, g.tuning) {
		f.loadRegisters()
	}
	f.cycles(func() {
		if f.registers == nil {
			f.enterCycle()
		}
		f.units(0)
		if f.registers != nil {
			f.pushNext()
		}
		f.commit()
		if f.registers != nil {
			f.popNext()
		} else {
			f.changeBanks()
		}
	})
	if f.registers != nil {
		f.storeRegisters()
	} else {
		f.leaveBanks()
	}
	g.exportStep(f)
}

// The locals of step that stand first: its parameter and its result.
const (
	stepCycles = iota // to run at most
	stepDone          // have been run
)

// newStep begins the function step.
func (g *generator) newStep(p *plan) *function {
	f := g.newFunction(p, 1)
	f.c.NewLocal(encode.I32) // stepDone
	f.zero = f.c.NewLocal(encode.I32)
	f.cur, f.next = f.c.NewLocal(encode.I32), f.c.NewLocal(encode.I32)
	f.selectBanks()
	f.stepAside()
	return f
}

// cycles runs cycle until as many cycles are done as are to be. In cycle, a branch to depth 1 ends the run.
func (f *function) cycles(cycle func()) {
	c := f.c
	f.exit = c.Depth() + 1
	c.Repeat(func() {
		c.LocalGet(stepDone)
		c.LocalGet(stepCycles)
		c.Op(encode.I32GeU)
		c.BrIf(1)
		cycle()
		f.countCycle()
	})
}

// exportStep ends the function step and exports it.
func (g *generator) exportStep(f *function) {
	f.c.LocalGet(stepDone)
	f.finish()
	index := g.module.Func(g.module.Type([]encode.ValueType{encode.I32}, []encode.ValueType{encode.I32}))
	g.module.Define(index, f.c)
	g.module.ExportFunc("step", index)
}

// countCycle ends a cycle inside the block and loop of a run: it counts it and leaves the block
// when another cycle might overflow the event buffer, or when calls of the host have taken long.
func (f *function) countCycle() {
	c := f.c
	c.LocalGet(stepDone)
	c.I32(1)
	c.Op(encode.I32Add)
	c.LocalSet(stepDone)
	appends := 0
	for _, t := range f.g.m.Texts {
		appends += len(t.Appends)
	}
	if appends > 0 {
		c.LocalGet(f.zero)
		c.Memory(encode.I32Load, eventsWord)
		c.I32(int32(eventCapacity - appends))
		c.Op(encode.I32GtS)
		c.BrIf(1)
	}
	if f.g.m.Opaque() && !hasClosures(f.g.m) {
		c.LocalGet(f.zero)
		c.Memory(encode.I32Load, hurryWord)
		c.BrIf(1)
	}
}
