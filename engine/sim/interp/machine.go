// Package interp runs a netlist in plain Go: a compact register machine. It starts at once and is
// what the generated code is compared with.
package interp

import (
	"context"
	"fmt"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/fault"
	"simten.dev/engine/sim/image"
	"simten.dev/engine/word"
)

// Host runs the opaque lambdas of a module; see sim.Host.
type Host = sim.Host

// Machine implements sim.Machine over a netlist.
type Machine struct {
	module *netlist.Module
	design *elaborate.Design // for places in messages; may be nil
	host   Host              // nil when nothing is opaque
	p      *program

	slots    []uint64
	memories []*memory
	bodies   []*Machine // of what word.Repeat does
	rounds   *int       // of a body: how many rounds may follow
	tables   [][]uint64
	texts    [][]uint16
	results  [][]word.ID // by call and result: the operation that reads it, or None
	inputs   []circuit.Value
	given    map[sim.Argument]circuit.Value
	top      []int // Design input → module input, -1 when nothing reads it
	cycle    uint64
	tuning   tuning
	plain    int // cycles until the step is compiled again; 0 when it has been
	prepared bool
	pages    *sim.Paged // registers and loop variables
	image    *sim.Block // taken or shown last

	canFail bool // evaluation may fail, so an edge must be revocable
	inTick  bool // what has failed is the onTick of a compiled lambda; see netlist.Call.BailOut
	backup  backup

	checks   []netlist.Overflow // outputs that have not been warned about
	warnings []circuit.Diagnostic

	last  []circuit.Value // what Changed reported
	fresh bool
}

// backup is the state before the last clock edge.
type backup struct {
	registers, vars []uint64
	texts           [][]uint16
	writes          []oldCell
}

type oldCell struct {
	memory  int
	address uint64
	value   []uint64
	whole   bool // all cells; there is no address
}

var _ sim.Machine = (*Machine)(nil)

// New makes a machine and settles it. design gives places for messages and may be nil; host may be
// nil for a module without opaque lambdas.
func New(ctx context.Context, module *netlist.Module, design *elaborate.Design, h Host) (*Machine, error) {
	return newMachine(ctx, module, design, h, defaultTuning, nil)
}

// NewBrief makes a machine as New does, for someone who soon goes on with another one: its step computes everything in
// order, and it is not compiled again after a while, which would not pay any more and may take longer than a slice of a
// run.
func NewBrief(ctx context.Context, module *netlist.Module, design *elaborate.Design, h Host) (*Machine, error) {
	t := defaultTuning
	t.plain, t.decide = true, deciding{}
	return newMachine(ctx, module, design, h, t, nil)
}

// newMachine makes a machine. memories are those of the machine that it does a part of, if it does.
func newMachine(ctx context.Context, module *netlist.Module, design *elaborate.Design, h Host, t tuning, memories []*memory) (*Machine, error) {
	if module.Opaque() && h == nil {
		return nil, fmt.Errorf("module %s has opaque lambdas and needs a host", module.Name)
	}
	m := &Machine{
		module: module, design: design, host: h, p: compile(module, t), given: map[sim.Argument]circuit.Value{}, fresh: true,
		pages:   sim.NewPaged(image.RegisterBytes(module)),
		checks:  slices.Clone(module.Checks),
		canFail: len(module.Vars) > 0 || len(module.Calls) > 0,
		tuning:  t, plain: t.decide.after,
	}
	m.load()
	m.memories = memories
	if memories == nil {
		for i := range module.Memories {
			m.memories = append(m.memories, newMemory(&module.Memories[i]))
		}
		m.fill()
	}
	if err := m.newBodies(ctx, module); err != nil {
		return nil, err
	}
	for i := range module.Tables {
		t := &module.Tables[i]
		n := int(words(int32(t.Width)))
		data := make([]uint64, 0, n*len(t.Data))
		for _, v := range t.Data {
			for k := range n {
				data = append(data, v.Word(k))
			}
		}
		m.tables = append(m.tables, data)
	}
	for i := range module.Calls {
		list := make([]word.ID, len(module.Calls[i].Results))
		for k := range list {
			list[k] = word.None
		}
		m.results = append(m.results, list)
	}
	for i := range module.Ops {
		if op := &module.Ops[i]; op.Kind == word.Result {
			m.results[module.Ops[op.A].Imm][op.Imm] = word.ID(i)
		}
	}
	m.texts = make([][]uint16, len(module.Texts))
	for i, in := range module.Inputs {
		m.inputs = append(m.inputs, in.Start)
		if in.Kind == netlist.TopInput {
			for len(m.top) <= in.Index {
				m.top = append(m.top, -1)
			}
			m.top[in.Index] = i
		}
	}
	m.start()
	if err := m.Settle(ctx); err != nil {
		return nil, err
	}
	return m, nil
}

