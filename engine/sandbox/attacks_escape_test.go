package sandbox

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// outside are names of the browser, of Node, of Go and of hosts in general.
const outside = `['self','window','document','postMessage','fetch','process','require','Deno','Go','fs','importScripts','XMLHttpRequest',
'WebSocket','EventSource','WebTransport','RTCPeerConnection','Worker','SharedWorker','BroadcastChannel','indexedDB','caches','Image',
'navigator','cookieStore','localStorage','sessionStorage','location','WebAssembly','SharedArrayBuffer','Atomics',
'ShadowRealm','Intl','Temporal','chrome','module','exports','global','frames','parent','top','opener']`

func TestAttacksEscape(t *testing.T) {
	walks := []string{
		`""`, `0`, `true`, `1n`, `Symbol()`, `/a/`, `() => 1`, `class {}`, `{}`, "((s) => s)`a`", `new Map`, `Promise.resolve()`, `new Error`, `Math.max`,
		`JSON.parse`, `circuit`, `component`, `bus`, `reg`, `mem`, `And`, `Register({ width: 2 })`, `bit`, `[]`, `new Proxy({}, {})`, `console.log`,
	}
	constructors := make([]string, len(walks))
	for i, w := range walks {
		constructors[i] = "(" + w + " as any).constructor.constructor('return this')()"
	}
	withstand(t, []attack{
		{name: "A001 the constructor of a constructor is closed", text: "[].constructor.constructor('return this')()", want: circuit.CodeDenied},
		{
			name: "A001 no name of a host exists on the global object",
			text: "console.log(" + outside + ".filter((n) => typeof (globalThis as any)[n] !== 'undefined' || n in globalThis).join())\n" + aCircuit, prints: []string{""},
		},
		{name: "A002 the same walk from every kind of value", text: probe(constructors...), prints: same("TypeError", len(walks))},
		{
			name: "A003 constructors of all kinds of functions", text: probe(
				"(async () => {}).constructor('return 1')", "(function* () {} as any).constructor('yield 1')", "Reflect.construct(Function, ['return 1'])",
				"Function.apply(null, ['return 1'])", "new (Function as any)('return 1')", "Function('return 1')", "Function.prototype.constructor('1')",
				"new (class extends (Function as any) { constructor() { super('return 1') } })"),
			prints: same("TypeError", 8),
		},
		{name: "A003 an uncaught one is denied in words", text: "Reflect.construct(Function, ['return 1'])", want: circuit.CodeDenied, says: "cannot run text as code"},
		{
			name: "A004 eval in every spelling", text: probe(
				"eval('1')", "(0, eval)('1')", "eval?.('1')", "(globalThis as any)['ev' + 'al']('1')", "[eval][0]('1')", "Reflect.apply(eval, null, ['1'])",
				"(globalThis as any).setTimeout('1')", "eval.call(null, '1')"),
			prints: same("TypeError", 8),
		},
		{name: "A004 eval is denied in words", text: "eval('1')", want: circuit.CodeDenied},
		{
			name: "A005 the constructor of async generators", text: probe("Object.getPrototypeOf(async function* f() {}).constructor('yield 1')"),
			prints: []string{"TypeError"},
		},
		{
			name: "A009 errors of the language carry a text and nothing of the engine", text: `
				for (const f of [() => bus(-1), () => (circuit as any)(1), () => reg(0), () => mem(0, 1), () => And.nothing.x] as any[])
					try { f() } catch (e) {
						console.log(Object.getOwnPropertyNames(e).sort().join(), (e as any).cause, (e as any).value,
							/simten|goroutine|\.go\b|\/(root|home|tmp|usr)\//.test((e as any).stack + e), [Error, TypeError].includes((e as any).constructor))
					}
				` + aCircuit,
			prints: same("message,stack undefined undefined false true", 5),
		},
		{name: "A010 the stack's end cannot be caught", text: "function f() { f() }\ntry { f() } catch (e) { console.log('caught') } finally { console.log('finally') }", want: circuit.CodeException, says: "800 levels", prints: []string{}},
		{
			name: "A011 a Proxy as the list of connections is asked nothing", text: `let leak: any
				circuit('A', { outputs: { y: bit }, connect: () => new Proxy([], { get(t: any, k) { if (k === 'map' || k === 'forEach') return (f: any) => { leak = f }; return t[k] } }) })`,
			want: circuit.CodeBadConnect,
		},
		{
			name: "A012 a thenable is a plain object", text: `let leak = 0; const t = (y: any) => ({ y, then(f: any) { leak = 1; f(1) } })
				circuit('A', { outputs: { y: bit }, connect: () => t(1) as any }); console.log(leak)`,
			want: circuit.CodeBadConnect, prints: []string{"0"},
		},
		{
			name: "A012 a thenable from eval and onTick", text: `const t = (o: any) => ({ ...o, then() { throw new Error('called') } })
				circuit('A', { outputs: { y: bit }, state: { s: reg(4) }, eval: ({ s }) => t({ y: s & 1 }), onTick: ({ s }) => t({ s: s + 1 }) })`, runs: true,
		},
		{
			name: "A013 no depth of bind leads out", text: `let f: any = circuit
				for (let i = 0; i < 400; i++) f = f.bind()
				const k = String.fromCharCode(99, 111, 110, 115, 116, 114, 117, 99, 116, 111, 114)
				console.log(f[k] === Function); f[k]('return 1')`, want: circuit.CodeDenied, prints: []string{"true"},
		},
		{
			name: "A014 destructuring of what every function has", text: `const { constructor: C, prototype: P, __proto__: Q } = circuit as any
				console.log(C === Function, P, Q === Function.prototype || typeof Q); C('return 1')`, want: circuit.CodeDenied, prints: []string{"true undefined true"},
		},
		{
			name: "A015 keys by coercion find the same closed constructor", text: probe(
				"({} as any)[['constructor'] as any].constructor('1')", "(circuit as any)[[['constructor']] as any]('1')",
				"(circuit as any)[{ toString() { return 'constructor' } } as any]('1')", "(circuit as any)[`constructor`]('1')", "(circuit as any)[(0, 'constructor')]('1')",
				"(circuit as any)['' || 'constructor']('1')"),
			prints: same("TypeError", 6),
		},
		{
			name: "A016 a key is coerced once", text: `let n = 0; const key = { toString() { return n++ ? 'constructor' : 'safe' } }
				console.log(({ safe: 1 } as any)[key], n)
				circuit('A', { outputs: { [key as any]: bit }, eval: () => ({ constructor: 1 }) }); console.log(n)`, prints: []string{"1 1", "2"}, runs: true,
		},
		{
			name: "A017 values with every hook are printed as texts", text: `
				const v = { [Symbol.for('nodejs.util.inspect.custom')]() { throw 1 }, [Symbol.toStringTag]: 'x', toJSON() { return { seen: 1 } }, toString() { throw 2 } }
				console.log(v, [v], Symbol('s')); throw v`, want: circuit.CodeException, prints: []string{`{"seen":1} [{"seen":1}] s`},
		},
		{
			name: "A018 stacks are bounded and name the file only", text: `
				(Error as any).prepareStackTrace = (e: any, s: any) => s; (Error as any).stackTraceLimit = 1e9
				const deep = (n: number): any => n ? deep(n - 1) : new Error('x').stack
				const s = deep(600)
				console.log(typeof s, s.split('\n').length < 1000, /^(Error: x|\s+at ([\w.]+ \()?(circuit\.ts:|<?native)[^/]*|)$/.test(s.split('\n')[1]), typeof (Error as any).captureStackTrace)
				` + aCircuit,
			prints: []string{"string true true undefined"},
		},
		{name: "A019 an error whose name and message are traps", text: "var e: any = new Error; e.name = Symbol(); e.message = { toString() { throw 1 } }; throw e", want: circuit.CodeException},
		{name: "A020 a thrown object with an endless message", text: "throw { get message() { for (;;); } }", want: circuit.CodeTimeLimit},
		{name: "A020 a thrown object with an endless toString", text: "throw { toString() { for (;;); } }", want: circuit.CodeTimeLimit},
		{name: "A020 a thrown Proxy that answers nothing", text: "throw new Proxy({}, { get() { for (;;); } })", want: circuit.CodeException},
		{name: "A020 an error with an endless message", text: "const e = new Error('x'); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e", want: circuit.CodeTimeLimit},
		{
			name: "A020 the same from a lambda", text: "circuit('A', { outputs: { y: bit }, eval: () => { throw { toString() { for (;;); } } } })",
			want: circuit.CodeLambdaTime, runs: true,
		},
		{
			name: "A021 callers are invisible", text: probe(
				"(function () { return arguments.callee })()", "(function f() { return (f as any).caller })()", "(function f() { return (f as any).arguments })()"),
			prints: []string{"TypeError", "TypeError", "TypeError"},
		},
		{
			name: "A022 lists of a class of one's own are read by index", text: `const victim: any[] = []
				class L extends Array { static get [Symbol.species]() { return function () { return victim } as any } }
				circuit('A', { inputs: { a: bit }, outputs: { y: bit }, connect: ({ inputs, outputs }) => { const l: any = new L; l[0] = inputs.a.to(outputs.y); return l } })
				console.log(victim.length)`, prints: []string{"0"}, runs: true,
		},
		{
			name: "A023 nothing can be put under all objects and arrays", text: probe(
				"Object.defineProperty(Object.prototype, 'nodeId', { set() { console.log('asked') } })", "(Object.prototype as any).source = 1",
				"Object.defineProperty(Array.prototype, 0, { set() { console.log('asked') } })", "(Array.prototype as any)[1] = 1",
				"(Object.prototype as any).__defineGetter__('targets', () => console.log('asked'))") + knownGood, prints: append(same("TypeError", 5), good...), runs: true,
		},
		{
			name: "A024 built-in functions that the library uses cannot be replaced", text: probe(
				"Array.prototype.map = 1 as any", "Array.prototype.push = 1 as any", "Array.prototype.join = 1 as any", "Object.entries = 1 as any", "Object.keys = 1 as any",
				"Map.prototype.get = 1 as any", "Map.prototype.set = 1 as any", "JSON.stringify = 1 as any", "Function.prototype.call = 1 as any", "Function.prototype.apply = 1 as any",
				"(globalThis as any).Object = null", "(globalThis as any).Map = null", "(globalThis as any).Math = {}",
				"Object.defineProperty(Array.prototype, 'flatMap', { value: 1 })", "Array.from = 1 as any") + knownGood, prints: append(same("TypeError", 15), good...), runs: true,
		},
		{
			name: "A025 descriptors cannot be polluted", text: probe(
				"(Object.prototype as any).get = () => 1", "(Object.prototype as any).has = 1", "(Object.prototype as any).value = 1", "(Object.prototype as any).writable = true",
				"(Object.prototype as any).enumerable = true") + knownGood, prints: append(same("TypeError", 5), good...), runs: true,
		},
		{name: "A026 text that closes what may be around it", text: "} console.log('out'); {", want: circuit.CodeSyntax, prints: nil},
		{name: "A026 the same with parentheses", text: "})(); console.log('out'); (() => {", want: circuit.CodeSyntax},
		{name: "A026 the same for the fuel", text: "});})();console.log('out');(function(){(()=>{", want: circuit.CodeSyntax},
		{
			name: "A027 nothing of the engine is in the guest's world", text: probe(
				"['__collector', '__origCircuit', '__t', '__safe_for', '__bind', '__simten_function', '__simten_refill', '__simten_bound', '__simten_execute', '$0F', '$0R', '$0B', '$0H', 'std', 'exports', 'module', 'require_stdin'].filter((n) => n in globalThis).join()",
				"typeof (globalThis as any)['$' + '0F']"), prints: []string{"", "undefined"},
		},
		{
			name: "A028 names that are replaced, are replaced for this program only", text: `(globalThis as any).And = null; (globalThis as any).circuit = 1
				Object.defineProperty(globalThis, 'bus', { get() { return null } }); console.log(And, circuit, bus)`, want: circuit.CodeNoCircuits, prints: []string{"null 1 null"},
		},
		{
			name: "A029 functions of the language with forged receivers", text: probe(
				"(circuit as any).call(null)", "new (circuit as any)('x')", "new (bus as any)(3)",
				"circuit('B', { inputs: { a: bit }, outputs: { y: bit }, connect: ({ inputs, outputs }: any) => [inputs.a.to.apply({}, [])] })",
				"Reflect.apply(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(And({})), 'circuit')!.get!, Proxy, [])", "Map.prototype.get.call(bit as any, 1)"),
			want: circuit.CodeBadConnect, prints: []string{"TypeError", "TypeError", "TypeError", "[object Function]", "undefined", "TypeError"},
		},
		{name: "A031 a revoked Proxy as a config", text: "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); circuit('A', proxy as any)", want: circuit.CodeException, says: "revoked"},
		{
			name: "A033 connections after connect", text: `let keep: any
				circuit('A', { inputs: { a: bit }, outputs: { y: bit }, connect: (x: any) => { keep = x; return [x.inputs.a.to(x.outputs.y)] } })
				keep.inputs.a.to(keep.outputs.y)`, want: circuit.CodeException, says: "after connect",
		},
		{
			name: "A033 connections from eval", text: `let keep: any
				circuit('A', { inputs: { a: bit }, outputs: { y: bit }, connect: (x: any) => { keep = x; return [x.inputs.a.to(x.outputs.y)] } })
				circuit('B', { outputs: { y: bit }, eval: () => { keep.inputs.a.to(keep.outputs.y); return { y: 1 } } })`, want: circuit.CodeLambdaThrew, says: "after connect", runs: true,
		},
		{name: "A034 globals of newer engines are absent", text: "console.log(" + outside + ".filter((n) => typeof (globalThis as any)[n] !== 'undefined').join())\n" + aCircuit, prints: []string{""}},
		{name: "A035 with is refused", text: "with (globalThis) { x = 1 }", want: circuit.CodeSyntax},
		{name: "A035 undeclared names cannot be assigned", text: "undeclared = 5", want: circuit.CodeUnknownName},
		{name: "A035 this is undefined in functions", text: probe("(function (this: any) { return this })()"), prints: []string{"undefined"}},
		{name: "A036 debugger does nothing", text: "debugger; a: for (let i = 0; i < 3; i++) { debugger; continue a }\n" + aCircuit},
		{
			name: "A037 the text of native functions", text: probe(
				"circuit.toString()", "Math.max.toString()", "Function.prototype.toString.call(bus)", "And.toString()", "[].map.toString()", "JSON.stringify.toString()",
				"(console.log as any).toString()", "circuit.name + bus.name + eval.name"),
			prints: []string{
				"function circuit() { [native code] }", "function max() { [native code] }", "function bus() { [native code] }", "[object Function]",
				"function map() { [native code] }", "function stringify() { [native code] }", "function log() { [native code] }", "circuitbuseval",
			},
		},
	})
}

