package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Bitwise operators see products as the language says, however they are written, and bigints as they are.
func TestBitwiseOperatorsOfProducts(t *testing.T) {
	for text, want := range map[string]string{
		"const a = 0xfffffff1, b = 0xf2345671; log(a * b | 0, (a * b) >>> 0, a * b & 0xffff0000, ~~0 ^ a * b)":                                                                                                                            "-823201792 3471765504 -823263232 -823201792",
		"const a = 4e9, b = 3e9; log(((a + 1) * (b + 1)) >>> 3, (b * (a + (1))) >> 1, ((((a * b)))) << 2 | 1)":                                                                                                                            "255684864 -977260544 1656750081",
		"const a = 0xfffffff1; let h = 7; h ^= a * a * 5; log(h, (h | 0) * a * a >>> 0, 1 + a * a | 0, -(a * a) | 0)":                                                                                                                     "7 0 0 0",
		"log(1e21 | 0, 1e21 >>> 5, 2 ** 70 | 0, (2 ** 63 + 2 ** 11) | 0, 3 * 5 & 7 | 2 ** 4)":                                                                                                                                             "-559939584 116719616 0 2048 23",
		"const x = 12345678901234567890n, f = (v: bigint) => v * v & 0xffffffffn | v ** 2n; log(f(x) === (x * x & 0xffffffffn | x ** 2n), x * x >> 3n)":                                                                                   "true 19051973441548545937738149984377381512",
		"const p = 0xfffffff1, q = 0xf2345671, n: any = '7'; log(5 ^ (1, Number(n)), Math.imul((p, Number(n)), 3), (1, p * q) | 0, 1 | (p * 0, p * q), new Uint8Array((1, [p * q * 9]))[0], [3, 5].map((x, i) => i ^ (1, Number(x)))[1])": "2 21 -823201792 -823201791 0 4",
		"const s = 'a(b'; log((s.length * 3 | 0) + (2 * (s.length) & 6), ((x: any) => x * 2 | x * x)(3), (() => 2 * 3 | 1)())":                                                                                                            "15 15 7",
		"const f = (v: any) => (Number(v) | 0) + (Number((v)) >>> 28); log(f(5n), f(2 ** 40 + 3), f('7'), f(2 ** 70))":                                                                                                                    "5 3 7 0",
	} {
		r := newRealmStub(10)
		require.Equal(t, []string{want}, r.run(prepare(t, text).Program), text)
	}
}

// TestBitwiseOperatorsOfNames: what they are applied to has got a product elsewhere.
func TestBitwiseOperatorsOfNames(t *testing.T) {
	for text, want := range map[string][]string{
		"let s: any = 3, w: any = 5n; for (let k = 0; k < 20; k++) s *= 9; const z = 7; log(~((s | 1) * (s + z)), Math.imul((s + 1) * (s | z), (z | 8) * (s + 2)), 1 ^ (s + z) * (s + 1), -1 & ((s + z) * (s | 1)), z << ((s | 3) * (z + 1)))": {"-1 0 1 0 117440512"},
		"const w: any = 0x123456789abcdefn; log(5n ^ (7n & w) * (1n | w), ~((7n & w) * (1n | w)), (w + 1n) * (w | 3n) & 0xffffn, 1n << (w & 3n) * (1n + 1n))":                                                                                  {"573898704515408268 -573898704515408266 29456 64"},
		"let h = 1; for (let k = 0; k < 15; k++) h = h * 31 + 3; log(h >>> 0, h | 0, ~h, h & 0xffff0000, h << 3, 5 | h, (h) ^ (h * 2))":                                                                                                        {"2877292544 -1417674752 1417674751 -1417674752 1543503872 -1417674747 -58720256"},
		"const cube = (c: any) => c * c * c, low = (x: any) => x | 0; log(cube(2097160) | 0, low(cube(2097160)), low(5), Math.imul(cube(2097160), 3), Math.clz32(cube(2097160)))":                                                              {"402653184 402653184 5 1207959552 3"},
		"const o: any = { h: 1 }; for (let k = 0; k < 20; k++) o.h *= 9; let g = 3; g **= 40; g += o.h; log(o.h | 0, g >>> 0, ~(o.h), -(~o.h), Math.imul((o.h * 3) * (5), 7), (o.h, g) && 1)":                                                  {"689956864 1379913728 -689956865 689956865 -568786944 1"},
		"function big(n: any) { const r = n ** 13; if (n > 5) return r; return 0 } log(big(1234) >>> 3, big(3) | 1, (big(77) > 4 ? big(77) : 1) | 0, [big(77) | 0].length)":                                                                    {"0 1 -1610612736 1"},
		"const f = (x: bigint) => { let h = x; h *= h; return ~h | h & 0xffn }; log(f(3n), f(2n ** 40n)); let u: any = 7; u *= 2; log(u | 1, ~u, typeof ~(2n * 3n))":                                                                           {"-1 -1208925819614629174706177", "15 -15 bigint"},
	} {
		r := newRealmStub(1000)
		require.Equal(t, want, r.run(prepare(t, text).Program), text)
	}
}