// load makes the slots of the program. The slots of state, variables and inputs keep their contents.
func (m *Machine) load() {
	before := m.slots
	m.slots = make([]uint64, m.p.slots)
	copy(m.slots, before[:min(len(before), int(m.p.feedback))])
	for _, c := range m.p.constants {
		m.slots[c.slot] = c.value
	}
	m.prepared = false
}

// improve compiles the step again: it has run for so long that this is worth it.
func (m *Machine) improve() {
	m.plain = 0
	if x := decide(m.module, m.tuning.decide); x != m.module {
		m.p = compile(x, m.tuning)
		m.load()
	}
}

// start gives all state its start value.
func (m *Machine) start() {
	m.prepared = false
	for i, r := range m.module.Registers {
		m.setValue(m.p.registers[i], r.Width, r.Start)
	}
	for i, v := range m.module.Vars {
		m.setValue(m.p.vars[i], v.Width, circuit.Value{})
	}
	for i := range m.module.Texts {
		m.setText(i, m.module.Texts[i].Start)
	}
	if m.host != nil {
		m.host.Reset()
	}
}

// fill gives the memories their start contents.
func (m *Machine) fill() {
	for i := range m.module.Memories {
		m.memories[i].fill(m.module.Memories[i].Start)
	}
}

// Set drives a top-level input.
func (m *Machine) Set(input int, v circuit.Value) {
	if input < len(m.top) && m.top[input] >= 0 {
		m.setInput(m.top[input], v)
	}
}

func (m *Machine) setInput(i int, v circuit.Value) {
	m.inputs[i] = v.Mask(m.module.Inputs[i].Width)
	m.prepared = false
}

// SetArgument changes an interactive argument.
func (m *Machine) SetArgument(node int, name string, v circuit.Value) {
	m.given[sim.Argument{Node: node, Name: name}] = v
	m.applyArgument(node, name, v)
}

func (m *Machine) applyArgument(node int, name string, v circuit.Value) {
	for i, in := range m.module.Inputs {
		if in.Kind == netlist.TopInput || in.Node != node || in.Name != name {
			continue
		}
		m.setInput(i, in.Given(v))
	}
	if m.host != nil {
		m.host.SetArgument(node, name, v)
	}
}

// Settle computes all nets.
func (m *Machine) Settle(ctx context.Context) error {
	return m.do(ctx, m.settle)
}

// do lets the host watch the clock when there are opaque lambdas.
func (m *Machine) do(ctx context.Context, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.host != nil && m.module.Opaque() {
		return m.host.Do(ctx, f)
	}
	return f()
}

func (m *Machine) settle() error {
	if err := m.prepare(); err != nil {
		return err
	}
	return m.show()
}