// good is what knownGood prints.
var good = []string{"undefined undefined undefined 2 [1] 1,2,3 1767225600000 0.6046602879796196"}

// The names of the global object are a committed list; a new one is a decision.
func TestAttackGlobalNames_A006(t *testing.T) {
	text := `const library = new Set(LIBRARY)
		console.log(Reflect.ownKeys(globalThis).map(String).filter((n) => !library.has(n)).sort().join(' '))
		` + aCircuit
	c := compile(t, "const LIBRARY = ["+strings.Join(quotedAll(compile(t, aCircuit).realm.LibraryNames()), ",")+"]\n"+text)
	require.Equal(t, []string{strings.Join(strings.Fields(globalNames), " ")}, c.Console)
}

const globalNames = `AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date DisposableStack Error EvalError FinalizationRegistry
	Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String
	SuppressedError Symbol Symbol(Symbol.toStringTag) SyntaxError TextDecoder TextEncoder TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet atob btoa clearImmediate clearInterval
	clearTimeout console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt performance queueMicrotask setImmediate setInterval
	setTimeout structuredClone undefined unescape`

func quotedAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = fmt.Sprintf("%q", s)
	}
	return out
}

// Everything that user code can reach is a JavaScript object of this world: functions are its own or
// natives whose text names nothing of Go, and no object reflects one of Go.
func TestAttackObjectGraph_A007(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: graphWalk + `
		const Latch = circuit('Latch', { inputs: { d: bus(8) }, outputs: { q: bus(8) }, state: { m: mem(4, 8), r: reg(8) },
			eval: (x) => { walk('eval', x); return { q: x.r } }, onTick: (x) => { walk('onTick', x); x.m[0] = 1; return { m: x.m, r: x.d } } })
		const F: any = circuit('F', (options: any) => { walk('options', options); return { outputs: { y: bit }, eval: (x) => { walk('eval of F', x); return { y: 1 } } } })
		circuit('Top', { inputs: { d: bus(8) }, outputs: { q: bus(8), y: bit }, nodes: { l: Latch, f: F({ a: [1, { b: 2 }], c: new Map([[1, 2]]) }), list: [And, Or()] },
			connect: (x) => { walk('connect', x); const w = x.inputs.d.to(x.nodes.l.d); walk('wire', w)
				return [w, x.nodes.l.q.to(x.outputs.q), x.nodes.f.y.to(x.outputs.y)] } })
		for (const [name, v] of Object.entries({ globalThis, Latch, F, made: F({}), And, Register: Register({ width: 4 }), bus: bus(3), reg: reg(3), mem: mem(4, 4) })) walk(name, v)
		try { bus(-1) } catch (e) { walk('error', e) }
		console.log(found.join() || 'nothing', seen.size > 500)`, Grants: circuit.AllGrants()}, Limits{})
	require.NoError(t, err)
	require.Nil(t, firstError(c))
	require.Equal(t, []string{"nothing true"}, c.Console)
	require.Nil(t, stepError(t, c))
}

