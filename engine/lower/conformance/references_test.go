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

// TestRecordsOfAList changes records of a list that has been filtered, sorted or turned around: they are changed in the
// list that they came from, too.
func TestRecordsOfAList(t *testing.T) {
	const all = "const u = Array.from({ length: 12 }, (_, i) => ({ i, p: h[i] & 15, s: h[i] >> 4 & 1 })); "
	const back = "for (const x of u) h[x.i] = x.p | x.s << 4; return { h, s }"
	const sorted = "const v = u.toSorted((x, y) => x.p - y.p); "
	for name, body := range map[string]string{
		"filtered and sorted":    "const v = u.filter((x) => x.s).sort((x, y) => x.p - y.p); if (v.length) { v[0].p = 0; v[0].s ^= 1 } s = v.length; ",
		"the second of them":     "const v = u.filter((x) => x.s).sort((x, y) => x.p - y.p); if (v.length > 1) { v[1].p = a & 15; s = v[1].i } ",
		"at an index":            sorted + "v[a & 7].p ^= 1; v[b & 7].s ^= 1; s = v[c & 7].i; ",
		"the last":               sorted + "v.at(-1).p = 0; s = v.at(-1).i; ",
		"all of them":            sorted + "for (let i = 0; i < 12; i++) v[i].p = i; ",
		"the first four":         sorted + "for (const x of v.slice(0, 4)) x.s = 1; for (const x of v.slice(-2)) x.s = 0; ",
		"the first few":          sorted + "v.slice(0, a & 7).forEach((x) => x.s ^= 1); ",
		"two that may be one":    sorted + "const x = v[a & 3], y = v[b & 3]; x.p = 3; y.p += 4; s = x.p * 16 + y.p; ",
		"two that are the same":  sorted + "const x = v[a & 3], y = v[b & 3]; if (x === y) s = x.i; else { s = 99; [x.p, y.p] = [y.p, x.p] } ",
		"turned around":          sorted + "v.reverse(); v[0].p = 5; s = v[0].i; ",
		"sorted again":           sorted + "v[0].p = 15; v[1].p = 9; v.sort((x, y) => y.p - x.p); v[0].s = 1; s = v[0].i; ",
		"another property":       sorted + "v[3].q = a & 7; for (const x of u) s = (s * 5 + ('q' in x ? x.q : 8)) & 0xffff; ",
		"a name of two":          sorted + "v[2][a & 1 ? 'p' : 's'] = 1; ",
		"an object in it":        "const w = u.map((x) => ({ x, n: 0 })).sort((x, y) => x.x.p - y.x.p); w[0].x.p = 1; w[1].n++; s = w.findIndex((x) => x.n); ",
		"a pair in it":           "const w = u.map((x) => [x.p, x]).sort((x, y) => x[0] - y[0]); w[0][1].p = 1; w[1][0] = 99; s = w[1][0] + w[1][1].i; ",
		"taken out":              sorted + "const x = v.shift(); x.p = 7; v.push(x); s = v.length + v[0].i; v[11].s = 1; ",
		"while there are some":   "const v = u.filter((x) => x.s).sort((x, y) => y.p - x.p); let n = 0; while (v.length && n++ < 3) { const x = v.pop(); x.p = n; x.s = 0 } ",
		"where it is":            sorted + "const x = v[0]; s = u.indexOf(x); x.s = u.includes(v[1]) ? 1 : 0; ",
		"exchanged by hand":      "const v = [...u]; for (let i = 0; i < 11; i++) for (let k = 0; k < 11 - i; k++) if (v[k].p > v[k + 1].p) [v[k], v[k + 1]] = [v[k + 1], v[k]]; v[0].s = 1; v[11].s = 0; s = v[0].i; ",
		"the older of two":       "const older = (x, y) => (x.p > y.p ? x : y); let x = u[0]; for (const y of u) x = older(x, y); x.p = 0; s = x.i; ",
		"older, by statements":   "const older = (x, y) => { if (x.s !== y.s) return x.s ? x : y; return x.p > y.p ? x : y }; let x = u[0]; for (const y of u) x = older(x, y); x.p = 0; x.s = 0; ",
		"the best two":           "let x = u[0], y = u[1]; for (const z of u) { if (z.p > x.p) { y = x; x = z } else if (z.p > y.p) y = z } x.p -= 1; y.p = 2; s = x.i * 16 + y.i; ",
		"by reduce":              "const x = u.reduce((x, y) => (y.p < x.p ? y : x)); x.s ^= 1; const y = u.reduce((x, y) => (y.p >= x.p ? y : x), u[3]); y.p = 1; s = x.i; ",
		"one or none":            "let x = null; for (const y of u) { if (y.s && (!x || y.p > x.p)) x = y; else if (x && y.p === x.p) x = null } if (x) x.p = 1; else s = 5; ",
		"in another object":      sorted + "const q = { at: v[0], n: 0 }; if (a & 1) q.at = v[3]; q.at.p = 4; if (b & 1) q.at = undefined; s = q.at?.i ?? 77; ",
		"a copy of one":          sorted + "const x = { ...v[0], p: 3 }; x.s = 1; v[1].s = x.s; s = x.i * 16 + x.p + (x === v[0] ? 1 : 0); ",
		"two lists":              "const v = u.filter((x) => x.s).sort((x, y) => x.p - y.p), w = u.filter((x) => !x.s).sort((x, y) => y.p - x.p); const z = v.concat(w); z[0].p = 1; z[11].p = 2; s = z[a % 12].i; ",
		"a function for each":    sorted + "const bump = (x, n) => { x.p = (x.p + n) & 15; return x }; s = bump(v[0], 3).i + bump(v[a & 7], 1).p * 16; ",
		"taken apart":            sorted + "const [x, { i }, ...more] = v; x.p = 0; more[0].p = i; s = more.length; ",
		"on one of the ways":     "let v = u; if (a & 1) v = u.toSorted((x, y) => x.p - y.p); v[0].p = 6; v[1].s = 1; s = v[2].i; ",
		"sorted on one":          "if (a & 1) u.sort((x, y) => x.p - y.p); u[0].p = 6; u[b & 7].s = 1; s = u[2].i; ",
		"a list for each record": "const w = u.map((x) => ({ x, l: [x.p, x.s] })).sort((x, y) => x.x.p - y.x.p); w[0].l[1] = 5; w[1].l[a & 1] = 3; for (const x of w) x.x.p = x.l[0] & 15; s = w[0].l[1]; ",
	} {
		t.Run(name, func(t *testing.T) {
			lowertest.AgreeCompiled(t, lowertest.Cells(all+body+back), math.MaxInt)
		})
	}
}

