package sandbox

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/wave"
)

// backends are those that every simulation behaviour is held against.
var backends = []Backend{Closures, Interpreter, WebAssembly}

// on runs a behaviour on every backend.
func on(t *testing.T, text string, behaves func(b *bench)) {
	t.Helper()
	for _, backend := range backends {
		c := compile(t, text)
		require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
		m, err := c.NewMachineOn(context.Background(), backend)
		require.NoError(t, err, backend)
		behaves(&bench{t, c, m})
		require.NoError(t, m.Close())
	}
}

func (b *bench) snapshot() []byte {
	b.t.Helper()
	s, err := b.m.Snapshot()
	require.NoError(b.t, err)
	return s
}

func (b *bench) restore(s []byte) *bench {
	b.t.Helper()
	require.NoError(b.t, b.m.Restore(context.Background(), s))
	return b
}

func (b *bench) reset() *bench {
	b.t.Helper()
	require.NoError(b.t, b.m.Reset(context.Background()))
	return b
}

// series is what an output shows after each of n cycles.
func (b *bench) series(name string, n int) []uint64 {
	b.t.Helper()
	var list []uint64
	for range n {
		list = append(list, b.tick(1).get(name))
	}
	return list
}

// TestNoMachine holds that a circuit that cannot start gives an error and nothing else, which callers may compare with
// nil.
func TestNoMachine(t *testing.T) {
	for name, text := range map[string]string{
		"a lambda throws": `circuit('Top', { outputs: { y: bit }, eval: () => { throw new Error('no') } })`,
		"a loop in a large circuit": `circuit('Top', { inputs: { a: bus(16) }, outputs: { y: bit }, nodes: { g: Not, chain: Array.from({ length: 700 }, () => WrappingMultiplier({ width: 16 })) },
			connect: ({ inputs, outputs, nodes: { g, chain } }) => [g.out.to(g.in, outputs.y), inputs.a.to(chain[0].a, ...chain.map((c) => c.b)), ...chain.slice(1).map((c, i) => chain[i].out.to(c.a))] })`,
		"a loop of gates": `circuit('Top', { outputs: { y: bit }, nodes: { g: Not }, connect: ({ outputs, nodes: { g } }) => [g.out.to(g.in, outputs.y)] })`,
	} {
		for _, backend := range append([]Backend{Tiered}, backends...) {
			m, err := compile(t, text).NewMachineOn(context.Background(), backend)
			require.Error(t, err, "%s, %s", name, backend)
			require.True(t, m == nil, "%s, %s", name, backend)
		}
	}
}

// fibonacci is the generator of the documentation.
const fibonacci = `circuit('Fibonacci', { outputs: { f: bus(8) },
  nodes: { cur: Register(), prev: Register(), add: Adder(), begun: DFlipFlop(), on: Constant({ value: 1 }) },
  connect: ({ outputs, nodes: { cur, prev, add, begun, on } }) => [
    cur.q.to(add.a, prev.data, outputs.f), prev.q.to(add.b), on.out.to(begun.d, cur.we, prev.we),
    begun.q_bar.to(add.carry_in), add.sum.to(cur.data)] })`

// accumulator adds x whenever we is 1.
const accumulator = `circuit('Acc', { inputs: { x: bus(8), we: bit }, outputs: { y: bus(8) }, nodes: { r: Register(), add: Adder() },
  connect: ({ inputs, outputs, nodes: { r, add } }) => [r.q.to(add.a, outputs.y), inputs.x.to(add.b), inputs.we.to(r.we), add.sum.to(r.data)] })`

// latch is a flip-flop behind a switch.
const latch = `circuit('Latch', { inputs: { x: bit }, outputs: { q: bit, p: bit }, nodes: { sw: Switch, f: DFlipFlop(), g: DFlipFlop() },
  connect: ({ inputs, outputs, nodes: { sw, f, g } }) => [sw.out.to(f.d), f.q.to(outputs.q), inputs.x.to(g.d), g.q.to(outputs.p)] })`

