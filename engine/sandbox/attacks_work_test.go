package sandbox

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

const forever = "for (;;);"

// endlessIn are places where user code can run; each gets a loop that never ends.
func TestAttacksLoops(t *testing.T) {
	stopped := func(name string, texts ...string) []attack {
		var list []attack
		for i, text := range texts {
			list = append(list, attack{name: fmt.Sprintf("%s, %d", name, i+1), text: text, want: circuit.CodeTimeLimit})
		}
		return list
	}
	lambda := func(name, text string) attack {
		return attack{name: name, text: text, want: circuit.CodeLambdaTime, says: "Spin", runs: true}
	}
	var attacks []attack
	attacks = append(attacks, stopped("A089 loops of every kind", "while (true) {}", forever, "do {} while (1)", "a: for (;;) continue a")...)
	attacks = append(attacks,
		attack{name: "A090 in a factory", text: "const F: any = circuit('Spin', () => { for (;;); }); F({})", want: circuit.CodeTimeLimit},
		attack{name: "A090 in connect", text: "circuit('Spin', { outputs: { y: bit }, connect: () => { for (;;); } })", want: circuit.CodeTimeLimit},
		lambda("A090 in eval", "circuit('Spin', { outputs: { y: bit }, eval: () => { for (;;); } })"),
		lambda("A090 in onTick", "circuit('Spin', { outputs: { y: bit }, state: { s: reg(1) }, eval: ({ s }) => ({ y: s }), onTick: () => { for (;;); } })"),
		attack{name: "A090 in the value of a register", text: "circuit('Spin', { outputs: { y: bit }, state: { s: reg(8, { valueOf() { for (;;); } } as any) }, eval: ({ s }) => ({ y: s }), onTick: () => ({}) })", want: circuit.CodeTimeLimit},
		attack{name: "A090 in the value of a memory", text: "circuit('Spin', { outputs: { y: bit }, state: { m: mem(4, 8, new Proxy([], { ownKeys() { for (;;); } }) as any) }, eval: () => ({ y: 1 }), onTick: () => ({}) })", want: circuit.CodeTimeLimit},
		lambda("A091 at one cycle only", "circuit('Spin', { outputs: { y: bit }, state: { s: reg(8) }, eval: ({ s }) => ({ y: s & 1 }), onTick: ({ s }) => { if (s === 2) for (;;); return { s: s + 1 } } })"),
		attack{name: "A092 a getter of the config", text: "circuit('A', { get inputs(): any { for (;;); } })", want: circuit.CodeTimeLimit},
	)
	traps := map[string]string{
		"get": "p.x", "set": "p.x = 1", "has": "'x' in p", "deleteProperty": "delete p.x", "ownKeys": "Object.keys(p)", "getOwnPropertyDescriptor": "Object.getOwnPropertyDescriptor(p, 'x')",
		"defineProperty": "Object.defineProperty(p, 'x', {})", "getPrototypeOf": "Object.getPrototypeOf(p)", "setPrototypeOf": "Object.setPrototypeOf(p, null)",
		"isExtensible": "Object.isExtensible(p)", "preventExtensions": "Object.preventExtensions(p)", "apply": "p()", "construct": "new p",
	}
	for _, trap := range strings.Fields("get set has deleteProperty ownKeys getOwnPropertyDescriptor defineProperty getPrototypeOf setPrototypeOf isExtensible preventExtensions apply construct") {
		attacks = append(attacks, attack{name: "A092 the trap " + trap, text: "const p: any = new Proxy(function () {}, { " + trap + "() { for (;;); } }); " + traps[trap], want: circuit.CodeTimeLimit})
	}
	spin := "const spin = (): any => { for (;;); }\n"
	attacks = append(attacks, stopped("A093 in every place of the syntax",
		spin+"((a = spin()) => a)()", spin+"({ [spin()]: 1 })", "class A { static { for (;;); } }", spin+"class A { x = spin() }; new A", spin+"class A { static x = spin() }",
		spin+"const t: any = () => spin(); t`x`", spin+"const d: any = () => spin(); @d class A {}", spin+"[...{ [Symbol.iterator]: spin } as any]", spin+"const { a = spin() } = {} as any", spin+"`${spin()}`",
		spin+"[] = spin()", spin+"class A extends (spin() as any) {}", spin+"enum E { A = spin() }", spin+"switch (spin()) {}", spin+"throw spin()", spin+"namespace N { export const x = spin() }")...)
	attacks = append(attacks, stopped("A094 conversions and well-known symbols",
		spin+"+({ valueOf: spin } as any)", spin+"'' + ({ toString: spin } as any)", spin+"+({ [Symbol.toPrimitive]: spin } as any)", spin+"1 instanceof ({ [Symbol.hasInstance]: spin } as any)",
		spin+"[].concat.call(Object.assign([], { constructor: { get [Symbol.species]() { return spin() } } }))", spin+"for (const x of { [Symbol.iterator]: spin } as any);",
		spin+"'a'.replace({ [Symbol.replace]: spin } as any, 'b')", spin+"'a'.split({ [Symbol.split]: spin } as any)", spin+"'a'.match({ [Symbol.match]: spin } as any)")...)
	attacks = append(attacks, stopped("A095 callbacks of built-in functions",
		spin+"[1].map(spin)", spin+"[1].filter(spin)", spin+"[1, 2].reduce(spin)", spin+"[1].flatMap(spin)", spin+"[1].some(spin)", spin+"[1].find(spin)", spin+"Array.from([1], spin)",
		spin+"[1, 2].sort(spin)", spin+"[1, 2].toSorted(spin)", spin+"[1].forEach(spin)", spin+"'a'.replace(/a/, spin)", spin+"JSON.parse('1', spin)", spin+"JSON.stringify(1, spin)",
		spin+"new Map([[1, 1]]).forEach(spin)", spin+"Reflect.apply(spin, null, [])", spin+"new Promise(spin)", spin+"Object.groupBy ? Object.groupBy([1], spin) : spin()", spin+"new Uint8Array(3).map(spin)")...)
	attacks = append(attacks, stopped("A096 sorting", "const a = Array.from({ length: 1e5 }, (_, i) => i); for (;;) a.sort(() => Math.random() - .5)",
		"const a: any[] = []; for (let i = 0; i < 1e5; i++) a[i] = i * 7919 % 100003; for (;;) a.sort()")...)
	attacks = append(attacks, stopped("A097 endless generators", "function* g() { for (;;) yield 1 }; [...g()]", "function* g() { for (;;) yield 1 }; Array.from(g())", "function* g(): any { for (;;) yield [1, 1] }; new Map(g())",
		"function* g() { for (;;) yield 1 }; Promise.all(g())", "function* g() { for (;;) yield 1 }; const [...r] = g()", "function* h() { for (;;) yield 1 }; function* g() { yield* h() }; [...g()]")...)
	attacks = append(attacks, stopped("A098 iterators that never end", "for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) } as any);",
		"for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { for (;;); } }) } as any) break")...)
	attacks = append(attacks, stopped("A099 promises", "async function f() { for (;;) await 0 }; f()", "function f() { Promise.resolve().then(f) }; f()", "const t: any = { then(r: any) { r(t) } }; Promise.resolve(t)",
		"const a = () => Promise.resolve().then(b), b = () => Promise.resolve().then(a); a()")...)
	attacks = append(attacks,
		attack{name: "A100 a promise that is never settled", text: "new Promise(() => {}).then(() => console.log('never'))\n" + aCircuit, prints: []string{}},
		attack{name: "A100 await at the top", text: "await new Promise(() => {})", want: circuit.CodeTopLevelAwait},
	)
	attacks = append(attacks, stopped("A101 the end is not caught", "for (;;) { try { for (;;); } catch (e) { console.log('caught') } }", "for (;;) { try { for (;;); } finally { continue } }", "while (true) { try { throw 1 } catch {} }")...)
	attacks = append(attacks,
		attack{name: "A102 finally does not run", text: "function f() { try { for (;;); } finally { console.log('ran'); return 1 } }; f(); console.log('survived')", want: circuit.CodeTimeLimit, prints: []string{}},
		attack{name: "A102 and may not loop", text: "try { for (;;); } finally { for (;;); }", want: circuit.CodeTimeLimit},
	)
	for _, method := range strings.Fields("indexOf includes lastIndexOf join forEach every some find findLast map filter reduce reverse splice unshift shift copyWithin fill sort flat toReversed toSorted toSpliced slice") {
		attacks = append(attacks, attack{name: "A103 " + method + " on what only says it is long", text: "(Array.prototype." + method + " as any).call({ length: 2 ** 53 - 1 }, () => 1, 1)", want: circuit.CodeException, says: "limit"})
		attacks = append(attacks, attack{name: "A103 " + method + " on four thousand million", text: "(Array.prototype." + method + " as any).call({ length: 2 ** 32 - 1 }, () => 1, 1)", want: circuit.CodeException, says: "limit"})
	}
	for name, text := range map[string]string{
		"A104 a long list as text": "new Array(1e9) + ''", "A104 joined": "new Array(2 ** 32 - 1).join('')", "A104 as arguments": "[].concat.apply([], new Array(5e7) as any)",
		"A105 filled": "Array(1e9).fill(0)", "A105 made from a length": "Array.from({ length: 1e9 })", "A105 raw text of a length": "String.raw({ raw: { length: 1e9 } } as any)",
		"A105 spread into a call": "Math.max(...new Array(5e7))", "A105 spread into a list": "[...new Array(5e7)]", "A106 keys through a Proxy of oneself": "const p: any = {}; Object.setPrototypeOf(p, new Proxy(p, {})); for (const k in p);",
	} {
		says := "limit"
		if strings.HasPrefix(name, "A106") {
			says = "Proxy"
		}
		attacks = append(attacks, attack{name: name, text: text, want: circuit.CodeException, says: says})
	}
	attacks = append(attacks,
		attack{name: "A107 a bigint of millions of digits", text: "BigInt('9'.repeat(3e6))", want: circuit.CodeException, says: "limit"},
		attack{name: "A107 a power of powers", text: "2n ** (2n ** 40n)", want: circuit.CodeException, says: "limit"},
		attack{name: "A107 a power in place", text: "let x = 3n; x **= 2n ** 40n", want: circuit.CodeException, says: "limit"},
	)
	attacks = append(attacks, stopped("A108 endless formatting", "for (;;) new Date().toLocaleString()", "for (;;) 'ﬃ'.repeat(1e4).normalize('NFKD')", "for (;;) (0.1).toFixed(100)", "for (;;) encodeURIComponent('😀'.repeat(1e4))")...)
	attacks = append(attacks, stopped("A109 endless definitions", "for (;;) circuit('A', {})", "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, connect: ({ inputs, outputs }) => { const l: any[] = []; for (;;) l.push(inputs.a.to(outputs.y)); return l } })")...)
	attacks = append(attacks,
		attack{name: "A114 two of each, forty levels", text: bomb("Not"), want: circuit.CodeTooLarge},
		attack{name: "A114 the same of plain wires", text: bomb("circuit('W', { inputs: { in: bit }, outputs: { out: bit }, connect: ({ inputs, outputs }) => [inputs.in.to(outputs.out)] })"), want: circuit.CodeTooLarge},
		attack{name: "A115 a circuit in itself", text: "circuit('A', { inputs: { a: bit }, nodes: { n: circuit('B', { nodes: { m: circuit('A', { nodes: { g: Not } }) } }) } })", want: circuit.CodeRecursion, says: "A → B → A"},
		attack{name: "A116 a factory in itself", text: "const F: any = circuit('F', (o: any) => ({ outputs: { y: bit }, nodes: { n: F({ n: o.n + 1 }) } })); circuit('T', { nodes: { f: F({ n: 0 }) } })", want: circuit.CodeException, says: "levels deep"},
		attack{name: "A159 a hierarchy of thousands of levels", text: "let c: any = Not\nfor (let i = 0; i < 1500; i++) { const k = c; c = circuit('L' + i, { inputs: { in: bit }, outputs: { out: bit }, nodes: { a: k }, connect: ({ inputs, outputs, nodes }: any) => [inputs.in.to(nodes.a.in), nodes.a.out.to(outputs.out)] }) }", want: circuit.CodeTooLarge, says: "1000"},
	)
	withstand(t, attacks)
}

