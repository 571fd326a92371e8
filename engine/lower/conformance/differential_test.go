package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestExpressions compares single expressions with what JavaScript makes of them. Bit operators on
// doubles of 2^63 and beyond are left out: there the interpreter differs from JavaScript, which the
// lowered code follows (see TestHugeToInt32 in engine/word).
func TestExpressions(t *testing.T) {
	for _, e := range []string{
		"a + b", "a - b", "a * b", "a / b", "a % b", "c + e", "c * e", "c - e", "c / e", "c % e", "-c", "-a", "~c", "!a", "!!a", "+d",
		"c & e", "c | e", "c ^ e", "c << e", "c >> e", "c >>> e", "a << b", "b >> a", "c >>> 0", "(c >>> 0) * (e >>> 0)",
		"Math.imul(c, e)", "Math.clz32(c)", "Math.clz32(c - c)", "Math.clz32((c + e) - (c + e))", "Math.clz32((c >>> 0) * 5 % 16)", "Math.clz32(Math.abs(c - c))", "Math.floor(c / e)", "Math.floor(a / b)", "Math.trunc(c / e)", "Math.round(c / 7)", "Math.ceil(c / 3)",
		"Math.min(c, e, a)", "Math.max(c, e, a)", "Math.abs(c)", "Math.sign(c)", "Math.sqrt(a)", "Math.floor(Math.sqrt(b))",
		"a < b < c", "(a > 5) <= (b > 5) ? 1 : 2", "c < e", "c <= e", "c > e", "c >= e", "c == e", "c === e", "c != e", "c !== a", "d == true", "d === true", "d ? c : e",
		"a && b", "a || b", "a ?? b", "d ? undefined ?? c : e", "(c >>> 0) < (e >>> 0)", "(c >>> 0) > e",
		"a / b | 0", "(a / b) >>> 0", "c % e | 0", "(c * e) | 0", "(c * e) & 255", "c / 2", "c * 0.5 + 0.25",
		"1 / (a - a)", "0 / (a - a)", "Math.floor(c / (a - a))", "a % (b & 1)", "(c + 0.5) | 0", "-(a / 3)", "1 / (1 + a)", "b ** 2", "2 ** (a & 15)", "a ** 3", "10 ** (a & 7)", "3 ** (b % 9 + 1)", "(a & 15) ** (b & 7)", "(-(a & 7)) ** (b & 3)", "Math.pow(a, 4)", "Math.pow(10, b & 3)", "3n ** (w & 15n)", "(w & 0xffn) ** BigInt(a & 7)", "(-w) ** (w & 3n)",
		"w + 1n", "w - 5n", "w * w", "w & 255n", "w | 1n", "w ^ 0xffffffffffffffffn", "~w", "-w", "w << 3n", "w >> 5n", "w >> BigInt(a)",
		"w / 7n", "w % 10n", "w / BigInt(a + 1)", "w === 0n ? 1n : 100n / w", "BigInt.asUintN(16, w)", "BigInt.asIntN(8, w)", "BigInt.asIntN(64, w)",
		"Number(w & 0xffffn) + 1", "Number(w >> 11n) * 3", "BigInt(c) * BigInt(e)", "BigInt(c) + w", "w > BigInt(c)", "w > c", "w == c", "w ? 1 : 0",
		"typeof w === 'bigint' ? 1 : 2", "typeof a === 'number'", "[1, 2, 3, 4][a & 3]", "[1, 2, 3][a & 3]", "[5, -6, 7.5][a & 3]",
		"({ 0: 7, 1: 9 })[d]", "((x) => x * 2)(a)", "[a, b, c].reduce((s, x) => s + x, 0)", "[a, b, c].map((x) => x & 7).indexOf(3)",
		"[a, b].some((x) => x > 100)", "[a, b].every((x) => x > 100)", "[a, b, c].includes(0)", "[a % d, 3].includes(b % d)", "[a, a % d].includes(NaN)", "[d ? a : NaN].includes(c / 0)", "[a % d, NaN].indexOf(a % d)", "Number.isInteger(c)", "Number(d)", "Boolean(a)",
		"(a > 3 && b < 100) || d", "a > 10 ? b > 10 ? 1 : 2 : 3", "(c | 0) - (e | 0) | 0", "((c >>> 0) + (e >>> 0)) % 65521",
		"Math.floor((c >>> 0) / 65536)", "Math.floor(-c / 3)", "(c >>> 0) / (e >>> 0) > 1", "Math.max(a, -0)", "Math.min(1 / (a + 1), b)", "0 * -a", "a * -0 + 0",
		"NaN", "Infinity", "-Infinity | 0", "c % -3", "-c % 3", "(-c % 3) | 0", "c % 4 === -1 ? 1 : 0", "a === 256", "a < 256", "a > 255",
	} {
		t.Run(e, func(t *testing.T) {
			p := lowertest.Compile(t, lowertest.Outputs("", e))
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 60, 7)
		})
	}
}