// Values, inputs and time: simulator.md sections 3, 4, 8 to 14.
func TestSimulation(t *testing.T) {
	t.Run("M3 a wire is one net", func(t *testing.T) { // differs on purpose
		d := start(t, wrap("inputs: { a: bit }, outputs: { y: bit }, nodes: { p: Not, q: Not }, connect: ({ inputs, outputs, nodes: { p, q } }) => [inputs.a.to(p.in), p.out.to(q.in), q.out.to(outputs.y)]")).c.Design
		from, ok := d.Signal("p.out")
		require.True(t, ok)
		to, ok := d.Signal("q.in")
		require.True(t, ok)
		require.Equal(t, from.Net, to.Net)
		node, ok := d.DriverNode(to.Net)
		require.True(t, ok)
		require.Equal(t, "p", d.Node(node).Path)
	})
	t.Run("M4 M6 pass-throughs and gates three levels down", func(t *testing.T) {
		nest := func(inner, node, in, out string) string {
			text := inner
			for _, name := range []string{"L1", "L2", "L3"} {
				text += "const " + name + " = circuit('" + name + "', { inputs: { x: bus(8), a: bit }, outputs: { y: bus(8), b: bit }, nodes: { n: " + node + " }, connect: ({ inputs, outputs, nodes: { n } }) => [" + in + ", " + out + "] })\n"
				node, in, out = name, "inputs.x.to(n.x), inputs.a.to(n.a)", "n.y.to(outputs.y), n.b.to(outputs.b)"
			}
			return text
		}
		on(t, nest("const W = circuit('W', { inputs: { x: bus(8) }, outputs: { y: bus(8) }, connect: ({ inputs, outputs }) => [inputs.x.to(outputs.y)] })\n",
			"[W, Not]", "inputs.x.to(n[0].x), inputs.a.to(n[1].in)", "n[0].y.to(outputs.y), n[1].out.to(outputs.b)"), func(b *bench) {
			b.set(map[string]uint64{"x": 0xA5, "a": 1}).expect("y", 0xA5).expect("b", 0)
			b.set(map[string]uint64{"x": 0, "a": 0}).expect("y", 0).expect("b", 1)
		})
	})
	t.Run("D54 M24 a field that onTick leaves out holds", func(t *testing.T) { // differs on purpose
		on(t, one("outputs: { y: bus(8), z: bus(8) }, state: { p: reg(8, 1), q: reg(8, 5) }, eval: ({ p, q }) => ({ y: p, z: q }), onTick: ({ p }) => ({ p: p + 1 })"), func(b *bench) {
			b.tick(2).expect("y", 3).expect("z", 5)
		})
	})
	t.Run("D18 every problem of a call is told on its own", func(t *testing.T) { // differs on purpose
		c := compile(t, "circuit('Top', {\n  inputs: { x: bit },\n  outputs: { x: bit },\n  nodes: { outputs: Not },\n})")
		require.Equal(t, circuit.CodeReservedNode, find(t, c, circuit.CodeReservedNode).Code)
		require.NotContains(t, find(t, c, circuit.CodePortClash).Message, "validation failed")
		require.Equal(t, "Top", find(t, c, circuit.CodePortClash).Circuit)
	})
	t.Run("M9 two drivers of one input", func(t *testing.T) {
		d := only(t, wrap("inputs: { a: bit, b: bit }, nodes: { n: Not }, connect: ({ inputs, nodes: { n } }) => [inputs.a.to(n.in), inputs.b.to(n.in)]"))
		require.Contains(t, d.Message, "n.in has multiple drivers: a, b")
	})
	t.Run("M14 values are numbers", func(t *testing.T) {
		on(t, one("inputs: { a: bit }, outputs: { y: bit }, state: { s: true }, eval: ({ a, s }) => ({ y: a === 1 && s === 1 })"), func(b *bench) {
			b.set(map[string]uint64{"a": 1}).expect("y", 1)
			net, _ := b.c.Design.Signal("__top__.y")
			require.Equal(t, "1", strings.Trim(asJSON(t, b.m.Peek(net.Net)), `"`))
			require.Equal(t, circuit.Uint(1), b.m.State(0, 0).Scalar)
		})
	})
	t.Run("D109 M15 32 bits read as unsigned", func(t *testing.T) { // differs on purpose
		on(t, one("inputs: { x: bus(32) }, outputs: { y: bus(32), s: bit, z: bus(32) }, state: { n: reg(32), neg: reg(1) }, eval: ({ x, n, neg }) => ({ y: x, s: neg, z: n }), onTick: ({ x }) => ({ n: x, neg: x < 0 })"), func(b *bench) {
			for _, v := range []uint64{0xFFFFFFFF, 0x80000000} {
				b.set(map[string]uint64{"x": v}).expect("y", v).tick(1).expect("z", v).expect("s", 1)
			}
			b.set(map[string]uint64{"x": 0x7FFFFFFF}).tick(1).expect("s", 0)
		})
	})
	t.Run("M16 an input holds its width", func(t *testing.T) { // differs on purpose
		on(t, one("inputs: { x: bus(8) }, outputs: { y: bus(8) }, eval: ({ x }) => ({ y: x })"), func(b *bench) {
			b.set(map[string]uint64{"x": 300}).expect("y", 44)
		})
	})
	t.Run("M32 Fibonacci", func(t *testing.T) {
		on(t, fibonacci, func(b *bench) {
			require.Equal(t, []uint64{1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 121, 98, 219}, b.series("f", 16))
		})
	})
	t.Run("M35 logic follows an input at once", func(t *testing.T) { // differs on purpose
		on(t, wrap("inputs: { d: bit }, outputs: { y: bit, q: bit }, nodes: { n: Not, f: DFlipFlop() }, connect: ({ inputs, outputs, nodes: { n, f } }) => [inputs.d.to(n.in, f.d), n.out.to(outputs.y), f.q.to(outputs.q)]"), func(b *bench) {
			b.expect("y", 1).set(map[string]uint64{"d": 1}).expect("y", 0).expect("q", 0)
			require.Zero(t, b.m.Cycle())
		})
	})
	t.Run("M37 a register", func(t *testing.T) {
		on(t, wrap("inputs: { d: bus(8), we: bit }, outputs: { q: bus(8) }, nodes: { r: Register() }, connect: ({ inputs, outputs, nodes: { r } }) => [inputs.d.to(r.data), inputs.we.to(r.we), r.q.to(outputs.q)]"), func(b *bench) {
			b.set(map[string]uint64{"d": 42}).tick(1).expect("q", 0)
			b.set(map[string]uint64{"we": 1}).tick(1).expect("q", 42)
			b.set(map[string]uint64{"d": 99, "we": 0}).tick(1).expect("q", 42)
		})
	})
	t.Run("M38 five cycles at once", func(t *testing.T) {
		on(t, latch, func(b *bench) {
			b.set(map[string]uint64{"x": 1}).tick(1).expect("p", 1).set(map[string]uint64{"x": 0}).tick(1).expect("p", 0)
			require.EqualValues(t, 2, b.m.Cycle())
			require.EqualValues(t, 7, b.tick(5).m.Cycle())
		})
	})
	t.Run("M40 unknown names are errors", func(t *testing.T) { // differs on purpose
		b := start(t, latch)
		err := NewControls(b.c.Design).Set(b.m, map[string]circuit.Value{"swt": circuit.Uint(1), "x": circuit.Uint(1)})
		var d *circuit.Diagnostic
		require.ErrorAs(t, err, &d)
		require.Equal(t, circuit.CodeUnknownSignal, d.Code)
		require.Contains(t, d.Suggestion, "sw")
		b.tick(1).expect("p", 0) // nothing was set
		_, ok := b.c.Design.Signal("unknown")
		require.False(t, ok)
	})
	t.Run("M41 an input hides a node of its name", func(t *testing.T) {
		b := start(t, "const Inner = circuit('Inner', { outputs: { y: bit }, nodes: { sw: Switch, x: Switch }, connect: ({ outputs, nodes: { sw } }) => [sw.out.to(outputs.y)] })\n"+
			wrap("inputs: { x: bit }, outputs: { a: bit, b: bit, c: bit }, nodes: { x: Switch, sw: Switch, u: Inner }, connect: ({ inputs, outputs, nodes: { x, sw, u } }) => [inputs.x.to(outputs.a), x.out.to(outputs.b), u.y.to(outputs.c)]"))
		require.Equal(t, []string{"sw", "u.sw", "u.x", "x"}, NewControls(b.c.Design).Names())
		b.set(map[string]uint64{"x": 1}).expect("a", 1).expect("b", 0)
		b.set(map[string]uint64{"sw": 1}).expect("c", 0).set(map[string]uint64{"u.sw": 1}).expect("c", 1)
	})
	t.Run("M41 a part of a path is no name", func(t *testing.T) { // differs on purpose
		b := start(t, "const Inner = circuit('Inner', { nodes: { only: Switch } })\n"+wrap("nodes: { u: Inner }"))
		require.Error(t, NewControls(b.c.Design).Set(b.m, map[string]circuit.Value{"only": circuit.Uint(1)}))
	})
	t.Run("M42 a switch shows when the logic settles", func(t *testing.T) {
		on(t, latch, func(b *bench) {
			require.NoError(t, NewControls(b.c.Design).Set(b.m, map[string]circuit.Value{"sw": circuit.Uint(1)}))
			net, _ := b.c.Design.Signal("sw.out")
			require.Zero(t, b.m.Peek(net.Net).Lo)
			require.NoError(t, b.m.Settle(context.Background()))
			require.EqualValues(t, 1, b.m.Peek(net.Net).Lo)
			b.expect("q", 0).tick(1).expect("q", 1)
		})
	})
	t.Run("M43 contents given to a memory", func(t *testing.T) {
		on(t, wrap("inputs: { a: bus(16) }, outputs: { y: bus(8) }, nodes: { rom: ROM({ memory: [7, 8] }) }, connect: ({ inputs, outputs, nodes: { rom } }) => [inputs.a.to(rom.addr), rom.data_out.to(outputs.y)]"), func(b *bench) {
			b.expect("y", 7)
			b.m.SetState(b.c.Design.NodeIndex("rom"), 0, sim.State{Memory: map[uint64]circuit.Value{0: circuit.Uint(42)}})
			b.tick(1).expect("y", 42).set(map[string]uint64{"a": 1}).expect("y", 0)
			b.reset().expect("y", 8) // the start values of the circuit, not what was loaded
		})
	})
	t.Run("M44 reset keeps inputs and switches", func(t *testing.T) {
		on(t, latch, func(b *bench) {
			b.set(map[string]uint64{"x": 1, "sw": 1}).tick(3).expect("q", 1).expect("p", 1)
			b.reset().expect("q", 0).expect("p", 0).expect("sw.out", 1)
			require.Zero(t, b.m.Cycle())
			b.tick(1).expect("q", 1).expect("p", 1)
		})
	})
	t.Run("M45 M56 a snapshot is a copy", func(t *testing.T) {
		on(t, accumulator, func(b *bench) {
			b.set(map[string]uint64{"x": 7, "we": 1}).tick(6).expect("y", 42)
			s := b.snapshot()
			kept := string(s)
			b.tick(50).expect("y", (42+350)%256)
			require.Equal(t, kept, string(s))
			b.restore(s).expect("y", 42)
			require.EqualValues(t, 6, b.m.Cycle())
			b.tick(1).expect("y", 49).set(map[string]uint64{"we": 0}).tick(4).expect("y", 49)
		})
	})
	t.Run("M46 M75 restoring brings inputs and switches back", func(t *testing.T) { // differs on purpose
		on(t, latch, func(b *bench) {
			s := b.snapshot()
			b.set(map[string]uint64{"sw": 1, "x": 1}).tick(1).expect("q", 1).expect("p", 1)
			b.restore(s).expect("q", 0).expect("sw.out", 0).tick(1).expect("q", 0).expect("p", 0)
		})
		on(t, wrap("outputs: { y: bit }, nodes: { sw: Switch({ value: 1 }) }, connect: ({ outputs, nodes: { sw } }) => [sw.out.to(outputs.y)]"), func(b *bench) {
			s := b.snapshot() // of a switch that nobody has touched
			b.set(map[string]uint64{"sw": 0}).expect("y", 0).restore(s).expect("y", 1)
		})
	})
	t.Run("M47 snapshots in any order", func(t *testing.T) {
		on(t, fibonacci, func(b *bench) {
			var list [][]byte
			for range 6 {
				list = append(list, b.snapshot())
				b.tick(1)
			}
			want := []uint64{1, 1, 2, 3, 5, 8}
			for _, i := range []int{4, 0, 5, 2, 2, 3, 1} {
				b.restore(list[i]).tick(1).expect("f", want[i])
			}
		})
	})
	t.Run("M55 a ripple of flip-flops", func(t *testing.T) {
		on(t, `circuit('Counter2Bit', { outputs: { n: bus(2) }, nodes: { b0: DFlipFlop(), b1: DFlipFlop(), inv: Not, x: Xor, join: Concat({ hiWidth: 1, loWidth: 1 }) },
  connect: ({ outputs, nodes: { b0, b1, inv, x, join } }) => [b0.q.to(inv.in, x.a, join.low), inv.out.to(b0.d), b1.q.to(x.b, join.high), x.out.to(b1.d), join.out.to(outputs.n)] })`, func(b *bench) {
			require.Equal(t, []uint64{1, 2, 3, 0}, b.series("n", 4))
			b.tick(2).reset()
			require.Equal(t, []uint64{1, 2, 3, 0}, b.series("n", 4))
		})
	})
	t.Run("M62 a primitive that nothing describes", func(t *testing.T) { // differs on purpose
		on(t, one("inputs: { a: bit }, outputs: { y: bus(4) }, state: { n: reg(4, 3) }"), func(b *bench) {
			b.set(map[string]uint64{"a": 1}).tick(2).expect("y", 0)
		})
		_, err := compile(t, "circuit('Bad', { outputs: { y: bit }, eval: 5 })").NewMachine(context.Background())
		require.ErrorIs(t, err, ErrNoDesign)
	})
	t.Run("M76 D64 equal calls give equal traces", func(t *testing.T) {
		for _, text := range []string{fibonacci, accumulator, latch} {
			run := func(backend Backend) string {
				c := compile(t, text)
				m, err := c.NewMachineOn(context.Background(), backend)
				require.NoError(t, err)
				b := &bench{t, c, m}
				for i, p := range c.Design.Inputs {
					b.set(map[string]uint64{p.Name: uint64(i + 1)})
				}
				return dump(t, b, 20) + string(b.snapshot())
			}
			for _, backend := range backends {
				require.Equal(t, run(backend), run(backend))
			}
		}
	})
}

