package sandbox

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// around puts one component into a circuit of its ports; widths of ports by name.
func around(component string, inputs, outputs map[string]int) string {
	ports := func(list map[string]int) string {
		var text []string
		for _, name := range slices.Sorted(maps.Keys(list)) {
			text = append(text, fmt.Sprintf("%s: %d", name, list[name]))
		}
		return strings.Join(text, ", ")
	}
	var wires []string
	for name := range inputs {
		wires = append(wires, "inputs."+name+".to(u."+name+")")
	}
	for name := range outputs {
		wires = append(wires, "u."+name+".to(outputs."+name+")")
	}
	return wrap("inputs: { " + ports(inputs) + " }, outputs: { " + ports(outputs) + " }, nodes: { u: " + component + " }, connect: ({ inputs, outputs, nodes: { u } }) => [" + strings.Join(wires, ", ") + "]")
}

// Components whose values the public documentation states: simulator.md M57.
func TestArithmetic_M57(t *testing.T) {
	type row map[string]uint64
	type widths = map[string]int
	two, sum := widths{"a": 8, "b": 8}, widths{"sum": 8, "carry_out": 1}
	shifts := widths{"value": 8, "shift": 8}
	for _, c := range []struct {
		component       string
		inputs, outputs widths
		rows            [][2]row
	}{
		{"Adder()", two, sum, [][2]row{
			{{"a": 200, "b": 100}, {"sum": 44, "carry_out": 1}}, {{"a": 255, "b": 1}, {"sum": 0, "carry_out": 1}}, {{"a": 127, "b": 127}, {"sum": 254, "carry_out": 0}},
		}},
		{"Subtractor()", two, widths{"difference": 8, "borrow_out": 1}, [][2]row{
			{{"a": 10, "b": 20}, {"difference": 246, "borrow_out": 1}}, {{"a": 0, "b": 1}, {"difference": 255, "borrow_out": 1}},
		}},
		{"BusNot()", widths{"in": 8}, widths{"out": 8}, [][2]row{{{"in": 42}, {"out": 213}}, {{"in": 0}, {"out": 255}}}},
		{"LeftShifter()", shifts, widths{"result": 8}, [][2]row{{{"value": 255, "shift": 4}, {"result": 240}}, {{"value": 1, "shift": 8}, {"result": 0}}}},
		{"RightShifter()", shifts, widths{"result": 8}, [][2]row{{{"value": 1, "shift": 8}, {"result": 0}}}},
		{"Incrementer", widths{"in": 8}, widths{"out": 8}, [][2]row{{{"in": 255}, {"out": 0}}}},
		{"Multiplier", two, widths{"product": 16}, [][2]row{{{"a": 255, "b": 255}, {"product": 65025}}}},
		{"Comparator()", two, widths{"lt": 1, "eq": 1, "gt": 1}, [][2]row{
			{{"a": 3, "b": 5}, {"lt": 1, "eq": 0, "gt": 0}}, {{"a": 5, "b": 5}, {"lt": 0, "eq": 1, "gt": 0}}, {{"a": 255, "b": 5}, {"lt": 0, "eq": 0, "gt": 1}},
		}},
	} {
		t.Run(c.component, func(t *testing.T) {
			on(t, around(c.component, c.inputs, c.outputs), func(b *bench) {
				for _, r := range c.rows {
					b.set(r[0])
					for name, want := range r[1] {
						b.expect(name, want)
					}
				}
			})
		})
	}
}

// automaton is a ring of eight flip-flops under rule 30, with one cell seeded at the first edge.
const automaton = `circuit('Rule30', { outputs: { cells: bus(8) },
  nodes: { cell: Array.from({ length: 8 }, () => DFlipFlop()), either: Array.from({ length: 8 }, () => Or), next: Array.from({ length: 8 }, () => Xor),
    begun: DFlipFlop(), on: Constant({ value: 1 }), seed: Mux(), join: Combiner8to8 },
  connect: ({ outputs, nodes: { cell, either, next, begun, on, seed, join } }) => [
    ...cell.flatMap((c, i) => [
      c.q.to(either[i].a, either[(i + 7) % 8].b, next[(i + 1) % 8].a, join['bit' + i]),
      either[i].out.to(next[i].b),
      next[i].out.to(i === 4 ? seed.in1 : c.d),
    ]),
    on.out.to(begun.d, seed.in0), begun.q.to(seed.sel), seed.out.to(cell[4].d), join.out.to(outputs.cells)] })`

