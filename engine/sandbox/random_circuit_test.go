package sandbox

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomFile writes circuit files: constants, tables and helper functions, primitives and factories with random
// lambdas and state, and circuits of circuits, of arrays and of library components, on several levels.
type randomFile struct {
	*rand.Rand
	text      strings.Builder
	constants []string
	tables    []string
	helpers   []string
	mode      string // the name of a text option that lambdas of this factory can see
	loops     bool   // combinational loops are allowed
	parts     []func() randomPart
	names     int
}

// randomPart is one use of a circuit.
type randomPart struct {
	text            string // the expression that makes it
	inputs, outputs []randomPort
	bits            bool                         // its inputs of one wire are declared as a bit and take the lowest wire of a bus
	passes          func(output, input int) bool // the output depends on the input without a clock
}

// writeRandomFile writes one file.
func writeRandomFile(rnd *rand.Rand, kind randomKind) string {
	f := &randomFile{Rand: rnd, loops: kind.loops}
	for _, only := range []struct {
		this  bool
		write func()
	}{{kind.rows, f.rows}, {kind.jumps, f.jumps}, {kind.lists, f.lists}, {kind.modes, f.modes}, {kind.arrays, f.arrays}, {kind.doubtful, f.doubtful}} {
		if only.this {
			only.write()
			return f.text.String()
		}
	}
	f.prelude()
	if kind.lambdas {
		for range 1 + f.IntN(4) {
			f.parts = append(f.parts, f.primitive())
		}
	}
	if kind.machines {
		for range 1 + f.IntN(3) {
			f.parts = append(f.parts, f.machine())
		}
	}
	for range f.IntN(3) {
		f.parts = append(f.parts, f.composite())
	}
	f.composite()
	return f.text.String()
}

func (f *randomFile) one(n int) bool { return f.IntN(n) == 0 }

func (f *randomFile) pick(list ...string) string { return list[f.IntN(len(list))] }

func (f *randomFile) name(prefix string) string {
	f.names++
	return fmt.Sprintf("%s%d", prefix, f.names)
}

// width prefers the borders of numbers and words.
func (f *randomFile) width() int {
	switch f.IntN(10) {
	case 0, 1:
		return 1
	case 2, 3:
		return 2 + f.IntN(29)
	case 4, 5:
		return 31 + f.IntN(3)
	case 6:
		return 34 + f.IntN(30)
	case 7:
		return 63 + f.IntN(3)
	case 8:
		return 65 + f.IntN(236)
	}
	return 8
}

func declare(list []randomPort) string {
	var texts []string
	for _, p := range list {
		kind := fmt.Sprintf("bus(%d)", p.width)
		if p.width == 1 {
			kind = "bit"
		}
		texts = append(texts, p.name+": "+kind)
	}
	return "{ " + strings.Join(texts, ", ") + " }"
}

func (f *randomFile) lambda() *randomLambda { return &randomLambda{Rand: f.Rand, file: f, budget: 60} }

// prelude writes what lambdas capture.
func (f *randomFile) prelude() {
	for range f.IntN(3) {
		name := f.name("K")
		fmt.Fprintf(&f.text, "const %s = %s\n", name, f.pick("5", "-3", "2 ** 31", "[3, 4].length", "0.25"))
		f.constants = append(f.constants, name)
	}
	for range f.IntN(3) {
		var list []string
		for i := range 1 << f.IntN(5) {
			list = append(list, f.pick(fmt.Sprint(i*7), fmt.Sprint(int32(f.Uint32())), fmt.Sprint(f.Uint32())))
		}
		name := f.name("T")
		fmt.Fprintf(&f.text, "const %s = [%s]\n", name, strings.Join(list, ", "))
		f.tables = append(f.tables, name)
	}
	for range f.IntN(3) {
		name := f.name("h")
		l := f.lambda()
		l.numbers = []string{"p", "q", "v"}
		l.variables = []string{"v"}
		body := l.statements(2, 1, false, func() string { return l.number(2) })
		fmt.Fprintf(&f.text, "function %s(p, q = 3) {\nlet v = %s\n%sreturn %s\n}\n", name, "p", body, l.number(2))
		f.helpers = append(f.helpers, name)
	}
}

