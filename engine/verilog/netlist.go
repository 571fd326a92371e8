package verilog

import (
	"encoding/json"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// Netlist writes a design as the netlist that Yosys reads with read_json: the modules of the Verilog text, with the
// same names, made of Yosys's cells of words.
func Netlist(s Source, o Options) (*Result, error) {
	w, top, r, err := begin(s, o)
	if err != nil || circuit.HasErrors(r.Diagnostics) {
		return r, err
	}
	f := netlistFile{Creator: "Simten"}
	for _, m := range slices.Backward(w.modules) {
		c := newCells(m)
		c.write(m == top)
		f.Modules = append(f.Modules, entry{plain(m.name), c.out})
	}
	text, err := json.MarshalIndent(f, "", " ")
	r.Text = string(text) + "\n"
	return r, err
}

// plain is a name without the marks of an escaped one.
func plain(name string) string { return strings.TrimSuffix(strings.TrimPrefix(name, "\\"), " ") }

// netlistFile is the file; netlistModule, netlistPort, netlistCell and netlistNet are parts of it.
type netlistFile struct {
	Creator string  `json:"creator"`
	Modules entries `json:"modules"`
}

type netlistModule struct {
	Attributes map[string]string `json:"attributes"`
	Ports      entries           `json:"ports"`
	Cells      entries           `json:"cells"`
	Nets       entries           `json:"netnames"`
}

type netlistPort struct {
	Direction string `json:"direction"`
	Bits      []bit  `json:"bits"`
}

type netlistCell struct {
	Hidden      int               `json:"hide_name"`
	Type        string            `json:"type"`
	Parameters  map[string]string `json:"parameters"`
	Attributes  map[string]string `json:"attributes"`
	Directions  map[string]string `json:"port_directions"`
	Connections map[string][]bit  `json:"connections"`
}

type netlistNet struct {
	Hidden     int               `json:"hide_name"`
	Bits       []bit             `json:"bits"`
	Attributes map[string]string `json:"attributes"`
}

// entries is a JSON object whose order is kept.
type entries []entry

type entry struct {
	key   string
	value any
}

// MarshalJSON writes the entries in their order.
func (e entries) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := range e {
		if i > 0 {
			b = append(b, ',')
		}
		key, err := json.Marshal(e[i].key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(e[i].value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, key...), ':'), value...)
	}
	return append(b, '}'), nil
}

// bit is the number of a net, or one of the constants.
type bit int

// The constant bits, and the first number of a net, as Yosys counts.
const (
	zeroBit  bit = 0
	oneBit   bit = 1
	firstNet bit = 2
)

// MarshalJSON writes constants as texts.
func (b bit) MarshalJSON() ([]byte, error) {
	if b < firstNet {
		return []byte(`"` + strconv.Itoa(int(b)) + `"`), nil
	}
	return strconv.AppendInt(nil, int64(b), 10), nil
}

// cells makes the cells of one module.
type cells struct {
	*module
	out    *netlistModule
	next   bit
	leaf   [][]bit
	regs   [][]bit
	loop   [][]bit
	values map[word.ID][]bit
	clk    []bit
	reset  []bit // nil: none was asked for
	reads  map[int]*memoryPorts
	taken  scope
	start  map[bit]byte // start values, as digits
}

// memoryPorts are the read ports of a memory.
type memoryPorts struct{ addresses, data []bit }

func newCells(m *module) *cells {
	return &cells{
		module: m, next: firstNet, values: map[word.ID][]bit{}, reads: map[int]*memoryPorts{}, taken: scope{},
		start: map[bit]byte{},
		out:   &netlistModule{Attributes: map[string]string{}, Ports: entries{}, Cells: entries{}, Nets: entries{}},
	}
}

// fresh are nets that nothing has.
func (c *cells) fresh(width int) []bit {
	out := make([]bit, width)
	for i := range out {
		out[i] = c.next
		c.next++
	}
	return out
}

