package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// same runs programs in the reference and natively, and compares what they observe.
func same(t *testing.T, programs ...string) {
	t.Helper()
	r, err := newReference()
	require.NoError(t, err)
	defer r.close()
	var list []body
	for i, text := range programs {
		list = append(list, body{i, text})
	}
	want, err := r.run(t.Context(), list)
	require.NoError(t, err)
	got, err := engine{newNative()}.run(t.Context(), list)
	require.NoError(t, err)
	for i, text := range programs {
		require.Equal(t, want[i], got[i], "%s", text)
	}
}

// An expression on the next line is no operand of yield, and yield is nothing that is called.
func TestYieldAtTheEndOfALine(t *testing.T) {
	const drive = "\nconst i = g(); for (let n = 0; n < 4; n++) log(i.next(n))"
	same(t,
		"function* g() { var y = yield\n({ a: [].b } = ''); return y }"+drive,
		"function* g() { var y = yield\n[1]; return y }"+drive,
		"function* g() { yield\n`a` }"+drive,
		"function* g() { const a = [yield, yield 1, (yield)]; const q = (yield) ? 1 : 2; return [a, q] }"+drive,
		"function* g() { return yield, yield }"+drive,
		"function* g() { return (yield)\n(1) }"+drive,
	)
}

// Nothing is called or taken an element of that ends with ++ or --: the next line is a statement.
func TestUpdateAtTheEndOfALine(t *testing.T) {
	same(t,
		"let x = 3, a = 1, b = 2\nx++\n[a, b] = [b, a]\nlog(x, a, b)",
		"let x = 3\nx--\n(() => log('called'))()\nlog(x)",
		"let x = 3\nfor (const e of '01') if (e === '1') x++\n`a`\nlog(x)",
		"const o = { x: [1] }\no.x[0]++\n;[o.y] = o.x\nlog(o.y, (o.y++).toFixed(1), (o.y--)\n.toFixed(2))",
		"let x = 1, y = 2\nx++\n++y\nlog(x, y, x++ + ++y, x-- - --y)",
	)
	for _, text := range []string{"let x = 1; x++[0]", "let x = 1; x++()", "let x = 1; x--.y", "let x = 1; x++ ++"} {
		seen, err := engine{newNative()}.run(t.Context(), []body{{0, text}})
		require.NoError(t, err)
		require.Contains(t, seen[0], "refused E001", text)
	}
}

// for await asks of iterators what the language asks of them.
func TestForAwaitHoldsIteratorsToTheirRules(t *testing.T) {
	const iterators = `const make = (kind, mode, n) => ({ [kind]() { if (mode === 'none') return 5; let i = 0; return {
  next() { log('next'); const v = mode === 'result' ? 5 : { value: i, done: i++ >= n }; return kind === Symbol.asyncIterator ? Promise.resolve(v) : v },
  return() { log('return'); const v = mode === 'value' ? 5 : {}; return kind === Symbol.asyncIterator ? Promise.resolve(v) : v },
} } });
`
	var programs []string
	for _, kind := range []string{"Symbol.iterator", "Symbol.asyncIterator"} {
		for _, mode := range []string{"", "none", "result", "value"} {
			for _, end := range []string{"", "break", "throw new RangeError()", "continue", "return 7"} {
				programs = append(programs, iterators+"(async () => { for await (const x of make("+kind+", '"+mode+"', 2)) { $t(); log(x); "+end+" } })().then((v) => log('yes', v), (e) => log('no', e))")
			}
		}
	}
	same(t, programs...)
}

