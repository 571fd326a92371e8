package conformance

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestFoundOrNothing has values that are an object or nothing, and how programs make sure that they are the object.
func TestFoundOrNothing(t *testing.T) {
	const prelude = `const C = [{ sym: 3, code: 0, to: [7, 9] }, { sym: 5, code: 2, to: [1, 2] }, { sym: 9, code: 3, to: [4, 4] }]
const half = (x) => (x & 1 ? { v: x >> 1, w: x } : null)
const pair = (x) => { if (x & 2) return [x, x + 1]; return undefined }
const place = (x) => { for (let k = 0; k < 4; k++) if (x === k * 5) return k; return null }
const kinds = ['north', 'south', null, 'local']
`
	for name, body := range map[string]string{
		"if not":              "const e = C.find((c) => c.code === (a & 3)); if (!e) return { o: b }; return { o: e.sym + e.to[1] }",
		"if":                  "const e = C.find((c) => c.code === (a & 3)); if (e) return { o: e.sym }; return { o: b }",
		"a choice":            "const e = C.find((c) => c.code === (a & 3)); return { o: e ? e.sym : 99 }",
		"and":                 "const e = C.find((c) => c.code === (a & 3)); return { o: e && e.sym > 4 ? 1 : 2 }",
		"or":                  "const e = C.find((c) => c.code === (a & 3)); if (!e || e.sym < 4) return { o: 0 }; return { o: e.sym }",
		"is undefined":        "const e = C.find((c) => c.code === (a & 3)); if (e === undefined) return { o: 7 }; return { o: e.sym }",
		"is not undefined":    "let e = C.find((c) => c.code === (a & 3)); if (e !== undefined) { e = { sym: e.sym + b } } return { o: e !== undefined ? e.sym : 4 }",
		"is nothing":          "const e = half(a); if (e == null) return { o: 7 }; return { o: e.v + e.w }",
		"is not null":         "const e = half(a); return { o: e !== null ? e.v : 3 }",
		"null on the left":    "const e = half(a); return { o: null !== e ? e.v : 3 }",
		"is not false":        "const e = d && { v: b }; return { o: e ? e.v : 3 }",
		"a tuple":             "const p = pair(a); if (!p) return { o: 1 }; const [x, y] = p; return { o: x * y }",
		"a chain tells":       "const e = C.find((c) => c.code === (a & 3)); if (e?.sym) return { o: e.to[0] }; return { o: 1 }",
		"a chain is equal":    "const e = C.find((c) => c.code === (a & 3)); return { o: e?.sym === 5 ? e.to[0] : 1 }",
		"a chain is there":    "const e = C.find((c) => c.code === (a & 3)); return { o: e?.to !== undefined ? e.to[0] : 1 }",
		"a chain is not null": "const e = half(a); return { o: e?.v != null ? e.w : 1 }",
		"a chain is null":     "const e = half(a); if (e?.v === null) return { o: e.w }; return { o: 5 }",
		"not a chain":         "const e = half(a); if (!(e?.v < undefined)) return { o: 6 }; return { o: 5 }",
		"an index or null":    "const n = place(a), t = [b, c, 7, 8]; return { o: n === null ? 0 : t[n] }",
		"an index found":      "const t = [b, c, 7, 8], n = [0, 1, 2, 3].find((k) => k * 5 === a); if (n === undefined) return { o: 0 }; t[n] += 3; return { o: t[n] }",
		"a text or null":      "const k = kinds[a & 3]; if (k === null) return { o: 0 }; return { o: k.length + (k === 'local' ? 100 : 0) }",
		"is a text":           "const k = d ? 'x' : C[a % 3]; return { o: k === 'x' ? 1 : k.sym }",
		"in a loop":           "let e = null, n = 0; for (let i = 0; i < 4; i++) { if (e) n += e.v; e = half(a >> i) } return { o: n }",
		"changed meanwhile":   "let e = half(a); if (e) { e = half(b); if (e) return { o: e.v } } return { o: 1 }",
		"spread when found":   "const e = C.find((c) => c.code === (a & 3)); return { o: 4, ...(e && { o: e.sym }) }",
		"a relation":          "const e = C.find((c) => c.code === (a & 3)), n = e?.sym; if (n >= 4) return { o: n + e.to[1] }; return { o: 1 }",
		"an index in order":   "const t = [b, c, 7, 8], n = place(a) ?? undefined; return { o: n >= 0 ? t[n] : 1 }",
		"no chain in order":   "const e = half(a); return { o: e?.v < 60 && e.w > 3 ? e.w : 1 }",
		"never a relation":    "const e = half(a), n = e?.v; if (!(n >= 20)) return { o: n ?? 77 }; return { o: n }",
		"default by or":       "const e = half(a) || { v: b, w: 2 }; return { o: e.v + e.w }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
}

// TestTestsThatChange has tests of which a later part changes what an earlier one was about: nothing is known then.
func TestTestsThatChange(t *testing.T) {
	const prelude = `const half = (x) => (x & 1 ? { v: x >> 1, w: x } : null)
const maybe = (x) => (x & 1 ? { v: x >> 1, w: x } : undefined)
`
	for name, body := range map[string]string{
		"and, a helper":         "let e = half(a); const f = () => { e = half(b); return 1 }; if (e && f()) { return { o: e === null ? 5 : e.v } } return { o: 3 }",
		"a relation, a helper":  "let e = half(a); const f = () => { e = null; return 3 }; if (e?.v !== undefined && e.v > f()) return { o: e === null ? 5 : 6 }; return { o: 3 }",
		"the right side":        "let e = maybe(a); if (e?.v < (e = maybe(b), 20)) return { o: e === undefined ? 5 : e.v }; return { o: 3 }",
		"a key":                 "let e = maybe(a); if (e?.[(e = undefined, 'v')] >= 0) return { o: e === undefined ? 1 : 2 }; return { o: 3 }",
		"an argument":           "let e = d ? { f: (x) => 5 } : undefined; if (e?.f(e = undefined) === 5) return { o: e === undefined ? 1 : 2 }; return { o: 3 }",
		"a number, a helper":    "let n = a & 7; const f = () => { n = b & 255; return 1 }; if (n < 3 && f()) return { o: [1, 2, 3][n] ?? 99 }; return { o: 5 }",
		"a number":              "let n = a & 7; if (n < 3 && (n = b & 255)) return { o: [1, 2, 3][n] ?? 99 }; return { o: 5 }",
		"a gap":                 "let n = d ? a & 3 : 99; const f = () => { n = a & 1 ? 99 : a & 3; return 1 }; if (n !== 99 && f()) return { o: [1, 2, 3, 4][n] ?? 77 }; return { o: 5 }",
		"the other side":        "let n = a & 255, m = c & 255; if (n < m && ((m = 3), true)) return { o: [1, 2][n] ?? 99 }; return { o: n }",
		"the value of and":      "let e = half(a); const k = () => { e = null; return true }; const r = e && k() && e; return { o: r === null ? 1 : r ? 2 : 3 }",
		"or":                    "let e = half(a); const k = () => { e = half(b); return false }; if (!e || k() || !e) return { o: 9 }; return { o: e.v }",
		"a choice":              "let e = half(a); const k = () => { e = half(b); return true }; return { o: e && k() ? (e === null ? 7 : e.v) : 8 }",
		"a loop":                "let e = half(a), n = 0; const k = () => { e = half(n * 3); return n < 5 }; for (let i = 0; i < 4 && e && k(); i++) { n += e === null ? 7 : e.v + 1 } return { o: n }",
		"in an object":          "const s = { e: half(a) }; const k = () => { s.e = half(b); return true }; if (s.e && k()) return { o: s.e === null ? 4 : s.e.v }; return { o: 6 }",
		"a number that it adds": "let n = a & 7; if (n < 3 && n++ < 8) return { o: [1, 2, 3][n] ?? 99 }; return { o: n }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 300, 5)
		})
	}
}

