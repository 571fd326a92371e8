package lower_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower"
)

// unrolledAtLength is the work of unrolling a loop again that was given up because it becomes long.
const unrolledAtLength = "as a whole, however long"

// TestStrategies: after a lowering that fails, only those are tried that do something otherwise of what it has met.
func TestStrategies(t *testing.T) {
	const circuit = "const c = circuit('C', { inputs: { a: bus(8), b: bus(8) }, outputs: { o: bus(8) }, eval: ({ a, b }) => { BODY } })"
	for name, c := range map[string]struct {
		body   string
		tried  []string
		opaque bool
	}{
		"compiled":                 {"return { o: a + b }", nil, false},
		"no loop and no condition": {"class X {} return { o: a }", nil, true},
		"a failure before anything that may be assumed": {
			"class X {} const list = [1, 2, 3]; list[a] = 1; return { o: list[0] }", nil, true,
		},
		"an index that is outside at times": {
			"const list = [1, 2, 3]; list[a] = 1; return { o: list[b % 3] }", []string{"unrolled, 5 rounds, proven"}, false,
		},
		"a loop that becomes an operation": {
			"let n = a * 256 + b, k = 0; while (n !== 1) { n = n & 1 ? 3 * n + 1 & 65535 : n >> 1; k++ } return { o: k & 255 }",
			[]string{"loop operations"},
			false,
		},
		"a loop that always ends after few rounds": {
			"const list = []; let n = a & 3; while (n !== 3) { n = n + 1 & 3; list.push(b) } return { o: list.length }",
			[]string{"unrolled, 5 rounds, proven"},
			false,
		},
		"a loop that is not seen to end, however many rounds are unrolled": {
			"let n = a * 256 + b; const t = [a, b, 1, 2]; while (n !== 1) { n = n & 1 ? 3 * n + 1 & 65535 : n >> 1; for (let i = 0; i < 4; i++) { t[i] = (t[i] * 5 + n * (i + 3) ^ t[i + 1 & 3]) % 251; if (t[i] > 77) t[i] = t[i] * t[i + 2 & 3] % 253 } if (t[0] === 77) throw new Error('bad ' + n) } return { o: t[0] }",
			[]string{"loop operations", "unrolled, 40 rounds"},
			false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			lowerer, parts := nodesOf(t, strings.Replace(circuit, "BODY", c.body, 1))
			lowerer.Work = lower.Work{}
			n, err := lowerer.Node(context.Background(), parts[0])
			require.NoError(t, err)
			require.Equal(t, c.opaque, n.Opaque != nil, "%v", n.Opaque)
			var tried []string
			for _, kind := range slices.Sorted(maps.Keys(lowerer.Work)) {
				if strategy, is := strings.CutPrefix(kind, "strategy: "); is || kind == unrolledAtLength {
					tried = append(tried, strategy)
				}
			}
			require.Equal(t, c.tried, tried)
		})
	}
}
