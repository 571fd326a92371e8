package yosys

import (
	"fmt"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Flat is a design as the netlist that simulators compile, for what is only to be run: no text of a program is made of
// it. Its nodes are the uses of modules, each with its registers and memories as state and its named signals as
// outputs.
type Flat struct {
	Design   *elaborate.Design
	Module   *netlist.Module
	Warnings []Warning
	Modules  int
	Clock    string // as in Result
	Falling  bool
	Steps    bool
}

// maxParts bounds the uses of modules in a design that is flattened.
const maxParts = 1 << 20

// Flatten makes a netlist of a design. The error is an *Error, or several of them joined, or says which limit of the
// engine the design exceeds.
func Flatten(n *Netlist, o Options, l elaborate.Limits) (*Flat, error) {
	d, err := read(n, o)
	if err != nil {
		return nil, err
	}
	f := &flattener{d: d, b: word.NewBuilder(), plans: map[*module]*plan{}, operations: flatOperations()}
	f.add(d.top, nil, nil, d.top.shown())
	if len(f.parts) >= maxParts {
		return nil, fmt.Errorf("the design has more than %d uses of modules", maxParts)
	}
	if err := d.err(); err != nil {
		return nil, err
	}
	design, err := f.design(l)
	if err != nil {
		return nil, err
	}
	f.m = &netlist.Module{Name: design.Name, Fields: make([][]netlist.Field, len(f.parts)), Path: design.Path}
	f.assemble(design)
	if err := d.err(); err != nil {
		return nil, err
	}
	f.m.Feedback = len(f.m.Vars) > 0
	netlist.Finish(f.m, f.b, nil)
	flat := &Flat{Design: design, Module: f.m, Warnings: d.warnings, Modules: len(d.order), Steps: d.stepped}
	flat.Clock, flat.Falling = d.clock()
	return flat, nil
}

// flattener makes a netlist of a design.
type flattener struct {
	d     *design
	b     *word.Builder
	m     *netlist.Module
	parts []*usage
	plans map[*module]*plan

	operations map[string]flatOperation
}

// plan is what the uses of a module have in common.
type plan struct {
	circuit  *circuit.Circuit
	shown    []*source // the signals that are outputs of its circuit, after the ports of the top module
	states   []*state
	stateOf  map[*source]*state
	memories []*memory
	readOf   map[*source]readAt
	holds    []hold
}

// readAt is a read port and its memory, by its number among those of the module.
type readAt struct {
	memory int
	port   readPort
}

// usage is one use of a module.
type usage struct {
	f        *flattener
	m        *module
	plan     *plan
	parent   *usage
	cell     *Cell
	name     string
	index    int
	subs     map[*Cell]*usage
	memo     map[*source]word.ID
	busy     map[slot]bool
	vars     map[slot]int
	register map[*source]stateRegisters
	memory   []memoryRegisters
	held     map[*source]word.ID
	mark     map[*source]heldRegisters
}

// slot is some bits of a source.
type slot struct {
	src    *source
	low, n int
}

// stateRegisters are the numbers of the registers of a register: in steps there are three.
type stateRegisters struct{ value, sampled, was int }

type memoryRegisters struct {
	number int
	writes []writeRegisters
}

type writeRegisters struct{ was, at, given, enabled int }

// heldRegisters keep an asynchronous reset: the latch and the register of asyncReset.
type heldRegisters struct{ latch, last int }

// add notes a use of a module and of all that it is made of.
func (f *flattener) add(m *module, parent *usage, c *Cell, name string) {
	if len(f.parts) >= maxParts {
		return
	}
	p := &usage{
		f: f, m: m, parent: parent, cell: c, name: name, index: len(f.parts), plan: f.planOf(m),
		subs: map[*Cell]*usage{},
		memo: map[*source]word.ID{}, busy: map[slot]bool{}, vars: map[slot]int{},
		register: map[*source]stateRegisters{},
		held:     map[*source]word.ID{}, mark: map[*source]heldRegisters{},
	}
	f.parts = append(f.parts, p)
	if parent != nil {
		parent.subs[c] = p
	}
	prefix := ""
	if parent != nil {
		prefix = name + "_"
	}
	for _, c := range m.Cells {
		if sub := m.sub(c); sub != nil {
			f.add(sub, p, c, prefix+variable(plainName(c.Name)))
		}
	}
}

// planOf reads the registers and memories of a module, and makes the circuit of its uses.
func (f *flattener) planOf(m *module) *plan {
	if p := f.plans[m]; p != nil {
		return p
	}
	p := &plan{stateOf: map[*source]*state{}, readOf: map[*source]readAt{}}
	f.plans[m] = p
	c := &circuit.Circuit{
		Version: circuit.Version, Name: variable(m.shown()), Definition: circuit.DefinitionID(len(f.plans) + 1),
		Implementation: circuit.Implementation{Kind: circuit.Primitive},
	}
	p.circuit = c
	names, fields := map[string]bool{}, map[string]bool{}
	if m == f.d.top {
		for _, port := range m.Ports {
			if port.Direction == "output" && !m.dropped(port) {
				names[port.Name] = true
				c.Outputs = append(c.Outputs, circuit.Port{Name: port.Name, PortType: portType(len(port.Bits))})
			}
		}
	}
	field := func(name string, width int, st *state) {
		block := register(unique(variable(name), fields), width, st.start)
		c.State = append(c.State, block)
	}
	for _, s := range m.sources {
		if s.cell == nil || m.sub(s.cell) != nil {
			continue
		}
		if s.public && len(s.bits) > 0 && !(names[s.name] && m.isPort(s)) {
			p.shown = append(p.shown, s)
			c.Outputs = append(c.Outputs, circuit.Port{
				Name:     unique(variable(s.name), names),
				PortType: portType(s.width()),
			})
		}
		if st := m.readState(s); st != nil {
			p.stateOf[s] = st
			p.states = append(p.states, st)
			field(s.name, s.width(), st)
		}
	}
	p.holds = m.holds(p.states)
	for _, cell := range m.Cells {
		if !isMemory(cell.Type) {
			continue
		}
		mem := m.readMemory(cell)
		if mem == nil {
			continue
		}
		for _, r := range mem.reads {
			p.readOf[r.src] = readAt{len(p.memories), r}
		}
		p.memories = append(p.memories, mem)
		bits := circuit.AddressWidth(mem.depth)
		c.State = append(c.State, circuit.StateBlock{
			Name: unique(variable(mem.name), fields), Depth: mem.depth, ClockRef: "clk", Edge: "rising",
			StateType:    circuit.StateType{Kind: circuit.Memory, AddressWidth: bits, DataWidth: mem.width},
			InitialValue: circuit.InitialValue{Memory: mem.start, AddressWidth: bits, DataWidth: mem.width},
		})
	}
	return p
}

// isPort reports a source that is an output of its module, under the same name.
func (m *module) isPort(s *source) bool {
	return slices.ContainsFunc(m.Ports, func(p *Port) bool { return p.Name == s.name && m.whole(p.Bits) == s })
}

// uses resolves the circuits of modules.
type uses struct{ f *flattener }

func (u uses) Resolve(id circuit.DefinitionID, _ string) *circuit.Circuit {
	for _, p := range u.f.plans {
		if p.circuit.Definition == id {
			return p.circuit
		}
	}
	return nil
}

// design is the flat design: a node for each use of a module.
func (f *flattener) design(l elaborate.Limits) (*elaborate.Design, error) {
	top := f.d.top
	c := &circuit.Circuit{
		Version: circuit.Version, Name: variable(top.shown()), Definition: 1,
		Implementation: circuit.Implementation{Kind: circuit.Composite},
	}
	taken := map[string]bool{"inputs": true, "outputs": true, "nodes": true, elaborate.TopNode: true}
	for _, port := range top.Ports {
		taken[port.Name] = true
	}
	for _, p := range f.parts {
		of := p.plan.circuit
		p.name = unique(p.name, taken)
		c.Nodes = append(c.Nodes, circuit.Node{ID: p.name, ComponentRef: of.Name, Definition: of.Definition})
	}
	for _, port := range top.Ports {
		if top.dropped(port) {
			continue
		}
		of := circuit.Port{Name: port.Name, PortType: portType(len(port.Bits))}
		if port.Direction == "input" {
			c.Inputs = append(c.Inputs, of)
			continue
		}
		c.Outputs = append(c.Outputs, of)
		c.Connections = append(c.Connections, circuit.Connection{
			Source: circuit.Endpoint{NodeID: f.parts[0].name, PortName: port.Name},
			Target: circuit.Endpoint{PortName: port.Name}, PortType: of.PortType,
		})
	}
	design, problems := elaborate.Elaborate(c, uses{f}, l)
	for i := range problems {
		if problems[i].Severity == circuit.Error {
			return nil, &problems[i]
		}
	}
	return design, nil
}

// assemble makes the operations of all parts.
func (f *flattener) assemble(design *elaborate.Design) {
	for i, in := range design.Inputs {
		f.m.Inputs = append(f.m.Inputs, netlist.Input{
			Kind: netlist.TopInput, Width: in.Type.Wires(), Index: i,
			Name: in.Name,
		})
	}
	for _, p := range f.parts {
		p.declare()
	}
	f.m.Nets = make([]word.ID, len(design.Nets))
	for i := range f.m.Nets {
		f.m.Nets[i] = word.None
	}
	for i, in := range design.Inputs {
		f.m.Nets[in.Net] = f.b.Leaf(word.Param, in.Type.Wires(), uint64(i))
	}
	for i, node := range design.Each() {
		p, k := f.parts[i], 0
		if p.parent == nil {
			for _, port := range p.m.Ports {
				if port.Direction == "output" && !p.m.dropped(port) {
					f.m.Nets[node.Output(k)] = p.word(port.Bits)
					k++
				}
			}
		}
		for _, s := range p.plan.shown {
			f.m.Nets[node.Output(k)] = p.at(s, 0, s.width())
			k++
		}
		p.clock()
	}
	for i := range f.m.Nets {
		if f.m.Nets[i] == word.None {
			f.m.Nets[i] = f.b.Uint(0, design.Nets[i].Width)
		}
	}
}

// feedback makes a variable of a combinational loop.
func (p *usage) feedback(width int, name string) int {
	m := p.f.m
	m.Vars = append(m.Vars, netlist.Var{
		Width: width, Next: word.None, Node: p.index,
		Name: circuit.AppendPath(p.name, name), Net: -1,
	})
	return len(m.Vars) - 1
}

func (p *usage) newRegister(name string, width int, start circuit.Value) int {
	m := p.f.m
	m.Registers = append(m.Registers, netlist.Register{
		Name: circuit.AppendPath(p.name, name), Width: width,
		Start: start, Next: word.None,
	})
	return len(m.Registers) - 1
}

func (p *usage) leaf(register int) word.ID {
	return p.f.b.Leaf(word.Reg, p.f.m.Registers[register].Width, uint64(register))
}

// declare makes the registers and memories of a part.
func (p *usage) declare() {
	m := p.f.m
	stepped := p.m.d.stepped
	var fields []netlist.Field
	for _, st := range p.plan.states {
		w := st.out.width()
		r := stateRegisters{value: p.newRegister(st.out.name, w, circuit.FromBig(st.start, w))}
		fields = append(fields, netlist.Field{Kind: netlist.RegisterField, Index: r.value, Sign: -1, Has: -1})
		if stepped && st.clocked {
			r.sampled = p.newRegister(st.out.name+"#sampled", w, circuit.Value{})
			r.was = p.newRegister(st.out.name+"#was", 1, circuit.Uint(uint64(startOf(st.clock.rising))))
		}
		p.register[st.out] = r
	}
	for _, mem := range p.plan.memories {
		r := memoryRegisters{number: len(m.Memories)}
		fields = append(fields, netlist.Field{Kind: netlist.MemoryField, Index: r.number, Sign: -1, Has: -1})
		m.Memories = append(m.Memories, netlist.Memory{
			Name: circuit.AppendPath(p.name, mem.name), Depth: mem.depth,
			Width: mem.width, Start: mem.start,
		})
		for _, w := range mem.writes {
			if stepped {
				r.writes = append(r.writes, writeRegisters{
					was:     p.newRegister(mem.name+"#was", 1, circuit.Uint(uint64(startOf(w.clock.rising)))),
					at:      p.newRegister(mem.name+"#at", mem.abits, circuit.Value{}),
					given:   p.newRegister(mem.name+"#given", mem.width, circuit.Value{}),
					enabled: p.newRegister(mem.name+"#enabled", mem.width, circuit.Value{}),
				})
			}
		}
		p.memory = append(p.memory, r)
	}
	for _, h := range p.plan.holds {
		p.mark[h.out] = heldRegisters{
			latch: p.feedback(1, h.out.name),
			last:  p.newRegister(h.out.name+"#last", 1, circuit.Value{}),
		}
	}
	m.Fields[p.index] = fields
}

// word is the value of some bits.
func (p *usage) word(bits []Bit) word.ID {
	b := p.f.b
	out := word.None
	for _, s := range p.m.segments(bits) {
		var v word.ID
		switch {
		case s.src == nil:
			v = b.Const(circuit.FromBig(s.value, s.count), s.count)
		case s.copies > 0:
			v = b.SExt(p.at(s.src, s.low, 1), s.copies)
		default:
			v = p.at(s.src, s.low, s.count)
		}
		if out == word.None {
			out = v
		} else {
			out = b.Concat(v, out)
		}
	}
	if out == word.None {
		return b.Uint(0, 1)
	}
	return out
}

// at is the value of some bits of a source. Bits of an operation that is being computed are computed by themselves,
// where it works on each bit alone: a word may feed its own other bits.
func (p *usage) at(s *source, low, n int) word.ID {
	b := p.f.b
	switch {
	case s.port != nil && p.parent == nil:
		index := 0
		for _, port := range p.m.Ports {
			switch {
			case port == s.port || port.Name == s.port.Name:
				if p.m.dropped(port) {
					return b.Uint(0, n)
				}
				return b.Slice(b.Leaf(word.Param, len(port.Bits), uint64(index)), low, n)
			case port.Direction == "input" && !p.m.dropped(port):
				index++
			}
		}
		return b.Uint(0, n)
	case s.port != nil:
		return p.parent.word(fit(p.cell.Connections[s.port.Name], s.width())[low : low+n])
	}
	if sub := p.subs[s.cell]; sub != nil {
		for _, port := range sub.m.Ports {
			if port.Name == s.output {
				return sub.word(fit(port.Bits, s.width())[low : low+n])
			}
		}
		return b.Uint(0, n)
	}
	if v, ok := p.memo[s]; ok {
		return b.Slice(v, low, n)
	}
	whole := slot{s, 0, s.width()}
	if !p.busy[whole] {
		v := p.computed(whole, func() word.ID { return p.value(s) })
		p.memo[s] = v
		return b.Slice(v, low, n)
	}
	part := slot{s, low, n}
	if part == whole || !eachBitAlone(s.cell.Type) {
		return b.Slice(p.loop(whole), low, n)
	}
	if p.busy[part] {
		return p.loop(part)
	}
	return p.computed(part, func() word.ID { return p.bitwise(s, low, n) })
}

// computed computes a slot; a variable that has been made for it in the meantime gets its value.
func (p *usage) computed(at slot, compute func() word.ID) word.ID {
	p.busy[at] = true
	v := compute()
	delete(p.busy, at)
	if i, ok := p.vars[at]; ok {
		p.f.m.Vars[i].Next = v
		delete(p.vars, at)
	}
	return v
}

// loop reads a slot that is being computed.
func (p *usage) loop(at slot) word.ID {
	i, ok := p.vars[at]
	if !ok {
		i = p.feedback(at.n, at.src.name)
		p.vars[at] = i
	}
	return p.f.b.Leaf(word.Loop, at.n, uint64(i))
}

// value is what a register, a latch, a read port or an operation shows.
func (p *usage) value(s *source) word.ID {
	if st := p.plan.stateOf[s]; st != nil {
		return p.shown(st)
	}
	if r, ok := p.plan.readOf[s]; ok {
		return p.read(r)
	}
	if isLatch(s.cell.Type) {
		return p.latch(s)
	}
	return p.operation(s)
}

// active is a control input as a condition.
func (p *usage) active(c control) word.ID {
	v := p.word([]Bit{c.bit})
	if !c.high {
		v = p.f.b.Not(v)
	}
	return v
}

// shown is what a register shows.
func (p *usage) shown(st *state) word.ID {
	r := p.register[st.out]
	value := p.leaf(r.value)
	if p.m.d.stepped && st.clocked {
		value = p.f.b.Mux(p.edge(st.clock, r.was), p.leaf(r.sampled), value)
	}
	return p.asynchronous(st, value)
}

// edge tells whether a clock has its edge in this step.
func (p *usage) edge(c clock, was int) word.ID {
	b := p.f.b
	clk, before := p.word([]Bit{c.net}), p.leaf(was)
	if c.rising {
		return b.And(clk, b.Not(before))
	}
	return b.And(b.Not(clk), before)
}

// asynchronous is a value as asynchronous inputs change it.
func (p *usage) asynchronous(st *state, value word.ID) word.ID {
	b, w := p.f.b, st.out.width()
	switch {
	case st.held != nil:
		return b.Mux(p.hold(st), b.Const(circuit.FromBig(st.clearValue, w), w), value)
	case st.clear.used:
		return b.Mux(p.active(st.clear), b.Const(circuit.FromBig(st.clearValue, w), w), value)
	case st.load.used:
		return b.Mux(p.active(st.load), p.word(st.loaded), value)
	case st.set != nil:
		set, unset := p.word(st.set), p.word(st.unset)
		if !st.setHigh {
			set = b.Not(set)
		}
		if st.unsetHigh {
			unset = b.Not(unset)
		}
		return b.And(b.Or(value, set), unset)
	}
	return value
}

// hold tells whether a reset is active, or was since the last edge; see asyncReset.
func (p *usage) hold(st *state) word.ID {
	if v, ok := p.held[st.held]; ok {
		return v
	}
	b, r := p.f.b, p.mark[st.held]
	rst, last := p.active(st.clear), p.leaf(r.last)
	mark := b.Mux(rst, b.Not(last), b.Leaf(word.Loop, 1, uint64(r.latch)))
	p.f.m.Vars[r.latch].Next = mark
	p.f.m.Registers[r.last].Next = mark
	v := b.Or(rst, b.Xor(mark, last))
	p.held[st.held] = v
	return v
}

// clock gives the registers and memories of a part what they take at the edge.
func (p *usage) clock() {
	b, m := p.f.b, p.f.m
	for _, st := range p.plan.states {
		r := p.register[st.out]
		now := p.at(st.out, 0, st.out.width())
		next := p.word(st.d)
		w := st.out.width()
		reset := func() {
			if st.reset.used {
				next = b.Mux(p.active(st.reset), b.Const(circuit.FromBig(st.resetValue, w), w), next)
			}
		}
		if st.enableOverReset {
			reset()
		}
		if st.enable.used {
			next = b.Mux(p.active(st.enable), next, now)
		}
		if !st.enableOverReset {
			reset()
		}
		if st.held != nil {
			next = b.Mux(p.active(st.clear), b.Const(circuit.FromBig(st.clearValue, w), w), next)
		} else {
			next = p.asynchronous(st, next)
		}
		if p.m.d.stepped && st.clocked {
			m.Registers[r.value].Next, m.Registers[r.sampled].Next, m.Registers[r.was].Next = now, next, p.word([]Bit{st.clock.net})
			continue
		}
		m.Registers[r.value].Next = next
	}
	for _, h := range p.plan.holds {
		if r := p.mark[h.out]; m.Registers[r.last].Next == word.None { // no register needs it
			m.Registers[r.last].Next, m.Vars[r.latch].Next = p.leaf(r.last), b.Uint(0, 1)
		}
	}
	for i, mem := range p.plan.memories {
		p.write(mem, p.memory[i])
	}
}

// address is where a port reads or writes.
func (p *usage) address(mem *memory, a word.ID) word.ID {
	b := p.f.b
	if mem.offset == 0 {
		return a
	}
	w := max(b.Width(a)+1, 32)
	return b.Sub(b.Resize(a, w), b.Int(int64(mem.offset), w))
}

func (p *usage) merge(old, data, mask word.ID) word.ID {
	b := p.f.b
	return b.Or(b.And(old, b.Not(mask)), b.And(data, mask))
}

// read is what a read port shows. In steps it sees the words that are written with an edge of this step.
func (p *usage) read(r readAt) word.ID {
	b, mem, own := p.f.b, p.plan.memories[r.memory], p.memory[r.memory]
	at := p.address(mem, p.word(r.port.addr))
	cell := b.MemRead(uint64(own.number), mem.width, at)
	for i, w := range own.writes {
		hit := b.And(p.edge(mem.writes[i].clock, w.was), b.Eq(at, p.address(mem, p.leaf(w.at))))
		cell = b.Mux(hit, p.merge(cell, p.leaf(w.given), p.leaf(w.enabled)), cell)
	}
	return cell
}

// write makes the writes of a memory, in the order of its ports.
func (p *usage) write(mem *memory, own memoryRegisters) {
	b, m := p.f.b, p.f.m
	type written struct{ when, at, data, mask word.ID }
	var before []written
	for i, w := range mem.writes {
		now := written{when: b.Uint(1, 1), at: p.word(w.addr), data: p.word(w.data), mask: p.word(w.enable)}
		whole := b.SExt(p.word(w.enable[:1]), mem.width) == now.mask
		if p.m.d.stepped {
			r := own.writes[i]
			m.Registers[r.was].Next, m.Registers[r.at].Next = p.word([]Bit{w.clock.net}), now.at
			m.Registers[r.given].Next, m.Registers[r.enabled].Next = now.data, now.mask
			now = written{
				when: p.edge(w.clock, r.was), at: p.leaf(r.at), data: p.leaf(r.given),
				mask: p.leaf(r.enabled),
			}
			whole = false
		}
		now.at = p.address(mem, now.at)
		data := now.data
		if !whole {
			cell := b.MemRead(uint64(own.number), mem.width, now.at)
			for _, x := range before {
				cell = b.Mux(b.And(x.when, b.Eq(x.at, now.at)), p.merge(cell, x.data, x.mask), cell)
			}
			data = p.merge(cell, now.data, now.mask)
		}
		m.Memories[own.number].Writes = append(m.Memories[own.number].Writes, netlist.Write{
			Enable: b.And(now.when, b.NonZero(now.mask)), Address: now.at, Data: data,
		})
		before = append(before, now)
	}
}

// latch is what a latch shows: it keeps its value in a variable of a loop.
func (p *usage) latch(s *source) word.ID {
	b, w, c := p.f.b, s.width(), s.cell
	v := p.loop(slot{s, 0, w})
	control := func(port string) word.ID { return p.active(p.m.control(c, port, port+"_POLARITY")) }
	if c.Type == "$dlatch" || c.Type == "$adlatch" || c.Type == "$dlatchsr" {
		v = b.Mux(control("EN"), p.word(c.Connections["D"]), v)
	}
	switch c.Type {
	case "$adlatch":
		v = b.Mux(control("ARST"), b.Const(circuit.FromBig(p.m.resetTo(c, "ARST_VALUE"), w), w), v)
	case "$sr", "$dlatchsr":
		set, unset := p.word(c.Connections["SET"]), p.word(c.Connections["CLR"])
		if !c.flagOr("SET_POLARITY", true) {
			set = b.Not(set)
		}
		if c.flagOr("CLR_POLARITY", true) {
			unset = b.Not(unset)
		}
		v = b.And(b.Or(v, set), unset)
	}
	return v
}

// clock is the input that is left out, and whether its falling edge counts.
func (d *design) clock() (name string, falling bool) {
	for _, p := range d.top.Ports {
		if p.Direction == "input" && d.top.dropped(p) {
			name, falling = p.Name, !d.rising
		}
	}
	return name, falling
}

// eachBitAlone reports the operations whose result has each bit from the same bits of the operands.
func eachBitAlone(kind string) bool {
	return slices.Contains([]string{"$and", "$or", "$xor", "$xnor", "$not", "$pos", "$mux", "$pmux"}, kind)
}