func constantBits(v circuit.Value, width int) []bit {
	n := v.Big()
	out := make([]bit, width)
	for i := range out {
		out[i] = bit(n.Bit(i))
	}
	return out
}

func (c *cells) number(n, width int) []bit { return constantBits(circuit.Uint(uint64(n)), width) }

// extended is a word at another width: cut, or filled with zeros.
func extended(b []bit, width int) []bit {
	out := make([]bit, width)
	copy(out, b)
	return out
}

// parameter is a number as a parameter.
func parameter(n, width int) string {
	return leftPad(strconv.FormatInt(int64(n), 2), width)
}

func leftPad(digits string, width int) string {
	return strings.Repeat("0", max(0, width-len(digits))) + digits
}

// digits is a word as a parameter or attribute, the highest digit first.
func digits(v circuit.Value, width int) string { return leftPad(v.Mask(width).Big().Text(2), width) }

func (c *cells) cell(kind, name string, parameters map[string]string, directions map[string]string, connections map[string][]bit) {
	hidden := 0
	if name == "" {
		hidden, name = 1, "$"+strings.TrimPrefix(kind, "$")+"$"+strconv.Itoa(len(c.out.Cells)+1)
	}
	c.out.Cells = append(c.out.Cells, entry{
		name,
		netlistCell{hidden, kind, parameters, map[string]string{}, directions, connections},
	})
}

// unary and binary are cells with one output.
func (c *cells) unary(kind string, a []bit, width int) []bit {
	y := c.fresh(width)
	c.cell(kind, "", map[string]string{
		"A_SIGNED": parameter(0, 32), "A_WIDTH": parameter(len(a), 32), "Y_WIDTH": parameter(width, 32),
	}, map[string]string{"A": "input", "Y": "output"}, map[string][]bit{"A": a, "Y": y})
	return y
}

func (c *cells) binary(kind string, a, b []bit, signed bool, width int) []bit {
	sign := 0
	if signed {
		sign = 1
	}
	y := c.fresh(width)
	c.cell(kind, "", map[string]string{
		"A_SIGNED": parameter(sign, 32), "B_SIGNED": parameter(sign, 32), "A_WIDTH": parameter(len(a), 32),
		"B_WIDTH": parameter(len(b), 32), "Y_WIDTH": parameter(width, 32),
	}, map[string]string{"A": "input", "B": "input", "Y": "output"}, map[string][]bit{"A": a, "B": b, "Y": y})
	return y
}

// choose is yes when s is 1, else no.
func (c *cells) choose(s bit, yes, no []bit) []bit {
	switch {
	case s == oneBit, slices.Equal(yes, no):
		return yes
	case s == zeroBit:
		return no
	}
	y := c.fresh(len(yes))
	c.cell("$mux", "", map[string]string{"WIDTH": parameter(len(y), 32)},
		map[string]string{"A": "input", "B": "input", "S": "input", "Y": "output"},
		map[string][]bit{"A": no, "B": yes, "S": {s}, "Y": y})
	return y
}

// shift shifts by a count that is a word of its own.
func (c *cells) shift(kind string, a, count []bit) []bit {
	sign := 0
	if kind == "$sshr" {
		sign = 1
	}
	y := c.fresh(len(a))
	c.cell(kind, "", map[string]string{
		"A_SIGNED": parameter(sign, 32), "B_SIGNED": parameter(0, 32), "A_WIDTH": parameter(len(a), 32),
		"B_WIDTH": parameter(len(count), 32), "Y_WIDTH": parameter(len(a), 32),
	}, map[string]string{"A": "input", "B": "input", "Y": "output"}, map[string][]bit{"A": a, "B": count, "Y": y})
	return y
}

// net names bits. Yosys looks for start values at all names of a net.
func (c *cells) net(name string, b []bit) {
	attributes := map[string]string{}
	init, known := make([]byte, len(b)), false
	for i, x := range b {
		digit := byte('x')
		if d, ok := c.start[x]; ok {
			digit, known = d, true
		}
		init[len(b)-1-i] = digit
	}
	if known {
		attributes["init"] = string(init)
	}
	c.out.Nets = append(c.out.Nets, entry{name, netlistNet{0, b, attributes}})
	c.taken[name] = true
}

