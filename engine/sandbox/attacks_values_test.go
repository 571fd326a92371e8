package sandbox

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

func TestAttacksLeftovers(t *testing.T) {
	withstand(t, []attack{
		{name: "A039 Object.prototype takes nothing", text: probe("(Object.prototype as any).p = 1", "({} as any).p"), prints: []string{"TypeError", "undefined"}},
		{
			name: "A040 what one program replaces, the next does not see", text: `(globalThis as any).leak = 1; (Math as any).random = () => 4; (globalThis as any).Date = null
				try { (JSON as any).parse = null } catch {} try { Array.prototype.push = (() => 9) as any } catch {}
				` + aCircuit,
		},
		{
			name: "A041 accessors of the prototype", text: probe("({} as any).__proto__.polluted = 1", "({} as any)['__proto__'].polluted = 1", "({} as any).__defineGetter__('x', () => 7)",
				"typeof ({} as any).__lookupGetter__", "Object.prototype.__defineSetter__('q', () => 1)", "({} as any).polluted"),
			prints: []string{"TypeError", "TypeError", "TypeError", "undefined", "TypeError", "undefined"},
		},
		{
			name: "A042 frozen prototypes", text: "Object.freeze(Object.prototype); Object.freeze(Function.prototype); Object.preventExtensions(Array.prototype)\n" +
				"try { Object.setPrototypeOf(Object.prototype, {}) } catch (e) { console.log((e as any).name) }\n" + knownGood, prints: append([]string{"TypeError"}, good...), runs: true,
		},
		{
			name: "A043 an own key __proto__ in data", text: `const data = JSON.parse('{"__proto__":{"admin":1},"n":2}')
				console.log(Object.keys(data).join(), ({} as any).admin)
				circuit('A', { outputs: { y: bit }, nodes: { c: Constant({ value: 1, ...data, data } as any) }, meta: data, connect: ({ outputs, nodes }) => [nodes.c.out.to(outputs.y)] })`,
			prints: []string{"__proto__,n undefined"}, runs: true,
		},
		{
			name: "A044 options with a path to the prototype", text: `const c: any = Constant({ value: 1, constructor: { prototype: { x: 1 } } } as any)
				console.log(({} as any).x, (Constant({ value: 1 }) as any).x)
				circuit('A', { outputs: { y: bit }, nodes: { c }, connect: ({ outputs, nodes }) => [nodes.c.out.to(outputs.y)] })`, prints: []string{"undefined undefined"}, runs: true,
		},
		{name: "A045 then under all objects", text: probe("(Object.prototype as any).then = () => 1"), prints: []string{"TypeError"}},
		{name: "A046 fields of messages under all objects", text: probe("(Object.prototype as any).type = 'compiled'", "(Object.prototype as any).id = 'sb-1'"), prints: same("TypeError", 2)},
		{
			name: "A047 iteration is the realm's own", text: probe("Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 } as any") + knownGood,
			prints: append([]string{"TypeError"}, good...), runs: true,
		},
		{name: "A047 an endless iterator of a Map given as memory", text: "const m: any = new Map; m[Symbol.iterator] = function* () { for (;;) yield [1, 1] }; circuit('A', { outputs: { y: bit }, state: { m }, eval: () => ({ y: 1 }), onTick: () => ({}) })", want: circuit.CodeTimeLimit},
	})
}

// A lambda that pollutes at run time does so in its own circuit's world.
func TestAttackPollutionAtRunTime_A048(t *testing.T) {
	bad := compile(t, `circuit('Bad', { outputs: { y: bit }, state: { n: reg(8) }, eval: ({ n }) => { if (n === 3) { (globalThis as any).q = 1; (Math as any).abs = () => 7 } return { y: 1 } }, onTick: ({ n }) => ({ n: n + 1 }) })`)
	watch := `circuit('Good', { outputs: { seen: bit, abs: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ seen: typeof (globalThis as any).q === 'undefined' ? 0 : 1, abs: Math.abs(-5) + n - n }), onTick: ({ n }) => ({ n: n + 1 }) })`
	c := compile(t, watch)
	evil, err := bad.NewMachineOn(context.Background(), Closures)
	require.NoError(t, err)
	m, err := c.NewMachineOn(context.Background(), Closures)
	require.NoError(t, err)
	for range 8 {
		_, err = evil.Step(context.Background(), 1)
		require.NoError(t, err)
		_, err = m.Step(context.Background(), 1)
		require.NoError(t, err)
		require.Zero(t, get(t, c, m, "seen"))
		require.Equal(t, uint64(5), get(t, c, m, "abs"))
	}
}

