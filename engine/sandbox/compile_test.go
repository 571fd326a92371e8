package sandbox

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// build compiles a source without problems and starts it.
func build(t *testing.T, text string) (*Compiled, sim.Machine) {
	t.Helper()
	c, err := Compile(context.Background(), Source{Text: text}, Limits{})
	require.NoError(t, err)
	for _, d := range c.Diagnostics {
		require.NotEqual(t, circuit.Error, d.Severity, "%+v", d)
	}
	m, err := c.NewMachine(context.Background())
	require.NoError(t, err)
	return c, m
}

func set(t *testing.T, c *Compiled, m sim.Machine, name string, v uint64) {
	t.Helper()
	for i, p := range c.Design.Inputs {
		if p.Name == name {
			m.Set(i, circuit.Uint(v))
			return
		}
	}
	t.Fatalf("no input %s", name)
}

func get(t *testing.T, c *Compiled, m sim.Machine, name string) uint64 {
	t.Helper()
	for _, p := range c.Design.Outputs {
		if p.Name == name {
			return m.Peek(p.Net).Lo
		}
	}
	s, ok := c.Design.Signal(name)
	require.True(t, ok, name)
	return m.Peek(s.Net).Lo
}

const halfAdder = `
const HalfAdder = circuit('HalfAdder', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  nodes: { xor: Xor, and: And },
  connect: ({ inputs, outputs, nodes: { xor, and } }) => [
    inputs.a.to(xor.a, and.a),
    inputs.b.to(xor.b, and.b),
    xor.out.to(outputs.sum),
    and.out.to(outputs.carry),
  ],
})
`

func TestHalfAdder_M11(t *testing.T) {
	c, m := build(t, halfAdder)
	for _, row := range [][4]uint64{{0, 0, 0, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 0, 1}} {
		set(t, c, m, "a", row[0])
		set(t, c, m, "b", row[1])
		require.NoError(t, m.Settle(context.Background()))
		require.Equal(t, row[2], get(t, c, m, "sum"))
		require.Equal(t, row[3], get(t, c, m, "carry"))
	}
}

const counter = `
const Counter = circuit('Counter', {
  outputs: { count: bus(8) },
  nodes: { r: Register(), add: Adder(), one: Constant({ value: 1, width: 8 }), on: Constant({ value: 1 }) },
  connect: ({ outputs, nodes: { r, add, one, on } }) => [
    r.q.to(add.a, outputs.count), one.out.to(add.b), add.sum.to(r.data), on.out.to(r.we),
  ],
})
`

func TestCounter_M30_M31(t *testing.T) {
	c, m := build(t, counter)
	require.True(t, c.Design.Sequential)
	require.EqualValues(t, 0, get(t, c, m, "count"))
	for i := range 300 {
		n, err := m.Step(context.Background(), 1)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.EqualValues(t, (i+1)%256, get(t, c, m, "count"))
	}
	snap, err := m.Snapshot()
	require.NoError(t, err)
	_, err = m.Step(context.Background(), 5)
	require.NoError(t, err)
	require.NoError(t, m.Restore(context.Background(), snap))
	require.EqualValues(t, 300, m.Cycle())
	require.EqualValues(t, 300%256, get(t, c, m, "count"))
}

func TestHarness_D85(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: halfAdder, Harness: true}, Limits{})
	require.NoError(t, err)
	require.Equal(t, "HalfAdderDemo", c.Circuit.Name)
	m, err := c.NewMachine(context.Background())
	require.NoError(t, err)
	m.SetArgument(c.Design.NodeIndex("a"), "value", circuit.Uint(1))
	require.NoError(t, m.Settle(context.Background()))
	require.EqualValues(t, 1, get(t, c, m, "dut.sum"))
	require.EqualValues(t, 0, get(t, c, m, "dut.and.out"))
}

func TestHarnessOfBuses_D86(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: wrap("inputs: { a: bus(16) }, outputs: { y: bus(16) }, nodes: { n: BusNot({ width: 16 }) }, connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)]"), Harness: true}, Limits{})
	require.NoError(t, err)
	require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
	require.Equal(t, "Input", c.Circuit.Nodes[1].ComponentRef)
	require.Equal(t, "HexDisplay", c.Circuit.Nodes[2].ComponentRef)
	require.JSONEq(t, `{"width":16}`, asJSON(t, c.Circuit.Nodes[2].Arguments))
	m, err := c.NewMachine(context.Background())
	require.NoError(t, err)
	b := &bench{t, c, m}
	b.set(map[string]uint64{"a": 0x1234}).expect("dut.y", 0xEDCB).expect("y.in", 0xEDCB)
}

