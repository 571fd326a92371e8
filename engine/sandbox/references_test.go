package sandbox

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// is is a function of the programs below: what it is told must be so.
const is = "const is = (got, want) => { if (!Object.is(got, want)) throw new Error('got ' + String(got) + ', want ' + String(want)) };\n"

// wired compiles a connect callback and gives its connections as text, in order.
func wired(t *testing.T, connect string) (wires string, c *Compiled) {
	t.Helper()
	c = compile(t, is+wrap("inputs: { a: bit, b: bit }, outputs: { y: bit, z: bit }, nodes: { g: And, h: And, list: [And, And] }, connect: ({ inputs, outputs, nodes: { g, h, list } }) => {\n"+connect+"\n}"))
	if c.Circuit == nil {
		return "", c
	}
	var texts []string
	for _, w := range c.Circuit.Connections {
		texts = append(texts, w.Source.String()+">"+w.Target.String())
	}
	return strings.Join(texts, " "), c
}

// TestReferences holds what a program can see of ports and connections as objects (6.1, 6.2), however it comes by them.
func TestReferences(t *testing.T) {
	for name, x := range map[string]struct{ connect, wires string }{
		"6.2 a port is one object": {
			"is(inputs.a, inputs.a); is(g.out, g.out); is(g.a === h.a, false); is(typeof g.a, 'object');" +
				"is(Object.getPrototypeOf(g.a), Object.getPrototypeOf(inputs.a)); is(g.a.to, inputs.b.to); is('to' in g.a, true); is(Object.hasOwn(g.a, 'to'), false);" +
				"is(Object.keys(g.a).length, 0); return []", "",
		},
		"6.2 a program may hang properties on ports and connections": {
			"const w = inputs.a.to(g.a); for (const o of [inputs.a, w]) { o.note = 1; o.more = 2; o.note = 3; is(o.note, 3); is(Object.keys(o).join(), 'note,more');" +
				"delete o.note; is(o.note, undefined); is('note' in o, false); is(Object.keys(o).join(), 'more') }" +
				"is(inputs.b.more, undefined); is(inputs.b.to(g.b).more, undefined); delete inputs.b.more; return [w]", "a>g.a",
		},
		"6.2 each call of to gives another object": {
			"const v = inputs.a.to(g.a), w = inputs.a.to(g.a); is(v === w, false); is(v.source.portName, 'a'); is(v.targets.length, 1); is(v.targets[0].nodeId, 'g');" +
				"is(v.portType.kind, 'bit'); is(inputs.a.to(g.a, h.b).targets[1].nodeId, 'h'); is(inputs.a.to().targets.length, 0); return [w]", "a>g.a",
		},
		"6.2 ports read long before": {
			"const x = inputs.a, s = g.a, t = h.b; inputs.b; h.a; const to = inputs.b.to; return [x.to(t, s), to.call(x, g.b), inputs.b.to(list[1].a)]", "a>h.b a>g.a a>g.b b>list1.a",
		},
		"6.2 a connection made among the arguments of another": {
			"const done = []; done.push(inputs.a.to(g.a, (done.push(inputs.b.to(g.b)), h.a))); return done", "b>g.b a>g.a a>h.a",
		},
		"D34 connections in another order, twice, or left out": {
			"const [p, q, r, s] = [inputs.a.to(g.a), inputs.b.to(g.b), g.out.to(outputs.y), h.out.to(outputs.z)]; return [r, p, p, q]", "g.out>y a>g.a b>g.b",
		},
		"D34 a connection made by hand is the same": {
			"return [inputs.a.to(g.b), { source: { nodeId: '', portName: 'a' }, targets: [{ nodeId: 'g', portName: 'b' }, { nodeId: 'h', portName: 'b' }] }, g.out.to(outputs.z)," +
				" { source: { nodeId: 'g', portName: 'out' }, targets: [{ nodeId: '', portName: 'z' }] }]", "a>g.b a>h.b g.out>z",
		},
		"6.2 elements that a getter gives": {
			"let n = 0; const found = [0, h.out.to(outputs.z)]; Object.defineProperty(found, 0, { get: () => { is(++n, 1); return g.out.to(outputs.y) } }); return found", "g.out>y h.out>z",
		},
	} {
		t.Run(name, func(t *testing.T) {
			wires, c := wired(t, x.connect)
			require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
			require.Equal(t, x.wires, wires)
		})
	}
}

