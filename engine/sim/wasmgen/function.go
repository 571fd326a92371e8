package wasmgen

import (
	"math"

	"simten.dev/engine/netlist"
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// function generates one WebAssembly function of a phase. Values that are used more than once
// live in locals, which are reused as soon as their last use is generated.
type function struct {
	g *generator
	p *plan
	c *encode.Code

	zero uint32 // a local that is always 0: the base of everything outside the banks
	cur  uint32 // base of the bank that is read
	next uint32 // base of the bank that is written

	aside uint32 // a local that is always 0, too, which no compiler knows: the base of stores; 0 when there is none, see store_base.go

	registers  []uint32 // locals of the registers, when they live in locals
	params     []uint32 // locals of the inputs, those of up to 64 bits, in the rounds of a loop
	given      map[word.ID]given
	inRounds   bool // this generates the rounds of a loop; then roundsLeft is the local that says how many may follow
	roundsLeft uint32
	vars       map[uint64]uint32

	local  []int32 // by operation: local index + 1, 0 for none
	used   []word.ID
	rows   []bool  // which rows of selections are stored
	stored []int32 // those, in order
	left   []int32 // by operation: uses not generated yet
	pushes uint32  // uses generated
	spare  [3][]uint32
	inLoop bool
	exit   int // depth of the block to leave on an error; 0 to return 1 from the function
}

func (g *generator) newFunction(p *plan, params int) *function {
	return &function{
		g: g, p: p, c: encode.NewCode(params), local: g.local, left: g.left, pushes: 1,
		vars: map[uint64]uint32{},
	}
}

// finish forgets the locals, so that the shared table is empty for the next function.
func (f *function) finish() {
	for _, id := range f.used {
		f.local[id] = 0
	}
}

// typeOf is the WebAssembly type that holds a value of at most 64 bits.
func typeOf(op *word.Op) encode.ValueType {
	switch {
	case op.IsFloat():
		return encode.F64
	case op.Width <= 32:
		return encode.I32
	default:
		return encode.I64
	}
}

func spareIndex(t encode.ValueType) int {
	switch t {
	case encode.I32:
		return 0
	case encode.I64:
		return 1
	}
	return 2
}

// take returns a local that is free, give frees it.
func (f *function) take(t encode.ValueType) uint32 {
	k := spareIndex(t)
	if n := len(f.spare[k]); n > 0 {
		l := f.spare[k][n-1]
		f.spare[k] = f.spare[k][:n-1]
		return l
	}
	return f.c.NewLocal(t)
}

func (f *function) give(t encode.ValueType, l uint32) {
	if !f.inLoop {
		f.spare[spareIndex(t)] = append(f.spare[spareIndex(t)], l)
	}
}

func (f *function) bind(id word.ID, l uint32) {
	f.local[id] = int32(l) + 1
	f.g.inMemory[id] = 0
	f.used = append(f.used, id)
}

func (f *function) op(id word.ID) *word.Op { return &f.p.m.Ops[id] }

// push generates the value of an operation of at most 64 bits: one use of it.
func (f *function) push(id word.ID) {
	op := f.op(id)
	f.left[id]--
	f.pushes++
	if l := f.local[id]; l != 0 {
		if f.isFar(id) {
			f.read(id)
		} else {
			f.c.LocalGet(uint32(l - 1))
		}
		if f.left[id] == 0 && !f.inLoop {
			f.local[id] = 0
			f.give(typeOf(op), uint32(l-1))
		}
		return
	}
	switch op.Kind {
	case word.Const:
		if op.Width <= 32 {
			f.c.I32(int32(uint32(op.Imm)))
		} else {
			f.c.I64(int64(op.Imm))
		}
		return
	case word.FConst:
		f.c.F64(math.Float64frombits(op.Imm))
		return
	case word.Reg:
		if f.registers != nil {
			f.c.LocalGet(f.registers[op.Imm])
			return
		}
		f.read(id)
	case word.Loop:
		if l, ok := f.vars[op.Imm]; ok {
			f.c.LocalGet(l)
			return
		}
		f.load(f.next, f.g.layout.vars[op.Imm], typeOf(op))
	case word.Param:
		if f.params != nil {
			f.c.LocalGet(f.params[op.Imm])
			return
		}
		f.read(id)
	default:
		if f.p.inline[id] {
			f.compute(id)
			return
		}
		f.read(id)
	}
	if f.left[id] > 0 {
		l := f.take(typeOf(op))
		f.c.LocalTee(l)
		f.bind(id, l)
		if op.Kind != word.Loop { // a variable changes
			f.g.inMemory[id] = f.pushes
		}
	}
}

// isFar reports whether a value that has a local is better read again: it stands in memory, too, and was last there
// long ago. In the code of a circuit with hundreds of registers a compiler cannot keep it in one of the processor's
// registers until now, so it would store it on the stack and read it from there.
func (f *function) isFar(id word.ID) bool {
	since := f.g.inMemory[id]
	return since != 0 && f.pushes-since > f.p.tune.farUses && !f.readTwice(id)
}

// readTwice reports whether the compiler makes two reads of one for a single use; see banks.go.
func (f *function) readTwice(id word.ID) bool {
	op := f.op(id)
	return f.p.tune.readsTwice && !f.p.banksStay && op.Kind == word.Reg && !f.isInPlace(op.Imm) && f.g.layout.registers[op.Imm].size >= 4
}

// read generates a read of a value of at most 64 bits from where it stands in memory: a register, an input, or what
// another function has computed, of this phase or of prepare.
func (f *function) read(id word.ID) {
	op, l := f.op(id), f.g.layout
	switch {
	case op.Kind == word.Reg && f.isInPlace(op.Imm):
		f.load(f.zero, l.registers[op.Imm].at(l.bankA), typeOf(op))
	case op.Kind == word.Reg:
		f.load(f.cur, l.registers[op.Imm], typeOf(op))
	case op.Kind == word.Param:
		f.load(f.zero, l.inputs[op.Imm], typeOf(op))
	default:
		f.load(f.zero, f.home(id), typeOf(op))
	}
}

// home is where the value of an operation is kept for other functions.
func (f *function) home(id word.ID) place {
	for f.p.over[id] != word.None {
		id = f.p.over[id]
	}
	if op := f.op(id); op.Kind == word.Reg {
		return f.g.layout.registers[op.Imm]
	}
	if d := f.g.layout.display[id]; d.exists() && (f.p.phase != step || int(id) < f.p.m.Invariant) {
		return d
	}
	return f.g.layout.slot(id, int(f.op(id).Width))
}

func (f *function) load(base uint32, p place, t encode.ValueType) {
	f.c.LocalGet(base)
	f.c.Memory(loadOp(p, t), p.offset)
}

func (f *function) store(p place, t encode.ValueType) { f.c.Memory(storeOp(p, t), p.offset) }

func loadOp(p place, t encode.ValueType) encode.MemoryOp {
	switch {
	case t == encode.F64:
		return encode.F64Load
	case p.size == 1:
		return encode.I32Load8U
	case p.size == 2:
		return encode.I32Load16U
	case p.size == 4:
		return encode.I32Load
	default:
		return encode.I64Load
	}
}

func storeOp(p place, t encode.ValueType) encode.MemoryOp {
	switch {
	case t == encode.F64:
		return encode.F64Store
	case p.size == 1:
		return encode.I32Store8
	case p.size == 2:
		return encode.I32Store16
	case p.size == 4:
		return encode.I32Store
	default:
		return encode.I64Store
	}
}

// define generates a computed operation at its place in the schedule and stores it wherever it is
// needed outside this function.
func (f *function) define(id word.ID) {
	op, l := f.op(id), f.g.layout
	if op.Kind == word.Call {
		f.call(id)
		return
	}
	if f.p.uses[id] == 0 {
		return
	}
	display := f.p.phase == settle && l.display[id].exists()
	if op.Width > 64 {
		if !f.p.inline[id] {
			f.defineWide(id)
		}
		for _, r := range f.p.nextOf[id] {
			if !f.p.inRegister(id) {
				f.copyLimbs(f.next, l.registers[r], id)
			}
		}
		return
	}
	t := typeOf(op)
	if !f.p.inline[id] {
		f.compute(id)
		local := f.take(t)
		f.c.LocalSet(local)
		f.bind(id, local)
		if !display {
			f.storeCrossing(id, local)
		}
	}
	if display {
		f.c.LocalGet(f.zero)
		f.push(id)
		f.store(l.display[id], t)
	}
	f.storeNext(id)
}

// storeCrossing stores a value that is in a local where it is read from when the local is forgotten, if it is.
func (f *function) storeCrossing(id word.ID, local uint32) {
	if !f.p.crosses[id] {
		return
	}
	base, home := f.storeBase(f.zero, f.home(id))
	f.c.LocalGet(base)
	f.c.LocalGet(local)
	f.store(home, typeOf(f.op(id)))
	f.g.inMemory[id] = f.pushes
}

// storeNext stores a value where registers take it from, unless they live in locals.
func (f *function) storeNext(id word.ID) {
	if f.registers == nil {
		for _, r := range f.p.nextOf[id] {
			base, p := f.storeBase(f.next, f.g.layout.registers[r])
			f.c.LocalGet(base)
			f.push(id)
			f.store(p, typeOf(f.op(id)))
		}
	}
}

// unit generates one unit of the schedule.
func (f *function) unit(u unit) {
	switch {
	case u.loop >= 0:
		f.loop(int(u.loop))
	case u.register >= 0 && f.registers == nil:
		id := f.p.m.Registers[u.register].Next
		p := f.g.layout.registers[u.register]
		if f.op(id).Width > 64 {
			f.copyLimbs(f.next, p, id)
			return
		}
		base, p := f.storeBase(f.next, p)
		f.c.LocalGet(base)
		f.push(id)
		f.store(p, typeOf(f.op(id)))
	case u.op != word.None:
		f.define(u.op)
	case u.sweep >= 0:
		f.sweep(&f.g.sweeps.list[u.sweep])
	case u.copies >= 0:
		f.copies(&f.g.sweeps.copies[u.copies])
	}
}

// fail sets the status and leaves the function.
func (f *function) fail(status, detail int32) {
	f.c.LocalGet(f.zero)
	f.c.I32(status)
	f.c.Memory(encode.I32Store, statusWord)
	f.c.LocalGet(f.zero)
	f.c.I32(detail)
	f.c.Memory(encode.I32Store, detailWord)
	if f.exit > 0 {
		f.c.Br(uint32(f.c.Depth() - f.exit))
		return
	}
	f.c.I32(1)
	f.c.Op(encode.Return)
}

// call generates an opaque lambda: its arguments are stored, the host runs it, its results are
// loaded from where the host put them.
func (f *function) call(id word.ID) {
	index := f.op(id).Imm
	c := &f.p.m.Calls[index]
	store := func(from int) {
		for k, a := range c.Args[from:] {
			p := f.g.layout.arguments[index][from+k]
			if f.op(a.Value).Width > 64 {
				f.copyLimbs(f.zero, p, a.Value)
				continue
			}
			f.c.LocalGet(f.zero)
			f.push(a.Value)
			f.store(p, typeOf(f.op(a.Value)))
		}
	}
	if c.Throws {
		f.push(c.Args[0].Value)
		f.c.If(encode.None)
		mark := f.now()
		store(1)
		f.forget(mark)
		f.fail(statusCall, int32(index))
		f.c.End()
		return
	}
	call := func(from int) {
		store(from)
		f.c.I32(int32(index))
		f.c.Call(f.g.callImport)
		f.c.If(encode.None)
		f.fail(statusCall, int32(index))
		f.c.End()
	}
	if !c.BailOut {
		call(0)
		return
	}
	f.push(c.Args[0].Value)
	f.c.If(encode.None)
	mark := f.now()
	call(1)
	f.forget(mark)
	f.c.End()
}

// loop generates a combinational loop: rounds until its variables settle, at most Bound of them.
func (f *function) loop(index int) {
	m, l := f.p.m, f.g.layout
	lp := &m.Loops[index]
	rounds := f.c.NewLocal(encode.I32)
	changed := f.c.NewLocal(encode.I32)
	for v := lp.FirstVar; v < lp.EndVar; v++ {
		if m.Vars[v].Width > 64 {
			if f.cur != f.next {
				f.copyPlace(f.next, l.vars[v], f.cur, l.vars[v])
			}
			continue
		}
		local := f.c.NewLocal(varType(m, v))
		f.load(f.cur, l.vars[v], varType(m, v))
		f.c.LocalSet(local)
		f.vars[uint64(v)] = local
	}
	outer := f.inLoop
	f.inLoop = true
	if !lp.Once {
		f.c.I32(int32(min(lp.Bound, 1<<30)))
		f.c.LocalSet(rounds)
		f.c.Loop(encode.None)
	}
	for id := lp.First; id < lp.End; id++ {
		if !isLeaf(m.Ops[id].Kind) {
			f.define(id)
		}
	}
	if !lp.Once {
		f.changes(lp, changed)
	}
	// All variables change together: the values wait on the stack, the wide ones in slots.
	for v := lp.FirstVar; v < lp.EndVar; v++ {
		if m.Vars[v].Width <= 64 {
			f.push(m.Vars[v].Next)
		} else if m.Ops[m.Vars[v].Next].Kind == word.Loop {
			f.copyLimbs(f.zero, f.g.scratch(v, m.Vars[v].Width), m.Vars[v].Next)
		}
	}
	for v := lp.EndVar - 1; v >= lp.FirstVar; v-- {
		switch {
		case m.Vars[v].Width <= 64:
			f.c.LocalSet(f.vars[uint64(v)])
		case m.Ops[m.Vars[v].Next].Kind == word.Loop:
			f.copyPlace(f.next, l.vars[v], f.zero, f.g.scratch(v, m.Vars[v].Width))
		default:
			f.copyLimbs(f.next, l.vars[v], m.Vars[v].Next)
		}
	}
	if !lp.Once {
		f.c.LocalGet(changed)
		f.c.If(encode.None)
		f.c.LocalGet(rounds)
		f.c.I32(-1)
		f.c.Op(encode.I32Add)
		f.c.LocalTee(rounds)
		f.c.BrIf(1)
		f.fail(statusOscillates, int32(index))
		f.c.End()
		f.c.End()
	}
	f.inLoop = outer

	for v := lp.FirstVar; v < lp.EndVar; v++ {
		if m.Vars[v].Width <= 64 {
			f.c.LocalGet(f.next)
			f.c.LocalGet(f.vars[uint64(v)])
			f.store(l.vars[v], varType(m, v))
		}
	}
}

// changes tells whether a variable of a loop has another value than its next one.
func (f *function) changes(lp *netlist.Loop, changed uint32) {
	m := f.p.m
	f.c.I32(0)
	f.c.LocalSet(changed)
	for v := lp.FirstVar; v < lp.EndVar; v++ {
		f.c.LocalGet(changed)
		if m.Vars[v].Width > 64 {
			f.differ(m.Vars[v].Next, f.next, f.g.layout.vars[v])
		} else {
			f.push(m.Vars[v].Next)
			f.c.LocalGet(f.vars[uint64(v)])
			f.c.Op(pick(varType(m, v), encode.I32Ne, encode.I64Ne))
		}
		f.c.Op(encode.I32Or)
		f.c.LocalSet(changed)
	}
}

func varType(m *netlist.Module, v int) encode.ValueType {
	if m.Vars[v].Width <= 32 {
		return encode.I32
	}
	return encode.I64
}

// pick chooses the instruction for a type.
func pick(t encode.ValueType, narrow, wide encode.Op) encode.Op {
	if t == encode.I32 {
		return narrow
	}
	return wide
}
