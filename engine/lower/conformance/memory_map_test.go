package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// mapCircuit has an onTick with this body, and h, 16 cells of 8 bits, and t, 5 of 32, of which the logic looks at
// everything that a Map tells.
func mapCircuit(body string) string {
	return "const KNOWN = new Map([[2, 7], [9, 300], [-1, 4], [99, 1]]);" +
		"const Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32) }, outputs: { o: bus(32), p: bus(32), q: bus(32), r: bus(32) }, " +
		"state: { h: mem(16, 8, new Map([[3, 7], [5, 255]])), t: mem(5, 32), s: reg(32) }, " +
		"eval: ({ h, t, s, a }) => { let q = 0; for (const [k, v] of h) { q = (q * 31 + k * 256 + v) | 0 } " +
		"return { o: s >>> 0, p: h.size * 100 + t.size + (h.has(a & 31) ? 1000 : 0) + (t.get(a & 7) === undefined ? 5000 : 0), q: q >>> 0, r: [...t.values()].reduce((x, y) => (x * 7 + y) | 0, t.size) >>> 0 } }, " +
		"onTick: ({ h, t, s, a, b, c }) => { " + body + " } })"
}

const someWrites = "if (c & 1) h[a & 15] = b; if (c & 2) t[b % 5] = c; "

// TestMemoriesAsMaps: what a Map has and an array has not is compiled, too.
func TestMemoriesAsMaps(t *testing.T) {
	for name, body := range map[string]string{
		"clear":                       someWrites + "if ((b & 15) === 3) h.clear(); if ((b & 7) === 1) { t.clear(); t[2] = a } return { h, t, s: h.size }",
		"clear and what was there":    "h[a & 15] = b; const x = h[a & 15]; if (b & 1) h.clear(); h[b & 15]++; return { h, s: x * 256 + h[a & 15] + (h.has(3) ? 9 : 0) }",
		"clear on one path":           someWrites + "if ((a & 7) === 2) { h.clear(); return { h } } h[1] = 2; return { h, t, s: h.size }",
		"cleared twice":               someWrites + "if (a & 8) { h.clear(); h[a & 3] = 1; h.clear(); h[b & 3] = 2 } return { h, t }",
		"delete":                      someWrites + "const had = h.delete(b & 15); return { h, t, s: had ? 1 + h.size : 0 }",
		"delete outside":              someWrites + "const had = h.delete(a - 8) || t.delete(c) || h.delete('3') || h.delete(undefined); return { h, t, s: had ? 1 : 2 }",
		"delete and set":              "h.delete(a & 15); if (c & 1) h[b & 15] = 5; h.delete(3); const g = h.get(b & 15) ?? 77; return { h, s: g }",
		"delete known cells":          someWrites + "if (a & 1) h.delete(1); else h[1] = b; if (a & 2) h.delete(2); if (a & 4) { h[2] = 0 } return { h, t, s: (h.has(1) ? 1 : 0) + (h.has(2) ? 2 : 0) }",
		"delete while it is gone":     someWrites + "let n = 0; for (const [k, v] of h) { n += v; if (k & 1) h.delete(k); if (k === 4) h.delete(8) } return { h, t, s: n }",
		"set while it is gone":        someWrites + "let n = 0; for (const [k, v] of h) { n += v; if (k < 12 && v & 1) h.set(k + 3, v >> 1); h[0] = k } return { h, t, s: n }",
		"keys":                        someWrites + "let n = 0; for (const k of h.keys()) { if (k === (b & 15)) break; n = n * 3 + k; h[k] = n } return { h, t, s: n }",
		"values":                      someWrites + "let n = 0; for (const v of h.values()) { if (v === 7) continue; n = n * 3 + v } return { h, t, s: n }",
		"entries":                     someWrites + "let n = 0; for (const e of t.entries()) n = (n * 3 + e[0] + e[1]) | 0; return { h, t, s: n }",
		"an iterator kept":            someWrites + "const it = h.keys(); h[12] = 1; h.delete(3); let n = 0; for (const k of it) n = n * 3 + k; return { h, t, s: n }",
		"forEach":                     someWrites + "let n = 0; h.forEach((v, k, m) => { n = (n * 3 + k * v + m.size) | 0; if (v > 200) m.delete(k + 1); if (v < 9) m.set(k + 2, 200) }); return { h, t, s: n }",
		"spread":                      someWrites + "const l = [...h]; const k = Math.max(0, ...h.keys()); return { h, t, s: l.length * 100 + k + (l[1]?.[1] ?? 9) }",
		"a pattern":                   someWrites + "const [[k, v] = [9, 9], second] = h; return { h, t, s: k * 256 + v + (second === undefined ? 1 : second[1]) }",
		"Array.from":                  someWrites + "return { h, t, s: Array.from(h.values()).filter((v) => v & 1).length * 100 + Array.from(h.keys()).indexOf(b & 15) + 1 }",
		"a Set of its values":         someWrites + "return { h, t, s: new Set(h.values()).size }",
		"finds its smallest":          someWrites + "let at = -1, best = 999; for (const [k, v] of h) if (v < best) { best = v; at = k } if (at >= 0 && a & 1) h.delete(at); return { h, t, s: best }",
		"a new Map":                   someWrites + "if (a & 1) return { h: new Map(), t }; return { h, t: b & 1 ? new Map([[a & 7, c], [2, b]]) : t }",
		"a Map from outside":          someWrites + "return { h: (a & 7) === 1 ? KNOWN : h, t }",
		"a Map that the lambda makes": someWrites + "const m = new Map(); for (const [k, v] of h) if (k !== (b & 15)) m.set(k, v); if (a & 1) m.set(c & 15, a); m.set(-1, 5); return { h: m, t }",
		"filtered entries":            someWrites + "return { h: new Map([...h].filter(([k, v]) => v > (a & 31))), t: new Map([...t.entries()].map(([k, v]) => [(k + 1) % 5, v])) }",
		"a map returned before":       someWrites + "const n = new Map(h); h.clear(); return { h: a & 1 ? n : h, t, s: n.size * 16 + h.size }",
		"another one's cells":         someWrites + "for (const [k, v] of t) h[k] = v; return { h, t }",
		"a copy":                      someWrites + "const n = new Map(h); n.set(a & 15, b & 255); n.delete(b & 15); return { h: n, t, s: n.size * 256 + (n.get(c & 15) ?? 999) + (h.has(a & 15) ? 1 : 0) }",
		"a copy in order":             someWrites + "const n = new Map(h); n.delete(a & 15); let x = 0; for (const [k, v] of n) x = x * 3 + k + v; return { h: n, t, s: x }",
		"a copy with other numbers":   someWrites + "const n = new Map(t); n.set(a & 7, c / 2); n.set(a, 1); return { h, t: n }",
		"all cells written":           "for (let i = 0; i < 16; i++) h[i] = h[i] & 255; return { h, s: h.size }",
		"sorted anew":                 someWrites + "for (let i = 0; i < 15; i++) if (h[i] > h[i + 1]) { const x = h[i]; h[i] = h[i + 1]; h[i + 1] = x } return { h, t }",
		"size as a condition":         someWrites + "if (h.size && !t.size) return { h, t, s: 1 }; if (h.size > 10) h.clear(); return { h, t, s: 2 }",
		"the memory or a Map":         someWrites + "const m = a & 1 ? h : new Map([[1, b & 7]]); let n = 0; for (const [k, v] of m) n = n * 3 + k + v; return { h, t, s: n }",
	} {
		t.Run(name, func(t *testing.T) {
			text := mapCircuit(body)
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 6)
			lowertest.AgreeGenerated(t, p, 200, 6)
		})
	}
}

