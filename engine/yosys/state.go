package yosys

import (
	"math/big"
	"slices"
	"strings"

	"simten.dev/engine/circuit"
)

// control is a control input of a register: one bit, and the level at which it acts.
type control struct {
	bit  Bit
	high bool
	used bool
}

// state is a register.
type state struct {
	cell *Cell
	out  *source
	d    []Bit

	clocked bool
	clock   clock

	enable          control
	reset           control // synchronous
	resetValue      *big.Int
	enableOverReset bool
	clear           control // asynchronous reset
	clearValue      *big.Int
	load            control // asynchronous load
	loaded          []Bit
	set, unset      []Bit // asynchronous, of each bit
	setHigh         bool
	unsetHigh       bool
	start           *big.Int
	held            *source // of a reset that can come and go between two edges: until the next one
}

// registers are the cells that become registers, with the inputs that they have.
var registers = map[string]struct{ clocked, enable, reset, overReset, clear, load, setUnset bool }{
	"$ff":     {},
	"$dff":    {clocked: true},
	"$dffe":   {clocked: true, enable: true},
	"$sdff":   {clocked: true, reset: true},
	"$sdffe":  {clocked: true, reset: true, enable: true},
	"$sdffce": {clocked: true, reset: true, enable: true, overReset: true},
	"$adff":   {clocked: true, clear: true},
	"$adffe":  {clocked: true, clear: true, enable: true},
	"$aldff":  {clocked: true, load: true},
	"$aldffe": {clocked: true, load: true, enable: true},
	"$dffsr":  {clocked: true, setUnset: true},
	"$dffsre": {clocked: true, setUnset: true, enable: true},
}

func isState(kind string) bool {
	_, ok := registers[kind]
	return ok || isLatch(kind)
}

// isLatch reports the cells that keep a value without a clock.
func isLatch(kind string) bool {
	switch kind {
	case "$dlatch", "$adlatch", "$sr", "$dlatchsr":
		return true
	}
	return false
}

// latchInputs are the ports that a latch reads.
func latchInputs(kind string) []string {
	switch kind {
	case "$adlatch":
		return []string{"EN", "D", "ARST"}
	case "$sr":
		return []string{"SET", "CLR"}
	case "$dlatchsr":
		return []string{"EN", "D", "SET", "CLR"}
	}
	return []string{"EN", "D"}
}

func (m *module) control(c *Cell, port, polarity string) control {
	b := c.Connections[port]
	if len(b) != 1 {
		m.fail(c.place(), "%s (%s): port %s must have one bit", plainName(c.Name), c.Type, port)
		return control{}
	}
	return control{bit: b[0], high: c.flagOr(polarity, true), used: true}
}

// readState reads a register.
func (m *module) readState(s *source) *state {
	c := s.cell
	kind, ok := registers[c.Type]
	if !ok {
		return nil
	}
	st := &state{cell: c, out: s, d: c.Connections["D"], start: new(big.Int)}
	if len(st.d) != s.width() {
		m.fail(c.place(), "%s (%s): D has %d bits and Q %d", plainName(c.Name), c.Type, len(st.d), s.width())
	}
	if kind.clocked {
		clk := m.control(c, "CLK", "CLK_POLARITY")
		st.clocked = true
		net, inverted := m.traceClock(clk.bit)
		st.clock = clock{net, clk.high != inverted}
	}
	if kind.enable {
		st.enable = m.control(c, "EN", "EN_POLARITY")
	}
	if kind.reset {
		st.reset = m.control(c, "SRST", "SRST_POLARITY")
		st.resetValue = m.resetTo(c, "SRST_VALUE")
		st.enableOverReset = kind.overReset
	}
	if kind.clear {
		st.clear = m.control(c, "ARST", "ARST_POLARITY")
		st.clearValue = m.resetTo(c, "ARST_VALUE")
	}
	if kind.load {
		st.load = m.control(c, "ALOAD", "ALOAD_POLARITY")
		st.loaded = c.Connections["AD"]
		if len(st.loaded) != s.width() {
			m.fail(c.place(), "%s (%s): AD has %d bits and Q %d", plainName(c.Name), c.Type, len(st.loaded), s.width())
		}
	}
	if kind.setUnset {
		st.set, st.unset = c.Connections["SET"], c.Connections["CLR"]
		st.setHigh, st.unsetHigh = c.flagOr("SET_POLARITY", true), c.flagOr("CLR_POLARITY", true)
		if len(st.set) != s.width() || len(st.unset) != s.width() {
			m.fail(c.place(), "%s (%s): SET and CLR must have %d bits", plainName(c.Name), c.Type, s.width())
		}
	}
	for i, b := range s.bits {
		if m.start[b] == One {
			st.start.SetBit(st.start, i, 1)
		}
	}
	return st
}

