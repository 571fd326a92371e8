package sandbox

import (
	"fmt"
	"strings"
)

// randomRow is an array of nodes of one kind, all of whose ports have one width.
type randomRow struct {
	name            string
	count, width    int
	inputs, outputs []string
	clocked         bool // its outputs do not depend on its inputs within a cycle
}

// rows writes a circuit as people generate them: rows of many parts of one kind, wired by formulas over the index, with
// a few lanes that are otherwise. These are large enough for what is done to large circuits only: bits packed into
// words, sweeps over copies, several functions.
func (f *randomFile) rows() {
	var list []randomRow
	var declarations, wires []string
	lanes := 8 + f.IntN(120)
	for k := range 4 + f.IntN(6) {
		row := f.row(fmt.Sprintf("r%d", k), lanes)
		if f.one(5) {
			row.count = 1 + f.IntN(2*lanes)
		}
		text := row.text(f)
		declarations = append(declarations, fmt.Sprintf("%s: Array.from({ length: %d }, () => %s)", row.name, row.count, text))
		list = append(list, row)
	}
	widths := []int{1, 8, 32}
	ins := make([]string, len(widths))
	for i, w := range widths {
		ins[i] = fmt.Sprintf("i%d: bus(%d)", w, w)
	}
	for k := range list {
		to := &list[k]
		for _, port := range to.inputs {
			from := f.rowBefore(list, k, to.width)
			if from == nil || f.one(12) {
				wires = append(wires, fmt.Sprintf("...nodes.%s.map((n) => inputs.i%d.to(n.%s))", to.name, to.width, port))
				continue
			}
			index := f.pick("i", "i", "(i + 1)", fmt.Sprintf("(i + %d)", from.count-1), "(i * 7 + 3)", "(i >> 1)", "0", fmt.Sprintf("(%d - i %% %d)", from.count-1, from.count))
			source := fmt.Sprintf("nodes.%s[%s %% %d].%s", from.name, index, from.count, f.pick(from.outputs...))
			if other := f.rowBefore(list, k, to.width); f.one(4) { // some lanes are otherwise
				source = fmt.Sprintf("(i %% %d === %d ? nodes.%s[i %% %d].%s : %s)", 2+f.IntN(20), f.IntN(2), other.name, other.count, f.pick(other.outputs...), source)
			}
			wires = append(wires, fmt.Sprintf("...nodes.%s.map((n, i) => %s.to(n.%s))", to.name, source, port))
		}
	}
	var outputs []string
	for k := range list {
		r := &list[k]
		outputs = append(outputs, fmt.Sprintf("o%d: bus(%d)", k, r.width))
		wires = append(wires, fmt.Sprintf("nodes.%s[%d].%s.to(outputs.o%d)", r.name, f.IntN(r.count), f.pick(r.outputs...), k))
	}
	fmt.Fprintf(&f.text, "circuit('Rows', { inputs: { %s }, outputs: { %s },\nnodes: {\n%s },\nconnect: ({ inputs, outputs, nodes }) => [\n%s] })\n",
		strings.Join(ins, ", "), strings.Join(outputs, ", "), strings.Join(declarations, ",\n"), strings.Join(wires, ",\n"))
}

// rowBefore is a row of a width that row k may look at without a loop: one before it, or one that a clock is in.
func (f *randomFile) rowBefore(list []randomRow, k, width int) *randomRow {
	var fitting []*randomRow
	for i := range list {
		if list[i].width == width && (i < k || list[i].clocked) {
			fitting = append(fitting, &list[i])
		}
	}
	if len(fitting) == 0 {
		return nil
	}
	return fitting[f.IntN(len(fitting))]
}

// row chooses what a row is made of. The bits of a word and registers of words come often, so that rows find each
// other.
func (f *randomFile) row(name string, count int) randomRow {
	r := randomRow{name: name, count: count, width: []int{1, 1, 1, 8, 32}[f.IntN(5)], outputs: []string{"out"}}
	switch f.IntN(3) {
	case 0:
		r.clocked = true
		r.inputs, r.outputs = []string{"d"}, []string{"q"}
		if r.width > 1 {
			r.inputs = []string{"data"}
		}
	case 1:
		r.inputs = []string{"a", "b"}
	default:
		r.inputs = []string{"a", "b", "c"} // a lambda of its own
	}
	return r
}

// text is the expression that makes one part of the row.
func (r *randomRow) text(f *randomFile) string {
	switch {
	case r.clocked && r.width == 1:
		return f.pick("DFlipFlop()", "DFlipFlop({ value: 1 })")
	case r.clocked:
		name := f.name("Keep")
		fmt.Fprintf(&f.text, "const %s = circuit('%s', { inputs: { data: bus(%d) }, outputs: { q: bus(%d) }, state: { v: reg(%d, %d) }, eval: ({ v }) => ({ q: v }), onTick: ({ v, data }) => ({ v: %s }) })\n",
			name, name, r.width, r.width, r.width, f.IntN(100), f.pick("data", "data & 1 ? data : v", "v + data", "data === 3 ? 0 : v ^ data"))
		return name
	case len(r.inputs) == 2 && r.width == 1:
		return f.pick("And", "Or", "Xor", "Nand", "Nor", "Xnor")
	case len(r.inputs) == 2:
		return fmt.Sprintf("%s({ width: %d })", f.pick("BusAnd", "BusOr", "BusXor", "WrappingMultiplier"), r.width)
	}
	name, body := f.name("Own"), ""
	if r.width == 1 {
		body = f.pick("a ? b : c", "(a & b) ^ c", "a & b | c & (a ^ b)", "a ^ b ^ c", "!a & c | b")
	} else {
		body = f.pick("a + b + c", "(a & 1) ? b : c", "a ^ (b << 3) ^ (c >>> 1)", "Math.imul(a, b) + c", "a < b ? c : a - b", "(a | b) & ~c")
	}
	fmt.Fprintf(&f.text, "const %s = circuit('%s', { inputs: { a: bus(%d), b: bus(%d), c: bus(%d) }, outputs: { out: bus(%d) }, eval: ({ a, b, c }) => ({ out: %s }) })\n",
		name, name, r.width, r.width, r.width, r.width, body)
	return name
}
