package grammar

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The ports of the circuits that NewDesign writes. Their outputs are o0, o1 and so on.
var DesignInputs = []Port{{"a", 8}, {"b", 31}, {"c", 32}, {"d", 1}, {"e", 33}, {"f", 64}}

// NewDesign gives a circuit file: primitives with registers, memories and texts as state, whose lambdas use lists,
// records, classes, tables and loops and write several fields under one condition, a factory, a composite, and a
// circuit with DesignInputs that is made of them. Its wires make no loop without a register.
func NewDesign(seed, index uint64) Program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, index)), function: true} //nolint:gosec // repeatable on purpose
	d := &design{generator: g}
	parts := []*Node{d.prelude()}
	for k := range 1 + g.IntN(3) {
		parts = append(parts, d.primitive(fmt.Sprintf("P%d", k)))
	}
	if g.one(2) {
		parts = append(parts, d.composite("C0", g.ports("in", 2)))
	}
	parts = append(parts, d.composite("Top", DesignInputs))
	return Program{Seed: seed, Index: index, tree: g.join("", parts)}
}

// design writes one circuit file.
type design struct {
	*generator
	kinds   []component
	helpers []string // functions from two numbers to one
	classes []string // with a constructor of a number, put(x), get value and count()
	// Of the lambda that is being written:
	memories  []memoryPort
	phase     string // the name of a field that is a text
	rounds    int    // how many loops are around
	bigs      bool   // there are bigints
	listNames []string
	records   []string
	objects   []string // instances of classes
	writable  bool
}

// component is a kind of node that was written.
type component struct {
	call       string // as it stands among nodes
	in, out    []Port
	registered bool // no output depends on an input of the same moment
}

type memoryPort struct {
	name         string
	depth, width int
}

var designWidths = []int{1, 1, 3, 4, 8, 8, 8, 12, 16, 16, 24, 31, 32, 32, 33, 40, 64}

func (g *generator) ports(prefix string, most int) []Port {
	list := make([]Port, 1+g.IntN(most))
	for i := range list {
		list[i] = Port{fmt.Sprintf("%s%d", prefix, i), designWidths[g.IntN(len(designWidths))]}
	}
	return list
}