// graphWalk defines walk(), which looks at all that can be reached from a value and notes what it should
// not find.
const graphWalk = `
const seen = new Set<any>(), found: string[] = []
function walk(from: string, root: any) {
	const queue: any[] = [[root, 0]]
	while (queue.length) {
		const [o, depth] = queue.pop()
		if (o === null || (typeof o !== 'object' && typeof o !== 'function') || seen.has(o)) continue
		seen.add(o)
		if (typeof o === 'function') {
			const text = Function.prototype.toString.call(o)
			if (/native code|\[object/.test(text) ? !/^function [\w$. \[\]]*\(\) \{ \[native code\] \}$/.test(text) || /simten|\*/.test(text) : false) found.push(from + ': ' + text)
		}
		if (depth > 8) continue
		for (const key of Reflect.ownKeys(o)) {
			const d = Reflect.getOwnPropertyDescriptor(o, key)!
			if (typeof key === 'string' && /^[A-Z]/.test(key) && from !== 'globalThis' && from !== 'eval' && from !== 'kept' && typeof d.value === 'function' && Object.getPrototypeOf(o) === Object.prototype) found.push(from + ': method ' + String(key))
			queue.push([d.value, depth + 1], [d.get, depth + 1], [d.set, depth + 1])
			if (d.get) try { queue.push([o[key as any], depth + 1]) } catch {}
		}
		queue.push([Object.getPrototypeOf(o), depth + 1])
	}
}
`