// resetTo is the value of a reset; its undefined bits are told.
func (m *module) resetTo(c *Cell, name string) *big.Int {
	bits := bitsOf(c.Parameters[name])
	for _, b := range bits {
		if b == Undefined || b == HighImpedance {
			m.warn(c.place(), "the reset of %s gives some bits the value x, which becomes 0", m.driven(c))
			break
		}
	}
	return bitsValue(bits)
}

// driven is the name of the signal that a cell drives.
func (m *module) driven(c *Cell) string {
	for _, s := range m.sources {
		if s.cell == c && s.name != "" {
			return s.name
		}
	}
	for _, out := range m.outputs(c) {
		if bits := c.Connections[out]; len(bits) > 0 && !bits[0].constant() {
			if name := m.netName(bits[0]); !strings.HasPrefix(name, "$") {
				return name
			}
			return "a value of the logic (" + c.Type + ")"
		}
	}
	return plainName(c.Name)
}

// traceClock goes back through inverters, buffers and parts that pass it on to the net that a clock comes from.
func (m *module) traceClock(b Bit) (net Bit, inverted bool) {
	for range 64 {
		if b.constant() {
			return b, inverted
		}
		r := m.drive[b]
		if r.src == nil || r.src.cell == nil {
			return b, inverted
		}
		c := r.src.cell
		if sub := m.sub(c); sub != nil {
			outer, flips, ok := sub.passes(c, r)
			if !ok {
				return b, inverted
			}
			b, inverted = outer, inverted != flips
			continue
		}
		a := c.Connections["A"]
		switch c.Type {
		case "$not", "$_NOT_":
			inverted = !inverted
		case "$logic_not":
			if len(a) != 1 {
				return b, inverted
			}
			inverted = !inverted
		case "$pos", "$_BUF_":
		default:
			return b, inverted
		}
		if r.at >= len(a) || c.Type == "$logic_not" && r.at > 0 {
			return b, inverted
		}
		b = a[r.at]
	}
	return b, inverted
}

// passes is the bit of an instance's inputs that one of its outputs is, perhaps inverted: a module of clocks may do
// nothing but hand one on.
func (m *module) passes(c *Cell, out ref) (outer Bit, inverted, ok bool) {
	for _, p := range m.Ports {
		if p.Name != out.src.output || out.at >= len(p.Bits) {
			continue
		}
		inner, flips := m.traceClock(p.Bits[out.at])
		if inner.constant() {
			return 0, false, false
		}
		outer, ok = m.outer(c, inner)
		return outer, flips, ok
	}
	return 0, false, false
}

// active is a control input as a condition.
func (l *lambda) active(c control) expr {
	e := l.word([]Bit{c.bit})
	if !c.high {
		return e.not()
	}
	return e
}

// after is the value of a register after its next edge; now is what it has before.
func (l *lambda) after(st *state, now expr) expr {
	w := st.out.width()
	next := l.word(st.d)
	if st.reset.used && !st.enableOverReset {
		if st.enable.used {
			next = choose(l.active(st.enable), next, now)
		}
		return choose(l.active(st.reset), constant(st.resetValue, w), next)
	}
	if st.reset.used {
		next = choose(l.active(st.reset), constant(st.resetValue, w), next)
	}
	if st.enable.used {
		next = choose(l.active(st.enable), next, now)
	}
	return next
}

// asynchronous is a value as asynchronous inputs change it.
func (l *lambda) asynchronous(st *state, value expr) expr {
	w := st.out.width()
	switch {
	case st.held != nil:
		return choose(l.source(st.held), constant(st.clearValue, w), value)
	case st.clear.used:
		return choose(l.active(st.clear), constant(st.clearValue, w), value)
	case st.load.used:
		return choose(l.active(st.load), l.word(st.loaded), value)
	case st.set != nil:
		set, unset := l.word(st.set), l.word(st.unset)
		if !st.setHigh {
			set = invert(set)
		}
		if st.unsetHigh {
			unset = invert(unset)
		}
		if w == 1 {
			return both(unset, either(set, value))
		}
		return bits("&", precBitAnd, bits("|", precBitOr, value, set), unset)
	}
	return value
}