func portList(list []Port) string {
	var parts []string
	for _, p := range list {
		if p.Width == 1 {
			parts = append(parts, p.Name+": bit")
		} else {
			parts = append(parts, fmt.Sprintf("%s: bus(%d)", p.Name, p.Width))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// prelude declares what lambdas find around them.
func (d *design) prelude() *Node {
	var parts []*Node
	d.budget = 60
	numbers := func(n int) string {
		var list []string
		for range n {
			list = append(list, fmt.Sprint(d.IntN(1<<[]int{1, 4, 8, 16, 31}[d.IntN(5)])))
		}
		return strings.Join(list, ", ")
	}
	parts = append(parts, d.plain("const TABLE = [%s]\n", numbers(8)))
	parts = append(parts, d.plain("const ROWS = [{ k: %s, v: [%s] }, { k: %s, v: [%s] }, { k: %s, v: [%s] }]\n", numbers(1), numbers(2), numbers(1), numbers(2), numbers(1), numbers(2)))
	parts = append(parts, d.plain("const CODES = new Map([[1, %s], [2, %s], [5, %s]])\n", numbers(1), numbers(1), numbers(1)))
	parts = append(parts, d.plain("const OPS = [(p, q) => p + q, (p, q) => (p - q) | 0, (p, q) => p & q, (p, q) => (q ? p % q : 0)]\n"))
	name := d.fresh("Unit")
	second := d.pick("this.n = x", "this.n += x & 15", "if (x > this.n) this.n = x", "this.n = (this.n << 1) ^ (x & 255)")
	parts = append(parts, d.plain("class %s {\n#n = %s\nlog = [0, 0]\nstatic LIMIT = %s\nconstructor(x) { this.n = x; this.log[x & 1]++ }\nput(x) { %s; this.log[x & 1] += 1; return this }\n"+
		"get value() { return (this.n + this.#n) | 0 }\ncount() { return this.log[0] * 16 + this.log[1] }\n}\n", name, numbers(1), numbers(1), second))
	d.classes = append(d.classes, name)
	if d.one(2) {
		derived := d.fresh("More")
		parts = append(parts, d.plain("class %s extends %s {\nseen = 0\nput(x) { this.seen++; return super.put(x ^ %s) }\ncount() { return super.count() + this.seen }\n}\n", derived, name, numbers(1)))
		d.classes = append(d.classes, derived)
	}
	d.helpers = []string{"gcd"}
	parts = append(parts, d.plain("const gcd = (p, q) => {\nlet x = p & 255, y = q & 255\nwhile (y) { const r = x % y; x = y; y = r }\nreturn x\n}\n"))
	for range 1 + d.IntN(2) {
		name := d.fresh("help")
		body := d.within(func() *Node {
			d.declare("p", number, false)
			d.declare("q", number, false)
			d.budget = 20
			return d.plain("%sreturn %s\n", d.several(0, 2, "", func() *Node { return d.act(1) }), d.num(2))
		})
		parts = append(parts, d.plain("const %s = (p, q) => {\n%s}\n", name, body))
		d.helpers = append(d.helpers, name)
	}
	return d.join("", parts)
}

// primitive writes a circuit with lambdas, in a factory now and then.
func (d *design) primitive(name string) *Node {
	d.memories, d.phase = nil, ""
	in, out := d.ports("i", 4), d.ports("y", 3)
	var registers []Port
	if !d.one(6) {
		registers = d.ports("r", 4)
	}
	for k := range []int{0, 0, 1, 1, 1, 2}[d.IntN(6)] {
		width := []int{1, 4, 8, 8, 16, 31, 32, 32, 40}[d.IntN(9)]
		d.memories = append(d.memories, memoryPort{fmt.Sprintf("m%d", k), []int{4, 8, 8, 13, 16, 16, 64}[d.IntN(7)], width})
	}
	if len(registers) > 0 && d.one(4) {
		d.phase = "phase"
	}
	factory := d.one(4)
	call := name
	if factory {
		call = fmt.Sprintf("%s({ by: %d })", name, d.IntN(200))
	}
	state := len(registers)+len(d.memories) > 0
	registered := state && d.one(2)
	var fields []string
	for _, r := range registers {
		start := ""
		if !factory && d.one(2) {
			start = fmt.Sprintf(", %d", d.IntN(1<<min(r.Width, 20)))
		}
		fields = append(fields, fmt.Sprintf("%s: reg(%d%s)", r.Name, r.Width, start))
	}
	for _, m := range d.memories {
		start := ""
		if !factory && d.one(2) {
			start = fmt.Sprintf(", new Map([[0, 1], [%d, %d]])", 1+d.IntN(m.depth-1), d.IntN(1<<min(m.width, 16)))
		}
		fields = append(fields, fmt.Sprintf("%s: mem(%d, %d%s)", m.name, m.depth, m.width, start))
	}
	if d.phase != "" {
		fields = append(fields, "phase: 'idle'")
	}
	seen := in
	if registered {
		seen = nil
	}
	parts := []any{d.lambda(seen, registers, out, false, factory)}
	format := "outputs: %s,\neval: %%s,\n"
	text := fmt.Sprintf(format, portList(out))
	if state {
		text += fmt.Sprintf("state: { %s },\nonTick: %%s,\n", strings.Join(fields, ", "))
		parts = append(parts, d.lambda(in, registers, nil, true, factory))
	}
	body := d.plain("inputs: "+portList(in)+",\n"+text, parts...)
	d.kinds = append(d.kinds, component{call, in, out, registered})
	if factory {
		return d.plain("const %s = circuit('%s', ({ by = 3 } = {}) => ({\n%s}))\n", name, name, body)
	}
	return d.plain("const %s = circuit('%s', {\n%s})\n", name, name, body)
}

// lambda writes an eval that gives out, or an onTick.
func (d *design) lambda(in, registers, out []Port, tick, factory bool) *Node {
	before := *d.generator
	defer func() {
		names := d.names
		*d.generator = before
		d.names = names
	}()
	d.budget = 70
	d.listNames, d.records, d.objects, d.bigs, d.writable, d.rounds = nil, nil, nil, false, tick, 0
	var names []string
	for k, p := range append(append([]Port{}, in...), registers...) {
		t := number
		if p.Width > 32 {
			t = bigint
			d.bigs = true
		}
		names = append(names, p.Name)
		d.declare(p.Name, t, k < len(in))
	}
	for _, m := range d.memories {
		names = append(names, m.name)
		d.bigs = d.bigs || m.width > 32
	}
	if d.phase != "" {
		names = append(names, d.phase)
	}
	if factory {
		d.declare("by", number, true)
	}
	var parts []*Node
	x := d.fresh("x")
	parts = append(parts, d.plain("let %s = %s\n", x, d.IntN(300)))
	d.declare(x, number, false)
	if d.bigs {
		z := d.fresh("z")
		parts = append(parts, d.plain("let %s = %sn\n", z, d.IntN(300)))
		d.declare(z, bigint, false)
	}
	give := func() *Node { // the result
		var list []*Node
		for _, p := range out {
			value := d.num(2)
			if p.Width > 32 && d.bigs && !d.one(3) {
				value = d.wide(2)
			}
			list = append(list, d.plain("%s: %s", p.Name, value))
		}
		if tick {
			for _, p := range registers {
				switch d.IntN(8) {
				case 0: // it holds
				case 1:
					value := d.num(2)
					if p.Width > 32 && d.bigs {
						value = d.wide(2)
					}
					list = append(list, d.plain("%s: %s", p.Name, value))
				default:
					list = append(list, d.plain("%s", p.Name))
				}
			}
			for _, m := range d.memories {
				if !d.one(10) {
					list = append(list, d.plain("%s", m.name))
				}
			}
			if d.phase != "" {
				list = append(list, d.plain("phase"))
			}
		}
		return d.plain("return { %s }\n", d.join(", ", list))
	}
	for n := 1 + d.IntN(5); n > 0 && d.budget > 0; n-- {
		parts = append(parts, d.act(3))
	}
	if d.one(4) {
		parts = append(parts, d.stmt("if (%s) {\n%s}", d.cond(1), give()))
	}
	parts = append(parts, give())
	return d.plain("({ %s }) => {\n%s}", strings.Join(names, ", "), d.join("", parts))
}

// within writes something whose variables of all sorts end with it.
func (d *design) within(write func() *Node) *Node {
	listNames, records, objects := d.listNames, d.records, d.objects
	n := d.scoped(write)
	d.listNames, d.records, d.objects = listNames, records, objects
	return n
}

// inner writes statements.
func (d *design) inner(depth int) *Node {
	return d.within(func() *Node { return d.several(1, 2, "", func() *Node { return d.act(depth - 1) }) })
}

// address writes an index that lies in a memory, mostly.
func (d *design) address(m memoryPort) *Node {
	switch d.IntN(6) {
	case 0:
		return d.expr("%s", d.IntN(m.depth+1))
	case 1:
		return d.num(1)
	case 2:
		return d.expr("(%s % %s)", d.num(1), m.depth)
	}
	return d.expr("(%s & %s)", d.num(1), []int{3, 7, 15}[d.IntN(3)])
}

// act writes one statement of a lambda.
func (d *design) act(depth int) *Node {
	v := d.known(number, true)
	if depth <= 0 || d.budget <= 0 {
		return d.assign(v)
	}
	switch d.IntN(22) {
	case 0, 1:
		name := d.fresh("x")
		n := d.stmt("let %s = %s", name, d.num(3))
		d.declare(name, number, false)
		return n
	case 2, 3:
		return d.assign(v)
	case 4, 5:
		return d.stmt("if (%s) {\n%s}%s", d.cond(2), d.inner(depth), d.maybe("", func() *Node { return d.plain(" else {\n%s}", d.inner(depth)) }))
	case 6:
		return d.under(depth)
	case 7:
		return d.stmt("switch (%s & 3) {\ncase 0:\n%sbreak\ncase 1:\n%scase 2:\n%sbreak\n%s}", d.num(1), d.inner(depth), d.inner(depth), d.inner(depth),
			d.maybe("", func() *Node { return d.plain("default:\n%s", d.inner(depth)) }))
	case 8, 9, 10:
		return d.loop(depth)
	case 11, 12:
		return d.list(depth)
	case 13:
		return d.record()
	case 14:
		return d.object(depth)
	case 15:
		return d.keyed()
	case 16:
		return d.text()
	case 17, 18:
		if d.writable && len(d.memories) > 0 {
			return d.store()
		}
	case 19:
		if d.phase != "" && d.writable {
			return d.stmt("phase = %s", d.plain("%s ? '%s' : %s", d.cond(1), d.pick("idle", "run", "halt"), d.pick("phase", "'run'", "'idle'")))
		}
		first, row := d.num(1), d.num(0) // before the names that it declares are known
		return d.stmt("const [%s, { k: %s, v: [, %s = 1] }] = [%s, ROWS[(%s & 15) % 3]]", d.newNumber(), d.newNumber(), d.newNumber(), first, row)
	case 20:
		return d.stmt("%s = OPS[%s & 3](%s, %s)", v, d.num(1), d.num(1), d.num(1))
	}
	if d.bigs {
		if z := d.known(bigint, true); z != "" {
			return d.stmt("%s = BigInt.asUintN(%s, %s)", z, 1+d.IntN(64), d.wide(2))
		}
	}
	return d.assign(v)
}

// newNumber declares a variable that is a number and gives its name.
func (d *design) newNumber() string {
	name := d.fresh("x")
	d.declare(name, number, true)
	return name
}

// maybe writes something half of the time.
func (d *design) maybe(otherwise string, write func() *Node) *Node {
	if d.one(2) {
		return write()
	}
	return d.plain("%s", otherwise)
}

func (d *design) assign(v string) *Node {
	switch d.IntN(6) {
	case 0:
		return d.stmt("%s%s", v, d.pick("++", "--"))
	case 1, 2:
		return d.stmt("%s %s %s", v, d.pick("+=", "-=", "^=", "|=", "&=", "<<=", ">>=", ">>>="), d.num(2))
	}
	return d.stmt("%s = %s", v, d.num(3))
}

// under writes several writes under one condition.
func (d *design) under(depth int) *Node {
	write := func() *Node {
		if d.writable && len(d.memories) > 0 && !d.one(3) {
			return d.store()
		}
		return d.assign(d.known(number, true))
	}
	condition := d.cond(1)
	body := d.several(2, 5, "", write)
	if d.one(3) {
		return d.stmt("if (%s) {\n%s} else if (%s) {\n%s} else {\n%s}", condition, body, d.cond(1), d.several(1, 3, "", write), d.inner(depth))
	}
	return d.stmt("if (%s) {\n%s}", condition, body)
}

// store writes to a memory.
func (d *design) store() *Node {
	m := d.memories[d.IntN(len(d.memories))]
	value := d.num(2)
	if m.width > 32 && d.bigs && d.one(2) {
		value = d.wide(1)
	}
	switch d.IntN(8) {
	case 0:
		return d.stmt("%s.set(%s, %s)", m.name, d.address(m), value)
	case 1:
		return d.stmt("%s.delete(%s)", m.name, d.address(m))
	case 2:
		if d.one(4) {
			return d.stmt("%s.clear()", m.name)
		}
		if m.width <= 32 {
			return d.stmt("%s[%s] += %s", m.name, d.address(m), d.num(1))
		}
	}
	return d.stmt("%s[%s] = %s", m.name, d.address(m), value)
}

// loop writes a loop that ends after a few rounds.
func (d *design) loop(depth int) *Node {
	if d.rounds >= 2 {
		return d.assign(d.known(number, true))
	}
	d.rounds++
	defer func() { d.rounds-- }()
	i := d.fresh("i")
	body := func() *Node {
		return d.within(func() *Node {
			d.declare(i, number, true)
			return d.plain("%s%s", d.inner(depth), d.leave())
		})
	}
	v := d.known(number, true)
	switch d.IntN(9) {
	case 0, 1:
		return d.stmt("for (let %s = 0; %s < %s; %s++) {\n%s}", i, i, 1+d.IntN(5), i, body())
	case 2:
		return d.stmt("for (let %s = %s & 7; %s < 8; %s++) {\n%s}", i, d.num(1), i, i, body())
	case 3:
		return d.stmt("for (let %s = 0; %s < (%s & %s); %s++) {\n%s}", i, i, d.num(1), []int{3, 7, 15}[d.IntN(3)], i, body())
	case 4:
		return d.stmt("for (let %s = 7; %s >= 0; %s--) {\nif ((%s >> %s) & 1) {\n%sbreak\n}\n}", i, i, i, d.num(1), i, body())
	case 5:
		return d.stmt("for (let %s = 0, k = %s & 255; k > 0 && %s < 12; %s++, k >>= 1) {\n%s}", i, d.num(1), i, i, body())
	case 6:
		return d.stmt("{\nlet %s = %s & 15\nwhile (%s > 0) {\n%s%s%s -= %s\n}\n}", i, d.num(1), i, d.scoped(func() *Node {
			d.declare(i, number, true)
			return d.inner(depth)
		}), d.maybe("", func() *Node { return d.plain("if (%s) break\n", d.cond(1)) }), i, 1+d.IntN(3))
	case 7:
		if len(d.memories) > 0 {
			m := d.memories[d.IntN(len(d.memories))]
			read := "Number(" + m.name + "[" + i + "])"
			switch {
			case d.one(3) && d.writable && m.depth <= 16:
				return d.stmt("for (let %s = 0; %s < %s; %s++) {\nif (%s) %s[%s] = %s\n}", i, i, m.depth, i, d.scoped(func() *Node {
					d.declare(i, number, true)
					return d.cond(1)
				}), m.name, i, d.scoped(func() *Node {
					d.declare(i, number, true)
					return d.num(2)
				}))
			case d.one(3):
				return d.stmt("for (const [p, q] of %s) %s = (%s %s p) ^ Number(q)", m.name, v, v, d.pick("+", "*", "^"))
			}
			return d.stmt("for (let %s = 0; %s < %s; %s++) {\nif (%s %s %s) %s\n%s += %s\n}", i, i, min(m.depth, 16), i, read, d.pick(">", "===", "<"), d.num(0), d.pick("break", "continue"), v, read)
		}
	}
	if len(d.listNames) > 0 {
		return d.stmt("for (const %s of %s) {\n%s}", i, d.pick(d.listNames...), body())
	}
	return d.stmt("{\nlet %s = 0\ndo {\n%s} while (%s++ < %s && %s)\n}", i, d.inner(depth), i, 1+d.IntN(6), d.cond(1))
}

// leave leaves a loop, or goes on with its next round, under a condition, or not at all.
func (d *design) leave() *Node {
	switch d.IntN(5) {
	case 0:
		return d.plain("if (%s) break\n", d.cond(1))
	case 1:
		return d.plain("if (%s) continue\n%s", d.cond(1), d.assign(d.known(number, true)))
	}
	return d.plain("")
}

// list declares a list of a known length, or changes one.
func (d *design) list(depth int) *Node {
	if len(d.listNames) == 0 || d.one(3) {
		name := d.fresh("l")
		n := d.stmt("const %s = %s", name, d.numbers(2))
		d.listNames = append(d.listNames[:len(d.listNames):len(d.listNames)], name)
		return n
	}
	l := d.pick(d.listNames...)
	switch d.IntN(9) {
	case 0, 1:
		return d.stmt("%s[%s & 3] = %s", l, d.num(1), d.num(2))
	case 2:
		if d.rounds == 0 {
			return d.stmt("if (%s) %s.%s(%s)", d.cond(1), l, d.pick("push", "unshift"), d.num(1))
		}
	case 3:
		return d.stmt("%s = %s.%s() ?? %s", d.known(number, true), l, d.pick("pop", "shift"), d.IntN(9))
	case 4:
		return d.stmt("%s.%s", l, d.pick("sort((p, q) => p - q)", "sort((p, q) => q - p)", "reverse()", "fill(3)", "fill(7, 1)", "length = 2", "splice(1, 1)", "sort((p, q) => (p & 7) - (q & 7))"))
	case 5:
		if d.rounds > 0 {
			break // a list that is gone through must not grow
		}
		return d.stmt("%s.splice(%s & 3, %s, %s)", l, d.num(1), d.IntN(2), d.num(1))
	case 6:
		i := d.fresh("i")
		return d.stmt("%s.forEach((%s, k) => {\n%s = (%s + %s * (k + 1)) | 0\n})", l, i, d.known(number, true), d.known(number, false), i)
	}
	return d.stmt("%s[%s % %s.length] %s %s", l, d.plain("(%s & 255)", d.num(1)), l, d.pick("=", "+=", "^="), d.num(1))
}

// numbers writes a list.
func (d *design) numbers(depth int) *Node {
	if depth > 0 && len(d.listNames) > 0 && d.one(2) {
		l := d.pick(d.listNames...)
		switch d.IntN(7) {
		case 0:
			return d.expr("%s.map((e, k) => %s)", l, d.of("e", 1))
		case 1:
			return d.expr("%s.filter((e) => %s)", l, d.test("e"))
		case 2:
			return d.expr("%s.slice(%s)", l, d.pick("1", "0, 2", "-2", "1, -1"))
		case 3:
			return d.expr("[...%s, %s]", l, d.num(1))
		case 4:
			return d.expr("%s.concat([%s])", l, d.num(1))
		case 5:
			return d.expr("Array.from(%s, (e) => e & 15)", l)
		}
		return d.expr("%s.%s", l, d.pick("toSorted((p, q) => p - q)", "toReversed()", "flatMap((e) => [e, e & 1])", "with(0, 5)"))
	}
	if d.one(6) {
		return d.expr("Array.from({ length: %s }, (_, k) => %s)", 1+d.IntN(5), d.of("k", 1))
	}
	if d.one(6) {
		return d.expr("new Array(%s).fill(%s)", 1+d.IntN(5), d.num(1))
	}
	if d.one(8) {
		return d.expr("TABLE.slice(%s)", d.pick("0", "4", "2, 5"))
	}
	return d.expr("[%s]", d.several(2, 5, ", ", func() *Node { return d.num(1) }))
}

// of writes a number that a variable takes part in.
func (d *design) of(name string, depth int) *Node {
	return d.scoped(func() *Node {
		d.declare(name, number, true)
		return d.plain("(%s %s %s)", name, d.pick("+", "^", "&", "*", "-", ">>"), d.num(depth))
	})
}

// test writes a condition on a variable.
func (d *design) test(name string) *Node {
	return d.plain("%s", d.pick(name+" & 1", name+" > "+fmt.Sprint(d.IntN(100)), name+" % 3 === 0", name+" === "+fmt.Sprint(d.IntN(9)), name+" >= "+d.known(number, false), "("+name+" & 6) === 2"))
}

// record declares a record, or changes one.
func (d *design) record() *Node {
	if len(d.records) == 0 || d.one(3) {
		name := d.fresh("r")
		value := d.plain("{ x: %s, y: %s }", d.num(2), d.num(1))
		if len(d.records) > 0 && d.one(2) {
			value = d.plain("%s ? { ...%s, %s: %s } : %s", d.cond(1), d.pick(d.records...), d.pick("x", "y"), d.num(1), value)
		}
		d.records = append(d.records[:len(d.records):len(d.records)], name)
		return d.stmt("const %s = %s", name, value)
	}
	r := d.pick(d.records...)
	switch d.IntN(4) {
	case 0:
		other := d.pick(d.records...)
		return d.stmt("[%s.x, %s.y] = [%s.y, %s.x]", r, other, other, r)
	case 1:
		k := d.fresh("k")
		return d.stmt("const %s = [%s, { x: %s, y: 1 }, { x: 2, y: %s }]\n%s.sort((p, q) => p.x - q.x)\n%s[0].y += 3\n%s += %s[%s & 1].y", k, r, d.num(1), d.num(1), k, k, d.known(number, true), k, d.num(1))
	}
	return d.stmt("%s.%s %s %s", r, d.pick("x", "y"), d.pick("=", "+=", "^="), d.num(2))
}

// object makes an instance of a class, or calls a method of one.
func (d *design) object(depth int) *Node {
	if len(d.objects) == 0 || d.one(3) {
		name := d.fresh("u")
		n := d.stmt("const %s = new %s(%s)", name, d.pick(d.classes...), d.num(1))
		if len(d.classes) > 1 && d.one(3) {
			n = d.stmt("const %s = %s ? new %s(%s) : new %s(%s)", name, d.cond(1), d.classes[0], d.num(1), d.classes[1], d.num(1))
		}
		d.objects = append(d.objects[:len(d.objects):len(d.objects)], name)
		return n
	}
	u := d.pick(d.objects...)
	if d.one(3) && depth > 0 {
		return d.stmt("if (%s) %s.put(%s).put(%s)", d.cond(1), u, d.num(1), d.num(0))
	}
	return d.stmt("%s.put(%s)", u, d.num(1))
}

// keyed uses a Map or a Set of the lambda's own.
func (d *design) keyed() *Node {
	name, v := d.fresh("k"), d.known(number, true)
	switch d.IntN(3) {
	case 0:
		return d.stmt("const %s = new Set([%s & 7, %s & 7, %s & 3])\nif (%s) %s.%s(%s & 7)\n%s = %s.size * 8 + (%s.has(%s & 7) ? 1 : 0)", name, d.num(1), d.num(1), d.num(1), d.cond(1),
			name, d.pick("add", "delete"), d.num(0), v, name, name, d.num(1))
	case 1:
		return d.stmt("const %s = new Map()\nfor (const e of [%s & 3, %s & 3, %s & 3]) %s.set(e, (%s.get(e) ?? 0) + 1)\nfor (const [p, q] of %s) %s = (%s * 5 + p * 3 + q) | 0", name, d.num(1), d.num(1), d.num(1),
			name, name, name, v, v)
	}
	return d.stmt("const %s = {}\nfor (const e of [%s & 3, %s & 3]) %s[e] = (%s[e] ?? %s) + 1\n%s = %s[%s & 3] ?? 9", name, d.num(1), d.num(1), name, name, d.IntN(4), v, name, d.num(1))
}

// text makes a number by way of digits and letters.
func (d *design) text() *Node {
	v := d.known(number, true)
	x := d.num(1)
	switch d.IntN(6) {
	case 0:
		return d.stmt("for (const e of (%s & 255).toString(2).padStart(8, '0')) if (e === '1') %s++", x, v)
	case 1:
		return d.stmt("%s = String.fromCharCode(48 + (%s & 31)) >= 'A' ? 1 : 0", v, x)
	case 2:
		return d.stmt("%s = Number([%s & 7, %s & 7].join(''))", v, x, d.num(1))
	case 3:
		return d.stmt("%s = ['idle', 'run', 'halt'][%s & 3] === 'run' ? %s : %s", v, x, d.num(1), d.num(0))
	case 4:
		return d.stmt("%s = (%s & 255).toString(16).length", v, x)
	}
	return d.stmt("%s = 'abcd'.charCodeAt(%s & 3)", v, x)
}

// num writes a number, as lambdas of circuits compute it.
func (d *design) num(depth int) *Node {
	v := d.known(number, false)
	if depth <= 0 || d.budget <= 0 || d.one(6) {
		if d.one(3) || v == "" {
			return d.expr("%s", d.IntN(1<<[]int{1, 3, 8, 16, 31}[d.IntN(5)]))
		}
		return d.expr("%s", v)
	}
	a := func() *Node { return d.num(depth - 1) }
	for {
		switch d.IntN(26) {
		case 0, 1:
			return d.expr("(%s %s %s)", a(), d.pick("+", "-", "+", "*"), a())
		case 2, 3:
			return d.expr("(%s %s %s)", a(), d.pick("&", "|", "^", "<<", ">>", ">>>"), a())
		case 4:
			return d.expr("(%s & %s)", a(), []int{1, 7, 15, 255, 0xffff, 0x7fffffff}[d.IntN(6)])
		case 5:
			return d.expr("((%s >> %s) & 1)", a(), d.IntN(32))
		case 6, 7:
			return d.expr("(%s ? %s : %s)", d.cond(depth-1), a(), a())
		case 8:
			return d.expr("TABLE[%s & 7]", a())
		case 9:
			return d.expr("(TABLE[%s] ?? %s)", a(), d.IntN(9))
		case 10:
			return d.expr("ROWS[(%s & 255) % 3].%s", a(), d.pick("k", "v[0]", "v[1]", "v.length"))
		case 11:
			return d.expr("(CODES.get(%s & 7) ?? %s)", a(), a())
		case 12, 13:
			if len(d.helpers) > 0 {
				return d.expr("%s(%s, %s)", d.pick(d.helpers...), a(), a())
			}
		case 14, 15, 16:
			if len(d.memories) > 0 {
				m := d.memories[d.IntN(len(d.memories))]
				switch d.IntN(6) {
				case 0:
					return d.expr("(Number(%s.get(%s) ?? %s))", m.name, d.address(m), d.IntN(9))
				case 1:
					return d.expr("(%s.has(%s) ? %s : %s)", m.name, d.address(m), a(), a())
				case 2:
					return d.expr("%s.size", m.name)
				}
				return d.expr("Number(%s[%s])", m.name, d.address(m))
			}
		case 17, 18:
			if len(d.listNames) > 0 {
				l := d.pick(d.listNames...)
				switch d.IntN(10) {
				case 0:
					return d.expr("%s.length", l)
				case 1:
					return d.expr("%s.reduce((s, e) => (s %s e) | 0, %s)", l, d.pick("+", "^", "*", "-"), d.IntN(9))
				case 2:
					return d.expr("%s.%s((e) => %s)", l, d.pick("findIndex", "findLastIndex"), d.test("e"))
				case 3:
					return d.expr("(%s.%s((e) => %s) ?? %s)", l, d.pick("find", "findLast"), d.test("e"), d.IntN(99))
				case 4:
					return d.expr("(%s.%s((e) => %s) ? %s : 0)", l, d.pick("some", "every"), d.test("e"), a())
				case 5:
					return d.expr("%s.%s(%s)", l, d.pick("indexOf", "lastIndexOf"), d.num(0))
				case 6:
					return d.expr("(%s.at(-1) ?? 0)", l)
				case 7:
					return d.expr("Math.%s(0, ...%s)", d.pick("min", "max"), l)
				case 8:
					return d.expr("%s.filter((e) => %s).length", l, d.test("e"))
				}
				return d.expr("(%s[%s & 3] ?? %s)", l, a(), d.IntN(9))
			}
		case 19:
			if len(d.records) > 0 {
				return d.expr("%s.%s", d.pick(d.records...), d.pick("x", "y"))
			}
		case 20:
			if len(d.objects) > 0 {
				return d.expr("%s.%s", d.pick(d.objects...), d.pick("value", "count()", "value"))
			}
		case 21:
			return d.expr("OPS[%s & 3](%s, %s)", a(), a(), a())
		case 22:
			return d.expr("Math.%s(%s)", d.pick("abs", "trunc", "clz32", "floor"), d.plain("%s / %s", a(), 1+d.IntN(9)))
		case 23:
			return d.expr("Number(BigInt.asUintN(%s, BigInt(%s | 0) %s BigInt(%s >>> 0)))", 1+d.IntN(50), a(), d.pick("+", "*", "^", "-"), a())
		case 24:
			if d.bigs {
				return d.expr("Number(BigInt.asUintN(%s, %s))", 1+d.IntN(50), d.wide(depth-1))
			}
		case 25:
			if d.bigs && d.one(2) {
				return d.word(depth)
			}
		}
	}
}

// cond writes a condition.
func (d *design) cond(depth int) *Node {
	if d.phase != "" && d.one(4) {
		return d.expr("(phase %s '%s')", d.pick("===", "!=="), d.pick("idle", "run", "halt"))
	}
	switch d.IntN(7) {
	case 0:
		return d.expr("(%s & 1)", d.num(depth))
	case 1:
		return d.expr("!%s", d.num(0))
	case 2:
		if depth > 0 {
			return d.expr("(%s %s %s)", d.cond(depth-1), d.pick("&&", "||"), d.cond(depth-1))
		}
	case 3:
		if d.bigs {
			return d.expr("(%s %s %s)", d.wide(0), d.pick("<", "===", ">"), d.wide(0))
		}
	}
	return d.expr("(%s %s %s)", d.num(depth), d.pick("<", "<=", ">", ">=", "===", "!=="), d.num(depth))
}

// source is a place from which a wire can come.
type source struct {
	text  string
	width int
}

// composite writes a circuit of nodes: each input has a source that comes before it, or a registered output.
func (d *design) composite(name string, in []Port) *Node {
	d.budget = 100
	type node struct {
		name string
		component
	}
	var nodes []node
	var list []string
	for k := range 1 + d.IntN(4) {
		c := d.kinds[d.IntN(len(d.kinds))]
		n := node{fmt.Sprintf("n%d", k), c}
		nodes = append(nodes, n)
		list = append(list, n.name+": "+c.call)
	}
	var always, before []source
	for _, p := range in {
		always = append(always, source{"inputs." + p.Name, p.Width})
	}
	outputs := func(n node) (s []source) {
		for _, p := range n.out {
			s = append(s, source{"nodes." + n.name + "." + p.Name, p.Width})
		}
		return s
	}
	for _, n := range nodes {
		if n.registered {
			always = append(always, outputs(n)...)
		}
	}
	var wires []*Node
	connect := func(target string, width int, from []source) bool {
		var fitting []source
		for _, s := range from {
			if s.width <= width || width == 1 {
				fitting = append(fitting, s)
			}
		}
		if len(fitting) == 0 {
			return false
		}
		wires = append(wires, d.member("%s.to(%s),", fitting[d.IntN(len(fitting))].text, target))
		return true
	}
	for _, n := range nodes {
		for _, p := range n.in {
			if !d.one(20) {
				connect("nodes."+n.name+"."+p.Name, p.Width, append(append([]source{}, always...), before...))
			}
		}
		if !n.registered {
			before = append(before, outputs(n)...)
		}
	}
	var out []Port
	for _, n := range nodes {
		for k, s := range outputs(n) {
			if name == "Top" || k == 0 || d.one(2) {
				o := Port{fmt.Sprintf("o%d", len(out)), s.width}
				out = append(out, o)
				wires = append(wires, d.member("%s.to(outputs.%s),", s.text, o.Name))
			}
		}
	}
	d.kinds = append(d.kinds, component{name, in, out, false})
	return d.plain("const %s = circuit('%s', {\ninputs: %s,\noutputs: %s,\nnodes: { %s },\nconnect: ({ inputs, outputs, nodes }) => [\n%s],\n})\n", name, name, portList(in), portList(out),
		strings.Join(list, ", "), d.join("", wires))
}