// yield* asks the iterator that it delegates to what the language says, and the generator is at work meanwhile.
func TestDelegation(t *testing.T) {
	same(t,
		`function* g() { yield* { [Symbol.iterator]() { return this }, next: () => ({ value: 1, done: false }), return() { log('return'); return {} } } }
const i = g(); i.next(); try { i.throw(5) } catch (e) { log(e instanceof TypeError) }`,
		`function* g() { try { log('got', yield* { [Symbol.iterator]() { return this }, next: () => ({ value: 1, done: false }), return() { log('return'); return 5 } }) } catch (e) { log('in', e) } yield 9 }
const i = g(); i.next(); try { log(i.throw(5)) } catch (e) { log(e) } log(i.next())`,
		`function* g() { try { log('got', yield* { [Symbol.iterator]() { return this }, next: () => ({ value: 1, done: false }), return() { log('return'); throw new RangeError('m:a') } }) } catch (e) { log('in', e) } yield 9 }
const i = g(); i.next(); try { log(i.throw(5)) } catch (e) { log(e) } log(i.next())`,
		`function* g() { try { log('got', yield* { [Symbol.iterator]() { return this }, next: 5 }) } catch (e) { log('in', e) } yield 9 }
const i = g(); log(i.next()); try { log(i.throw(5)) } catch (e) { log(e) } log(i.next())`,
		`let i; function* g() { try { log('got', yield* { [Symbol.iterator]() { return this }, next() { try { i.next() } catch (e) { log(e) } return { value: 3, done: false } }, return() { try { i.return(4) } catch (e) { log(e) } return { value: 8, done: true} }, throw() { try { i.throw(4) } catch (e) { log(e) } return { value: 8, done: true} } }) } catch (e) { log('in', e) } finally { log('f') } yield 9 }
i = g(); log(i.next()); log(i.return(7)); i = g(); i.next(); log(i.throw(6)); log(i.next())`,
		`let i; function* g() { yield* { get [Symbol.iterator]() { try { i.next() } catch (e) { log(e) } return () => [1][Symbol.iterator]() } } }
i = g(); log(i.next()); log(i.next())`,
		`function* g() { log('got', yield* { [Symbol.iterator]() { return this }, next(v) { log('next', v, arguments.length); return { get value() { log('value'); return 3 }, get done() { log('done'); return v === 2 } } }, return(v) { log('return', v, arguments.length); return { get value() { log('value'); return 3 }, get done() { log('done'); return v === 2 } } } }) }
const i = g(); i.next(7); i.next(1); i.return(1); i.return(); log(i.return(2)); const j = g(); j.next(); log(j.next(2))`,
		`function* g() { try { yield* { [Symbol.iterator]() { return this }, next() { return { done: false } }, return: undefined, throw: null } } finally { log('f'); yield 3 } }
const i = g(); i.next(7); log(i.return(1)); log(i.next()); const j = g(); j.next(); try { log(j.throw(1)) } catch (e) { log(e) } log(j.next())`,
		`function* g() { try { yield* { [Symbol.iterator]() { return this }, next() { return { done: false } }, return: 5, throw: 6 } } finally { log('f'); yield 3 } }
const i = g(); i.next(7); try { log(i.return(1)) } catch (e) { log(e) } log(i.next()); const j = g(); j.next(); try { log(j.throw(1)) } catch (e) { log(e) } `,
		`function* g() { const x = yield* $i(log, 2, 'result'); log(x) } const i = g(); for (const m of ['next', 'next', 'next', 'throw', 'return']) try { log(i[m](m)) } catch (e) { log('thrown', e) }`,
		`function* g() { const x = yield* $i(log, 3, 'value'); log(x) } const i = g(); for (const m of ['next', 'return', 'next', 'throw', 'return']) try { log(i[m](m)) } catch (e) { log('thrown', e) }`,
		`function* g() { const x = yield* $i(log, 3, 'value'); log(x) } const i = g(); for (const m of ['next', 'throw', 'next', 'throw', 'return']) try { log(i[m](m)) } catch (e) { log('thrown', e) }`,
		`function* g() { const x = yield* $i(log, 3, 'return'); log(x) } const i = g(); for (const m of ['next', 'throw', 'next', 'throw', 'return']) try { log(i[m](m)) } catch (e) { log('thrown', e) }`,
		`function* g() { try { const x = yield* $i(log, 3, 'noreturn'); log(x) } catch (e) { log('caught', e); yield* [4, 5] } } const i = g(); for (const m of ['next', 'throw', 'next', 'throw', 'return']) try { log(i[m](m)) } catch (e) { log('thrown', e) }`,
		`function* a() { try { yield 1 } finally { log('fa'); yield 'fin' } } function* g() { try { yield* a() } finally { log('fg') } } const i = g(); for (const m of ['next', 'return', 'next', 'throw', 'return']) try { log(i[m](m)) } catch (e) { log('thrown', e) }`,
	)
}

