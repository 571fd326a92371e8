package sandbox

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// one wraps a primitive so that its ports are the top ports.
func one(config string) string { return "circuit('P', { " + config + " })\n" }

// Behaviour: dsl.md section 7, simulator.md sections 4, 5, 8.
func TestBehavior(t *testing.T) {
	t.Run("D43 eval of a composite is never called", func(t *testing.T) {
		start(t, wrap("inputs: { a: bit }, outputs: { y: bit }, nodes: { g: Not }, eval: () => { throw new Error('called') }, connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.in), g.out.to(outputs.y)]")).expect("y", 1)
	})
	t.Run("D44 a primitive with state has one clock", func(t *testing.T) {
		b := start(t, one("outputs: { y: bus(4) }, state: { n: reg(4) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => ({ n: n + 1 })"))
		require.Equal(t, []circuit.Clock{{Name: "clk"}}, b.c.Circuit.Clocks)
		require.Equal(t, circuit.Sequential, b.c.Circuit.Metadata.Timing)
		require.True(t, b.c.Design.Sequential)
	})
	t.Run("D45 M20 state over port over option", func(t *testing.T) {
		start(t, `const F = circuit('F', (o = {}) => ({ inputs: { p: bus(8), s2: bus(8) }, outputs: { a: bus(8), b: bus(8), c: bus(8) }, state: { s: reg(8) },
  eval: ({ p, s, k }) => ({ a: p, b: s, c: k }) }))
circuit('Top', { inputs: { x: bus(8) }, outputs: { a: bus(8), b: bus(8), c: bus(8) }, nodes: { f: F({ p: 9, s: 3, k: 5 }) },
  connect: ({ inputs, outputs, nodes: { f } }) => [inputs.x.to(f.p), f.a.to(outputs.a), f.b.to(outputs.b), f.c.to(outputs.c)] })`).
			set(map[string]uint64{"x": 7}).expect("a", 7).expect("b", 3).expect("c", 5)
	})
	t.Run("D46 M21 M22 onTick sees options, ports win", func(t *testing.T) {
		start(t, `const F = circuit('F', (o = {}) => ({ inputs: { d: bus(8) }, outputs: { y: bus(8), z: bus(8) }, state: { s: reg(8), u: reg(8) },
  eval: ({ s, u }) => ({ y: s, z: u }), onTick: ({ k, d }) => ({ s: k, u: d }) }))
circuit('Top', { inputs: { x: bus(8) }, outputs: { y: bus(8), z: bus(8) }, nodes: { f: F({ k: 7, d: 200 }) },
  connect: ({ inputs, outputs, nodes: { f } }) => [inputs.x.to(f.d), f.y.to(outputs.y), f.z.to(outputs.z)] })`).
			set(map[string]uint64{"x": 42}).tick(1).expect("y", 7).expect("z", 42)
	})
	t.Run("D46 M23 an input that is not connected hides no option from onTick", func(t *testing.T) {
		start(t, `const F = circuit('F', (o = {}) => ({ inputs: { k: bus(8), d: bus(8), on: bit }, outputs: { y: bus(8), z: bus(8), w: bus(8) }, state: { s: reg(8), u: reg(8) },
  eval: ({ s, u, k }) => ({ y: s, z: u, w: k }), onTick: ({ k, d = 3, on, s }) => { if (on) s = k + 1; return { s, u: d } } }))
circuit('Top', { inputs: { on: bit }, outputs: { y: bus(8), z: bus(8), w: bus(8) }, nodes: { f: F({ k: 7 }) },
  connect: ({ inputs, outputs, nodes: { f } }) => [inputs.on.to(f.on), f.y.to(outputs.y), f.z.to(outputs.z), f.w.to(outputs.w)] })`).
			set(map[string]uint64{"on": 1}).tick(1).expect("y", 8).expect("z", 3).expect("w", 0)
	})
	t.Run("D47 M18 what eval may return", func(t *testing.T) {
		for text, want := range map[string]uint64{"true": 1, "false": 0, "NaN": 0, "1.9": 1, "-1": 255, "256 + 3": 3, "2 ** 40 + 5": 5, "'7'": 7, "undefined": 0, "Infinity": 0, "5n": 5, "-1n": 255} {
			start(t, one("outputs: { y: bus(8) }, eval: () => ({ y: "+text+" })")).expect("y", want)
		}
	})
	t.Run("D48 M19 an omitted output keeps its value", func(t *testing.T) {
		b := start(t, one("inputs: { d: bus(8), en: bit }, outputs: { y: bus(8) }, eval: ({ d, en }) => (en ? { y: d } : {})"))
		b.set(map[string]uint64{"d": 5, "en": 1}).expect("y", 5).set(map[string]uint64{"en": 0}).set(map[string]uint64{"d": 9}).expect("y", 5)
	})
	t.Run("D49 extra keys are ignored", func(t *testing.T) {
		start(t, one("outputs: { y: bit }, eval: () => ({ y: 1, z: 2 })")).expect("y", 1)
	})
	t.Run("D50 D51 32 bits arrive as int32, outside as unsigned", func(t *testing.T) {
		b := start(t, one("inputs: { a: bus(32) }, outputs: { y: bus(32), neg: bit }, eval: ({ a }) => ({ y: a, neg: a < 0 })"))
		b.set(map[string]uint64{"a": 0xFFFFFFFF}).expect("y", 0xFFFFFFFF).expect("neg", 1)
	})
	t.Run("D52 M34 all onTicks see values before the edge", func(t *testing.T) {
		start(t, wrap(`outputs: { p: bus(8), q: bus(8) }, nodes: { a: Register({ value: 1 }), b: Register({ value: 2 }), on: Constant({ value: 1 }) },
connect: ({ outputs, nodes: { a, b, on } }) => [a.q.to(b.data, outputs.p), b.q.to(a.data, outputs.q), on.out.to(a.we, b.we)]`)).
			expect("p", 1).tick(1).expect("p", 2).expect("q", 1).tick(1).expect("p", 1)
	})
	t.Run("D53 M24 one field missing holds", func(t *testing.T) {
		start(t, one("inputs: { en: bit }, outputs: { y: bus(8) }, state: { n: reg(8, 3) }, eval: ({ n }) => ({ y: n }), onTick: ({ n, en }) => (en ? { n: n + 1 } : {})")).
			tick(1).expect("y", 3).set(map[string]uint64{"en": 1}).tick(2).expect("y", 5)
	})
	t.Run("D55 state is masked to its width", func(t *testing.T) { // differs on purpose
		start(t, one("outputs: { y: bus(16) }, state: { n: reg(4, 15) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => ({ n: n + 1 })")).
			expect("y", 15).tick(1).expect("y", 0)
	})
	t.Run("D56 start values", func(t *testing.T) {
		start(t, one("outputs: { y: bus(8), z: bus(8) }, state: { a: reg(8), b: reg(8, 5) }, eval: ({ a, b }) => ({ y: a, z: b })")).expect("y", 0).expect("z", 5)
	})
	t.Run("D57 D58 D59 state types in the IR", func(t *testing.T) {
		c := compile(t, one("state: { a: reg(1), b: reg(8), c: mem(256, 8), d: mem(16, 8), e: mem(1, 8), f: 7, g: new Map([[1, 2]]), h: 'text', i: mem(1000, 4) }"))
		want := `[{"kind":"bit"},{"kind":"bus","width":8},{"kind":"memory","addressWidth":8,"dataWidth":8},{"kind":"memory","addressWidth":4,"dataWidth":8},{"kind":"memory","addressWidth":1,"dataWidth":8},{"kind":"bus","width":32},{"kind":"memory","addressWidth":16,"dataWidth":8},{"kind":"bus","width":32},{"kind":"memory","addressWidth":10,"dataWidth":4}]`
		var types []circuit.StateType
		for _, s := range c.Circuit.State {
			types = append(types, s.StateType)
		}
		require.JSONEq(t, want, asJSON(t, types))
		require.Equal(t, "P-a", c.Circuit.State[0].ID) // D75
		require.Equal(t, "rising", c.Circuit.State[0].Edge)
	})
	t.Run("D60 invalid state", func(t *testing.T) {
		for _, s := range []string{"reg(0)", "reg(-1)", "reg(1.5)", "mem(0, 8)", "mem(256, 0)"} {
			require.Contains(t, only(t, one("state: { a: "+s+" }")).Message, "positive integer", s)
		}
	})
	memory := `inputs: { addr: bus(8), din: bus(8), we: bit }, outputs: { dout: bus(8), has: bit },
  state: { m: mem(16, 8, new Map([[3, 77]])) }, eval: ({ addr, m }) => ({ dout: m[addr], has: m.get(addr) !== undefined }), `
	t.Run("D61 D62 D110 M25 memory by index", func(t *testing.T) {
		b := start(t, one(memory+"onTick: ({ addr, din, we, m }) => { if (we) m[addr] = din; return { m } }"))
		b.set(map[string]uint64{"addr": 5, "din": 9, "we": 1}).expect("dout", 0).expect("has", 0).tick(1).expect("dout", 9).expect("has", 1)
		b.set(map[string]uint64{"addr": 3, "we": 0}).tick(1).expect("dout", 77) // D110
		b.set(map[string]uint64{"addr": 200, "we": 1}).tick(1).expect("dout", 0)
	})
	t.Run("D63 returning a new Map", func(t *testing.T) {
		b := start(t, one(memory+"onTick: ({ addr, din, we, m }) => { const c = new Map(m); if (we) c.set(addr, din); return { m: c } }"))
		b.set(map[string]uint64{"addr": 5, "din": 9, "we": 1}).tick(1).expect("dout", 9).set(map[string]uint64{"addr": 3, "we": 0}).expect("dout", 77)
	})
	t.Run("a memory is a Map", func(t *testing.T) {
		b := start(t, one("outputs: { y: bus(8) }, state: { m: mem(16, 8, new Map([[1, 2], [3, 4]])) }, "+
			"eval: ({ m }) => ({ y: [m instanceof Map, m.size === 2, [...m].length === 2, [...m.keys()].join() === '1,3', [...m.values()].join() === '2,4', m.has(1), !m.has(2)].filter(Boolean).length })"))
		b.expect("y", 7)
	})
	t.Run("D64 a write never alters an earlier snapshot", func(t *testing.T) {
		b := start(t, one(memory+"onTick: ({ addr, din, we, m }) => { if (we) m[addr] = din; return { m } }"))
		snapshot, err := b.m.Snapshot()
		require.NoError(t, err)
		b.set(map[string]uint64{"addr": 5, "din": 9, "we": 1}).tick(1).expect("dout", 9)
		require.NoError(t, b.m.Restore(context.Background(), snapshot))
		b.set(map[string]uint64{"addr": 5}).expect("dout", 0)
	})
	t.Run("D66 booleans in state become numbers", func(t *testing.T) {
		c := compile(t, one("state: { a: true }"))
		require.JSONEq(t, `{"kind":"bit"}`, asJSON(t, c.Circuit.State[0].StateType))
		require.Equal(t, circuit.Uint(1), c.Circuit.State[0].InitialValue.Number)
	})
	t.Run("D67 M39 an option gives the start value", func(t *testing.T) {
		b := start(t, wrap("outputs: { y: bus(8) }, nodes: { r: Register({ value: 5 }) }, connect: ({ outputs, nodes: { r } }) => [r.q.to(outputs.y)]"))
		b.expect("y", 5).tick(3).expect("y", 5)
		require.NoError(t, b.m.Reset(context.Background()))
		b.expect("y", 5)
	})
	t.Run("D68 declared start values of a factory are reset", func(t *testing.T) {
		start(t, `const F = circuit('F', (o = {}) => ({ outputs: { y: bus(8), z: bus(8) }, state: { n: reg(8, 5), m: mem(4, 8, new Map([[0, 9]])) }, eval: ({ n, m }) => ({ y: n, z: m[0] }) }))
circuit('Top', { outputs: { a: bus(8), b: bus(8), c: bus(8), d: bus(8) }, nodes: { f: F(), g: F({ n: 6, m: [8] }) }, connect: ({ outputs, nodes: { f, g } }) =>
  [f.y.to(outputs.a), f.z.to(outputs.b), g.y.to(outputs.c), g.z.to(outputs.d)] })`).
			expect("a", 0).expect("b", 0).expect("c", 6).expect("d", 8)
	})
	t.Run("D69 arguments hold what was passed", func(t *testing.T) {
		c := compile(t, wrap("nodes: { a: Adder(), b: Adder({ width: 16 }) }"))
		require.JSONEq(t, `{}`, asJSON(t, c.Circuit.Nodes[0].Arguments))
		require.JSONEq(t, `{"width":16}`, asJSON(t, c.Circuit.Nodes[1].Arguments))
	})
	t.Run("D70 instances of several widths coexist", func(t *testing.T) {
		c := compile(t, wrap("nodes: { a: Adder(), b: Adder({ width: 16 }) }"))
		require.Equal(t, "Adder", c.Circuit.Nodes[1].ComponentRef)
		require.Equal(t, 8, c.Circuit.Nodes[0].Inputs[0].PortType.Width)
		require.Equal(t, 16, c.Circuit.Nodes[1].Inputs[0].PortType.Width)
	})
	t.Run("D71 memory options", func(t *testing.T) {
		for _, option := range []string{"[0, 42]", "{ 1: 42 }", "{ '1': 42, foo: 3 }", "new Map([[1, 42]])"} {
			b := start(t, wrap("inputs: { a: bus(16) }, outputs: { y: bus(8) }, nodes: { r: ROM({ memory: "+option+" }) }, connect: ({ inputs, outputs, nodes: { r } }) => [inputs.a.to(r.addr), r.data_out.to(outputs.y)]"))
			b.set(map[string]uint64{"a": 1}).expect("y", 42).set(map[string]uint64{"a": 2}).expect("y", 0)
		}
	})
	t.Run("D80 a register deep inside makes it sequential", func(t *testing.T) {
		require.True(t, start(t, "const A = circuit('A', { nodes: { r: Register() } })\nconst B = circuit('B', { nodes: { a: A } })\ncircuit('C', { nodes: { b: B } })").c.Design.Sequential)
	})
	t.Run("D82 M8 recursion", func(t *testing.T) {
		d := only(t, "const A = circuit('A', { nodes: { g: Not } })\ncircuit('A', { nodes: { inner: A } })")
		require.Contains(t, d.Message, "Recursive circuit definition detected: 'A' references itself (cycle: A → A)")
	})
	t.Run("D83 M28 M29 an oscillating loop is an error", func(t *testing.T) {
		b := start(t, wrap("inputs: { a: bit }, outputs: { y: bit, q: bit }, nodes: { g: Nand, d: DFlipFlop() }, connect: ({ inputs, outputs, nodes: { g, d } }) => [inputs.a.to(g.a, d.d), g.out.to(g.b, outputs.y), d.q.to(outputs.q)]"))
		b.expect("y", 1)
		b.m.Set(0, circuit.Uint(1))
		n, err := b.m.Step(context.Background(), 1)
		require.Zero(t, n)
		require.ErrorContains(t, err, "did not stabilize")
		require.ErrorContains(t, err, "through g")
		require.Zero(t, b.m.Cycle()) // M29
		b.set(map[string]uint64{"a": 0}).tick(1).expect("y", 1)
	})
	t.Run("D104 singles bare and called", func(t *testing.T) {
		b := start(t, wrap("outputs: { y: bit, z: bit }, nodes: { a: Switch, b: Switch({ value: 1 }) }, connect: ({ outputs, nodes: { a, b } }) => [a.out.to(outputs.y), b.out.to(outputs.z)]"))
		b.expect("y", 0).expect("z", 1).set(map[string]uint64{"a": 1}).expect("y", 1)
	})
	t.Run("D105 a primitive without eval", func(t *testing.T) {
		start(t, one("outputs: { y: bit }")).expect("y", 0)
	})
	t.Run("D106 a primitive as main circuit", func(t *testing.T) {
		start(t, one("inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: !a })")).expect("y", 1)
	})
	t.Run("D107 a node-less pass-through passes", func(t *testing.T) { // differs on purpose
		start(t, wrap("inputs: { a: bit }, outputs: { y: bit }, connect: ({ inputs, outputs }) => [inputs.a.to(outputs.y)]")).set(map[string]uint64{"a": 1}).expect("y", 1)
	})
	t.Run("D108 lambdas keep what they capture", func(t *testing.T) {
		start(t, "const K = 3\nfunction twice(x) { return 2 * x }\n"+one("inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ a }) => ({ y: twice(a) + K })")).set(map[string]uint64{"a": 4}).expect("y", 11)
	})
	t.Run("M23 an unconnected input is undefined in onTick", func(t *testing.T) {
		start(t, "const P = circuit('P', { inputs: { d: bus(8) }, outputs: { y: bus(8) }, state: { s: reg(8) }, eval: ({ s }) => ({ y: s }), onTick: ({ d = 9 }) => ({ s: d }) })\n"+
			wrap("outputs: { y: bus(8) }, nodes: { p: P }, connect: ({ outputs, nodes: { p } }) => [p.y.to(outputs.y)]")).tick(1).expect("y", 9)
	})
	t.Run("M26 an unconnected Not gives 1", func(t *testing.T) { // differs on purpose
		start(t, wrap("outputs: { y: bit }, nodes: { n: Not }, connect: ({ outputs, nodes: { n } }) => [n.out.to(outputs.y)]")).expect("y", 1)
	})
	t.Run("M27 a latch of two Nors", func(t *testing.T) {
		b := start(t, wrap("inputs: { r: bit, s: bit }, outputs: { q: bit, p: bit }, nodes: { n1: Nor, n2: Nor }, connect: ({ inputs, outputs, nodes: { n1, n2 } }) => [inputs.r.to(n1.a), n2.out.to(n1.b, outputs.p), inputs.s.to(n2.a), n1.out.to(n2.b, outputs.q)]"))
		b.expect("q", 1).expect("p", 0)
		b.set(map[string]uint64{"r": 1}).expect("q", 0).expect("p", 1)
		b.set(map[string]uint64{"r": 0}).expect("q", 0).expect("p", 1)
	})
	t.Run("a register's sign at 32 bits", func(t *testing.T) {
		for expr, want := range map[string]uint64{"-1": 1, "-1 >>> 0": 0} {
			start(t, one("outputs: { y: bit }, state: { n: reg(32) }, eval: ({ n }) => ({ y: n < 0 }), onTick: () => ({ n: "+expr+" })")).tick(1).expect("y", want)
		}
	})
	t.Run("names like __proto__ are ordinary", func(t *testing.T) {
		for _, name := range []string{"__proto__", "constructor", "toString", "hasOwnProperty", "😀", "valueOf"} {
			b := start(t, "circuit('Top', { inputs: { ['"+name+"']: bit }, outputs: { ['"+name+"2']: bit }, nodes: { ['"+name+"']: Not }, connect: ({ inputs, outputs, nodes }) => "+
				"[inputs['"+name+"'].to(nodes['"+name+"'].in), nodes['"+name+"'].out.to(outputs['"+name+"2'])] })")
			b.expect(name+"2", 1).set(map[string]uint64{name: 1}).expect(name+"2", 0)
		}
	})
}

