package yosys

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// lambda is an eval or onTick that is being written.
type lambda struct {
	m     *module
	ports *portNames
	// own are sources that the node itself has: its registers.
	own        map[*source]expr
	memo       map[*source]expr
	busy       map[*source]bool
	statements []string
	read       map[string]bool // names of ports that are read
	names      map[string]bool // of variables
	aliases    map[string]expr // of words with a name of the Verilog text
}

// portNames are the inputs of one node, which its lambdas share.
type portNames struct {
	names map[*source]string
	order []*source
	taken map[string]bool
}

func newPortNames(taken ...string) *portNames {
	p := &portNames{names: map[*source]string{}, taken: map[string]bool{}}
	for _, t := range taken {
		p.taken[t] = true
	}
	return p
}

func (p *portNames) of(s *source) string {
	if name := p.names[s]; name != "" {
		return name
	}
	name := unique(variable(s.name), p.taken)
	p.names[s] = name
	p.order = append(p.order, s)
	return name
}

func newLambda(m *module, ports *portNames) *lambda {
	return &lambda{
		m: m, ports: ports, own: map[*source]expr{}, memo: map[*source]expr{}, busy: map[*source]bool{},
		read: map[string]bool{}, names: map[string]bool{}, aliases: map[string]expr{},
	}
}

func (l *lambda) fail(c *Cell, reason string) {
	l.m.fail(c.place(), "%s (%s): %s", plainName(c.Name), c.Type, reason)
}

// word is the expression of some bits.
func (l *lambda) word(word []Bit) expr {
	segments := l.m.segments(word)
	if e, ok := l.rearranged(word, segments); ok {
		return e
	}
	if name := l.m.alias(word, segments); name != "" {
		if e, ok := l.aliases[name]; ok {
			return e
		}
		e := l.assembled(word, segments)
		if e.form == loose && !e.word {
			e = e.exactly()
		}
		if e.value == nil && e.prec < precPrimary {
			e = l.local(e, name)
		}
		l.aliases[name] = e
		return e
	}
	return l.assembled(word, segments)
}

// rearranged is the expression of bits of multiplexers of one condition, when the words that are chosen from are in
// fewer pieces: an assignment to parts of a register in another order is a multiplexer of its bits in that order.
func (l *lambda) rearranged(word []Bit, segments []segment) (expr, bool) {
	if len(segments) < 3 {
		return expr{}, false
	}
	var then, other []Bit
	var condition *Cell
	for _, b := range word {
		if b.constant() {
			return expr{}, false
		}
		r := l.m.drive[b]
		if r.src == nil || r.src.rooted || r.src.cell == nil || r.src.cell.Type != "$mux" {
			return expr{}, false
		}
		c := r.src.cell
		if condition == nil {
			condition = c
		}
		if s := condition.Connections["S"]; len(s) != 1 || !slices.Equal(s, c.Connections["S"]) ||
			r.at >= len(c.Connections["A"]) || r.at >= len(c.Connections["B"]) {
			return expr{}, false
		}
		then, other = append(then, c.Connections["B"][r.at]), append(other, c.Connections["A"][r.at])
	}
	if len(l.m.segments(then))+len(l.m.segments(other)) > len(segments) {
		return expr{}, false
	}
	return choose(l.input(condition, "S"), l.word(then), l.word(other)), true
}

// assembled is the expression of some bits that have no name together.
func (l *lambda) assembled(word []Bit, segments []segment) expr {
	switch {
	case len(segments) == 0:
		return small(0, 1)
	case len(segments) == 1 && segments[0].copies == 0:
		return l.segment(segments[0])
	case len(segments) == 2:
		low, high := segments[0], segments[1]
		if low.src != nil && low.copies == 0 && high.copies > 0 && high.src == low.src &&
			high.low == low.low+low.count-1 {
			return l.segment(low).extend(len(word), true)
		}
		if low.src != nil && low.count == 1 && low.copies == 0 && high.src == low.src && high.copies > 0 &&
			high.low == low.low {
			return l.segment(low).extend(len(word), true)
		}
	}
	parts := make([]part, len(segments))
	for i, s := range segments {
		parts[i] = part{value: l.segment(s), copies: s.copies}
	}
	return concat(parts)
}

// segment is the expression of one stretch; of copies it is the bit.
func (l *lambda) segment(s segment) expr {
	if s.src == nil {
		return constant(s.value, s.count)
	}
	return l.source(s.src).slice(s.low, s.count)
}

// source is the expression of a source: a register of the node, an input, or what its cell computes.
func (l *lambda) source(s *source) expr {
	if e, ok := l.own[s]; ok {
		if e.text == "value" {
			l.read["value"] = true
		}
		return e
	}
	if e, ok := l.memo[s]; ok {
		return e
	}
	if s.rooted {
		name := l.ports.of(s)
		l.read[name] = true
		return portValue(name, s.width())
	}
	if l.busy[s] { // cannot happen: loops are cut at nodes
		l.fail(s.cell, "it depends on itself")
		return small(0, s.width())
	}
	l.busy[s] = true
	e := l.operation(s)
	l.busy[s] = false
	if s.uses > 1 && !atom(e) || len(e.text) > longest {
		e = l.local(e, s.name)
	}
	l.memo[s] = e
	return e
}

// longest is how long an expression gets before it becomes a variable.
const longest = 72

func (l *lambda) operation(s *source) expr {
	op := operations[s.cell.Type]
	if op == nil {
		l.m.unsupported(s.cell)
		return small(0, s.width())
	}
	e := op(l, s.cell)
	if e.width != s.width() {
		e = e.extend(s.width(), false)
	}
	return e
}