// TestPropertiesThatMayBeThere has objects whose properties depend on values, under names that do, too.
func TestPropertiesThatMayBeThere(t *testing.T) {
	for name, body := range map[string]string{
		"spread":            "const r = { x: a, ...(d ? { y: b } : {}) }; return { o: r.x + (r.y ?? 5) }",
		"spread and":        "const r = { y: 1, ...(d && { y: b }), ...(a & 1 && { z: c }) }; return { o: r.y + (r.z ?? 5) }",
		"spread of one":     "const q = {}; if (d) q.y = b; const r = { y: 7, ...q }; return { o: r.y }",
		"spread of two":     "const r = { k: 9, ...(d ? { k: 1, m: a } : a & 1 ? { m: b } : { n: c }) }; return { o: r.k + (r.m ?? 100) + (r.n ?? 1000) }",
		"returned":          "return { o: b, ...(d ? { o: a } : {}) }",
		"assign":            "const r = { x: a }; Object.assign(r, d ? { x: b } : { y: c }); return { o: r.x + (r.y ?? 5) }",
		"is it there":       "const r = {}; if (d) r.x = a; return { o: ('x' in r ? 1 : 0) + ('y' in r ? 2 : 0) + (Object.hasOwn(r, 'x') ? 4 : 0) + ('toString' in r ? 8 : 0) }",
		"undefined is":      "const r = { x: d ? a : undefined }; return { o: ('x' in r ? 1 : 0) + Object.keys(r).length }",
		"in a table":        "const M = { 1: 7, 5: 2, 9: undefined }; return { o: (a & 15) in M ? M[a & 15] ?? 50 : 99 }",
		"negative names":    "return { o: ({ '-3': 9, 4: 5, '-1': 6, 2: 1 })[(a & 7) - 4] ?? 7 }",
		"of a table":        "return { o: (N[(a & 7) - 4] ?? 7) + (N[b & 8191] ?? 8) + (N[c] ?? 0) }",
		"in a list":         "const t = [a, b, c]; return { o: (a & 7) in t ? t[a & 7] & 255 : 99 }",
		"not in a list":     "return { o: (((a & 7) - 3) in [1, 2] ? 1 : 0) + ('length' in [1] ? 2 : 0) + ('1' in [1] ? 4 : 0) }",
		"a name":            "const s = { r0: a, r1: b, r2: c, r3: 7 }; return { o: s[`r${b & 3}`] }",
		"a name to set":     "const s = { r0: a, r1: b, r2: c, r3: 7 }; s['r' + (a & 3)] = 5; return { o: s.r0 * 3 + s.r1 * 5 + s.r2 * 7 + s.r3 }",
		"a name made":       "const s = { r0: 1, r1: 2, [`r${b & 1}`]: a }; return { o: s.r0 * 300 + s.r1 }",
		"a name of two":     "const k = d ? 'x' : 'y', s = { x: a, y: b }; s[k] += 3; return { o: { ...s, [k]: s[k] * 2 }.x }",
		"a name of a list":  "const N = ['u', 'v', 'u'], s = { u: a, v: b }; s[N[c & 1]] = 7; return { o: s.u * 256 + s.v }",
		"numbers as names":  "const s = {}; for (let i = 0; i < 4; i++) s[(a + i) & 3] = i; return { o: s[0] * 64 + s[1] * 16 + s[2] * 4 + s[3] }",
		"negative":          "const s = { 'n-1': 4, n0: 5, n1: 6 }; return { o: s[`n${(a % 3) - 1}`] }",
		"two in a name":     "const s = { a0b0: a, a0b1: b, a1b0: c, a1b1: 7 }; return { o: s[`a${a & 1}b${b & 1}`] }",
		"true in a name":    "const s = { isTrue: 1, istrue: a, isfalse: b }; return { o: s[`is${a > b}`] }",
		"String":            "return { o: String(a & 3) === '2' ? b : String(d === 1).length }",
		"length of a text":  "return { o: `${a & 127}`.length }",
		"fromEntries":       "const r = Object.fromEntries(['x', 'y', 'z'].map((k, i) => [k, a + i])); return { o: r.x * r.z + r.y }",
		"fromEntries by":    "const r = Object.fromEntries([[`k${a & 1}`, b], ['k0', 7]]); return { o: r.k0 + (r.k1 ?? 3) }",
		"with":              "const t = [a, b, 3]; const u = t.with(1, c).with(-1, 9); return { o: u[1] + u[2] + t[1] }",
		"with by":           "const t = [a, b, 3, 4]; return { o: t.with(a & 3, 77).reduce((x, y) => x * 3 + y) + t[0] }",
		"assign to one":     "const t = [{ x: a, y: 1 }, { x: b, y: 2 }, { x: 3, y: 3 }]; Object.assign(t[a & 1], { y: c & 15, z: 1 }); return { o: t[0].y * 256 + t[1].y * 16 + (t[0].z ?? 5) }",
		"the rest":          "const r = { x: a }; if (d) r.y = b; const { x, ...q } = r; return { o: 'y' in q ? q.y : x + 1 }",
		"keys of some":      "const r = {}; if (d) r.x = a; return { o: Object.keys(r).length }",
		"values of some":    "const r = { z: 1, ...(d ? { x: a } : {}) }; return { o: Object.values(r).reduce((x, y) => x + y) }",
		"entries of some":   "const r = { z: 1, ...(d ? { x: a } : {}), ...(a & 1 ? { y: undefined } : {}) }; return { o: Object.entries(r).reduce((n, [k, v]) => n * 7 + k.charCodeAt(0) + (v ?? 5), 0) & 0xffffff }",
		"counted":           "const n = {}; for (const v of [a & 3, b & 3, c & 3, 2]) n[v] = (n[v] || 0) + 1; let s = 0; for (const k in n) s = s * 5 + n[k] + Number(k); return { o: s * 8 + Object.keys(n).length }",
		"counted, the most": "const n = {}; for (const v of [a & 3, b & 3, c & 3]) n[v] = (n[v] ?? 0) + 1; return { o: Math.max(...Object.values(n)) * 10 + Object.entries(n).filter(([, x]) => x === 1).length }",
		"nothing in it":     "const n = {}; return { o: (n[a] ?? 4) + (n[b & 3] === undefined ? 8 : 0) }",
		"all there are":     "const f = { 0: () => a & b, 1: () => a | b, 2: () => c >>> 4, 3: () => 7 }, r = { 1: { x: a }, 0: { x: 3 } }; return { o: f[b & 3]() + r[d].x }",
		"keys in order":     "const r = {}; if (d) { r.x = a; r.y = b } else { r.x = c; r.y = 1 } return { o: Object.values(r)[0] }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const N = { '-3': 9, 4: 5, 5000: 6, '-1': 2 }\nconst Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
	for name, body := range map[string]string{
		"order of keys":   "const r = {}; if (d) { r.x = a; r.y = b } else { r.y = c; r.x = 1 } return { o: Object.values(r)[0] }",
		"order by spread": "const q = {}; if (d) q.x = a; const r = { ...q, y: b, x: c }; return { o: Object.values(r)[0] }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, "the keys of an object")
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// TestTablesInMapsAndSets reads Maps and Sets that stand beside the lambda.
func TestTablesInMapsAndSets(t *testing.T) {
	const prelude = `const M = new Map([[1, 7], [5, 2], [200, 3]]), S = new Set([3, 9, 100]), T = new Map([['add', 4], ['sub', { n: 9 }]]), E = new Map(), W = new Set(['x', 'z'])
const R = new Map([[0, { name: 'add', n: 5 }], [2, { name: 'sub', n: 6 }]]), F = new Map([[-3, 1], [4, undefined]])
const names = ['add', 'sub', 'x', 'y']
`
	for name, body := range map[string]string{
		"get":               "return { o: (M.get(a) ?? 99) + (M.get(5) ?? 0) + M.size }",
		"has":               "return { o: (M.has(a) ? 1 : 0) + (S.has(b & 15) ? 2 : 0) + (S.has(9) ? 4 : 0) + (E.has(a) ? 8 : 0) + S.size * 16 }",
		"texts":             "const k = names[a & 3]; return { o: (T.has(k) ? 1 : 0) + (W.has(k) ? 2 : 0) + (k === 'add' ? T.get(k) : 0) + (T.get('sub').n) }",
		"records":           "const e = R.get(a & 3); if (!e) return { o: b }; return { o: e.name === 'add' ? e.n : e.n + c }",
		"another kind":      "return { o: (M.has('1') ? 1 : 0) + (T.has(4) ? 2 : 0) + (M.get(undefined) ?? 5) + (M.has(1n) ? 8 : 0) }",
		"negative, nothing": "return { o: (F.has((a & 7) - 4) ? 1 : 0) + (F.has(4) ? 2 : 0) + (F.get(4) ?? 16) + (F.get((a & 7) - 4) ?? 32) }",
		"gone over":         "let n = a; for (const [k, v] of M) n += v * k; for (const k of S) n ^= k; return { o: n + [...T.keys()].length + [...F].length }",
		"chosen":            "const m = d ? M : R; return { o: (m.has(a) ? 1 : 2) + m.size }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 300, 5)
		})
	}
	for name, c := range map[string]struct{ prelude, body, want string }{
		"changed":    {"const M = new Map([[1, 2]])", "M.set(a, 1); return { o: M.size }", "is changed while the circuit runs"},
		"of objects": {"const k = {}, M = new Map([[k, 2]])", "return { o: M.get(k) + a }", "neither all whole numbers nor all texts"},
		"mixed":      {"const M = new Map([[1, 2], ['1', 3]])", "return { o: M.get(1) + a }", "neither all whole numbers nor all texts"},
		"fractions":  {"const M = new Map([[0.5, 2]])", "return { o: M.get(0.5) + a }", "neither all whole numbers nor all texts"},
		"extended":   {"class K extends Map { get(x) { return 7 } }\nconst M = new K([[1, 2]])", "return { o: M.get(1) + a }", "an instance of a class"},
		"its own":    {"const M = new Map([[1, 2]])\nM.extra = 5", "return { o: M.extra + a }", "an instance of a class"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, c.prelude+"\nconst Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, c.want)
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// TestTablesOfFractions reads sines, and other tables in which not all is a whole number.
func TestTablesOfFractions(t *testing.T) {
	const prelude = `const SINE = Array.from({ length: 256 }, (_, k) => Math.sin((2 * Math.PI * k) / 256))
const TWIDDLE = Array.from({ length: 32 }, (_, k) => Math.round(-Math.sin((2 * Math.PI * k) / 32) * 16384))
const QUARTER = Array.from({ length: 100 }, (_, k) => k * 0.25 - 3), ODD = [0.1, -0, 3, NaN, 1e-30, -7.5, Infinity, 2 ** 52, 0.3]
const MIXED = [0.5, 'x', 2], TINY = [1e-310, 2e-310, 5e-324], HUGE = [1e300, -1e300, 0.5, 1], SPREAD = Array.from({ length: 40 }, (_, k) => 2 ** (k * 40 - 800))
const LONG = Array.from({ length: 5000 }, (_, k) => k / 7)
`
	for name, body := range map[string]string{
		"sine":           "return { o: Math.floor(SINE[a] * 1000) + 1000 }",
		"sine, inverse":  "return { o: SINE[a] > SINE[b & 255] ? 1 : SINE[a] === SINE[b & 255] ? 2 : 3 }",
		"twiddles":       "return { o: (TWIDDLE[a & 31] * 3) >> 2 }",
		"-0 is 0":        "return { o: TWIDDLE[a & 31] === 0 ? 1 : TWIDDLE[b & 31] < 0 ? 2 : TWIDDLE[(a >> 3) & 31] ? 3 : 4 }",
		"quarters":       "return { o: Math.round(QUARTER[a % 100] * 100) }",
		"outside":        "return { o: QUARTER[a] === undefined ? 7 : Math.trunc(QUARTER[a]) }",
		"inside by ??":   "return { o: Math.trunc((QUARTER[a] ?? 1.5) * 2) }",
		"odd ones":       "const x = ODD[a % 9]; return { o: x !== x ? 1 : x === Infinity ? 2 : x > 1e10 ? 3 : x > 0.2 ? 4 : x > 0 ? 5 : x < 0 ? 6 : 7 }",
		"odd, by sum":    "return { o: (ODD[a % 9] + ODD[b % 9]) * 10 | 0 }",
		"no table":       "const x = MIXED[a % 3]; return { o: x === 'x' ? 1 : x === 0.5 ? 2 : 3 }",
		"tiny":           "return { o: TINY[a % 3] > TINY[b % 3] ? 1 : TINY[a % 3] * 1e308 * 1000 | 0 }",
		"huge":           "return { o: HUGE[a & 3] > 0.7 ? 1 : HUGE[a & 3] === 0.5 ? 2 : 3 }",
		"spread":         "return { o: SPREAD[a % 40] > SPREAD[b % 40] ? 1 : SPREAD[a % 40] / SPREAD[b % 40] === 1 ? 2 : 3 }",
		"long":           "return { o: Math.floor(LONG[b % 5000] * 7 + 0.5) }",
		"negative index": "return { o: Math.trunc((QUARTER[(a & 127) - 20] ?? 50) * 4) }",
		"a row of sines": "const { re, im } = { re: SINE[(a + 64) & 255], im: SINE[a] }; return { o: Math.round((re * b - im * b) * 16) }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 600, 5)
		})
	}
	p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a }) => ({ o: Math.floor(SINE[a] * 1000) + TWIDDLE[a & 31] }) })")
	require.Less(t, len(p.Module.Ops), 40, "they are tables")
	lowertest.Agree(t, p, 600, 5)
}

