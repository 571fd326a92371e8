package sandbox_test

import "testing"

const applied = `const Colour = { count: 0 }
const add = (x: number, y = 5, ...more: number[]) => x + y + more.length
function sum(this: any, ...list: number[]) { return list.reduce((a, b) => a + b, this?.base ?? 0) }
const inc = add.bind(null, 1), base = { base: 100 }, own = { k: 3, get(x: number) { return x + this.k } }
class Unit { constructor(private k: number) {} run(x: number) { return x * this.k } }
const two = new Unit(2), three = new Unit(3)
const bytes = Uint8Array.from({ length: 16 }, (_, i) => i * 29), words = new Uint32Array([5, 0xffffffff, 7]).subarray(1)
`

// TestAppliedFunctions has lambdas with call, apply and bind, frozen objects and parts of typed arrays. Lambdas that
// are not compiled give the same.
func TestAppliedFunctions(t *testing.T) {
	compareClasses(t, applied, []classCase{
		{"add.call(null, x, 2, 3, 4)", true},
		{"add.apply(null, [x, 2, 3] as any)", true},
		{"add.apply(null, undefined as any) ? 1 : 2", true},
		{"sum.call(base, x, 1) + sum.call(undefined, x)", true},
		{"sum.apply(base, [x, 1])", true},
		{"(() => { const f = add.bind(null, x); return f(1) * f(2, 3) })()", true},
		{"(() => { const f = add.bind(null, x).bind(null, 3); return f() })()", true},
		{"(() => { const f = sum.bind(base, 1); return f(x) + f.call({ base: 7 }, 2) })()", true},
		{"own.get.call({ k: x }, 1) + own.get.call(own, 1)", true},
		{"(() => { const f = own.get.bind({ k: 9 }); const o = { k: 1, f }; return o.f(x) })()", true},
		{"two.run.call(three, x)", true},
		{"[1, 2].map(two.run.bind(three)).reduce((a, b) => a + b) + x", true},
		{"Math.max.apply(null, [x & 7, 3, 5]) + Math.min.call(null, x, 2)", true},
		{"Math.max.apply(Math, [1, 2, 3].filter((n) => (x >> n) & 1))  > 2 ? 1 : 2", true},
		{"inc(x)", false}, // a bound function from outside
		{"(() => { const f = (n: number) => n + x; return f.call(null, 1) + f.apply(null, [2]) })()", true},
		{"(() => { function f(this: any) { return this.v } return f.call({ v: x }) })()", true},
		{"(() => { const o = Object.freeze({ v: x, w: [1, 2] }); o.w[0] = 5; return o.v + o.w[0] })()", true},
		{"(() => { const o: any = Object.freeze({ v: x }); try { o.v = 3 } catch { return 7 } return o.v })()", false},
		{"(() => { const o = Object.freeze([x, 2]) as number[]; try { o.push(3) } catch { return 7 } return o.length })()", false},
		{"Object.freeze(3) + Object.freeze([x, 1])[0]", true},
		{"bytes.subarray(4, 8)[x & 3] + bytes.subarray(-2)[0] + bytes.subarray(2).length", true},
		{"words[x & 1] & 0xffff", true},
		{"bytes.subarray(x & 3, 8).length", false},
		{"(() => { const w = bytes.subarray(2); w[0] = x; return bytes[2] })()", false},
		{"(Array.prototype as any).slice.call([1, 2], 1).length", false},
		{"add.length", false},
		{"(add as any).toString().length", false},
	})
}
