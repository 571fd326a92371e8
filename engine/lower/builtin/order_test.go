package builtin_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestMethodsWhoseArgumentsChangeTheList has arguments that change the length of the list whose method is called, or
// may do so.
func TestMethodsWhoseArgumentsChangeTheList(t *testing.T) {
	var compiled int
	for _, change := range []string{"l.pop()", "(l.push(8), 2)", "l.shift()", "l.unshift(6)", "l.splice(1, 1)[0]", "(l.length > 2 && l.pop(), 3)", "short()"} {
		for _, use := range []string{
			"l.fill(X, 1)", "l.fill(X)", "l.with(0, X)", "l.splice(1, 0, X)", "l.splice(0, 1, X)", "l.push(X)", "l.unshift(X)", "l.concat(X)", "l.includes(X)", "l.indexOf(X)",
			"l.at(X & 1)", "l.slice(X & 1)", "l.reverse(X)", "l.toReversed(X)", "l.lastIndexOf(X)", "l.keys(X)", "l.join(X, '')", "l.map((v) => v + 1, X)", "l.flat(X)",
		} {
			for _, when := range []string{"d ? X : 5", "a > 100 ? 7 : X", "X"} {
				argument := strings.ReplaceAll(when, "X", change)
				text := "const Only = circuit('Only', " + lowertest.Ports + "eval: ({ a, b, c, d, w }) => { const l = [b & 7, 2, 3], short = () => l.pop() ?? 1\nlet r = " + strings.Replace(use, "X", argument, 1) +
					"\nif (typeof r !== 'number') r = 4\nlet o = l.length * 1000 + r; for (const v of l) o = o * 10 + v; return { o } } })"
				p := lowertest.Compile(t, text)
				if len(p.Hints) == 0 {
					compiled++
				}
				lowertest.Agree(t, p, 40, 5)
			}
		}
	}
	require.Greater(t, compiled, 200)
}

// TestClosuresInTheHeadOfALoop: those of the initialiser have the variables of no round.
func TestClosuresInTheHeadOfALoop(t *testing.T) {
	for name, body := range map[string]string{
		"reads":            "let r = 0; for (let i = 0, get = () => i; i < 4; i++) r = r * 10 + get(); return { o: r }",
		"changes":          "let r = 0; for (let i = 0, inc = () => i++; i < 4; i++) { inc(); r += i } return { o: r }",
		"ends":             "let r = 0; for (let i = 0, n = b & 3, left = () => n - i; left() > 0 && i < 5; i++) r += 10; return { o: r }",
		"an object":        "let r = 0; for (let i = 1, t = { get: () => i, set: (v) => { i = v } }; i < 4; i++) { r += t.get(); t.set(9) } return { o: r * 10 }",
		"a list":           "let r = 0; for (let i = 0, t = [() => i, () => i + b]; i < 3; i++) r += t[i & 1](); return { o: r }",
		"called at once":   "let r = 0; for (let f, i = (f = () => i, a & 1); i < 3; i++) r = r * 10 + f(); return { o: r }",
		"recursion":        "let r = 0; for (let i = 0, f = (n) => (n ? f(n - 1) + i : 0); i < 3; i++) r += f(3); return { o: r + a }",
		"a constant":       "let r = 0; for (const t = { i: 0 }, get = () => t.i; t.i < 4; t.i++) r = r * 10 + get(); return { o: r }",
		"var":              "let r = 0; for (var i = 0, get = () => i; i < 4; i++) r = r * 10 + get(); return { o: r }",
		"in the test":      "let r = 0, f = null; for (let i = 0; (f = () => i, i < 4); i++) { r = r * 10 + f(); i += d } return { o: r }",
		"in the update":    "let r = 0, f = () => 7; for (let i = 0; i < 4; f = () => i, i++) r = r * 10 + f(); return { o: r }",
		"in the body":      "const t = []; for (let i = a & 1; i < 4; i++) t.push(() => i); return { o: t.reduce((r, f) => r * 10 + f(), 0) }",
		"ends by a value":  "let r = 0; for (let i = 0, get = () => i; i < (a & 7); i++) r = r * 3 + get() + 1; return { o: r }",
		"ends by a value2": "let r = 0; for (let i = 0, add = (n) => { i += n }; i < (a & 7); i++) { add(2); r += i } return { o: r }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 100, 5)
		})
	}
}
