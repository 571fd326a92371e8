package facts_test

import (
	"math"
	"testing"

	"simten.dev/engine/lower/lowertest"
)

// TestValuesOfFewBits has lambdas in which much follows from a few bits: it is one table.
func TestValuesOfFewBits(t *testing.T) {
	const prelude = `const expand = (mask) => [0, 1, 2, 3].reduce((m, k) => (mask & (1 << k) ? m | (0xff << (8 * k)) : m), 0) >>> 0
const ones = (v, n = 8) => (n === 0 ? 0 : (v & 1) + ones(v >> 1, n - 1))
const prime = (n) => { if (n < 2) return 0; for (let k = 2; k < 8; k++) if (n % k === 0 && n !== k) return k; return 1 }
`
	for name, c := range map[string]struct {
		body string
		max  int
	}{
		"lanes":              {"s = (s & ~expand(a & 15)) | (c & expand(a & 15)); ", 30},
		"bits that are set":  {"s = ones(a) * 16 + ones((b >> 4) & 255); ", 30},
		"the least divisor":  {"s = prime(a & 63) + s; ", 25},
		"with fractions":     {"s = Math.round(Math.sqrt(a) * 10) ^ c; ", 25},
		"a number with sign": {"const x = (a & 15) - 8; s = Math.abs(x * x * x - 3 * x) + Math.sign(x) * s; ", math.MaxInt},
		"an address":         {"h[(ones(a) * 3 + (a >> 2)) & 15] = ones(a); ", 25},
		"of a state":         {"s = ones(s & 255) ^ expand(s & 15) ^ b; ", 40},
	} {
		t.Run(name, func(t *testing.T) {
			lowertest.AgreeCompiled(t, prelude+lowertest.Cells(c.body+"return { h, s: s >>> 0 }"), c.max)
		})
	}
}
