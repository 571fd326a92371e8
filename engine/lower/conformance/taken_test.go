package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// takenCircuit is a circuit with memories of so many cells, which the body of onTick takes apart and writes back.
func takenCircuit(cells int, body string) string {
	return fmt.Sprintf("const N = %d; const Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32) }, outputs: { o: bus(32), p: bus(32) }, "+
		"state: { f: mem(N, 1, new Map([[2, 1], [5, 1]])), d: mem(N, 5, new Map([[1, 9]])), h: mem(N, 16, new Map([[3, 7], [6, 65535]])), v: mem(N, 32, new Map([[0, 40000]])), s: reg(32) }, "+
		"eval: ({ f, d, h, v, s }) => { let x = s; for (let i = 0; i < N; i++) x = (Math.imul(x, 31) + f[i] + d[i] * 2 + h[i] * 64 + v[i]) | 0; return { o: s, p: x >>> 0 } }, "+
		"onTick: ({ f, d, h, v, s, a, b, c }) => { %s } })", cells, body)
}

const (
	takenRecords = "const u = Array.from({ length: N }, (_, i) => ({ f: f[i] === 1, d: d[i], h: h[i], v: v[i] })); "
	takenBack    = "u.forEach((e, i) => { f[i] = e.f ? 1 : 0; d[i] = e.d; h[i] = e.h; v[i] = e.v }); return { f, d, h, v, s } "
	takenLists   = "const F = [], D = [], H = [], V = []; for (let i = 0; i < N; i++) { F[i] = f[i]; D[i] = d[i]; H[i] = h[i]; V[i] = v[i] } "
	takenListsUp = "for (let i = 0; i < N; i++) { f[i] = F[i]; d[i] = D[i]; h[i] = H[i]; v[i] = V[i] } return { f, d, h, v, s } "
)

// TestMemoriesTakenApart changes lists and records that are memories taken apart, and writes them back: these are a few
// writes.
func TestMemoriesTakenApart(t *testing.T) {
	for name, c := range map[string]struct {
		cells int
		body  string
		max   int // writes
	}{
		"records":                {16, takenRecords + "u[a & 15].f = true; u[a & 15].v = c; const e = u[b & 15]; if (e.f) { e.d = 3; s = (s + e.v) >>> 0 } u[b >> 4 & 15].f = false; " + takenBack, 4},
		"lists":                  {16, takenLists + "F[a & 15] = 1; V[a & 15] = c; if (F[b & 15]) { D[b & 15] = 3; s = (s + V[b & 15]) >>> 0 } F[b >> 4 & 15] = 0; " + takenListsUp, 4},
		"of eight":               {8, takenRecords + "u[a & 7].h = b; if (u[b & 7].h > 99) u[a >> 3 & 7].v = c; s = u[c & 7].h; " + takenBack, 2},
		"of twelve":              {12, takenRecords + "const i = (a & 15) % 12; u[i].f = !u[i].f; u[i].h = b; s = u[(b & 15) % 12].h; " + takenBack, 2},
		"on one of the ways":     {16, takenRecords + "if (a & 1) { u[b & 15].v = c; u[c & 15].f = true } else { u[c & 15].v = 7 } s = u[a >> 4].v; " + takenBack, 4},
		"written back sometimes": {16, "if (a & 1) { " + takenLists + "H[b & 15] = a; s = H[c & 15]; for (let i = 0; i < N; i++) h[i] = H[i] } return { f, d, h, v, s } ", 1},
		"one replaced":           {16, takenRecords + "if (c & 1) u[a & 15] = { f: true, d: 1, h: b, v: c }; u[b & 15].h = 3; s = u[b >> 4 & 15].h; " + takenBack, 5},
		"one replaced in part":   {16, takenRecords + "u[a & 15] = { ...u[a & 15], f: true, v: c }; if (u[b & 15].f) u[b & 15] = { ...u[b & 15], d: 4 }; s = u[b & 15].v; " + takenBack, 8},
		"a free one is searched": {16, takenRecords + "const i = u.findIndex((e) => !e.f); if (i >= 0) { u[i].f = true; u[i].v = c; s = i } else u[a & 15].f = false; " + takenBack, 4},
	} {
		t.Run(name, func(t *testing.T) {
			text := takenCircuit(c.cells, c.body)
			lowertest.AgreeCompiled(t, text, math.MaxInt)
			writes := 0
			for _, m := range lowertest.Compile(t, text).Module.Memories {
				writes += len(m.Writes)
			}
			require.LessOrEqual(t, writes, c.max)
		})
	}
}