// Structure: simulator.md section 3.
func TestFlattening(t *testing.T) {
	half := "const HalfAdder = circuit('HalfAdder', { inputs: { a: bit, b: bit }, outputs: { sum: bit, carry: bit }, nodes: { xor1: Xor, and1: And }, connect: ({ inputs, outputs, nodes: { xor1, and1 } }) => [inputs.a.to(xor1.a, and1.a), inputs.b.to(xor1.b, and1.b), xor1.out.to(outputs.sum), and1.out.to(outputs.carry)] })\n"
	full := half + "circuit('FullAdder2', { inputs: { a: bit, b: bit, cin: bit }, outputs: { sum: bit, cout: bit }, nodes: { ha1: HalfAdder, ha2: HalfAdder, or1: Or }, connect: ({ inputs, outputs, nodes: { ha1, ha2, or1 } }) => [inputs.a.to(ha1.a), inputs.b.to(ha1.b), ha1.sum.to(ha2.a), inputs.cin.to(ha2.b), ha2.sum.to(outputs.sum), ha1.carry.to(or1.a), ha2.carry.to(or1.b), or1.out.to(outputs.cout)] })\n"
	t.Run("M1 M2 M12", func(t *testing.T) {
		b := start(t, full)
		var paths []string
		for _, n := range b.c.Design.Nodes() {
			paths = append(paths, n.Path)
		}
		require.Equal(t, []string{"ha1.xor1", "ha1.and1", "ha2.xor1", "ha2.and1", "or1"}, paths)
		for v := range uint64(8) {
			a, x, c := v&1, v>>1&1, v>>2
			b.set(map[string]uint64{"a": a, "b": x, "cin": c})
			require.Equal(t, a+x+c, b.get("sum")+2*b.get("cout"))
			b.expect("__top__.a", a).expect("ha2.xor1.out", b.get("sum"))
		}
	})
	t.Run("M4 M5 M6 chains of feed-throughs", func(t *testing.T) {
		pass := "const W = circuit('W', { inputs: { x: bus(8) }, outputs: { y: bus(8), z: bus(8) }, nodes: { keep: Not }, connect: ({ inputs, outputs }) => [inputs.x.to(outputs.y, outputs.z)] })\n"
		b := start(t, pass+wrap("inputs: { x: bus(8) }, outputs: { y: bus(8), z: bus(8) }, nodes: { w: Array.from({ length: 8 }, () => W) }, connect: ({ inputs, outputs, nodes: { w } }) => [inputs.x.to(w[0].x), ...w.slice(1).map((n, i) => w[i].y.to(n.x)), w[7].y.to(outputs.y), w[7].z.to(outputs.z)]"))
		b.set(map[string]uint64{"x": 0xA5}).expect("y", 0xA5).expect("z", 0xA5)
	})
	t.Run("M10 M16 instances are independent", func(t *testing.T) {
		inv := "const Inv = circuit('Inv', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.in), n.out.to(outputs.y)] })\n"
		b := start(t, inv+wrap("inputs: { a: bit, b: bit, c: bit }, outputs: { p: bit, q: bit, r: bit }, nodes: { i: [Inv, Inv, Inv] }, connect: ({ inputs, outputs, nodes: { i } }) => [inputs.a.to(i[0].a), inputs.b.to(i[1].a), inputs.c.to(i[2].a), i[0].y.to(outputs.p), i[1].y.to(outputs.q), i[2].y.to(outputs.r)]"))
		b.set(map[string]uint64{"a": 1, "c": 1}).expect("p", 0).expect("q", 1).expect("r", 0)
	})
	t.Run("M13 M36 a bare gate", func(t *testing.T) {
		b := start(t, wrap("inputs: { a: bit, b: bit }, outputs: { out: bit }, nodes: { g: And }, connect: ({ inputs, outputs, nodes: { g } }) => [inputs.a.to(g.a), inputs.b.to(g.b), g.out.to(outputs.out)]"))
		b.set(map[string]uint64{"a": 1, "b": 1}).expect("out", 1)
		require.False(t, b.c.Design.Sequential)
	})
	t.Run("M17 a constant without width", func(t *testing.T) {
		b := start(t, wrap("inputs: { b: bus(8) }, outputs: { s: bus(8), c: bit }, nodes: { k: Constant({ value: 255 }), add: Adder() }, connect: ({ inputs, outputs, nodes: { k, add } }) => [k.out.to(add.a), inputs.b.to(add.b), add.sum.to(outputs.s), add.carry_out.to(outputs.c)]"))
		b.set(map[string]uint64{"b": 1}).expect("s", 0).expect("c", 1)
		find(t, b.c, circuit.CodeInferredWidth)
	})
	t.Run("M33 M38 a delay line", func(t *testing.T) {
		b := start(t, wrap("inputs: { d: bit }, outputs: { q1: bit, q2: bit }, nodes: { a: DFlipFlop(), b: DFlipFlop() }, connect: ({ inputs, outputs, nodes: { a, b } }) => [inputs.d.to(a.d), a.q.to(b.d, outputs.q1), b.q.to(outputs.q2)]"))
		b.set(map[string]uint64{"d": 1}).tick(1).expect("q1", 1).expect("q2", 0).tick(1).expect("q2", 1)
		require.EqualValues(t, 2, b.m.Cycle())
	})
}
