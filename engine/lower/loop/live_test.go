package loop_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestArraysThatChangeMeanwhile goes through arrays that change on the way: all of it is compiled, and does what the
// closures do.
func TestArraysThatChangeMeanwhile(t *testing.T) {
	for name, body := range map[string]string{
		"push":         "const t = [a, b]; let s = 0; for (const x of t) { s += x; if (t.length < 5) t.push(x * 10) } return { o: s }",
		"work list":    "const t = [a & 7]; let n = 0; for (const x of t) { n++; if (n < 4) t.push(x + n) } return { o: n * 100 + t[3] }",
		"an element":   "const t = [a, b, 3]; let s = 0; for (const x of t) { s = s * 3 + x; t[2] = s & 15; if (d) t[1] = a } return { o: s }",
		"pop":          "const t = [a, b, 3, 4]; let s = 0; for (const x of t) { s += x; t.pop() } return { o: s }",
		"shift":        "const t = [a, b, 3, 4]; let s = 0; for (const x of t) { s += x; t.shift() } return { o: s }",
		"a helper":     "const t = [a, b, 3]; const f = (x) => { t[2] += x }; let s = 0; for (const x of t) { f(1); s += x } return { o: s }",
		"map":          "const t = [a, b, 3]; return { o: t.map((x, i) => { if (i < 2) t[i + 1] += x; return x }).reduce((x, y) => x + y) }",
		"forEach":      "const t = [a, b, 3]; let s = 0; t.forEach((x, i) => { s = s * 2 + x; t[2] = a }); return { o: s }",
		"push in map":  "const t = [a, b, 3]; t.map((x) => t.push(x)); return { o: t.length * 1000 + t[4] }",
		"filter":       "const t = [a, b, 3]; let s = 0; t.filter((x, i) => { t[2] = a; return x > 5 }).forEach((x) => { s += x }); return { o: s }",
		"reduce":       "const t = [a, b, 3]; return { o: t.reduce((s, x, i) => { t[2] = s; return s + x }, 0) }",
		"reduceRight":  "const t = [a, b, 3]; return { o: t.reduceRight((s, x, i) => { t[0] = i; return s * 2 + x }) }",
		"find":         "const t = [a, b, 3]; return { o: t.find((x, i) => { t[1] = 7; return x === 7 }) ?? 99 }",
		"findLast":     "const t = [a, b, 3]; return { o: t.findLastIndex((x, i) => { t[1] = 7; return x === 7 }) }",
		"some":         "const t = [a, b, 3]; return { o: t.some((x, i) => { t[2] = a; return x > 250 }) }",
		"every":        "const t = [a, b, 3]; return { o: t.every((x, i) => { t[1] = a; return x < 250 }) }",
		"flatMap":      "const t = [a, b, 3]; return { o: t.flatMap((x) => { t[2] = 9; return [x, x] })[5] }",
		"Array.from":   "const t = [a, b]; return { o: Array.from(t, (x) => { if (t.length < 4) t.push(x); return x + 1 }).reduce((x, y) => x * 3 + y) }",
		"one of two":   "const t = [a, b], u = [b, 5]; let s = 0; for (const x of d ? t : u) { s = s * 7 + x; t[1] = 3 } return { o: s }",
		"in a branch":  "const t = [a, b, 3]; let s = 0; for (const x of t) { if (x > 100) t[2] = 50; s += x } return { o: s }",
		"Array filled": "const t = new Array(4).fill(a); t[2] = b; return { o: t.map((x) => x + 1).reduce((x, y) => x ^ y) }",
		"Array by one": "const t = new Array(3); for (let i = 0; i < 3; i++) t[i] = a + i; return { o: t.reduce((x, y) => x * 3 + y) }",
		"holes read":   "const t = new Array(3); t[1] = a; return { o: (t[0] ?? 7) + [...t].filter((x) => x === undefined).length + (t.includes(undefined) ? 100 : 0) }",
		"entries":      "const t = [a, b]; let s = 0; for (const [i, x] of t.entries()) s += i * x; return { o: s }",
		"keys before":  "const t = [a, b], k = t.keys(); let s = 0; for (const i of k) s += t[i]; t[0] = 1; return { o: s + t[0] }",
		"labels":       "switch (a & 3) { case b & 3: return { o: 1 }; case Number(w & 3n): return { o: 2 }; case Math.min(c, 2): return { o: 3 } } return { o: 4 }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
}

// TestLambdasLeftToTheInterpreter: what these lambdas mean is not compiled, so that it is not compiled wrongly.
func TestLambdasLeftToTheInterpreter(t *testing.T) {
	for name, c := range map[string]struct{ prelude, body, want string }{
		"Array(n).map":            {"", "return { o: Array(4).map((_, i) => i + a).reduce((x, y) => x + y, 0) }", "fill it first"},
		"Array(n).forEach":        {"", "let n = 0; new Array(8).forEach(() => n++); return { o: n }", "fill it first"},
		"holes in one branch":     {"", "const t = new Array(2); t[0] = a; if (d) t[1] = b; return { o: t.reduce((x, y) => x + y) }", "fill it first"},
		"names of holes":          {"", "return { o: Object.keys(new Array(3)).length + a }", "fill it first"},
		"captured holes":          {"const t = [, 4, , 6]", "return { o: t.reduce((x, y) => x + y) + a }", "some of whose items were never given"},
		"shorter in forEach":      {"", "const t = [a, b, 3]; let s = 0; t.forEach((x) => { s += x; t.pop() }); return { o: s }", "becomes shorter"},
		"entries of what changes": {"", "const t = [a, b, 3]; let s = 0; for (const [i, x] of t.entries()) { s += x; t[2] = a } return { o: s }", "while its entries"},
		"keys of what changes":    {"", "const t = [a, b]; let s = 0; for (const i of t.keys()) { s += i; if (t.length < 5) t.push(1) } return { o: s }", "while its entries"},
		"a label that counts":     {"", "let n = 0; const f = (x) => { n++; return x }; switch (a & 3) { case f(0): break; case f(1): break } return { o: n }", "compute it before the switch"},
		"a label that assigns":    {"", "let n = 0; switch (a & 3) { case (n = 1): break; case (n = 2): break } return { o: n }", "compute it before the switch"},
		"a hidden parameter":      {"", "function g(p, h = () => p) { var p = 5; return h() + p } return { o: g(a) }", "has the name of a parameter"},
		"a method of a number":    {"", "return { o: a.toFixed(2).length }", "the method toFixed of a number"},
		"a Proxy":                 {"const t = new Proxy({}, { get: () => 5 })", "return { o: t.x + a }", "a Proxy"},
		"a symbol":                {"const k = Symbol('k'), t = { [k]: 5 }", "return { o: t[k] + a }", "a symbol"},
		"not enumerable":          {"const t = {}; Object.defineProperty(t, 'x', { value: 5 })", "return { o: t.x + a }", "not enumerable"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, c.prelude+"\nconst Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+c.body+" } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, c.want)
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// TestChangedConstants: a compiled lambda would go on where the language throws, so it is not compiled.
func TestChangedConstants(t *testing.T) {
	for _, body := range []string{
		"const v = a; if (d) v = 5; return { o: v }",
		"const v = a; v++; return { o: v }",
		"for (const x of [a, b]) { x += 1 } return { o: a }",
		"for (const i = 0; i < a; i++) { } return { o: a }",
		"const [v] = [a]; [v] = [b]; return { o: v }",
		"const { length } = [a]; { length = 2 } return { o: length }",
		"switch (a & 1) { case 0: let q = 5; case 1: q = 6; return { o: q } } return { o: 1 }",
	} {
		t.Run(body, func(t *testing.T) {
			text := "const Only = circuit('Only', " + lowertest.Ports + "eval: ({ a, b, c, d, w }) => { " + body + " } })"
			p := lowertest.Compile(t, text)
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, "that throws")
		})
	}
}