// state are the nets of a register or latch.
func (c *cells) state(width int, start circuit.Value) []bit {
	q := c.fresh(width)
	text := digits(start, width)
	for i, b := range q {
		c.start[b] = text[width-1-i]
	}
	return q
}

// write makes all of the module.
func (c *cells) write(top bool) {
	if top {
		c.out.Attributes["top"] = parameter(1, 32)
	}
	if c.black {
		c.out.Attributes["blackbox"] = parameter(1, 32)
	}
	port := func(direction, name string, b []bit) {
		c.out.Ports = append(c.out.Ports, entry{plain(name), netlistPort{direction, b}})
		c.net(plain(name), b)
	}
	if c.clocked {
		c.clk = c.fresh(1)
		port("input", c.clock, c.clk)
	}
	if c.module.reset != "" {
		c.reset = c.fresh(1)
		port("input", c.module.reset, c.reset)
	}
	for i := range c.leaves {
		c.leaf = append(c.leaf, c.fresh(c.leaves[i].width))
	}
	in := 0
	for i := range c.ports {
		if c.ports[i].output {
			continue
		}
		for !c.leaves[in].port {
			in++
		}
		port("input", c.ports[i].name, c.leaf[in])
		in++
	}
	for i := range c.registers {
		r := &c.registers[i]
		c.regs = append(c.regs, c.state(r.width, r.start))
		c.net(plain(r.name), c.regs[i])
	}
	for i := range c.loops {
		l := &c.loops[i]
		if l.given == word.None {
			c.loop = append(c.loop, c.fresh(l.width))
		} else {
			c.loop = append(c.loop, c.state(l.width, circuit.Value{}))
		}
		c.net(plain(l.name), c.loop[i])
	}
	for _, o := range c.outputs {
		b := c.number(0, c.ports[o.port].width)
		if c.black {
			b = c.fresh(len(b))
		} else {
			b = extended(c.value(o.value), len(b))
		}
		port("output", c.ports[o.port].name, b)
	}
	if c.black {
		return
	}
	for i := range c.registers {
		r := &c.registers[i]
		d := extended(c.value(r.next), r.width)
		if c.reset != nil {
			d = c.choose(c.reset[0], constantBits(r.start, r.width), d)
		}
		c.cell("$dff", "", map[string]string{"WIDTH": parameter(r.width, 32), "CLK_POLARITY": "1"},
			map[string]string{"CLK": "input", "D": "input", "Q": "output"},
			map[string][]bit{"CLK": c.clockNet(), "D": d, "Q": c.regs[i]})
	}
	for i := range c.loops {
		l := &c.loops[i]
		d := extended(c.value(l.value), l.width)
		if l.given == word.None {
			c.cell("$pos", "", map[string]string{
				"A_SIGNED": parameter(0, 32), "A_WIDTH": parameter(l.width, 32), "Y_WIDTH": parameter(l.width, 32),
			}, map[string]string{"A": "input", "Y": "output"}, map[string][]bit{"A": d, "Y": c.loop[i]})
			continue
		}
		c.cell("$dlatch", "", map[string]string{"WIDTH": parameter(l.width, 32), "EN_POLARITY": "1"},
			map[string]string{"EN": "input", "D": "input", "Q": "output"},
			map[string][]bit{"EN": extended(c.value(l.given), 1), "D": d, "Q": c.loop[i]})
	}
	for i := range c.instances {
		c.instance(&c.instances[i])
	}
	for i := range c.memories { // all read ports, before the first memory is written
		for _, x := range c.memories[i].writes {
			c.value(x.enable)
			c.value(x.data)
			if !x.whole {
				c.value(x.address)
			}
		}
	}
	for i := range c.memories {
		c.memory(i)
	}
	for _, x := range c.wires {
		if b, ok := c.values[x.value]; ok && !c.taken[plain(x.name)] {
			c.net(plain(x.name), b[:min(len(b), x.width)])
		}
	}
}

