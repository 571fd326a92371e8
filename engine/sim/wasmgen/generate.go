// Package wasmgen compiles a netlist to a WebAssembly module and runs it: the fast backend of the
// simulator.
//
// The generated module exports its memory and three functions. prepare() computes what depends on
// inputs only. step(n) runs up to n clock cycles and returns how many it completed; it stops early
// when a lambda fails, a combinational loop does not rest, or the event buffer is nearly full, and
// says why in the control block. settle() computes what the nets show and returns 0, or 1 on an
// error. Nothing but opaque lambdas is imported.
package wasmgen

import (
	"encoding/binary"
	"fmt"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/wasmgen/encode"
)

// SizeError reports a design whose state does not fit in the linear memory of one module.
type SizeError struct{ Bytes uint64 }

func (e *SizeError) Error() string {
	return fmt.Sprintf("the design needs %d MiB of simulator memory, more than the %d MiB there are; use smaller memories",
		e.Bytes>>20, maxMemory>>20)
}

// tuning are the sizes that were found by measurement; see docs/rationale.md.
type tuning struct {
	functionOps    int // operations of one function
	wholeOps       int // a step of up to so many operations is one function
	localRegisters int // up to so many registers live in locals during a run
	regionCost     int // registers with one condition share a branch when its sides cost at least so many operations
	branchCost     int // a multiplexer branches when its sides cost at least so many operations

	sweepOps    int  // from so many operations on sweeps are considered; never when it is negative
	tableOps    int  // from so many operations on sweeps may go through tables
	sweepVector int  // so many operations side by side are computed as vectors
	sweepTable  int  // so many other operations of one shape and level go through a table, fewer are written out
	sweepAlways bool // also where straight-line code is estimated to be faster

	tell func(part float64) // is told how much is generated; may be nil
}

// phases is the number of phases.
const phases = 3

var defaultTuning = tuning{functionOps: 600, wholeOps: 4000, localRegisters: 48, branchCost: 12, regionCost: 12, sweepOps: 1_000, tableOps: 50_000, sweepVector: 12, sweepTable: 4}

// program is a compiled module.
type program struct {
	code   []byte
	layout *layout
}

type generator struct {
	m      *rtl.Module
	module *encode.Module
	layout *layout
	sweeps *sweeps // nil when everything is straight-line code
	tuning tuning

	callImport   uint32
	commitImport uint32

	helpers   [helperCount]uint32 // function index + 1
	constants map[word.ID]uint32  // addresses of wide constants
	scratches map[int]place       // staging of wide loop variables
	dividends map[int]uint32      // areas of long divisions, by limbs
	local     []int32
	left      []int32

	sweepLoops map[sweepLoop]uint32 // function indices

	// pieces are the function indices of each phase's functions.
	pieces [3][]uint32
}

// generate compiles a checked module.
func generate(m *rtl.Module, tune tuning) (*program, error) {
	g, err := newGenerator(m, tune)
	if err != nil {
		return nil, err
	}
	return g.program()
}

func newGenerator(m *rtl.Module, tune tuning) (*generator, error) {
	s, l, err := newSweptLayout(m, tune)
	if err != nil {
		return nil, err
	}
	g := &generator{
		m: m, module: &encode.Module{}, layout: l, sweeps: s, tuning: tune, sweepLoops: map[sweepLoop]uint32{},
		constants: map[word.ID]uint32{}, scratches: map[int]place{}, dividends: map[int]uint32{},
		local: make([]int32, len(m.Ops)),
	}
	return g, nil
}

// program generates everything.
func (g *generator) program() (*program, error) {
	g.imports()
	g.tables()
	if s := g.sweeps; s != nil {
		for c, p := range g.layout.pooled {
			bytes := make([]byte, p.size)
			putValue(bytes, p, circuit.Uint(c.value))
			g.module.Data(p.offset, bytes)
		}
		if bytes := s.tables(g.layout, g.layout.tablesOfSweeps); len(bytes) > 0 {
			g.module.Data(g.layout.tablesOfSweeps, bytes)
		}
	}
	for _, ph := range [...]phase{prepare, step, settle} {
		rtl.Tidy(len(g.m.Ops))
		if g.sweeps != nil {
			g.tuning.told(placed, 1, int(ph), phases)
		}
		g.generatePhase(ph)
	}
	for h, index := range g.helpers {
		if index != 0 {
			g.module.Define(index-1, helperCode(helper(h)))
		}
	}
	g.module.Memory(g.layout.pages(), g.layout.pages())
	g.module.ExportMemory("memory")
	code, err := g.module.Bytes()
	if err != nil {
		return nil, err
	}
	return &program{code, g.layout}, nil
}

