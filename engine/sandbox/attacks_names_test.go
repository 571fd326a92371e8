package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/wave"
)

// oddNames are ordinary names here, whatever they mean elsewhere.
var oddNames = []string{
	"__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "then", "to", "length", "name", "_path", "_type", "caller", "arguments", "0", "-0", "1e3", "NaN", "null", "undefined",
	"a b", "a.b", "a/b", "a[0]", "a:b", "$x", "#", "`", "'", "\"", "\\", "=cmd", "$end", "{{7*7}}", "%s%n", "<img src=x onerror=alert(1)>", "</script>", "]]>", "\u2028", "😀", "語", "\u202eabc", "\u00e9", "e\u0301", "module", "endmodule", "reg", "class",
	"../../x", "C:\\x", "CON", "-rf", "~", "ignore previous instructions", "\t", "\n", "\x00", "\x1b[31m", " ",
}

func quote(name string) string {
	text, _ := json.Marshal(name)
	return strings.NewReplacer("\\u2028", "\\u2028").Replace(string(text))
}

// A port, a node, a state field, a circuit and an option of any name go all the way: through the realm,
// the flat design, every backend, the waveform, the protocol and back.
func TestAttackNames_A242_A244_A245_A249(t *testing.T) {
	names := append([]string{strings.Repeat("n", 10_000), strings.Repeat("😀", 5_000)}, oddNames...)
	for _, name := range names {
		t.Run(fmt.Sprintf("%.20q", name), func(t *testing.T) {
			q := quote(name)
			c := compile(t, `
				const Inner = circuit(`+q+`, { inputs: { [`+q+`]: bus(8) }, outputs: { out: bus(8) }, eval: (x: any) => ({ out: x[`+q+`] + 1 }) })
				const State = circuit('State', { inputs: { d: bus(8) }, outputs: { q: bus(8) }, state: { [`+q+`]: reg(8, 5) }, eval: (x: any) => ({ q: x[`+q+`] }), onTick: (x: any) => ({ [`+q+`]: x.d }) })
				circuit('Top', { inputs: { [`+q+`]: bus(8) }, outputs: { first: bus(8), second: bus(8) }, nodes: { [`+q+`]: Inner, state: State },
					connect: ({ inputs, outputs, nodes }: any) => [inputs[`+q+`].to(nodes[`+q+`][`+q+`]), nodes[`+q+`].out.to(outputs.first, nodes.state.d), nodes.state.q.to(outputs.second)] })`)
			require.Nil(t, firstError(c))
			for _, backend := range []Backend{Closures, Interpreter, WebAssembly} {
				m, err := c.NewMachineOn(context.Background(), backend)
				require.NoError(t, err)
				require.NoError(t, NewControls(c.Design).Set(m, map[string]circuit.Value{name: circuit.Uint(41)}))
				require.NoError(t, m.Settle(context.Background()))
				require.Equal(t, uint64(42), get(t, c, m, "first"))
				require.Equal(t, uint64(5), get(t, c, m, "second"))
				_, err = m.Step(context.Background(), 1)
				require.NoError(t, err)
				require.Equal(t, uint64(42), get(t, c, m, "second"))
			}
			// The reply that tells of it, and the request that sets it.
			text, err := protocol.Encode(&protocol.Reply{ID: 1, Slot: "s", Compile: &protocol.CompileResult{Circuit: c.Circuit, Library: c.Library, Circuits: c.Circuits, Main: c.Main}})
			require.NoError(t, err)
			var back struct {
				Compile struct {
					Circuit struct{ Inputs, Nodes []struct{ ID, Name string } }
				}
			}
			require.NoError(t, json.Unmarshal(text, &back))
			require.Equal(t, name, back.Compile.Circuit.Inputs[0].Name)
			require.Equal(t, name, back.Compile.Circuit.Nodes[0].ID)
			if n := len([]rune(name)); n >= 1 && n <= 1024 {
				request, err := json.Marshal(map[string]any{"id": 1, "slot": "s", "type": "set", "set": map[string]any{"values": map[string]int{name: 41}}})
				require.NoError(t, err)
				r, refused := protocol.Decode(request, protocol.DefaultLimits)
				require.Nil(t, refused)
				given := r.Set.Values[name]
				require.Equal(t, circuit.Uint(41), given.In(8))
			}
			// The waveform.
			m, err := c.NewMachineOn(context.Background(), Interpreter)
			require.NoError(t, err)
			var out strings.Builder
			v, err := trace.NewVCD(&out, c.Design)
			require.NoError(t, err)
			require.NoError(t, v.Settled(m))
			require.NoError(t, v.Close())
			_, err = trace.Read(strings.NewReader(out.String()), wave.Options{})
			require.NoError(t, err)
		})
	}
}