// Objects that the language hands out can be changed in the guest's world, and none of the changes comes back.
func TestAttackWritesToHandedOutValues_A008(t *testing.T) {
	clean := compile(t, knownGood)
	c := compile(t, `
		for (const v of [And, Register({ width: 8 }), bus(8), reg(3), mem(4, 4, new Map([[0, 1]])), Adder.circuit, Adder({ width: 8 }).circuit, Adder({ width: 8 })._dependencies] as any[])
			for (const f of [() => { v.hacked = 1 }, () => { v.__proto__ = null }, () => Object.setPrototypeOf(v, { name: 'x' }), () => delete v.name, () => { v.name = 'x' },
				() => { v.inputs.length = 0 }, () => { v.nodes[0].componentRef = 'Or' }]) try { f() } catch {}
		`+knownGood)
	require.Nil(t, firstError(c))
	require.JSONEq(t, withoutPlaces(t, clean.Circuit), withoutPlaces(t, c.Circuit))
	pristine(t)
}

// withoutPlaces is the IR of a circuit without definition numbers.
func withoutPlaces(t *testing.T, c *circuit.Circuit) string {
	t.Helper()
	return asJSON(t, c)
}

// No value makes a function of the language panic or hang, in any position.
func TestAttackOddArguments_A030(t *testing.T) {
	c, err := Compile(context.Background(), Source{Text: `
		const { proxy, revoke } = Proxy.revocable({}, {}); revoke()
		const cyclic: any = {}; cyclic.o = cyclic
		const odd: any[] = [undefined, null, NaN, -0, 2 ** 53, 1n, Symbol(), '', proxy, () => 1, cyclic, [, 1], 'x'.repeat(1e5), new Date(NaN), -1, {}, [], true, 1e308]
		let calls = 0, wrong: string[] = []
		const check = (name: string, f: () => any) => { calls++; try { f() } catch (e) { if (!(e instanceof Error)) wrong.push(name) } }
		const functions: any = { circuit, component, bus, reg, mem, And, Register, ROM, Mux, Constant, Switch }
		for (const [name, f] of Object.entries(functions) as any) for (const a of odd) for (const b of odd) { check(name, () => f(a, b)); }
		for (const a of odd) for (const b of odd) {
			check('config', () => circuit('A' + calls, { inputs: a, outputs: b }))
			check('config', () => circuit('A' + calls, { nodes: a, connect: b }))
			check('config', () => circuit('A' + calls, { state: a, eval: b, onTick: a, meta: b }))
			check('ports', () => circuit('A' + calls, { inputs: { a }, outputs: { b }, state: { s: a, t: reg(3, b) }, nodes: { a, b } }))
			check('to', () => circuit('A' + calls, { inputs: { a: bit }, outputs: { y: bit }, connect: ({ inputs }) => [inputs.a.to(a, b)] }))
			check('connect', () => circuit('A' + calls, { outputs: { y: bit }, connect: () => [a, b] as any }))
			check('options', () => ROM({ memory: [a, b] })); check('options', () => Constant({ value: a, width: b } as any))
		}
		console.log(calls, wrong.join())`, Grants: circuit.AllGrants()}, Limits{Steps: 10_000_000})
	require.NoError(t, err)
	require.NotEmpty(t, c.Diagnostics)
	for _, d := range c.Diagnostics {
		require.NotEqual(t, circuit.CodeTimeLimit, d.Code, d.Message)
		require.NotContains(t, d.Message, "interpreter")
	}
	require.Equal(t, []string{"6859 "}, c.Console)
	pristine(t)
}

// A program never sees what an earlier one made: each has a world of its own.
func TestAttackKeptValues_A032_A049(t *testing.T) {
	const hide = `const secret = 'secret-4711'
		for (const o of [globalThis, And, circuit, Object, Math, JSON, Symbol, Map, Function, Date, Promise, console, bit, Error.prototype, Object.prototype, Array.prototype] as any[])
			try { o.kept = secret } catch {}
		try { (globalThis as any)[Symbol.for('kept')] = secret } catch {}
		` + aCircuit
	const search = graphWalk + `walk('globalThis', globalThis); walk('And', And)
		console.log([...seen].filter((o) => { try { return o.kept !== undefined || o[Symbol.for('kept')] !== undefined } catch { return false } }).length)
		` + aCircuit
	for range 20 {
		require.Nil(t, firstError(compile(t, hide)))
		require.Equal(t, []string{"0"}, compile(t, search).Console)
	}
}