// TestMemoriesTakenApartMeetOthers is about what stands in the way of that: all cells are written then.
func TestMemoriesTakenApartMeetOthers(t *testing.T) {
	for name, body := range map[string]string{
		"two exchanged":           takenRecords + "const x = u[a & 7]; u[a & 7] = u[b & 7]; u[b & 7] = x; x.v = c; " + takenBack,
		"one replaced":            takenRecords + "const x = u[a & 7]; u[b & 7] = { f: true, d: 1, h: x.h, v: c }; x.d = 4; s = u[c & 7].d; " + takenBack,
		"one replaced by another": takenRecords + "u[b & 7] = { ...u[a & 7], v: c }; u[c & 7].h = 9; " + takenBack,
		"turned around":           takenRecords + "u.reverse(); u[a & 7].v = c; " + takenBack,
		"moved by one":            takenLists + "V[a & 7] = c; for (let i = 0; i < N; i++) v[i] = V[(i + 1) % N]; return { f, d, h, v, s }",
		"written before":          "v[a & 7] = c; " + takenRecords + "u[b & 7].v = 5; s = u[a & 7].v; " + takenBack,
		"written after":           takenLists + "V[a & 7] = c; for (let i = 0; i < N; i++) v[i] = V[i]; v[b & 7] = 1; s = v[c & 7]; return { f, d, h, v, s }",
		"read between":            takenLists + "V[a & 7] = c; s = v[a & 7]; for (let i = 0; i < N; i++) { s = (s + v[7]) >>> 0; v[i] = V[i] } return { f, d, h, v, s }",
		"without the last":        takenLists + "V[a & 7] = c; H[b & 7] = 2; for (let i = 0; i < N - 1; i++) { v[i] = V[i]; h[i] = H[i] } return { f, d, h, v, s }",
		"a wider number":          takenRecords + "u[a & 7].d = c; u[b & 7].h = c; u[c & 7].f = true; s = u[b & 7].d; " + takenBack,
		"one below zero":          takenLists + "V[a & 7] = c | 0; H[a & 7] = -1; D[b & 7] = -c; s = (H[b & 7] + V[c & 7]) >>> 0; " + takenListsUp,
		"undefined outside":       takenLists + "V[a & 7] = c; s = V[a] ?? 77; " + takenListsUp,
		"each of them":            takenRecords + "u[a & 7].v = c; for (const e of u) if (e.f && e.d === (b & 31)) { e.v = b; e.f = false } u[b & 7].f = true; " + takenBack,
		"into another memory":     takenLists + "V[a & 7] = c; H[b & 7] = 3; for (let i = 0; i < N; i++) { v[i] = H[i]; h[i] = V[i] & 65535 } return { f, d, h, v, s }",
		"changed ten times":       takenLists + "for (let k = 0; k < 10; k++) V[(a + k * 3) & 7] = c ^ k; s = V[b & 7]; " + takenListsUp,
	} {
		t.Run(name, func(t *testing.T) { lowertest.AgreeCompiled(t, takenCircuit(8, body), math.MaxInt) })
	}
}

// taken writes random lambdas about memories that are taken apart.
type taken struct {
	*rand.Rand
	records bool
	cells   int
}

func (g taken) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g taken) index() string {
	mask := "7"
	if g.cells == 16 && g.IntN(3) > 0 {
		mask = "15"
	}
	switch g.IntN(6) {
	case 0:
		return fmt.Sprint(g.IntN(g.cells))
	case 1:
		return fmt.Sprintf("(%s & 15) %% N", g.pick("a", "b >> 3", "n"))
	}
	return fmt.Sprintf("%s & %s", g.pick("a", "b", "c", "n", "a >> 3", "b >> 5", "(a ^ b)"), mask)
}

func (g taken) place(column string) string {
	switch {
	case !g.records:
		return fmt.Sprintf("%s[%s]", strings.ToUpper(column), g.index())
	case g.IntN(4) == 0:
		return g.pick("x.", "y.") + column
	}
	return fmt.Sprintf("u[%s].%s", g.index(), column)
}