// Two names of which one is the path of the other's port are two things.
func TestAttackPathsThatCollide_A246_A247(t *testing.T) {
	b := start(t, `
		const P = circuit('P', { inputs: { 'b': bus(8), 'a.b': bus(8) }, outputs: { 'y': bus(8), 'a.y': bus(8) }, eval: (x: any) => ({ y: x.b, 'a.y': x['a.b'] }) })
		circuit('Top', { inputs: { p: bus(8), q: bus(8) }, outputs: { one: bus(8), two: bus(8), three: bus(8), four: bus(8) }, nodes: { n1: P, 'n1.a': P },
			connect: ({ inputs, outputs, nodes }: any) => [inputs.p.to(nodes.n1.b, nodes['n1.a']['a.b']), inputs.q.to(nodes.n1['a.b'], nodes['n1.a'].b),
				nodes.n1.y.to(outputs.one), nodes.n1['a.y'].to(outputs.two), nodes['n1.a'].y.to(outputs.three), nodes['n1.a']['a.y'].to(outputs.four)] })`)
	b.set(map[string]uint64{"p": 1, "q": 2}).expect("one", 1).expect("two", 2).expect("three", 2).expect("four", 1)
	twins := start(t, "circuit('Twins', { inputs: { '\\u00e9': bus(4), 'e\\u0301': bus(4), a: bus(4), '\\u0430': bus(4), A: bus(4) }, outputs: { y: bus(20) }, eval: (x: any) => ({ y: x['\\u00e9'] | x['e\\u0301'] << 4 | x.a << 8 | x['\\u0430'] << 12 | x.A << 16 }) })")
	twins.set(map[string]uint64{"\u00e9": 1, "e\u0301": 2, "a": 3, "\u0430": 4, "A": 5}).expect("y", 0x54321)
}