func TestEndlessLoops(t *testing.T) {
	for name, text := range map[string]string{
		"module": "while (true) {}\ncircuit('A', {})",
		"catch":  "for (;;) { try { while (true) {} } catch {} finally { continue } }",
		"eval":   "circuit('A', { outputs: { y: bit }, eval: () => { while (true); } })",
		"onTick": "circuit('A', { outputs: { y: bit }, state: { n: reg(4) }, eval: () => ({ y: 0 }),\n onTick: ({ n }) => { for (;;) n++ } })",
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Compile(context.Background(), Source{Text: text}, Limits{RunTime: 50e6})
			require.NoError(t, err)
			if name == "module" || name == "catch" {
				require.Len(t, c.Diagnostics, 1)
				require.Equal(t, circuit.CodeTimeLimit, c.Diagnostics[0].Code)
				require.Equal(t, 1, c.Diagnostics[0].Line)
				return
			}
			m, err := c.NewMachine(context.Background())
			if name == "onTick" {
				require.NoError(t, err)
				_, err = m.Step(context.Background(), 1)
			}
			var d *circuit.Diagnostic
			require.ErrorAs(t, err, &d)
			require.Equal(t, circuit.CodeLambdaTime, d.Code)
			require.Equal(t, "A", d.Circuit)
			if name == "eval" {
				require.Equal(t, 1, d.Line)
			} else {
				require.Equal(t, 2, d.Line)
				n, err := m.Step(context.Background(), 1) // it can go on to fail again, not hang
				require.Zero(t, n)
				require.Error(t, err)
			}
		})
	}
}

// A composite with a latch in it is used often: its loop is told once, with the number of the others.
func TestLoopsOfOneComposite(t *testing.T) {
	latch := "const Latch = circuit('Latch', { inputs: { s: bit, r: bit }, outputs: { q: bit }, nodes: { a: Nor, b: Nor },\n" +
		" connect: ({ inputs, outputs, nodes: { a, b } }) => [inputs.r.to(a.a), b.out.to(a.b), inputs.s.to(b.a), a.out.to(b.b, outputs.q)] })\n"
	for count, want := range map[int]string{1: "l0.a → l0.b → l0.a. If", 40: "l0.a → l0.b → l0.a (and 39 more from here). If"} {
		c := compile(t, latch+fmt.Sprintf("circuit('Top', { inputs: { x: bit }, nodes: { l: Array.from({ length: %d }, () => Latch), mux: Mux({ width: 8 }) },\n"+
			" connect: ({ inputs, nodes: { l, mux } }) => [...l.map((k) => inputs.x.to(k.s)), mux.out.to(mux.in0)] })", count))
		var loops []string
		for _, d := range c.Diagnostics {
			if d.Code == circuit.CodeLoop {
				loops = append(loops, d.Message)
			}
		}
		require.Len(t, loops, 2)
		require.Contains(t, loops[0], want)
		require.Contains(t, loops[1], "mux → mux. If")
	}
}

// The library's latch is a loop, and meant; a loop through two of them is the user's.
func TestTheLibrarysLatchIsNoWarning(t *testing.T) {
	for text, loops := range map[string]int{
		"circuit('Top', { inputs: { d: bit, en: bit }, nodes: { l: Dlatch() }, connect: ({ inputs, nodes: { l } }) => [inputs.d.to(l.d), inputs.en.to(l.en)] })":                             0,
		"circuit('Top', { inputs: { d: bit, en: bit }, nodes: { l: Dlatch, m: Dlatch }, connect: ({ inputs, nodes: { l, m } }) => [m.q.to(l.d), l.q.to(m.d), inputs.en.to(l.en, m.en)] })":   1,
		"const Own = circuit('Own', { inputs: { d: bit }, nodes: { l: Dlatch }, connect: ({ inputs, nodes: { l } }) => [inputs.d.to(l.d)] })\ncircuit('Top', { nodes: { a: Own, b: Own } })": 0,
	} {
		found := 0
		for _, d := range compile(t, text).Diagnostics {
			if d.Code == circuit.CodeLoop {
				found++
				require.Contains(t, d.Message, "l.latch → m.latch → l.latch")
			}
		}
		require.Equal(t, loops, found, text)
	}
}