// Nothing is cached by name: the same circuit with another lambda is another circuit.
func TestAttackSecondLambdaOfOneName_A050(t *testing.T) {
	for _, want := range []uint64{1, 2, 1, 3} {
		c, m := build(t, "circuit('A', { outputs: { y: bus(8) }, eval: () => ({ y: "+string(rune('0'+want))+" }) })")
		require.Equal(t, want, get(t, c, m, "y"))
	}
}

func TestAttacksValues(t *testing.T) {
	lambda := func(value string) string {
		return "circuit('A', { outputs: { y: bus(8) }, eval: () => (" + value + ") as any })"
	}
	withstand(t, []attack{
		{name: "A051 a getter that throws", text: "circuit('A', { outputs: { get a() { throw 1 } }, eval: () => ({}) } as any)", want: circuit.CodeException},
		{name: "A052 an endless getter", text: "circuit('A', { get outputs() { for (;;); } } as any)", want: circuit.CodeTimeLimit},
		{name: "A052 an endless toJSON on the console", text: "console.log({ toJSON() { for (;;); } })", want: circuit.CodeTimeLimit},
		{name: "A052 an endless get of a Proxy", text: "circuit('A', new Proxy({}, { get() { for (;;); } }))", want: circuit.CodeTimeLimit},
		{name: "A052 endless keys of a Proxy", text: "circuit('A', { outputs: new Proxy({}, { ownKeys() { for (;;); } }) as any })", want: circuit.CodeTimeLimit},
		{name: "A052 endless descriptors of a Proxy", text: "circuit('A', { outputs: new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor() { for (;;); } }) as any })", want: circuit.CodeTimeLimit},
		{
			name: "A053 a getter is read once", text: `let n = 0
				circuit('A', { outputs: { get y() { n++; return bus(n) } } as any, eval: () => ({ y: 1 }) }); console.log(n)`, prints: []string{"1"}, runs: true,
		},
		{
			name: "A053 an output of eval is read once", text: "let n = 0; circuit('A', { outputs: { y: bus(8) }, eval: () => ({ get y() { if (n++) throw new Error('twice'); return 1 } }) })",
			want: circuit.CodeLambdaThrew, says: "twice", runs: true,
		},
		{
			name: "A054 a list that grows while it is read", text: `const a: any = [1, 2, 3]
				Object.defineProperty(a, 1, { get() { for (let i = 0; i < 1e4; i++) a.push(1); return 1 } })
				circuit('A', { outputs: { y: bit }, connect: () => a }); console.log(a.length)`, want: circuit.CodeBadConnect, prints: []string{"10003"},
		},
		{name: "A055 a Proxy with the largest length", text: "circuit('A', { outputs: { y: bit }, connect: () => new Proxy([], { get: (t, k) => k === 'length' ? 2 ** 53 - 1 : undefined }) as any })", want: circuit.CodeBadConnect},
		{name: "A055 a list of the largest length as connections", text: "const a: any[] = []; a.length = 4294967295; circuit('A', { outputs: { y: bit }, connect: () => a })", want: circuit.CodeException, says: "limit"},
		{name: "A055 a list of the largest length as nodes", text: "const a: any[] = []; a.length = 4294967295; circuit('A', { outputs: { y: bit }, nodes: { n: a } })", want: circuit.CodeException, says: "limit"},
		{name: "A055 a list of the largest length as option", text: "const a: any[] = []; a.length = 4294967295; ROM({ memory: a } as any)", want: circuit.CodeException, says: "limit"},
		{name: "A056 keys of a Proxy twice", text: "circuit('A', { outputs: new Proxy({}, { ownKeys: () => ['a', 'a'] }) as any })", want: circuit.CodeException, says: "duplicate"},
		{name: "A056 keys of a Proxy that are no names", text: "circuit('A', { outputs: new Proxy({}, { ownKeys: () => [1, {}] as any }) as any })", want: circuit.CodeException, says: "property name"},
		{name: "A056 too many keys of a Proxy", text: "circuit('A', { outputs: new Proxy({}, { ownKeys: () => Array.from({ length: 1e7 }, (_, i) => 'k' + i) }) as any })", want: circuit.CodeException, says: "limit"},
		{
			name: "A057 only numbers are widths", text: `let called = 0
				for (const w of [{ valueOf() { called++; return 8 } }, { [Symbol.toPrimitive]() { called++; return 8 } }, '8', [8], 8n, new Number(8), true, null, Symbol()] as any[])
					try { bus(w); console.log('accepted') } catch (e) { console.log((e as any).message.slice(0, 38)) }
				console.log(called)
				` + aCircuit, prints: append(same("Bus width must be a positive integer, ", 9), "0"),
		},
		{
			name: "A058 symbols are no ports and tags are no types", text: `
				circuit('A', { outputs: { y: bit, [Symbol('q')]: bit } as any, nodes: {}, eval: () => ({ y: 1 }) })
				circuit('B', { outputs: { y: bit }, connect: () => ({ [Symbol.toStringTag]: 'Array', [Symbol.isConcatSpreadable]: true, length: 1 }) as any })`, want: circuit.CodeBadConnect,
		},
		{
			name: "A059 objects of every kind as a config", text: `class C { #x = 1; y = this.#x }
				for (const v of [new C, new Map, new Set, new Uint8Array(2), /a/, new Date(0), Promise.resolve(1), (function* () {})(), new String('x'), Object.create(null)] as any[]) circuit('A' + Math.random(), v)`,
		},
		{name: "A059 what is no object is told", text: "circuit('A', Symbol('s') as any)", want: circuit.CodeException, says: "expects an object"},
		{name: "A060 throw an object with a message", text: "throw { message: 'mine' }", want: circuit.CodeException, says: "mine"},
		{name: "A060 throw an empty object", text: "throw {}", want: circuit.CodeException, says: "an object without a message"},
		{name: "A060 throw null", text: "throw null", want: circuit.CodeException, says: "null"},
		{name: "A060 throw undefined", text: "throw undefined", want: circuit.CodeException, says: "undefined"},
		{name: "A060 throw a symbol", text: "throw Symbol('s')", want: circuit.CodeException, says: "s"},
		{name: "A060 throw a bigint", text: "throw 1n", want: circuit.CodeException, says: "1"},
		{name: "A060 throw minus zero", text: "throw -0", want: circuit.CodeException, says: "0"},
		{name: "A060 throw a function", text: "throw function () {}", want: circuit.CodeException, says: "a function"},
		{name: "A061 an error of many megabytes", text: "throw new Error('x'.repeat(3e7))", want: circuit.CodeException, says: "…"},
		{name: "A062 a long chain of causes", text: "let e = new Error('first'); for (let i = 0; i < 5e4; i++) e = new Error('e', { cause: e }); throw e", want: circuit.CodeException, says: "e"},
		{name: "A062 a circular cause", text: "const e: any = new Error('last'); e.cause = e; throw new AggregateError([e, e], 'many')", want: circuit.CodeException, says: "many"},
		{name: "A063 connections from an endless generator", text: "circuit('A', { outputs: { y: bit }, connect: () => (function* () { for (;;) yield 1 })() as any })", want: circuit.CodeBadConnect},
		{name: "A063 connections with holes", text: "circuit('A', { outputs: { y: bit }, connect: () => [, ,] as any })", want: circuit.CodeBadConnect, says: "Entry 0"},
		{name: "A063 connections as a text", text: "circuit('A', { outputs: { y: bit }, connect: () => 'ab' as any })", want: circuit.CodeBadConnect, says: "string"},
		{name: "A063 connections as a Map", text: "circuit('A', { outputs: { y: bit }, connect: () => new Map as any })", want: circuit.CodeBadConnect},
		{name: "A063 connections in lists of lists", text: "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, connect: ({ inputs, outputs }) => [[inputs.a.to(outputs.y)]] as any })", want: circuit.CodeBadConnect, says: "Spread it"},
		{name: "A063 one connection twice", text: "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, connect: ({ inputs, outputs }) => { const w = inputs.a.to(outputs.y); return [w, w] } })", runs: true},
		{name: "A063 ten million connections", text: "circuit('A', { outputs: { y: bit }, connect: () => { const a: any[] = []; a.length = 1e7; return a } })", want: circuit.CodeException, says: "10,000,000"},
		{name: "A064 eval gives an endless Proxy", text: lambda("new Proxy({}, { get() { for (;;); } })"), want: circuit.CodeLambdaTime, runs: true},
		{name: "A064 eval gives outputs on the prototype only", text: lambda("Object.create({ y: 5 })"), runs: true},
		{name: "A064 eval gives a promise", text: lambda("Promise.resolve({ y: 1 })"), runs: true},
		{name: "A064 eval gives what is no number", text: lambda("{ y: Symbol('x') }"), want: circuit.CodeLambdaThrew, runs: true},
		{name: "A064 eval gives nothing", text: lambda("undefined"), want: circuit.CodeLambdaResult, says: "undefined", runs: true},
		{name: "A064 eval gives a number", text: lambda("7"), want: circuit.CodeLambdaResult, says: "number", runs: true},
		{name: "A064 eval gives a list", text: lambda("[1]"), want: circuit.CodeLambdaResult, says: "array", runs: true},
		{name: "A064 eval gives a function", text: lambda("() => ({ y: 1 })"), want: circuit.CodeLambdaResult, says: "function", runs: true},
		{name: "A064 onTick gives a list", text: "circuit('A', { outputs: { y: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => [n + 1] as any })", want: circuit.CodeLambdaResult, says: "onTick of A returned array", runs: true},
		{name: "A064 a value with an endless valueOf", text: lambda("{ y: { valueOf() { for (;;); } } }"), want: circuit.CodeLambdaTime, runs: true},
		{
			name: "A067 name and text of callbacks are not asked", text: `const f = () => ({ y: 1 })
				for (const k of ['name', 'toString', 'length']) Object.defineProperty(f, k, { get() { for (;;); } })
				circuit('A', { outputs: { y: bit }, eval: f })`, runs: true,
		},
		{name: "A068 a value that is shared", text: "const a = { x: [1] }; console.log([a, a], { a, b: a })\n" + aCircuit, prints: []string{`[{"x":[1]},{"x":[1]}] {"a":{"x":[1]},"b":{"x":[1]}}`}},
	})
}

