package builtin_test

import (
	"testing"

	"simten.dev/engine/lower/lowertest"
)

// TestDigitsOfBigints: the digits of a bigint in a base that is a power of two are letters.
func TestDigitsOfBigints(t *testing.T) {
	lowertest.AgreeInEach(t, lowertest.EvalAfter("const u = w ^ (BigInt(a) << 20n); "), map[string]string{
		"ones":          "return { o: u.toString(2).split('1').length - 1 }",
		"each":          "return { o: [...u.toString(2)].filter((x) => x === '1').length }",
		"length":        "return { o: u.toString(2).length * 100 + u.toString(16).length * 10 + (u & 0xffn).toString(8).length }",
		"padded":        "const t = u.toString(2).padStart(64, '0'); return { o: [...t].reduce((s, x, i) => s + (x === '1' ? i : 0), 0) }",
		"back":          "return { o: parseInt((u & 0xffffffffn).toString(16), 16) }",
		"hexadecimal":   "const t = u.toString(16).padStart(16, '0'); return { o: parseInt(t[3], 16) * 16 + parseInt(t[15], 16) }",
		"none":          "return { o: (u & 0n).toString(2).length + (w >> 64n).toString(4).length }",
		"128 bits":      "const x = (u << 64n) | w; return { o: x.toString(2).split('1').length + x.toString(32).length * 1000 }",
		"base 32":       "const t = u.toString(32); return { o: t.length }",
		"by a constant": "const radix = 4; return { o: u.toString(radix).length }",
	})
}
