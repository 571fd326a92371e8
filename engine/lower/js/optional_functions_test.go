package js_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestFunctionsThatMayBeMissing calls a function of a record that not every record has: where it is asked for before.
func TestFunctionsThatMayBeMissing(t *testing.T) {
	for name, body := range map[string]string{
		"by its kind":         "const e = decode(a); if (e.kind === 'alu') s ^= e.fn(s, b)",
		"by the function":     "const e = decode(a); if (e.fn) s ^= e.fn(s, b); else s++",
		"optional":            "const e = decode(a); s ^= e.fn?.(s, b) ?? 5",
		"of a table":          "const e = OPS[a & 3]; if (e.kind !== 'nop') s = e.fn(s, b)",
		"of a table, stopped": "const e = OPS[a & 3]; if (!e.fn) return { s: s + 1 }; s = e.fn(s, b)",
		"a case of a switch":  "let t = 'abcd'[a & 3]; switch (true) { case b < 9: s += 2; break; case t === 'b' || t === 'd': s ^= 5; break; case a > 99 && t !== 'c': s += 7; break; default: s = 1 }",
	} {
		t.Run(name, func(t *testing.T) {
			text := `const decode = (w) => w & 1 ? { kind: 'alu', fn: (x, y) => x + y } : w & 2 ? { kind: 'sub', fn: (x, y) => x - y } : { kind: 'nop' }
const OPS = [{ kind: 'add', fn: (x, y) => x + y }, { kind: 'nop' }, { kind: 'xor', fn: (x, y) => x ^ y }, { kind: 'and', fn: (x, y) => x & y }]
circuit('Only', { inputs: { a: bus(8), b: bus(8) }, outputs: { o: bus(32) }, state: { s: reg(32) }, eval: ({ s }) => ({ o: s >>> 0 }),
  onTick: ({ s, a, b }) => { ` + body + `; return { s: s | 0 } } })`
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 6)
			lowertest.AgreeGenerated(t, p, 200, 6)
		})
	}
}
