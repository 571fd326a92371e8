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
	f.cycles(func() {
		for k, piece := range g.pieces[step] {
			c.LocalGet(f.cur)
			c.LocalGet(f.next)
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
		if p.sweeps != nil { // they read bank A and write bank B
			f.copyBank()
		} else {
			f.swapBanks()
		}
	})
	if p.sweeps == nil {
		f.restoreBanks()
	}
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
			f.touchBanks()
		}
		f.units(0)
		if f.registers != nil {
			f.pushNext()
		}
		f.commit()
		if f.registers != nil {
			f.popNext()
		} else {
			f.swapBanks()
		}
	})
	if f.registers != nil {
		f.storeRegisters()
	} else {
		f.restoreBanks()
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

// touchBanks reads the last byte of the banks. A compiler that checks bounds in code, as wazero
// does, knows from then on that every access to a bank is inside.
func (f *function) touchBanks() {
	if f.g.layout.bankSize == 0 {
		return
	}
	for _, base := range [...]uint32{f.cur, f.next} {
		f.c.LocalGet(base)
		f.c.Memory(encode.I32Load8U, f.g.layout.bankSize-1)
		f.c.Op(encode.Drop)
	}
}

func (f *function) selectBanks() {
	f.c.I32(int32(f.g.layout.bankA))
	f.c.LocalSet(f.cur)
	f.c.I32(int32(f.g.layout.bankB))
	f.c.LocalSet(f.next)
}

// swapBanks ends a cycle: the bank that was written is the one that is read from now on.
func (f *function) swapBanks() {
	f.c.LocalGet(f.cur)
	f.c.LocalGet(f.next)
	f.c.LocalSet(f.cur)
	f.c.LocalSet(f.next)
}

// restoreBanks makes bank A the valid one after an odd number of cycles.
func (f *function) restoreBanks() {
	l := f.g.layout
	f.c.LocalGet(f.cur)
	f.c.I32(int32(l.bankA))
	f.c.Op(encode.I32Ne)
	f.c.If(encode.None)
	f.keepInPlace()
	f.copyBank()
	f.c.End()
}

// copyBank copies what has been written to bank B to bank A.
func (f *function) copyBank() {
	l := f.g.layout
	f.c.I32(int32(l.bankA))
	f.c.I32(int32(l.bankB))
	f.c.I32(int32(l.bankSize))
	f.c.MemoryCopy()
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