// reset is the value after an edge as the asynchronous inputs leave it that are active there.
func (l *lambda) reset(st *state, next expr) expr {
	if st.held != nil {
		return choose(l.active(st.clear), constant(st.clearValue, st.out.width()), next)
	}
	return l.asynchronous(st, next)
}

// invert is the complement of a word.
func invert(a expr) expr {
	switch {
	case a.value != nil:
		return constant(new(big.Int).Xor(a.value, new(big.Int).Sub(power(a.width), big.NewInt(1))), a.width)
	case a.width == 1:
		return a.not()
	case a.width > numberBits:
		return expr{text: "~" + a.in(precUnary, false), prec: precUnary, width: a.width, form: wideLoos}
	}
	a = a.number()
	return expr{
		text: "~" + a.in(precUnary, false), prec: precUnary, width: a.width, form: loose, mag: 32,
		negative: true, word: true,
	}
}

// final is an expression as a lambda returns it.
func final(e expr) string {
	if e.form == truth || e.form == loose && e.width == numberBits && e.word {
		return e.text // a truth value counts as 1 or 0, and 32 bits may have a sign
	}
	return e.exactly().text
}

// register makes the circuit of a register, with the logic that computes its next value.
func (b *builder) register(m *module, st *state) *node {
	ports := newPortNames("q", "value", "sampled", "was")
	w := st.out.width()
	c := &circuit.Circuit{Outputs: []circuit.Port{{Name: "q", PortType: portType(w)}}}
	value := portValue("value", w)
	c.State = []circuit.StateBlock{register("value", w, st.start)}

	eval, tick := newLambda(m, ports), newLambda(m, ports)
	stepped := m.d.stepped && st.clocked
	if !stepped {
		eval.read["value"] = true
		eval.own[st.out] = value
		shown := eval.asynchronous(st, value)
		now := value
		if st.held != nil {
			tick.read["value"] = true
			now = tick.simple(tick.asynchronous(st, value), "now")
		}
		tick.own[st.out] = now
		next := tick.reset(st, tick.after(st, now))
		if mentions(next.text, "value") || mentionsAny(tick.statements, "value") {
			tick.read["value"] = true
		}
		return b.primitive(m, st.out.name, st.cell.place(), c, ports,
			eval.function([]field{{"q", final(shown)}}), tick.function([]field{{"value", final(next)}}))
	}
	c.State = append(c.State, register("sampled", w, new(big.Int)),
		register("was", 1, new(big.Int).SetInt64(startOf(st.clock.rising))))
	visible := func(l *lambda) expr {
		for _, name := range []string{"value", "sampled", "was"} {
			l.read[name] = true
		}
		edge := l.edge(st.clock, "was")
		return l.asynchronous(st, choose(edge, portValue("sampled", w), value))
	}
	shown := visible(eval)
	now := tick.simple(visible(tick), "now")
	tick.own[st.out] = now
	// A reset that ends with the very edge, as one that a register makes, is still active there.
	next := tick.reset(st, tick.after(st, now))
	clk := tick.word([]Bit{st.clock.net})
	delete(tick.read, now.text)
	return b.primitive(m, st.out.name, st.cell.place(), c, ports,
		eval.function([]field{{"q", final(shown)}}),
		tick.function([]field{{"value", final(now)}, {"sampled", final(next)}, {"was", final(clk)}}))
}

// edge tells whether a clock has its edge in this step: before it had the other level.
func (l *lambda) edge(c clock, was string) expr {
	clk := l.word([]Bit{c.net})
	before := primary(was, 1)
	if c.rising {
		return both(clk, before.not())
	}
	return both(clk.not(), before)
}

// startOf is the level that a clock is taken to have had before the first step, so that there is no edge at the start.
func startOf(rising bool) int64 {
	if rising {
		return 1
	}
	return 0
}

