package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// records writes random lambdas about objects: found or not, spread under conditions, with properties under names that
// depend on values, kept in variables through loops.
type records struct{ *rand.Rand }

const recordsPrelude = `const C = [{ k: 0, v: 3, w: 9 }, { k: 2, v: 5, w: 1 }, { k: 3, v: 8, w: 2 }, { k: 6, v: 13, w: 5 }]
const M = new Map([[0, 4], [3, 9], [5, 1], [7, 2]]), S = new Set(['r0', 'r3']), F = { 1: 0.5, 2: -0.25, 6: 3 }
const maker = (n) => (x) => (x * n) & 255, triple = maker(3), ops = [{ run: (x, y) => x + y }, { run: (x, y) => x ^ y }, { run: maker(7) }]
`

func (g records) pick(list ...string) string { return list[g.IntN(len(list))] }

// number is a whole number from 0 to 255.
func (g records) number() string {
	switch g.IntN(12) {
	case 0:
		return fmt.Sprint(g.IntN(9))
	case 1, 2:
		return g.pick("n0", "n1")
	case 3:
		return g.pick("r.v", "r.w", "s.r0", "s.r1", "s.r2")
	case 4:
		return fmt.Sprintf("((%s %s %s) & 255)", g.number(), g.pick("+", "-", "^", "*"), g.number())
	case 5:
		return fmt.Sprintf("s[`r${%s & 3}`]", g.number())
	case 6:
		return fmt.Sprintf("(q%s ?? %s)", g.pick("?.v", "?.w"), g.number())
	case 7:
		return fmt.Sprintf("(q ? q.%s : %s)", g.pick("v", "w"), g.number())
	case 8:
		return fmt.Sprintf("(M.get(%s & 7) ?? %s)", g.number(), g.number())
	case 9:
		return fmt.Sprintf("%s(%s)", g.pick("triple", "ops[2].run"), g.number())
	case 10:
		return fmt.Sprintf("(((F[%s & 7] ?? 1) * 4) & 255)", g.number())
	}
	return g.pick("a", "(b & 255)", "(c >>> 24)", "d")
}

func (g records) condition() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("q", "!q", "q === null", "q !== undefined", "q == null", "q?.v > 4", "q?.w === 2", "(q && q.v > 4)", "(!q || q.w < 5)")
	case 1:
		return fmt.Sprintf("(%s %s %s)", g.condition(), g.pick("&&", "||"), g.condition())
	case 2:
		return fmt.Sprintf("M.has(%s & 15)", g.number())
	case 3:
		return fmt.Sprintf("S.has(`r${%s & 3}`)", g.number())
	case 4:
		return fmt.Sprintf("((%s & 7) in F)", g.number())
	case 5: // changes what the test was about, so far
		return fmt.Sprintf(g.pick("((n0 = %s) > 3)", "(other(%s), r.v > 9)", "(q = C.find((x) => x.k === (%s & 7)))", "(n1++ < %s)", "((q = n0 > %s ? q : null), d)"), g.number())
	}
	return fmt.Sprintf("%s %s %s", g.number(), g.pick("<", ">", "===", ">="), g.number())
}

func (g records) record() string {
	switch g.IntN(6) {
	case 0:
		return "r"
	case 1:
		return fmt.Sprintf("{ ...r, %s: %s }", g.pick("v", "w"), g.number())
	case 2:
		return fmt.Sprintf("{ ...r, ...(%s ? { %s: %s } : {}) }", g.condition(), g.pick("v", "w"), g.number())
	case 3:
		return fmt.Sprintf("{ v: 1, w: 2, ...(%s && { %s: %s }) }", g.condition(), g.pick("v", "w"), g.number())
	case 4:
		return fmt.Sprintf("(%s ? { v: %s, w: %s } : r)", g.condition(), g.number(), g.number())
	}
	return fmt.Sprintf("{ v: %s, w: %s }", g.number(), g.number())
}