// TestStatements compares whole lambdas.
func TestStatements(t *testing.T) {
	for name, body := range map[string]string{
		"if":         "let r = 1; if (a > 5) { r = b; if (d) r += 2 } else if (a === 3) r = -1; return { o: r }",
		"return":     "if (a > 100) return { o: 1 }; if (b & 1) { if (d) return { o: 2 }; return { o: 3 } } return { o: c }",
		"for":        "let n = 0; for (let i = 0; i < 32; i++) if (c & (1 << i)) n++; return { o: n }",
		"break":      "let n = 0; for (let i = 0; i < 16; i++) { if (b & (1 << i)) break; n++ } return { o: n }",
		"continue":   "let n = 0; for (let i = 0; i < 16; i++) { if (!(b & (1 << i))) continue; if (i > a) break; n += i } return { o: n }",
		"inner":      "for (let i = 0; i < 8; i++) { if (a & (1 << i)) { if (d) return { o: i }; break } } return { o: 99 }",
		"while":      "let n = 0, x = a; while (x) { n += x & 1; x >>= 1 } return { o: n }",
		"do":         "let n = 0, x = a; do { n++; x >>>= 1 } while (x); return { o: n }",
		"label":      "let n = 0; outer: for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) { if (((a >> i) ^ (b >> j)) & 1) continue outer; if (i + j > 4) break outer; n += i * j + 1 } return { o: n }",
		"switch":     "let r = 0; switch (a & 7) { case 0: r = 1; break; case 1: r = 2; case 2: r += 3; break; default: r = 9; case 5: r += 100; break; case 6: return { o: 6 } } return { o: r }",
		"switch ret": "switch (a & 3) { case 0: return { o: b }; case 1: return { o: c }; case 2: if (d) return { o: 5 }; default: return { o: 7 } }",
		"closure":    "let n = 0; const add = (x) => { n += x; return n }; add(a); if (d) add(b); return { o: add(1) }",
		"recursion":  "const f = (n) => n <= 0 ? 0 : (c & n) + f(n - 1); return { o: f(10) }",
		"array":      "const r = [0, 0, 0, 0]; r[a & 3] = b; r[1] += 2; const [x, y = 5, ...z] = r; return { o: x + y * 3 + z[0] * 7 + z.length }",
		"object":     "const o = { x: a, y: b }; if (d) o.x = 3; const { x, ...r } = { ...o, z: 1 }; return { o: x * 2 + r.y + r.z }",
		"swap":       "let x = a, y = b; [x, y] = [y, x]; if (d) [x, y] = [y, x + 1]; return { o: x - y }",
		"compound":   "let x = c; x += a; x -= 3; x *= 2; x |= 1; x ^= b; x <<= 2; x >>= 1; x >>>= 1; x &= 0xffffff; x %= 1001; x ||= 7; x &&= x + 1; x ??= 0; return { o: x }",
		"increment":  "let x = a, y = b; const p = x++ + ++y; const q = x-- - --y; return { o: p * 3 + q + x }",
		"for of":     "let s = 0; for (const x of [a, b, 3]) s = s * 3 + x; for (const [i, j] of [[1, a], [2, b]]) s += i * j; return { o: s }",
		"for in":     "let s = 0; const q = { b, 2: c, a, 1: d }; for (const k in q) { s = s * 3 + q[k]; if (k === 'b' && d) break } for (const i in [a, b]) s += [7, 9][i] * (i === '1' ? 5 : 1); for (const k in null) s = 0; for (var k in { x: 1, y: 2 }); return { o: s + k.charCodeAt(0) }",
		"bigint":     "let h = 0xcbf29ce484222325n; for (let i = 0; i < 4; i++) h = BigInt.asUintN(64, (h ^ (w >> BigInt(i * 8) & 0xffn)) * 0x100000001b3n); return { o: h }",
		"float":      "let x = a; for (let i = 0; i < 4; i++) x = (x + b / (x + 1)) / 2; return { o: Math.floor(x) }",
		"missing":    "if (d) return { o: a }; return {}",
		"undefined":  "return { o: a > 100 ? undefined : b }",
		"default":    "const f = (x, y = 4, ...z) => x + y + z.length; return { o: f(a) + f(a, undefined) + f(a, b, 1, 2) }",
		"fill part":  "const r = [1, 2, 3, 4, 5, 6]; r.fill(a, 1, 3).fill(b, -2).fill(7, 9).fill(8, 4, 2); return { o: r.reduce((s, x, i) => s + x * (i + 1), 0) }",
		"fill where": "const r = [1, 2, 3, 4, 5, 6]; r.fill(c & 255, a & 7, b & 7).fill(9, (b & 15) - 8, undefined); return { o: r.reduce((s, x, i) => s + x * (i + 1), 0) }",
		"fill typed": "const r = new Uint8Array(6).fill(3); r.fill(c, a & 3, 5); return { o: r.reduce((x, y) => (x * 31 + y) | 0, 0) >>> 0 }",
		"fill":       "const r = new Array(4).fill(0); for (let i = 0; i < 4; i++) r[i] = (c >>> (i * 8)) & 255; r.reverse(); return { o: r.reduce((s, x, i) => s + x * (i + 1), 0) }",
		"from":       "const r = Array.from({ length: 5 }, (_, i) => a * i); return { o: r[b % 5] }",
		"shadow":     "let x = 1; { let x = 2; if (d) { x = a } ; x++ } for (let x = 0; x < 2; x++) {} return { o: x }",
		"var":        "if (d) { var x = a } return { o: x === undefined ? 3 : x }",
		"function":   "return { o: twice(a) + twice(b) }; function twice(x) { return x * 2 }",
		"captured":   "const fs = []; for (let i = 0; i < 3; i++) { let k = a + i; fs.push(() => i * 100 + k++) } for (const x of [b, 7]) fs.push(() => x); return { o: fs[0]() + fs[0]() * 3 + fs[2]() * 7 + fs[3]() + fs[4]() }",
		"scopes":     "let r = 0; for (let i = 0; i < 4; i++) { const t = a + i; if (t & 1) { const u = t * 2; if (d) continue; r += u } else { let w2 = b; w2 += t; if (w2 > 60000) break; r ^= w2 } const v = r & 0xffff; r = v } return { o: r }",
		"optional":   "const o = { p: { q: a } }; const u = undefined; return { o: (o?.p?.q ?? 1) + (u?.x ?? 2) }",
		"divide":     "return { o: b === 0 ? 77 : Math.floor(c / b) }",
		"range":      "const x = a > 200 ? 200 : a; const t = [3, 1, 4, 1, 5, 9, 2, 6]; return { o: x < 8 ? t[x] : x >= 100 ? t[x & 7] : -1 }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32), d: bit, w: bus(64) }, outputs: { o: bus(64) }, eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 3)
		})
	}
}