// hasCalls reports whether the module needs its host.
func hasCalls(m *rtl.Module) bool { return m.Opaque() }

func hasTick(m *rtl.Module) bool {
	for _, c := range m.Calls {
		if c.Tick && !c.Throws {
			return true
		}
	}
	return false
}

func (g *generator) imports() {
	if hasCalls(g.m) {
		g.callImport = g.module.ImportFunc("host", "call", g.module.Type([]encode.ValueType{encode.I32}, []encode.ValueType{encode.I32}))
	}
	if hasTick(g.m) {
		g.commitImport = g.module.ImportFunc("host", "commit", g.module.Type(nil, nil))
	}
}

// helper returns the function index of a helper, which the module then contains.
func (g *generator) helper(h helper) uint32 {
	if g.helpers[h] == 0 {
		g.helpers[h] = 1 + g.module.Func(g.module.Type(helperTypes[h][0], helperTypes[h][1]))
	}
	return g.helpers[h] - 1
}

// constant returns the address of a wide constant.
func (g *generator) constant(id word.ID) uint32 {
	if at, ok := g.constants[id]; ok {
		return at
	}
	op := &g.m.Ops[id]
	a := arena{g.layout.end}
	p := a.place(int(op.Width))
	g.layout.end = a.next
	bytes := make([]byte, p.bytes())
	putValue(bytes, p, g.m.Wide[op.Imm])
	g.module.Data(p.offset, bytes)
	g.constants[id] = p.offset
	return p.offset
}

// scratch is a place to stage the next value of a wide loop variable.
func (g *generator) scratch(v, width int) place {
	if p, ok := g.scratches[v]; ok {
		return p
	}
	a := arena{g.layout.end}
	p := a.place(width)
	g.layout.end = a.next
	g.scratches[v] = p
	return p
}

// dividend is an area of twice n limbs in which a long division works.
func (g *generator) dividend(n int) uint32 {
	if g.dividends[n] == 0 {
		a := arena{g.layout.end}
		g.dividends[n] = a.block(16*uint32(n), 8)
		g.layout.end = a.next
	}
	return g.dividends[n]
}

// tables places the lookup tables, each followed by a zero entry.
func (g *generator) tables() {
	for _, t := range g.m.Tables {
		p := placeFor(t.Width)
		a := arena{g.layout.end}
		at := a.block(uint32(len(t.Data)+1)*p.bytes(), 8)
		g.layout.end = a.next
		g.layout.tables = append(g.layout.tables, at)
		bytes := make([]byte, len(t.Data)*int(p.bytes()))
		for i, v := range t.Data {
			putValue(bytes[i*int(p.bytes()):], p, v)
		}
		if len(bytes) > 0 {
			g.module.Data(at, bytes)
		}
	}
}

// putValue writes a value in the byte order of linear memory.
func putValue(dst []byte, p place, v circuit.Value) {
	switch {
	case p.limbs > 0:
		for i := range int(p.limbs) {
			binary.LittleEndian.PutUint64(dst[8*i:], v.Word(i))
		}
	case p.size == 1:
		dst[0] = byte(v.Lo)
	case p.size == 2:
		binary.LittleEndian.PutUint16(dst, uint16(v.Lo))
	case p.size == 4:
		binary.LittleEndian.PutUint32(dst, uint32(v.Lo))
	default:
		binary.LittleEndian.PutUint64(dst, v.Lo)
	}
}

// getValue reads what putValue wrote.
func getValue(src []byte, p place) circuit.Value {
	switch {
	case p.limbs > 0:
		words := make([]uint64, p.limbs)
		for i := range words {
			words[i] = binary.LittleEndian.Uint64(src[8*i:])
		}
		return circuit.FromWords(words)
	case p.size == 1:
		return circuit.Uint(uint64(src[0]))
	case p.size == 2:
		return circuit.Uint(uint64(binary.LittleEndian.Uint16(src)))
	case p.size == 4:
		return circuit.Uint(uint64(binary.LittleEndian.Uint32(src)))
	default:
		return circuit.Uint(binary.LittleEndian.Uint64(src))
	}
}

