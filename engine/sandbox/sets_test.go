package sandbox_test

import "testing"

// TestSets has lambdas that make a Map or a Set, or go through one from outside. Lambdas that are not compiled give the
// same.
func TestSets(t *testing.T) {
	compareClasses(t, `const Colour = { count: 0 }
const PRIMES = new Set([2, 3, 5, 7]), COST = new Map([['a', 3], ['b', 5]]), CODES = new Map([[1, 'x'], [4, 'yy']])
const digits = (x: number) => [x & 7, (x >> 3) & 7, (x >> 6) & 7, (x >> 9) & 7]
`, []classCase{
		{"new Set(digits(x)).size", true},
		{"[...new Set(digits(x))].reduce((s, v) => s * 10 + v, 0)", true},
		{"new Set(digits(x)).size === 4 ? 1 : 0", true},
		{"new Set(digits(x).filter((d) => d & 1)).size", true},
		{"(() => { const s = new Set<number>(); for (const d of digits(x)) { if (s.has(d)) return d; s.add(d) } return 99 })()", true},
		{"(() => { const s = new Set([3, 4]); if (x & 1) s.add(9); if (x & 2) s.delete(4); s.add(x & 3); return [...s].join('').length * 100 + s.size })()", true},
		{"(() => { const s = new Set([3, 4]); if (x & 1) s.add(9); if (x & 2) s.delete(4); s.add(x & 3); return [...s].map((v, i) => v * i).reduce((a, b) => a + b, s.size) })()", true},
		{"(() => { const s = new Set(); return s.add(x).add(x & 3).add(3).size * 2 + (s.delete(3) ? 1 : 0) })()", true},
		{"(() => { const s = new Set([1, 2]); if (x & 1) s.clear(); s.add(5); return s.size + [...s][0] })()", true},
		{"(() => { const m = new Map<number, number>(); for (const d of digits(x)) m.set(d, (m.get(d) ?? 0) + 1); return Math.max(...m.values()) })()", true},
		{"(() => { const m = new Map<number, number>(); for (const d of digits(x)) m.set(d, (m.get(d) ?? 0) + 1); let r = 0; for (const [k, v] of m) r = r * 7 + k + v; return r & 65535 })()", true},
		{"(() => { const m = new Map([['a', 1], ['b', 2]]); m.set(x & 1 ? 'a' : 'c', 7); return (m.get('a') ?? 0) * 10 + (m.get('c') ?? 3) + m.size })()", true},
		{"(() => { const m = new Map([[1, [2, 3]]]); m.get(1)!.push(x & 3); return m.get(1)!.length + m.get(1)![2] })()", true},
		{"(() => { const m = new Map<number, number[]>(); for (const d of digits(x)) { if (!m.has(d)) m.set(d, []); m.get(d)!.push(1) } return m.size + [...m.values()].map((l) => l.length).reduce((a, b) => a * 3 + b, 0) })()", true},
		{"(() => { let r = 0; new Map([[1, 2], [x & 3, 4]]).forEach((v, k, m) => { r = r * 5 + v * k + m.size }); return r })()", true},
		{"(() => { let r = 0; new Set(digits(x)).forEach((v, k) => { r = r * 3 + v + k }); return r })()", true},
		{"(() => { const s = new Set([1]); for (const v of s) if (v < 5 && x & 1) s.add(v + 1); return s.size })()", true},
		{"(() => { const s = new Set([1, 2, 3]); for (const v of s) if (v < 3 && v & x) s.delete(3); return s.size })()", true},
		{"(() => { const s = new Set([1, 2, 3]); for (const v of s) if (v & x) s.delete(v); return s.size })()", false}, // what was gone through goes
		{"(() => { const a = new Set([1]), b = x & 1 ? a : new Set([2, 3]); b.add(4); return a.size * 10 + b.size })()", true},
		{"(() => { const f = (s: Set<number>) => { s.add(x & 7); return s }; return f(f(new Set([4]))).size })()", true},
		{"(() => { const o = { seen: new Set<number>(), at: new Map([[0, x]]) }; o.seen.add(x); return o.seen.has(3) ? 1 : (o.at.get(0) ?? 0) & 7 })()", true},
		{"new Set([NaN, NaN, 0, -0, '1', 1, true]).size", true},
		{"(() => { const s = new Set([x / 0, 0 / x]); return s.size })()", true},
		{"1 / [...new Set([-0])][0] > 0 ? 1 : 2", true},
		{"new Set('hello').size + new Set([...'hallo']).size", true},
		{"new Set().size + new Map(null).size + new Set(undefined).size", true},
		{"new Set(PRIMES).add(x & 7).size", true},
		{"[...PRIMES].filter((p) => (x & 15) % p === 0).length", true},
		{"(() => { let r = 0; for (const [k, v] of COST) r += k.charCodeAt(0) * v + x; return r & 255 })()", true},
		{"[...CODES].map(([k, v]) => k * v.length).reduce((a, b) => a + b, x & 3)", true},
		{"Array.from(PRIMES, (p) => p * x).reduce((a, b) => a + b, 0) & 255", true},
		{"Array.from(new Set(digits(x)))[0]", true},
		{"Array.from(new Map([[1, x]]).keys()).length", true},
		{"(() => { const [a, b = 9] = new Set(digits(x)); return a * 10 + b })()", true},
		{"Math.max(...new Set(digits(x)))", true},
		{"[0].concat(new Set([1]) as any).length + [new Set([1, 2])].flat().length", true},
		{"typeof new Set() === 'object' && new Map() ? 3 : 4", true},
		{"(() => { const s = new Set(); return s === s && s !== (new Set() as any) ? 1 : 2 })()", true},
		{"(() => { const a = {}, s = new Set([a, {}]); return s.has(a) ? s.size : 0 })()", true},
		{"new Set([1, 2]).keys().next().value", false},
		{"(() => { const m = new Map([[1, 2]]); return (m as any).nosuch ?? 3 })()", false},
		{"new Set([1]) instanceof Set ? 1 : 2", false},
		{"new Set(5 as any).size", false},
		{"new Map([1, 2] as any).size", false},
		{"(() => { const k = new Set([1, x & 1]).values(); return (k as any).length === undefined ? 1 : 2 })()", false},
		{"(() => { const k = [1, 2].keys(); return (k as any).length === undefined ? 1 : 2 })()", false},
		{"(() => { const k = new Map([[1, x]]).keys(); return [...k].length * 3 + [...k].length })()", false},
		{"(() => { const k = new Map([[1, x]]).keys(); return [...k].length * 3 })()", true},
		{"(() => { const k = [1, x].values(); return [...k].length * 3 + [...k].length })()", false},
		{"(() => { const s = new Set([1]), k = s.keys(); s.add(x & 3); return [...k].length })()", false},
	})
}