// show computes the nets and looks for values that did not fit.
func (m *Machine) show() error {
	if err := m.evaluate(m.p.settle); err != nil {
		return err
	}
	m.checks = slices.DeleteFunc(m.checks, func(c netlist.Overflow) bool {
		if m.slots[m.p.slot[c.Value]] == 0 {
			return false
		}
		if m.design != nil {
			m.warnings = append(m.warnings, fault.DoesNotFit(m.design, c.Node, c.Output, c.Place))
		}
		return true
	})
	return nil
}

// prepare computes what depends on inputs only.
func (m *Machine) prepare() error {
	if m.prepared {
		return nil
	}
	for i, v := range m.inputs {
		m.setValue(m.p.inputs[i], m.module.Inputs[i].Width, v)
	}
	m.prepared = true
	return m.run(m.p.prepare)
}

func (m *Machine) evaluate(list []segment) error {
	for i := range list {
		s := &list[i]
		if s.loop < 0 {
			if err := m.run(s.code); err != nil {
				return err
			}
			continue
		}
		if err := m.settleLoop(s); err != nil {
			return err
		}
	}
	return nil
}

// settleLoop repeats the body of a combinational loop until its variables settle.
func (m *Machine) settleLoop(s *segment) error {
	l := &m.module.Loops[s.loop]
	for range l.Bound {
		if err := m.run(s.code); err != nil {
			return err
		}
		changed := false
		for _, c := range s.staged {
			copy(m.slots[c.dst:c.dst+c.n], m.slots[c.src:c.src+c.n])
		}
		for _, c := range s.next {
			for k := range c.n {
				if m.slots[c.dst+k] != m.slots[c.src+k] {
					m.slots[c.dst+k] = m.slots[c.src+k]
					changed = true
				}
			}
		}
		if !changed || l.Once {
			return nil
		}
	}
	return m.oscillation(s.loop)
}

// oscillation is the error of a loop that does not settle.
func (m *Machine) oscillation(loop int) error {
	var place func(i int) circuit.Place
	if m.design != nil {
		nodes := m.module.LoopNodes(loop)
		place = func(i int) circuit.Place { return m.design.Place(nodes[i]) }
	}
	return sim.Oscillation(m.module.LoopPaths(loop), place)
}

// sliceCycles is how many cycles run between two looks at the context.
const sliceCycles = 256

// Step runs clock cycles. The nets are computed once at the end.
func (m *Machine) Step(ctx context.Context, n int) (int, error) {
	done := 0
	for done < n {
		slice := min(n-done, sliceCycles)
		ran := 0
		err := m.do(ctx, func() error {
			var err error
			ran, err = m.cycles(slice)
			return err
		})
		done += ran
		if err != nil {
			if ctx.Err() == nil {
				_ = m.Settle(ctx) // show the state that was reached, as far as it can be
			}
			return done, err
		}
	}
	if n == 0 {
		return 0, m.Settle(ctx)
	}
	return done, nil
}

// cycles runs n cycles and settles. A cycle whose logic does not settle after the edge is taken back.
// An onTick that fails has found the logic settled: its own cycle has not begun, and the one before stays.
func (m *Machine) cycles(n int) (int, error) {
	if m.plain > 0 {
		if m.plain -= n; m.plain <= 0 {
			m.improve()
		}
	}
	if err := m.prepare(); err != nil {
		return 0, err
	}
	state := m.p.state
	copy(m.slots[state:2*state], m.slots[:state]) // who is not told otherwise holds
	for done := range n {
		if err := m.evaluate(m.p.step); err != nil {
			if m.inTick { // an error of the logic comes first: it was there before this edge
				m.inTick = false
				logic := m.show()
				if logic == nil {
					return done, err
				}
				err = logic
			}
			if done > 0 {
				m.revoke()
				done--
			}
			return done, err
		}
		if err := m.run(m.p.ticks); err != nil {
			return done, err
		}
		m.commit()
	}
	if err := m.show(); err != nil {
		m.revoke()
		return n - 1, err
	}
	return n, nil
}