// TestBitwiseOperatorsOfWhatIsKept: huge numbers come to an operator through its own assignment, functions of Math,
// arrays, objects, patterns, callbacks and classes.
func TestBitwiseOperatorsOfWhatIsKept(t *testing.T) {
	for text, want := range map[string][]string{
		"let x = 0xfffffff1 * 0xf2345671 * 9; const y = x, z: any = { x }, t: any = [y, [y]]; x ^= 5; z.x |= 0; t[0] >>>= 3; t[1][0] &= -1; log(x, z.x, t[0], t[1][0]); let i = 0; const u: any = [1, y]; u[++i] |= 1; log(i)":                                                                                                                                                                                                                                            {"1181122565 1181122560 147640320 1181122560", "1"},
		"const f = () => { let h: any = 4294967291; h *= h * 3; h |= h >> 1 ? 1 : 2; h <<= 1 // |= in a comment\nh /* ^= */ ^= /* ^= */ 7\nreturn h }; log(f())":                                                                                                                                                                                                                                                                                                          {"3"},
		"let b: any = 3n; b *= 5n; b ^= 6n; b <<= 2n; const o: any = { b }; o.b *= 3n; o.b &= 0xffn; log(b, o.b)":                                                                                                                                                                                                                                                                                                                                                         {"36 108"},
		"const p = 0xfffffff1, q = 0xf2345671, k = 33; log(Math.floor(p * q * k) | 0, Math.max(p * q * k, 1) >>> 0, (p * q * k / 2) & 0xfffff000, (p && p * q * k) | 0, (1, p * q * k) ^ 1, Math.abs(-p * q * k) | 0, (p * q * k % 1e25) | 0, ~Math.round(p * q * k), p / 2 ** -60 | 0, Math.pow(2, 65) + Math.pow(2, 64) + Math.pow(2, 30) * 8192 | 0)":                                                                                                                  {"-1395851264 2899116032 1449558016 -1395851264 -1395851263 -1395851264 -1395851264 1395851263 0 0"},
		"const p = 0xfffffff1, q = 0xf2345671; log([p * q * 9][0] | 0, ({ x: p * q * 9 }).x | 0, [p, q, 64].reduce((s, v) => s * v) | 0, [p].map((v) => v * q * 64)[0] >>> 0, [p * q * 9].at(-1)! | 0, (({ n }) => n | 0)({ n: p * q * 9 }), (([n]) => n | 0)([p * q * 9]), ((n) => n | 0)(p * q * 9), (() => p * q * 9)() | 0, [p * q * 9].map((n) => n | 0)[0], new Map([[1, p * q * 9]]).get(1)! | 0)":                                                                 {"1181122560 1181122560 -1145307136 3149660160 1181122560 1181122560 1181122560 1181122560 1181122560 1181122560 1181122560"},
		"const p = 0xfffffff1, q = 0xf2345671; class A { v = p * q * 9; #w = 0; get g() { return this.v * 2 } m(x: any) { this.#w = x; return this.#w | 0 } low() { return this.v | 0 } } const a = new A(); log(a.low(), a.g | 0, a.m(p * q * 9)); for (const e of [p * q * 9]) log(e | 0); const [e, { f: g = 1 }] = [p * q * 9, { f: p * q * 9 }]; log(e >>> 1, g | 0); const OPS = [(x: any, y: any) => x * y * 9]; log(OPS[0](p, q) | 0, (OPS[0]?.(p, q) ?? 1) | 0)": {"1181122560 -1932722176 1181122560", "1181122560", "590561280 1181122560", "1181122560 1181122560"},
	} {
		r := newRealmStub(1000)
		require.Equal(t, want, r.run(prepare(t, text).Program), text)
	}
}

