package sandbox

import (
	"testing"

	"simten.dev/engine/circuit"
)

// leads is how code looks whether a value belongs to another world than its own: whose constructor makes code from
// text. Its output for a value of the program's own world is TypeError, because no code is made from text here.
const leads = `
const leads = (v: any): string => {
	const ways = [() => v.constructor.constructor('return this')(), () => Object.getPrototypeOf(v).constructor.constructor('return this')(),
		() => v.stack.constructor.constructor('return this')(), () => v.message.constructor.constructor('return this')()]
	for (const way of ways) {
		try { return 'code: ' + typeof way() } catch (e: any) { if (e.constructor !== TypeError) return 'foreign: ' + String(e.name) }
	}
	return 'own'
}
`

// TestAttacksOfTheField are the kinds of escapes that were published of other sandboxes in 2025 and 2026. Those keep
// the program in an engine that has a second world, whose objects come through cracks; the interpreter here has one.
func TestAttacksOfTheField(t *testing.T) {
	withstand(t, []attack{
		{
			name: "A310 a thenable given to return of an async generator that delegates", text: leads + `
				const inner = { [Symbol.asyncIterator]() { return this }, next: () => ({ value: 1, done: false }) } as any
				const deep = (): any => deep()
				try {
					async function* outer() { yield* inner }
					const i: any = outer()
					i.next().then(() => i.return({ get then() { return (resolve: any) => { const e: any = new Error('x'); e.name = Symbol('s'); resolve(e.stack) } } }))
						.then((r: any) => console.log(leads(r)), (e: any) => console.log(leads(e)))
				} catch (e) { console.log(leads(e)) }
				` + aCircuit,
			prints: []string{"own"},
		},
		{
			name: "A311 a subclass of Promise whose species collects what settles a promise", text: leads + `
				const got: any[] = []
				class P extends Promise<any> {
					static get [Symbol.species]() { return function (executor: any) { executor((v: any) => got.push(v), (e: any) => got.push(e)) } as any }
				}
				const fail = (): any => { const e: any = new Error(); e.name = Symbol(); return e.stack.x.y }
				for (const p of [new P((_, reject) => reject(1)), new P((r) => r(1)), P.resolve().then(fail)] as any[]) {
					for (const f of ['then', 'catch', 'finally']) try { Promise.prototype[f as 'then'].call(p, fail, fail) } catch (e) { got.push(e) }
				}
				async function late() { return fail() }
				late().catch((e: any) => { got.push(e); console.log(got.every((v) => v === undefined || v === 1 || leads(v) === 'own'), got.length > 0) })
				` + aCircuit,
			prints: []string{"true true"},
		},
		{
			name: "A312 an error that cannot be formatted, in an async function and a promise", text: leads + `
				const bad = () => { const e: any = new Error(); e.name = Symbol(); e.message = Symbol(); return e }
				const ways: any[] = [async () => { throw bad() }, async () => { String(bad()) }, async () => bad().stack + bad(), () => new Promise(() => { throw bad() }),
					async () => { await Promise.reject(bad()) }, () => Promise.all([Promise.reject(bad())]), () => Promise.any([Promise.reject(bad())])]
				Promise.all(ways.map((f) => f().then(leads, leads))).then((all) => console.log(all.join()))
				` + aCircuit,
			prints: []string{"own,own,own,own,own,own,own"},
		},
		{
			name: "A313 writes through an heir or another receiver to what was handed out", text: `
				const handed: any[] = [circuit, bus, And, bit, console, Math, JSON, Array.prototype, Object.prototype]
				for (const h of handed) {
					const heir = Object.create(h)
					try { heir.constructor = 1 } catch {}
					try { Reflect.set(h, 'planted', 1, heir) } catch {}
				}
				console.log(handed.filter((h) => h.planted !== undefined || Object.hasOwn(h, 'planted')).length, ({} as any).planted, Object.prototype.toString.call([]))
				` + aCircuit,
			prints: []string{"0 undefined [object Array]"},
		},
		{
			name: "A314 functions that set prototypes, reached by call, apply, bind and Reflect", text: `
				const set: any = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__')!.set
				const targets: any[] = [Object.prototype, Function.prototype, Array.prototype, Promise.prototype, Error.prototype, circuit, And, TypeError]
				const before = targets.map(Object.getPrototypeOf)
				const evil = { constructor: 'evil' }
				const ways: any[] = [(t: any) => set.call(t, evil), (t: any) => Function.prototype.call.call(set, t, evil), (t: any) => Function.prototype.apply.apply(set, [t, [evil]]),
					(t: any) => set.bind(t)(evil), (t: any) => Reflect.apply(set, t, [evil]), (t: any) => Reflect.setPrototypeOf(t, evil), (t: any) => Object.setPrototypeOf(t, evil),
					(t: any) => Reflect.apply(Object.setPrototypeOf, null, [t, evil]), (t: any) => (Object.prototype as any).__defineGetter__.call(t, 'x', () => evil),
					(t: any) => Reflect.construct(Object.setPrototypeOf as any, [t, evil])]
				for (const t of targets) for (const w of ways) try { w(t) } catch {}
				// The prototypes of lists and objects stay; other changes are of this program's own world, and lead nowhere.
				console.log([0, 2].every((i) => Object.getPrototypeOf(targets[i]) === before[i]), ({} as any).x, (() => 1 as any).constructor === Function)
				try { (circuit as any)(1) } catch (e: any) { console.log(typeof e.stack) }
				for (const f of [() => circuit.constructor('return 1')(), () => And.constructor('return 1')(), () => (evil.constructor as any)('return 1')]) try { f(); console.log('code') } catch {}
				` + aCircuit,
			prints: []string{"true undefined true", "string"},
		},
		{
			name: "A315 symbols that another world agrees on, also by a name that changes", text: leads + `
				const names = ['nodejs.util.inspect.custom', 'nodejs.rejection', 'nodejs.util.promisify.custom', 'nodejs.webstream.isClosedPromise', 'nodejs.dispose', 'jest.asymmetricMatcher']
				let asked = 0
				const sly: any = { toString: () => ['safe', 'nodejs.util.inspect.custom'][asked++ % 2] }
				let called = 0
				const o: any = {}
				for (const s of [...names.map((n) => Symbol.for(n)), Symbol.for(sly), Symbol.for(sly), Symbol.asyncDispose, Symbol.dispose] as any[])
					if (s) try { o[s] = (...args: any[]) => { called++; throw args.map(leads) } } catch {}
				console.log(String(typeof o)); console.log(o === o, called); Promise.reject(o).catch(() => 1); try { throw o } catch {}
				console.log(Object.getOwnPropertySymbols(console).length + Object.getOwnPropertySymbols(circuit).length, called)
				` + aCircuit,
			prints: []string{"object", "true 0", "0 0"},
		},
		{
			name: "A316 errors inside errors, wrapped and visited again", text: leads + `
				const bad = () => { try { (null as any).x } catch (e) { return e } }
				const all: any[] = []
				const visit = (e: any, depth = 0) => { if (e && depth < 6) { all.push(leads(e)); [e.cause, e.error, e.suppressed, ...(e.errors ?? [])].forEach((f) => visit(f, depth + 1)) } }
				const nested = new AggregateError([bad(), new AggregateError([bad()], 'in', { cause: bad() } as any)], 'out')
				Promise.any([Promise.reject(nested), Promise.reject(bad())]).catch((e: any) => { visit(e); visit(e); console.log(all.length > 6, all.every((w) => w === 'own')) })
				` + aCircuit,
			prints: []string{"true true"},
		},
		{
			name: "A317 values without a prototype, thrown and resolved", text: `
				const bare: any = Object.create(null)
				const outcomes: any[] = []
				try { throw bare } catch (e) { outcomes.push(e === bare) }
				Promise.resolve(bare).then((v) => { outcomes.push(v === bare); return Promise.reject(bare) })
					.catch((v) => { outcomes.push(v === bare); v.set = circuit; outcomes.push(v.set === circuit, bare.set === circuit); console.log(outcomes.join()) })
				` + aCircuit,
			prints: []string{"true,true,true,true,true"},
		},
		{name: "A317 a value without a prototype ends the program", text: "throw Object.create(null)", want: circuit.CodeException},
		{
			name: "A318 work that is left for the collector of garbage", text: `
				const F = (globalThis as any).FinalizationRegistry
				let called = 0
				const f = new F(() => { called++; while (true); })
				for (let i = 0; i < 1e4; i++) f.register({ i, big: new Array(100).fill(i) }, i)
				const weak = new WeakRef({ secret: 1 })
				const churn: any[] = []
				for (let i = 0; i < 200; i++) churn.push(new ArrayBuffer(10_000))
				console.log(called, weak.deref() !== undefined)
				` + aCircuit,
			prints: []string{"0 true"},
		},
		{
			name: "A319 places of the host in stacks and sites of calls", text: `
				const seen: string[] = []
				const note = (e: any) => seen.push(String(e?.stack), String(e), JSON.stringify(Object.getOwnPropertyDescriptors(e ?? {})))
				;(Error as any).prepareStackTrace = (_: any, sites: any) => { seen.push(String(sites)); return sites }
				;(Error as any).stackTraceLimit = Infinity
				for (const f of [() => bus(-1), () => [1].map(() => { throw new Error() }), () => JSON.parse('{'), () => [3, 1].sort(() => { throw new TypeError() }), () => Reflect.construct(Array, [-1]),
					() => (undefined as any)(), () => new RegExp('('), () => 'x'.repeat(-1), () => Reflect.apply(circuit as any, null, [1])] as any[]) try { f() } catch (e) { note(e) }
				console.log(seen.length > 20, seen.filter((s) => /(^|[^\w])\/(?:home|root|tmp|usr|go|work)\/|[A-Z]:\\|\.go\b|goja|simten|goroutine|0x[0-9a-f]{6}/i.test(s)).length)
				` + aCircuit,
			prints: []string{"true 0"},
		},
		{
			name: "A320 setters under lists while an error is formatted or a circuit is made", text: `
				const heard: any[] = []
				const methods = ['join', 'push', 'map', 'concat', 'forEach', 'slice', 'indexOf']
				for (let i = 0; i < 4; i++) try { Object.defineProperty(Array.prototype, i, { set(v) { heard.push(v) }, get() { heard.push(this) } }) } catch {}
				for (const m of methods) try { (Array.prototype as any)[m] = function () { heard.push(this); return '' } } catch {}
				try { Object.defineProperty(Object.prototype, 'constructor', { get() { heard.push(this); return Object } }) } catch {}
				try { (undefined as any).x } catch (e) { String((e as any).stack) }
				` + aCircuit + "\nconsole.log(heard.length)",
			prints: []string{"0"},
		},
		{
			name: "A321 rejections that nobody handles, of every kind of maker", text: `
				new Promise(() => { throw new Error('one') }); new Promise((_, reject) => reject(Object.create(null))); Promise.reject(Symbol('two'))
				;(async () => { throw null })(); (async function* () { throw 1 } as any)().next?.()?.catch?.(0)
				Promise.resolve().then(() => { throw { toString() { throw 1 } } }); Promise.reject(new Proxy({}, { get() { throw 1 } }))
				console.log('lives')
				` + aCircuit,
			prints: []string{"lives"},
		},
		{
			name: "A322 getters that answer otherwise when a thenable is read again", text: leads + `
				let reads = 0
				const turns: any = { get then() { return ++reads % 2 ? undefined : (resolve: any) => resolve(turns.inner) }, get inner() { return reads < 9 ? turns : 'end' } }
				const seen: string[] = []
				Promise.resolve(turns).then((v: any) => { seen.push(v === turns || v === 'end' ? 'own' : leads(v)) })
				;(async () => { const v = await turns; seen.push(v === turns || v === 'end' ? 'own' : leads(v)); console.log(seen.join(), reads < 100) })()
				` + aCircuit,
			prints: []string{"own,own true"},
		},
	})
}