func register(name string, width int, start *big.Int) circuit.StateBlock {
	t := circuit.StateType{Kind: circuit.Bus, Width: width}
	return circuit.StateBlock{
		Name: name, StateType: t, InitialValue: circuit.InitialValue{Number: circuit.FromBig(start, width)},
		ClockRef: "clk", Edge: "rising",
	}
}

func portType(width int) circuit.PortType {
	if width == 1 {
		return circuit.PortType{Kind: circuit.Bit}
	}
	return circuit.PortType{Kind: circuit.Bus, Width: width}
}

// hold is a node that keeps an asynchronous reset until the next edge.
type hold struct {
	by  control
	out *source
}

// holds gives each asynchronous reset that may come and go between two edges a node that remembers it until the next
// edge, so that it has reset the registers all the same.
func (m *module) holds(states []*state) []hold {
	var list []hold
	for _, st := range states {
		if !st.clear.used || st.clear.bit.constant() || !st.clocked {
			continue
		}
		r := m.drive[st.clear.bit]
		if !m.pulses[st.clear.bit] {
			continue
		}
		i := slices.IndexFunc(list, func(h hold) bool { return h.by == st.clear })
		if i < 0 {
			name := "reset"
			if r.src != nil {
				name = variable(r.src.name)
			}
			node := unique(name+"_active", m.nodes)
			list = append(list, hold{
				st.clear,
				&source{name: node, node: node, pin: "active", rooted: true, bits: []Bit{Zero}},
			})
			i = len(list) - 1
		}
		st.held = list[i].out
	}
	return list
}

// asyncReset is the circuit of such a node: a latch notes that the reset was active since the last edge.
func (b *builder) asyncReset(high bool) *circuit.Circuit {
	if c := b.resets[high]; c != nil {
		return c
	}
	bit := circuit.PortType{Kind: circuit.Bit}
	port := func(name string) circuit.Port { return circuit.Port{Name: name, PortType: bit} }
	name, input := "AsyncReset", "rst"
	if !high {
		name, input = "AsyncResetLow", "rst_n"
	}
	last := &circuit.Circuit{
		Inputs: []circuit.Port{port("mark")}, Outputs: []circuit.Port{port("q"), port("other")},
		State:          []circuit.StateBlock{register("value", 1, new(big.Int))},
		Implementation: circuit.Implementation{Kind: circuit.Primitive},
	}
	b.define(last, name+"_last")
	b.behaviors[last.Definition] = behavior{
		eval: "({ value }) => ({ q: value, other: !value })",
		tick: "({ mark }) => ({ value: mark })",
	}
	active := &circuit.Circuit{
		Inputs: []circuit.Port{port("rst"), port("mark"), port("last")}, Outputs: []circuit.Port{port("y")},
		Implementation: circuit.Implementation{Kind: circuit.Primitive},
	}
	b.define(active, name+"_active")
	b.behaviors[active.Definition] = behavior{eval: "({ rst, mark, last }) => ({ y: rst || mark !== last })"}
	latch := b.library("Dlatch")
	c := &circuit.Circuit{
		Inputs: []circuit.Port{port(input)}, Outputs: []circuit.Port{port("active")},
		Implementation: circuit.Implementation{Kind: circuit.Composite},
	}
	part := func(id string, of *circuit.Circuit) circuit.Node {
		return circuit.Node{ID: id, ComponentRef: of.Name, Definition: of.Definition}
	}
	c.Nodes = []circuit.Node{part("mark", latch), part("last", last), part("active", active)}
	c.Nodes[0].Arguments.Set("width", float64(1))
	rst := circuit.Endpoint{PortName: input}
	if !high {
		c.Nodes = append(c.Nodes, part("not", b.library("Not")))
		rst = circuit.Endpoint{NodeID: "not", PortName: "out"}
		c.Connections = append(c.Connections, circuit.Connection{
			Source: circuit.Endpoint{PortName: input}, Target: circuit.Endpoint{NodeID: "not", PortName: "in"},
			PortType: bit,
		})
	}
	at := func(id, pin string) circuit.Endpoint { return circuit.Endpoint{NodeID: id, PortName: pin} }
	for _, w := range [][2]circuit.Endpoint{
		{rst, at("mark", "en")},
		{rst, at("active", "rst")},
		{at("last", "other"), at("mark", "d")},
		{at("mark", "q"), at("last", "mark")},
		{at("mark", "q"), at("active", "mark")},
		{at("last", "q"), at("active", "last")},
		{at("active", "y"), {PortName: "active"}},
	} {
		c.Connections = append(c.Connections, circuit.Connection{Source: w[0], Target: w[1], PortType: bit})
	}
	b.define(c, name)
	b.behaviors[c.Definition] = behavior{comment: "An asynchronous reset, also one that has come and gone since the last edge."}
	b.resets[high] = c
	return c
}