func TestAttacksNames(t *testing.T) {
	connect := func(list string) string {
		return "const Other = circuit('Other', { inputs: { o: bit }, outputs: { p: bit }, connect: (x: any) => { (globalThis as any).old = x; return [x.inputs.o.to(x.outputs.p)] } })\n" +
			"circuit('A', { inputs: { a: bit, w: bus(8) }, outputs: { y: bit, v: bus(4) }, nodes: { n: Not, m: Not }, connect: ({ inputs, outputs, nodes }: any) => [" + list + "] })"
	}
	var attacks []attack
	for _, name := range []string{"toString", "constructor", "__proto__", "hasOwnProperty", "valueOf"} {
		attacks = append(attacks,
			attack{name: "A243 no port " + name, text: connect("inputs." + name + ".to(outputs.y)"), want: circuit.CodeUnknownPort, says: "Available ports: a, w"},
			attack{name: "A243 no port " + name + " on a node", text: connect("nodes.n." + name + ".to(outputs.y)"), want: circuit.CodeUnknownPort, says: "Available ports: in, out"})
	}
	for width, says := range map[string]string{"0": "positive", "-1": "positive", "1.5": "positive", "NaN": "positive", "Infinity": "positive", "2 ** 31": "at most", "2 ** 53": "at most", "65537": "at most", "1e9": "at most", "null": "positive", "true": "positive"} {
		attacks = append(attacks, attack{name: "A253 a width of " + width, text: "bus(" + width + " as any)", want: circuit.CodeException, says: says})
	}
	attacks = append(attacks,
		attack{name: "A245 a node without a name", text: "circuit('A', { outputs: { y: bit }, nodes: { '': Not }, connect: ({ outputs, nodes }: any) => [nodes[''].out.to(outputs.y)] })", want: circuit.CodeBadNode, says: "no name"},
		attack{name: "A245 a port without a name", text: "circuit('A', { inputs: { '': bit }, outputs: { y: bit }, eval: (x: any) => ({ y: x[''] }) })", runs: true},
		attack{name: "A244 the literal __proto__ is no node", text: "circuit('A', { nodes: { __proto__: And }, connect: ({ nodes }: any) => [nodes.x.out.to(nodes.x.a)] })", want: circuit.CodeUnknownNode},
		attack{name: "A248 a circuit called like one of the library", text: "const And = circuit('And', { inputs: { a: bit, b: bit }, outputs: { out: bit }, eval: () => ({ out: 1 }) })\ncircuit('Top', { inputs: { a: bit }, outputs: { y: bit }, nodes: { mine: And, theirs: Nand }, connect: ({ inputs, outputs, nodes }: any) => [inputs.a.to(nodes.mine.a, nodes.mine.b, nodes.theirs.a, nodes.theirs.b), nodes.mine.out.to(outputs.y)] })", runs: true},
		attack{name: "A254 a forged port", text: connect("inputs.a.to({ _path: { nodeId: 'n', portName: 'in' }, _type: 'bit' })"), want: circuit.CodeBadConnect, says: "not a port"},
		attack{name: "A254 a forged source", text: connect("inputs.a.to.call({ _path: { nodeId: '', portName: 'a' } }, outputs.y)"), want: circuit.CodeBadConnect, says: "on a port"},
		attack{name: "A254 a port of another circuit", text: connect("inputs.a.to((globalThis as any).old.outputs.p)"), want: circuit.CodeBadConnect, says: "different circuits"},
		attack{name: "A254 a port kept from an earlier connect", text: connect("(globalThis as any).old.inputs.o.to(outputs.y)"), want: circuit.CodeBadConnect, says: "after connect"},
		attack{name: "A255 output to output", text: connect("outputs.y.to(outputs.v)"), want: circuit.CodeDirection},
		attack{name: "A255 input to input", text: connect("nodes.n.in.to(nodes.m.in)"), want: circuit.CodeDirection},
		attack{name: "A255 into an input of the circuit", text: connect("nodes.n.out.to(inputs.a)"), want: circuit.CodeDirection},
		attack{name: "A255 two drivers", text: connect("nodes.n.out.to(outputs.y), nodes.m.out.to(outputs.y)"), want: circuit.CodeMultipleDrivers},
		attack{name: "A255 a width too large", text: connect("inputs.w.to(outputs.v)"), want: circuit.CodeTruncates},
		attack{name: "A255 an unknown node", text: connect("nodes.x.out.to(outputs.y)"), want: circuit.CodeUnknownNode},
		attack{name: "A255 nodes in a list", text: "circuit('A', { nodes: [And, Or] as any, connect: ({ nodes }: any) => [nodes[0].out.to(nodes[1].a)] })"},
		attack{name: "A255 nodes in a Map", text: "circuit('A', { outputs: { y: bit }, nodes: new Map([['n', And]]) as any, connect: ({ nodes, outputs }: any) => [nodes.n.out.to(outputs.y)] })", want: circuit.CodeUnknownNode},
		attack{name: "A256 an async connect", text: "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, connect: (async ({ inputs, outputs }: any) => [inputs.a.to(outputs.y)]) as any })", want: circuit.CodeBadConnect},
		attack{name: "A256 a generator as connect", text: "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, *connect({ inputs, outputs }: any) { yield inputs.a.to(outputs.y) } } as any)", want: circuit.CodeBadConnect},
		attack{name: "A256 a class as connect", text: "circuit('A', { outputs: { y: bit }, connect: class {} as any })", want: circuit.CodeBadConnect},
		attack{name: "A256 connect that reads this", text: "circuit('A', { outputs: { y: bit }, connect(this: any) { return this.x } } as any)", want: circuit.CodeBadConnect},
		attack{name: "A257 a circuit made in eval", text: "circuit('A', { outputs: { y: bit }, eval: () => { circuit('B' + Math.random(), {}); return { y: 1 } } })", want: circuit.CodeLambdaThrew, says: "while a circuit runs", runs: true},
		attack{name: "A257 a factory called in onTick", text: "circuit('A', { outputs: { y: bit }, state: { s: reg(1) }, eval: ({ s }) => ({ y: s }), onTick: () => { Register({ width: 3 }); return { s: 1 } } })", want: circuit.CodeLambdaThrew, says: "while a circuit runs", runs: true},
	)
	withstand(t, attacks)
}