func (c *cells) clockNet() []bit {
	if c.clk == nil {
		return []bit{zeroBit}
	}
	return c.clk
}

func (c *cells) instance(x *instance) {
	directions, connections := map[string]string{}, map[string][]bit{}
	if x.of.clocked {
		directions[plain(x.of.clock)], connections[plain(x.of.clock)] = "input", c.clockNet()
	}
	if x.of.reset != "" {
		directions[plain(x.of.reset)], connections[plain(x.of.reset)] = "input", c.reset
	}
	in, out := 0, 0
	for i := range x.of.ports {
		p := &x.of.ports[i]
		name := plain(p.name)
		if p.output {
			directions[name], connections[name] = "output", c.value(x.outputs[out])
			out++
			continue
		}
		directions[name], connections[name] = "input", extended(c.value(x.inputs[in]), p.width)
		in++
	}
	c.cell(plain(x.of.name), plain(x.name), map[string]string{}, directions, connections)
}

// value are the bits of an operation.
func (c *cells) value(id word.ID) []bit {
	if v, ok := c.values[id]; ok {
		return v
	}
	v := c.make(id)
	c.values[id] = v
	return v
}

// wordCells are operations that are one cell of Yosys with two operands of one width.
var wordCells = map[word.Kind]string{
	word.And: "$and", word.Or: "$or", word.Xor: "$xor", word.Add: "$add", word.Sub: "$sub", word.Mul: "$mul",
	word.Eq: "$eq", word.Ne: "$ne", word.ULt: "$lt", word.ULe: "$le", word.SLt: "$lt", word.SLe: "$le",
	word.UDiv: "$div", word.URem: "$mod", word.SDiv: "$div", word.SRem: "$mod",
	word.RedOr: "$reduce_or", word.RedAnd: "$reduce_and", word.RedXor: "$reduce_xor",
	word.Shl: "$shl", word.LShr: "$shr", word.AShr: "$sshr",
}

func (c *cells) make(id word.ID) []bit {
	op := &c.b.Ops[id]
	w := int(op.Width)
	if v, ok := c.b.ConstValue(id); ok {
		return constantBits(v, w)
	}
	kind := wordCells[op.Kind]
	switch op.Kind {
	case word.Param:
		return c.leaf[op.Imm]
	case word.Reg:
		return c.regs[op.Imm]
	case word.Loop:
		return c.loop[op.Imm]
	case word.And, word.Or, word.Xor, word.Add, word.Sub, word.Mul, word.Eq, word.Ne, word.ULt, word.ULe:
		return c.binary(kind, c.value(op.A), c.value(op.B), false, w)
	case word.SLt, word.SLe:
		return c.binary(kind, c.value(op.A), c.value(op.B), true, w)
	case word.UDiv, word.URem, word.SDiv, word.SRem: // a division by zero gives 0
		b := c.value(op.B)
		y := c.binary(kind, c.value(op.A), b, op.Kind == word.SDiv || op.Kind == word.SRem, w)
		return c.choose(c.unary("$reduce_bool", b, 1)[0], y, c.number(0, w))
	case word.Not:
		return c.unary("$not", c.value(op.A), w)
	case word.RedOr, word.RedAnd, word.RedXor:
		return c.unary(kind, c.value(op.A), w)
	case word.Shl, word.LShr, word.AShr:
		return c.shift(kind, c.value(op.A), c.value(op.B))
	case word.Slice:
		return c.value(op.A)[op.Imm : int(op.Imm)+w]
	case word.ZExt:
		return extended(c.value(op.A), w)
	case word.SExt:
		a := c.value(op.A)
		out := slices.Clone(a)
		for len(out) < w {
			out = append(out, a[len(a)-1])
		}
		return out
	case word.Concat:
		return append(slices.Clone(c.value(op.B)), c.value(op.A)...)
	case word.Mux:
		return c.choose(c.value(op.A)[0], c.value(op.B), c.value(op.C))
	case word.Clz:
		a := c.value(op.A)
		out := c.number(len(a), w)
		for i, b := range a {
			out = c.choose(b, c.number(len(a)-1-i, w), out)
		}
		return out
	case word.Table:
		return c.table(op)
	case word.MemRead:
		return c.read(int(op.Imm), c.value(op.A))
	case word.MemAll:
		m := &c.memories[op.Imm]
		var out []bit
		for k := range m.depth {
			out = append(out, extended(c.read(int(op.Imm), c.number(k, max(1, bits.Len(uint(m.depth-1))))),
				word.CellLane(m.width))...)
		}
		return extended(out, w)
	case word.Extract:
		return c.shift("$shr", c.value(op.A), c.place(op.B, w))[:w]
	case word.Insert:
		lane := int(op.Imm)
		place := c.place(op.B, lane)
		lanes := new(big.Int).Lsh(big.NewInt(1), uint(lane))
		ones := constantBits(circuit.FromBig(lanes.Sub(lanes, big.NewInt(1)), w), w)
		hole := c.unary("$not", c.shift("$shl", ones, place), w)
		rest := c.binary("$and", c.value(op.A), hole, false, w)
		return c.binary("$or", rest, c.shift("$shl", extended(c.value(op.C), w), place), false, w)
	}
	return c.number(0, w) // cannot happen: other operations have no form and are refused
}

