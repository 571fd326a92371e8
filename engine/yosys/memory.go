package yosys

import (
	"fmt"
	"math/big"
	"slices"

	"simten.dev/engine/circuit"
)

func isMemory(kind string) bool { return kind == "$mem_v2" }

// memory is a $mem_v2.
type memory struct {
	m                   *module
	cell                *Cell
	name                string
	width, depth, abits int
	offset              int
	reads               []readPort
	writes              []writePort
	start               map[uint64]circuit.Value
}

type readPort struct {
	src  *source
	addr []Bit
}

type writePort struct {
	addr, data, enable []Bit
	clocked            bool
	clock              clock
}

// maxMemory bounds the cells of a memory.
const maxMemory = 1 << 26

// readMemory reads a memory.
func (m *module) readMemory(c *Cell) *memory {
	mem := &memory{
		m: m, cell: c, name: plainName(c.Parameters["MEMID"]), width: c.width("WIDTH"), depth: c.width("SIZE"),
		abits: c.width("ABITS"),
	}
	if mem.width < 1 || mem.depth < 1 || mem.depth > maxMemory || mem.abits < 1 || mem.abits > 64 {
		m.fail(c.place(), "memory %s has %d words of %d bits and addresses of %d bits, which is not possible",
			mem.name, mem.depth, mem.width, mem.abits)
		return nil
	}
	mem.offset, _ = c.number("OFFSET")
	rd, wr := c.width("RD_PORTS"), c.width("WR_PORTS")
	for port, bits := range map[string]int{
		"RD_ADDR": rd * mem.abits, "RD_DATA": rd * mem.width, "WR_ADDR": wr * mem.abits, "WR_DATA": wr * mem.width,
		"WR_EN": wr * mem.width, "WR_CLK": wr,
	} {
		if len(c.Connections[port]) != bits {
			m.fail(c.place(), "memory %s: port %s has %d bits, not %d", mem.name, port, len(c.Connections[port]), bits)
			return nil
		}
	}
	part := func(port string, i, width int) []Bit { return c.Connections[port][i*width : (i+1)*width] }
	for i := range rd {
		mem.reads = append(mem.reads, readPort{src: m.readSource(c, i), addr: part("RD_ADDR", i, mem.abits)})
	}
	for i := range wr {
		w := writePort{
			addr: part("WR_ADDR", i, mem.abits), data: part("WR_DATA", i, mem.width),
			enable: part("WR_EN", i, mem.width),
		}
		if digit(c.Parameters["WR_CLK_ENABLE"], i) {
			net, inverted := m.traceClock(c.Connections["WR_CLK"][i])
			w.clocked, w.clock = true, clock{net, digit(c.Parameters["WR_CLK_POLARITY"], i) != inverted}
		} else {
			m.fail(c.place(), "memory %s is written without a clock, which a circuit cannot do", mem.name)
		}
		mem.writes = append(mem.writes, w)
	}
	mem.contents(m, c.Parameters["INIT"])
	return mem
}

// readSource is the source of a read port.
func (m *module) readSource(c *Cell, i int) *source {
	name := readOutput(i)
	for _, s := range m.sources {
		if s.cell == c && s.output == name {
			return s
		}
	}
	return nil
}

func readOutput(i int) string { return fmt.Sprintf("RD_DATA%d", i) }

// digit is bit i of a parameter.
func digit(digits string, i int) bool { return i < len(digits) && digits[len(digits)-1-i] == '1' }

// contents reads the words at the start: the first word is the rightmost.
func (mem *memory) contents(m *module, digits string) {
	mem.start = map[uint64]circuit.Value{}
	unknown := 0
	for a := 0; a < mem.depth; a++ {
		end := len(digits) - a*mem.width
		if end <= 0 {
			break
		}
		word := digits[max(0, end-mem.width):end]
		v := new(big.Int)
		for i := range len(word) {
			switch word[len(word)-1-i] {
			case '1':
				v.SetBit(v, i, 1)
			case '0':
			default:
				unknown++
			}
		}
		if v.Sign() != 0 {
			mem.start[uint64(a)] = circuit.FromBig(v, mem.width)
		}
	}
	_ = unknown // words that are never given read 0, as everything that is undefined
}