func TestAttacksConsole(t *testing.T) {
	const quiet = "console.log('seen')\n"
	withstand(t, []attack{
		{name: "A294 one line of megabytes", text: "console.log('x'.repeat(3e7)); console.log('after')\n" + aCircuit},
		{name: "A294 many arguments", text: "console.log(...Array.from({ length: 1e4 }, (_, i) => i))\n" + aCircuit},
		{name: "A295 odd values", text: "const c: any = {}; c.c = c; console.log(c, new Proxy({}, { ownKeys() { throw 1 } }), { get x() { throw 2 } }, Symbol('s'), { [Symbol('k')]: 1 })\n" + aCircuit, prints: []string{"[object] [object] [object] s {}"}},
		{name: "A295 a million keys", text: "const o: any = {}; for (let i = 0; i < 1e5; i++) o['k' + i] = i; console.log(o)\n" + aCircuit},
		{name: "A296 format codes are data", text: "console.log('%s %o %c', 'x', 'color:url(http://x)'); console.log('\\x1b[31mred\\r over')\n" + aCircuit, prints: []string{"%s %o %c x color:url(http://x)", "\x1b[31mred\r over"}},
		{name: "A297 the console replaced", text: "try { (console as any).log = () => 1 } catch {} try { (console as any) = null } catch {}\n" + aCircuit},
		{name: "A297 methods that do not exist", text: "(console as any).nothing()", want: circuit.CodeException, says: "nothing"},
		{name: "A299 counters of the engine cannot be read or set", text: quiet + "console.log(['steps', 'memory', 'stats', 'fuel', '__steps'].filter((n) => n in globalThis).length)\n" + aCircuit, prints: []string{"seen", "0"}},
		{name: "A292 an error worded like a time limit", text: "throw new Error('Script execution timed out')", want: circuit.CodeException, says: "Error: Script execution timed out"[7:]},
		{name: "A292 an error worded like the end of memory", text: "throw new RangeError('out of memory: stack exceeds')", want: circuit.CodeException},
		{name: "A292 an error worded like a limit of ours", text: "throw new Error('time limit')", want: circuit.CodeException, says: "time limit"},
		{name: "A292 an error named like a limit", text: "const e = new Error('step limit'); e.name = 'InterruptedError'; throw e", want: circuit.CodeException},
		{name: "A234 nothing to measure time with", text: "const t: any[] = []; for (let i = 0; i < 1e4; i++) if (i % 1e3 === 0) t.push(Date.now(), performance.now()); console.log(new Set(t).size)\n" + aCircuit, prints: []string{"2"}},
		{name: "A235 no shared memory", text: "console.log(typeof (globalThis as any).SharedArrayBuffer, typeof (globalThis as any).Atomics)\n" + aCircuit, prints: []string{"undefined undefined"}},
		{name: "A128 classes by property are told", text: "/\\p{L}/u.test('e')", want: circuit.CodeUnsupportedSyntax, says: "\\p{"},
		{name: "A128 groups and look-behind work", text: "console.log(/(?<=a)b/.test('ab'), /(?<x>a)(?<y>b)/.exec('ab')!.groups!.y, /(?<!a)b/.test('ab'))\n" + aCircuit, prints: []string{"true b false"}},
		{name: "A128 flags that are not known", text: "new RegExp('a', 'v')", want: circuit.CodeException, says: "flags"},
		{name: "A124 a pattern of many alternatives", text: "'x'.match('a|'.repeat(1e5))", want: circuit.CodeException, says: "limit"},
		{name: "A124 a pattern of many groups", text: "'x'.search('('.repeat(1e3) + ')'.repeat(1e3))", want: circuit.CodeException, says: "limit"},
		{name: "A124 counted repetitions inside each other", text: "console.log(/((a{10}){10}){10}/.test('a'))\n" + aCircuit, prints: []string{"false"}},
		{name: "A125 a subject that is too long", text: "/1+2/.test('1'.repeat(133169152))", want: circuit.CodeException, says: "limit"},
		{name: "A126 a lastIndex that never ends", text: "const r = /a/g; (r as any).lastIndex = { valueOf() { for (;;); } }; r.test('a')", want: circuit.CodeTimeLimit},
		{name: "A126 flags that never end", text: "class R extends RegExp { get flags(): any { for (;;); } }; 'a'.replace(new R('a', 'g'), '')", want: circuit.CodeTimeLimit},
		{name: "A126 an exec that never ends", text: "const r: any = /a/; r.exec = () => { for (;;); }; 'a'.replace(r, '')", want: circuit.CodeTimeLimit},
	})
}

// A dynamic import in a lambda, in a factory, in a circuit that runs as a test: all are compiled by one
// road, which refuses it.
func TestAttackImportInEveryPlace_A185(t *testing.T) {
	for _, harness := range []bool{false, true} {
		for _, text := range []string{"import('x')", "circuit('A', { outputs: { y: bit }, eval: () => import('x') as any })", "circuit('F', () => { import('x'); return {} })"} {
			c, err := Compile(context.Background(), Source{Text: text, Harness: harness, Grants: circuit.AllGrants()}, hostile)
			require.NoError(t, err)
			require.Equal(t, circuit.CodeDynamicImport, firstError(c).Code)
			require.Nil(t, c.Design)
		}
	}
}

// Types import nothing; everything else that names a module is an import.
func TestAttackFormsOfImports_A192(t *testing.T) {
	for text, want := range map[string]circuit.Code{
		"export * from 'fs'": circuit.CodePackageImport, "export { a } from 'fs'": circuit.CodePackageImport, "import 'fs'": circuit.CodePackageImport,
		"import { unused } from 'fs'": "", "import a from 'fs'\nimport b from 'fs'\na; b": circuit.CodePackageImport, "export * as x from 'fs'": circuit.CodePackageImport,
		"import type { T } from 'fs'": "", "import { type T } from 'fs'": "", "export type { T } from 'fs'": "",
	} {
		d := firstError(compile(t, text+"\n"+aCircuit))
		if want == "" {
			require.Nil(t, d, text)
			continue
		}
		require.NotNil(t, d, text)
		require.Equal(t, want, d.Code, text)
	}
}
