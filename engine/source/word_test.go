package source

import (
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