// TestChangesOfBehaviours: a list that one lambda changes is read as it is at the time by another one.
func TestChangesOfBehaviours(t *testing.T) {
	const shared = `const Read = circuit('Read', { inputs: { x: bus(8) }, outputs: { o: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ o: n }), onTick: ({ x }) => ({ n: READ }) })
const Only = circuit('Only', { inputs: { a: bus(8) }, outputs: { o: bus(8), p: bus(8) }, nodes: { w: Write, r: Read },
	connect: ({ inputs, outputs, nodes: { w, r } }) => [inputs.a.to(w.a, r.x), w.o.to(outputs.o), r.o.to(outputs.p)] })`
	write := func(tick string) string {
		return "const Write = circuit('Write', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ o: n }), onTick: " + tick + " })\n"
	}
	for name, c := range map[string]struct{ text, read string }{
		"an item":     {"const log = [0, 0]\n" + write("({ a, n }) => { log[0] = a; return { n: n + 1 } }"), "log[0] + x"},
		"pushed":      {"const log = []\n" + write("({ a, n }) => { log.push(a); return { n: n + 1 } }"), "log.length"},
		"inside":      {"const log = { last: { v: 1 } }\n" + write("({ a, n }) => { log.last.v += a; return { n: n + 1 } }"), "log.last.v"},
		"a Map":       {"const log = new Map([[1, 1]])\n" + write("({ a, n }) => { log.set(1, a); return { n: n + 1 } }"), "log.get(1)"},
		"a helper":    {"const log = [0], note = (x) => { log[0] = x }\n" + write("({ a, n }) => { note(a); return { n: n + 1 } }"), "log[0]"},
		"by name":     {"const log = [0]\nfunction next(s) { log[0]++; return { n: s.n + s.a } }\n" + write("next"), "log[0]"},
		"assigned to": {"const log = { v: 0 }\n" + write("({ a, n }) => { Object.assign(log, { v: a }); return { n: n + 1 } }"), "log.v"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, c.text+strings.Replace(shared, "READ", c.read, 1))
			require.Len(t, p.Hints, 2)
			for _, h := range p.Hints {
				require.Contains(t, h.Message, "an object outside the lambda is changed")
			}
		})
	}
	// under another name, what is changed cannot be seen in the text
	for name, c := range map[string]struct{ text, read string }{
		"another name":   {"const log = [0, 0], alias = log\n" + write("({ a, n }) => { alias[0] = a; return { n: n + 1 } }"), "log[0] + x"},
		"among too many": {"const big = Array(300000).fill(1), log = [0, 0], alias = log\n" + write("({ a, n }) => { alias[0] = a; return { n: n + big[a] } }"), "log[0] + x"},
		"an argument":    {"const log = [0, 0], put = (l, x) => { l[0] = x }\n" + write("({ a, n }) => { put(log, a); return { n: n + 1 } }"), "log[0] + x"},
		"a local name":   {"const log = [0, 0]\n" + write("({ a, n }) => { const l = log; l[0] = a; return { n: n + 1 } }"), "log[0] + x"},
		"taken apart":    {"const all = { log: [0, 0] }, { log } = all\n" + write("({ a, n }) => { log[0] = a; return { n: n + 1 } }"), "all.log[0] + x"},
		"each row":       {"const log = [[0, 0]]\n" + write("({ a, n }) => { log.forEach((r) => { r[0] = a }); return { n: n + 1 } }"), "log[0][0] + x"},
		"for of":         {"const log = [[0, 0]]\n" + write("({ a, n }) => { for (const r of log) r[0] = a; return { n: n + 1 } }"), "log[0][0] + x"},
		"made with it":   {"const log = [0, 0], mk = (l) => ({ a, n }) => { l[0] = a; return { n: n + 1 } }\n" + write("mk(log)"), "log[0] + x"},
		"filled":         {"const log = { t: [0, 0] }\n" + write("({ a, n }) => { log.t.fill(a); return { n: n + 1 } }"), "log.t[0] + x"},
		"a Set in it":    {"const log = { s: new Set([1]) }\n" + write("({ a, n }) => { log.s.add(a); return { n: n + 1 } }"), "log.s.size + x"},
		"Reflect":        {"const log = [0, 0]\n" + write("({ a, n }) => { Reflect.set(log, 0, a); return { n: n + 1 } }"), "log[0] + x"},
		"defineProperty": {"const log = { v: 0 }\n" + write("({ a, n }) => { Object.defineProperty(log, 'v', { value: a, writable: true, enumerable: true, configurable: true }); return { n: n + 1 } }"), "log.v + x"},
		"call":           {"const log = []\n" + write("({ a, n }) => { Array.prototype.push.call(log, a); return { n: n + 1 } }"), "(log.at(-1) ?? 0)"},
		"two functions":  {"const mk = () => { const k = [0]; return { bump: (x) => { k[0] = x; return x }, read: (x) => k[0] + x } }, S = mk()\n" + write("({ a, n }) => ({ n: S.bump(a) })"), "S.read(x)"},
		"of a function":  {"const make = () => new Map([[1, 1]]), log = make()\n" + write("({ a, n }) => { log.set(1, a); return { n: n + 1 } }"), "log.get(1) + x"},
		"an instance":    {"class Log { cells = [0, 0]; put(x) { this.cells[0] = x } }\nconst log = new Log(), cells = log.cells\n" + write("({ a, n }) => { log.put(a); return { n: n + 1 } }"), "cells[0] + x"},
		"by another closure": {"const on = [1], log = [0, 0], alias = on, second = log\n" + write("({ a, n }) => { alias[0] = a; return { n: n + 1 } }") +
			"const Also = circuit('Also', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, state: { n: reg(8) }, eval: ({ n }) => ({ o: n }), onTick: ({ a, n }) => { if (on[0] === 77) second[0] = a; return { n: a } } })\n", "log[0] + x"},
	} {
		t.Run(name, func(t *testing.T) {
			text := c.text + strings.Replace(shared, "READ", c.read, 1)
			if strings.Contains(text, "Also =") {
				text = strings.Replace(strings.Replace(text, "r: Read }", "r: Read, also: Also }", 1), "r.x)", "r.x, nodes.also.a)", 1)
				text = strings.Replace(text, "nodes: { w, r } }) =>", "nodes }) =>", 1)
				text = strings.NewReplacer("(w.", "(nodes.w.", " r.", " nodes.r.", " w.", " nodes.w.").Replace(text)
			}
			p := lowertest.Compile(t, text)
			lowertest.Agree(t, p, 100, 5)
			found := false
			for _, h := range p.Hints {
				found = found || strings.Contains(h.Message, "onTick of Read is not compiled") && strings.Contains(h.Message, "changed")
			}
			require.True(t, found, "%v", p.Hints)
		})
	}
	// what the program itself fills stays compiled
	p := lowertest.Compile(t, "const log = [], fill = (x) => { log.push(x) }\nfor (let i = 0; i < 4; i++) fill(i * 3)\n"+write("({ a, n }) => ({ n: n + log[a & 3] })")+strings.Replace(shared, "READ", "log[1]", 1))
	require.Empty(t, p.Hints)
	// and what only has the name of what changes a Map
	p = lowertest.Compile(t, "const field = (at, n) => ({ get: (w) => (w >> at) & ((1 << n) - 1), set: (w, v) => (w & ~(((1 << n) - 1) << at)) | (v << at) }), LOW = field(1, 3), HIGH = field(4, 2)\n"+
		write("({ a, n }) => ({ n: LOW.set(HIGH.set(n, a & 3), HIGH.get(a)) })")+strings.Replace(shared, "READ", "LOW.get(x)", 1))
	require.Empty(t, p.Hints)
	lowertest.Agree(t, p, 100, 5)
	// as do lambdas that share a table with a closure which changes only what it has made
	p = lowertest.Compile(t, "const log = [1, 2, 3, 4]\n"+write("({ a, n }) => { const l = [0, 0], m = new Float32Array(new ArrayBuffer(16)); l[a & 1] = log[a & 3]; m[1]++; l.push(3); return { n: l[0] + m[1] } }")+strings.Replace(shared, "READ", "log[x & 3]", 1))
	require.Len(t, p.Hints, 1)
	require.Contains(t, p.Hints[0].Message, "onTick of Write")
	lowertest.Agree(t, p, 100, 5)
}

