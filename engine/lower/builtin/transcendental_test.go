package builtin_test

import (
	"testing"

	"simten.dev/engine/lower/lowertest"
)

// TestTranscendental has functions for which there are no instructions, of numbers that a few bits decide.
func TestTranscendental(t *testing.T) {
	lowertest.AgreeInEach(t, lowertest.EvalAfter(""), map[string]string{
		"a sine":        "return { o: Math.round(127 * Math.sin((2 * Math.PI * (c >>> 24)) / 256)) & 255 }",
		"two of one":    "const p = (a & 63) * 0.1; return { o: Math.floor(Math.sin(p) * Math.sin(p) * 1e6 + Math.cos(p) * 1e3) }",
		"none":          "const y = Math.log((a & 15) - 8), z = Math.asin((a & 7) / 2); return { o: (y !== y ? 1 : 0) + (z !== z ? 2 : 0) + (y === -Infinity ? 4 : 0) + (y < 0 ? 8 : 0) + (z > 0 ? 16 : 0) }",
		"constants":     "return { o: Math.floor(Math.exp(1) * 1e6) + (Math.log(-1) !== Math.log(-1) ? 1 : 0) + a }",
		"signs of zero": "const k = (a & 3) - 1; return { o: (1 / Math.sin(-0) < 0 ? 1 : 0) + (1 / Math.sin(k / -3) < 0 ? 2 : 0) + (1 / Math.tanh(k) > 0 ? 4 : 0) }",
		"all":           "const n = (b & 127) / 16 - 4; let s = 0; for (const f of [Math.sin, Math.cos, Math.tan, Math.asin, Math.acos, Math.atan, Math.sinh, Math.cosh, Math.tanh, Math.asinh, Math.acosh, Math.atanh, Math.exp, Math.expm1, Math.log, Math.log1p, Math.cbrt]) { const y = f(n); s = (s * 5 + (y === y && y < 1e6 && y > -1e6 ? Math.floor(y * 1024) : 7)) | 0 } return { o: s }",
		"of a list":     "const k = [0.5, 2, 7][b % 3]; return { o: Math.floor(Math.atan(k) * 1e5) }",
	})
	p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ c }) => ({ o: Math.floor(Math.sin(c) * 100) }) })")
	if len(p.Hints) != 1 {
		t.Errorf("a sine of 32 bits: %v", p.Hints)
	}
	lowertest.Agree(t, p, 50, 5)
}