// commit is the clock edge.
func (m *Machine) commit() {
	if m.canFail {
		m.save()
	}
	for _, w := range m.p.writes {
		if m.slots[w.enable] == 0 {
			continue
		}
		address := m.slots[w.address]
		x := m.memories[w.memory]
		if w.whole {
			all := m.slots[w.data : w.data+x.wordsOfAll()]
			if m.canFail {
				old := make([]uint64, len(all))
				x.readAll(old)
				m.backup.writes = append(m.backup.writes, oldCell{memory: int(w.memory), value: old, whole: true})
			}
			x.writeAll(all)
			continue
		}
		if m.canFail && address < x.depth {
			old := make([]uint64, words(int32(x.width)))
			x.read(address, old)
			m.backup.writes = append(m.backup.writes, oldCell{memory: int(w.memory), address: address, value: old})
		}
		x.write(address, m.slots[w.data:])
	}
	for i := range m.module.Texts {
		for _, a := range m.module.Texts[i].Appends {
			switch {
			case m.slots[m.p.slot[a.Enable]] == 0:
			case a.Clear:
				m.texts[i] = nil
			default:
				m.texts[i] = append(m.texts[i], uint16(m.slots[m.p.slot[a.Unit]]))
			}
		}
		m.trimText(i)
	}
	for _, c := range m.p.copies {
		copy(m.slots[c.dst:c.dst+c.n], m.slots[c.src:c.src+c.n])
	}
	state := m.p.state
	copy(m.slots[:state], m.slots[state:2*state])
	if m.host != nil {
		m.host.Commit()
	}
	m.cycle++
}

// save keeps what the edge changes.
func (m *Machine) save() {
	b := &m.backup
	state := m.p.state
	b.registers = append(b.registers[:0], m.slots[:state]...)
	b.vars = append(b.vars[:0], m.slots[2*state:m.p.feedback]...)
	b.writes = b.writes[:0]
	b.texts = b.texts[:0]
	for _, t := range m.texts {
		b.texts = append(b.texts, slices.Clip(t))
	}
}

// revoke takes the last edge back.
func (m *Machine) revoke() {
	b := &m.backup
	copy(m.slots, b.registers)
	copy(m.slots[2*m.p.state:], b.vars)
	for _, w := range slices.Backward(b.writes) {
		if w.whole {
			m.memories[w.memory].writeAll(w.value)
		} else {
			m.memories[w.memory].write(w.address, w.value)
		}
	}
	copy(m.texts, b.texts)
	if m.host != nil {
		m.host.Undo()
	}
	m.cycle--
}

// Cycle is the number of clock edges so far.
func (m *Machine) Cycle() uint64 { return m.cycle }

// Peek reads a net.
func (m *Machine) Peek(net int) circuit.Value {
	id := m.module.Nets[net]
	return m.value(m.p.slot[id], int(m.module.Ops[id].Width))
}

// Changed reports the nets that differ from the last report.
func (m *Machine) Changed(dst []int) []int {
	if m.last == nil {
		m.last = make([]circuit.Value, len(m.module.Nets))
	}
	for i := range m.module.Nets {
		v := m.Peek(i)
		if m.fresh || !v.Equal(m.last[i]) {
			m.last[i] = v
			dst = append(dst, i)
		}
	}
	m.fresh = false
	return dst
}

// Reported is what Changed reported last; see sim.Reporter.
func (m *Machine) Reported() []circuit.Value { return m.last }

// Reset returns to the start values; inputs and arguments stay.
func (m *Machine) Reset(ctx context.Context) error {
	m.cycle = 0
	m.fill()
	m.start()
	return m.Settle(ctx)
}

// Warnings are the run-time warnings so far.
func (m *Machine) Warnings() []circuit.Diagnostic {
	if m.host == nil {
		return m.warnings
	}
	return append(slices.Clone(m.warnings), m.host.Warnings()...)
}

// Close does nothing: a machine holds nothing but memory.
func (m *Machine) Close() error { return nil }