// TestInstancesOfAList does the same with instances of a class, and with rows.
func TestInstancesOfAList(t *testing.T) {
	const prelude = "class Task { constructor(i, p) { this.i = i; this.p = p; this.ran = 0 } run(n) { this.p = n; this.ran++; return this.ran + this.i } get late() { return this.p > 3 } }\n"
	for name, body := range map[string]string{
		"a method":        "const u = Array.from({ length: 8 }, (_, i) => new Task(i, (c >>> (i * 4)) & 15)); const v = u.filter((x) => x.late).sort((x, y) => x.p - y.p); let n = 0; if (v.length) n = v[0].run(a & 3); return { o: u.reduce((s, x) => (s * 31 + x.p * 2 + x.ran) | 0, n) >>> 0 }",
		"a property":      "const u = Array.from({ length: 8 }, (_, i) => new Task(i, (c >>> (i * 4)) & 15)); const v = u.toSorted((x, y) => y.p - x.p); v[0].ran = 3; v[a & 7].p += 9; return { o: u.reduce((s, x) => (s * 31 + x.p * 2 + x.ran + (x.late ? 7 : 0)) | 0, 0) >>> 0 }",
		"rows":            "const u = Array.from({ length: 8 }, (_, i) => [i, (c >>> (i * 4)) & 15, 0]); const v = u.filter((x) => x[1] > (b & 15)).sort((x, y) => x[1] - y[1]); if (v.length) { v[0][1] = 3; v[0][2]++ } return { o: u.reduce((s, x) => (s * 31 + x[1] * 2 + x[2]) | 0, v.length) >>> 0 }",
		"rows at a value": "const u = Array.from({ length: 8 }, (_, i) => [i, (c >>> (i * 4)) & 15, 0]); const v = u.toSorted((x, y) => x[1] - y[1]); v[a & 7][b % 3] = 77; return { o: u.flat().reduce((s, x) => (s * 31 + x) | 0, 0) >>> 0 }",
		"lists that grow": "const u = Array.from({ length: 8 }, (_, i) => ({ p: (c >>> (i * 4)) & 15, l: [] })); const v = u.toSorted((x, y) => x.p - y.p); v[0].l.push(a); v[b & 7].l.push(5); return { o: u.reduce((s, x, i) => s + x.l.length * 4 ** i + (x.l[0] ?? 0), 0) }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, prelude+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
}

// TestInstancesFromMemories has instances of a class that are made of the cells of memories and written back: one that
// is changed at an index is a write, as a record is. Their getters are called once for the instance that is meant.
func TestInstancesFromMemories(t *testing.T) {
	const prelude = `class Line {
	constructor(h, i, t) { this.h = h; this.i = i; this.t = t }
	get low() { return this.h & 15 }
	get both() { return this.low + (this.t & 7) }
	get next() { this.h = (this.h + 1) & 0xffff; return this.h }
	get safe() { if (this.h > 40000) throw new Error('too much'); return this.h >> 2 }
	put(v) { if (this.low === 3) return false; this.h = v; this.t ^= v; return true }
}
class Other { constructor(h) { this.h = h } get next() { return this.h + 3 } }
`
	const lines = "const u = Array.from({ length: 8 }, (_, i) => new Line(h[i], i, t[i])); "
	const back = "for (const x of u) t[x.i] = x.t >>> 0; u.forEach((x, i) => { h[i] = x.h }); return { h, t, s: s >>> 0 }"
	for name, c := range map[string]struct {
		body string
		max  int
	}{
		"a method":               {"s = u[a & 7].put(b) ? s + 1 : s ^ 5; ", 100},
		"a field":                {"u[a & 7].t = b; u[c & 7].t += 3; s = u[b & 7].t; ", 100},
		"a getter":               {"if (u[a & 7].low > 3) u[a & 7].t = u[b & 7].both; ", 60},
		"a getter with a change": {"s = u[a & 7].next + u[b & 7].next; ", math.MaxInt},
		"a getter that throws":   {"try { s = u[a & 7].safe } catch { s = 7 } ", math.MaxInt},
		"one of two":             {"s = (b & 1 ? u[0] : u[1]).next; u[2].h = (c & 1 ? u[a & 7] : u[3]).next & 255; ", math.MaxInt},
		"of two classes":         {"const x = b & 1 ? u[a & 7] : new Other(b); s = x.next + x.h; ", math.MaxInt},
		"a name of two":          {"s = u[a & 7][b & 1 ? 'next' : 'both'] + u[5][c & 1 ? 'low' : 'next']; ", math.MaxInt},
		"perhaps none":           {"s = u.find((x) => x.low === (a & 15))?.next ?? 77; ", math.MaxInt},
		"taken apart":            {"const { next, low } = u[a & 7]; s = next * 16 + low; ", math.MaxInt},
	} {
		t.Run(name, func(t *testing.T) {
			half := strings.ReplaceAll(lowertest.Cells(lines+c.body+back), "mem(16, 16, new Map([[3, 7], [5, 65535]]))", "mem(8, 16, new Map([[3, 7], [5, 65535]]))")
			lowertest.AgreeCompiled(t, prelude+half, c.max)
		})
	}
}

// TestRecordsOfAListAreFew has operations for each exchange of a sort, and no more of them after each round.
func TestRecordsOfAListAreFew(t *testing.T) {
	lowertest.AgreeCompiled(t, lowertest.Cells("const u = Array.from({ length: 16 }, (_, i) => ({ i, p: h[i] & 15, s: h[i] >> 4 & 1 })); "+
		"const v = u.filter((x) => x.s).sort((x, y) => x.p - y.p); if (v.length) { v[0].p = 0; v[0].s ^= 1 } "+
		"for (const x of u) h[x.i] = x.p | x.s << 4; return { h, s }"), 3000)
}

// references writes random lambdas about lists of records that share them, and variables that are one of these.
type references struct{ records }

func (g references) number() string {
	switch g.IntN(7) {
	case 0:
		return fmt.Sprint(g.IntN(9))
	case 1:
		return g.pick("x", "y", "z") + g.pick(".p", ".s", ".i")
	case 2:
		return fmt.Sprintf("u[%s & 7]%s", g.pick("a", "b", "n"), g.pick(".p", ".s"))
	case 3:
		return fmt.Sprintf("(q%s ?? %s)", g.pick("?.p", "?.i"), g.number())
	case 4:
		return fmt.Sprintf("((%s %s %s) & 15)", g.number(), g.pick("+", "-", "^"), g.number())
	case 5:
		return fmt.Sprintf("(v[%s]?.p ?? 3)", g.pick("0", "1", "a & 7", "n & 3"))
	}
	return g.pick("(a & 15)", "(b & 15)", "(n & 15)")
}

func (g references) record() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("x", "y", "z")
	case 1:
		return fmt.Sprintf("older(%s, %s)", g.record(), g.record())
	case 2:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(), g.record(), g.record())
	case 3:
		return fmt.Sprintf("(v[%s] ?? %s)", g.pick("0", "1", "2", "a & 7"), g.record())
	case 4:
		return fmt.Sprintf("(q ?? %s)", g.record())
	case 5:
		return fmt.Sprintf("u.reduce((x, y) => (y.%s %s x.%[1]s ? y : x))", g.pick("p", "s", "i"), g.pick("<", ">=", "!=="))
	case 6:
		return fmt.Sprintf("(v.at(%s) ?? %s)", g.pick("-1", "0", "1"), g.record())
	}
	return fmt.Sprintf("u[%s & 7]", g.number())
}

