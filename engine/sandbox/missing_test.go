package sandbox_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
)

// TestRowsThatAreMissing reads a table beyond its end, as a register of four bits may read a table of ten rows. All of
// it is compiled; where the closure throws, so does what was compiled, in the same cycle, with the same message at the
// same place.
func TestRowsThatAreMissing(t *testing.T) {
	for name, body := range map[string]string{
		"an item":                    "T[op][op & 3]",
		"an item of an item":         "C[0][op][op & 1][0]",
		"a known item":               "T[op][2]",
		"a text of a key":            "T[op]['length']",
		"a member":                   "R[op].v",
		"a member of a member":       "R[op].in.v",
		"a method":                   "T[op].reduce((x, y) => x + y, 0)",
		"a method of a method":       "T[op].map((x) => x + 1).reduce((x, y) => x + y, 0)",
		"a method of a member":       "R[op].list.includes(3) ? 1 : 2",
		"a method by its name":       "T[op]['indexOf'](op)",
		"a method of a variable":     "(() => { const row = T[op]; return row.indexOf(4) + 1 })()",
		"of a memory":                "T[op].map((p) => m[p]).reduce((x, y) => x | y, 0)",
		"a filter":                   "T[op].map((p) => m[p]).filter((x) => x && !(x & (x - 1))).reduce((x, y) => x | y, 0)",
		"a pattern":                  "(() => { const { v } = R[op]; return v })()",
		"a pattern with a default":   "(() => { const { v, w = 3 } = R[op]; return v + w })()",
		"a nested pattern":           "(() => { const { in: { v } } = R[op]; return v })()",
		"the rest of a pattern":      "(() => { const { v, ...rest } = R[op]; return v + rest.in.v })()",
		"a parameter":                "(({ v }) => v)(R[op])",
		"a list pattern":             "(() => { const [x, y] = T[op]; return x + y })()",
		"a list parameter":           "(([x, y]) => x + y)(T[op])",
		"an assignment of a pattern": "(() => { let x, y; [x, y] = T[op]; ({ v: x } = R[op]); return x + y })()",
		"for of":                     "(() => { let s = 0; for (const x of T[op]) s += x; return s })()",
		"spread":                     "[...T[op], 1].length",
		"spread arguments":           "Math.max(...T[op])",
		"a computed row":             "T[(op * 3) & 15][1]",
		"before another":             "T[op & 7][1] + T[op][0] + R[op].v",
		"a loop":                     "(() => { let s = 0; for (let i = 0; i < 3; i++) s += T[op + i][i]; return s })()",
		"a key that is chosen":       "T[op][op & 1 ? 'length' : 0]",
		"a key of a bigint":          "T[op][BigInt(op & 1)]",
		"a helper":                   "at(op, 1)",
		"after &&":                   "op > 3 && T[op][0]",
		"not where it is missing":    "T[op]?.[1] ?? 5",
		"a call that is optional":    "T[op]?.indexOf(3) ?? 5",
		"not where it is guarded":    "op < T.length ? T[op][1] : 9",
		"a code unit":                "W.charCodeAt(op) || 9",
		"a code unit, guarded":       "op < W.length ? W.charCodeAt(op) : 0",
		"a code unit before it":      "W.charCodeAt(op - 3) | 0",
		"no code unit":               "Number.isNaN(W.charCodeAt(op)) ? 1 : 0",
		"a code point":               "W.codePointAt(op) ?? 8",
		"a character":                "W.charAt(op) === 'D' ? 1 : 2",
		"a character or none":        "W.charAt(op) ? 1 : 2",
		"a character at":             "W.at(op) === 'D' ? 1 : W.at(-op) === 'B' ? 2 : 3",
		"an index that may be NaN":   "T[1][(F[op] + 1) % 5] ?? 4",
		"a row that may be NaN":      "(T[F[op] % 4] ?? [6])[0]",
		"an index with a fraction":   "F[op / 2] ?? 7",
		"a letter with a fraction":   "W[op / 2] === 'B' ? 1 : 0",
		"an index of undefined":      "F[F[op]] ?? F[op > 12] ?? F[null] ?? 6",
		"a letter of an entry":       "W.indexOf('DEX'[op] ?? 'none') + 2",
		"whether it has a letter":    "W.includes(W.charAt(op - 3)) ? 1 : 2",
		"its beginning":              "W.startsWith(op & 1 ? 'AB' : 'B') ? 1 : 2",
		"methods beside the lambda":  "alu.add(op, alu['mask']())",
		"methods in a table":         "tools[op & 1].run(op)",
		"an index of a root":         "F[Math.sqrt(op)] ?? 7",
	} {
		t.Run(name, func(t *testing.T) {
			text := fmt.Sprintf("const T = Array.from({ length: 10 }, (_, i) => [i, i * 3 %% 7, 5]), R = T.map(([v]) => ({ v, in: { v: v + 1 }, list: [v, 3] })), C = [T.map((r) => r.map((x) => [x]))]\n"+
				"const F = [1, 2, 3, 4, 5, 6, 7, 8], W = 'ABCDEFGHIJ', at = (row, i) => T[row][i]\n"+
				"const alu = { width: 8, mask() { return (1 << this.width) - 1 }, add(a, b) { return (a + b) & this.mask() } }\n"+
				"const tools = [{ by: 3, run(v) { return v * this.by } }, { by: 5, run: function (v) { return v + this.by } }]\n"+
				"circuit('C', { outputs: { o: bus(8) }, state: { op: reg(4), s: reg(8), m: mem(8, 8, new Map([[3, 4], [5, 9]])) }, eval: ({ s }) => ({ o: s }),\n"+
				"onTick: ({ op, s, m }) => ({ s: s + (\n%s\n) & 255, op: op + 1, m }) })", body)
			var want []string
			for i, backend := range backends {
				c, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
				require.NoError(t, err)
				defer c.Close()
				_, hints, err := c.Lower(t.Context())
				require.NoError(t, err)
				require.Empty(t, hints)
				m, err := c.NewMachineOn(t.Context(), backend)
				require.NoError(t, err)
				defer func() { require.NoError(t, m.Close()) }()
				var got []string
				for range 16 {
					_, err := m.Step(t.Context(), 1)
					got = append(got, fmt.Sprint(m.Peek(c.Design.Outputs[0].Net).Lo, err))
					if err != nil {
						break
					}
				}
				if i == 0 {
					want = got
					if last := got[len(got)-1]; strings.HasSuffix(last, "nil>") {
						require.Len(t, got, 16)
					}
				}
				require.Equal(t, want, got, "%s", backend)
			}
		})
	}
}