// TestGettersOutside: what a getter gives may be another value each time.
func TestGettersOutside(t *testing.T) {
	p := lowertest.Compile(t, "let k = 0\nconst log = { get v() { k = (k + 1) & 7; return k } }\nconst Only = circuit('Only', "+lowertest.Ports+"eval: ({ a }) => ({ o: log.v + a }) })")
	require.Len(t, p.Hints, 1)
	require.Contains(t, p.Hints[0].Message, "an object outside the lambda has a getter, 'v'")
}

// TestComparisonsThatGiveMinusZero: the interpreter alone takes -0 for "less".
func TestComparisonsThatGiveMinusZero(t *testing.T) {
	for _, body := range []string{
		"return { o: [5 + a, -5 - a].sort((x, y) => (x % 5) - (y % 5))[0] }",
		"return { o: [a, b, c].toSorted((x, y) => (x > y ? 0 : -0))[0] }",
		"return { o: [a, b, 5].sort((x, y) => -(x - y))[0] }",
		"return { o: [5, a, b].sort((x, y) => '-0')[0] }",
		"return { o: [5, a, b].sort((x, y) => x > y ? '1' : undefined)[0] }",
	} {
		p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
		require.Empty(t, p.Hints)
		lowertest.Agree(t, p, 50, 5)
	}
}