// place is the bit at which an element of an array begins: the lanes are powers of two.
func (c *cells) place(index word.ID, lane int) []bit {
	return append(c.number(0, bits.Len(uint(lane-1))), c.value(index)...)
}

// below reports that an address lies in a memory or table of so many words.
func (c *cells) below(address []bit, count int) bit {
	if len(address) < 63 && 1<<len(address) <= count {
		return oneBit
	}
	return c.binary("$lt", address, c.number(count, max(len(address), bits.Len(uint(count)))), false, 1)[0]
}

// table is an entry of a table, which is a memory that nothing writes.
func (c *cells) table(op *word.Op) []bit {
	t := &c.b.Tables[op.Imm]
	in := max(1, bits.Len(uint(len(t.Data)-1)))
	address := c.value(op.A)
	var init strings.Builder
	for i := 1<<in - 1; i >= 0; i-- {
		var v circuit.Value
		if i < len(t.Data) {
			v = t.Data[i]
		}
		init.WriteString(digits(v, t.Width))
	}
	y := c.fresh(t.Width)
	c.mem("table_"+strconv.Itoa(len(c.out.Cells)+1), t.Width, 1<<in, in, init.String(),
		&memoryPorts{extended(address, in), y}, nil)
	return c.choose(c.below(address, 1<<in), y, c.number(0, t.Width))
}

// read is a cell of a memory; beyond it there is 0.
func (c *cells) read(memory int, address []bit) []bit {
	m := &c.memories[memory]
	in := max(1, bits.Len(uint(m.depth-1)))
	p := c.reads[memory]
	if p == nil {
		p = &memoryPorts{}
		c.reads[memory] = p
	}
	y := c.fresh(m.width)
	p.addresses, p.data = append(p.addresses, extended(address, in)...), append(p.data, y...)
	return c.choose(c.below(address, m.depth), y, c.number(0, m.width))
}

// writePort is a write port of a memory cell.
type writePort struct {
	address, data []bit
	enable        bit
}

