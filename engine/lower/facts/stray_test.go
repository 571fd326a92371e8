package facts_test

import (
	"testing"

	"simten.dev/engine/lower/lowertest"
)

const strayList = "const l = [a & 7, b & 7, c & 7, (a >> 3) & 7]; const at = l.findIndex((x) => x === 5); const sum = () => l.reduce((s, x) => s * 9 + x, l.length); "

// TestStrayIndices changes lists where a search found something, without asking whether it did: where it did not, no
// item changes.
func TestStrayIndices(t *testing.T) {
	lowertest.AgreeInEach(t, lowertest.EvalAfter(strayList), map[string]string{
		"an item":            "l[at] = d ? 6 : 1; return { o: sum() }",
		"a record":           "const r = l.map((k) => ({ k, v: k + 1 })); r[at] = { k: a & 63, v: 9 }; return { o: r.reduce((s, { k, v }) => s * 5 + k * 3 + v, 0) }",
		"a list of its own":  "const r = l.map((k) => [k, 1]); r[at] = [b & 63, 2]; r[0][1] = 7; return { o: r.reduce((s, [k, v]) => s * 5 + k * 3 + v, 0) }",
		"under a condition":  "if (d) l[at] = a & 31; else l[l.indexOf(3)] = 9; return { o: sum() }",
		"through its index":  "const i = l.indexOf(2); l[i] = 7; l[at] = 1; return { o: i >= 0 ? l[i] * 3 + sum() : sum() }",
		"an alias":           "const k = l; k[at] = 6; return { o: sum() + k[1] }",
		"a copy":             "const k = [...l]; l[at] = 6; return { o: sum() * 3 + k[1] + k.length }",
		"in rounds":          "for (let i = 0; i < 4; i++) l[l.indexOf(i + 2)] = i; return { o: sum() }",
		"of unknown length":  "if (d) l.push(b & 7); l[at < 3 ? at : 2] = 6; return { o: sum() }",
		"a sum":              "l[(a & 3) - 1] = 5; l[1 - (b & 1) * 2] = 6; return { o: sum() }",
		"its methods":        "l[at] = 9; return { o: sum() + l.at(-1) + l.indexOf(9) + (l.includes(9) ? 100 : 0) + [...l.entries()].reduce((s, [i, x]) => s + i * x, 0) }",
		"a condition before": "const i = at; if (i >= 0) l[i] = l[i] + 1; l[l.indexOf(6)] = 2; return { o: sum() }",
	})
}

// TestStrayIndicesAreSeen by what reads the property that a change at a negative index makes.
func TestStrayIndicesAreSeen(t *testing.T) {
	for name, body := range map[string]string{
		"read there":        "l[at] = 6; return { o: sum() + (l[at] ?? 70) }",
		"read by its name":  "l[at] = 6; return { o: sum() + (l['-1'] ?? 70) }",
		"taken apart":       "l[at] = 6; const { [-1]: x = 70 } = l; return { o: sum() + x }",
		"counted":           "l[at] = 6; l[at]++; return { o: sum() }",
		"its names":         "l[at] = 6; return { o: sum() + Object.keys(l).length }",
		"its values":        "l[at] = 6; return { o: sum() + Object.values(l).length }",
		"whether it is":     "l[at] = 6; return { o: sum() + (at in l ? 50 : 1) + ('-1' in l ? 50 : 1) }",
		"copied":            "l[at] = 6; return { o: sum() + (structuredClone(l)[-1] ?? 70) }",
		"in a record":       "l[at] = 6; return { o: sum() + ({ ...l }[-1] ?? 70) }",
		"an alias":          "const k = d ? l : [a & 7, 2, 3]; l[at] = 6; return { o: sum() + (k[(b & 3) - 1] ?? 70) }",
		"in the next round": "let s = 0; for (let i = 0; i < 3; i++) { s = s * 3 + (l[(a & 3) - 1] ?? 70); l[(b & 3) - 1] = i } return { o: s + sum() }",
		"in a loop":         "let s = 0; let n = a & 0xff; while (n > 1) { n = n & 1 ? 3 * n + 1 : n >> 1; s = (s * 3 + (l[(n & 3) - 1] ?? 70)) & 0xffff; l[(s & 3) - 1] = n & 7 } return { o: s + sum() }",
		"a row":             "const g = [[1, 2], [3, 4]]; g[a & 1][(b & 1) - 1] = 6; return { o: (g[c & 1][(a & 1) - 1] ?? 70) + sum() }",
		"kept":              "if (d) l.push(b & 7); l[at < 3 ? at : 2] = 6; return { o: sum() + (l[(c & 3) - 1] ?? 70) }",
		"as a fraction":     "l[at] = 6; return { o: sum() + (l[(c & 3) / 2 - 1] ?? 70) }",
		"maybe nothing":     "l[at] = 6; const k = d ? at : undefined; return { o: sum() + (l[k] ?? 70) }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+strayList+body+" } })")
			lowertest.Agree(t, p, 300, 5)
		})
	}
}