// TestSignOfNothing: the interpreter's Math.sign gives 1 for undefined.
func TestSignOfNothing(t *testing.T) {
	for _, body := range []string{"return { o: Math.sign() | 0 }", "return { o: Math.sign([1, 2][a]) === 1 ? a + 1 : 0 }", "return { o: Math.sign(a - b) + 1 }"} {
		p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
		lowertest.Agree(t, p, 50, 5)
	}
	for _, argument := range []string{"null", "false", "true", "''", "'x'", "'-7'", "[]", "[4]", "-0.5", "-0", "{ valueOf: () => -3 }"} {
		p := lowertest.Compile(t, "const values = ["+argument+"].map((x) => JSON.parse('[4]') && Math.sign(x)), out = String([values[0], 1 / values[0]])\nconst Only = circuit('Only', "+lowertest.Ports+"eval: ({ a }) => ({ o: out.length * 256 + out.charCodeAt(0) }) })")
		out := map[string]string{"null": "0,Infinity", "false": "0,Infinity", "true": "1,1", "''": "0,Infinity", "'x'": "NaN,NaN", "'-7'": "-1,-1", "[]": "0,Infinity", "[4]": "1,1", "-0.5": "-1,-1", "-0": "0,-Infinity", "{ valueOf: () => -3 }": "-1,-1"}[argument]
		require.Equal(t, uint64(len(out)*256+int(out[0])), p.Event(t).Peek(p.Net(t, "__top__.o")).Lo, argument)
	}
	p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a }) => ({ o: Math.sign(JSON.parse('{}').x) === 1 ? 1 : 2 }) })")
	require.Len(t, p.Hints, 1)
	require.Equal(t, uint64(2), p.Event(t).Peek(p.Net(t, "__top__.o")).Lo)
}