// bomb nests a circuit twice in itself, forty times.
func bomb(inner string) string {
	return "let c: any = " + inner + `
	for (let i = 0; i < 40; i++) {
		const k = c
		c = circuit('L' + i, { inputs: { in: bit }, outputs: { out: bit }, nodes: { a: k, b: k },
			connect: ({ inputs, outputs, nodes }: any) => [inputs.in.to(nodes.a.in), nodes.a.out.to(nodes.b.in), nodes.b.out.to(outputs.out)] })
	}`
}

// The budget is one for all the calls of a lambda in a step, and each lambda starts with a full one.
func TestAttackManySmallCalls_A110(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: `let s = 0
		const f = (x: number): number => { for (let i = 0; i < 1000; i++) s ^= i; return s & 1 }
		circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => { for (let k = 0; k < 10_000; k++) f(k); return { y: a } } })`, Grants: circuit.AllGrants()}, hostile)
	require.NoError(t, err)
	require.Nil(t, firstError(c))
	problem := stepError(t, c)
	require.NotNil(t, problem)
	require.Equal(t, circuit.CodeLambdaTime, problem.Code)
}

func TestAttackLogicThatDoesNotSettle_A113(t *testing.T) {
	for name, text := range map[string]string{
		"a ring of one": "circuit('A', { outputs: { y: bit }, nodes: { n: Not }, connect: ({ outputs, nodes }) => [nodes.n.out.to(nodes.n.in, outputs.y)] })",
		"a ring of three": `circuit('A', { outputs: { y: bit }, nodes: { a: Not, b: Not, c: Not },
			connect: ({ outputs, nodes }) => [nodes.a.out.to(nodes.b.in), nodes.b.out.to(nodes.c.in), nodes.c.out.to(nodes.a.in, outputs.y)] })`,
		"a ring through other circuits": `const P = circuit('P', { inputs: { i: bit }, outputs: { o: bit }, nodes: { n: Not }, connect: ({ inputs, outputs, nodes }) => [inputs.i.to(nodes.n.in), nodes.n.out.to(outputs.o)] })
			circuit('A', { outputs: { y: bit }, nodes: { a: P, b: P, c: P }, connect: ({ outputs, nodes }) => [nodes.a.o.to(nodes.b.i), nodes.b.o.to(nodes.c.i), nodes.c.o.to(nodes.a.i, outputs.y)] })`,
	} {
		t.Run(name, func(t *testing.T) {
			c := compile(t, text)
			require.Nil(t, firstError(c))
			problem := stepError(t, c)
			require.NotNil(t, problem)
			require.Equal(t, circuit.CodeOscillation, problem.Code)
		})
	}
}

