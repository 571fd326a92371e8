package verilog

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// child stands for the name of a module in a text whose modules have no names yet.
func (w *writer) child(m *module) string {
	return "\x00" + strconv.Itoa(slices.Index(w.modules, m)) + "\x00"
}

// finish prints what is inside a module. One that is like another is that one.
func (w *writer) finish(m *module) *module {
	p := &printer{
		module: m, options: w.options, scope: scope{}, tables: map[uint64]string{},
		helped: map[string]string{}, body: &strings.Builder{},
	}
	m.text = p.inside(w)
	for i, name := range p.names {
		if kind := m.b.Ops[i].Kind; name != "" && kind != word.Param && kind != word.Reg && kind != word.Loop {
			m.wires = append(m.wires, wire{word.ID(i), name, int(p.made[i])})
		}
	}
	key := m.circuit.Name + "\x00" + m.text
	if same := w.texts[key]; same != nil {
		return same
	}
	w.texts[key] = m
	w.modules = append(w.modules, m)
	return m
}

// nameModules names the modules, the top first.
func (w *writer) nameModules() {
	for _, m := range slices.Backward(w.modules) {
		m.name = w.names.take(w.options.Prefix + m.circuit.Name)
	}
}

// print writes all modules, the top first.
func (w *writer) print(b *strings.Builder) {
	var replace []string
	for i := len(w.modules) - 1; i >= 0; i-- {
		replace = append(replace, "\x00"+strconv.Itoa(i)+"\x00", w.modules[i].name)
	}
	names := strings.NewReplacer(replace...)
	for _, m := range slices.Backward(w.modules) {
		b.WriteByte('\n')
		if m.about != "" {
			fmt.Fprintf(b, "// %s\n", m.about)
		}
		if m.black {
			b.WriteString("(* blackbox *)\n")
		}
		fmt.Fprintf(b, "module %s", m.name)
		b.WriteString(names.Replace(m.text))
	}
}

// inside is the text of a module after its name.
func (p *printer) inside(w *writer) string {
	m := p.module
	m.about = firstSentence(m.circuit.Metadata.Description)
	p.nameAll()
	var b strings.Builder
	p.header(&b)
	if m.black {
		b.WriteString("endmodule\n")
		return b.String()
	}
	p.declareState(&b)
	p.work(w)
	if p.funcs.Len() > 0 {
		b.WriteString(p.funcs.String())
	}
	b.WriteString(p.body.String())
	b.WriteString("\nendmodule\n")
	return spacedOut(b.String())
}

