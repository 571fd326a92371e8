package wasmgen

import (
	"context"
	"fmt"
	"slices"
	"time"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/opt"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/fault"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

// Machine implements sim.Machine with generated code.
type Machine struct {
	m       *netlist.Module
	netlist *netlist.Module   // what m was made from; images are of it
	where   []netlist.Place   // by register of the netlist; nil when m is the netlist
	design  *elaborate.Design // for places in messages; may be nil
	host    Host
	p       *program
	inst    instance
	err     error     // of the lambda that failed last
	inTick  bool      // that lambda was an onTick
	began   time.Time // the last call of step, when it may call the host

	inputs  []circuit.Value // by module input
	changed bool            // inputs were set since prepare ran
	given   map[sim.Argument]circuit.Value
	cycle   uint64
	texts   []text

	registers *sim.Paged
	pages     []*sim.Paged // by memory
	ran       []bool       // by memory: generated code may have written to it since notice
	whole     []byte       // room for a copy of a memory without marks
	image     *sim.Block   // taken or shown last

	// shown is a copy of the memory that Peek reads, as it was after the last settle; stale says
	// that it has not been copied yet.
	shown []byte
	stale bool
	// settled says that the last settle went to its end, so that all values are those of what the circuit is in.
	settled bool
	nets    []place // by net, absolute; the zero place for constants
	last    []byte  // what Changed reported last
	fresh   bool    // Changed has not been called yet

	checks   []netlist.Overflow // outputs that have not been warned about
	warnings []circuit.Diagnostic

	canFail bool   // settling after the edge may fail, so the cycle must be taken back
	slice   uint32 // cycles of one call of step
	closed  bool
}

var _ sim.Machine = (*Machine)(nil)

// Bounds of one uninterrupted call of generated code: long enough to make the call itself free,
// short enough to answer within a frame.
const (
	firstSlice  = 64
	longestCall = 4 * time.Millisecond
	largestStep = 1 << 22
)

// New compiles a module and starts it. design gives places for messages and may be nil; host may be
// nil for a module without opaque lambdas. The error is a *SizeError when the state is too large,
// a *circuit.Diagnostic when the circuit does not settle.
func New(ctx context.Context, original *netlist.Module, design *elaborate.Design, h Host) (*Machine, error) {
	return newMachine(ctx, original, design, h, defaultTuning)
}

func newMachine(ctx context.Context, original *netlist.Module, design *elaborate.Design, h Host, t tuning) (*Machine, error) {
	t.tell = work.Teller(ctx)
	g, err := generateAll(original, t)
	if err != nil {
		return nil, err
	}
	x, err := g.machine(ctx, compileNow(g.p.code), design, h)
	if err != nil {
		return nil, err
	}
	x.start()
	if err := x.Settle(ctx); err != nil {
		_ = x.Close()
		return nil, err
	}
	return x, nil
}

// generated is what a netlist becomes.
type generated struct {
	netlist, m *netlist.Module // m is what is packed of the netlist, perhaps itself
	where      []netlist.Place
	p          *program
}

func generateAll(original *netlist.Module, t tuning) (*generated, error) {
	m, where := opt.Netlist(original, t.pause)
	p, err := generate(m, t)
	if err != nil {
		return nil, err
	}
	return &generated{original, m, where, p}, nil
}

// machine starts a module, whose state is not yet anything.
func (g *generated) machine(ctx context.Context, c *compilation, design *elaborate.Design, h Host) (*Machine, error) {
	m, p := g.m, g.p
	x := &Machine{m: m, netlist: g.netlist, where: g.where, design: design, host: h, p: p, given: map[sim.Argument]circuit.Value{}, slice: firstSlice, fresh: true, checks: slices.Clone(m.Checks)}
	var calls *host
	if hasCalls(m) {
		if h == nil {
			return nil, fmt.Errorf("module %s has opaque lambdas and needs a host", m.Name)
		}
		calls = &host{call: x.call, commit: h.Commit}
	}
	x.canFail = canFail(m)
	var err error
	if x.inst, err = c.start(ctx, calls); err != nil {
		return nil, fmt.Errorf("the generated module of %s does not start: %w", m.Name, err)
	}
	p.code = nil // megabytes of a large circuit, and nobody reads them again
	for _, in := range m.Inputs {
		x.inputs = append(x.inputs, in.Start)
	}
	x.texts = make([]text, len(m.Texts))
	x.shown = make([]byte, p.layout.shown)
	x.nets = netPlaces(m, p.layout)
	x.follow()
	return x, nil
}

// netPlaces finds where each net is read.
func netPlaces(m *netlist.Module, l *layout) []place {
	nets := make([]place, len(m.Nets))
	for net, id := range m.Nets {
		nets[net] = l.shownAt(m, id)
	}
	return nets
}

// shownAt is where the value of an operation that shows a net or a check is read; the zero place
// for a constant.
func (l *layout) shownAt(m *netlist.Module, id word.ID) place {
	switch op := &m.Ops[id]; op.Kind {
	case word.Const:
		return place{}
	case word.Param:
		return l.inputs[op.Imm]
	case word.Reg:
		return l.registers[op.Imm].at(l.bankA)
	case word.Loop:
		return l.vars[op.Imm].at(l.bankA)
	default:
		return l.display[id]
	}
}

// start gives all state its start value.
func (x *Machine) start() {
	l := x.p.layout
	x.inst.write(l.bankA, startBank(x.m, l))
	for i := range x.m.Memories {
		x.fillMemory(i, x.m.Memories[i].Start)
	}
	for i, t := range x.m.Texts {
		x.texts[i].set(t.Start)
	}
	x.inst.write(0, make([]byte, controlSize))
	x.cycle, x.changed = 0, true
}

// startBank is a bank in which all registers have their start values.
func startBank(m *netlist.Module, l *layout) []byte {
	bank := make([]byte, l.bankSize)
	for i, r := range m.Registers {
		putValue(bank[l.registers[i].offset:], l.registers[i], r.Start)
	}
	return bank
}

// cellBytes is a memory with some cells, as it stands in linear memory; the others are 0.
func cellBytes(p memoryPlace, width int, cells map[uint64]circuit.Value) []byte {
	bytes := make([]byte, p.bytes())
	cell := placeFor(width)
	for a, v := range cells {
		if a < uint64(p.depth) {
			putValue(bytes[uint32(a)*p.cell:], cell, v.Mask(width))
		}
	}
	return bytes
}

// fillMemory overwrites a whole memory.
func (x *Machine) fillMemory(index int, cells map[uint64]circuit.Value) {
	p := x.p.layout.memories[index]
	x.pages[index].TouchAll()
	x.inst.write(p.offset, cellBytes(p, x.m.Memories[index].Width, cells))
}

func (x *Machine) readMemory(index int) map[uint64]circuit.Value {
	p := x.p.layout.memories[index]
	bytes := make([]byte, p.bytes())
	x.inst.read(p.offset, bytes)
	cell := placeFor(x.m.Memories[index].Width)
	cells := map[uint64]circuit.Value{}
	for a := range p.depth {
		if v := getValue(bytes[a*p.cell:], cell); !v.IsZero() {
			cells[uint64(a)] = v
		}
	}
	return cells
}

// put writes one value.
func (x *Machine) put(p place, v circuit.Value) {
	var b [8]byte
	bytes := b[:]
	if p.bytes() > 8 {
		bytes = make([]byte, p.bytes())
	}
	putValue(bytes, p, v)
	x.inst.write(p.offset, bytes[:p.bytes()])
}

func (x *Machine) get(p place) circuit.Value {
	var b [8]byte
	bytes := b[:]
	if p.bytes() > 8 {
		bytes = make([]byte, p.bytes())
	}
	x.inst.read(p.offset, bytes[:p.bytes()])
	return getValue(bytes, p)
}

// Set drives a top-level input.
func (x *Machine) Set(input int, v circuit.Value) {
	for i, in := range x.m.Inputs {
		if in.Kind == netlist.TopInput && in.Index == input {
			x.setInput(i, v)
		}
	}
}

func (x *Machine) setInput(i int, v circuit.Value) {
	x.inputs[i] = v.Mask(x.m.Inputs[i].Width)
	x.changed = true
}

// SetArgument changes an interactive argument.
func (x *Machine) SetArgument(node int, name string, v circuit.Value) {
	x.given[sim.Argument{Node: node, Name: name}] = v
	x.applyArgument(node, name, v)
}

func (x *Machine) applyArgument(node int, name string, v circuit.Value) {
	for i, in := range x.m.Inputs {
		if in.Kind != netlist.TopInput && in.Node == node && in.Name == name {
			x.setInput(i, in.Given(v))
		}
	}
	if x.host != nil {
		x.host.SetArgument(node, name, v)
	}
}

// flush brings new inputs to the generated code.
func (x *Machine) flush() error {
	if !x.changed {
		return nil
	}
	x.fetch()
	for i, v := range x.inputs {
		x.put(x.p.layout.inputs[i], v)
	}
	if _, err := x.inst.prepare(); err != nil {
		return err
	}
	x.changed = false
	return nil
}

// fetch copies what Peek reads before anything changes it.
func (x *Machine) fetch() {
	if x.stale {
		x.inst.read(0, x.shown)
		x.stale = false
		if x.settled {
			x.checks = slices.DeleteFunc(x.checks, x.misfit)
		}
	}
}

// misfit looks whether an output has not fitted its port and warns then.
func (x *Machine) misfit(c netlist.Overflow) bool {
	value := x.m.Value(&x.m.Ops[c.Value])
	if p := x.p.layout.shownAt(x.m, c.Value); p.exists() {
		value = getValue(x.shown[p.offset:], p)
	}
	if value.IsZero() {
		return false
	}
	if x.design != nil {
		x.warnings = append(x.warnings, fault.DoesNotFit(x.design, c.Node, c.Output, c.Place))
	}
	return true
}

// Settle computes the nets.
func (x *Machine) Settle(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := x.flush(); err != nil {
		return err
	}
	return x.settle(ctx)
}

// run calls generated code; the host, when there is one, watches the clock meanwhile.
func (x *Machine) run(ctx context.Context, f func() error) error {
	if hasCalls(x.m) {
		return x.host.Do(ctx, f)
	}
	return f()
}

func (x *Machine) settle(ctx context.Context) error {
	return x.run(ctx, func() error {
		failed, err := x.inst.settle()
		if err != nil {
			return err
		}
		x.stale, x.settled = true, failed == 0
		if failed != 0 {
			return x.failure()
		}
		return nil
	})
}

// failure turns the control block into an error and clears it.
func (x *Machine) failure() error {
	status, detail := x.control(statusWord), x.control(detailWord)
	x.inst.write(statusWord, make([]byte, 8))
	x.inTick = status == statusCall && x.m.Calls[detail].Tick
	switch status {
	case statusCall:
		if x.m.Calls[detail].Throws {
			return fault.Threw(x.m, x.design, int(detail), x.arguments(detail)[1:])
		}
		return x.err
	case statusOscillates:
		return x.oscillation(int(detail))
	}
	return nil
}

func (x *Machine) control(offset uint32) uint32 {
	return uint32(x.get(place{offset: offset, size: 4}).Lo)
}

// oscillation is the error of a loop that does not settle.
func (x *Machine) oscillation(loop int) error {
	var place func(i int) circuit.Place
	if x.design != nil {
		nodes := x.m.LoopNodes(loop)
		place = func(i int) circuit.Place { return x.design.Place(nodes[i]) }
	}
	return sim.Oscillation(x.m.LoopPaths(loop), place)
}

// call runs an opaque lambda for the generated code.
func (x *Machine) call(index uint32) uint32 {
	l, c := x.p.layout, &x.m.Calls[index]
	arguments := x.arguments(index)
	results := make([]circuit.Value, len(c.Results))
	for i := range results {
		results[i] = x.get(l.results[index][i])
	}
	if err := x.host.Inside(func() error { return x.host.Call(int(index), arguments, results) }); err != nil {
		x.err = err
		return 1
	}
	for i, v := range results {
		x.put(l.results[index][i], v.Mask(c.Results[i].Width))
	}
	if c.BailOut && time.Since(x.began) > longestCall {
		x.hurry(1)
	}
	return 0
}

// hurry makes step end after the cycle that it is in, or forgets that.
func (x *Machine) hurry(now uint64) {
	x.put(place{offset: hurryWord, size: 4}, circuit.Uint(now))
}

// arguments are the values that the generated code has stored for a call.
func (x *Machine) arguments(index uint32) []circuit.Value {
	values := make([]circuit.Value, len(x.m.Calls[index].Args))
	for i := range values {
		values[i] = x.get(x.p.layout.arguments[index][i])
	}
	return values
}

// Cycle is the number of clock edges so far.
func (x *Machine) Cycle() uint64 { return x.cycle }

// Peek reads a net.
func (x *Machine) Peek(net int) circuit.Value {
	p := x.nets[net]
	if !p.exists() {
		return x.m.Value(&x.m.Ops[x.m.Nets[net]])
	}
	x.fetch()
	return getValue(x.shown[p.offset:], p)
}

// Changed reports the nets that differ from the last report.
func (x *Machine) Changed(dst []int) []int {
	x.fetch()
	for net, p := range x.nets {
		if x.fresh || p.exists() && string(x.shown[p.offset:p.offset+p.bytes()]) != string(x.last[p.offset:p.offset+p.bytes()]) {
			dst = append(dst, net)
		}
	}
	x.fresh = false
	x.last = append(x.last[:0], x.shown...)
	return dst
}

// Reported is what Changed reported last; see sim.Reporter.
func (x *Machine) Reported() []circuit.Value {
	if x.fresh {
		return nil
	}
	values := make([]circuit.Value, len(x.nets))
	for net, p := range x.nets {
		if p.exists() {
			values[net] = getValue(x.last[p.offset:], p)
		} else {
			values[net] = x.Peek(net)
		}
	}
	return values
}

// Reset returns to the start values; inputs and arguments stay.
func (x *Machine) Reset(ctx context.Context) error {
	x.fetch()
	x.start()
	if x.host != nil {
		x.host.Reset()
	}
	return x.Settle(ctx)
}

// Warnings are the run-time warnings so far.
func (x *Machine) Warnings() []circuit.Diagnostic {
	x.fetch()
	if x.host == nil {
		return x.warnings
	}
	return append(slices.Clone(x.warnings), x.host.Warnings()...)
}

// Close releases the generated module.
func (x *Machine) Close() error {
	if x.closed {
		return nil
	}
	x.closed = true
	return x.inst.close()
}