// words are what a memory reads.
func (mem *memory) words(stepped bool) [][]Bit {
	var out [][]Bit
	for _, r := range mem.reads {
		out = append(out, r.addr)
	}
	for _, w := range mem.writes {
		out = append(out, w.addr, w.data)
		if stepped {
			out = append(out, w.enable, []Bit{w.clock.net})
			continue
		}
		for _, g := range mem.m.groups(w.enable) {
			out = append(out, g.reads...)
		}
	}
	return out
}

// enabled is a stretch of bits that a write port enables together.
type enabled struct {
	bit   Bit
	count int
	key   string
	reads [][]Bit
}

// groups takes the enables of a write port apart. Bits count as equal also when they come from multiplexers that
// choose in the same way, as those of a byte do.
func (m *module) groups(word []Bit) []enabled {
	var out []enabled
	for _, b := range word {
		var reads [][]Bit
		key := m.chosen(b, &reads, 0)
		if n := len(out); n > 0 && out[n-1].key == key {
			out[n-1].count++
			continue
		}
		out = append(out, enabled{b, 1, key, reads})
	}
	return out
}

// throughMux are the bits that a bit is chosen from, if it comes from multiplexers.
func (m *module) throughMux(b Bit) (s, no, yes Bit, ok bool) {
	if b.constant() {
		return 0, 0, 0, false
	}
	r := m.drive[b]
	if r.src == nil || r.src.cell == nil || r.src.cell.Type != "$mux" {
		return 0, 0, 0, false
	}
	c := r.src.cell
	if r.src.public || len(c.Connections["S"]) != 1 || r.at >= len(c.Connections["A"]) ||
		r.at >= len(c.Connections["B"]) {
		return 0, 0, 0, false
	}
	return c.Connections["S"][0], c.Connections["A"][r.at], c.Connections["B"][r.at], true
}

// never reports an enable that is 0 whatever it is chosen by.
func (m *module) never(b Bit, depth int) bool {
	if b == Zero {
		return true
	}
	_, no, yes, ok := m.throughMux(b)
	return ok && depth < maxChosen && m.never(no, depth+1) && m.never(yes, depth+1)
}

// maxChosen bounds how far enables are followed.
const maxChosen = 40

// chosen describes how a bit is chosen, and notes what it is chosen by and from.
func (m *module) chosen(b Bit, reads *[][]Bit, depth int) string {
	s, no, yes, ok := m.throughMux(b)
	if !ok || depth > maxChosen {
		if !b.constant() {
			*reads = append(*reads, []Bit{b})
		}
		return fmt.Sprint(b)
	}
	*reads = append(*reads, []Bit{s})
	return fmt.Sprintf("(%d %s %s)", s, m.chosen(no, reads, depth+1), m.chosen(yes, reads, depth+1))
}

// chosenBit is such a bit as a condition.
func (l *lambda) chosenBit(b Bit, depth int) expr {
	s, no, yes, ok := l.m.throughMux(b)
	if !ok || depth > maxChosen {
		return l.word([]Bit{b})
	}
	return choose(l.word([]Bit{s}), l.chosenBit(yes, depth+1), l.chosenBit(no, depth+1))
}

// address is where a port reads or writes, as the lambda writes it between brackets; ok is whether it can lie in the
// memory.
func (l *lambda) address(mem *memory, word []Bit) expr {
	a := l.word(word)
	if mem.offset != 0 {
		w := max(a.width, 32)
		a = arithmetic("-", precSum, a.extend(w, false), constant(big.NewInt(int64(mem.offset)), w))
	}
	a = a.exactly()
	if a.width > numberBits {
		a = l.clampAddress(a)
	}
	return a
}

// clampAddress makes a number of a wide address.
func (l *lambda) clampAddress(a expr) expr {
	return expr{text: call("Number", a.text), prec: precPrimary, width: 53, form: exact, mag: 53}
}