// TestMemoriesAsMapsInLoops: the memory is one value in a loop operation.
func TestMemoriesAsMapsInLoops(t *testing.T) {
	for name, body := range map[string]string{
		"deletes":         "let i = b & 63, k = 0; while (h.has(i) && k++ < 90) { if ((h[i] & 3) === 1) h.delete(i); i = (i + 5) & 63 } h[i] = c & 255; return { h, s: h.size }",
		"clears":          "let i = b & 63, k = 0; while (h[i] !== 0 && k++ < 90) { if (h[i] === (c & 255)) h.clear(); i = (i + 5) & 63; h[i] >>= 1 } h[c & 63] = b & 255; h[i] = c & 255; return { h, s: k }",
		"cleared before":  "if (a & 1) h.clear(); let i = b & 63, k = 0; while (h[i] < 9 && k++ < 90) { h[i] += 3; i = (i + 5) & 63 } return { h, s: k }",
		"deleted before":  "h.delete(a & 63); let i = b & 63, k = 0; while (h.has(i) && k++ < 90) { h[i] += 3; i = (i + 5) & 63 } h[i] = 1; return { h, s: k }",
		"listed after it": "let i = b & 63, k = 0; while (h[i] > 5 && k++ < 90) { h[i] -= 3; i = (i + 5) & 63 } h[i] = c & 255; let n = 0; for (const [k, v] of h) n = (n * 3 + k + v) | 0; return { h, s: n }",
	} {
		t.Run(name, func(t *testing.T) {
			text := memoryLoopWith("mem(64, 8, new Map([[3, 7], [5, 255]]))", "mem(16, 32)", body)
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 150, 5)
			lowertest.AgreeGenerated(t, p, 150, 5)
		})
	}
}