func (g references) condition() string {
	switch g.IntN(6) {
	case 0:
		return g.pick("q", "!q", "q === null", "q == null", "q?.p > 4")
	case 1:
		return fmt.Sprintf("%s %s %s", g.pick("x", "y", "z", "q"), g.pick("===", "!=="), g.pick("x", "y", "z", "u[2]", "v[0]"))
	case 2:
		return fmt.Sprintf("(%s %s %s)", g.condition(), g.pick("&&", "||"), g.condition())
	case 3:
		return fmt.Sprintf("%s.includes(%s)", g.pick("u", "v"), g.pick("x", "y", "z"))
	}
	return fmt.Sprintf("%s %s %s", g.number(), g.pick("<", ">", "===", ">="), g.number())
}

func (g references) list() string {
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("v.filter((x) => %s)", g.condition())
	case 1:
		return "v.toSorted((x, y) => " + g.pick("x.p - y.p", "y.p - x.p", "y.s - x.s") + ")"
	case 2:
		return "v.slice(" + g.pick("1", "0, 5", "-3") + ")"
	case 3:
		return "[...v.toReversed(), " + g.record() + "]"
	case 4:
		return fmt.Sprintf("[%s, %s, %s]", g.record(), g.record(), g.record())
	case 5:
		return fmt.Sprintf("(%s ? v : u)", g.condition())
	}
	return fmt.Sprintf("u.filter((x) => %s).sort((x, y) => %s)", g.pick("x.s", "x.p > 5", "x.p !== n", "!x.s"), g.pick("x.p - y.p", "y.p - x.p", "x.s - y.s || x.p - y.p"))
}