// Values that do not fit are masked by the documented rule, on every backend, and told.
func TestAttackOutputsThatDoNotFit_A064(t *testing.T) {
	for value, want := range map[string]uint64{"NaN": 0, "-1": 255, "2 ** 40 + 3": 3, "'7'": 7, "Infinity": 0, "1e300": 0, "-0": 0, "true": 1, "2n ** 70n + 5n": 5} {
		c := compile(t, "circuit('A', { outputs: { y: bus(8) }, eval: () => ({ y: ("+value+") as any }) })")
		for _, backend := range []Backend{Closures, Interpreter, WebAssembly} {
			m, err := c.NewMachineOn(context.Background(), backend)
			require.NoError(t, err)
			require.Equal(t, want, get(t, c, m, "y"), "%s on %s", value, backend)
		}
	}
}

// The argument of a lambda is made for each call.
func TestAttackMutatedInputs_A065(t *testing.T) {
	b := start(t, `let kept: any
		const Evil = circuit('Evil', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: (x: any) => { if (kept) kept.a = 99; kept = x; const y = x.a; x.a = 77; x.constructor = 1; return { y } } })
		circuit('Top', { inputs: { a: bus(8) }, outputs: { p: bus(8), q: bus(8) }, nodes: { e: Evil, f: Evil, n: Not({ width: 8 }) },
			connect: ({ inputs, outputs, nodes }) => [inputs.a.to(nodes.e.a, nodes.f.a), nodes.e.y.to(outputs.p), nodes.f.y.to(outputs.q)] })`)
	for _, v := range []uint64{5, 6, 7} {
		b.set(map[string]uint64{"a": v}).expect("p", v).expect("q", v)
	}
}

