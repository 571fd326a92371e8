package heap_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/word"
)

// TestTablesOfRows reads tables of tables at indices that depend on values, within them and beyond.
func TestTablesOfRows(t *testing.T) {
	const prelude = `const T = Array.from({ length: 7 }, (_, p) => Array.from({ length: 4 }, (_, r) => [p, r * 3, p * r + 1, 15 - p]))
const S = Array.from({ length: 4 }, (_, r) => Array.from({ length: 16 }, (_, c) => (r * 37 + c * 11) % 16)), N = S.map((row) => row.map((x) => x - 8))
const F = S.map((row) => row.map((x) => x / 2)), B = S.map((row) => row.map((x) => x > 7)), G = S.map((row) => row.map((x) => 'abcdefghijklmnop'[x])), W = S.map((row) => row.map(BigInt))
const O = S.map((row) => row.map((x) => ({ x, odd: x & 1 }))), H = S.map((row) => row.map((x) => (y) => y + x)), R = [[1, 2, 3], [4, 5], [6], [7, 8, 9, 10]], Z = S.map((row) => Int8Array.from(row))
const C = Array.from({ length: 8 }, (_, u) => Array.from({ length: 8 }, (_, x) => Math.cos((2 * x + 1) * u * Math.PI / 16)))
const TW = Array.from({ length: 64 }, (_, k) => [Math.round(16383 * Math.cos(k / 10)), -Math.round(16383 * Math.sin(k / 10))])
const CIS = Array.from({ length: 64 }, (_, k) => ({ re: Math.cos(k / 10), im: -Math.sin(k / 10) })), ODD = [{ x: -0 }, { x: NaN }, { x: Infinity }, { x: 0.1 }]
const same = [S[1], S[1], S[2], S[1]], M = [[1, undefined, 'x', 4], [5, 6, 7, 8], [1, 2, 3, 4], [0, 0, 0, 0]], big = Array.from({ length: 96 }, (_, i) => Array.from({ length: 8 }, (_, j) => (i * 31 + j * 7) & 255))
`
	for name, c := range map[string]struct {
		body    string
		lookups int // -1: not counted
	}{
		"two":             {"return { o: S[a & 3][b & 15] }", 1},
		"three":           {"return { o: T[a % 7][b & 3][c & 3] }", 1},
		"the last known":  {"return { o: T[a % 7][b & 3][2] }", 1},
		"the first known": {"return { o: T[3][b & 3][c & 3] }", -1},
		"all of a row":    {"let s = 0; for (let i = 0; i < 4; i++) s = s * 16 + T[a % 7][b & 3][i]; return { o: s }", 1},
		"the row first":   {"const r = S[a & 3]; return { o: r[b & 15] * 16 + r[c & 15] }", 2},
		"beyond a row":    {"return { o: S[a & 3][b & 31] ?? 99 }", -1},
		"before a row":    {"return { o: S[a & 3][(b & 31) - 9] ?? 99 }", -1},
		"beyond rows":     {"return { o: S[a & 7]?.[b & 15] ?? 99 }", -1},
		"beyond both":     {"return { o: S[a & 7]?.[b & 31] ?? 99 }", -1},
		"far beyond":      {"return { o: S[a & 3][c] ?? 99 }", -1},
		"negative":        {"return { o: N[a & 3][b & 15] }", 1},
		"fractions":       {"return { o: F[a & 3][b & 15] * 2 }", 1},
		"cosines":         {"return { o: Math.round(C[a & 7][b & 7] * 1000) + 1000 }", 1},
		"cosines, beyond": {"return { o: Math.round((C[a & 15]?.[b & 15] ?? 3) * 1000) + 1000 }", -1},
		"-0 in rows":      {"const [x, y] = TW[a & 63]; return { o: (x * b - y * c) >> 3 }", 2},
		"-0 is seen":      {"const x = TW[a & 1][1]; return { o: 1 / x < 0 ? 1 : x === 0 ? 2 : 3 }", -1},
		"-0 or none":      {"return { o: ((TW[a & 127]?.[1] ?? 77) * 3) & 0xffff }", -1},
		"fractions named": {"const { re, im } = CIS[a & 63]; return { o: Math.round((re * b - im * (c & 255)) * 16) }", 2},
		"named, beyond":   {"return { o: Math.trunc((CIS[a]?.re ?? 2) * 1000) }", -1},
		"named, far":      {"return { o: Math.trunc((CIS[c]?.im ?? -2) * 1000) }", -1},
		"odd fractions":   {"const x = ODD[a & 3].x; return { o: x !== x ? 1 : x > 1e10 ? 2 : 1 / x < 0 ? 3 : 4 }", -1},
		"truth values":    {"return { o: B[a & 3][b & 15] ? 1 : 0 }", -1},
		"texts":           {"return { o: G[a & 3][b & 15] === 'c' ? 1 : G[a & 3][c & 15].charCodeAt(0) }", -1},
		"bigints":         {"return { o: Number(W[a & 3][b & 15]) }", -1},
		"records":         {"const { x, odd } = O[a & 3][b & 15]; return { o: x * 2 + odd }", -1},
		"functions":       {"return { o: H[a & 3][b & 15](c & 255) }", -1},
		"ragged":          {"return { o: R[a & 3][b & 3] ?? 99 }", -1},
		"typed":           {"return { o: Z[a & 3][b & 15] }", -1},
		"rows twice":      {"return { o: same[a & 3][b & 15] }", -1},
		"of all kinds":    {"const m = M[a & 3][b & 3]; return { o: m === undefined ? 50 : m === 'x' ? 60 : m }", -1},
		"many rows":       {"return { o: big[a % 96][b & 7] }", 1},
		"a method":        {"return { o: S[a & 3].indexOf(b & 15) }", -1},
		"a choice":        {"return { o: (d ? S : N)[a & 3][b & 15] }", -1},
		"its own index":   {"return { o: S[a & 3][S[b & 3][a & 15]] }", 2},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			require.Empty(t, p.Hints)
			lookups := 0
			for _, op := range p.Module.Ops {
				if op.Kind == word.Table {
					lookups++
				}
			}
			if c.lookups >= 0 {
				require.Equal(t, c.lookups, lookups)
			}
			lowertest.Agree(t, p, 200, 5)
		})
	}
}