// TestPlacesOfConnections: a connection stands where the program called to(), whatever stands between.
func TestPlacesOfConnections(t *testing.T) {
	_, c := wired(t, "return [\n inputs.a.to(g.a),\n Reflect.apply(inputs.a.to, inputs.a, [g.b]),\n inputs.a.to.call(inputs.a, h.a),\n inputs.a.to.bind(inputs.a)(h.b),\n ...[inputs.b].map((b) =>\n  b.to(list[1].a)),\n]")
	var lines []int
	for _, w := range c.Circuit.Connections {
		lines = append(lines, w.Place.Line-c.Circuit.Connections[0].Place.Line)
	}
	require.Equal(t, []int{0, 1, 2, 3, 5}, lines)
}

// TestPortOfBothKinds: a name that is an input and an output, which is an error (D19), means the input in connections.
func TestPortOfBothKinds(t *testing.T) {
	c := compile(t, wrap("inputs: { x: bus(4) }, outputs: { y: bit, x: bit }, nodes: { n: Constant({ value: 1, width: 2 }) }, connect: ({ inputs, outputs, nodes: { n } }) => [n.out.to(outputs.x), inputs.x.to(outputs.x)]"))
	find(t, c, circuit.CodePortClash)
	require.Contains(t, find(t, c, circuit.CodeWidens).Message, "into x bus(4)")
	require.Contains(t, find(t, c, circuit.CodeMultipleDrivers).Message, "x has multiple drivers: n.out, x")
}

// TestCircuitValues holds what a program can see of the values that circuits and factories give (11.2), and in which
// order their options are read.
func TestCircuitValues(t *testing.T) {
	for name, text := range map[string]string{
		"11.2 two calls give two values": "const a = Adder({ width: 8 }), b = Adder({ width: 8 }); is(a === b, false); is(typeof a, 'function'); is(a.name, 'Adder'); is(a.length, 0);" +
			"is(Object.getOwnPropertyNames(a).join(), 'length,name'); a.mine = 1; is(b.mine, undefined); is(Object.getPrototypeOf(a), Object.getPrototypeOf(b));" +
			"is(a._args.width, 8); is(a({ width: 4 })._args.width, 4); is(Adder.name, 'Adder'); is(Adder._args, undefined)",
		"11.2 a getter among the options may call circuits": "const a = Register({ get width() { is(Register({ width: 3, value: 2 })._args.value, 2); return 8 }, value: 7 });" +
			"is(Object.keys(a._args).join(), 'width,value'); is(a._args.width, 8); is(a._args.value, 7); is(a.outputs.q.portType.width, 8)",
		"11.2 options that look alike are others": "const list = [[1, 11], [11, 1], [1.5, 1], [true, 1], ['1', 1], [-1, 1]].map(([value, width]) => Constant({ value, width }));" +
			"is(list.map((c) => String(c._args.value) + typeof c._args.value + c._args.width).join(), '1number11,11number1,1.5number1,trueboolean1,1string1,-1number1');" +
			"is(Object.keys(Constant({ width: 1, value: 1 })._args).join(), 'width,value'); is(Object.keys(Constant({ value: 1, width: 1 })._args).join(), 'value,width')",
		"11.2 what is not enumerable is no option": "const o = Object.defineProperty({ value: 5 }, 'width', { value: 16 }); const c = Register(o); is(Object.keys(c._args).join(), 'value');" +
			"class Options { get width() { return 16 } } is(Object.keys(Register(Options.prototype)._args).length, 0); is(Object.keys(Register(Object.create({ width: 16 }))._args).length, 0)",
		"11.2 a Proxy is asked once for each option": "const log = []; const p = new Proxy({ width: 8, value: 3 }, { ownKeys: (o) => { log.push('keys'); return Reflect.ownKeys(o) }," +
			"getOwnPropertyDescriptor: (o, k) => { log.push('has ' + k); return Reflect.getOwnPropertyDescriptor(o, k) }, get: (o, k) => { log.push('get ' + String(k)); return o[k] } });" +
			"for (let i = 0; i < 2; i++) { log.length = 0; is(Register(p)._args.value, 3); is(log.join(), 'keys,has width,has value,get width,get value') }",
		"11.2 a getter that throws leaves the next call alone": "try { Register({ value: 9, get width() { throw 1 } }) } catch (e) { is(e, 1) } is(Object.keys(Register({ width: 4 })._args).join(), 'width')",
		"11.2 options changed afterwards":                      "const o = { width: 8 }; const a = Adder(o); o.width = 4; is(Adder(o)._args.width, 4); is(a._args.width, 8)",
	} {
		t.Run(name, func(t *testing.T) {
			c := compile(t, is+text+"\n"+wrap("outputs: { y: bit }, eval: () => ({ y: 1 })"))
			for _, d := range c.Diagnostics {
				require.NotEqual(t, circuit.CodeException, d.Code, d.Message)
			}
		})
	}
}
