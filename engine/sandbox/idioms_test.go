package sandbox

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIdioms has ways to write a lambda that people are used to. Each must be compiled, and all backends must give what
// the closures give, for random inputs; those that throw must throw everywhere, at the same input.
func TestIdioms(t *testing.T) {
	const around = `
const TABLE = [3, 1, 4, 1, 5, 9, 2, 6]
const BIGS = [3n, 5n, 7n]
const ART = ['.#.', '###', '#.#']
const POINT = { x: 3, y: 4 }
`
	for name, body := range map[string]string{
		"keys":                                "return { o: [...Array(8).keys()].map((i) => (a >> i) & 1).reduce((x, y) => x + y) }",
		"entries":                             "let s = 0; for (const [i, x] of [a, b, 7].entries()) s += (i + 1) * x; return { o: s & 255 }",
		"values":                              "return { o: [...TABLE.values()][a & 7] + [...[a].values()].length }",
		"reduceRight":                         "return { o: [a, b, a ^ b].reduceRight((x, y, i) => (x * 3 + y * i) & 255, 5) }",
		"reduceRight from last":               "return { o: TABLE.reduceRight((x, y) => (x * 2 + y + a) & 255) }",
		"find":                                "return { o: TABLE.find((x) => x > (a & 15)) ?? 77 }",
		"findIndex":                           "return { o: TABLE.findIndex((x, i) => x > (a & 15) && i > (b & 3)) + 1 }",
		"findLast":                            "return { o: TABLE.findLast((x) => x < (a & 15)) ?? 77 }",
		"findLastIndex":                       "return { o: [b, a, 3].findLastIndex((x) => x === a) + 1 }",
		"find calls no further":               "let n = 0; const f = [a, b, 3].find((x) => { n++; return x & 1 }); return { o: n * 16 + ((f ?? 0) & 15) }",
		"lastIndexOf":                         "return { o: [a & 1, b & 1, 1].lastIndexOf(0) + 1 }",
		"flat":                                "return { o: [[a], [b, [1]]].flat(2).reduce((x, y) => (x + y) & 255) }",
		"flat by one":                         "return { o: [[a], [b, [1]], 5].flat().length }",
		"flatMap":                             "return { o: [a & 7, b & 7].flatMap((x) => [x, x + 1]).reduce((x, y) => x * 2 + y) & 255 }",
		"filter of what is known":             "return { o: [a, b, 7, 8].filter((_, i) => i % 2).reduce((x, y) => (x + y) & 255) }",
		"filter and count":                    "return { o: [a & 1, b & 2, a & 4, b & 8].filter(Boolean).length }",
		"filter and add":                      "return { o: TABLE.filter((x, i) => (a >> i) & 1).map((x, i) => x * (i + 1)).reduce((x, y) => x + y, b) & 255 }",
		"filter twice":                        "let n = 0; TABLE.filter((x) => x > (a & 7)).filter((x, i) => i !== (b & 3)).forEach((x, i, all) => { n = n * 3 + x * i + all.length }); return { o: n & 255 }",
		"filter and search":                   "const f = TABLE.filter((x) => x !== (a & 7)); return { o: (f.some((x) => x === (b & 7)) ? 1 : 0) + (f.every((x, i) => x >= (b & 1)) ? 2 : 0) + (f.includes(9) ? 4 : 0) + (f.find((x) => x > (b & 7)) ?? 0) * 8 & 255 }",
		"an item of what filter keeps":        "const f = TABLE.filter((x) => x & a); return { o: (f[0] ?? 50) + (f[b & 3] ?? 100) }",
		"shift and unshift":                   "const q = [a, b, 3]; const f = q.shift(); const n = q.unshift(9, f); return { o: (q[0] + q[1] + q[2] * 2 + n) & 255 }",
		"splice":                              "const q = [a, b, 3, 4]; const out = q.splice(-3, 2, 1, a, 2); return { o: (q.reduce((x, y) => x * 3 + y) + out[1] + out.length) & 255 }",
		"splice the rest":                     "const q = [a, b, 3, 4]; const out = q.splice(1); return { o: (q.length * 16 + out.reduce((x, y) => x + y)) & 255 }",
		"concat of texts":                     "return { o: [a].concat('ab', [1, [2]]).length }",
		"at":                                  "return { o: TABLE.at((a & 7) - 4) + TABLE.at(-1) + (TABLE.at(a - 128) ?? 50) }",
		"toReversed":                          "return { o: TABLE.toReversed()[a & 7] + [a, b].toReversed()[1] & 255 }",
		"median":                              "return { o: [a, b, 100].sort((x, y) => x - y)[1] }",
		"sorted table":                        "const c = TABLE.slice(); c.sort((x, y) => y - x); return { o: c[a & 7] }",
		"sort is stable":                      "return { o: [[a & 3, 1], [b & 3, 2], [2, 3], [a & 1, 4]].sort(([x], [y]) => x - y).reduce((n, [, i]) => n * 4 + i, 0) & 255 }",
		"sort by a truth value":               "return { o: [a, b, 100].sort((x, y) => x > y)[0] }",
		"toSorted":                            "const c = [a, b, 3]; return { o: (c.toSorted((x, y) => (x < y ? 1 : -1))[0] + c[2]) & 255 }",
		"an element of an element":            "const g = Array.from({ length: 3 }, (_, i) => Array(4).fill(i)); g[a % 3][b & 3] = a; g[b % 3][1] ^= 5; return { o: g.flat().reduce((x, y) => (x * 7 + y) & 255) }",
		"a field of an element":               "const g = [{ n: 1, m: 2 }, { n: 3, m: 4 }]; g[a & 1].n += b; g[b & 1].m = a; return { o: (g[0].n + g[1].n * 3 + g[0].m * 5 + g[1].m * 7) & 255 }",
		"Object.values":                       "return { o: (Object.values({ x: a, y: b }).reduce((p, q) => p + q) + Object.values(POINT)[1]) & 255 }",
		"Object.entries":                      "return { o: Object.entries({ b: a, 2: b, 1: 7 }).map(([k, v]) => (k === '2' ? 1 : k === 'b' ? 2 : 3) * v).reduce((x, y) => x * 2 + y) & 255 }",
		"Object.keys":                         "return { o: Object.keys(POINT).length + Object.keys([a, b]).length + a & 255 }",
		"Object.assign":                       "const s = Object.assign({ n: a }, POINT, { y: b }); return { o: (s.n + s.x * 3 + s.y * 5) & 255 }",
		"isNaN":                               "return { o: (isNaN(a / b) ? 1 : 2) + (isFinite(a / b) ? 4 : 8) }",
		"art":                                 "return { o: ART[a % 3][b % 3] === '#' ? 1 : 0 }",
		"a character outside":                 "return { o: 'abc'[a & 3]?.charCodeAt(0) ?? 1 }",
		"an optional chain":                   "let n = 0; const p = [{ q: [a, 5] }, undefined, null][b % 3]; const r = p?.q[n++]; return { o: (r ?? 9) ^ (n * 64) }",
		"an array chosen by a value":          "const [x, y] = a > b ? [a, b] : [b, 3]; return { o: (x * 3 + y) & 255 }",
		"bigints shifted either way":          "return { o: Number((BigInt(a) << BigInt((b & 15) - 7)) & 255n) ^ Number((BigInt(a) * 257n >> BigInt((b & 7) - 3)) & 255n) }",
		"negative bigints shifted either way": "return { o: Number(((100n - BigInt(a)) >> BigInt((b & 15) - 7)) & 255n) ^ Number(((-5n - BigInt(a)) << BigInt((b & 15) - 9)) & 255n) }",
		"a bigint that may be missing":        "return { o: Number((BIGS[a & 3] ^ BigInt(b)) & 255n) }",
		"a missing bigint on a path":          "if (a & 8) return { o: Number(BIGS[a & 3] + 1n) }; let s = 5n; s *= BIGS[b & 1] ?? 1n; return { o: Number(s) }",
		"a loop that divides its counter":     "let x = BigInt(a) * 0x123456789abcdefn; for (let s = 32n; s >= 8n; s /= 2n) x = (x ^ (x >> s)) & ((1n << s) - 1n); let n = 0; for (let m = 8; m > 1; m = Math.floor(m / 2)) n += new Array(m).fill(b & 1).reduce((p, q) => p + q); return { o: Number(x) ^ n }",
		"a bigint or a number":                "const x = a & 1 ? 5 : 5n; const y = a & 2 ? 7 : 7n; return { o: Number(x - y) + 10 }",
	} {
		t.Run(name, func(t *testing.T) {
			text := around + "circuit('C', { inputs: { a: bus(8), b: bus(8) }, outputs: { o: bus(8) }, eval: ({ a, b }) => { " + body + " } })"
			for seed := range uint64(3) {
				require.Zero(t, runRandomFile(t, text, seed), "it must be compiled")
			}
		})
	}
}