func (g references) statements(n, depth int) string {
	var b strings.Builder
	for range n {
		switch g.IntN(12) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "%s.%s = %s; ", g.record(), g.pick("p", "s", "p"), g.number())
		case 3:
			fmt.Fprintf(&b, "%s = %s; ", g.pick("x", "y", "z"), g.record())
		case 4:
			fmt.Fprintf(&b, "q = %s; ", g.pick("v[0]", "v[1]", "u.find((x) => x.p === n)", g.record(), "null", "q ?? null"))
		case 5, 6:
			if depth > 0 {
				fmt.Fprintf(&b, "v = %s; if (v.length > 9) v = u.slice(); ", g.list())
			}
		case 7:
			fmt.Fprintf(&b, "if (%s) { %s} else { %s} ", g.condition(), g.statements(1, 0), g.statements(1, 0))
		case 8:
			if depth > 0 {
				fmt.Fprintf(&b, "for (const r of v) { %s} ", g.pick("r.p = (r.p + 1) & 15; ", "if (r.s) x = r; ", "if (r.p > n) { q = r; break } ", "r.s ^= 1; n = (n + r.p) & 15; "))
			}
		case 9:
			fmt.Fprintf(&b, "n = (n * 3 + %s) & 255; ", g.number())
		case 10:
			fmt.Fprintf(&b, "if (q) { q.%s = %s; %s} ", g.pick("p", "s"), g.number(), g.pick("", "q = undefined; ", "z = q; "))
		case 11:
			fmt.Fprintf(&b, "if (v.length) { v[0].p = %s; n ^= v[0].i } ", g.number())
		}
	}
	return b.String()
}

func (g references) file() string {
	return lowertest.Cells("const u = Array.from({ length: 8 }, (_, i) => ({ i, p: h[i] & 15, s: h[i] >> 4 & 1 })); " +
		"const older = (x, y) => (x.p > y.p ? x : y); let v = u.toSorted((x, y) => x.p - y.p), x = v[0], y = u[1], z = v[3], q, n = s & 255; " + g.statements(7, 1) +
		"for (const x of u) h[x.i] = (x.p & 15) | x.s << 4; return { h, s: n + v.length * 256 + x.p * 4096 + y.i * 65536 + z.i * 0x100000 + (q ? q.i : 9) * 0x1000000 }")
}

func checkReferences(t *testing.T, seed uint64) bool {
	t.Helper()
	text := references{records{rand.New(rand.NewPCG(seed, 11))}}.file()
	return lowertest.AgreesWithSeed(t, text, 12, seed)
}

// TestRandomReferences compares random lambdas about lists that share records with the closures they are.
func TestRandomReferences(t *testing.T) {
	lowertest.MostAreLowered(t, thorough.Count(60), 3.0/4, checkReferences)
}

func FuzzReferences(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkReferences(t, seed) })
}