// TestRowsSpread spreads, returns and merges rows of a table: each property is read in a table of its own.
func TestRowsSpread(t *testing.T) {
	const prelude = `const P = Array.from({ length: 50 }, (_, i) => ({ o: (i * 7) % 13, q: i % 11 })), Q = [{ o: 1, q: 2 }, { q: 3, o: 4 }, { o: 5 }, { o: 6, q: 7, r: 8 }]
const K = [{ o: 1, f: (x) => x + 1 }, null, { o: 2, f: (x) => x * 2 }, { o: 3, f: (x) => x ^ 9 }], E = [{}, { o: 3 }, {}, { o: 4 }]
`
	for name, c := range map[string]struct {
		body string
		max  int // operations
	}{
		"returned":       {"return P[a % 50]", 12},
		"or another":     {"return P[a & 63] ?? { o: 99 }", 12},
		"spread":         {"return { ...P[a % 50] }", 12},
		"perhaps":        {"const r = { o: 77, q: 1, ...P[a & 63] }; return { o: r.o * 16 + r.q }", 24},
		"before":         {"const r = { ...P[a & 63], o: b & 3 }; return { o: (r.q ?? 5) * 4 + r.o }", 24},
		"two":            {"const r = { ...P[a % 50], ...P[b % 50] }; return { o: r.o * 16 + r.q }", 24},
		"other orders":   {"const r = { ...Q[a & 3] }; return { o: ('r' in r ? 100 : 0) + r.o * 10 + (r.q ?? 9) + (r.r ?? 0) }", -1},
		"with functions": {"const r = { f: (x) => x, ...K[a & 3] }; return { o: r.f(b & 15) + (r.o ?? 20) }", -1},
		"empty":          {"const r = { ...E[a & 3] }; return { o: 'o' in r ? r.o : 9 }", -1},
		"conditionally":  {"const r = { o: 5, ...(d && P[a & 63]) }; return { o: r.o + (r.q ?? 100) }", -1},
		"changed after":  {"const r = { ...P[a % 50] }; r.o += b & 3; return { o: r.o + P[a % 50].o }", -1},
		"of the lambda":  {"const l = [{ o: b, q: 1 }, { o: 2, q: a }, { o: 3, q: 4 }, { o: 5, q: 6 }]; const r = { ...l[c & 3] }; l[c & 3].o = 9; return { o: r.o + r.q + l[c & 3].o }", -1},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			require.Empty(t, p.Hints)
			if c.max >= 0 {
				require.LessOrEqual(t, len(p.Module.Ops), c.max)
			}
			lowertest.Agree(t, p, 300, 5)
		})
	}
}