// for await and async generators do all in the turns of the queue of jobs that the language has.
func TestAsyncGenerators(t *testing.T) {
	same(t,
		`async function* a() { try { yield 1 } finally { log('fa'); yield 'fin' } } async function* g() { try { yield* a() } finally { log('fg') } } const i = g(); (async () => { for (const m of ['next', 'return', 'next', 'throw', 'return']) try { log(await i[m](m)) } catch (e) { log('thrown', e) } })()`,
		`async function* g() { try { log('got', yield* $i(log, 2, 'noreturn')) } finally { log('fg') } } const i = g(); (async () => { for (const m of ['next', 'return', 'next', 'throw', 'return']) try { log(await i[m](m)) } catch (e) { log('thrown', e) } })()`,
		`async function* g() { try { log('got', yield* [Promise.resolve(1), 2]) } finally { log('fg') } } const i = g(); (async () => { for (const m of ['next', 'next', 'next', 'throw', 'return']) try { log(await i[m](m)) } catch (e) { log('thrown', e) } })()`,
		`const turns = async (n) => { for (let i = 0; i < n; i++) { await 0; log('t', i) } }; turns(20); (async () => { for await (const x of $i(log, 3, '')) { log(x) } log('end') })()`,
		`const turns = async (n) => { for (let i = 0; i < n; i++) { await 0; log('t', i) } }; turns(20); (async () => { for await (const x of [1, Promise.reject(4), 3]) { log(x) } log('end') })().catch((e) => log('no', e))`,
		`const turns = async (n) => { for (let i = 0; i < n; i++) { await 0; log('t', i) } }; turns(30); async function* g() { try { yield 1; await 2; yield Promise.resolve(3); return 9 } finally { log('f'); await 1; log('ff') } }; (async () => { for await (const x of g()) { log(x) } log('end') })().catch((e) => log('no', e))`,
		`const turns = async (n) => { for (let i = 0; i < n; i++) { await 0; log('t', i) } }; turns(30); async function* g() { try { yield 1; await 2; yield Promise.resolve(3); return 9 } finally { log('f'); await 1; log('ff') } }; (async () => { for await (const x of g()) { log(x); break } log('end') })().catch((e) => log('no', e))`,
		`const turns = async (n) => { for (let i = 0; i < n; i++) { await 0; log('t', i) } }; turns(30); async function* g() { try { yield 1; yield* h() } finally { log('f'); await 1; log('ff') } }; async function* h() { try { yield 5; yield 6; await Promise.reject(7) } catch (e) { log('h', e); yield 8; return 10 } }; const i = g(); for (const m of ['next','next','next','next','next','return']) i[m](m).then((v) => log(m, v), (e) => log('no', e))`,
		`const turns = async (n) => { for (let i = 0; i < n; i++) { await 0; log('t', i) } }; turns(30); async function* g() { try { yield 1; yield* h() } finally { log('f'); await 1; log('ff') } }; async function* h() { try { yield 5; yield 6; await Promise.reject(7) } catch (e) { log('h', e); yield 8; return 10 } }; const i = g(); for (const m of ['next','next','return','next','throw','return', 'next']) i[m](m).then((v) => log(m, v), (e) => log('no', e))`,
		`const turns = async (n) => { for (let i = 0; i < n; i++) { await 0; log('t', i) } }; turns(30); async function* g() { yield* [1, Promise.resolve(2), 3] }; const i = g(); for (const m of ['next','next','return','next','throw','return', 'next']) i[m](m).then((v) => log(m, v), (e) => log('no', e))`,
		`const turns = async (n) => { for (let i = 0; i < n; i++) { await 0; log('t', i) } }; turns(30); async function* g() { throw 1 }; const i = g(); for (const m of ['next','next','return','next','throw','return', 'next']) i[m](m).then((v) => log(m, v), (e) => log('no', e))`,
		`async function* g() { yield 1 }; const i = g(); for (const m of ['return', 'next','throw','return', 'next']) i[m](m).then((v) => log(m, v), (e) => log('no', e))`,
		`(async () => { for await (const x of $p($i(log, 2, ''), log)) log(x) })()`,
		`(async () => { for await (const x of { [Symbol.asyncIterator]() { return $p({ next() { log('next'); return { get done() { log('done'); return false }, get value() { log('value'); throw 5 } } } }, log) } }) log(x) })().catch((e) => log('no', e))`,
		`const inner = (done) => ({ [Symbol.asyncIterator]() { return this }, next: () => ({ value: 1, done: false }), throw(e) { log('throw', e); return { value: 2, done } }, return(v) { log('return', v); return { value: 3, done } } });
		async function* g(done) { try { return ['got', yield* inner(done)] } catch (e) { log('c', e) } finally { log('f') } }
		(async () => { for (const done of [true, false]) for (const m of ['throw', 'return']) { const i = g(done); await i.next(); log(await i[m](m), await i.next()) } })()`,
		`async function* g() { return yield* { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), throw: () => ({ value: Promise.resolve(42), done: true }) }) } }
		(async () => { const i = g(); await i.next(); log(await i.throw(5), await i.next()) })()`,
	)
}
