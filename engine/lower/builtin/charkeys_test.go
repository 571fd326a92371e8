package builtin_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestCharactersAsKeysAndDigits reads objects, lists, Maps and Sets under characters that depend on values, and takes
// characters for digits. Logarithms are those of whole numbers.
func TestCharactersAsKeysAndDigits(t *testing.T) {
	const prelude = `const P = { '+': 1, '-': 2, '*': 3, ab: 4, x: 5 }, L = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18], M = new Map([['a', 3], ['b', 4], ['cd', 5]]), S = new Set(['x', 'y'])
const F = { '+': (x, y) => x + y, '-': (x, y) => x - y, '*': (x, y) => x * y }, N = new Map([[1, 2]]), T = []
T[3] = 7; T[1] = 5; T[20] = 63
const U = new Array(8); U[2] = 4; U[5] = { n: 3 }
`
	for name, body := range map[string]string{
		"a property":         "const k = String.fromCharCode(a & 127); return { o: P[k] ?? 99 }",
		"perhaps":            "const k = String.fromCharCode(a & 127); return { o: k in P ? P[k] : b }",
		"inherited":          "const k = d ? 'toString' : String.fromCharCode(a & 127); return { o: Object.hasOwn(P, k) ? 1 : k in P ? 2 : 3 }",
		"a function":         "const f = F[String.fromCharCode(42 + (a & 3))]; return { o: f ? f(b & 63, 5) & 255 : 77 }",
		"of a text":          "let n = 0; for (const c of 'a+b*') n = n * 4 + (P[c] ?? 0); return { o: n }",
		"a map":              "const k = String.fromCharCode(a & 127); return { o: (M.get(k) ?? 50) + (S.has(k) ? 100 : 0) + (N.has(k) ? 500 : 0) }",
		"an item":            "return { o: L[String.fromCharCode(a & 127)] ?? 99 }",
		"in a list":          "const k = String.fromCharCode(a & 127); return { o: Object.hasOwn(L, k) ? L[k] : 99 }",
		"of the lambda":      "const q = { a: b, b: 3, '1': c & 7 }; return { o: q[String.fromCharCode(a & 127)] ?? 99 }",
		"a list of its own":  "const q = [b, 3, c & 7]; return { o: q[String.fromCharCode(a & 127)] ?? 99 }",
		"a digit":            "const n = Number(String.fromCharCode(a & 127)); return { o: Number.isNaN(n) ? 99 : n }",
		"plus":               "return { o: +String.fromCharCode(a & 127) + 1 }",
		"a code":             "return { o: Number(String.fromCharCode(c & 16383)) + 1 }",
		"times":              "return { o: String.fromCharCode(a & 127) * 3 }",
		"spaces":             "return { o: isNaN(String.fromCharCode(c & 127)) ? 1 : 0 }",
		"parseInt":           "const n = parseInt(String.fromCharCode(a & 127)); return { o: isNaN(n) ? 99 : n }",
		"parseInt 16":        "const n = parseInt(String.fromCharCode(a & 127), 16); return { o: isNaN(n) ? 99 : n }",
		"parseInt 36":        "const n = parseInt(String.fromCharCode(a & 127), 36); return { o: isNaN(n) ? 99 : n }",
		"parseInt 2":         "const n = parseInt(String.fromCharCode(a & 127), 2); return { o: isNaN(n) ? 99 : n }",
		"known texts":        "const k = ['7', ' 12x', '-3', '9.5', 'z', '', '+4', '1e3'][a & 7]; const n = parseInt(k, d ? 10 : 10); return { o: isNaN(n) ? 99 : n + 10 }",
		"of base 16":         "const n = parseInt(['7', 'fF', '-3g', '0x1f', 'z', '', '+4', '1e3'][a & 7], 16); return { o: isNaN(n) ? 99 : n + 10 }",
		"of a number":        "return { o: parseInt(a) + parseInt(b, 10) }",
		"not all items":      "return { o: (T[a & 31] ?? 63) + T.length }",
		"records, not all":   "return { o: U[a & 7]?.n ?? U[b & 7]?.n ?? U[2] }",
		"found":              "return { o: [...T].indexOf(undefined) + T.findIndex((v) => v === (d ? 5 : 63)) + (T.at(-1) ?? 1) + (T.includes(undefined) ? 100 : 0) }",
		"gone through":       "let n = 0; for (const v of T) n = n * 2 + (v ?? 1); return { o: n & 65535 }",
		"log2":               "return { o: Math.floor(Math.log2(a || 1)) }",
		"log2 of 0":          "return { o: Math.floor(Math.log2(a)) === -Infinity ? 99 : Math.trunc(Math.log2(a)) }",
		"log2 of 32 bits":    "return { o: Math.floor(Math.log2(c >>> 0)) + 1 }",
		"log2 up":            "return { o: Math.ceil(Math.log2(a + 1)) * 16 + Math.ceil(Math.log2((c >>> 0) || 1)) }",
		"log2 as an integer": "return { o: Math.log2(a) | 0 }",
		"log2 in bits":       "return { o: (~Math.log2(a) & 255) ^ (Math.log2(b) >>> 1) }",
		"log2 shifted":       "return { o: 1 << Math.log2(b & 15) }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			if name != "in a list" {
				require.Empty(t, p.Hints)
			}
			lowertest.Agree(t, p, 400, 5)
		})
	}
	for body, want := range map[string]string{
		"return { o: Math.log2(a) > 3 ? 1 : 0 }":                                           "Math.log2",
		"return { o: Math.log2(a) ? 1 : 0 }":                                               "Math.log2",
		"return { o: Math.log2(a) === 3 ? 1 : 0 }":                                         "Math.log2",
		"return { o: Number.isInteger(Math.log2(a)) ? 1 : 0 }":                             "number",
		"return { o: Math.log2(a) }":                                                       "number",
		"return { o: Number.isFinite(Math.log2(a)) ? 1 : 0 }":                              "Math.log2",
		"return { o: Math.max(1, Math.log2(a)) }":                                          "Math.log2",
		"return { o: Math.log2(a) + 1 }":                                                   "Math.log2",
		"return { o: String.fromCharCode(a) - 1 }":                                         "beyond ASCII",
		"return { o: Math.round(Math.log2(a)) }":                                           "Math.log2",
		"return { o: T.map((x) => x).length }":                                             "some of whose items were never given",
		"return { o: [0].concat(T).filter(() => true).length }":                            "some of whose items were never given",
		"return { o: Object.keys(T).length }":                                              "some of whose items were never given",
		"const q = {}; q[String.fromCharCode(a)] = 1; return { o: Object.keys(q).length }": "text",
	} {
		t.Run(body, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, want)
			lowertest.Agree(t, p, 50, 5)
		})
	}
}