// generatePhase plans a phase, generates its functions and the exported function that runs them.
func (g *generator) generatePhase(ph phase) {
	p := newPlan(g.m, ph, g.layout, g.sweeps, g.tuning)
	g.left = append(g.left[:0], p.uses...)
	if ph == step && p.single() {
		g.singleStep(p)
		return
	}
	bases := []encode.ValueType{encode.I32, encode.I32}
	fails := make([]bool, p.functions())
	for k := range p.functions() {
		if g.tuning.tell != nil && k%8 == 0 {
			done := (float64(ph) + float64(k)/float64(p.functions())) / phases
			if g.sweeps != nil {
				done = placed + (1-placed)*done
			}
			g.tuning.tell(done)
		}
		units := p.units[p.cuts[k]:p.cuts[k+1]]
		for _, u := range units {
			if u.loop >= 0 || u.op != word.None && g.m.Ops[u.op].Kind == word.Call {
				fails[k] = true
			}
		}
		var results []encode.ValueType
		if fails[k] {
			results = []encode.ValueType{encode.I32}
		}
		index := g.module.Func(g.module.Type(bases, results))
		g.pieces[ph] = append(g.pieces[ph], index)
		f := g.newFunction(p, 2)
		f.cur, f.next = 0, 1
		f.zero = f.c.NewLocal(encode.I32)
		f.touchBanks()
		f.units(k)
		if fails[k] {
			f.c.I32(0)
		}
		f.finish()
		g.module.Define(index, f.c)
	}
	if ph == step {
		g.steppedRun(p, fails)
		return
	}
	g.plainRun(ph, fails)
}

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
	f := g.newFunction(p, 1)
	c := f.c
	const n = 0
	done := c.NewLocal(encode.I32)
	f.zero = c.NewLocal(encode.I32)
	f.cur, f.next = c.NewLocal(encode.I32), c.NewLocal(encode.I32)
	f.selectBanks()
	c.Block(encode.None)
	c.Loop(encode.None)
	c.LocalGet(done)
	c.LocalGet(n)
	c.Op(encode.I32GeU)
	c.BrIf(1)
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
		c.I32(int32(g.layout.bankA))
		c.I32(int32(g.layout.bankB))
		c.I32(int32(g.layout.bankSize))
		c.MemoryCopy()
	} else {
		f.swapBanks()
	}
	f.countCycle(done)
	c.Br(0)
	c.End()
	c.End()
	if p.sweeps == nil {
		f.restoreBanks()
	}
	c.LocalGet(done)
	g.exportStep(c)
}

func (g *generator) exportStep(c *encode.Code) {
	index := g.module.Func(g.module.Type([]encode.ValueType{encode.I32}, []encode.ValueType{encode.I32}))
	g.module.Define(index, c)
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
	f.c.I32(int32(l.bankA))
	f.c.I32(int32(l.bankB))
	f.c.I32(int32(l.bankSize))
	f.c.MemoryCopy()
	f.c.End()
}

// countCycle ends a cycle inside the block and loop of a run: it counts it and leaves the block
// when another cycle might overflow the event buffer.
func (f *function) countCycle(done uint32) {
	c := f.c
	c.LocalGet(done)
	c.I32(1)
	c.Op(encode.I32Add)
	c.LocalSet(done)
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
}

// commitFunction generates what happens at the edge besides registers, as a function of its own.
func (g *generator) commitFunction(p *plan) (index uint32, needed bool) {
	f := g.newFunction(p, 2)
	f.cur, f.next = 0, 1
	f.zero = f.c.NewLocal(encode.I32)
	f.commit()
	f.finish()
	if f.c.Len() == 0 {
		return 0, false
	}
	index = g.module.Func(g.module.Type([]encode.ValueType{encode.I32, encode.I32}, nil))
	g.module.Define(index, f.c)
	return index, true
}

// commit generates memory writes, text appends and the commit of the host's state. All values it
// needs were computed before.
func (f *function) commit() {
	for i := range f.p.m.Memories {
		for _, w := range f.p.m.Memories[i].Writes {
			f.memoryWrite(i, w)
		}
	}
	for i := range f.p.m.Texts {
		for _, a := range f.p.m.Texts[i].Appends {
			f.appendText(i, a)
		}
	}
	if hasTick(f.p.m) {
		f.c.Call(f.g.commitImport)
	}
}

// memoryWrite generates one write port without a branch: a write that is not enabled or outside
// goes to the spare cell after the zero cell.
func (f *function) memoryWrite(index int, w rtl.Write) {
	enable := f.op(w.Enable)
	if enable.Kind == word.Const && enable.Imm == 0 {
		return
	}
	mem := f.g.layout.memories[index]
	address := f.op(w.Address)
	t := typeOf(address)
	inside := int(address.Bits) < 64 && uint64(1)<<uint(address.Bits) <= uint64(mem.depth)
	f.push(w.Address)
	if !inside || enable.Kind != word.Const {
		a := f.stash(t)
		f.constant(t, uint64(mem.depth)+1)
		if enable.Kind == word.Const {
			f.left[w.Enable]--
		} else {
			f.push(w.Enable)
		}
		if !inside {
			f.c.LocalGet(a)
			f.constant(t, uint64(mem.depth))
			f.c.Op(pick(t, encode.I32LtU, encode.I64LtU))
			if enable.Kind != word.Const {
				f.c.Op(encode.I32And)
			}
		}
		f.c.Op(encode.Select)
		f.give(t, a)
	}
	f.convert(t, encode.I32)
	f.scale(mem.cell)
	f.mark(mem)
	width := f.p.m.Memories[index].Width
	if width <= 64 {
		f.push(w.Data)
		f.c.Memory(storeOp(placeFor(width), typeOf(f.op(w.Data))), mem.offset)
		return
	}
	at := f.take(encode.I32)
	f.c.LocalSet(at)
	f.copyLimbs(at, place{offset: mem.offset, size: 8, limbs: uint16(limbs(width))}, w.Data)
	f.give(encode.I32, at)
}

