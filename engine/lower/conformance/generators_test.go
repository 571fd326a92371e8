package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestGeneratorsOverMemories: what a generator was given of a memory may not change before all is used that it yields.
func TestGeneratorsOverMemories(t *testing.T) {
	const prelude = "function* large(m, least) { for (const [k, v] of m) if (v >= least) yield k }\nfunction* twice(list) { for (const v of list) { yield v; yield v * 2 } }\n"
	const change = "n = n * 3 + k; h[k] = n"
	for name, c := range map[string]struct{ body, why string }{
		"a memory":             {"let n = 0; for (const k of large(h, a & 31)) n = n * 3 + k; return { h, t, s: n }", ""},
		"its values":           {"let n = 0; for (const v of twice(t.values())) n = (n * 3 + v) | 0; return { h, t, s: n }", ""},
		"used, then changed":   {"const l = [...large(h, 7)]; h[a & 15] = b; return { h, t, s: l.length * 256 + (l[0] ?? 99) }", ""},
		"changed while used":   {"let n = 0; for (const k of large(h, a & 31)) { " + change + " } return { h, t, s: n }", "before all of what that yields is used"},
		"changed before used":  {"const g = large(h, 7); h[a & 15] = b; let n = 0; for (const k of g) n = n * 3 + k; return { h, t, s: n }", "before all of what that yields is used"},
		"values, then changed": {"const g = twice(h.values()); h.delete(3); let n = 0; for (const k of g) n = n * 3 + k; return { h, t, s: n }", "before all of what that yields is used"},
		"another is changed":   {"let n = 0; for (const k of large(h, a & 31)) { n = n * 3 + k; t[k % 5] = n } return { h, t, s: n }", ""},
	} {
		t.Run(name, func(t *testing.T) {
			text := prelude + mapCircuit(someWrites+c.body)
			p := lowertest.Compile(t, text)
			if c.why == "" {
				require.Empty(t, p.Hints)
				lowertest.AgreeGenerated(t, p, 100, 6)
			} else {
				require.Contains(t, fmt.Sprint(p.Hints), c.why)
			}
			lowertest.Agree(t, p, 100, 6)
		})
	}
}