// State outside the registers is no state: after a restore the registers are what they were.
func TestAttackStateInClosures_A066(t *testing.T) {
	c, m := build(t, `let hidden = 0
		circuit('A', { outputs: { y: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => { hidden++; return { n: n + 1 } } })`)
	_, err := m.Step(context.Background(), 3)
	require.NoError(t, err)
	snapshot, err := m.Snapshot()
	require.NoError(t, err)
	for range 2 {
		_, err = m.Step(context.Background(), 4)
		require.NoError(t, err)
		require.Equal(t, uint64(7), get(t, c, m, "y"))
		require.NoError(t, m.Restore(context.Background(), snapshot))
	}
	require.NotEmpty(t, compile(t, `let hidden = 0
		circuit('A', { outputs: { y: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => { hidden++; return { n: n + 1 } } })`).Diagnostics, "and the variable is told")
}

func TestAttacksJSON(t *testing.T) {
	const dag = "let a: any = 1; for (let i = 0; i < 40; i++) a = [a, a]\n"
	const huge = "const a: any[] = []; a.length = 4294967295\n"
	withstand(t, []attack{
		{name: "A069 circular data as an option", text: "const o: any = { value: 1 }; o.o = o; circuit('A', { outputs: { y: bit }, nodes: { c: Constant(o) }, connect: ({ outputs, nodes }) => [nodes.c.out.to(outputs.y)] })", runs: true},
		{name: "A069 circular data as text", text: "const o: any = {}; o.o = o; console.log(o); JSON.stringify(o)", want: circuit.CodeException, says: "ircular", prints: []string{"[object]"}},
		{name: "A070 a list that holds itself many times, on the console", text: dag + "console.log(a)", want: circuit.CodeTimeLimit},
		{name: "A070 the same as text", text: dag + "'' + a", want: circuit.CodeTimeLimit},
		{name: "A070 the same as JSON", text: dag + "JSON.stringify(a)", want: circuit.CodeTimeLimit},
		{name: "A070 the same made flat", text: dag + "a.flat(Infinity)", want: circuit.CodeException, says: "more than"},
		{name: "A070 the same as an option", text: dag + "ROM({ memory: a } as any)\n" + aCircuit},
		{name: "A071 an empty list of the largest length on the console", text: huge + "console.log(a)\n" + aCircuit, prints: []string{"[array]"}},
		{name: "A071 the same as text", text: huge + "'' + a", want: circuit.CodeException, says: "limit"},
		{name: "A071 the same as JSON", text: huge + "JSON.stringify(a)", want: circuit.CodeException, says: "limit"},
		{name: "A072 a list of holes as an option", text: "ROM({ memory: new Array(5e7) } as any)", want: circuit.CodeException, says: "limit"},
		{name: "A073 data nested deep as JSON", text: "let a: any = []; for (let i = 0; i < 1e4; i++) a = [a]\nJSON.stringify(a)", want: circuit.CodeException, says: "nested"},
		{name: "A073 JSON nested deep as data", text: "JSON.parse('['.repeat(1e6) + ']'.repeat(1e6))", want: circuit.CodeException, says: "nested"},
		{name: "A073 objects nested deep", text: `JSON.parse('{"a":'.repeat(1e5) + '1' + '}'.repeat(1e5))`, want: circuit.CodeException, says: "nested"},
		{name: "A073 brackets in texts are no nesting", text: `console.log(JSON.parse('["' + '[\\"'.repeat(1e4) + '"]')[0].length)` + "\n" + aCircuit, prints: []string{"20000"}},
		{
			name: "A074 values that JSON does not have", text: "console.log([NaN, Infinity, -0, undefined, , Symbol('q'), () => 1], { a: undefined, b: -0 })\n" + aCircuit,
			prints: []string{`[null,null,0,null,null,null,null] {"b":0}`},
		},
		{name: "A075 bigints on the console", text: "console.log(10n ** 30n, { a: 1n })\n" + aCircuit, prints: []string{"1000000000000000000000000000000 [object]"}},
		{
			name: "A076 numbers of every size", text: "console.log(2 ** 53 + 1, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, JSON.stringify(JSON.parse('[9007199254740993,5e-324,0.30000000000000004]')))\n" + aCircuit,
			prints: []string{"9007199254740992 5e-324 1.7976931348623157e+308 0.30000000000000004 [9007199254740992,5e-324,0.30000000000000004]"},
		},
		{name: "A077 lone surrogates in values and names", text: "console.log('\\ud800'.length); circuit('A\\ud800', { inputs: { ['b\\udc00']: bit }, outputs: { y: bit }, eval: () => ({ y: 1 }) })", want: circuit.CodeBadPortType, says: "surrogate", prints: []string{"1"}},
		{name: "A078 texts with every odd character", text: "console.log('a\\0b\\u2028c\\ufeffd'.length, Object.keys(JSON.parse('{\"' + 'k'.repeat(1e5) + '\":1}'))[0].length)\n" + aCircuit, prints: []string{"7 100000"}},
		{name: "A079 a key twice: the last one counts", text: "console.log(JSON.parse('{\"a\":1,\"a\":2}'), Object.keys({ '\\u00e9': 1, 'e\\u0301': 2 }).length)\n" + aCircuit, prints: []string{`{"a":2} 2`}},
		{name: "A081 JSON.stringify cannot be replaced", text: probe("JSON.stringify = (() => '{}') as any", "((String.prototype as any).toJSON = () => 'x') && 1") + "console.log({ a: 1 })\n", prints: []string{"TypeError", "1", `{"a":1}`}},
		{name: "A082 toJSON that gives more and more", text: "const mk = (): any => ({ toJSON: () => ({ a: mk() }) }); JSON.stringify(mk())", want: circuit.CodeException, says: "nested"},
		{name: "A082 toJSON that calls stringify", text: "const o: any = { toJSON: () => JSON.stringify(o) }; JSON.stringify(o)", want: circuit.CodeException, says: "levels deep"},
		{name: "A083 a reviver that grows what is read", text: "JSON.parse('[1,2]', function (k, v) { if (Array.isArray(this)) this.push([1]); return v })\n" + aCircuit},
		{name: "A083 a reviver that nests what is read", text: `JSON.parse('{"a":1,"b":2}', function (k, v) { if (k === 'a') this.b = { a: 1, b: 2 }; return v })`, want: circuit.CodeException, says: "nested"},
		{name: "A083 a replacer that nests what is written", text: "JSON.stringify({ a: 1 }, (k, v) => typeof v === 'number' ? { a: 1 } : v)", want: circuit.CodeException, says: "nested"},
		{
			name: "A085 buffers that change under their views", text: probe("new DataView(new ArrayBuffer(4)).getInt8(5)", "new Uint16Array(new ArrayBuffer(4), 2, 5)", "typeof (ArrayBuffer.prototype as any).resize", "new Uint8Array(4).set([1, 2, 3, 4, 5])"),
			prints: []string{"RangeError", "RangeError", "undefined", "RangeError"},
		},
		{
			name: "A087 dates that are none", text: probe("new Date(NaN) + ''", "JSON.stringify(new Date(NaN))", "new Date(8.64e15).toISOString()", "new Date(8.65e15).getTime()", "new Date(NaN).toISOString()"),
			prints: []string{"Invalid Date", "null", "+275760-09-13T00:00:00.000Z", "NaN", "RangeError"},
		},
	})
}

// The console's limit counts bytes of UTF-8, and what is beyond it is told.
func TestAttackOutputAtItsLimit_A080(t *testing.T) {
	print := func(s string) *Compiled {
		c, err := Compile(context.Background(), Source{Text: "console.log('" + s + "')\n" + aCircuit, Grants: circuit.AllGrants()}, Limits{ConsoleBytes: 100})
		require.NoError(t, err)
		return c
	}
	for _, s := range []string{strings.Repeat("x", 100), strings.Repeat("語", 33), strings.Repeat("😀", 25)} {
		require.Equal(t, []string{s}, print(s).Console)
		require.NotContains(t, print(s+"xx").Console, s+"xx", "two bytes more do not fit")
	}
}