// memory writes a memory with all of its ports.
func (c *cells) memory(k int) {
	m := &c.memories[k]
	in := max(1, bits.Len(uint(m.depth-1)))
	var ports []writePort
	for _, x := range m.writes {
		enable := extended(c.value(x.enable), 1)[0]
		data := c.value(x.data)
		if x.whole {
			lane := word.CellLane(m.width)
			for i := range m.depth {
				ports = append(ports, writePort{c.number(i, in), data[i*lane : i*lane+m.width], enable})
			}
			continue
		}
		address := c.value(x.address)
		if inside := c.below(address, m.depth); inside != oneBit {
			enable = c.binary("$and", []bit{enable}, []bit{inside}, false, 1)[0]
		}
		ports = append(ports, writePort{extended(address, in), extended(data, m.width), enable})
	}
	var init strings.Builder
	for i := m.depth - 1; i >= 0; i-- {
		init.WriteString(digits(m.start[uint64(i)], m.width))
	}
	p := c.reads[k]
	if p == nil {
		return // nothing reads it, and Yosys knows no such memory
	}
	c.mem(plain(m.name), m.width, m.depth, in, init.String(), p, ports)
}

// mem writes a $mem_v2. Of two writes to one cell, the later port's wins.
func (c *cells) mem(name string, width, depth, in int, init string, reads *memoryPorts, writes []writePort) {
	rd, wr := len(reads.data)/width, len(writes)
	var address, data, enable, clk []bit
	for _, x := range writes {
		address, data, clk = append(address, x.address...), append(data, x.data...), append(clk, c.clockNet()...)
		for range width {
			enable = append(enable, x.enable)
		}
	}
	var priority strings.Builder // row i has a digit for each port that port i is stronger than, the highest first
	for i := wr - 1; i >= 0; i-- {
		for k := wr - 1; k >= 0; k-- {
			priority.WriteByte("01"[map[bool]int{true: 1}[k < i]])
		}
	}
	each := func(n int, digit string) string { return strings.Repeat(digit, max(1, n)) }
	none := func(n int) []bit { return c.number(0, n) }
	ones := make([]bit, rd)
	for i := range ones {
		ones[i] = oneBit
	}
	if wr == 0 {
		priority.WriteByte('0')
	}
	c.cell("$mem_v2", name, map[string]string{
		"MEMID": "\\" + name, "SIZE": parameter(depth, 32), "OFFSET": parameter(0, 32), "ABITS": parameter(in, 32),
		"WIDTH": parameter(width, 32),
		"INIT":  init, "RD_PORTS": parameter(rd, 32), "WR_PORTS": parameter(wr, 32),
		"RD_CLK_ENABLE": each(rd, "0"), "RD_CLK_POLARITY": each(rd, "0"), "RD_TRANSPARENCY_MASK": each(rd*wr, "0"),
		"RD_COLLISION_X_MASK": each(rd*wr, "0"), "RD_WIDE_CONTINUATION": each(rd, "0"),
		"RD_CE_OVER_SRST": each(rd, "0"),
		"RD_ARST_VALUE":   each(rd*width, "x"), "RD_SRST_VALUE": each(rd*width, "x"),
		"RD_INIT_VALUE": each(rd*width, "x"),
		"WR_CLK_ENABLE": each(wr, "1"), "WR_CLK_POLARITY": each(wr, "1"), "WR_PRIORITY_MASK": priority.String(),
		"WR_WIDE_CONTINUATION": each(wr, "0"),
	}, map[string]string{
		"RD_CLK": "input", "RD_EN": "input", "RD_ARST": "input", "RD_SRST": "input", "RD_ADDR": "input",
		"RD_DATA": "output",
		"WR_CLK":  "input", "WR_EN": "input", "WR_ADDR": "input", "WR_DATA": "input",
	}, map[string][]bit{
		"RD_CLK": none(rd), "RD_EN": ones, "RD_ARST": none(rd), "RD_SRST": none(rd), "RD_ADDR": list(reads.addresses),
		"RD_DATA": list(reads.data),
		"WR_CLK":  list(clk), "WR_EN": list(enable), "WR_ADDR": list(address), "WR_DATA": list(data),
	})
}

// list is never null in JSON.
func list(b []bit) []bit {
	if b == nil {
		return []bit{}
	}
	return b
}