// latch makes the node of a latch.
func (b *builder) latch(m *module, c *Cell, driver func([]Bit, string, Place) *source) *node {
	if c.Type != "$dlatch" {
		return b.latchWithReset(m, c, driver)
	}
	s := m.sourceOf(c, "Q")
	m.warn(c.place(), "%s is a latch: it keeps its value where no branch assigns it; assign it in every branch if it should not", s.name)
	n := &node{id: unique(variable(s.name), m.nodes), of: b.library("Dlatch")}
	s.node, s.pin = n.id, "q"
	n.args.Set("width", float64(s.width()))
	if !c.flagOr("EN_POLARITY", true) {
		n.args.Set("enPolarity", false)
	}
	n.inputs = []wire{
		{"en", driver(c.Connections["EN"], n.id+"_en", c.place())},
		{"d", driver(c.Connections["D"], n.id+"_d", c.place())},
	}
	return n
}

// latchWithReset makes the node of a latch that is set and reset beside its enable, as a lambda that leaves its output
// out where it is kept.
func (b *builder) latchWithReset(m *module, c *Cell, driver func([]Bit, string, Place) *source) *node {
	s := m.sourceOf(c, "Q")
	w := s.width()
	id := unique(variable(s.name), m.nodes)
	s.node, s.pin = id, "q"
	n := &node{id: id}
	of := &circuit.Circuit{
		Outputs:        []circuit.Port{{Name: "q", PortType: portType(w)}},
		Implementation: circuit.Implementation{Kind: circuit.Primitive},
	}
	active := map[string]string{}
	for _, port := range latchInputs(c.Type) {
		word := c.Connections[port]
		pin := strings.ToLower(port)
		of.Inputs = append(of.Inputs, circuit.Port{Name: pin, PortType: portType(len(word))})
		n.inputs = append(n.inputs, wire{pin, driver(word, id+"_"+pin, c.place())})
		if active[port] = pin; !c.flagOr(port+"_POLARITY", true) {
			active[port] = "!" + pin
		}
	}
	if c.Type != "$adlatch" && w > 1 {
		m.fail(c.place(), "%s is a latch whose bits are set and reset one by one (%s), which is possible for one bit only", s.name, c.Type)
	}
	keeps := "({} as { q: number })"
	if w > numberBits {
		keeps = "({} as { q: bigint })"
	}
	if c.Type != "$sr" {
		keeps = active["EN"] + " ? { q: d } : " + keeps
	}
	text := "({ set, clr }) => (" + active["CLR"] + " ? { q: 0 } : " + active["SET"] + " ? { q: 1 } : " + keeps + ")"
	switch c.Type {
	case "$adlatch":
		value := constant(m.resetTo(c, "ARST_VALUE"), w)
		text = "({ en, d, arst }) => (" + active["ARST"] + " ? { q: " + value.text + " } : " + keeps + ")"
	case "$dlatchsr":
		text = strings.Replace(text, "({ set", "({ en, d, set", 1)
	}
	b.define(of, variable(m.circuit+"_"+id))
	b.behaviors[of.Definition] = behavior{eval: text, comment: c.place().shared()}
	n.of = of
	return n
}

func (m *module) sourceOf(c *Cell, output string) *source {
	for _, s := range m.sources {
		if s.cell == c && s.output == output {
			return s
		}
	}
	return nil
}

// mentions reports whether a text has a name in it.
func mentions(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		before := i == 0 || !isName("_"+text[i-1:i]) && text[i-1] != '.'
		end := i + len(name)
		after := end == len(text) || !isName("_"+text[end:end+1])
		if before && after {
			return true
		}
		at = end
	}
}

func mentionsAny(list []string, name string) bool {
	for _, text := range list {
		if mentions(text, name) {
			return true
		}
	}
	return false
}
