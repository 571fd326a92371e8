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
		"const a = 0xfffffff1, b = 0xf2345671; log(a * b | 0, (a * b) >>> 0, a * b & 0xffff0000, ~~0 ^ a * b)":                                          "-823201792 3471765504 -823263232 -823201792",
		"const a = 4e9, b = 3e9; log(((a + 1) * (b + 1)) >>> 3, (b * (a + (1))) >> 1, ((((a * b)))) << 2 | 1)":                                          "255684864 -977260544 1656750081",
		"const a = 0xfffffff1; let h = 7; h ^= a * a * 5; log(h, (h | 0) * a * a >>> 0, 1 + a * a | 0, -(a * a) | 0)":                                   "7 0 0 0",
		"log(1e21 | 0, 1e21 >>> 5, 2 ** 70 | 0, (2 ** 63 + 2 ** 11) | 0, 3 * 5 & 7 | 2 ** 4)":                                                           "-559939584 116719616 0 2048 23",
		"const x = 12345678901234567890n, f = (v: bigint) => v * v & 0xffffffffn | v ** 2n; log(f(x) === (x * x & 0xffffffffn | x ** 2n), x * x >> 3n)": "true 19051973441548545937738149984377381512",
		"const s = 'a(b'; log((s.length * 3 | 0) + (2 * (s.length) & 6), ((x: any) => x * 2 | x * x)(3), (() => 2 * 3 | 1)())":                          "15 15 7",
		"const f = (v: any) => (Number(v) | 0) + (Number((v)) >>> 28); log(f(5n), f(2 ** 40 + 3), f('7'), f(2 ** 70))":                                  "5 3 7 0",
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

// TestNamesOfHugeNumbersAreFoundInBoundedTime: each of many names has the number of the next one, and functions stand in functions.
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
