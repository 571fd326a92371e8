package wasmgen

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// A small module has its registers in locals while it runs.

// registersFit decides whether registers live in locals during a run.
func registersFit(m *netlist.Module, tune tuning) bool {
	if len(m.Registers) > tune.localRegisters || len(m.Vars) > 0 {
		return false
	}
	for _, r := range m.Registers {
		if r.Width > 64 && !tune.rounds {
			return false
		}
	}
	if tune.holding == 0 {
		return true
	}
	holding := 0
	for i, r := range m.Registers {
		if mayHold(m, r.Next, uint64(i), deepestHold) {
			holding++
		}
	}
	return holding <= tune.holding
}

// deepestHold bounds how many choices of a register are followed.
const deepestHold = 6

// mayHold reports whether a register keeps its value on some of the ways that its next value is chosen on.
func mayHold(m *netlist.Module, id word.ID, register uint64, depth int) bool {
	op := &m.Ops[id]
	switch {
	case op.Kind == word.Reg:
		return op.Imm == register && depth < deepestHold
	case op.Kind != word.Mux || depth == 0:
		return false
	}
	return mayHold(m, op.B, register, depth-1) || mayHold(m, op.C, register, depth-1)
}

func (f *function) registerType(i int) encode.ValueType {
	if f.p.m.Registers[i].Width <= 32 {
		return encode.I32
	}
	return encode.I64
}

// loadRegisters starts a run with the registers in locals.
func (f *function) loadRegisters() {
	f.registers = make([]uint32, len(f.p.m.Registers))
	for i := range f.registers {
		if f.p.m.Registers[i].Width > 64 { // changes in place
			continue
		}
		t := f.registerType(i)
		f.registers[i] = f.c.NewLocal(t)
		f.load(f.cur, f.g.layout.registers[i], t)
		f.c.LocalSet(f.registers[i])
	}
}

// storeRegisters ends a run with the registers in locals.
func (f *function) storeRegisters() {
	for i, local := range f.registers {
		if f.p.m.Registers[i].Width > 64 {
			continue
		}
		f.c.LocalGet(f.cur)
		f.c.LocalGet(local)
		f.store(f.g.layout.registers[i], f.registerType(i))
	}
}

// holds reports whether a register keeps its value always, or has been changed in place.
func (f *function) holds(i int) bool {
	op := f.op(f.p.m.Registers[i].Next)
	return op.Width > 64 || op.Kind == word.Reg && op.Imm == uint64(i)
}

// pushNext leaves the next values of all registers on the stack; popNext takes them from there,
// so that all registers change at once.
func (f *function) pushNext() {
	for i := range f.registers {
		if !f.holds(i) {
			f.push(f.p.m.Registers[i].Next)
		}
	}
}

func (f *function) popNext() {
	for i := len(f.registers) - 1; i >= 0; i-- {
		if !f.holds(i) {
			f.c.LocalSet(f.registers[i])
		}
	}
}
