package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestArraysOfUnknownLength appends to arrays, and takes off them, under conditions.
func TestArraysOfUnknownLength(t *testing.T) {
	const pending = "const l = []; for (let i = 0; i < 8; i++) if ((a >> i) & 1) l.push(i); "
	for name, body := range map[string]string{
		"length":                pending + "return { o: l.length }",
		"first":                 pending + "return { o: l[0] ?? 99 }",
		"first or":              pending + "return { o: l.length ? l[0] : 255 }",
		"last":                  pending + "return { o: l.length > 0 ? l[l.length - 1] : 255 }",
		"at":                    pending + "return { o: (l.at(-1) ?? 50) * 100 + (l.at(1) ?? 20) + (l.at(b & 3) ?? 7000) }",
		"at from the end":       pending + "return { o: l.at((b & 7) - 4) ?? 33 }",
		"an index":              pending + "return { o: l[b & 7] ?? 77 }",
		"destructured":          pending + "const [x = 20, y = 30] = l; return { o: x * 100 + y }",
		"for of":                pending + "let s = 1; for (const x of l) s = (s * 9 + x) & 0xffffff; return { o: s }",
		"for of, breaks":        pending + "let s = 1; for (const x of l) { if (x === (b & 7)) break; if (x & 1) continue; s = (s * 9 + x) & 0xffffff } return { o: s }",
		"for of, returns":       pending + "for (const x of l) if (x > (b & 7)) return { o: x }; return { o: 100 + l.length }",
		"for of, nested":        pending + "let s = 0; for (const x of l) for (const y of l) if (x < y) s += x * y; return { o: s }",
		"for of, an outer":      pending + "let x = 9; for (x of l) { if (x > 4) break } return { o: x }",
		"pushed meanwhile":      "const l = [a & 15]; let n = 0; for (const x of l) { n = n * 3 + x; if (x > 8 && l.length < 5) l.push(x - 2) } return { o: n * 10 + l.length }",
		"indices":               pending + "let s = 1; for (let i = 0; i < l.length; i++) s = (s * 9 + l[i]) & 0xffffff; return { o: s }",
		"pop":                   pending + "const x = l.pop(); return { o: (x ?? 40) * 100 + l.length * 10 + (l.pop() ?? 8) }",
		"shift":                 pending + "const x = l.shift(); return { o: (x ?? 40) * 100 + l.length * 10 + (l.shift() ?? 8) }",
		"while it has some":     pending + "let s = 1; while (l.length) s = (s * 9 + l.pop()) & 0xffffff; return { o: s }",
		"a queue":               pending + "let s = 1; while (l.length > 0) { const x = l.shift(); if (x === 3 && d) l.push(20); s = (s * 9 + x) & 0xffffff } return { o: s }",
		"popped if":             "const l = [a, b, 3]; if (d) l.pop(); if (a & 1) l.shift(); return { o: l.length * 1000 + (l[0] ?? 5) }",
		"two sides":             "const l = []; if (d) { l.push(a); l.push(b) } else l.push(c & 15); return { o: l.length * 7 + l[0] }",
		"unshift":               pending + "const n = l.unshift(b & 15); return { o: n * 1000 + l[0] * 10 + (l[1] ?? 9) }",
		"result of push":        "const l = [1]; let n = 0; if (d) n = l.push(a); return { o: n * 10 + l.push(b & 1) }",
		"map":                   pending + "return { o: l.map((x, i) => x * 10 + i).reduce((s, x) => (s * 3 + x) & 0xffffff, 1) }",
		"the array":             pending + "return { o: l.map((x, i, t) => t.length - i).reduce((s, x) => s * 3 + x, 1) }",
		"filter":                pending + "return { o: l.filter((x) => x !== (b & 7)).length }",
		"filter, then push":     "const l = [a, b & 255, 9].filter((x) => x > 20); l.push(7); return { o: l.length * 1000 + l[0] }",
		"some":                  pending + "return { o: l.some((x) => x > (b & 7)) ? 1 : 0 }",
		"every":                 pending + "return { o: l.every((x) => x > (b & 7)) ? 1 : 0 }",
		"includes":              pending + "return { o: l.includes(b & 7) ? 1 : 0 }",
		"indexOf":               pending + "return { o: l.indexOf(b & 7) + 1 }",
		"find":                  pending + "return { o: l.find((x) => x > (b & 7)) ?? 64 }",
		"findIndex":             pending + "return { o: l.findIndex((x) => x > (b & 7)) + 1 }",
		"forEach":               pending + "let s = 1; l.forEach((x, i) => { s = (s * 9 + x * i) & 0xffffff }); return { o: s }",
		"max":                   pending + "return { o: l.length ? Math.max(...l) : 50 }",
		"min, and more":         pending + "return { o: Math.min(...l, b & 7, 6) }",
		"max of none":           pending + "return { o: Math.max(...l.filter((x) => x > 5)) | 0 }",
		"spread":                pending + "const m = [9, ...l, ...l]; return { o: m.length * 100 + (m[b & 15] ?? 55) }",
		"push of all":           pending + "const m = [b & 3]; const n = m.push(...l, 4); return { o: n * 100 + m[m.length - 1] * 10 + (m[1] ?? 8) }",
		"concat":                pending + "const m = [1, 2].concat(l, 5); return { o: m.length * 100 + m[m.length - 1] * 10 + m[2] }",
		"concat to":             pending + "const m = l.concat([1, 2], l, 5); return { o: m.length * 100 + m[0] }",
		"a copy":                pending + "const m = [...l], n = Array.from(l); if (d) m.push(1); n.pop(); return { o: m.length * 100 + l.length * 10 + n.length }",
		"reverse":               pending + "const m = l.toReversed(); l.reverse(); return { o: (m[0] ?? 9) * 100 + (l[1] ?? 9) * 10 + l.length }",
		"an item changed":       "const l = [a, b]; if (d) l.push(c & 7); l[0] += 3; l[a & 1] ^= 1; return { o: l.reduce((s, x) => s * 3 + x, 0) }",
		"records":               "const l = []; for (let i = 0; i < 4; i++) if ((a >> i) & 1) l.push({ i, v: (b >> i) & 15 }); let s = 0; for (const { i, v } of l) s = s * 5 + i + v; return { o: s + (l[1]?.v ?? 100) }",
		"a record changed":      "const l = []; for (let i = 0; i < 4; i++) if ((a >> i) & 1) l.push({ i }); for (const r of l) r.i *= 3; return { o: l.reduce((s, r) => s * 7 + r.i, 1) }",
		"pairs":                 "const l = []; for (let i = 0; i < 4; i++) if ((a >> i) & 1) l.push([i, b >> i]); let s = 0; for (const [i, v] of l) s += i * v; return { o: s }",
		"of a function":         "const ones = (v) => { const l = []; for (let i = 0; i < 6; i++) if ((v >> i) & 1) l.push(i); return l }; return { o: ones(a).length * 10 + ones(b).length }",
		"early returns":         "const up = (v) => { const l = []; for (let i = 0; i < 6; i++) { if (i === (v & 7)) return l; l.push(i) } return l }; return { o: up(a).length * 10 + (up(b)[2] ?? 9) }",
		"until a break":         "const l = []; for (let i = 0; i < 6; i++) { if ((a >> i) & 1) break; l.push(i + 1) } return { o: l.length * 10 + (l.at(-1) ?? 7) }",
		"one of two":            pending + "const m = d ? l : [4, 5]; return { o: m.length * 10 + (m[1] ?? 8) }",
		"a stack":               "const st = []; for (let i = 0; i < 4; i++) { const op = (c >> (i * 4)) & 15; if (op < 12 || st.length < 2) st.push(op); else { const y = st.pop(), x = st.pop(); st.push(op & 1 ? x + y : x * y) } } return { o: st.reduce((s, x) => s * 5 + x, 0) }",
		"truth values":          "const l = []; for (let i = 0; i < 4; i++) if ((a >> i) & 1) l.push(((b >> i) & 1) === 1); return { o: l.filter(Boolean).length + (l[0] ? 10 : 0) }",
		"bigints":               "const l = []; for (let i = 0n; i < 4n; i++) if ((w >> i) & 1n) l.push(w >> (i * 8n) & 255n); return { o: Number(l.reduce((s, x) => s + x, 0n)) }",
		"lists, one of two":     "const l = d ? [a, b] : [c & 255]; let s = 0; for (const x of l) s = s * 3 + x; return { o: s + [...l, 1].length }",
		"slice":                 pending + "return { o: l.slice(1).length * 100 + (l.slice(1, 3)[1] ?? 9) * 10 + l.slice(-2).length + (l.slice(b & 7)[0] ?? 70) }",
		"slice, backwards":      pending + "return { o: (l.slice(0, -1).at(-1) ?? 30) * 10 + l.slice(2, 1).length + l.slice().length + l.slice(-3, b & 7).length }",
		"slice at a value":      "const l = [a, b, c & 255, 9, 10]; return { o: l.slice(a & 7).reduce((s, x) => s * 3 + x, 1) + l.slice(-(b & 3), c & 7).length }",
		"flatMap":               "return { o: [a, b, 7].flatMap((x) => x & 1 ? [x & 255, 3] : []).reduce((s, x) => s * 3 + x, 1) }",
		"flatMap of some":       pending + "return { o: l.flatMap((x, i) => x & 1 ? [x, i] : x > 4 ? x : []).reduce((s, x) => (s * 3 + x) & 0xffffff, 1) }",
		"as long as a value":    "return { o: Array.from({ length: a & 7 }, (_, i) => (b >> i) & 1).reduce((x, y) => x + y, 0) * 10 + Array.from({ length: b & 3 }).length }",
		"of a list that counts": "let n = 0; const l = Array.from({ length: a & 3 }, () => n++); return { o: n * 10 + l.length + (l[1] ?? 5) }",
		"Array.isArray":         pending + "return { o: (Array.isArray(l) ? 1 : 0) + (l ? 2 : 0) + (typeof l === 'object' ? 4 : 0) + l.length * 10 }",
		"sorted":                "const l = [a & 15, b & 15, c & 15, 7, a & 3].filter((x) => x !== 3); l.sort((x, y) => x - y); return { o: l.reduce((s, x) => s * 17 + x, l.length) }",
		"sorted, downwards":     pending + "const m = l.toSorted((x, y) => y - x); return { o: (m[0] ?? 9) * 100 + (m.at(-1) ?? 9) * 10 + (l[0] ?? 8) }",
		"sorted records":        "const l = []; for (let i = 0; i < 5; i++) if ((a >> i) & 1) l.push({ i, v: (b >> i) & 3 }); l.sort((x, y) => y.v - x.v || 0); return { o: l.reduce((s, x) => s * 8 + x.i, 1) }",
		"sorted, then more":     pending + "l.sort((x, y) => (x ^ 5) - (y ^ 5)); l.push(9); return { o: l.reduce((s, x) => (s * 11 + x) & 0xffffff, 1) }",
		"without a start":       "const l = [a]; if (d) l.push(b); return { o: l.reduce((x, y) => x * 3 + y) }",
		"without, of some":      "const l = [a & 3, b & 3, c & 3].filter((x) => x > 1); return { o: l.length > 0 ? l.reduce((h, x) => (x > h ? x : h * 5)) : 77 }",
		"the best of some":      "const l = []; for (let i = 0; i < 3; i++) if ((a >> i) & 1) l.push({ i, v: (a >> (i + 3)) & 1 }); return { o: l.length ? l.reduce((h, u) => (u.v > h.v ? u : h)).i : 9 }",
		"matches":               "const l = [a & 7, b & 7, c & 7].filter((x) => x === (c >> 5 & 7)); return { o: l.length === 1 ? l[0] : 100 }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
}

// TestArraysOfUnknownLengthAreRefused where what they mean is not compiled.
func TestArraysOfUnknownLengthAreRefused(t *testing.T) {
	const list = "const l = [a]; if (d) l.push(b); "
	for name, c := range map[string]struct{ body, want string }{
		"an item that may be new": {list + "l[1] = 5; return { o: l.length }", "changed at an index"},
		"shorter meanwhile":       {list + "let s = 0; for (const x of l) { s += x; l.shift() } return { o: s }", "before the place where a loop is"},
		"changed in forEach":      {list + "let s = 0; l.forEach((x) => { s += x; l.pop() }); return { o: s }", "is changed while forEach"},
		"a method":                {list + "return { o: l.findLast((x) => x > 3) ?? 5 }", "the method findLast"},
		"arguments":               {list + "const f = (x, y = 3) => x + y; return { o: f(...l) }", "a call with an array"},
		"the rest":                {list + "const [x, ...y] = l; return { o: x + y.length }", "whose length depends on values"},
		"names":                   {list + "return { o: Object.keys(l).length }", "whose length depends on values"},
		"an index in it":          {list + "return { o: 1 in l ? 1 : 0 }", "whether something"},
		"without a start":         {"const l = [c & 0xffff, b].filter((x) => x > 20); return { o: (c & 0xffff) > 30 ? l.reduce((x, y) => x + y) : 3 }", "reduce without a start"},
		"ever more":               {list + "let s = 0; while (l.length) { const x = l.shift(); if ((s >> (x & 15)) & 1) continue; s |= 1 << (x & 15); l.push(x + 1, x + 5) } return { o: s }", "a loop whose end depends on values"},
		"entries":                 {list + "let s = 0; for (const [i, x] of l.entries()) s += i * x; return { o: s }", "the method entries"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, c.want)
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// TestFlagsOfTwoTypes gives a number truth values on many paths.
func TestFlagsOfTwoTypes(t *testing.T) {
	for name, body := range map[string]string{
		"a number and truth values": "let halted = b & 1; for (let i = 0; i < 6; i++) { switch ((c >> i) & 7) { case 1: halted = a === 1; break; case 2: halted = true; break; case 3: halted = 5; break; case 4: continue; case 5: halted = false } n += halted ? 1 : 2 } return { o: n * 8 + (halted ? 4 : 0) + (halted === true ? 2 : 0) + (halted === 5 ? 1 : 0) }",
		"with nothing":              "let v; for (let i = 0; i < 6; i++) { if ((a >> i) & 1) v = i; else if ((b >> i) & 1) v = null; else if ((c >> i) & 1) v = 2.5; n = n * 3 + (v ?? 7) } return { o: n | 0 }",
		"with bigints":              "let v = 0; for (let i = 0; i < 5; i++) { if ((a >> i) & 1) v = w & 255n; else if ((b >> i) & 1) v = true; else if ((c >> i) & 1) v = i } return { o: typeof v === 'bigint' ? Number(v) + 1000 : typeof v === 'boolean' ? 500 : v }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { let n = 0; "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 300, 5)
		})
	}
}