// spacedOut puts an empty line before wires that follow something else.
func spacedOut(text string) string {
	lines := strings.SplitAfter(text, "\n")
	var b strings.Builder
	for i, line := range lines {
		isWire := strings.HasPrefix(line, "    wire ")
		if isWire && i > 0 {
			before := lines[i-1]
			if before != "\n" && !strings.HasPrefix(before, "    wire ") && !strings.HasPrefix(before, "        : ") &&
				(!strings.HasPrefix(before, "    reg ") && !strings.HasPrefix(before, "    logic ")) {
				b.WriteByte('\n')
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

func firstSentence(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}

// nameAll names ports, then state, then instances and wires, so that those that others refer to keep their names.
func (p *printer) nameAll() {
	m := p.module
	if m.clocked {
		m.clock = p.control("clk")
		if p.options.Reset && !m.black {
			m.reset = p.control("reset")
		}
	}
	in := 0
	for i := range m.ports {
		x := &m.ports[i]
		x.name = p.scope.take(x.name)
		if !x.output {
			for !m.leaves[in].port {
				in++
			}
			m.leaves[in].name = x.name
			in++
		}
	}
	for i := range m.registers {
		m.registers[i].name = p.scope.take(m.registers[i].wanted)
	}
	for i := range m.memories {
		m.memories[i].name = p.scope.take(m.memories[i].wanted)
	}
	for i := range m.instances {
		m.instances[i].name = p.scope.take(m.instances[i].wanted)
	}
	n := len(m.b.Ops)
	p.names, p.want, p.firm, p.made = make([]string, n), make([]string, n), make([]bool, n), make([]int32, n)
	// A wire of an instance, or around a loop, that leads to an output of the module is that output.
	for _, o := range m.outputs {
		op := &m.b.Ops[o.value]
		if op.Kind == word.Param && !m.leaves[op.Imm].port && m.leaves[op.Imm].name == "" {
			m.leaves[op.Imm].name = m.ports[o.port].name
		}
	}
	for i := range m.leaves {
		if m.leaves[i].name == "" {
			m.leaves[i].name = p.scope.take(m.leaves[i].wanted)
		}
	}
	for i := range m.loops {
		m.loops[i].name = p.scope.take(m.loops[i].wanted)
	}
	for i := range m.b.Ops {
		op := &m.b.Ops[i]
		switch op.Kind {
		case word.Param:
			p.names[i] = m.leaves[op.Imm].name
		case word.Reg:
			p.names[i] = m.registers[op.Imm].name
		case word.Loop:
			p.names[i] = m.loops[op.Imm].name
		}
		p.made[i] = op.Width
	}
}

// control names an input that the circuit does not have, so that its own ports keep their names.
func (p *printer) control(name string) string {
	if slices.ContainsFunc(p.ports, func(x port) bool { return x.name == name }) {
		name += "_2"
	}
	p.scope[name] = true
	return name
}

// nameWires gives operations the names of the wires of the circuit whose values they are, and else those of the
// variables of lambdas.
func (p *printer) nameWires() {
	for _, firm := range []bool{true, false} {
		for i := range p.hints {
			h := &p.hints[i]
			if h.firm != firm {
				continue
			}
			if base, has := p.base(h.value); p.need[h.value] > 0 && p.natural(base) <= has {
				h.value = base
			}
			if p.want[h.value] == "" {
				p.want[h.value], p.firm[h.value] = h.name, h.firm
			}
		}
	}
}

// header writes the ports.
func (p *printer) header(b *strings.Builder) {
	m := p.module
	if len(m.ports) == 0 && !m.clocked {
		b.WriteString(";\n")
		return
	}
	b.WriteString(" (\n")
	kind := "wire"
	if p.options.System {
		kind = "logic"
	}
	wide := 0
	for i := range m.ports {
		wide = max(wide, len(span(m.ports[i].width)))
	}
	var lines []string
	line := func(direction string, width int, name string) {
		text := fmt.Sprintf("    %-6s %s ", direction, kind)
		if wide > 0 {
			text += fmt.Sprintf("%-*s ", wide, span(width))
		}
		lines = append(lines, text+name)
	}
	if m.clocked {
		line("input", 1, m.clock)
	}
	if m.reset != "" {
		line("input", 1, m.reset)
	}
	for _, output := range []bool{false, true} {
		for i := range m.ports {
			x := &m.ports[i]
			if x.output != output {
				continue
			}
			direction := "input"
			if output {
				direction = "output"
			}
			line(direction, x.width, x.name)
		}
	}
	b.WriteString(strings.Join(lines, ",\n"))
	b.WriteString("\n);\n")
}

func (p *printer) regType() string {
	if p.options.System {
		return "logic"
	}
	return "reg"
}

// declareState writes registers and memories with what they hold at the start.
func (p *printer) declareState(b *strings.Builder) {
	m := p.module
	if len(m.registers) > 0 {
		b.WriteByte('\n')
	}
	for i := range m.registers {
		r := &m.registers[i]
		fmt.Fprintf(b, "    %s %s = %s;%s\n", strings.TrimRight(p.regType()+" "+span(r.width), " "), r.name,
			literal(r.start, r.width).text, meaning(r.texts))
	}
	for i := range m.memories {
		x := &m.memories[i]
		if !p.isUsed(i) {
			continue
		}
		fmt.Fprintf(b, "\n    %s %s [0:%d];\n", strings.TrimRight(p.regType()+" "+span(x.width), " "), x.name,
			x.depth-1)
		p.contents(b, x)
	}
}

// isUsed reports whether anything reads or writes a memory.
func (p *printer) isUsed(memory int) bool {
	return len(p.memories[memory].writes) > 0 || slices.ContainsFunc(p.b.Ops, func(op word.Op) bool {
		return (op.Kind == word.MemRead || op.Kind == word.MemAll) && op.Imm == uint64(memory)
	})
}

// meaning is a comment with the texts that the numbers of a register stand for.
func meaning(texts []string) string {
	if len(texts) == 0 || len(texts) > 16 {
		return ""
	}
	var list []string
	for i, t := range texts {
		list = append(list, fmt.Sprintf("%d %q", i, t))
	}
	return " // " + strings.Join(list, ", ")
}

// maxZeroed is the most cells that are set to zero for synthesis, too: for more, Yosys takes minutes.
const maxZeroed = 4096

// contents writes the start contents of a memory.
func (p *printer) contents(b *strings.Builder, x *memory) {
	addresses := slices.Sorted(maps.Keys(x.start))
	zeroed := len(addresses) < x.depth
	index := ""
	if zeroed {
		index = p.scope.take(x.wanted + "_i")
		fmt.Fprintf(b, "    integer %s;\n", index)
	}
	b.WriteString("    initial begin\n")
	if zeroed {
		loop := fmt.Sprintf("        for (%s = 0; %s < %d; %s = %s + 1)\n            %s[%s] = %s;\n",
			index, index, x.depth, index, index, x.name, index, literal(circuit.Value{}, x.width).text)
		if x.depth > maxZeroed {
			loop = "`ifndef SYNTHESIS // memories of FPGAs begin with zeros\n" + loop + "`endif\n"
		}
		b.WriteString(loop)
	}
	cells, longest := make([]string, len(addresses)), 1
	for i, a := range addresses {
		cells[i] = fmt.Sprintf("%s[%d] = %s;", x.name, a, hexadecimal(x.start[a], x.width))
		longest = max(longest, len(cells[i]))
	}
	each := 1
	for each*2*(longest+1) <= cellColumns {
		each *= 2
	}
	for line := range slices.Chunk(cells, each) {
		b.WriteString("        " + strings.Join(line, " ") + "\n")
	}
	b.WriteString("    end\n")
}

// cellColumns is how long lines with several cells of a memory get, from their indent on.
const cellColumns = 112

// hexadecimal is a constant with all its digits, as the words of a memory are read best.
func hexadecimal(v circuit.Value, width int) string {
	if width < 4 {
		return literal(v, width).text
	}
	return fmt.Sprintf("%d'h%0*X", width, (width+3)/4, v.Big())
}

// work writes what a module does.
func (p *printer) work(w *writer) {
	m := p.module
	var roots []word.ID
	for i := range m.registers {
		roots = append(roots, m.registers[i].next)
	}
	for i := range m.memories {
		for _, x := range m.memories[i].writes {
			roots = append(roots, x.enable, x.address, x.data)
		}
	}
	p.findLatches()
	for i := range m.loops {
		roots = append(roots, m.loops[i].value, m.loops[i].given)
	}
	for i := range m.instances {
		roots = append(roots, m.instances[i].inputs...)
	}
	for _, o := range m.outputs {
		roots = append(roots, o.value)
	}
	p.measure(roots)
	p.nameWires()
	var wires strings.Builder
	for i := range m.leaves {
		if l := &m.leaves[i]; !l.port && !p.isOutput(l.name) {
			fmt.Fprintf(&wires, "    %s %s;\n", p.wireType(l.width), l.name)
		}
	}
	for i := range m.loops {
		if l := &m.loops[i]; l.given == word.None {
			fmt.Fprintf(&wires, "    %s %s;\n", p.wireType(l.width), l.name)
		} else {
			fmt.Fprintf(&wires, "    %s %s = %s;\n", strings.TrimRight(p.regType()+" "+span(l.width), " "), l.name,
				literal(circuit.Value{}, l.width).text)
		}
	}
	if wires.Len() > 0 {
		p.body.WriteByte('\n')
		p.body.WriteString(wires.String())
	}
	head := p.body.Len()
	for _, h := range m.hints { // wires of the circuit, in its order
		if h.firm && p.need[h.value] > 0 && p.names[h.value] == "" && p.want[h.value] == h.name &&
			!p.isPlain(h.value) && !p.isOnlyOutput(h.value) {
			p.declare(h.value)
		}
	}
	if p.body.Len() > head { // a line between what is declared and what is computed
		text := p.body.String()
		p.body.Reset()
		p.body.WriteString(text[:head] + "\n" + text[head:])
	}
	for i := range m.instances {
		p.instance(w, &m.instances[i])
	}
	p.clockedBlocks()
	for i := range m.loops {
		l := &m.loops[i]
		value := p.at(l.value, l.width).text
		if l.given == word.None {
			fmt.Fprintf(p.body, "    assign %s = %s;\n", l.name, value)
		} else {
			fmt.Fprintf(p.body, "    always @* if (%s) %s = %s;\n", p.at(l.given, 1).text, l.name, value)
		}
	}
	p.assignOutputs()
}

// findLatches finds loops that only keep their value under a condition.
func (p *printer) findLatches() {
	for i := range p.loops {
		l := &p.loops[i]
		if l.given != word.None {
			continue
		}
		self := p.b.Leaf(word.Loop, l.width, uint64(i))
		value, _ := p.base(l.value)
		op := p.b.Ops[value]
		keeps := func(id word.ID) bool {
			base, has := p.base(id)
			return base == self && has >= l.width
		}
		if op.Kind == word.Mux && keeps(op.C) {
			l.value, l.given = p.b.Resize(op.B, l.width), op.A
		} else if op.Kind == word.Mux && keeps(op.B) {
			l.value, l.given = p.b.Resize(op.C, l.width), p.b.Not(op.A)
		}
	}
	for len(p.names) < len(p.b.Ops) {
		p.names, p.want, p.firm, p.made = append(p.names, ""), append(p.want, ""), append(p.firm, false), append(p.made, 0)
	}
}

// isPlain reports whether a value needs no operator: it has a name, or is bits of others.
func (p *printer) isPlain(id word.ID) bool {
	if _, constant := p.b.ConstValue(id); constant {
		return true
	}
	base, _ := p.base(id)
	if p.names[base] != "" {
		return true
	}
	op := &p.b.Ops[base]
	return op.Kind == word.Slice || op.Kind == word.Const
}

// isOnlyOutput reports whether a value is needed for one output of the module only.
func (p *printer) isOnlyOutput(id word.ID) bool {
	if p.uses[id] != 1 {
		return false
	}
	for _, o := range p.outputs {
		if o.value == id {
			return true
		}
	}
	return false
}

func (p *printer) isOutput(name string) bool {
	for i := range p.ports {
		if p.ports[i].output && p.ports[i].name == name {
			return true
		}
	}
	return false
}

// instance writes an instance of a module.
func (p *printer) instance(w *writer, x *instance) {
	var lines []string
	line := func(name, value string) {
		lines = append(lines, fmt.Sprintf("        .%s(%s)", name, value))
	}
	if x.of.clocked {
		line(x.of.clock, p.clock)
	}
	if x.of.reset != "" {
		line(x.of.reset, p.reset)
	}
	in := 0
	for i := range x.of.ports {
		if y := &x.of.ports[i]; !y.output {
			line(y.name, p.at(x.inputs[in], y.width).text)
			in++
		}
	}
	out := 0
	for i := range x.of.ports {
		if y := &x.of.ports[i]; y.output {
			line(y.name, p.names[x.outputs[out]])
			out++
		}
	}
	fmt.Fprintf(p.body, "\n    %s %s (\n%s\n    );\n", w.child(x.of), x.name, strings.Join(lines, ",\n"))
}

// assignOutputs writes the outputs of the module.
func (p *printer) assignOutputs() {
	var lines strings.Builder // after the wires that they need
	for _, o := range p.outputs {
		x := &p.ports[o.port]
		if p.names[o.value] == x.name {
			continue
		}
		text := ""
		if base, has := p.base(o.value); has == x.width && p.names[base] == "" && p.b.Ops[base].Kind != word.Const &&
			p.natural(base) == x.width && p.uses[base] <= 1 {
			text = p.root(base, x.width)
		} else {
			text = p.at(o.value, x.width).text
		}
		fmt.Fprintf(&lines, "    assign %s = %s;\n", x.name, text)
	}
	if lines.Len() > 0 {
		p.body.WriteString("\n" + lines.String())
	}
}

// clockedBlocks writes an always block for the state of each node.
func (p *printer) clockedBlocks() {
	var order []string
	blocks := map[string]*strings.Builder{}
	block := func(node string) *strings.Builder {
		if blocks[node] == nil {
			blocks[node] = &strings.Builder{}
			order = append(order, node)
		}
		return blocks[node]
	}
	var states []string
	changes := map[string][]change{}
	for i := range p.registers {
		r := &p.registers[i]
		self := p.b.Leaf(word.Reg, r.width, uint64(i))
		if r.next == self {
			continue
		}
		if changes[r.node] == nil {
			states = append(states, r.node)
		}
		changes[r.node] = append(changes[r.node], change{r, self, r.next})
	}
	for _, node := range states {
		p.next(block(node), changes[node])
	}
	for i := range p.memories {
		for _, x := range p.memories[i].writes {
			p.store(block(p.memories[i].node), &p.memories[i], x)
		}
	}
	for _, node := range order {
		kind := "always"
		if p.options.System {
			kind = "always_ff"
		}
		fmt.Fprintf(p.body, "\n    %s @(posedge %s) begin\n%s    end\n", kind, p.clock, blocks[node].String())
	}
}

// next writes what the registers of a node become at an edge.
func (p *printer) next(b *strings.Builder, list []change) {
	if p.reset == "" {
		p.update(b, list, "        ")
		return
	}
	fmt.Fprintf(b, "        if (%s) begin\n", p.reset)
	for _, x := range list {
		fmt.Fprintf(b, "            %s <= %s;\n", x.r.name, literal(x.r.start, x.r.width).text)
	}
	b.WriteString("        end else begin\n")
	p.update(b, list, "            ")
	b.WriteString("        end\n")
}

// change is what a register becomes.
type change struct {
	r          *register
	self, next word.ID
}

// update writes what registers become. Choices are conditions, those of several registers by one condition stand
// together, and where a register keeps its value nothing is done. It gives the number of statements, and whether the
// last one is an if.
func (p *printer) update(b *strings.Builder, list []change, indent string) (statements int, conditional bool) {
	done := make([]bool, len(list))
	for i, x := range list {
		switch {
		case done[i] || x.next == x.self:
			continue
		case p.count1(b, x.r, x.self, x.next, indent, indent):
			conditional = true
		case !p.chooses(x):
			fmt.Fprintf(b, "%s%s <= %s;\n", indent, x.r.name, p.at(x.next, x.r.width).text)
			conditional = false
		case p.selection(b, list, done, i, indent):
			conditional = false
		default:
			var group []change
			cond := p.b.Ops[x.next].A
			for k := i; k < len(list); k++ {
				if !done[k] && p.chooses(list[k]) && p.b.Ops[list[k].next].A == cond {
					done[k] = true
					group = append(group, list[k])
				}
			}
			p.uses[cond] -= int32(len(group) - 1) // it is written once
			p.conditional(b, cond, group, indent)
			conditional = true
		}
		statements++
	}
	return statements, conditional
}

// chooses reports whether the next value of a register is a choice that is written as a condition.
func (p *printer) chooses(x change) bool {
	return p.b.Ops[x.next].Kind == word.Mux && p.names[x.next] == "" && p.uses[x.next] <= 1
}

// conditional writes the choices of some registers by one condition.
func (p *printer) conditional(b *strings.Builder, cond word.ID, group []change, indent string) {
	yes, no := make([]change, len(group)), make([]change, len(group))
	keeps := true
	for i, x := range group {
		op := &p.b.Ops[x.next]
		yes[i], no[i] = change{x.r, x.self, op.B}, change{x.r, x.self, op.C}
		keeps = keeps && op.B == x.self
	}
	var condition string
	if keeps { // only the other side does something
		yes, no = no, yes
		condition = p.unless(cond)
	} else {
		condition = p.at(cond, 1).text
	}
	fmt.Fprintf(b, "%sif (%s)", indent, condition)
	var body strings.Builder
	n, nested := p.update(&body, yes, indent+"    ")
	ended := n != 1 || nested || strings.Contains(body.String(), "case (")
	if ended {
		fmt.Fprintf(b, " begin\n%s%send", body.String(), indent)
	} else {
		fmt.Fprintf(b, "\n%s", body.String())
	}
	body.Reset()
	n, nested = p.update(&body, no, indent)
	switch {
	case n == 0 && ended:
		b.WriteByte('\n')
		return
	case n == 0:
		return
	case ended:
		b.WriteString("\n" + indent + "else")
	default:
		b.WriteString(indent + "else")
	}
	if n == 1 && nested {
		b.WriteString(" " + strings.TrimPrefix(body.String(), indent))
		return
	}
	inner := indented(body.String())
	if n != 1 || strings.Contains(inner, "case (") {
		fmt.Fprintf(b, " begin\n%s%send\n", inner, indent)
		return
	}
	b.WriteString("\n" + inner)
}

// indented moves lines to the right.
func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// arm is one of the constants that a selector is compared with, and the value for it.
type arm struct {
	key   circuit.Value
	value word.ID
}

// arms takes a chain of choices apart that compares one value with constants; rest is the value for all others.
func (p *printer) arms(x change) (selector word.ID, list []arm, rest word.ID) {
	selector, rest = word.None, x.next
	for rest == x.next || p.chooses(change{x.r, x.self, rest}) {
		op := &p.b.Ops[rest]
		test := &p.b.Ops[op.A]
		if op.Kind != word.Mux || test.Kind != word.Eq || p.names[op.A] != "" {
			break
		}
		of, constant := test.A, test.B
		if _, ok := p.b.ConstValue(of); ok {
			of, constant = constant, of
		}
		key, ok := p.b.ConstValue(constant)
		if !ok || selector != word.None && of != selector {
			break
		}
		selector = of
		if !slices.ContainsFunc(list, func(a arm) bool { return a.key.Equal(key) }) {
			list = append(list, arm{key, op.B})
		}
		rest = op.C
	}
	return selector, list, rest
}

// fewestArms are worth a case statement.
const fewestArms = 3

// selection writes a case statement for registers that one value selects the next values of, if there are enough
// constants that it is compared with.
func (p *printer) selection(b *strings.Builder, list []change, done []bool, first int, indent string) bool {
	selector, arms, _ := p.arms(list[first])
	if len(arms) < fewestArms {
		return false
	}
	type member struct {
		change
		arms []arm
		rest word.ID
	}
	var members []member
	keys := []circuit.Value{}
	for k := first; k < len(list); k++ {
		if done[k] || !p.chooses(list[k]) {
			continue
		}
		of, arms, rest := p.arms(list[k])
		if of != selector || len(arms) < fewestArms && rest != list[k].self || k > first && rest != list[k].self &&
			!p.isPlain(rest) {
			continue
		}
		done[k] = true
		members = append(members, member{list[k], arms, rest})
		for _, a := range arms {
			if !slices.ContainsFunc(keys, func(v circuit.Value) bool { return v.Equal(a.key) }) {
				keys = append(keys, a.key)
			}
		}
	}
	slices.SortStableFunc(keys, func(x, y circuit.Value) int { return x.Big().Cmp(y.Big()) })
	w := p.significant(selector)
	for _, k := range keys {
		w = max(w, k.Len())
	}
	fmt.Fprintf(b, "%scase (%s)\n", indent, p.at(selector, w).text)
	write := func(label string, value func(m *member) word.ID) {
		var inner []change
		for i := range members {
			m := &members[i]
			inner = append(inner, change{m.r, m.self, value(m)})
		}
		var body strings.Builder
		n, _ := p.update(&body, inner, indent+"            ")
		switch n {
		case 0:
			fmt.Fprintf(b, "%s    %s: ;\n", indent, label)
		case 1:
			text := body.String()
			if strings.Count(text, "\n") == 1 {
				fmt.Fprintf(b, "%s    %s: %s", indent, label, strings.TrimLeft(text, " "))
				return
			}
			fallthrough
		default:
			fmt.Fprintf(b, "%s    %s: begin\n%s%s    end\n", indent, label,
				strings.ReplaceAll("\n"+body.String(), "\n    ", "\n")[1:], indent)
		}
	}
	for _, k := range keys {
		write(literal(k, w).text, func(m *member) word.ID {
			for _, a := range m.arms {
				if a.key.Equal(k) {
					return a.value
				}
			}
			return m.rest
		})
	}
	write("default", func(m *member) word.ID { return m.rest })
	fmt.Fprintf(b, "%sendcase\n", indent)
	return true
}

// count1 writes a register that grows or shrinks by a bit: it is one more, or one less, under a condition.
func (p *printer) count1(b *strings.Builder, r *register, self, next word.ID, first, indent string) bool {
	sum, has := p.base(next)
	op := &p.b.Ops[sum]
	if has < r.width || p.names[sum] != "" || p.uses[sum] > 1 || r.width == 1 {
		return false
	}
	x, bit := op.A, op.B
	if op.Kind == word.Add {
		if base, _ := p.base(x); base != self {
			x, bit = bit, x
		}
	} else if op.Kind != word.Sub {
		return false
	}
	base, width := p.base(x)
	if base != self || width < r.width {
		return false
	}
	when, _ := p.base(bit)
	if _, constant := p.b.ConstValue(bit); constant || p.b.Ops[when].Bits != 1 {
		return false
	}
	fmt.Fprintf(b, "%sif (%s)\n%s    %s <= %s %s %s;\n", first, p.at(when, 1).text, indent, r.name, r.name,
		infix[op.Kind].text, literal(circuit.Uint(1), r.width).text)
	return true
}

// store writes a write to a memory.
func (p *printer) store(b *strings.Builder, m *memory, x write) {
	condition := p.at(x.enable, 1).text
	if v, ok := p.b.ConstValue(x.enable); ok && !v.IsZero() {
		condition = ""
	}
	if x.whole {
		lane := word.CellLane(m.width)
		if condition != "" {
			fmt.Fprintf(b, "        if (%s) begin\n", condition)
		}
		for k := range m.depth {
			fmt.Fprintf(b, "        %s[%d] <= %s;\n", m.name, k, p.bits(x.data, k*lane, m.width).text)
		}
		if condition != "" {
			b.WriteString("        end\n")
		}
		return
	}
	n := p.significant(x.address)
	address := p.at(x.address, n)
	if (n >= 64 || uint64(1)<<n > uint64(m.depth)) && !p.implies(x.enable, x.address, uint64(m.depth)) {
		inside := address.in(rankLess+1) + " < " + literal(circuit.Uint(uint64(m.depth)), n).text
		if condition != "" {
			inside = p.at(x.enable, 1).in(rankAnd) + " & " + "(" + inside + ")"
		}
		condition = inside
	}
	indent := "        "
	if condition != "" {
		fmt.Fprintf(b, "        if (%s)\n", condition)
		indent += "    "
	}
	fmt.Fprintf(b, "%s%s <= %s;\n", indent, p.cell(m, x.address), p.at(x.data, m.width).text)
}

// implies reports whether a condition holds only where an address is below a limit.
func (p *printer) implies(cond, address word.ID, limit uint64) bool {
	op := &p.b.Ops[cond]
	switch op.Kind {
	case word.And:
		return p.implies(op.A, address, limit) || p.implies(op.B, address, limit)
	case word.ULt, word.ULe:
		v, ok := p.b.ConstValue(op.B)
		if op.Kind == word.ULe {
			v = circuit.FromBig(new(big.Int).Add(v.Big(), big.NewInt(1)), 128)
		}
		return ok && v.Hi == nil && v.Lo <= limit && p.bare(op.A) == p.bare(address)
	}
	return false
}
