package std_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/std"
)

// assert is a circuit file that checks expressions of the language itself: each must hold.
func assert(t *testing.T, expressions ...string) {
	t.Helper()
	var b strings.Builder
	for _, e := range expressions {
		fmt.Fprintf(&b, "if (!(%s)) throw new Error(%q)\n", e, "does not hold: "+e)
	}
	compile(t, b.String()+"circuit('Top', { outputs: { y: bit } })")
}

// fails compiles a source that must be refused, and returns the messages.
func fails(t *testing.T, source string) string {
	t.Helper()
	c, err := sandbox.Compile(context.Background(), sandbox.Source{Text: source}, sandbox.Limits{})
	require.NoError(t, err)
	defer c.Close()
	require.True(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
	var messages []string
	for _, d := range c.Diagnostics {
		messages = append(messages, d.Message)
	}
	return strings.Join(messages, "\n")
}

// adders is a circuit with one node per expression, all fed with the same a and b; the ports of node
// n0 come out as y0 and z0, and so on.
func several(in [2]string, out [2]string, expressions ...string) string {
	var nodes, ports, wires strings.Builder
	for i, e := range expressions {
		fmt.Fprintf(&nodes, "n%d: %s, ", i, e)
		fmt.Fprintf(&ports, "y%d: bus(64), z%d: bit, ", i, i)
		fmt.Fprintf(&wires, "inputs.a.to(nodes.n%[1]d.%[2]s), inputs.b.to(nodes.n%[1]d.%[3]s), nodes.n%[1]d.%[4]s.to(outputs.y%[1]d), ", i, in[0], in[1], out[0])
		if out[1] != "" {
			fmt.Fprintf(&wires, "nodes.n%[1]d.%[2]s.to(outputs.z%[1]d), ", i, out[1])
		}
	}
	return fmt.Sprintf(`circuit('Top', { inputs: { a: bus(4), b: bus(8) }, outputs: { %s }, nodes: { %s },
		connect: ({ inputs, outputs, nodes }) => [%s] })`, ports.String(), nodes.String(), wires.String())
}

func TestGeneral(t *testing.T) {
	t.Run("S1", func(t *testing.T) {
		names := strings.Join(std.Names(), ", ")
		compile(t, "import { "+names+" } from '@simten/core/std'\nfor (const x of ["+names+"]) if (x === undefined) throw new Error('missing')\ncircuit('Top', { nodes: { a: And } })")
		require.Len(t, table, components)
		for _, row := range table {
			require.Contains(t, std.Names(), row.name)
		}
		require.Subset(t, std.Names(), []string{
			"romFromBytes", "romFromWords", "romFromEntries", "MADE_OF", "MADE_OF_NAMES", "hasMadeOf", "STDLIB_CIRCUITS",
		})
	})
	t.Run("S2", func(t *testing.T) {
		for _, e := range []string{"Adder()", "Adder({})"} {
			assert(t, e+".circuit.inputs.map((p) => p.name).join() === 'a,b,carry_in'", e+".circuit.outputs.map((p) => p.name).join() === 'sum,carry_out'",
				e+".circuit.inputs[0].portType.width === 8")
		}
	})
	t.Run("S3", func(t *testing.T) {
		start(t, `circuit('Top', { inputs: { a: bus(8) }, outputs: { sum: bus(8), c: bit }, nodes: { n: Adder() },
			connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.a), n.sum.to(outputs.sum), n.carry_out.to(outputs.c)] })`).
			set(values{"a": 7}).want(values{"sum": 7, "c": 0})
	})
	t.Run("S4", func(t *testing.T) {
		start(t, "const wide = Adder({ width: 32 })\n"+several([2]string{"a", "b"}, [2]string{"sum", "carry_out"}, "Adder()", "wide", "Adder()")).
			set(values{"a": 6, "b": 255}).want(values{"y0": 5, "z0": 1, "y1": 261, "z1": 0, "y2": 5, "z2": 1})
	})
	t.Run("S5", func(t *testing.T) {
		start(t, "const wide = Subtractor({ width: 32 })\n"+several([2]string{"a", "b"}, [2]string{"difference", "borrow_out"}, "Subtractor()", "wide")).
			set(values{"a": 5, "b": 6}).want(values{"y0": 255, "z0": 1, "y1": 0xffffffff, "z1": 1})
	})
	t.Run("S6", func(t *testing.T) {
		start(t, `const wide = Concat({ hiWidth: 32, loWidth: 32 })
			circuit('Top', { inputs: { a: bus(4), b: bus(4) }, outputs: { y: bus(8), w: bus(64) }, nodes: { n: Concat(), wide },
			connect: ({ inputs, outputs, nodes: { n, wide } }) => [inputs.a.to(n.high, wide.high), inputs.b.to(n.low, wide.low), n.out.to(outputs.y), wide.out.to(outputs.w)] })`).
			set(values{"a": 0xa, "b": 5}).want(values{"y": 0xa5, "w": 0xa00000005})
	})
	t.Run("S7", func(t *testing.T) {
		start(t, `circuit('Top', { inputs: { a: bus(4), b: bus(4) }, outputs: { y: bus(4), yc: bit, z: bus(16), zc: bit },
			nodes: { n: Adder({ width: 4 }), w: Adder({ width: 16 }) },
			connect: ({ inputs, outputs, nodes: { n, w } }) => [inputs.a.to(n.a, w.a), inputs.b.to(n.b, w.b),
				n.sum.to(outputs.y), n.carry_out.to(outputs.yc), w.sum.to(outputs.z), w.carry_out.to(outputs.zc)] })`).
			set(values{"a": 15, "b": 1}).want(values{"y": 0, "yc": 1, "z": 16, "zc": 0})
	})
	t.Run("S8", func(t *testing.T) {
		assert(t, "JSON.stringify(Register({ width: 16 })._args) === '{\"width\":16}'", "JSON.stringify(Register()._args) === '{}'")
	})
	t.Run("S9", func(t *testing.T) {
		start(t, several([2]string{"a", "b"}, [2]string{"sum", "carry_out"}, "Adder({ carry_in: 1 })")).set(values{"a": 1, "b": 1}).want(values{"y0": 2})
	})
	t.Run("S10", func(t *testing.T) {
		start(t, `const Step = circuit('Step', ({ by = 1 } = {}) => ({ inputs: { d: bus(8) }, outputs: { q: bus(8) }, state: { n: reg(8) },
				eval: ({ n }) => ({ q: n }), onTick: ({ n, by, d, only }) => ({ n: n + by + d + only }) }))
			circuit('Top', { inputs: { d: bus(8) }, outputs: { q: bus(8) }, nodes: { s: Step({ by: 3, d: 100, only: 5 }) },
			connect: ({ inputs, outputs, nodes: { s } }) => [inputs.d.to(s.d), s.q.to(outputs.q)] })`).
			tick(values{"d": 1}).want(values{"q": 9})
	})
	t.Run("S12", func(t *testing.T) {
		start(t, `circuit('Top', { inputs: { x: bus(32) }, outputs: { r: bus(32), m: bus(32), o: bus(32), d: bus(32) },
			nodes: { on: Constant({ value: 1 }), reg: Register({ width: 32 }), mux: Mux({ width: 32 }), or: BusOr({ width: 32 }), ram: DualPortRAM({ dataWidth: 32 }) },
			connect: ({ inputs, outputs, nodes: { on, reg, mux, or, ram } }) => [
				inputs.x.to(reg.data, mux.in1, or.a, ram.dataA), on.out.to(reg.we, mux.sel, ram.weA),
				reg.q.to(outputs.r), mux.out.to(outputs.m), or.out.to(outputs.o), ram.outB.to(outputs.d)] })`).
			tick(values{"x": 0xffffffff}).want(values{"r": 0xffffffff, "m": 0xffffffff, "o": 0xffffffff, "d": 0xffffffff})
	})
	t.Run("S13", func(t *testing.T) {
		require.Contains(t, fails(t, `circuit('Top', { inputs: { a: bit, b: bit }, nodes: { n: Not },
			connect: ({ inputs, nodes: { n } }) => [inputs.a.to(n.in), inputs.b.to(n.in)] })`), "multiple drivers")
		compile(t, `circuit('Top', { inputs: { a: bit }, nodes: { n: Not },
			connect: ({ inputs, nodes: { n } }) => [inputs.a.to(n.in), inputs.a.to(n.in)] })`)
	})
	t.Run("S14", func(t *testing.T) {
		message := fails(t, `circuit('Top', { inputs: { a: bit }, nodes: { g: And }, connect: ({ inputs, nodes: { g } }) => [inputs.a.to(g.c)] })`)
		require.Contains(t, message, "'c' does not exist on node 'g' (And)")
		require.Contains(t, message, "a, b, out")
	})
}

func TestStateBehaviour(t *testing.T) {
	t.Run("S69", func(t *testing.T) {
		p := of(t, "DFlipFlop({ value: 1 })").want(values{"q": 1, "q_bar": 0})
		p.tick(values{"d": 0}).want(values{"q": 0})
		p.reset().want(values{"q": 1})
	})
	t.Run("S70", func(t *testing.T) {
		start(t, `circuit('Top', { inputs: { d: bit }, outputs: { a: bit, b: bit }, nodes: { f: DFlipFlop(), g: DFlipFlop() },
			connect: ({ inputs, outputs, nodes: { f, g } }) => [inputs.d.to(f.d), f.q.to(g.d, outputs.a), g.q.to(outputs.b)] })`).
			tick(values{"d": 1}).want(values{"a": 1, "b": 0}).ticks(1).want(values{"a": 1, "b": 1})
	})
	t.Run("S73", func(t *testing.T) {
		p := of(t, "Register({ value: 5 })").want(values{"q": 5})
		p.tick(values{"rst": 1}).want(values{"q": 0}).set(values{"rst": 0})
		p.reset().want(values{"q": 5})
	})
	t.Run("S74", func(t *testing.T) {
		start(t, `circuit('Top', { inputs: { d: bus(8), we: bit }, outputs: { a: bus(8), b: bus(8) }, nodes: { f: Register(), g: Register() },
			connect: ({ inputs, outputs, nodes: { f, g } }) => [inputs.d.to(f.data, g.data), inputs.we.to(g.we), f.q.to(outputs.a), g.q.to(outputs.b)] })`).
			tick(values{"d": 9, "we": 1}).want(values{"a": 0, "b": 9}).tick(values{"d": 8, "we": 0}).want(values{"a": 0, "b": 9})
	})
	t.Run("M26: Register loads the 0 of an open input", func(t *testing.T) {
		start(t, `circuit('Top', { inputs: { we: bit }, outputs: { a: bus(8), b: bus(40) }, nodes: { f: Register({ width: 8, value: 5 }), g: Register({ width: 40, value: 6 }) },
			connect: ({ inputs, outputs, nodes: { f, g } }) => [inputs.we.to(f.we, g.we), f.q.to(outputs.a), g.q.to(outputs.b)] })`).
			ticks(1).want(values{"a": 5, "b": 6}).tick(values{"we": 1}).want(values{"a": 0, "b": 0})
	})
	t.Run("S75", func(t *testing.T) {
		for width, want := range map[string]circuit.StateType{
			"{ width: 1 }": {Kind: circuit.Bit}, "{ width: 4 }": {Kind: circuit.Bus, Width: 4}, "": {Kind: circuit.Bus, Width: 8},
			"{ width: 16 }": {Kind: circuit.Bus, Width: 16}, "{ width: 32 }": {Kind: circuit.Bus, Width: 32},
		} {
			c := compile(t, wrap("Register("+width+")"))
			require.Equal(t, want, c.Design.Node(0).State[0].StateType)
			require.Equal(t, circuit.Bus, c.Design.Node(0).Inputs[0].Type.Kind)
		}
		require.Equal(t, circuit.StateType{Kind: circuit.Bit}, compile(t, wrap("DFlipFlop()")).Design.Node(0).State[0].StateType)
	})
	t.Run("S76", func(t *testing.T) {
		p := start(t, `circuit('Top', { outputs: { a: bus(8), b: bus(8) }, nodes: { f: Register({ value: 1 }), g: Register({ value: 2 }), on: Constant({ value: 1 }) },
			connect: ({ outputs, nodes: { f, g, on } }) => [on.out.to(f.we, g.we), f.q.to(g.data, outputs.a), g.q.to(f.data, outputs.b)] })`)
		p.want(values{"a": 1, "b": 2}).ticks(1).want(values{"a": 2, "b": 1}).ticks(1).want(values{"a": 1, "b": 2})
	})
	t.Run("S80", func(t *testing.T) {
		p := of(t, "RAM({ memory: { 3: 77 } })").set(values{"addr": 3}).want(values{"data_out": 77})
		p.tick(values{"we": 1, "data_in": 5}).want(values{"data_out": 5})
		p.reset().want(values{"data_out": 77})
	})
	t.Run("S85", func(t *testing.T) {
		assert(t, "JSON.stringify(romFromBytes([0, 5, 0, 7])) === '{\"1\":5,\"3\":7}'", "JSON.stringify(romFromBytes([0x1ff, 0x100])) === '{\"0\":255}'",
			"JSON.stringify(romFromBytes([])) === '{}'", "JSON.stringify(romFromBytes(new Uint8Array([1, 2, 3]))) === '{\"0\":1,\"1\":2,\"2\":3}'")
	})
	t.Run("S86", func(t *testing.T) {
		assert(t, "JSON.stringify(romFromWords([0xffff, 0x100], 8)) === '{\"0\":255}'", "JSON.stringify(romFromWords([0x80000000], 32)) === '{\"0\":2147483648}'",
			"JSON.stringify(romFromWords([0, 42, 0], 16)) === '{\"1\":42}'")
		for _, width := range []string{"0", "33", "1.5"} {
			require.Contains(t, fails(t, "romFromWords([1], "+width+")"), "1..32, got "+width)
		}
	})
	t.Run("S87", func(t *testing.T) {
		assert(t, "JSON.stringify(romFromEntries([[0, 1], [1, 0], [2, 3]])) === '{\"0\":1,\"2\":3}'", "JSON.stringify(romFromEntries(new Map([[4, 300]]))) === '{\"4\":300}'")
		for _, address := range []string{"-1", "1.5"} {
			require.Contains(t, fails(t, "romFromEntries([["+address+", 1]])"), "got "+address)
		}
	})
}

func TestInteraction(t *testing.T) {
	t.Run("S89", func(t *testing.T) {
		p := of(t, "Switch").want(values{"out": 0})
		require.Empty(t, p.inputs)
		require.Equal(t, circuit.PortType{Kind: circuit.Bit}, p.compiled.Design.Node(0).Outputs[0].Type)
		require.Equal(t, "value", p.compiled.Design.Node(0).Metadata.InteractiveArg)
		p.argument("part", "value", 1).want(values{"out": 1}).set(nil).want(values{"out": 1})
		p.argument("part", "value", 0).want(values{"out": 0})
	})
	t.Run("S90", func(t *testing.T) {
		p := of(t, "Input({ width: 16, value: 1000 })")
		require.Equal(t, "value", p.compiled.Design.Node(0).Metadata.InteractiveArg)
		p.argument("part", "value", 2000).want(values{"out": 2000})
	})
	t.Run("S92", func(t *testing.T) {
		start(t, `circuit('Top', { outputs: { y: bus(8) }, nodes: { c: Constant({ value: 5 }) }, connect: ({ outputs, nodes: { c } }) => [c.out.to(outputs.y)] })`).
			want(values{"y": 5})
	})
	t.Run("S93", func(t *testing.T) {
		p := start(t, `circuit('Top', { inputs: { a: bus(8) }, nodes: { a: Led, b: Output, c: SevenSegment, d: HexDisplay, e: Console, s: Splitter },
			connect: ({ inputs, nodes: { a, b, c, d, e, s } }) => [inputs.a.to(s.in, b.in, d.in, e.data), s.out0.to(c.in)] })`)
		p.tick(values{"a": 200})
		for _, n := range p.compiled.Design.Nodes() {
			require.Equal(t, n.Component == "Splitter", len(n.Outputs) > 0, n.Component)
		}
	})
	t.Run("a HexDisplay is as wide as it is told, else as what it shows", func(t *testing.T) {
		c := compile(t, `circuit('Top', { inputs: { pc: bus(32), nibble: bus(4), x: bit }, nodes: { told: HexDisplay({ width: 16 }), called: HexDisplay(), bare: HexDisplay, small: HexDisplay,
				lamp: HexDisplay, r: Register({ width: 16 }), q: HexDisplay, m: Mux, far: HexDisplay },
			connect: ({ inputs, nodes: { told, called, bare, small, lamp, r, q, m, far } }) => [inputs.pc.to(called.in, bare.in, m.in0), inputs.nibble.to(small.in), inputs.x.to(lamp.in), r.q.to(q.in, told.in), m.out.to(far.in)] })`)
		widths := map[string]int{}
		for i := range c.Circuit.Nodes {
			if n := &c.Circuit.Nodes[i]; n.ComponentRef == "HexDisplay" {
				widths[n.ID] = n.Inputs[0].PortType.Wires()
			}
		}
		require.Equal(t, map[string]int{"told": 16, "called": 32, "bare": 32, "small": 8, "lamp": 8, "q": 16, "far": 32}, widths)
	})
	t.Run("S95", func(t *testing.T) {
		p := of(t, "Console").tick(values{"data": 72, "we": 1}).tick(values{"data": 105})
		require.Equal(t, "Hi", p.text("part"))
		p.tick(values{"data": 65, "we": 0}).tick(values{"data": 0, "we": 1})
		require.Equal(t, "Hi", p.text("part"))
	})
	t.Run("S96", func(t *testing.T) {
		p := of(t, "Console").tick(values{"data": 72, "we": 1}).tick(values{"data": 12})
		require.Empty(t, p.text("part"))
		p.tick(values{"data": 10}).tick(values{"data": 0xe9})
		require.Equal(t, "\né", p.text("part"))
	})
	t.Run("S97", func(t *testing.T) {
		p := of(t, "Console").tick(values{"data": 66, "we": 1}).set(values{"data": 65}).ticks(5000)
		require.Equal(t, strings.Repeat("A", 4096), p.text("part"))
	})
	t.Run("S98", func(t *testing.T) {
		for _, name := range []string{"SevenSegment", "HexDisplay", "Screen", "RasterDisplay", "Console", "UART_TX", "NIC_FIFO"} {
			require.True(t, compile(t, wrap(name+"()")).Design.Node(0).Metadata.IsPeripheral(), name)
		}
		for _, name := range []string{"And", "ROM"} {
			require.False(t, compile(t, wrap(name+"()")).Design.Node(0).Metadata.IsPeripheral(), name)
		}
	})
	t.Run("S111", func(t *testing.T) {
		p := of(t, "UART_TX").tick(values{"mem_write": 1, "addr": 0, "write_data": 0x148}).want(values{"read_data": 0})
		require.Equal(t, "H", p.text("part"))
		p.tick(values{"addr": 4})
		require.Equal(t, "H", p.text("part"))
		p.tick(values{"addr": 0, "write_data": 0}).set(values{"mem_read": 1, "addr": 1234}).want(values{"read_data": 1})
		require.Equal(t, "H\x00", p.text("part"))
	})
	t.Run("UART_TX keeps the last 4096 characters", func(t *testing.T) {
		p := of(t, "UART_TX").tick(values{"mem_write": 1, "write_data": 66}).set(values{"write_data": 65}).ticks(4200)
		require.Equal(t, strings.Repeat("A", 4096), p.text("part"))
	})
}

// The receiver has no public facts; this is what its documentation says.
func TestUARTReceiver(t *testing.T) {
	read := func(addr int) values { return values{"mem_read": 1, "mem_write": 0, "addr": addr} }
	idle := values{"mem_read": 0, "mem_write": 0}
	t.Run("keys", func(t *testing.T) {
		p := of(t, "UART_RX").tick(idle).set(read(4)).want(values{"read_data": 0}).set(read(0)).want(values{"read_data": 0})
		p.set(idle).argument("part", "value", 1<<8|'a').ticks(3).set(read(8)).want(values{"read_data": 1})
		p.set(idle).argument("part", "value", 2<<8|'a').ticks(1).set(read(8)).want(values{"read_data": 2})
		p.set(read(4)).want(values{"read_data": 1}).tick(read(0)).want(values{"read_data": 'a'})
		p.ticks(1).want(values{"read_data": 0}).set(read(4)).want(values{"read_data": 0})
		p.set(read(12)).want(values{"read_data": 0}).set(idle).want(values{"read_data": 0})
	})
	t.Run("0 is no key, so a reset does not repeat the last one", func(t *testing.T) {
		p := of(t, "UART_RX").tick(idle).argument("part", "value", 1<<8|'a').ticks(2).argument("part", "value", 0).ticks(2)
		p.set(read(8)).want(values{"read_data": 1})
		p.reset().set(idle).ticks(2).set(read(8)).want(values{"read_data": 0})
		p.set(idle).argument("part", "value", 1<<8|'b').ticks(2).set(read(0)).want(values{"read_data": 'b'})
	})
	t.Run("text, one character per edge, in order", func(t *testing.T) {
		p := of(t, "UART_RX({ text: 'hello' })").set(read(8)).want(values{"read_data": 0}).ticks(2).want(values{"read_data": 2}).set(idle).ticks(9)
		p.set(read(8)).want(values{"read_data": 5}).set(read(0))
		for _, c := range "hello" {
			p.want(values{"read_data": uint64(c)}).ticks(1)
		}
		p.want(values{"read_data": 0})
	})
	t.Run("a full queue loses nothing", func(t *testing.T) {
		const text = "The quick brown fox jumps over the lazy dog"
		p := of(t, "UART_RX({ text: '"+text+"' })").argument("part", "value", 1<<8|'!').ticks(100)
		p.set(read(8)).want(values{"read_data": 16}).set(read(0))
		var got []byte
		for range len(text) + 1 {
			got = append(got, byte(p.get("read_data")))
			p.ticks(1)
		}
		require.Equal(t, text+"!", string(got))
	})
	t.Run("a store to the status empties the queue", func(t *testing.T) {
		p := of(t, "UART_RX({ text: 'abc' })").tick(idle).ticks(4)
		p.tick(values{"mem_write": 1, "addr": 4}).set(read(8)).want(values{"read_data": 0})
	})
}

func TestFrameInput(t *testing.T) {
	frame := map[uint64]uint64{0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6}
	t.Run("S101", func(t *testing.T) {
		of(t, "Eth_FrameInput").load("part", "memory", frame).run([]step{
			comb(values{"enable": 1}, values{"tvalid": 0}),
			edge(nil, values{"tdata": 0x01020304, "tkeep": 0xf, "tvalid": 1, "tlast": 0, "byte_offset": 0}),
			edge(nil, values{"tdata": 0x05060000, "tkeep": 0xc, "tvalid": 1, "tlast": 1, "byte_offset": 4}),
			edge(nil, values{"tdata": 0, "tkeep": 0, "tvalid": 0, "tlast": 0, "byte_offset": 6}),
		})
	})
	t.Run("S102", func(t *testing.T) {
		of(t, "Eth_FrameInput").load("part", "memory", frame).run([]step{
			edge(values{"enable": 1}, values{"tvalid": 1}),
			edge(values{"enable": 0}, values{"tvalid": 0, "tdata": 0x01020304}),
			edge(values{"enable": 1}, values{"tdata": 0x05060000}),
			edge(values{"reset": 1}, values{"tvalid": 0, "tlast": 0, "tdata": 0x05060000}),
			edge(values{"reset": 0}, values{"tdata": 0x01020304, "tvalid": 1, "byte_offset": 0}),
		})
	})
	t.Run("empty", func(t *testing.T) {
		of(t, "Eth_FrameInput").run([]step{edge(values{"enable": 1}, values{"tvalid": 0, "tkeep": 0})})
	})
}

func TestInstructionMemory(t *testing.T) {
	t.Run("S120", func(t *testing.T) {
		of(t, "RV32I_InstrMem").load("part", "memory", map[uint64]uint64{0: 0x13, 1: 0x05, 2: 0x70}).
			set(values{"addr": 0}).want(values{"instruction": 0x00700513}).
			set(values{"addr": 2}).want(values{"instruction": 0x00700513})
	})
}

func TestSplitThenCombine(t *testing.T) {
	t.Run("S54", func(t *testing.T) {
		p := start(t, `circuit('Top', { inputs: { x: bus(8) }, outputs: { y: bus(8) }, nodes: { s: Splitter8to8, c: Combiner8to8 },
			connect: ({ inputs, outputs, nodes: { s, c } }) => [inputs.x.to(s.in), ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => s['bit' + i].to(c['bit' + i])), c.out.to(outputs.y)] })`)
		for x := range 256 {
			p.set(values{"x": x}).want(values{"y": x})
		}
	})
	t.Run("S24", func(t *testing.T) {
		p := of(t, "FullAdder")
		var ids []string
		for _, n := range p.compiled.Library["FullAdder"].Nodes {
			ids = append(ids, n.ID)
		}
		require.Equal(t, []string{"ab", "sum2", "andAB", "andC", "carry"}, ids)
		require.Len(t, p.compiled.Library["FullAdder"].Connections, 12)
		for i := range 8 {
			a, b, c := i&1, i>>1&1, i>>2
			p.set(values{"a": a, "b": b, "carry_in": c}).want(values{"sum": (a + b + c) & 1, "carry_out": (a + b + c) >> 1})
		}
	})
}