func (g records) statements(n, depth int, inLoop bool) string {
	var b strings.Builder
	for range n {
		switch g.IntN(15) {
		case 0, 1:
			fmt.Fprintf(&b, "%s = %s; ", g.pick("n0", "n1"), g.number())
		case 2:
			fmt.Fprintf(&b, "q = C.find((x) => x.%s === (%s & 7)); ", g.pick("k", "v"), g.number())
		case 3:
			fmt.Fprintf(&b, "q = %s ? %s : %s; ", g.condition(), g.record(), g.pick("null", "undefined", "q", "C[1]"))
		case 4:
			fmt.Fprintf(&b, "r = %s; ", g.record())
		case 5:
			fmt.Fprintf(&b, "s[`r${%s & 3}`] = %s; ", g.number(), g.number())
		case 6:
			fmt.Fprintf(&b, "s = { ...s, [`r${%s & 1}`]: %s }; ", g.number(), g.number())
		case 7, 8:
			if depth > 0 {
				fmt.Fprintf(&b, "if (%s) { %s} else { %s} ", g.condition(), g.statements(2, depth-1, inLoop), g.statements(1, depth-1, inLoop))
			}
		case 9:
			if depth > 0 {
				fmt.Fprintf(&b, "for (const x of C) { if (x.k %s (%s & 7)) { r = { v: x.v, w: %s }; %s} %s} ", g.pick("===", "<", "!=="), g.number(), g.number(),
					g.pick("break; ", "continue; ", ""), g.statements(1, depth-1, true))
			}
		case 10:
			fmt.Fprintf(&b, "if (%s) return { o: %s, p: n1 }; ", g.condition(), g.number())
		case 11:
			fmt.Fprintf(&b, "r = { ...r }; Object.assign(r, %s && { %s: %s }); ", g.condition(), g.pick("v", "w"), g.number())
		case 12:
			fmt.Fprintf(&b, "{ let p = 7; for (let i = 3; i >= 0; i--) if ((%s >> i) & 1) p = i; n0 = p === 7 ? %s : [n1, r.v, s.r0, a][p] } ", g.number(), g.number())
			if g.IntN(2) == 0 {
				fmt.Fprintf(&b, "{ const t = [n0, r.v, a, s.r1, %s]; let m = %s; for (let i = 0; i < 5; i++) { if (t[i] %s t[m]) m = i; %s} n0 = (t[m] + m) & 255 } ", g.number(), g.pick("0", "4", "a % 5", "d"),
					g.pick("<", ">", "!=="), g.pick("", "t[m]++; ", "if (t[m] > 99) break; ", "t[i] = t[m] >> 1; "))
			}
			if g.IntN(2) == 0 {
				fmt.Fprintf(&b, "{ const t = [n0, r.v, a, s.r1, 7, n1, d, 9], n = %s & 7; let m = 0; if (n %s %d) { m = n %s %d; n1 = t[%s] & 255 } else m = t[n] & 3; const k = %s ? %s : %d; n0 = (t[k] + t[m] * 3 + t[n]) & 255 } ",
					g.number(), g.pick("<", ">", ">="), 1+g.IntN(6), g.pick("&", "^", "|"), g.IntN(8), g.pick("n", "m", "7 - n"), g.condition(), g.pick("n", "m", "n ^ 1"), g.IntN(8))
			}
			if g.IntN(2) == 0 {
				fmt.Fprintf(&b, "{ const t = new %s(%s); t[%s & 7] = %s * 77; t[%s %% 3] -= %s; t[1] += t[%s & 3] ?? 300; n1 = (t[0] + t[1] * 3 + t.map((x) => x << 5)[2]) & 255 } ",
					g.pick("Uint8Array", "Int8Array", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array"), g.pick("4", "[n0, r.v, a, s.r1]", "[c, b, -5, 2e9]"),
					g.number(), g.number(), g.number(), g.number(), g.number())
			}
		case 13:
			fmt.Fprintf(&b, "n1 = ops[%s & 1].run(%s, %s) & 255; ", g.number(), g.number(), g.number())
		case 14:
			if inLoop {
				fmt.Fprintf(&b, "if (%s) %s; ", g.condition(), g.pick("break", "continue"))
			} else {
				fmt.Fprintf(&b, "for (let k = 0; k < %d; k++) { if ((%s >> (k & 7)) & 1) continue; %s} ", 2+g.IntN(6), g.number(), g.statements(1, 0, true))
			}
		}
	}
	return b.String()
}

func (g records) file() string {
	return recordsPrelude + lambdaCircuit(fmt.Sprintf("({ a, b, c, d, e, w }) => { let q = %s, r = { v: a, w: b & 255 }, s = { r0: a, r1: 1, r2: 2, r3: 3 }, n0 = 0, n1 = c & 255; const other = (x) => { q = x > 99 ? null : r; return 0 }; %s"+
		"return { o: n0 * 65536 + n1 * 256 + r.v, p: r.w + s.r0 * 256 + s.r1 * 65536 + s.r2 * 7 + s.r3 * 3 + (q ? q.v * 1e8 : 0) } }",
		g.pick("null", "undefined", "C[0]", "C.find((x) => x.v === a)"), g.statements(6, 2, false)))
}

// TestRandomRecords compares random lambdas about objects with the closures they are.
func TestRandomRecords(t *testing.T) {
	lowertest.MostAreLowered(t, thorough.Count(150), 3.0/4, checkRecords)
}

func checkRecords(t *testing.T, seed uint64) bool {
	t.Helper()
	text := records{rand.New(rand.NewPCG(seed, 7))}.file()
	return lowertest.AgreesWithSeed(t, text, 12, seed)
}

func FuzzRecords(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkRecords(t, seed) })
}