// primitive writes a circuit with lambdas, every third time as a factory.
func (f *randomFile) primitive() func() randomPart {
	name, factory := f.name("P"), f.one(3)
	var inputs, outputs, state []randomPort
	var memories []randomMemory
	for i := range 1 + f.IntN(4) {
		inputs = append(inputs, randomPort{string(rune('a' + i)), f.width()})
	}
	for i := range 1 + f.IntN(3) {
		outputs = append(outputs, randomPort{string(rune('o' + i)), f.width()})
	}
	var fields []string
	if f.one(2) {
		for i := range f.IntN(3) {
			p := randomPort{fmt.Sprintf("s%d", i), f.width()}
			state = append(state, p)
			fields = append(fields, fmt.Sprintf("%s: reg(%d, %d)", p.name, p.width, f.IntN(2)))
		}
		for i := range f.IntN(3) {
			m := randomMemory{fmt.Sprintf("m%d", i), f.width(), 1 + f.IntN(40)}
			memories = append(memories, m)
			fields = append(fields, fmt.Sprintf("%s: mem(%d, %d, new Map([[0, 1]]))", m.name, m.depth, m.width))
		}
	}
	reads := inputs
	if len(fields) > 0 && f.one(2) {
		reads = nil // a feedback can go through this one
	}
	if factory {
		f.constants, f.mode = append(f.constants, "k"), "mode"
	}
	body := fmt.Sprintf("inputs: %s, outputs: %s,\n%s,\n", declare(inputs), declare(outputs), f.lambda().text(reads, state, memories, outputs))
	if len(fields) > 0 {
		l := f.lambda()
		l.ticks = true
		body += fmt.Sprintf("state: { %s },\n%s,\n", strings.Join(fields, ", "), l.text(inputs, state, memories, state))
	}
	if factory {
		f.constants, f.mode = f.constants[:len(f.constants)-1], ""
		fmt.Fprintf(&f.text, "const %s = circuit('%s', ({ k = 3, mode = 'add' } = {}) => ({ %s}))\n", name, name, body)
	} else {
		fmt.Fprintf(&f.text, "const %s = circuit('%s', { %s})\n", name, name, body)
	}
	return func() randomPart {
		text := name
		if factory {
			options := []string{f.pick("k: -2", "k: 0.5", "k: 2147483648", "mode: 'sub'", "mode: 'add', k: 31")}
			for _, p := range state {
				options = append(options, fmt.Sprintf("%s: %d", p.name, f.IntN(1<<min(p.width, 30))))
			}
			for _, m := range memories {
				options = append(options, m.name+f.pick(": [1, 0, 1]", ": { 1: 1, 3: 0 }"))
			}
			text += f.pick("()", "({ "+strings.Join(options, ", ")+" })")
		}
		return randomPart{text, inputs, outputs, true, func(_, _ int) bool { return len(reads) > 0 }}
	}
}

// part is anything that can be a node.
func (f *randomFile) part() randomPart {
	if len(f.parts) > 0 && !f.one(3) {
		return f.parts[f.IntN(len(f.parts))]()
	}
	return f.component()
}

// randomSource is what can drive a port: an input of the circuit (node -1) or an output of a node.
type randomSource struct {
	node, port, width int
	text              string
}

// randomWiring is the wires of one composite, to tell what depends on what.
type randomWiring struct {
	nodes []randomPart
	wires map[[2]int]randomSource // by node and input
}

