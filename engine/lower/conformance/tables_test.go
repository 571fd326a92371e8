package conformance

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestTablesOfFunctions calls functions of arrays and objects that stand beside the lambda, chosen by values. They are
// compiled, do what the closures do, and fail alike under an index that is too large.
func TestTablesOfFunctions(t *testing.T) {
	for name, c := range map[string]struct{ prelude, body string }{
		"array":            {"const T = [(x, y) => x + y, (x, y) => x - y, (x, y) => x & y, (x, y) => x | y]", "return { o: T[a & 3](b, c) }"},
		"object":           {"const T = { 0: (x) => x + 1, 1: (x) => -x, 7: (x) => x * 3 }", "return { o: T[d](b) }"},
		"names":            {"const T = { add: (x, y) => x + y, sub(x, y) { return x - y } }, N = ['add', 'sub']", "return { o: T[N[d]](a, b) + T.add(1, c) }"},
		"captured":         {"const k = 7, f = (x) => x * k, T = [f, (x) => f(x) + k, (x) => T[0](x) ^ 1]", "return { o: T[a % 3](b) }"},
		"statements":       {"const T = [(x) => { let n = 0; for (let i = 0; i < 8; i++) if (x & (1 << i)) n++; return n }, (x) => { if (x > 9) return 9; return x }]", "return { o: T[d](b) }"},
		"frozen":           {"const T = Object.freeze([(x) => x + 1, (x) => x - 1])", "return { o: T[a % T.length](b) }"},
		"one by one":       {"const T = [(x) => x + 1, (x) => x * 2, (x) => x ^ 5]", "return { o: T.reduce((x, f) => f(x), b) + T.map((f) => f(a)).length }"},
		"maybe":            {"const T = [(x) => x + 1, (x) => x * 2]", "const f = T[a]; return { o: f ? f(b) : 5 }"},
		"optional":         {"const T = [(x) => x + 1, (x) => x * 2]", "return { o: T[a]?.(b) ?? 77 }"},
		"out of it":        {"const T = [(x) => x + 1, (x) => x * 2]", "return { o: T[a & 7](b) }"},
		"a variable":       {"const T = [(x) => x + 1, (x) => x * 2]", "const f = T[a & 7]\nreturn { o: f(b) }"},
		"not every key":    {"const T = { 1: (x) => x + 1, 2: (x) => x * 2 }", "return { o: T[(a & 3) + 1](b) }"},
		"after a return":   {"const T = [(x) => x + 1, (x) => x * 2]", "if (a > 1) return { o: 9 }; return { o: T[a](b) }"},
		"built-in":         {"const T = [Math.min, Math.imul, (x, y) => x - y, Math.max]", "return { o: T[a & 3](b, c) >>> 0 }"},
		"built-in, named":  {"const T = { least: Math.min, product: Math.imul, pick: BigInt.asUintN }, f = T.least ?? Math.max", "return { o: f(T.product(a, b) >>> 0, c) + Number(T.pick(9, w)) }"},
		"one of two":       {"const F = [1].length ? Math.abs : Math.floor", "return { o: F(a - b) }"},
		"its effects":      {"const T = [(g) => g(3), (g) => g(4) + g(5)]", "let n = a; T[d]((x) => { n += x; return n }); return { o: n }"},
		"a table of words": {"const T = [(w) => w + 1n, (w) => w >> 3n]", "return { o: T[d](w) }"},
	} {
		t.Run(name, func(t *testing.T) {
			text := c.prelude + "\nconst Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32), d: bit, w: bus(64) }, outputs: { o: bus(64) }, eval: ({ a, b, c, d, w }) => { " + c.body + " } })"
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			if !strings.Contains(text, "& 7]") && name != "not every key" {
				lowertest.Agree(t, p, 200, 5)
			}
			failAlike(t, text)
		})
	}
}

// failAlike compares on all machines where a circuit fails, and what it gives otherwise.
func failAlike(t *testing.T, text string) {
	t.Helper()
	var reference []string
	for _, m := range machines {
		course := failing(t, m.start, text)
		if reference == nil {
			reference = course
		}
		require.Equal(t, reference, course, m.name)
	}
}

// TestPropertiesOfNothing sets properties of elements that may not be there: it fails where the closure does, and only
// there.
func TestPropertiesOfNothing(t *testing.T) {
	for name, body := range map[string]string{
		"never":       "const r = [{ v: 1 }, { v: 2 }]; if (a < 2) r[a].v = b; return { o: r[0].v + r[1].v }",
		"at times":    "const r = [{ v: 1 }, { v: 2 }]; r[a & 3].v = b; return { o: r[0].v }",
		"in brackets": "const r = [{ v: 1 }, { v: 2 }]\n  r[a & 3]['v'] = b; return { o: r[0].v }",
		"of a list":   "const r = [[1, 2], [3, 4]]\n  r[a & 3][d] = b; return { o: r[0][1] }",
		"added to":    "const r = [{ v: 1 }, { v: 2 }]\n  r[a & 3].v += b; return { o: r[0].v }",
		"counted":     "const r = [{ v: 1 }, { v: 2 }]\n  r[a & 3].v++; return { o: r[0].v + r[1].v }",
		"a list, too": "const r = [[1, 2], [3, 4]]\n  r[a & 3][d] |= b; return { o: r[0][1] }",
		"unless":      "const r = [{ v: 0 }, { v: 2 }]\n  r[a & 3].v ||= b; return { o: r[0].v }",
		"a variable":  "const r = [{ v: 1 }, { v: 2 }], e = r[a & 3]\n  e.v = b; return { o: r[0].v }",
		"null":        "const e = a < 3 ? { v: 3 } : null\n  e.v = b; return { o: e.v }",
		"then fails":  "const r = [{ v: 1 }]\n  r[a & 1].v = b; if (b & 1) throw new Error('odd'); return { o: r[0].v }",
		"fails first": "const r = [{ v: 1 }], f = (x) => { if (x & 1) throw new Error('odd'); return x }\n  r[a & 1].v = f(b); return { o: r[0].v }",
		"taken apart": "const r = [{ v: 1 }, { v: 2 }]\n  ;[r[a & 3].v] = [b]; return { o: r[0].v }",
	} {
		t.Run(name, func(t *testing.T) {
			text := "const Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32), d: bit, w: bus(64) }, outputs: { o: bus(64) }, eval: ({ a, b, c, d, w }) => { " + body + " } })"
			require.Empty(t, lowertest.Compile(t, text).Hints)
			failAlike(t, text)
		})
	}
}