// memory makes the circuit of a memory, with the logic of its addresses and data.
func (b *builder) memory(m *module, mem *memory) *node {
	ports := newPortNames("cells", "mask", "address", "data")
	id := unique(variable(mem.name), m.nodes)
	c := &circuit.Circuit{}
	depth := mem.depth
	state := circuit.StateBlock{
		Name: "cells", Depth: depth, ClockRef: "clk", Edge: "rising",
		StateType: circuit.StateType{
			Kind: circuit.Memory, AddressWidth: circuit.AddressWidth(depth),
			DataWidth: mem.width,
		},
		InitialValue: circuit.InitialValue{
			Memory: mem.start, AddressWidth: circuit.AddressWidth(depth),
			DataWidth: mem.width,
		},
	}
	c.State = []circuit.StateBlock{state}
	for i, r := range mem.reads {
		pin := "data"
		if len(mem.reads) > 1 {
			pin = fmt.Sprintf("data%d", i)
			ports.taken[pin] = true
		}
		r.src.node, r.src.pin = id, pin
		c.Outputs = append(c.Outputs, circuit.Port{Name: pin, PortType: portType(mem.width)})
	}
	stepped := m.d.stepped
	if stepped {
		for i := range mem.writes {
			for _, name := range []string{"was", "at", "given", "enabled"} {
				ports.taken[fmt.Sprint(name, i)] = true
			}
		}
	}
	eval := newLambda(m, ports)
	read := func(l *lambda, r readPort) expr {
		l.read["cells"] = true
		cell := expr{
			text: "cells[" + l.address(mem, r.addr).text + "]", prec: precPrimary, width: mem.width,
			form: exact, mag: mem.width,
		}
		switch {
		case mem.width > numberBits:
			cell.form = wide
		case mem.width == numberBits:
			cell.form, cell.negative, cell.word = loose, true, true
		}
		if !stepped {
			return cell
		}
		return l.forwarded(mem, r, cell)
	}
	var fields []field
	for i, r := range mem.reads {
		fields = append(fields, field{c.Outputs[i].Name, final(read(eval, r))})
	}
	tick := newLambda(m, ports)
	for _, r := range mem.reads { // what is written may depend on what is read
		if m.reaches(mem, r.src) {
			tick.own[r.src] = tick.simple(read(tick, r), variable(mem.name+"_"+r.src.pin))
		}
	}
	var writes []string
	for i, w := range mem.writes {
		if stepped {
			writes = append(writes, tick.commit(mem, w, i))
			continue
		}
		writes = append(writes, tick.write(mem, w)...)
	}
	text := ""
	if len(mem.writes) > 0 {
		tick.read["cells"] = true
		tick.statements = append(tick.statements, writes...)
		result := []field{{"cells", "cells"}}
		if stepped {
			for i, w := range mem.writes {
				c.State = append(c.State,
					register(fmt.Sprint("was", i), 1, big.NewInt(startOf(w.clock.rising))),
					register(fmt.Sprint("at", i), mem.abits, new(big.Int)),
					register(fmt.Sprint("given", i), mem.width, new(big.Int)),
					register(fmt.Sprint("enabled", i), mem.width, new(big.Int)))
				result = append(result, field{fmt.Sprint("was", i), final(tick.word([]Bit{w.clock.net}))},
					field{fmt.Sprint("at", i), final(tick.word(w.addr))},
					field{fmt.Sprint("given", i), final(tick.word(w.data))},
					field{fmt.Sprint("enabled", i), final(tick.word(w.enable))})
			}
		}
		text = tick.function(result)
	}
	n := b.primitive(m, id, mem.cell.place(), c, ports, eval.function(fields), text)
	n.id = id
	return n
}

// reaches reports whether a memory's own inputs may read one of its outputs without a register between.
func (m *module) reaches(mem *memory, out *source) bool {
	seen := map[*source]bool{}
	var look func(word []Bit) bool
	look = func(word []Bit) bool {
		for _, b := range word {
			if b.constant() {
				continue
			}
			s := m.drive[b].src
			if s == out {
				return true
			}
			if s == nil || s.cell == nil || s.rooted || seen[s] {
				continue
			}
			seen[s] = true
			for _, in := range inputsOf(s.cell) {
				if look(in) {
					return true
				}
			}
		}
		return false
	}
	for _, word := range mem.words(m.d.stepped) {
		if look(word) {
			return true
		}
	}
	return false
}