// systolic multiplies two 3x3 matrices: rows of A come from the left, columns of B from above, each one cycle after its
// neighbour, and every cell adds up what passes it.
const systolic = `const Cell = circuit('Cell', { inputs: { a: bus(8), b: bus(8), on: bit }, outputs: { right: bus(8), down: bus(8), sum: bus(16) },
  state: { x: reg(8), y: reg(8), s: reg(16) },
  eval: ({ x, y, s }) => ({ right: x, down: y, sum: s }),
  onTick: ({ a, b, on, x, y, s }) => (on ? { x: a, y: b, s: s + a * b } : { x, y, s }) })
const Feed = circuit('Feed', ({ lane = 0, data = [] } = {}) => ({ inputs: { t: bus(8) }, outputs: { v: bus(8) },
  eval: ({ t, lane = 0, data = [] }) => ({ v: data[t - lane] ?? 0 }) }))
const Steps = circuit('Steps', { inputs: { start: bit }, outputs: { t: bus(8), on: bit, done: bit }, state: { n: reg(8), begun: reg(1) },
  eval: ({ n, begun }) => ({ t: n, on: begun && n < 7, done: n === 8 }),
  onTick: ({ start, n, begun }) => ({ begun: begun || start, n: begun && n < 8 ? n + 1 : n }) })
const A = [[1, 2, 3], [4, 5, 6], [7, 8, 9]], B = [[2, 0, 1], [0, 2, 0], [1, 0, 2]], range = [0, 1, 2]
circuit('Systolic', { inputs: { start: bit }, outputs: { done: bit, ...Object.fromEntries(range.flatMap(i => range.map(j => ['c' + i + j, bus(16)]))) },
  nodes: { steps: Steps, row: range.map(i => Feed({ lane: i, data: A[i] })), column: range.map(j => Feed({ lane: j, data: range.map(k => B[k][j]) })),
    cell: Array.from({ length: 9 }, () => Cell) },
  connect: ({ inputs, outputs, nodes: { steps, row, column, cell } }) => [
    inputs.start.to(steps.start), steps.t.to(...row.map(f => f.t), ...column.map(f => f.t)), steps.on.to(...cell.map(c => c.on)), steps.done.to(outputs.done),
    ...range.map(i => row[i].v.to(cell[3 * i].a)), ...range.map(j => column[j].v.to(cell[j].b)),
    ...cell.flatMap((c, k) => [...(k % 3 < 2 ? [c.right.to(cell[k + 1].a)] : []), ...(k < 6 ? [c.down.to(cell[k + 3].b)] : []), c.sum.to(outputs['c' + Math.floor(k / 3) + k % 3])])] })`

// unit is an 8-bit ALU: all results side by side, three bits choose.
const unit = `circuit('ALU', { inputs: { a: bus(8), b: bus(8), op0: bit, op1: bit, op2: bit }, outputs: { y: bus(8), zero: bit },
  nodes: { add: Adder(), sub: Subtractor(), and: BusAnd(), or: BusOr(), xor: BusXor(), not: BusNot(), left: LeftShifter(), right: RightShifter(),
    low: Array.from({ length: 4 }, () => Mux({ width: 8 })), mid: [Mux({ width: 8 }), Mux({ width: 8 })], top: Mux({ width: 8 }), any: ReduceOr(), none: Not },
  connect: ({ inputs: { a, b, op0, op1, op2 }, outputs, nodes: { add, sub, and, or, xor, not, left, right, low, mid, top, any, none } }) => [
    a.to(add.a, sub.a, and.a, or.a, xor.a, not.in, left.value, right.value), b.to(add.b, sub.b, and.b, or.b, xor.b, left.shift, right.shift),
    ...[add.sum, sub.difference, and.out, or.out, xor.out, not.out, left.result, right.result].map((r, i) => r.to(low[i >> 1]['in' + (i & 1)])),
    op0.to(...low.map(m => m.sel)), op1.to(mid[0].sel, mid[1].sel), op2.to(top.sel),
    ...low.map((m, i) => m.out.to(mid[i >> 1]['in' + (i & 1)])), mid[0].out.to(top.in0), mid[1].out.to(top.in1),
    top.out.to(outputs.y, any.a), any.out.to(none.in), none.out.to(outputs.zero)] })`

// Whole circuits with values that the public documentation states: simulator.md section 20.
func TestSamples(t *testing.T) {
	t.Run("M58 rule 30 on a ring", func(t *testing.T) {
		on(t, automaton, func(b *bench) {
			require.Equal(t, []uint64{16, 56, 76, 246, 18, 63, 193, 98, 183, 144, 249}, b.series("cells", 11))
		})
	})
	t.Run("M59 a systolic array", func(t *testing.T) {
		on(t, systolic, func(b *bench) {
			b.set(map[string]uint64{"start": 1})
			require.Equal(t, []uint64{0, 0, 0, 0, 0, 0, 0, 0, 1}, b.series("done", 9))
			var product [9]uint64
			for k := range product {
				product[k] = b.get(fmt.Sprintf("c%d%d", k/3, k%3))
			}
			require.Equal(t, [9]uint64{5, 4, 7, 14, 10, 16, 23, 16, 25}, product)
		})
	})
	t.Run("M60 an ALU", func(t *testing.T) {
		on(t, unit, func(b *bench) {
			b.set(map[string]uint64{"a": 42, "b": 13})
			for op, want := range []uint64{55, 29, 8, 47, 39, 213, 0, 0} {
				n := uint64(op)
				b.set(map[string]uint64{"op0": n & 1, "op1": n >> 1 & 1, "op2": n >> 2}).expect("y", want)
			}
			b.expect("zero", 1)
		})
	})
}