// atom reports an expression that costs nothing to write twice.
func atom(e expr) bool {
	return e.prec == precPrimary && !strings.ContainsAny(e.text, "([") || e.value != nil ||
		e.prec == precUnary && len(e.text) > 1 && isName(e.text[1:])
}

func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || i > 0 && '0' <= c && c <= '9') {
			return false
		}
	}
	return s != ""
}

// local makes a variable of an expression.
func (l *lambda) local(e expr, hint string) expr {
	if e.form == wideLoos || e.form == loose && !(e.width == numberBits && e.word) {
		e = e.exactly()
	}
	name := hint
	for i := 2; l.names[name] || l.ports.taken[name]; i++ {
		name = hint + "_" + strconv.Itoa(i)
	}
	name = unique(variable(name), l.ports.taken)
	l.names[name] = true
	l.statements = append(l.statements, fmt.Sprintf("const %s = %s", name, e.text))
	out := expr{
		text: name, prec: precPrimary, width: e.width, form: e.form, mag: e.mag, negative: e.negative,
		word: e.word,
	}
	return out
}

// simple makes a variable of an expression that is written several times.
func (l *lambda) simple(e expr, hint string) expr {
	if atom(e) {
		return e
	}
	if e.form == loose && e.negative { // a number with sign has to keep it
		name := unique(variable(hint), l.ports.taken)
		l.statements = append(l.statements, fmt.Sprintf("const %s = %s", name, e.text))
		e.text, e.prec = name, precPrimary
		return e
	}
	if e.form == wideLoos {
		name := unique(variable(hint), l.ports.taken)
		l.statements = append(l.statements, fmt.Sprintf("const %s = %s", name, e.text))
		e.text, e.prec = name, precPrimary
		return e
	}
	return l.local(e, hint)
}

// constantList writes a list of numbers, in lines.
func (l *lambda) constantList(cells []string) string {
	var b strings.Builder
	line := 0
	b.WriteString("[")
	for i, c := range cells {
		if i > 0 {
			b.WriteString(",")
			line++
		}
		if line+len(c) > 96 {
			b.WriteString("\n      ")
			line = 0
		} else if i > 0 {
			b.WriteString(" ")
			line++
		}
		b.WriteString(c)
		line += len(c)
	}
	b.WriteString("]")
	name := unique("table", l.ports.taken)
	l.statements = append(l.statements, "const "+name+" = "+b.String())
	return name
}

// lineWidth is how long lines get.
const lineWidth = 110

// laid writes a statement with its soft breaks as spaces or, when the line would be too long, as ends of lines.
func laid(statement string, indent int) string {
	pad := strings.Repeat(" ", indent)
	if len(statement)+indent <= lineWidth {
		return pad + plain(statement)
	}
	lines := strings.Split(statement, soft)
	for i, line := range lines {
		if i > 0 {
			line = "  " + line
		}
		if len(line)+indent > lineWidth {
			line = strings.ReplaceAll(line, softer, "\n"+pad+"    ")
		}
		lines[i] = pad + strings.ReplaceAll(line, softer, " ")
	}
	return strings.Join(lines, "\n")
}

// function writes the lambda, which returns fields. extra are names that it reads besides its ports.
func (l *lambda) function(fields []field) string {
	var reads []string
	for _, s := range l.ports.order {
		if name := l.ports.names[s]; l.read[name] {
			reads = append(reads, name)
		}
	}
	for _, f := range fields {
		_ = f
	}
	var states []string
	for name := range l.read {
		known := false
		for _, r := range reads {
			known = known || r == name
		}
		if !known && isName(name) {
			states = append(states, name)
		}
	}
	reads = append(reads, sorted(states)...)
	head := "()"
	if len(reads) > 0 {
		head = "({ " + strings.Join(reads, ", ") + " })"
	}
	if len(head) > lineWidth-12 {
		head = "({\n      " + wrapped(reads, 6) + ",\n    })"
	}
	var items []string
	for _, f := range fields {
		if f.name == f.value {
			items = append(items, f.name)
			continue
		}
		items = append(items, f.name+": "+f.value)
	}
	body := strings.Join(items, ", ")
	short := head + " => ({ " + plain(body) + " })"
	if len(l.statements) == 0 && len(short) < lineWidth-10 && !strings.Contains(short, "\n") {
		return short
	}
	var b strings.Builder
	b.WriteString(head + " => {\n")
	for _, s := range l.statements {
		b.WriteString(laid(s, 4) + "\n")
	}
	if line := "return { " + plain(body) + " }"; len(line)+4 <= lineWidth {
		b.WriteString("    " + line + "\n")
	} else {
		b.WriteString("    return {\n")
		for _, item := range items {
			b.WriteString(laid(item+",", 6) + "\n")
		}
		b.WriteString("    }\n")
	}
	b.WriteString("  }")
	return b.String()
}

// field is a property of the object that a lambda returns.
type field struct{ name, value string }

func wrapped(names []string, indent int) string {
	var b strings.Builder
	line := indent
	for i, n := range names {
		if i > 0 {
			b.WriteString(",")
			line++
			if line+len(n) > lineWidth {
				b.WriteString("\n" + strings.Repeat(" ", indent))
				line = indent
			} else {
				b.WriteString(" ")
				line++
			}
		}
		b.WriteString(n)
		line += len(n)
	}
	return b.String()
}

// bitsValue is a word of constants as a number, with x and z as 0.
func bitsValue(word []Bit) *big.Int {
	v := new(big.Int)
	for i, b := range word {
		if b == One {
			v.SetBit(v, i, 1)
		}
	}
	return v
}
