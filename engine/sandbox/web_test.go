package sandbox

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The functions of a browser that packages expect are there, and follow the standards.
func TestWeb(t *testing.T) {
	for _, test := range []struct{ name, code, prints string }{
		{"UTF-8", "[...new TextEncoder().encode('aé€😀')].join()", "97,195,169,226,130,172,240,159,152,128"},
		{"half a surrogate pair", "[...new TextEncoder().encode('\\ud83d')].join()", "239,191,189"},
		{"encodeInto", "JSON.stringify(new TextEncoder().encodeInto('aé', new Uint8Array(2)))", `{"read":1,"written":1}`},
		{"decoding", "new TextDecoder().decode(new Uint8Array([97, 195, 169, 226, 130, 172, 240, 159, 152, 128]))", "aé€😀"},
		{"decoding what is no UTF-8", "[...new TextDecoder().decode(new Uint8Array([0xe2, 0x82, 65, 0xc0, 0xff, 0xed, 0xa0, 0x80]))].map((c) => c.codePointAt(0).toString(16)).join()", "fffd,41,fffd,fffd,fffd,fffd,fffd"},
		{"a byte order mark", "new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])).length", "1"},
		{"fatal", "(() => { try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])) } catch (e) { return e.name } })()", "TypeError"},
		{"UTF-16", "new TextDecoder('utf-16le').decode(new Uint8Array([65, 0, 172, 32]))", "A€"},
		{"btoa", "[btoa(''), btoa('f'), btoa('fo'), btoa('foo'), btoa('\\xff\\xfe')].join()", ",Zg==,Zm8=,Zm9v,//4="},
		{"atob", "[atob('Zm9v'), atob('Zg=='), atob('Zg'), atob(' Zm 8=')].join()", "foo,f,f,fo"},
		{"atob of something else", "(() => { try { atob('a') } catch (e) { return e.name } })()", "RangeError"},
		{"structuredClone", "(() => { const a = { d: new Date(5), m: new Map([[1, new Set([2])]]), b: new Uint8Array([1, 2]), n: 1n }; a.self = a; const c = structuredClone(a); return [c !== a, c.self === c, c.d.getTime(), [...c.m.get(1)][0], c.b[1], c.n].join() })()", "true,true,5,2,2,1"},
		{"structuredClone of a function", "(() => { try { structuredClone({ f() {} }) } catch (e) { return e.message } })()", "A function cannot be cloned"},
		{"groupBy", "JSON.stringify(Object.groupBy([1, 2, 3], (n) => n % 2 ? 'odd' : 'even')) + Map.groupBy([1, 2, 3], (n) => n % 2).get(1).length", `{"odd":[1,3],"even":[2]}2`},
		{"the clock stands still", "[Date.now() === Date.now(), new Date().toISOString(), performance.now(), performance.timeOrigin].join()", "true,2026-01-01T00:00:00.000Z,0,1767225600000"},
		{"random bytes", "crypto.getRandomValues(new Uint8Array(8)).some((b) => b > 0) && /^[0-9a-f]{8}-[0-9a-f]{4}-4/.test(crypto.randomUUID())", "true"},
		{"WeakRef", "new WeakRef(globalThis).deref() === globalThis", "true"},
		{"they are no enumerable globals", "Object.keys(globalThis).some((k) => /Text|atob|time/i.test(k))", "false"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := compile(t, "console.log(String("+test.code+"))\ncircuit('A', {})")
			require.Empty(t, c.Diagnostics)
			require.Equal(t, []string{test.prints}, c.Console)
		})
	}
}

// Random numbers are the same in each run.
func TestRandomRepeats(t *testing.T) {
	text := "console.log(Math.random(), [...crypto.getRandomValues(new Uint8Array(4))].join())\ncircuit('A', {})"
	require.Equal(t, compile(t, text).Console, compile(t, text).Console)
}

// Array.fromAsync makes lists of what is iterated, with and without waiting, and of what only has a length, which it
// reads once.
func TestFromAsync(t *testing.T) {
	c := compile(t, `const show = (v: unknown) => Promise.resolve(v).then((x) => console.log(JSON.stringify(x)), (e) => console.log(e.name))
let read = 0
start(async () => {
	await show(Array.fromAsync([Promise.resolve(1), 2]))
	await show(Array.fromAsync((async function* () { yield 3; yield 4 })(), async (x) => x * 2))
	await show(Array.fromAsync({ get length() { read++; return 2 }, 0: 5, 1: Promise.resolve(6) }))
	await show(read)
	await show(Array.fromAsync.call({} as any, { length: 2 ** 32 }))
	await show(Array.fromAsync({ length: -1 }))
	circuit('A', {})
})
function start(f: () => Promise<void>) { f() }`)
	require.Empty(t, c.Diagnostics)
	require.Equal(t, []string{"[1,2]", "[6,8]", "[5,6]", "1", "RangeError", "[]"}, c.Console)
}

// Timers are called back when the file has run, in the order of their times.
func TestTimers(t *testing.T) {
	c := compile(t, `const log = []
setTimeout(() => log.push('c'), 20)
setTimeout((x) => { log.push(x); setTimeout(() => log.push('b2'), 5) }, 10, 'b')
setImmediate(() => log.push('a'))
const gone = setTimeout(() => log.push('never'), 1)
clearTimeout(gone)
let n = 0
const every = setInterval(() => { log.push('i' + n); if (++n === 2) clearInterval(every) }, 12)
queueMicrotask(() => log.push('first'))
setTimeout(() => { console.log(log.join()); circuit('A', {}) }, 1000)
log.push('file')`)
	require.Empty(t, c.Diagnostics)
	require.Equal(t, []string{"file,first,a,b,i0,b2,c,i1"}, c.Console)
	require.Equal(t, "A", c.Main)
}

func TestTimersEnd(t *testing.T) {
	require.Contains(t, only(t, "circuit('A', {})\nsetInterval(() => {}, 1)").Message, "100,000 times")
	require.Contains(t, only(t, "circuit('A', {})\nsetTimeout(() => { throw new Error('later') })").Message, "later")
	require.Contains(t, only(t, "circuit('A', {})\nfor (;;) setTimeout(() => {})").Message, "10,000 timers")
	require.Contains(t, only(t, "setTimeout('circuit()')").Message, "expects a function")
	c := compile(t, "circuit('A', { outputs: { y: bit }, eval: () => { setTimeout(() => {}); return { y: 1 } } })")
	_, err := c.NewMachine(t.Context())
	require.ErrorContains(t, err, "does not work while the circuit runs")
}

// Functions may be given a property that functions inherit, as packages do; the inherited one stays.
func TestFunctionsMayHaveABindOfTheirOwn(t *testing.T) {
	c := compile(t, `const f = () => 1
f.bind = 5
let kept = 'replaced'
try { Function.prototype.bind = 6 } catch (e) { kept = e.name }
console.log(f.bind, typeof (() => 2).bind, kept)
circuit('A', {})`)
	require.Empty(t, c.Diagnostics)
	require.Equal(t, []string{"5 function TypeError"}, c.Console)
}
