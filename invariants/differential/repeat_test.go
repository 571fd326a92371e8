package main

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/invariants/differential/grammar"
)

// fromGo are traces of the host: addresses, and values of Go as its fmt writes them.
var fromGo = regexp.MustCompile(`0x[0-9a-f]{8,}|&\{|\bmap\[|%!|goroutine|runtime error|0xc0[0-9a-f]{6}`)

// nasty are texts of which messages, orders and stacks are told.
var nasty = []string{
	"console.log({ b: 1, a: 2, 1: 3, 0: 4 }, new Map([[{}, () => 1], [Symbol('s'), 2]]), new Set([class A {}, function f() {}]), new Proxy({ a: 1 }, {}))",
	"try { null.x } catch (e) { console.log(e.stack, e.message, String(e), Object.getOwnPropertyNames(e)) }",
	"for (const f of [() => ({})(), () => new (class { constructor() { throw this } })(), () => Symbol() + '', () => 1n + 1, () => [].reduce((a) => a), () => new Proxy({}, null), () => ({ toString: null, valueOf: null }) + 1, () => Object.defineProperty(Object.freeze({}), 'x', { value: {} }), () => [...{}], () => ({}) instanceof {}, () => 'x' in 'y', () => new Uint8Array(-1), () => JSON.parse('{'), () => JSON.stringify(1n), () => structuredClone(() => 1)]) try { f() } catch (e) { console.log(String((e as any)?.message ?? typeof e), e as any) }",
	"throw { a: () => 1, b: new Map(), toString() { return 'shown' } }",
	"throw new Proxy(function f() {}, {})",
	"const r = Proxy.revocable({}, {}); r.revoke(); throw r.proxy",
	"circuit('A', { inputs: { a: bus(4) }, outputs: { y: bit }, eval: ({ a }) => { throw new Map([[a, {}]]) } })",
	"circuit('A', { inputs: { a: { b: new Map() } as any }, outputs: { y: Symbol('q') as any }, eval: () => ({ y: {} }) } as any)",
	"Promise.reject(new Error('x')); Promise.reject({ a: 1 }); (async () => { throw class B {} })()",
	"const w = new WeakMap(), o = {}; w.set(o, 1); console.log(w, w.get(o), new WeakSet(), Symbol.iterator, new Date(0), /a/g, new ArrayBuffer(3), new DataView(new ArrayBuffer(2)), (function () { return arguments })(1), globalThis)",
	"const a: any[] = []; a[0] = a; console.log(a, Object.assign(() => 1, { p: a })); for (const k in Object.create({ z: 1, y: 2 }, { x: { value: 1, enumerable: true } })) console.log(k)",
	"function f(this: any) { return (() => arguments[3])() } class A { x = eval('1') }; console.log(f.call({})); new A()",
}

// The same program gives the same texts each time, in a session of its own, and nothing of Go is in them.
func TestRunsRepeat(t *testing.T) {
	for _, text := range nasty {
		var first string
		for run := range 3 {
			reply, err := newNative().compile(t.Context(), text+"\n")
			require.NoError(t, err)
			var b strings.Builder
			if reply.Error != nil {
				fmt.Fprintln(&b, reply.Error.Code, reply.Error.Message)
			}
			if reply.Compile != nil {
				fmt.Fprintln(&b, strings.Join(reply.Compile.Console, "\n"))
				for _, d := range reply.Compile.Diagnostics {
					fmt.Fprintln(&b, d.Code, d.Line, d.Column, d.Message, d.Suggestion)
				}
			}
			if run == 0 {
				first = b.String()
			}
			require.NotEmpty(t, strings.TrimSpace(first), text)
			require.Equal(t, first, b.String(), text)
			require.NotRegexp(t, fromGo, b.String(), text)
		}
	}
}

// A session keeps nothing of the files that it has compiled before.
func TestCompiledFilesLeaveNothing(t *testing.T) {
	n := newNative()
	live := func(from, to uint64) int {
		for i := from; i < to; i++ {
			text, _ := circuitOf([]body{{0, grammar.New(7, i).Text()}})
			_, err := n.compile(t.Context(), text)
			require.NoError(t, err)
		}
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc >> 10) //nolint:gosec // kB
	}
	before := live(0, 50)
	after := live(50, 250)
	require.Less(t, after-before, 2048, "kB that 200 files have left")
	runtime.KeepAlive(n)
}