// write are the statements of a write port.
func (l *lambda) write(mem *memory, w writePort) []string {
	at := l.address(mem, w.addr)
	groups := l.m.groups(w.enable)
	var condition *expr // the only one
	single := true
	key := ""
	parts := make([]part, len(groups))
	for i, g := range groups {
		e := l.chosenBit(g.bit, 0)
		parts[i] = part{value: e, copies: g.count}
		if e.zero() {
			continue
		}
		if condition != nil && key != g.key {
			single = false
		}
		condition, key = &e, g.key
	}
	if condition == nil {
		return nil
	}
	if single && len(groups) == 1 {
		store := fmt.Sprintf("cells[%s] = %s", at.text, l.stored(w.data))
		return []string{guarded(*condition, store)}
	}
	at = l.simple(at, "address")
	cell := portValue("cells["+at.text+"]", mem.width)
	if single {
		for i := range parts {
			if !parts[i].value.zero() {
				parts[i].value = small(1, 1)
			}
		}
		mask := new(big.Int)
		low := 0
		for _, p := range parts {
			for k := range p.copies {
				mask.SetBit(mask, low+k, p.value.value.Bit(0))
			}
			low += p.copies
		}
		data := slices.Clone(w.data) // the bits that are not written do not count
		for i := range data {
			if mask.Bit(i) == 0 {
				data[i] = Zero
			}
		}
		rest := bits("&", precBitAnd, cell, invert(constant(mask, mem.width)))
		store := fmt.Sprintf("cells[%s] = %s", at.text, kept(bits("|", precBitOr, rest, l.word(data))))
		return []string{guarded(*condition, store)}
	}
	mask := l.simple(concat(parts).exactly(), "mask")
	store := fmt.Sprintf("cells[%s] = %s", at.text, kept(merge(cell, l.word(w.data), mask)))
	zero := expr{text: "0" + suffix(mem.width), prec: precPrimary}
	return []string{guarded(expr{text: infix(mask, "!==", precEqual, zero), form: truth, prec: precEqual, width: 1},
		store)}
}

func guarded(c expr, store string) string {
	c = c.condition()
	if c.value != nil {
		return store
	}
	return fmt.Sprintf("if (%s) %s", plain(c.text), store)
}

// stored is a word as a cell keeps it: a number, not a truth value.
func (l *lambda) stored(word []Bit) string { return kept(l.word(word)) }

func kept(e expr) string { return plain(final(e.number())) }

// merge takes the bits of data where the mask is set, else those of the word.
func merge(word, data, mask expr) expr {
	return bits("|", precBitOr, bits("&", precBitAnd, word, invert(mask)), bits("&", precBitAnd, data, mask))
}

// stepped memories: at an edge the words that were sampled in the step before are written; what is read in the same
// step sees them.
func (l *lambda) forwarded(mem *memory, r readPort, cell expr) expr {
	if len(mem.writes) == 0 {
		return cell
	}
	at := l.simple(l.address(mem, r.addr), "address")
	cell.text = "cells[" + at.text + "]"
	for i, w := range mem.writes {
		hit := expr{text: infix(at, "===", precEqual, l.sampledAddress(mem, i)), prec: precEqual, width: 1, form: truth}
		_, given, enabled := l.sampled(mem, i)
		cell = choose(both(l.edge(w.clock, l.note(fmt.Sprint("was", i))), hit), merge(cell, given, enabled), cell)
		cell = l.simple(cell.exactly(), "word")
	}
	return cell
}

func (l *lambda) note(name string) string {
	l.read[name] = true
	return name
}

func (l *lambda) sampled(mem *memory, i int) (at, given, enabled expr) {
	return portValue(l.note(fmt.Sprint("at", i)), mem.abits), portValue(l.note(fmt.Sprint("given", i)), mem.width),
		portValue(l.note(fmt.Sprint("enabled", i)), mem.width)
}

func (l *lambda) sampledAddress(mem *memory, i int) expr {
	a := portValue(l.note(fmt.Sprint("at", i)), mem.abits)
	if mem.offset != 0 {
		w := max(a.width, 32)
		a = arithmetic("-", precSum, a.extend(w, false), constant(big.NewInt(int64(mem.offset)), w))
	}
	a = a.exactly()
	if a.width > numberBits {
		a = l.clampAddress(a)
	}
	return a
}

// commit is the statement that writes what a port sampled.
func (l *lambda) commit(mem *memory, w writePort, i int) string {
	at := l.simple(l.sampledAddress(mem, i), "address")
	_, given, enabled := l.sampled(mem, i)
	cell := portValue("cells["+at.text+"]", mem.width)
	edge := l.edge(w.clock, l.note(fmt.Sprint("was", i)))
	return fmt.Sprintf("if (%s) cells[%s] = %s", edge.text, at.text, kept(merge(cell, given, enabled)))
}