// TestFunctionsThatAreMade calls functions that other functions gave, and those in tables of records.
func TestFunctionsThatAreMade(t *testing.T) {
	const prelude = `const rotl = (n) => (x) => (x << n) | (x >>> (32 - n))
const rot7 = rotl(7), rot9 = rotl(9)
function adder(n) { const twice = n * 2; return function (x) { return x + twice + offset } }
const offset = 100, add5 = adder(5)
const ISA = { add: { code: 0, run: (x, y) => x + y }, sub: { code: 1, run: (x, y) => x - y }, rot: { code: 2, run: rot9 }, not: { code: 3, run(x) { return ~x } } }
const byCode = Object.values(ISA)
const makers = { twice: () => (x) => x * 2 }, twice = makers.twice()
const plus = (x) => x + offset
function minus(x) { return x - 3 }
const compose = (...fs) => (x) => fs.reduce((v, f) => f(v), x), both = compose(add5, plus, minus, rotl(3))
const sync = (name, { visible, front }) => ({ [name + 'Visible']: (x) => x < visible, [name + 'Sync']: (x) => x >= visible + front })
const { hVisible, hSync } = sync('h', { visible: 100, front: 20 }), { vVisible } = sync('v', { visible: 30, front: 1 })
const fact = (n) => (n < 2 ? 1 : n * fact(n - 1)), curry = (x) => (y) => (z) => x * 100 + y * 10 + z, half = curry(1)(2)
const list = [(x) => x + 1, (x) => x ^ offset, add5], pick = (i) => list[i]
let count = 0
const counted = (() => { const start = 3; return (x) => x + start })()
class Box { constructor(v) { this.v = v } get(x) { return this.v + x } }
class Changed { get(x) { return x } }
Changed.prototype.get = (x) => x + 1
const box = new Box(4), changed = new Changed()
const units = [{ run(x, y) { return x + y } }, { run(x, y) { return x ^ y }, name: 'xor' }, { 'run'(x, y) { return x & y } }].map((u) => ({ ...u }))
const counter = (n) => ({ up(x) { return x + n }, down(x) { return x - n } })
const point = { length({ x, y = 3 }) { return x * x + y * y } }
const wrap = (f, n = 1) => (x) => f(x) + n, more = wrap((x) => x * 2), most = wrap(function (x) { return x + offset }, 9)
const self = { k: 3, run(x) { return x + this.k } }, parent = { run(x) { return super.toString ? x : 1 } }
const named = [{ run(x) { return x } }.run, ((x) => x)].map((f) => f.name + f.toString().length + f.length).join()
`
	for name, body := range map[string]string{
		"two of one":      "return { o: rot7(c) ^ rot9(b) }",
		"a declaration":   "return { o: add5(a) }",
		"records":         "return { o: byCode[a % 3].run(b, c) }",
		"records by name": "const k = ['add', 'sub', 'rot'][a % 3]; return { o: ISA[k].run(c, b) }",
		"a chain":         "return { o: byCode[a & 1]?.run(b, c) ?? 7 }",
		"of an object":    "return { o: twice(a) + makers.twice()(b) }",
		"of many":         "return { o: both(a) }",
		"taken apart":     "return { o: (hVisible(a) ? 1 : 0) + (hSync(a) ? 2 : 0) + (vVisible(a) ? 4 : 0) }",
		"curried":         "return { o: half(a) + curry(a)(b)(1) }",
		"a list":          "return { o: list[a % 3](b) + pick(1)(a) }",
		"at once":         "return { o: counted(a) }",
		"given on":        "const f = (g, x) => g(g(x)); return { o: f(add5, a) + [a, b].map(rot7).reduce((x, y) => x ^ y) }",
		"chosen":          "const f = d ? add5 : twice; return { o: f(a) }",
		"by itself":       "return { o: fact(4) + a }",
		"a method":        "return { o: ISA.not.run(a) }",
		"methods":         "return { o: units[a % 3].run(b, c) + counter(5).up(a) }",
		"taking apart":    "return { o: point.length({ x: a, y: d }) }",
		"given":           "return { o: more(a) + most(b) }",
		"without a name":  "return { o: named.length * 100 + a }",
		"with this":       "return { o: self.run(a) }",
		"with call":       "return { o: ISA.add.run.call(null, a, b) }",
		"of a class":      "return { o: box.get(a) }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
	for name, c := range map[string]struct{ body, want string }{
		"with super":   {"return { o: parent.run(a) }", "whose text is not known"},
		"of a class":   {"return { o: changed.get(a) }", "an instance of a class"},
		"of the realm": {"return { o: ISA.add.run.length + a }", "a property of a function"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, c.want)
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// TestOneOfManyObjects keeps the best of many in a variable, in more rounds than a value can have alternatives.
func TestOneOfManyObjects(t *testing.T) {
	const prelude = "const L = Array.from({ length: 20 }, (_, id) => ({ id, z: (id * 7 + 3) % 16, tag: ['a', 'b', 'c'][id % 3] }))\n"
	for name, body := range map[string]string{
		"records":        "let front = { z: -1, colour: 0 }; for (const p of L) { if (!((b >> p.id) & 1)) continue; if (p.z > front.z) front = { z: p.z, colour: p.id } } return { o: front.colour * 32 + front.z + 1 }",
		"rows":           "let pair = [0, 0]; for (const p of L) { if (!((c >> p.id) & 1)) continue; if (p.z * 7 % 16 > pair[0]) pair = [p.z * 7 % 16, p.id] } const [x, y] = pair; return { o: x * 32 + y }",
		"of the table":   "let best = null; for (const p of L) if ((c >> p.id) & 1 && (best === null || p.z > best.z)) best = p; return { o: best ? best.id + (best.tag === 'b' ? 100 : 0) : 255 }",
		"reducers":       "let p = { x: a & 15, y: a >> 4 }; for (let i = 0; i < 16; i++) { if ((c >>> i) & 1) continue; if (p.x > p.y) { p = { x: p.y, y: p.x }; continue } p = { ...p, x: p.x + 1 } } return { o: p.x * 16 + p.y }",
		"functional":     "const step = (p, k) => ((c >>> k) & 1 ? { ...p, x: p.x + p.y } : (b >> (k & 15)) & 1 ? { x: p.y, y: p.x } : p); let p = { x: a, y: 1 }; for (let k = 0; k < 24; k++) p = step(p, k); return { o: p.x ^ p.y }",
		"nested":         "let q = { at: { x: 0, y: 1 }, n: 0 }; for (let k = 0; k < 120; k++) { if ((c >>> (k & 31)) & 1) q = { at: { x: k, y: q.at.x }, n: q.n + 1 }; else if ((b >> (k & 15)) & 1) q = { ...q, n: q.n ^ 3 } } return { o: q.at.x * 100 + q.at.y * 3 + q.n }",
		"or undefined":   "let e; for (let k = 0; k < 150; k++) { if ((c >>> (k & 31)) & 1) e = { k, v: b + k }; else if ((b >> (k & 15)) & 1 && k > 15) e = undefined } return { o: e === undefined ? 3 : e.k + e.v }",
		"changed":        "let e = { v: 1 }; for (let k = 0; k < 120; k++) { if ((c >>> (k & 31)) & 1) e = { v: k }; if (k === 119) e.v++ } return { o: e.v }",
		"changed source": "const s = { v: 1 }; let e = s; for (let k = 0; k < 120; k++) if ((c >>> (k & 31)) & 1) e = { v: k }; s.v = 5; return { o: e.v }",
		"grown lists":    "let t = [a, 1]; for (let k = 0; k < 150; k++) if ((c >>> (k & 31)) & 1) t = [t[1], (t[0] + k) & 255]; return { o: t[0] * 256 + t[1] }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
	for name, body := range map[string]string{
		"of the table or made": "let e = L[0]; for (let k = 0; k < 120; k++) { if ((c >>> (k & 31)) & 1) e = { id: k, z: k & 15, tag: 'd' } } if ((c >>> 23) & 1) e.z++; return { o: e.z }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, "an object is changed")
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// TestKnownTexts has what methods give of texts that are known, or one of a few.
func TestKnownTexts(t *testing.T) {
	const prelude = "const K = ['in0', 'in1', 'out', 'Mode'], P = { in0: 3, in1: 5, out: 7, mode: 11, MODE: 13 }\n"
	for name, body := range map[string]string{
		"filter":     "return { o: Object.keys(P).filter((k) => k.startsWith('in')).reduce((s, k) => s + P[k], a) }",
		"ends":       "return { o: K.filter((k) => k.endsWith('1') || k.includes('u')).length + a }",
		"of a value": "const k = K[a & 3]; return { o: (k.startsWith('in') ? 1 : 0) + (P[k.toLowerCase()] ?? 50) * 2 + k.indexOf('o') }",
		"slices":     "const k = K[a & 3]; return { o: (k.slice(0, 2) === 'in' ? 1 : 0) + (k.slice(-1) === '1' ? 2 : 0) + (k.substring(3, 1) === 'ut' ? 4 : 0) + k.slice(2, 1).length }",
		"letters":    "const k = K[a & 3]; return { o: (k.at(-1) === 't' ? 1 : 0) + (k.charAt(0) === 'i' ? 2 : 0) + (k.at(3) === undefined ? 4 : 0) + (k.charAt(3) === '' ? 8 : 0) }",
		"made":       "return { o: `${a & 3}`.padStart(3, '0') === '002' ? 1 : '-'.repeat(3).length + 'x'.padEnd(2, 'yz').length }",
		"split":      "const [x, y] = 'add,sub'.split(','); return { o: (d ? x : y) === 'add' ? a : 'abc'.split('').length }",
		"upper":      "return { o: P[K[(a & 1) + 2].trim().toUpperCase()] ?? 1 }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
	for name, c := range map[string]struct{ body, want string }{
		"not ASCII":       {"return { o: 'für'.toUpperCase().length + a }", "not plain ASCII"},
		"by a value":      {"return { o: 'abc'.slice(b).length }", "depends on values"},
		"other arguments": {"return { o: 'abc'.startsWith('b', 1) ? 1 : a }", "with these arguments"},
		"counted":         {"let k = 0; [a, b, 9, 4].sort((p, q) => { k++; return p - q }); return { o: k }", "a comparison that changes variables"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, c.want)
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// TestNumbersThatMarkNothing: an index that is a far number where nothing was found needs no "undefined" once that is
// ruled out.
func TestNumbersThatMarkNothing(t *testing.T) {
	for name, body := range map[string]string{
		"seven":            "let p = 7; for (let i = 4; i >= 0; i--) if ((a >> i) & 1) p = i; return { o: p === 7 ? 0 : [b, c, 1, 2, 3][p] }",
		"255":              "let p = 255; for (let i = 0; i < 4; i++) if ((a >> i) & 1) p = i; if (p === 255) return { o: 9 }; return { o: [b, c, 1, 2][p] }",
		"by order":         "const p = a & 1 ? b & 3 : 99; if (p < 50) return { o: [c, 1, 2, 3][p] }; return { o: p }",
		"minus":            "const p = a & 1 ? b & 3 : -50; return { o: p >= 0 ? [c, 1, 2, 3][p] : p + 50 }",
		"two gaps":         "let p = 100; if (a & 1) p = 200; if (a & 2) p = b & 3; return { o: p !== 100 && p !== 200 ? [c, 1, 2, 3][p] : p }",
		"not that":         "const p = a & 1 ? b & 3 : 9; return { o: p === 9 ? 1 : p > 5 ? 2 : p === 4 ? 3 : [c, 1, 2, 3][p] }",
		"inside":           "const p = a & 1 ? b & 3 : 9; if (p > 3 && p < 9) return { o: 77 }; return { o: p }",
		"two gaps, joined": "let p = a & 1 ? b & 3 : 9; if (d) p = 6; if (p === 6) p = 2; return { o: p === 9 ? 1 : [c, 1, 2, 3][p] }",
		"a counter":        "let p = 15; for (let i = 0; i < 4; i++) { if (p === 15 && (a >> i) & 1) p = i } return { o: p < 15 ? [b, c, 1, 2][p] : 5 }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			if !strings.HasPrefix(name, "two gaps") { // only the largest one is known
				require.Empty(t, p.Module.Vars, "no output holds its value")
			}
			lowertest.Agree(t, p, 200, 5)
		})
	}
}

// TestLeastOfMany searches lists and memories for the index of something: what stands at the index so far is chosen
// between what has been read.
func TestLeastOfMany(t *testing.T) {
	const list = "const u = [a, b & 255, c & 255, d * 99, (b >> 8) & 255, Number(w & 255n), (c >> 8) & 255, 40]; "
	for name, body := range map[string]string{
		"the least":          list + "let best = 0; for (let i = 1; i < 8; i++) if (u[i] < u[best]) best = i; return { o: best * 256 + u[best] }",
		"the most":           list + "let best = 7; for (let i = 6; i >= 0; i--) best = u[i] > u[best] ? i : best; return { o: best * 256 + u[best] }",
		"by reduce":          list + "const best = u.reduce((m, x, i) => (x < u[m] ? i : m), 0); return { o: best * 256 + u[best] }",
		"changed in between": list + "let best = 0; for (let i = 1; i < 8; i++) { if (u[i] < u[best]) best = i; u[best] += 3 } return { o: best * 65536 + u[best] + u[0] * 256 }",
		"or none":            list + "let best = -1; for (let i = 0; i < 8; i++) if (u[i] > 50 && (best < 0 || u[i] < u[best])) best = i; return { o: best < 0 ? 7 : u[best] }",
		"outside":            list + "let best = 9; for (let i = 0; i < 8; i++) if (!(u[i] >= u[best])) best = i; return { o: best * 256 + (u[best] ?? 1) }",
		"rows":               "const u = [{ k: a, v: 1 }, { k: b & 255, v: 5 }, { k: c & 255, v: d }, { k: Number(w & 255n), v: b }]; let m = 0; for (let i = 1; i < 4; i++) if (u[i].k < u[m].k) m = i; return { o: u[m].k * 256 + u[m].v }",
		"records":            list + "let best = { at: 0 }; for (let i = 1; i < 8; i++) if (u[i] < u[best.at]) best = { at: i }; return { o: best.at * 256 + u[best.at] }",
		"two lists":          list + "const v = u.map((x) => x ^ 0x55); let m = 0, n = 0; for (let i = 1; i < 8; i++) { if (u[i] < v[m]) m = i; if (v[i] < u[n]) n = i } return { o: m * 8 + n + u[m] * 256 + v[n] * 65536 }",
		"on two paths":       list + "const n = b & 7; let x = 0; if (n >= 4) x = u[n]; else x = u[n] + 1; return { o: x * 256 + (n < 2 ? u[n] : 3) + (n === 5 ? u[n] : 0) }",
		"from two paths":     list + "const n = b & 7; let x = 0; if (n < 2) x = u[n]; const m = d ? n : 3; return { o: x + u[m] * 256 + u[3] }",
		"a sum on two paths": list + "const n = b & 3; let x = 0, m = 0; if (n < 2) { m = n + 1; x = u[m] } const k = n + 1, j = d ? k : 7; return { o: x + u[j] * 256 + u[7] + u[k] * 65536 }",
		"the index given":    list + "let m = (a & 1) ? 3 : b & 7; for (let i = 0; i < 8; i++) if (u[i] < u[m]) m = i; return { o: m * 256 + u[m] }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 300, 5)
		})
	}
	// memories on two paths
	p := lowertest.Compile(t, "const Only = circuit('Only', { inputs: { a: bus(8), d: bus(8) }, outputs: { o: bus(32) }, state: { m: mem(16, 8), r: reg(32) }, eval: ({ r }) => ({ o: r }),"+
		" onTick: ({ a, d, m, r }) => { const n = a & 15; m[d & 15] = a; let x = 0; if (n < 3) x = m[n]; else if (d & 1) m[n] = 7; const k = d & 2 ? n : 5; return { r: x + m[k] * 256 + m[5] + m[n] * 65536 } } })")
	lowertest.Agree(t, p, 200, 5)
	const memory = `const Only = circuit('Only', { inputs: { a: bus(8), d: bus(8) }, outputs: { o: bus(32) }, state: { m: mem(16, WIDTH), r: reg(32) }, eval: ({ r }) => ({ o: r }),
	onTick: ({ a, d, m, r }) => { m[a & 15] = WRITTEN; let best = 0; for (let i = 1; i < 16; i++) { if (m[i] < m[best]) best = i; THEN } return { r: ((r << 8) ^ best ^ m[best]) | 0 } } })
`
	for _, width := range []string{"8", "20", "32"} {
		for _, written := range []string{"d", "d - 99", "d * 0xffffff"} {
			for _, then := range []string{"", "m[best] = i", "if (d & 1) m[i ^ 1] = best"} {
				p := lowertest.Compile(t, strings.NewReplacer("WIDTH", width, "WRITTEN", written, "THEN", then).Replace(memory))
				require.Empty(t, p.Hints)
				lowertest.Agree(t, p, 100, 5)
			}
		}
	}
	p = lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { const u = Array.from({ length: 32 }, (_, i) => (c >>> i) ^ (b * i)); "+
		"let best = 0; for (let i = 1; i < 32; i++) if (u[i] < u[best]) best = i; return { o: best } } })")
	require.Less(t, len(p.Module.Ops), 300, "not all items are chosen from each time")
}

// TestTypedArrays makes typed arrays in lambdas: what is stored is cut to their numbers, and what lies outside is
// nowhere.
func TestTypedArrays(t *testing.T) {
	const prelude = "const T = new Uint8Array([200, 100, 50, 7]), F = new Float64Array([0.5, -2]), PLAIN = [300, -1, 2.7, 4]\n"
	for name, body := range map[string]string{
		"bytes":            "const r = new Uint8Array(4); r[0] = a + b; r[1] = r[0] - 1; r[2] -= 5; r[3] = 1e9 + a; return { o: r[1] + r[2] * 256 + r[3] * 65536 + r[0] }",
		"of all kinds":     "let n = 0; for (const r of [new Int8Array(2), new Uint8Array(2), new Int16Array(2), new Uint16Array(2), new Int32Array(2), new Uint32Array(2)]) { r[0] = c; r[1] = -b * 77; n = (n * 31 + r[0] + r[1]) | 0 } return { o: n }",
		"doubles":          "const r = new Float64Array(2); r[0] = a / 4; r[1] = undefined; return { o: Math.round(r[0] * 8) + (Number.isNaN(r[1]) ? 1000 : 0) }",
		"at an index":      "const r = new Uint16Array(5); r[a & 7] = c; r[(b & 7) - 2] = a; return { o: r[0] + r[1] * 3 + r[4] * 7 + (r[a & 7] ?? 99) + (r[(a & 3) - 1] ?? 5) }",
		"outside":          "const r = new Uint8Array(2); r[5] = 3; r[-1] = 4; r[2]++; return { o: r.length * 10 + (r[5] === undefined ? 1 : 0) + (r[2] ?? 7) }",
		"from a list":      "const r = new Uint8Array([a + 300, b, -1, 2.9]), q = new Int16Array(r), p = new Uint8Array(PLAIN), z = new Int8Array(T); return { o: r[0] + r[1] * 3 + q[2] * 5 + p[0] + p[1] + p[2] + z[0] }",
		"a schedule":       "const m = new Uint32Array(16); for (let i = 0; i < 4; i++) m[i] = c ^ (b * i); for (let i = 4; i < 16; i++) m[i] = m[i - 4] + ((m[i - 1] << 7) | (m[i - 1] >>> 25)) + i; return { o: m[15] }",
		"map wraps":        "const r = new Uint8Array([a, b, 7]).map((x) => x * 3 - 200); return { o: r[0] + r[1] * 256 + r[2] * 65536 }",
		"slice":            "const r = new Uint8Array([a, b, 7]), q = r.slice(1); q[0] += 250; return { o: q[0] + r[1] * 256 + q.length * 65536 }",
		"slice of a const": "return { o: T.slice(1, 3).reduce((x, y) => x * 3 + y, a) }",
		"fill and set":     "const r = new Uint8Array(6).fill(c); r.set([a, 999], 1); r.set(T.slice(0, 2), 4); return { o: r.reduce((x, y) => (x * 31 + y) | 0, 0) }",
		"from and of":      "const r = Uint8Array.from([a, b, c]), q = Int8Array.of(a, b), p = Uint8Array.from({ length: 3 }, (_, i) => i * a); return { o: r[2] + q[0] * 3 + q[1] * 5 + p[2] * 7 + (b & 1) }",
		"no array":         "const r = new Uint8Array(2); return { o: (Array.isArray(r) ? 1 : 0) + (Array.isArray(T) ? 2 : 0) + [1].concat([2]).length * 4 + (Array.isArray([...r]) ? 64 : 0) + a }",
		"spread":           "const r = new Uint8Array([a, b]); const q = [...r, 300]; q[2] += a; const [x, y] = r; return { o: q[2] + x * 3 + y * 5 + Math.max(...r) }",
		"on two paths":     "const r = new Uint8Array(2); if (d) r[0] = c; else r[1] = b + 1; const q = d ? r : new Uint8Array([1, 2]); q[0] += 255; return { o: r[0] + r[1] * 256 + q[0] * 65536 }",
		"exchanged":        "const r = new Uint8Array([a, b, 9]); [r[0], r[2]] = [r[2] + 255, r[0]]; for (let i = 0; i < 3; i++) r[i] ^= i * 91; return { o: r[0] + r[1] * 256 + r[2] * 65536 }",
		"its own value":    "const r = new Uint8Array(2); const x = (r[0] = c); return { o: x === c ? r[0]++ + r[0] : 0 }",
		"bigints apart":    "const r = new Uint32Array(2); r[0] = Number(w & 0xffffffffn); r[1] = Number(BigInt.asUintN(20, w)); return { o: r[0] ^ r[1] }",
		"sbox":             "const s = new Uint8Array(4); for (let i = 0; i < 4; i++) s[i] = T[(c >>> (i * 2)) & 3] ^ a; return { o: (s[0] << 24) | (s[1] << 16) | (s[2] << 8) | s[3] }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 300, 5)
		})
	}
	for name, c := range map[string]struct{ body, want string }{
		"map of a const":   {"return { o: T.map((x) => x * 2)[0] + a }", "of a kind that is not compiled"},
		"pushed":           {"const r = new Uint8Array(2); return { o: r.push ? 1 : r.length + a }", "the method push of a typed array"},
		"a bigint":         {"const r = new Uint8Array(2); r[0] = d ? 1 : w; return { o: r[0] }", "a bigint is stored"},
		"a length":         {"const r = new Uint8Array(a & 3); return { o: r.length }", "whose length depends on values"},
		"a view":           {"const r = new Uint8Array(4); const v = r.subarray(1); v[0] = a; return { o: r[1] }", "subarray"},
		"set outside":      {"const r = new Uint8Array(2); try { r.set([1, 2], 1) } catch { return { o: 4 + a } } return { o: r[1] }", ""},
		"sorted":           {"const r = new Float64Array([a / 2, 7, b]).sort(); return { o: r[0] }", "sort of a typed array"},
		"clamped":          {"const r = new Uint8ClampedArray([a / 2]); return { o: r[0] }", "something else than a whole number"},
		"in":               {"return { o: (1 in T ? 1 : 0) + a }", "whether something"},
		"one or the other": {"const r = d ? new Uint8Array([a]) : [a]; r[0] += 255; return { o: r[0] + r.map((x) => x * 2)[0] }", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			if c.want != "" {
				require.Len(t, p.Hints, 1)
				require.Contains(t, p.Hints[0].Message, c.want)
			}
			if name != "a bigint" {
				lowertest.Agree(t, p, 50, 5)
			}
		})
	}
}