// TestAllButOne takes an item out of a list by filter: what is left has a known length, so that it can be changed
// anywhere.
func TestAllButOne(t *testing.T) {
	const list = "let l = [a & 63, b & 63, c & 63, (a >> 2) & 63]; const k = a & 3, sum = () => l.reduce((s, x) => s * 7 + x, l.length); "
	lowertest.AgreeInEach(t, lowertest.EvalAfter(list), map[string]string{
		"not equal":        "l = l.filter((_, i) => i !== k); l.push(9); l[b & 3] = 5; return { o: sum() }",
		"on the left":      "l = [...l.filter((_, i) => k != i), 1]; l[b & 3] = 5; return { o: sum() }",
		"on one path":      "if (d) { l = l.filter((_, i) => i !== k); l.push(9) } l[b & 3] = 5; return { o: sum() }",
		"the found index":  "const at = l.findIndex((x) => x > 40); if (at >= 0) l = l.filter((_, i) => i !== at).concat(3); l[c & 3] = b & 7; return { o: sum() }",
		"perhaps none":     "const at = l.findIndex((x) => x > 40); l = l.filter((_, i) => i !== at); return { o: sum() }",
		"records":          "let r = l.map((v) => ({ v })); r = r.filter((_, i) => i !== k); r[(b & 63) % 3] = { v: 3 }; r[(c & 63) % 3].v += 2; return { o: r.reduce((s, e) => s * 5 + e.v, 0) }",
		"its items":        "l = l.filter((x, i) => x !== i); return { o: sum() }",
		"the first of two": "l = l.filter((i, k) => i !== k); return { o: sum() }",
		"a number outside": "l = l.filter((_, i) => i !== 7); l[b & 3] = 5; return { o: sum() }",
		"a default":        "l = l.filter((_, i = 2) => i !== k); return { o: sum() }",
		"another one's":    "const f = (k) => (_, i) => i !== k; l = l.filter(f(b & 3)); l.push(1); l[k] = 2; return { o: sum() }",
		"a fraction":       "const h = (a & 7) / 2; l = l.filter((_, i) => i !== h); return { o: sum() }",
	})
}

// TestBesideAMemory: what never happens, as trying all values shows, keeps no lambda from being compiled, also where a
// memory keeps it from being called.
func TestBesideAMemory(t *testing.T) {
	memory := [2]string{
		"const Only = circuit('Only', { inputs: { a: bus(4), c: bus(16), d: bit }, outputs: { o: bus(32) }, state: { m: mem(4, 8) }," +
			"eval: ({ m }) => ({ o: m[0] | (m[1] << 8) | (m[2] << 16) | (m[3] << 24) }), onTick: ({ a, c, d, m }) => { ", " } })",
	}
	lowertest.AgreeInEach(t, memory, map[string]string{
		"an item of what has always four": "let q = [m[0], m[1], m[2], m[3]]; if (d) q = [...q.slice(0, a & 3), ...q.slice((a & 3) + 1), 0]; q[3] = c & 255; q.forEach((x, i) => { m[i] = x }); return { m }",
		"an index that is never outside":  "const q = [m[0], m[1], m[2], m[3], 0, 0]; const k = (a & 7) * 3 & 7; q[k > 5 ? k - 4 : k ^ 1] = 3; q.forEach((x, i) => { m[i] = x }); return { m }",
		"a search that finds something":   "const q = [m[0], m[1], m[2], m[3]]; if (q.some((x) => x < 9)) { const at = q.findIndex((x) => x < 9); q[at] = a & 255 } q.forEach((x, i) => { m[i] = x }); return { m }",
	})
}