// mark notes the page of a cell, whose offset stays on the stack. A cell of three limbs can lie in two pages.
func (f *function) mark(mem memoryPlace) {
	if mem.marks == 0 {
		return
	}
	at := f.take(encode.I32)
	f.c.LocalTee(at)
	f.c.I32(pageShift)
	f.c.Op(encode.I32ShrU)
	f.c.I32(1)
	f.c.Memory(encode.I32Store8, mem.marks)
	if sim.PageBytes%mem.cell != 0 {
		f.c.LocalGet(at)
		f.c.I32(int32(mem.cell) - 1)
		f.c.Op(encode.I32Add)
		f.c.I32(pageShift)
		f.c.Op(encode.I32ShrU)
		f.c.I32(1)
		f.c.Memory(encode.I32Store8, mem.marks)
	}
	f.c.LocalGet(at)
	f.give(encode.I32, at)
}

// clearEvent marks an entry of the event buffer that empties its text.
const clearEvent = 1 << 16

// appendText generates one append: an entry text<<17 | unit in the event buffer, with clearEvent for
// one that empties the text. The entry is written always and counted only when enabled.
func (f *function) appendText(index int, a rtl.Append) {
	c := f.c
	c.LocalGet(f.zero)
	c.Memory(encode.I32Load, eventsWord)
	n := f.stash(encode.I32)
	c.I32(2)
	c.Op(encode.I32Shl)
	f.push(a.Unit)
	entry := uint32(index) << 17
	if a.Clear {
		entry |= clearEvent
	}
	c.I32(int32(entry))
	c.Op(encode.I32Or)
	c.Memory(encode.I32Store, f.g.layout.events)
	c.LocalGet(f.zero)
	c.LocalGet(n)
	f.push(a.Enable)
	c.Op(encode.I32Add)
	c.Memory(encode.I32Store, eventsWord)
	f.give(encode.I32, n)
}

// singleStep exports step for a module that is one function: the loop over cycles is inside, and
// the registers live in locals when they are few.
func (g *generator) singleStep(p *plan) {
	f := g.newFunction(p, 1)
	c := f.c
	const n = 0
	done := c.NewLocal(encode.I32)
	f.zero = c.NewLocal(encode.I32)
	f.cur, f.next = c.NewLocal(encode.I32), c.NewLocal(encode.I32)
	f.selectBanks()
	if g.registersFit() {
		f.loadRegisters()
	}
	c.Block(encode.None)
	f.exit = c.Depth()
	c.Loop(encode.None)
	c.LocalGet(done)
	c.LocalGet(n)
	c.Op(encode.I32GeU)
	c.BrIf(1)
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
	f.countCycle(done)
	c.Br(0)
	c.End()
	c.End()
	if f.registers != nil {
		f.storeRegisters()
	} else {
		f.restoreBanks()
	}
	c.LocalGet(done)
	f.finish()
	g.exportStep(c)
}

// registersFit decides whether registers live in locals during a run.
func (g *generator) registersFit() bool {
	if len(g.m.Registers) > g.tuning.localRegisters || len(g.m.Vars) > 0 {
		return false
	}
	for _, r := range g.m.Registers {
		if r.Width > 64 {
			return false
		}
	}
	return true
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
		t := f.registerType(i)
		f.registers[i] = f.c.NewLocal(t)
		f.load(f.cur, f.g.layout.registers[i], t)
		f.c.LocalSet(f.registers[i])
	}
}

// storeRegisters ends a run with the registers in locals.
func (f *function) storeRegisters() {
	for i, local := range f.registers {
		f.c.LocalGet(f.cur)
		f.c.LocalGet(local)
		f.store(f.g.layout.registers[i], f.registerType(i))
	}
}

// holds reports whether a register keeps its value always.
func (f *function) holds(i int) bool {
	op := f.op(f.p.m.Registers[i].Next)
	return op.Kind == word.Reg && op.Imm == uint64(i)
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