// A chain and a star of many gates need no stack per gate.
func TestAttackLargeFlatCircuits_A117(t *testing.T) {
	const n = 5000
	for name, connect := range map[string]string{
		"a chain":  "[inputs.a.to(nodes.n[0].in), ...nodes.n.slice(1).map((g: any, i: number) => nodes.n[i].out.to(g.in)), nodes.n[N - 1].out.to(outputs.y)]",
		"one star": "[inputs.a.to(...nodes.n.map((g: any) => g.in)), nodes.n[0].out.to(outputs.y)]",
	} {
		t.Run(name, func(t *testing.T) {
			c, m := build(t, fmt.Sprintf("const N = %d\ncircuit('A', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: Array.from({ length: N }, () => Not) }, connect: ({ inputs, outputs, nodes }: any) => %s })", n, connect))
			want := uint64(0) // an even number of inversions
			if name == "one star" {
				want = 1
			}
			require.Equal(t, want, get(t, c, m, "y"))
		})
	}
}

// Work of built-in functions counts as steps: each of these would take minutes between two checks of the fuel. A
// finally does not run, and the place is that of the call.
func TestBuiltinsCountAsSteps(t *testing.T) {
	for builtin, text := range map[string]string{
		"split":          "const s = 'x'.repeat(1e6); for (;;) s.split('y')",
		"replace":        "const s = 'x'.repeat(1e6); s.replace('x', () => { for (let i = 0; i < 9; i++) s.replace('y', 'z'); return '' })",
		"indexOf":        "'é'.repeat(3e6).indexOf('é'.repeat(1e6) + 'x')",
		"new":            "for (;;) new Set(new Uint8Array(2 ** 20))",
		"join":           "const a = new Uint8Array(2 ** 20); for (;;) a.join()",
		"sort":           "const a = Array.from({ length: 2 ** 13 }, (_, i) => -i); for (;;) [...a].sort()",
		"keys":           "const a = new Array(1000).fill(0); for (;;) for (let i = 0; i < 50; i++) Object.keys(a)",
		"JSON.stringify": "let a: any = []; for (let i = 0; i < 40; i++) a = [a, a]; JSON.stringify(a, ['x'])",
		"JSON.parse":     "const s = JSON.stringify(new Array(1e5).fill(1)); for (;;) JSON.parse(s)",
		"BigInt":         "let x = 3n; const y = 3n ** 80000n; for (;;) { x = x * y; x = 1n }",
		"fill":           "const a = new Uint8Array(2 ** 24); for (;;) a.fill(1)",
	} {
		t.Run(builtin, func(t *testing.T) {
			l := hostile
			l.RunTime = watchdog // steps decide
			l.Steps = 50_000
			c, err := Compile(context.Background(), Source{Text: "try {\n  " + text + "\n} catch { for (;;); } finally { for (;;); }"}, l)
			require.NoError(t, err)
			problem := firstError(c)
			require.NotNil(t, problem)
			require.Equal(t, circuit.CodeTimeLimit, problem.Code)
			require.Equal(t, "This took more than 50,000 steps and was stopped here, inside the built-in function "+builtin+".", problem.Message)
			require.Equal(t, 2, problem.Line)
		})
	}
}