// reaches visits the inputs of nodes, and those of the circuit (as node -1), that a source depends on.
func (w *randomWiring) reaches(s randomSource, seen map[[2]int]bool, visit func(node, input int)) {
	if s.node < 0 {
		visit(-1, s.port)
		return
	}
	if at := [2]int{s.node, s.port}; seen[at] {
		return
	} else {
		seen[at] = true
	}
	for k := range w.nodes[s.node].inputs {
		if !w.nodes[s.node].passes(s.port, k) {
			continue
		}
		visit(s.node, k)
		if from, ok := w.wires[[2]int{s.node, k}]; ok {
			w.reaches(from, seen, visit)
		}
	}
}

// composite writes a circuit of nodes. Any input of a node may be driven by any output, as long as no
// combinational loop comes of it, or when loops are allowed.
func (f *randomFile) composite() func() randomPart {
	var inputs, outputs []randomPort
	var declarations, wires []string
	w := &randomWiring{wires: map[[2]int]randomSource{}}
	var references []string
	add := func(p randomPart, reference string) string {
		w.nodes, references = append(w.nodes, p), append(references, reference)
		return p.text
	}
	for count, i := 2+f.IntN(6), 0; len(w.nodes) < count; i++ {
		name := string(rune('a'+i)) + "n"
		text := ""
		switch f.IntN(8) {
		case 0:
			text = "[" + add(f.part(), "nodes."+name+"[0]") + ", " + add(f.part(), "nodes."+name+"[1]") + "]"
		case 1:
			p := f.part()
			for k := range 3 {
				text = add(p, fmt.Sprintf("nodes.%s[%d]", name, k))
			}
			text = "Array.from({ length: 3 }, () => " + text + ")"
		default:
			text = add(f.part(), "nodes."+name)
		}
		declarations = append(declarations, name+": "+text)
	}
	var sources []randomSource
	for k := range 1 + f.IntN(5) {
		p := randomPort{fmt.Sprintf("i%d", k), f.width()}
		inputs = append(inputs, p)
		sources = append(sources, randomSource{-1, k, p.width, "inputs." + p.name})
	}
	for i, n := range w.nodes {
		for k, p := range n.outputs {
			sources = append(sources, randomSource{i, k, p.width, references[i] + "." + p.name})
		}
	}
	for _, i := range f.Perm(len(w.nodes)) {
		for k, p := range w.nodes[i].inputs {
			for range f.IntN(20) { // none: the input stays open
				s := sources[f.IntN(len(sources))]
				if s.width > p.width && (p.width > 1 || !w.nodes[i].bits) {
					continue
				}
				loop := false
				w.reaches(s, map[[2]int]bool{}, func(node, input int) { loop = loop || node == i && input == k })
				if loop && !f.loops {
					continue
				}
				w.wires[[2]int{i, k}] = s
				wires = append(wires, fmt.Sprintf("%s.to(%s.%s)", s.text, references[i], p.name))
				break
			}
		}
	}
	var through []map[int]bool
	for k := range 1 + f.IntN(4) {
		s := sources[f.IntN(len(sources))]
		p := randomPort{fmt.Sprintf("q%d", k), s.width + f.IntN(2)*f.IntN(9)}
		outputs = append(outputs, p)
		wires = append(wires, fmt.Sprintf("%s.to(outputs.%s)", s.text, p.name))
		depends := map[int]bool{}
		w.reaches(s, map[[2]int]bool{}, func(node, input int) {
			if node < 0 {
				depends[input] = true
			}
		})
		through = append(through, depends)
	}
	f.Shuffle(len(wires), func(i, j int) { wires[i], wires[j] = wires[j], wires[i] })
	name := f.name("C")
	fmt.Fprintf(&f.text, "const %s = circuit('%s', { inputs: %s, outputs: %s,\nnodes: {\n%s },\nconnect: ({ inputs, outputs, nodes }) => [\n%s] })\n",
		name, name, declare(inputs), declare(outputs), strings.Join(declarations, ",\n"), strings.Join(wires, ",\n"))
	return func() randomPart {
		return randomPart{name, inputs, outputs, true, func(output, input int) bool { return through[output][input] }}
	}
}

