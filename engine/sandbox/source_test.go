package sandbox

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

const gate = `circuit('Top', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Not },
  connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.in), g.out.to(outputs.y)] })`

// Source files: dsl.md section 2.
func TestSourceFiles(t *testing.T) {
	t.Run("D1 imports from @simten are decoration", func(t *testing.T) {
		start(t, "import { circuit, bit } from '@simten/core/circuit'\nimport { Not } from '@simten/core/std'\n"+gate).expect("y", 1)
	})
	t.Run("D2 names without import", func(t *testing.T) {
		for _, name := range []string{"circuit", "component", "bit", "bus", "reg", "mem", "And", "Register", "romFromBytes"} {
			compile(t, "if (typeof "+name+" === 'undefined') throw new Error('missing')\n"+gate)
			start(t, "if (typeof "+name+" === 'undefined') throw new Error('missing')\n"+gate)
		}
	})
	t.Run("D3 component is circuit", func(t *testing.T) {
		c := compile(t, "component('A', {})\n"+gate)
		require.Equal(t, []string{"A", "Top"}, c.Circuits)
	})
	t.Run("D4 host functions are not defined", func(t *testing.T) {
		for _, name := range []string{"simulate", "elaborate", "createSimulator", "executeCircuitCode", "autoHarness", "exportVerilog"} {
			d := only(t, name+"\n"+gate)
			require.Equal(t, circuit.CodeUnknownName, d.Code)
			require.Equal(t, 1, d.Line)
		}
	})
	t.Run("D5 exports execute", func(t *testing.T) {
		c := compile(t, "export const A = circuit('A', {})\nexport default circuit('B', {})\nconst C = circuit('C', {})\nexport { C }\n")
		require.Equal(t, []string{"A", "B", "C"}, c.Circuits)
	})
	t.Run("D6 TypeScript syntax runs, type errors do not stop it", func(t *testing.T) {
		start(t, lines("interface P { w: number }", "enum E { A = 1, B }", "const n: string = 3 as unknown as string",
			"function id<T>(x: T): T { return x }", "const p = { w: E.B } satisfies P", "id<number>(p.w)", gate)).expect("y", 1)
	})
	t.Run("D7 dynamic import is refused where it stands", func(t *testing.T) {
		d := only(t, gate+"\nimport('x')\n")
		require.Equal(t, 3, d.Line)
		start(t, "// import('x') in a comment, and in a text:\nconst s = \"import('x')\"\n"+gate)
	})
	t.Run("D9 relative imports do not resolve", func(t *testing.T) {
		d := only(t, "import { A } from './a'\nA\n"+gate)
		require.Equal(t, 1, d.Line)
	})
	t.Run("D10 call order, inner before outer", func(t *testing.T) {
		c := compile(t, "circuit('A', {})\ncircuit('C', { nodes: { b: circuit('B', {}) } })")
		require.Equal(t, []string{"A", "B", "C"}, c.Circuits)
	})
	t.Run("D11 the last circuit is the main one", func(t *testing.T) {
		require.Equal(t, "B", compile(t, "export default circuit('A', {})\ncircuit('B', {})").Main)
	})
	t.Run("D12 factories and their calls are not collected", func(t *testing.T) {
		c := compile(t, "const F = circuit('F', () => ({}))\nF()\nF({ w: 1 })\n"+gate)
		require.Equal(t, []string{"Top"}, c.Circuits)
	})
	t.Run("D13 no circuits", func(t *testing.T) {
		d := only(t, "const x = 1\n")
		require.Contains(t, d.Message, "No circuits found")
	})
	t.Run("D14 a throw gives the exception's message and no circuits", func(t *testing.T) {
		c := compile(t, gate+"\nthrow new Error('boom')\n")
		require.Nil(t, c.Circuit)
		require.Equal(t, "boom", find(t, c, circuit.CodeException).Message)
		require.Equal(t, 3, find(t, c, circuit.CodeException).Line)
	})
	t.Run("D15 user code may redeclare a library name", func(t *testing.T) {
		start(t, `const And = circuit('And', { inputs: { a: bit, b: bit }, outputs: { out: bit }, eval: ({ a, b }) => ({ out: a ^ b }) })
circuit('Top', { inputs: { a: bit }, outputs: { y: bit }, nodes: { g: And }, connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.a), g.out.to(outputs.y)] })`).
			set(map[string]uint64{"a": 1}).expect("y", 1)
	})
}