// dump is the waveform of n steps.
func dump(t *testing.T, b *bench, n int) string {
	t.Helper()
	var out strings.Builder
	v, err := trace.NewVCD(&out, b.c.Design)
	require.NoError(t, err)
	for i := range n {
		require.NoError(t, v.Settled(b.m))
		if b.c.Design.Sequential {
			b.tick(1)
		}
		require.NoError(t, v.Clocked(b.m), "step %d", i)
	}
	require.NoError(t, v.Close())
	return out.String()
}

// Waveforms: simulator.md section 16.
func TestWaveforms(t *testing.T) {
	t.Run("M63 values of a run", func(t *testing.T) {
		require.Equal(t, []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, start(t, counter).series("count", 10))
	})
	t.Run("M65 M66 declared widths, no wall clock", func(t *testing.T) { // differs on purpose
		b := start(t, counter)
		text := dump(t, b, 5)
		lines := strings.Split(text, "\n")
		require.Equal(t, []string{"$version Simten $end", "$timescale 1ns $end", "$scope module Counter $end", "$var wire 8 \" count [7:0] $end", "$var wire 1 ! clk $end"},
			append(lines[:1:1], lines[2:6]...))
		require.Contains(t, lines[1], "A step takes 10 ns.")
		require.NotContains(t, text, "$date")
		for _, stamp := range []string{"\n#0\n", "\n#5\n1!\n", "\n#10\n0!\n", "\n#45\n1!\n", "\n#50\n0!\n", "\nb11 \"\n"} {
			require.Contains(t, text, stamp)
		}
		d, err := trace.Read(strings.NewReader(text), wave.Options{})
		require.NoError(t, err)
		seen := map[string]bool{}
		for _, s := range d.Signals {
			seen[s.Path()] = true
		}
		require.True(t, seen["Counter.count"] && seen["Counter.add.sum"])
	})
	t.Run("M65 what never changes is written once", func(t *testing.T) {
		text := dump(t, start(t, halfAdder), 10)
		require.Equal(t, 2, strings.Count(text, "\n#"), text)
		require.True(t, strings.HasSuffix(text, "\n#100\n"))
	})
}
