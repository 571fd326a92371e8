package js_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestForInOfSomeKeys goes over objects of which the keys depend on values: in the round of a key, its property is
// there.
func TestForInOfSomeKeys(t *testing.T) {
	const sixteen = "const n = {}; n[a & 15] = 3; n[b & 15] = c & 255; "
	lowertest.AgreeInEach(t, lowertest.EvalAfter(""), map[string]string{
		"sum":              sixteen + "let s = 0; for (const k in n) s += n[k]; return { o: s }",
		"with its key":     sixteen + "let s = 0; for (const k in n) s = s * 3 + n[k] * Number(k); return { o: s & 0xffffff }",
		"counted":          "const n = {}; for (const v of [a & 31, b & 31, c & 31, (a ^ b) & 31]) n[v] = (n[v] ?? 0) + 1; let s = 0; for (const k in n) s += n[k] * +k; return { o: s }",
		"changed":          sixteen + "for (const k in n) n[k] += 2; let s = 0; for (const k in n) s = s * 3 + n[k]; return { o: (s & 0xffff) + (n[c & 15] ?? 9) }",
		"left":             sixteen + "let s = 0; for (const k in n) { if (n[k] > 5) break; if (n[k] === 3) continue; s += n[k] + 1 } return { o: s * 16 + (n[a & 15] ?? 1) }",
		"returned":         sixteen + "const f = () => { for (const k in n) if (n[k] & 1) return n[k] * 16 + +k; return 1 }; return { o: f() + (n[7] ?? 8) }",
		"may be undefined": "const n = {}; n[a & 3] = d ? 4 : undefined; n[b & 3] = 5; let s = 0; for (const k in n) s += (n[k] ?? 7) * (+k + 1); return { o: s }",
		"objects":          "const n = {}; n[a & 15] = { v: b & 15 }; n[b & 15] = { v: 3 }; let s = 0; for (const k in n) s += n[k].v; return { o: s }",
		"another one's":    sixteen + "const m = { ...n }; let s = 0; for (const k in n) { m[k] = 1; s += n[k] * (m[k] ?? 5) + (m[3] ?? 2) } return { o: s }",
		"one in the other": "const n = {}; n[a & 3] = 1; n[b & 3] = 2; let s = 0; for (const k in n) for (const j in n) s = (s * 3 + n[k] * n[j]) & 0xffff; return { o: s }",
		"copied meanwhile": sixteen + "let s = 0; for (const k in n) { const m = structuredClone(n); m[k]++; s = s * 3 + m[k] + (m[2] ?? 5) } return { o: s & 0xffff }",
	})
}

// TestNumbersOrNone: when what is too long is a value that may be no number in ever more ways, the reason says so.
func TestNumbersOrNone(t *testing.T) {
	for name, body := range map[string]string{
		"an item":    "const l = [a, b, undefined, 3]; let s = 0; for (let i = 0; i < 12; i++) s += l[(a + i) & 3]; return { o: s }",
		"a property": "const n = {}; n[a & 15] = 3; n[b & 15] = 4; let s = 0; for (const k of Object.keys(n)) s += n[k]; return { o: s }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, "a value in it may be a number or none (NaN, undefined)")
			lowertest.Agree(t, p, 50, 5)
		})
	}
}