func (g taken) number(depth int) string {
	if depth == 0 || g.IntN(3) == 0 {
		return g.pick("a", "b", "c", "n", "1", "0", "31", "(c | 0)", "(c >>> 0)")
	}
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.number(depth-1), g.pick("&", "^", "|", "+"), g.number(depth-1))
	case 1:
		return fmt.Sprintf("(%s & %s)", g.number(depth-1), g.pick("31", "65535", "1", "255"))
	}
	return g.place(g.pick("d", "h", "v"))
}

func (g taken) condition() string {
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("%s %s %s", g.number(1), g.pick("<", ">", "===", ">="), g.number(1))
	case 1:
		return fmt.Sprintf("!%s", g.place("f"))
	}
	return g.place("f")
}

func (g taken) statements(n, depth int) string {
	var b strings.Builder
	for range n {
		switch g.IntN(12) {
		case 0, 1:
			if g.records {
				fmt.Fprintf(&b, "%s = %s; ", g.place("f"), g.pick("true", "false", "!"+g.place("f"), "(a & 1) === 1"))
			} else {
				fmt.Fprintf(&b, "%s = %s; ", g.place("f"), g.pick("0", "1", "a & 1", g.place("f")+" ^ 1"))
			}
		case 2, 3, 4:
			mask := map[string]string{"d": " & 31", "h": " & 65535", "v": " >>> 0"}
			column := g.pick("d", "h", "v")
			if g.IntN(5) == 0 {
				mask[column] = ""
			}
			fmt.Fprintf(&b, "%s = (%s)%s; ", g.place(column), g.number(2), mask[column])
		case 5, 6, 7:
			if depth > 0 {
				fmt.Fprintf(&b, "if (%s) { %s} ", g.condition(), g.statements(2, depth-1))
			}
		case 8:
			if depth > 0 {
				fmt.Fprintf(&b, "if (%s) { %s} else { %s} ", g.condition(), g.statements(1, depth-1), g.statements(2, depth-1))
			}
		case 9:
			fmt.Fprintf(&b, "n = (n * 3 + (%s)) & 255; ", g.number(2))
		case 10:
			if g.records {
				fmt.Fprintf(&b, g.pick("x = u[%s]; ", "y = u[%s]; ", "u[%s] = { f: true, d: 1, h: n, v: c }; ", "u[%s] = { ...y, v: n }; ", "u[%s] = x; "), g.index())
			}
		case 11:
			if depth == 2 && g.IntN(3) == 0 {
				if g.records {
					b.WriteString(g.pick("for (const e of u) if (e.d === n) e.f = false; ", "u.forEach((e, i) => { if (i > n) e.v = b }); "))
				} else {
					b.WriteString("for (let i = 0; i < N; i++) if (D[i] === n) F[i] = 0; ")
				}
			}
		}
	}
	return b.String()
}

func (g taken) file() string {
	apart, back := takenLists, takenListsUp
	if g.records {
		apart, back = takenRecords+"let x = u[a & 7], y = u[1]; ", takenBack
	}
	switch g.IntN(6) {
	case 0:
		apart = g.pick("v[a & 7] = b; ", "if (a & 1) h[b & 7] = 5; ") + apart
	case 1:
		back = g.pick("if (a & 1) return { s }; ", "if (b & 1) h[0] = 3; ", "s = v[a & 7]; ") + back
	}
	text := takenCircuit(g.cells, "let n = s & 255; "+apart+g.statements(7, 2)+"s = (s + n * 77 + c) >>> 0; "+back)
	if g.IntN(4) == 0 {
		text = strings.Replace(text, "40000", "4e9", 1) // then there are numbers of either sign
	}
	return text
}

func checkTaken(t *testing.T, seed uint64) bool {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 12))
	text := taken{rnd, rnd.IntN(3) > 0, []int{8, 12, 16, 9}[rnd.IntN(4)]}.file()
	return lowertest.AgreesWithSeed(t, text, 16, seed)
}

// TestRandomTaken compares random lambdas about memories that are taken apart with the closures they are.
func TestRandomTaken(t *testing.T) {
	lowertest.MostAreLowered(t, thorough.Count(60), 3.0/4, checkTaken)
}

func FuzzTaken(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkTaken(t, seed) })
}