// TestRandomMemoriesAsMaps compares random bodies of onTick.
func TestRandomMemoriesAsMaps(t *testing.T) {
	for seed := range thorough.Count(uint64(80)) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
		var statements func(n, depth int) string
		statements = func(n, depth int) string {
			var b strings.Builder
			for range n {
				m, mask := "h", "15"
				if rnd.IntN(3) == 0 {
					m, mask = "t", "7"
				}
				at := pick("1", "3", "(a & "+mask+")", "(b & "+mask+")", "(x & "+mask+")")
				v := pick("a", "b", "x", "7", m+"["+at+"]", m+".size", "("+m+".get(2) ?? 4)")
				switch rnd.IntN(9) {
				case 0:
					fmt.Fprintf(&b, "if (%s.delete(%s)) x++; ", m, at)
				case 1:
					fmt.Fprintf(&b, "if (%s === 2) %s.clear(); ", v, m)
				case 2:
					fmt.Fprintf(&b, "x = (x * 5 + (%s.has(%s) ? 1 : %s)) & 0xffff; ", m, at, v)
				case 3:
					if depth > 0 {
						fmt.Fprintf(&b, "if (%s & 1) { %s} else { %s} ", v, statements(2, depth-1), statements(1, depth-1))
					}
				case 4:
					if depth > 0 && m == "t" {
						fmt.Fprintf(&b, "for (const [k, v] of t) { x = (x + k * v) & 0xffff; %s} ", statements(1, 0))
					}
				case 5:
					fmt.Fprintf(&b, "if (%s > 200) return { h, s: x }; ", v)
				default:
					fmt.Fprintf(&b, "%s[%s] = %s; ", m, at, v)
				}
			}
			return b.String()
		}
		text := mapCircuit("let x = s & 255; " + statements(6, 2) + "return { h, t, s: x }")
		require.True(t, lowertest.AgreesWithSeed(t, text, 60, seed), text)
	}
}

// TestCopiesOfMemories: new Map of a memory is a Map and no memory, which shows where something is put in that a memory
// does not hold as it is.
func TestCopiesOfMemories(t *testing.T) {
	for name, c := range map[string]struct{ body, why string }{
		"a number that does not fit": {"n.set(a & 15, b); return { h: n, s: n.get(a & 15) }", "mask it"},
		"a truth value":              {"n.set(a & 15, c > 4); return { h: n, s: n.get(a & 15) === true ? 1 : 2 }", "mask it"},
		"a key that is no address":   {"n.set(a - 1, 3); return { h: n, s: n.size }", "mask it"},
		"a text as a key":            {"n.set('a', 3); return { h: n, s: n.size }", "mask it"},
		"an index":                   {"return { h: n, s: n[a & 15] ?? 99 }", "which finds none of its cells"},
		"an index is written":        {"n[a & 15] = 3; return { h: n, s: n.size }", "which finds none of its cells"},
		"new keys come last":         {"n.set(1, 4); let x = 0; for (const k of n.keys()) x = x * 3 + k; return { h: n, s: x }", "gone through after"},
		"in a loop":                  {"let i = b & 15, k = 0; while ((n.get(i) ?? 0) < 300 && k++ < 99) { n.set(i, (n.get(i) ?? 0) + 90); i = (i * 5 + 1) & 15 } return { h: n, s: k }", "a Map that is a copy of a memory"},
		"a copy of a copy":           {"n.set(3, b); const o = new Map(n); return { h: o, s: o.get(3) }", "mask it"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, mapCircuit("const n = new Map(h); "+c.body))
			require.Contains(t, fmt.Sprint(p.Hints), c.why)
			lowertest.Agree(t, p, 60, 5)
		})
	}
}

// TestMemoriesThatAreNotListed: what is not compiled of a memory as a Map has a reason that says what to do.
func TestMemoriesThatAreNotListed(t *testing.T) {
	for name, c := range map[string]struct{ memory, body, why string }{
		"large":           {"mem(1000, 8)", "return { m, s: m.size }", "the size of a memory of more than 256 cells; keep what is asked for in a register"},
		"no size":         {"new Map()", "m.clear(); return { m }", "whose number of cells is not declared; declare it, mem(depth, width)"},
		"delete an index": {"mem(16, 8)", "delete m[a & 15]; return { m }", "which does nothing; write m.delete(address)"},
		"an array's":      {"mem(16, 8)", "m.fill?.(0); return { m }", "'fill' of a memory, which has none"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, state: { m: "+c.memory+", s: reg(8) }, eval: ({ s }) => ({ o: s }), onTick: ({ m, s, a }) => { "+c.body+" } })")
			require.Contains(t, fmt.Sprint(p.Hints), c.why)
			lowertest.Agree(t, p, 30, 5)
		})
	}
	t.Run("large, but cleared", func(t *testing.T) {
		text := "const Only = circuit('Only', { inputs: { a: bus(10), b: bus(8) }, outputs: { o: bus(8) }, state: { m: mem(1024, 8) }, eval: ({ m, a }) => ({ o: m[a & 31] }), " +
			"onTick: ({ m, a, b }) => { if ((b & 7) === 2) m.clear(); m[a & 31] = b; return { m } } })"
		lowertest.AgreeCompiled(t, text, 60)
	})
}
