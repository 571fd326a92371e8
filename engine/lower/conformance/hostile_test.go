package conformance

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestHostileLambdas has lambdas that would take for ever, or all memory, if they were followed to
// their end. They must be refused, or lowered, soon, and behave all the same.
func TestHostileLambdas(t *testing.T) {
	for name, body := range map[string]string{
		"types":      "let x = a > 1 ? undefined : a, y = b > 1 ? 1n : b; for (let i = 0; i < 60; i++) { const t = (c >> i) & 1 ? x : y; y = x; x = t } return { o: x === undefined ? 1 : 2 }",
		"recursion":  "const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); return { o: f(25) }",
		"endless":    "let n = 0; for (;;) { n++; if (n > a) return { o: n } }",
		"rounds":     "let n = 0; while (n < c) n += 1 + (c & 1023); return { o: n & 255 }",
		"bigint":     "let x = w; for (let i = 0; i < 5; i++) x = x * x; return { o: Number(x & 255n) }",
		"shared":     "let x = c; for (let i = 0; i < 200; i++) x = (x ^ (x << 1)) + (x & x >>> 3) | 0; return { o: x }",
		"comparison": "let x = w; for (let i = 0; i < 60; i++) x = x > BigInt(a + i) ? x - 1n : x + BigInt(b); return { o: BigInt.asUintN(32, x) }",
		"array":      "const r = []; for (let i = 0; i < 1000; i++) r.push(i * a); return { o: r[b % 1000] }",
		"closures":   "let f = (x) => x; for (let i = 0; i < 70; i++) { const g = f; f = (x) => g(x + 1) } return { o: f(a) }",
	} {
		t.Run(name, func(t *testing.T) {
			started := time.Now()
			p := lowertest.Compile(t, "const Only = circuit('Only', { inputs: { a: bus(4), b: bus(16), c: bus(16), w: bus(64) }, outputs: { o: bus(32) }, eval: ({ a, b, c, w }) => { "+body+" } })")
			require.Less(t, time.Since(started), 20*time.Second)
			lowertest.Agree(t, p, 6, 3)
			t.Logf("%v, %d operations, %v", time.Since(started), len(p.Module.Ops), p.Hints)
		})
	}
}