// A list of keys writes the same as without the bounds.
func TestJSONWithAListOfKeys(t *testing.T) {
	c, err := Compile(context.Background(), Source{Grants: circuit.AllGrants(), Text: `circuit('A', { outputs: { y: bit }, eval: () => ({ y: 1 }) })
const v = [{ a: 1, b: { c: 1, a: [{ a: 2, d: 1 }] }, length: 3 }, 'x', new Date(0), { toJSON: () => ({ d: 1, a: 5 }) }, new Number(7)]
console.log(JSON.stringify(v, ['b', 'a', 'a', 1] as any), JSON.stringify({ 1: 2, a: 3 }, [1] as any, 1), JSON.stringify(v[0], []))`}, hostile)
	require.NoError(t, err)
	require.Equal(t, []string{`[{"b":{"a":[{"a":2}]},"a":1},"x","1970-01-01T00:00:00.000Z",{"a":5},7] {` + "\n" + ` "1": 2` + "\n" + `} {}`}, c.Console)
}

func TestAttacksMemory(t *testing.T) {
	withstand(t, []attack{
		{name: "A131 a list doubled by concat", text: "let a: any[] = 'x'.repeat(6e5).split(''); for (let i = 0; i < 40; i++) a = a.concat(a)", want: circuit.CodeException, says: "limit"},
		{name: "A131 a list doubled by spreading", text: "let a: any[] = 'x'.repeat(6e5).split(''); for (let i = 0; i < 40; i++) a = [...a, ...a]", want: circuit.CodeException, says: "limit"},
		{name: "A132 repeat of a million millions", text: "'x'.repeat(2 ** 40)", want: circuit.CodeException, says: "limit"},
		{name: "A132 repeat of a thousand millions", text: "'x'.repeat(1e9)", want: circuit.CodeException, says: "limit"},
		{name: "A132 padding", text: "''.padStart(1e9, 'ab')", want: circuit.CodeException, says: "limit"},
		{name: "A132 padding at the end", text: "''.padEnd(2e9)", want: circuit.CodeException, says: "limit"},
		{
			name: "A133 numbers that are no lengths", text: probe("'x'.repeat(-1)", "'x'.repeat(Infinity)", "'x'.repeat(2 ** 53)", "new Array(-1)", "new Array(4294967296)", "new ArrayBuffer(-1)"),
			prints: same("RangeError", 6),
		},
		{name: "A135 a bigint shifted", text: "1n << 100000000000n", want: circuit.CodeException, says: "limit"},
		{name: "A135 a bigint shifted in place", text: "let x = 1n; x <<= 100000000000n", want: circuit.CodeException, says: "limit"},
		{name: "A135 a bigint shifted the other way", text: "1n >> -100000000000n", want: circuit.CodeException, says: "limit"},
		{name: "A135 a bigint of many bits", text: "BigInt.asUintN(2 ** 50, -1n)", want: circuit.CodeException, says: "limit"},
		{name: "A135 a bigint squared again and again", text: "let x = 3n; for (;;) x *= x", want: circuit.CodeException, says: "limit"},
		{name: "A138 keys of a long list", text: "Object.keys(new Uint8Array(2 ** 24))", want: circuit.CodeException, says: "limit"},
		{name: "A138 properties of a long list", text: "({ ...new Uint8Array(2 ** 24) })", want: circuit.CodeException, says: "limit"},
		{name: "A135 a bigint raised", text: "2n ** 100000000n", want: circuit.CodeException, says: "limit"},
		{name: "A135 a number of bits out of a call", text: "const f = (n: any) => 1n << n; f(2n ** 100n)", want: circuit.CodeException, says: "limit"},
		{name: "A136 arguments out of a length", text: "(() => 1).apply(null, { length: 1e9 } as any)", want: circuit.CodeException, says: "limit"},
		{name: "A136 arguments of fromCharCode", text: "String.fromCharCode.apply(null, new Array(5e7) as any)", want: circuit.CodeException, says: "limit"},
		{name: "A136 arguments of a constructor", text: "Reflect.construct(Date, { length: 2 ** 32 } as any)", want: circuit.CodeException, says: "limit"},
		{name: "A136 arguments of a reflected call", text: "Reflect.apply(Math.max, null, { length: 1e9 } as any)", want: circuit.CodeException, says: "limit"},
		{name: "A138 a text split into too many", text: "'x'.repeat(3e7).split('')", want: circuit.CodeException, says: "limit"},
		{name: "A138 a text spread", text: "[...'x'.repeat(3e7)]", want: circuit.CodeException, says: "limit"},
		{name: "A139 JSON with wide blanks", text: "let a: any = 1; for (let i = 0; i < 100; i++) a = [a, a.length]; for (;;) JSON.stringify(a, null, 10)", want: circuit.CodeTimeLimit},
		{name: "A139 JSON of many megabytes", text: "const s = 'x'.repeat(3e7); JSON.stringify([s, s, s])", want: circuit.CodeException, says: "more than"},
		{name: "A143 a memory of a million millions", text: "mem(2 ** 40, 64)", want: circuit.CodeException, says: "at most"},
		{name: "A143 a bus of a thousand millions", text: "bus(1e9)", want: circuit.CodeException, says: "at most 65,536"},
		{name: "A143 memories hold only what is written", text: "circuit('A', { outputs: { y: bit }, nodes: { m: Array.from({ length: 500 }, () => RAM({ addrWidth: 16, dataWidth: 64 })) }, connect: () => [] })", runs: true},
		{
			name: "A144 contents at odd addresses", text: `circuit('A', { outputs: { y: bus(8) }, state: { m: mem(16, 8, new Map<any, any>([[2 ** 53, 1], [NaN, 2], [-1, 3], [1.5, 4], ['x', 5], [3, 300]])) }, eval: ({ m }: any) => ({ y: m[3] }), onTick: () => ({}) })`, runs: true,
		},
		{name: "A144 endless contents", text: "const m: any = new Map; m[Symbol.iterator] = function* () { let i = 0; for (;;) yield [i++ % 5, 1] }; mem(16, 8, m); circuit('A', { outputs: { y: bit }, state: { m: mem(16, 8, m) }, eval: () => ({ y: 1 }), onTick: () => ({}) })", want: circuit.CodeTimeLimit},
		{name: "A147 names of megabytes", text: "circuit('x'.repeat(1e6), { outputs: { ['y'.repeat(1e5)]: bit }, eval: () => ({}) }); throw new Error('z'.repeat(1e6))", want: circuit.CodeException, says: "…"},
	})
}