// component is one of the library's, with random options.
func (f *randomFile) component() randomPart {
	w, v := f.width(), f.width()
	list := func(pairs ...any) []randomPort {
		var ports []randomPort
		for i := 0; i < len(pairs); i += 2 {
			ports = append(ports, randomPort{pairs[i].(string), pairs[i+1].(int)})
		}
		return ports
	}
	always := func(int, int) bool { return true }
	never := func(int, int) bool { return false }
	sized := func(names ...string) string { return fmt.Sprintf("%s({ width: %d })", f.pick(names...), w) }
	value := f.IntN(1 << min(w, 30))
	switch f.IntN(20) {
	case 0, 1, 2:
		return randomPart{f.pick("And", "Or", "Nand", "Nor", "Xor", "Xnor"), list("a", 1, "b", 1), list("out", 1), false, always}
	case 3:
		return randomPart{f.pick("Not", "Buffer"), list("in", 1), list("out", 1), false, always}
	case 4:
		return randomPart{sized("Adder"), list("a", w, "b", w, "carry_in", 1), list("sum", w, "carry_out", 1), false, always}
	case 5:
		return randomPart{sized("Subtractor"), list("a", w, "b", w, "borrow_in", 1), list("difference", w, "borrow_out", 1), false, always}
	case 6, 7:
		return randomPart{sized("BusAnd", "BusOr", "BusXor", "BusXnor", "WrappingMultiplier", "Divider", "Modulo", "SignedDivider", "SignedModulo"), list("a", w, "b", w), list("out", w), false, always}
	case 8:
		return randomPart{sized("LeftShifter", "RightShifter", "SignedRightShifter"), list("value", w, "shift", w), list("result", w), false, always}
	case 9:
		return randomPart{sized("Comparator", "SignedComparator"), list("a", w, "b", w), list("eq", 1, "lt", 1, "le", 1, "gt", 1, "ge", 1), false, always}
	case 10:
		return randomPart{sized("LogicNot", "ReduceOr", "ReduceAnd", "ReduceXor", "ReduceXnor"), list("a", w), list("out", 1), false, always}
	case 11:
		return randomPart{sized("Mux"), list("in0", w, "in1", w, "sel", 1), list("out", w), false, always}
	case 12:
		return randomPart{fmt.Sprintf("Concat({ hiWidth: %d, loWidth: %d })", w, v), list("high", w, "low", v), list("out", w+v), false, always}
	case 13:
		low := f.IntN(w)
		count := 1 + f.IntN(w-low)
		return randomPart{fmt.Sprintf("BitSlice({ low: %d, high: %d, width: %d })", low, low+count-1, w), list("in", w), list("out", count), false, always}
	case 14:
		w, v = min(w, v), max(w, v)
		return randomPart{fmt.Sprintf("%s({ inWidth: %d, outWidth: %d })", f.pick("SignExtend", "ZeroExtend"), w, v), list("in", w), list("out", v), false, always}
	case 15:
		return randomPart{fmt.Sprintf("DynamicSlice({ inWidth: %d, shiftWidth: %d, outWidth: 7 })", w, v), list("in", w, "shift", v), list("out", 7), false, always}
	case 16:
		return randomPart{fmt.Sprintf("%s({ width: %d, value: %d })", f.pick("Constant", "Input"), w, value), nil, list("out", w), false, always}
	case 17:
		return randomPart{f.pick("DFlipFlop()", "DFlipFlop({ value: 1 })"), list("d", 1), list("q", 1, "q_bar", 1), false, never}
	case 18:
		address := 1 + f.IntN(10)
		return randomPart{
			fmt.Sprintf("DualPortRAM({ addressWidth: %d, dataWidth: %d, memory: [1, 0, 1] })", address, w),
			list("addrA", address, "dataA", w, "weA", 1, "addrB", address),
			list("outA", w, "outB", w), false, func(output, input int) bool { return input == 3*output },
		}
	}
	return randomPart{fmt.Sprintf("Register({ width: %d, value: %d })", w, value), list("data", w, "we", 1, "rst", 1), list("q", w), false, never}
}
