package yosys

import (
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// design is a netlist on its way to circuits.
type design struct {
	netlist *Netlist
	modules map[string]*module
	order   []*module // those that are made of others after these
	top     *module
	// stepped says that a cycle of the circuit is a moment at which any signal may change, clocks too. Else it is a
	// period of the one clock of the design, whose ports are left out.
	stepped  bool
	rising   bool // the edge of the one clock
	warnings []Warning
	problems []*Error
}

// source is what drives nets: an input of the module, or an output of a cell.
type source struct {
	port   *Port
	cell   *Cell
	output string // port of the cell
	bits   []Bit
	name   string // of the signal
	public bool   // the name is one of the Verilog text
	// node and pin are where the value is found in the circuit; a source that is part of lambdas only has none.
	node, pin string
	rooted    bool
	uses      int
	state     *state // of registers and memories
}

func (s *source) width() int { return len(s.bits) }

// ref is a bit of a source.
type ref struct {
	src *source
	at  int
}

type module struct {
	*Module
	d         *design
	sources   []*source
	drive     map[Bit]ref
	start     map[Bit]Bit // start values of nets
	nodes     map[string]bool
	clocks    map[clock]bool    // that its registers and those of its parts need, as bits of its inputs
	clocked   map[Bit]bool      // nets that are nothing but the clock
	words     map[string]string // names of words that are no signals
	missing   map[Bit]bool      // undriven nets that were told of
	quiet     bool              // nothing is told
	told      map[string]bool
	circuit   string             // name of its circuit
	pulses    map[Bit]bool       // asynchronous resets that may come and go between two edges
	assembled map[string]*source // words that are put together, by their bits
	next      Bit                // the first net that nothing has; 0: not known yet
}

// clock is an edge of a net.
type clock struct {
	net    Bit
	rising bool
}

func (d *design) fail(p Place, module, format string, args ...any) {
	d.problems = append(d.problems, &Error{p, module, fmt.Sprintf(format, args...)})
}

func (m *module) fail(p Place, format string, args ...any) { m.d.fail(p, m.shown(), format, args...) }

func (m *module) warn(p Place, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if m.told[text] {
		return
	}
	m.told[text] = true
	m.d.warnings = append(m.d.warnings, Warning{p, m.shown(), text})
}

// shown is the name of a module as it stands in the Verilog text.
func (m *module) shown() string { return shownModule(m.Name) }

// shownModule takes the parameters away that Yosys puts into the names of modules.
func shownModule(name string) string {
	if rest, ok := strings.CutPrefix(name, "$paramod$"); ok { // $paramod$hash\name
		if i := strings.IndexByte(rest, '\\'); i >= 0 {
			return rest[i+1:]
		}
	}
	if rest, ok := strings.CutPrefix(name, "$paramod\\"); ok { // $paramod\name\W=…
		if i := strings.IndexByte(rest, '\\'); i >= 0 {
			return rest[:i]
		}
		return rest
	}
	return strings.TrimPrefix(name, "\\")
}

// newDesign collects the modules that the top one is made of.
func newDesign(n *Netlist, top string) (*design, error) {
	d := &design{netlist: n, modules: map[string]*module{}}
	name, err := d.topModule(top)
	if err != nil {
		return nil, err
	}
	d.top = d.add(name, nil)
	if len(d.problems) > 0 {
		return nil, d.problems[0]
	}
	return d, nil
}

// topModule is the module to begin with: the one that is asked for, the one that Yosys marked, or the only one that is
// part of no other.
func (d *design) topModule(asked string) (string, error) {
	if asked != "" {
		var parametrised string
		for _, m := range d.netlist.Modules {
			if m.Name == asked {
				return m.Name, nil
			}
			if shownModule(m.Name) == asked {
				parametrised = m.Name
			}
		}
		if parametrised != "" {
			return parametrised, nil
		}
		return "", &Error{Reason: fmt.Sprintf("there is no module %s; there are %s", asked, d.list(d.netlist.Modules))}
	}
	used := map[string]bool{}
	for _, m := range d.netlist.Modules {
		for _, c := range m.Cells {
			used[c.Type] = true
		}
		if strings.Contains(m.Attributes["top"], "1") {
			return m.Name, nil
		}
	}
	var roots []*Module
	for _, m := range d.netlist.Modules {
		if !used[m.Name] && len(m.Ports) > 0 && !blackBox(m) {
			roots = append(roots, m)
		}
	}
	switch len(roots) {
	case 1:
		return roots[0].Name, nil
	case 0:
		return "", &Error{Reason: "the netlist has no module to begin with"}
	}
	return "", &Error{Reason: "several modules are part of no other: " + d.list(roots) + "; name one with --top"}
}

func (d *design) list(modules []*Module) string {
	const shown = 12
	var names []string
	for _, m := range modules {
		names = append(names, shownModule(m.Name))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > shown {
		names = append(names[:shown], "…")
	}
	return strings.Join(names, ", ")
}

func blackBox(m *Module) bool {
	return m.Attributes["blackbox"] != "" || m.Attributes["whitebox"] != ""
}

// add reads a module after those that it is made of; around are the modules that it is part of.
func (d *design) add(name string, around []string) *module {
	if m := d.modules[name]; m != nil {
		return m
	}
	of := d.netlist.Module(name)
	m := &module{
		Module: of, d: d, drive: map[Bit]ref{}, start: map[Bit]Bit{}, nodes: map[string]bool{},
		clocks:  map[clock]bool{},
		clocked: map[Bit]bool{}, missing: map[Bit]bool{}, told: map[string]bool{},
	}
	if slices.Contains(around, name) {
		d.fail(of.place(), m.shown(), "it contains itself")
		return m
	}
	around = append(around[:len(around):len(around)], name)
	for _, c := range of.Cells {
		if strings.HasPrefix(c.Type, "$") && !strings.HasPrefix(c.Type, "$paramod") {
			continue
		}
		sub := d.netlist.Module(c.Type)
		switch {
		case sub == nil:
			d.fail(c.place(), m.shown(), "%s is an instance of %s, which is in none of the files", plainName(c.Name),
				shownModule(c.Type))
		case blackBox(sub):
			d.fail(c.place(), m.shown(), "%s is an instance of %s, of which only the ports are known (a black box)",
				plainName(c.Name), shownModule(c.Type))
		default:
			m.checkPorts(c, sub)
			d.add(c.Type, around)
		}
	}
	d.modules[name] = m
	if len(d.problems) > 0 {
		return m
	}
	m.unclockReads()
	m.connect()
	if len(d.problems) == 0 && m.splitLoops() {
		m.sources, m.drive = nil, map[Bit]ref{}
		m.connect()
	}
	m.mergeSelections()
	d.order = append(d.order, m)
	return m
}

// checkPorts refuses connections of an instance to ports that its module does not have, which Yosys leaves alone.
func (m *module) checkPorts(c *Cell, sub *Module) {
	for _, port := range slices.Sorted(maps.Keys(c.Connections)) {
		if slices.ContainsFunc(sub.Ports, func(p *Port) bool { return p.Name == port }) {
			continue
		}
		name, of := plainName(c.Name), shownModule(sub.Name)
		if strings.HasPrefix(port, "$") { // by its place
			m.fail(c.place(), "%s has %d connections, but its module %s has %d ports", name, len(c.Connections), of,
				len(sub.Ports))
			return
		}
		var names []string
		for _, p := range sub.Ports {
			names = append(names, p.Name)
		}
		m.fail(c.place(), "%s is connected to a port %s, which its module %s does not have; its ports are %s", name,
			port, of, strings.Join(names, ", "))
	}
}

// sub is the module of an instance; nil for an operation.
func (m *module) sub(c *Cell) *module { return m.d.modules[c.Type] }

// connect finds what drives each net.
func (m *module) connect() {
	for _, p := range m.Ports {
		if p.Direction == "inout" {
			m.fail(m.portPlace(p), "port %s is an inout, which a circuit cannot have; make an input, an output and an enable of it", p.Name)
			continue
		}
		if p.Direction == "input" {
			m.source(&source{port: p, bits: p.Bits, name: p.Name, public: true, pin: p.Name, rooted: true})
		}
	}
	for _, c := range m.Cells {
		if isMemory(c.Type) {
			w := c.width("WIDTH")
			data := c.Connections["RD_DATA"]
			for i := 0; w > 0 && (i+1)*w <= len(data); i++ {
				m.source(&source{cell: c, output: readOutput(i), bits: data[i*w : (i+1)*w]})
			}
			continue
		}
		for _, out := range m.outputs(c) {
			if bits := c.Connections[out]; len(bits) > 0 {
				m.source(&source{cell: c, output: out, bits: bits})
			}
		}
	}
	for _, n := range m.Nets {
		start := n.Attributes["init"]
		for i, b := range bitsOf(start) {
			if i < len(n.Bits) && !n.Bits[i].constant() && (b == Zero || b == One) {
				m.start[n.Bits[i]] = b
			}
		}
	}
}

func (m *module) portPlace(p *Port) Place {
	for _, n := range m.Nets {
		if n.Name == p.Name {
			return n.place()
		}
	}
	return m.place()
}

// outputs are the ports with which a cell drives nets.
func (m *module) outputs(c *Cell) []string {
	if sub := m.sub(c); sub != nil {
		var out []string
		for _, p := range sub.Ports {
			if p.Direction == "output" {
				out = append(out, p.Name)
			}
		}
		return out
	}
	switch {
	case isMemory(c.Type):
		return []string{"RD_DATA"}
	case isState(c.Type):
		return []string{"Q"}
	}
	if _, ok := c.Connections["Y"]; ok {
		return []string{"Y"}
	}
	return nil
}

func (m *module) source(s *source) {
	for i, b := range s.bits {
		if b.constant() {
			continue
		}
		if other, taken := m.drive[b]; taken && (other.src != s) {
			m.fail(m.sourcePlace(s), "%s is driven twice, by %s and by %s", m.netName(b), describe(other.src),
				describe(s))
			continue
		}
		m.drive[b] = ref{s, i}
	}
	m.sources = append(m.sources, s)
}

func (m *module) sourcePlace(s *source) Place {
	if s.cell != nil {
		return s.cell.place()
	}
	return m.portPlace(s.port)
}

func describe(s *source) string {
	if s.port != nil {
		return "the input " + s.port.Name
	}
	if line := s.cell.place().Line; line > 0 && strings.HasPrefix(s.cell.Name, "$") {
		kind := "the " + s.cell.Type
		if isState(s.cell.Type) {
			kind = "the register"
		}
		return fmt.Sprintf("%s of line %d", kind, line)
	}
	return fmt.Sprintf("%s (%s)", plainName(s.cell.Name), s.cell.Type)
}

// netName names a bit as the Verilog text does.
func (m *module) netName(b Bit) string {
	best := ""
	for _, n := range m.Nets {
		for i, x := range n.Bits {
			if x != b {
				continue
			}
			name := n.Name
			if len(n.Bits) > 1 {
				name = fmt.Sprintf("%s[%d]", n.Name, i)
			}
			if !n.Hidden {
				return name
			}
			best = name
		}
	}
	if best == "" {
		return fmt.Sprintf("net %d", b)
	}
	if of := nextValue.FindStringSubmatch(best); of != nil {
		return "the next value of " + of[1] + of[2]
	}
	return best
}

// nextValue matches the names that Yosys gives to what an always block leaves in a signal, as $0\count[7:0][3].
var nextValue = regexp.MustCompile(`^\$\d+\\([^\[]+)(?:\[\d+:\d+\])?(\[\d+\])?$`)

// segment is a stretch of a word: a constant, bits of a source that follow each other, or copies of one bit.
type segment struct {
	value  *big.Int // of a constant
	count  int
	src    *source
	low    int
	copies int
}

// segments takes a word apart, lowest first, into as few stretches as possible.
func (m *module) segments(word []Bit) []segment {
	var out []segment
	for i := 0; i < len(word); {
		if word[i].constant() || m.drive[word[i]].src == nil {
			s := segment{value: new(big.Int)}
			for i < len(word) && (word[i].constant() || m.drive[word[i]].src == nil) {
				if word[i] == One {
					s.value.SetBit(s.value, s.count, 1)
				}
				m.undefined(word[i])
				s.count++
				i++
			}
			out = append(out, s)
			continue
		}
		r := m.drive[word[i]]
		n := 1
		for i+n < len(word) && !word[i+n].constant() {
			next := m.drive[word[i+n]]
			if next.src != r.src || next.at != r.at+n {
				break
			}
			n++
		}
		copies := 1
		for n == 1 && i+copies < len(word) && word[i+copies] == word[i] {
			copies++
		}
		s := segment{src: r.src, low: r.at, count: n}
		if copies > 1 {
			s.copies, n = copies, copies
		}
		out = append(out, s)
		i += n
	}
	return out
}

// undefined tells of a net that nothing drives.
func (m *module) undefined(b Bit) {
	switch {
	case !b.constant() && !m.quiet && !m.missing[b]:
		m.missing[b] = true
		m.warn(m.netPlace(b), "nothing drives %s, which reads 0", m.netName(b))
	}
}

func (m *module) netPlace(b Bit) Place {
	for _, n := range m.Nets {
		if !n.Hidden && slices.Contains(n.Bits, b) {
			return n.place()
		}
	}
	return Place{}
}

// whole is the source that a word is all of; nil when there is none.
func (m *module) whole(word []Bit) *source {
	if len(word) == 0 || word[0].constant() {
		return nil
	}
	src := m.drive[word[0]].src
	if src == nil || len(src.bits) != len(word) {
		return nil
	}
	for i := range word {
		if r := m.drive[word[i]]; r.src != src || r.at != i {
			return nil
		}
	}
	return src
}

// cellOf is the cell of a type that drives a bit as its only output bit; else nil.
func (m *module) cellOf(b Bit, kind string) *Cell {
	if b.constant() {
		return nil
	}
	r := m.drive[b]
	if r.src == nil || r.src.cell == nil || r.src.cell.Type != kind || r.at != 0 {
		return nil
	}
	return r.src.cell
}

// compared is the word and the constant that a bit tells the equality of.
func (m *module) compared(b Bit) (word []Bit, k uint64, ok bool) {
	if c := m.cellOf(b, "$logic_not"); c != nil && len(c.Connections["A"]) <= 64 {
		return c.Connections["A"], 0, true
	}
	c := m.cellOf(b, "$eq")
	if c == nil {
		return nil, 0, false
	}
	x, y := c.Connections["A"], c.Connections["B"]
	if allConstant(x) {
		x, y = y, x
	}
	if !allConstant(y) || len(y) > 64 {
		return nil, 0, false
	}
	for i, bit := range y {
		if bit == One {
			if i >= len(x) {
				return nil, 0, false
			}
			k |= 1 << i
		}
	}
	if len(y) < len(x) && c.flag("B_SIGNED") {
		return nil, 0, false
	}
	return x, k, true
}

// mergeSelections makes one of choices among many words by the same index: each place of a text that reads an array
// gives another.
func (m *module) mergeSelections() {
	first := map[string]*source{}
	m.sources = slices.DeleteFunc(m.sources, func(s *source) bool {
		if s.cell == nil || s.cell.Type != "$pmux" || len(s.cell.Connections["S"]) < fewestIndexed {
			return false
		}
		var key strings.Builder
		fmt.Fprint(&key, s.cell.Connections["A"], s.cell.Connections["B"])
		for _, b := range s.cell.Connections["S"] {
			word, k, ok := m.compared(b)
			if !ok {
				return false
			}
			fmt.Fprint(&key, word, k)
		}
		other := first[key.String()]
		if other == nil {
			first[key.String()] = s
			return false
		}
		for i, b := range s.bits {
			m.drive[b] = ref{other, i}
		}
		return true
	})
}

// plainName takes the marks of Yosys off a name.
func plainName(name string) string { return strings.TrimPrefix(name, "\\") }