// TestElementsOfTypedArrays: what comes into an array of integers is the low bits of a number.
func TestElementsOfTypedArrays(t *testing.T) {
	const x = "const x = 0xfffffff1 * 0xf2345671 * 9; "
	for text, want := range map[string]string{
		x + "log(new Uint32Array([1, x])[1], new Int16Array([-x])[0], Uint8Array.of(x / 2 ** 22, 3)[0], Int32Array.from([x])[0], new Float64Array([x])[0] === x, Float64Array.of(x)[0] === x, new Uint8ClampedArray([x])[0])":   "1181122560 -32768 25 1181122560 true true 255",
		x + "const u = new Uint32Array(2), f = new Float64Array(1); u[0] = x; f[0] = x; const g = (u: any) => { u[0] = x; return u[0] }; log(u[0], f[0] === x, g([0]) === x, new Uint32Array([...[x * 2], x].slice(2)).length)": "1181122560 true true 0",
		x + "const u = new Uint32Array([7, 3, 5, 2]), f = new Float64Array(1); u[0] += x; u[1] -= (x); u[2] *= x / 3; u[3] **= 70; f[0] += x; u[3] /= 2 ** -40; const r = [...u]; u[0] += x / 3; log(...r, f[0] === x, u[0])":   "1181122560 3113844736 536903680 0 true 3006488576",
	} {
		r := newRealmStub(1000)
		require.Equal(t, []string{want}, r.run(prepare(t, text).Program), text)
	}
}

// TestNamesOfHugeNumbersAreFoundInBoundedTime: each of many names has the number of the next one, and functions stand
// in functions.
func TestNamesOfHugeNumbersAreFoundInBoundedTime(t *testing.T) {
	var chain, nest strings.Builder
	const names = 30_000
	for i := range names {
		fmt.Fprintf(&chain, "var n%d = n%d\n", i, i+1)
	}
	fmt.Fprintf(&chain, "var n%d = 3 * 5\nlog(n0 | 1)\n", names)
	const depth = 150
	for i := range depth {
		fmt.Fprintf(&nest, "function f%d(x: any) {\n%s", i, strings.Repeat("x = x * 3 + 1\n", 100))
	}
	nest.WriteString(strings.Repeat("return x | 0 }\n", depth))
	nest.WriteString("log(typeof f0(1))\n")
	for text, want := range map[string]string{chain.String(): "1", nest.String(): "number"} {
		s, problems := Prepare("circuit.ts", text, Options{MaxBytes: 1 << 20})
		require.Empty(t, problems)
		r := newRealmStub(1000)
		require.Equal(t, []string{want}, r.run(s.Program))
	}
}

// TestBitwiseOperatorsOfComputedKeys: what is put under a key that is computed is found under a name, and the other way
// round.
func TestBitwiseOperatorsOfComputedKeys(t *testing.T) {
	const x = "const x = 0xfffffff1 * 0xf2345671 * 9; "
	for text, want := range map[string]string{
		x + "const f = (o: any, k: string) => { o[k] = x; return o.a | 0 }; log(f({}, 'a'))":                                                                              "1181122560",
		x + "const k = 'a', o: any = { [k]: x }, { a } = o; log(o.a | 0, a | 0, ({ ['a' + '']: x } as any).a >>> 0)":                                                      "1181122560 1181122560 1181122560",
		x + "const o: any = { a: x, b: 1 }; let s = 0; for (const k in o) s ^= o[k]; const g = (k: string) => o[k] | 0; log(s, g('a'))":                                   "1181122561 1181122560",
		x + "const o: any = { a: x }; log(Object.values(o).map((v: any) => v | 0)[0], Object.entries(o).map(([, v]: any) => v | 0)[0], (Object.values(o)[0] as any) | 0)": "1181122560 1181122560 1181122560",
		x + "const o: any = Object.fromEntries([['a', x]]); log(o.a | 0, o['a'] | 0, (({ a }: any) => a | 0)(o))":                                                         "1181122560 1181122560 1181122560",
		x + "const o: any = {}; o['a' + o.b] = 3; const l = [x, 5]; let i = 0; log(o.c | 1, l[i] | 0, l[i + 1] | 0)":                                                      "1 1181122560 5",
	} {
		r := newRealmStub(1000)
		require.Equal(t, []string{want}, r.run(prepare(t, text).Program), text)
	}
}