func TestAttacksStack(t *testing.T) {
	deep := func(name string, texts ...string) []attack {
		var list []attack
		for i, text := range texts {
			list = append(list, attack{name: fmt.Sprintf("%s, %d", name, i+1), text: text, want: circuit.CodeException, says: "levels deep"})
		}
		return list
	}
	attacks := deep("A150 functions that call themselves", "function f() { f() }; f()", "const a = () => b(), b = () => c(), c = (): any => a(); a()", "((f: any) => f(f))((f: any) => f(f))", "const f: any = () => f.call(null); f()",
		"const f: any = () => f.apply(null, []); f()", "const f: any = () => f.bind(null)(); f()", "class A { constructor() { new A } }; new A", "const fs: any[] = Array.from({ length: 10 }, (_, i) => () => fs[(i + 1) % 10]()); fs[0]()")
	attacks = append(attacks, deep("A151 through built-in functions", "const o: any = { get x() { return this.x } }; o.x", "const o: any = { set x(v: any) { this.x = v } }; o.x = 1", "const o: any = { toString() { return '' + this } }; '' + o",
		"const o: any = { valueOf() { return +this } }; +o", "const f: any = () => [1, 2].sort(f); f()", "const f: any = () => [1].map(f); f()", "const f: any = () => 'a'.replace('a', f); f()", "const f: any = () => Reflect.construct(f2, []); function f2() { f() }; f()",
		"const p: any = new Proxy({}, { get: (t, k, r) => r[k] }); p.x", "const o: any = { toJSON: () => JSON.stringify(o) }; JSON.stringify(o)", "class A { static [Symbol.hasInstance](x: any): any { return x instanceof A } }; 1 instanceof (A as any)",
		"const f: any = () => JSON.parse('1', f); f()", "const f: any = () => new Map([[1, 1]]).forEach(f); f()", "const f: any = () => Array.from([1], f); f()")...)
	attacks = append(attacks, deep("A152 generators that delegate to themselves", "function* g(): any { yield* g() }; g().next()", "const o: any = { *[Symbol.iterator](): any { yield* o } }; [...o]")...)
	attacks = append(attacks, deep("A155 lists nested deep", "let a: any = []; for (let i = 0; i < 1e4; i++) a = [a]; '' + a", "let a: any = []; for (let i = 0; i < 1e4; i++) a = [a]; a.flat(Infinity)", "let a: any = []; for (let i = 0; i < 1e4; i++) a = [a]; JSON.stringify(a)",
		"let a: any = []; for (let i = 0; i < 1e4; i++) a = [a]; a == 'b'", "let a: any = []; for (let i = 0; i < 1e4; i++) a = [a]; a.toLocaleString()")...)
	attacks = append(attacks, deep("A157 the end of the stack, again and again", "function f() { try { f() } catch { f() } }; for (let i = 0; i < 1000; i++) f()", "function f() { try { f() } finally { f() } }; f()")...)
	attacks = append(attacks,
		attack{name: "A153 a Proxy in its own chain", text: "var p: any = {}\n" + probe("Object.setPrototypeOf(p, new Proxy(p, {}))", "p.__proto__ = new Proxy(p, {})", "Reflect.setPrototypeOf(p, new Proxy(p, {}))",
			"Object.setPrototypeOf(p, Object.create(new Proxy(p, {})))", "'x' in p || p.x || (p.y = 1)"), prints: []string{"TypeError", "TypeError", "TypeError", "TypeError", "1"}},
		attack{name: "A154 long chains", text: `let a: any = {}, b: any = {}, c: any = () => 1; class K {} let k: any = K
			for (let i = 0; i < 2000; i++) { a = new Proxy(a, {}); b = Object.create(b) } for (let i = 0; i < 200; i++) { c = c.bind(null); k = class extends k {} }
			console.log(a.x, b.x, c(), typeof new k)
			` + aCircuit, prints: []string{"undefined undefined 1 object"}},
		attack{name: "A155 the console", text: "let a: any = []; for (let i = 0; i < 1e4; i++) a = [a]; console.log(a)\n" + aCircuit, prints: []string{"[array]"}},
		attack{name: "A156 brackets by the million", text: "JSON.parse('['.repeat(5e6) + ']'.repeat(5e6))", want: circuit.CodeException, says: "limit"},
		attack{name: "A156 objects by the million", text: `JSON.parse('{"a":'.repeat(2e6))`, want: circuit.CodeException, says: "limit"},
	)
	withstand(t, attacks)
}