// circuit() and its validation: dsl.md sections 3 to 6.
func TestValidation(t *testing.T) {
	message := func(text string) string { t.Helper(); return only(t, text).Message }
	t.Run("D16 a name must be a string", func(t *testing.T) {
		for arg, kind := range map[string]string{"3": "number", "null": "null", "[]": "array", "undefined": "undefined", "{}": "object", "() => 1": "function"} {
			require.Contains(t, message("circuit("+arg+", {})"), "circuit() expects a string name as the first argument, got "+kind)
		}
	})
	t.Run("D17 no config", func(t *testing.T) {
		c := compile(t, "circuit('X')")
		require.Equal(t, circuit.Primitive, c.Circuit.Implementation.Kind)
		require.Empty(t, c.Circuit.Inputs)
	})
	t.Run("D18 all problems of a call together", func(t *testing.T) {
		c := compile(t, wrap("inputs: { x: bit, x2: bus(16) }, outputs: { x: bit }, nodes: { inputs: Not, r: Register() }, connect: ({ inputs, nodes: { r } }) => [inputs.x2.to(r.data), inputs.nope.to(r.we)]"))
		for _, code := range []circuit.Code{circuit.CodePortClash, circuit.CodeReservedNode, circuit.CodeTruncates, circuit.CodeUnknownPort} {
			find(t, c, code)
		}
	})
	t.Run("D19 a name in both inputs and outputs", func(t *testing.T) {
		require.Contains(t, message(wrap("inputs: { x: bit }, outputs: { x: bit }")), "used for both input and output")
	})
	t.Run("D20 state named like a port", func(t *testing.T) {
		require.Contains(t, message(wrap("inputs: { x: bit }, state: { x: reg(1) }")), "collides with input port name")
		require.Contains(t, message(wrap("outputs: { x: bit }, state: { x: reg(1) }, eval: () => ({})")), "collides with output port name")
	})
	t.Run("D21 reserved node names", func(t *testing.T) {
		for _, name := range []string{"inputs", "outputs", "nodes"} {
			require.Equal(t, circuit.CodeReservedNode, only(t, wrap("nodes: { "+name+": Not }")).Code)
			require.Equal(t, circuit.CodeReservedNode, only(t, wrap("nodes: { "+name+": [Not] }")).Code)
		}
	})
	t.Run("D22 onTick without state", func(t *testing.T) {
		require.Contains(t, message(wrap("onTick: () => ({})")), "requires state")
	})
	t.Run("D23 an unknown node port", func(t *testing.T) {
		d := only(t, wrap("inputs: { x: bit }, nodes: { g: And }, connect: ({ inputs, nodes: { g } }) => [inputs.x.to(g.aa)]"))
		require.Contains(t, d.Message, "Port 'aa' does not exist on node 'g' (And). Available ports: a, b, out")
		require.Equal(t, "Did you mean 'a'?", d.Suggestion)
	})
	t.Run("D24 bus widths", func(t *testing.T) {
		for _, w := range []string{"0", "-1", "1.5", "'8'", "NaN"} {
			require.Contains(t, message(wrap("inputs: { x: bus("+w+") }")), "positive integer")
		}
	})
	t.Run("D25 numbers as port types", func(t *testing.T) {
		c := compile(t, wrap("inputs: { a: 1, b: 8, c: bus(1) }"))
		require.Equal(t, circuit.PortType{Kind: circuit.Bit}, c.Circuit.Inputs[0].PortType)
		require.Equal(t, circuit.PortType{Kind: circuit.Bus, Width: 8}, c.Circuit.Inputs[1].PortType)
		require.Equal(t, circuit.PortType{Kind: circuit.Bus, Width: 1}, c.Circuit.Inputs[2].PortType)
	})
	t.Run("D26 wide buses", func(t *testing.T) {
		require.Equal(t, 512, compile(t, wrap("inputs: { a: bus(512) }")).Circuit.Inputs[0].PortType.Width)
	})
	t.Run("D27 unknown config keys", func(t *testing.T) {
		require.False(t, circuit.HasErrors(compile(t, wrap("nodeArgs: { a: 1 }, foo: 2")).Diagnostics))
	})
	t.Run("D28 D29 D30 array nodes", func(t *testing.T) {
		c := compile(t, wrap("inputs: { x: bit }, outputs: { y: bit }, nodes: { k: [Not, Not, Buffer], none: [] }, connect: ({ inputs, outputs, nodes: { k, none } }) => [inputs.x.to(k[0].in), k[0].out.to(k[1].in), k[1].out.to(k[2].in), k.at(-1).out.to(outputs.y), ...none]"))
		require.Equal(t, []string{"k0", "k1", "k2"}, []string{c.Circuit.Nodes[0].ID, c.Circuit.Nodes[1].ID, c.Circuit.Nodes[2].ID})
		require.Equal(t, "Buffer", c.Circuit.Nodes[2].ComponentRef)
		require.Len(t, c.Circuit.Connections, 4)
		written := compile(t, wrap("inputs: { x: bit }, outputs: { y: bit }, nodes: { k0: Not, k1: Not, k2: Buffer }, connect: ({ inputs, outputs, nodes: { k0, k1, k2 } }) => [inputs.x.to(k0.in), k0.out.to(k1.in), k1.out.to(k2.in), k2.out.to(outputs.y)]"))
		require.Equal(t, asJSON(t, written.Circuit), asJSON(t, c.Circuit))
	})
	t.Run("D31 an expanded id twice", func(t *testing.T) {
		require.Contains(t, message(wrap("nodes: { k: [Not], k0: Not }")), "declared twice")
	})
	t.Run("D32 D33 D34 connections", func(t *testing.T) {
		c := compile(t, wrap("inputs: { x: bit }, nodes: { g: And }, connect: ({ inputs, nodes: { g } }) => [inputs.x.to(g.a, g.b), inputs.x.to(), inputs.x.to(g.a)]"))
		require.Len(t, c.Circuit.Connections, 2)
		require.Equal(t, "conn_0", c.Circuit.Connections[0].ID)
		require.Equal(t, "conn_1", c.Circuit.Connections[1].ID)
	})
	t.Run("D35 several drivers", func(t *testing.T) {
		c := compile(t, wrap("inputs: { x: bit, y: bit, z: bit }, nodes: { g: And }, connect: ({ inputs, nodes: { g } }) => [inputs.x.to(g.b), inputs.y.to(g.b, g.a), inputs.x.to(g.a), inputs.z.to(g.a)]"))
		var texts []string
		for _, d := range c.Diagnostics {
			if d.Code == circuit.CodeMultipleDrivers {
				texts = append(texts, d.Message)
			}
		}
		require.Len(t, texts, 2)
		require.Contains(t, texts[0]+texts[1], "g.a has multiple drivers: y, x, z")
		require.Contains(t, texts[0]+texts[1], "g.b has multiple drivers: x, y")
	})
	t.Run("D36 truncation", func(t *testing.T) {
		d := only(t, wrap("inputs: { x: bus(16) }, outputs: { y: bus(8) }, nodes: { n: Not }, connect: ({ inputs, outputs }) => [\n  inputs.x.to(outputs.y),\n]"))
		require.Regexp(t, "^truncates x bus\\(16\\) into y bus\\(8\\)", d.Message)
		require.Equal(t, 3, d.Line)
		require.Equal(t, 12, d.Column)
	})
	t.Run("D37 widening warns once", func(t *testing.T) {
		c := compile(t, wrap("inputs: { x: bus(3) }, outputs: { y: bus(8) }, nodes: { b: Buffer }, connect: ({ inputs, outputs }) => [inputs.x.to(outputs.y)]"))
		n := 0
		for _, d := range c.Diagnostics {
			if d.Code == circuit.CodeWidens {
				n++
				require.Contains(t, d.Message, "widens x bus(3) into y bus(8)")
			}
		}
		require.Equal(t, 1, n)
	})
	t.Run("D38 bit and bus mix without error, a port keeps its width", func(t *testing.T) {
		b := start(t, wrap("inputs: { x: bit, z: bus(8) }, outputs: { y: bus(8), w: bit }, nodes: { b: Buffer }, connect: ({ inputs, outputs }) => [inputs.x.to(outputs.y), inputs.z.to(outputs.w)]"))
		b.set(map[string]uint64{"x": 1, "z": 7}).expect("y", 1).expect("w", 1)
		b.set(map[string]uint64{"z": 6}).expect("w", 0)
	})
	t.Run("D39 an unconnected input reads 0 in eval", func(t *testing.T) {
		start(t, `const P = circuit('P', { inputs: { d: bus(4) }, outputs: { y: bit }, eval: ({ d }) => ({ y: d === 0 ? 1 : 0 }) })
circuit('Top', { outputs: { y: bit }, nodes: { p: P }, connect: ({ outputs, nodes: { p } }) => [p.y.to(outputs.y)] })`).expect("y", 1)
	})
	t.Run("D40 direction is told", func(t *testing.T) {
		for _, text := range []string{"outputs.y.to(g.in)", "g.in.to(outputs.y)", "g.out.to(inputs.x)", "inputs.x.to(g.out)"} {
			d := only(t, wrap("inputs: { x: bit }, outputs: { y: bit }, nodes: { g: Not }, connect: ({ inputs, outputs, nodes: { g } }) => ["+text+"]"))
			require.Equal(t, circuit.CodeDirection, d.Code, text)
		}
	})
	t.Run("D41 an exception inside connect", func(t *testing.T) {
		d := only(t, wrap("inputs: { x: bit }, connect: () => {\n  throw new Error('boom')\n}"))
		require.Equal(t, "boom", d.Message)
		require.Equal(t, 3, d.Line)
	})
	t.Run("D42 connect gets all three", func(t *testing.T) {
		start(t, wrap("connect: ({ inputs, outputs, nodes }) => { if (!inputs || !outputs || !nodes) throw new Error('missing'); return [] }"))
	})
}
