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

const caughtPrelude = `const div = (x, y) => { if (y === 0) throw new RangeError('division by zero'); return Math.floor(x / y) }
const checked = (x) => { if (x > 200) throw new Error(` + "`too large: ${x}`" + `); return x + 1 }
const outer = (x, y) => checked(div(x, y) + 90)
const never = () => { throw new TypeError() }
`

// TestCaught has throws of statements within try, in the lambda and in what it calls.
func TestCaught(t *testing.T) {
	for name, body := range map[string]string{
		"returned":             "try { if (a === 0) throw new Error('x'); return { o: b } } catch { return { o: 7 } }",
		"in a function":        "try { return { o: div(b, a & 3) } } catch (e) { return { o: 255 } }",
		"and goes on":          "let n = 1; try { n = div(b, a & 3); n++ } catch { n = n * 2 + 5 } return { o: n }",
		"changes of before":    "let n = 1; try { n = 2; if (a & 1) throw new Error('x'); n = 3; if (a & 2) throw new Error('y'); n = 4 } catch { n += 10 } return { o: n }",
		"one in another":       "let n = 0; try { n = 1; try { n += outer(b & 255, a & 3) } catch { n = 100; if (d) throw new Error('again') } n++ } catch { n *= 3 } return { o: n }",
		"through two calls":    "let n = 0; try { n = outer(b & 255, a & 7) } catch { n = 3 } return { o: n }",
		"always":               "let n = a; try { n++; never(); n = 99 } catch { n *= 2 } return { o: n }",
		"always, on one way":   "let n = a; try { if (d) never(); n++ } catch { n *= 2 } return { o: n }",
		"never":                "let n = a; try { n = n * 3 + 1 } catch { n = 0 } return { o: n }",
		"in a loop":            "let n = 0; for (let i = 0; i < 5; i++) { try { n += div(20, (a >> i) & 3) } catch { n += 100 } } return { o: n }",
		"around a loop":        "let n = 0, i = 0; try { for (; i < 5; i++) n += div(20, (a >> i) & 3) } catch { n += 1000 * i } return { o: n }",
		"a break":              "let n = 0; for (let i = 0; i < 5; i++) { try { if ((a >> i) & 1) break; if ((b >> i) & 1) continue; n += div(20, (c >> i) & 3) } catch { if (d) break; n += 100; continue } n++ } return { o: n }",
		"a label":              "let n = 0; out: for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) { try { n += div(9, (a >> (i + k)) & 3) } catch { if ((b >> i) & 1) continue out; if ((b >> k) & 2) break out } n++ } return { o: n }",
		"forEach":              "let n = 0; try { [a & 3, b & 3, c & 3].forEach((x) => { n += div(9, x) }) } catch { n += 50 } return { o: n }",
		"map":                  "let n = 5; try { n = [a & 3, b & 3].map((x) => div(9, x)).reduce((x, y) => x + y) } catch {} return { o: n }",
		"a list":               "const l = []; try { l.push(1); l.push(div(a, b & 3)); l.push(3) } catch { l.push(9) } return { o: l.reduce((s, x) => s * 7 + x, l.length) & 0xffffff }",
		"a record":             "const r = { n: 0 }; try { r.n = 1; r.m = div(a, b & 1); r.k = 2 } catch { r.n = 5 } return { o: r.n + ('m' in r ? r.m : 3) * 8 + (r.k ?? 7) }",
		"variables of a block": "let n = 0; try { const x = a + 1; { const y = div(x, b & 3); n = y } } catch { const z = 3; n = z + a } const q = n + 1; return { o: q }",
		"in a choice":          "let n = 0; try { n = d ? div(a, b & 1) : checked(a) } catch { n = -1 } return { o: n + 1 }",
		"in a switch":          "let n = 0; try { switch (a & 3) { case 0: throw new Error('x'); case 1: n = div(9, b & 1); case 2: n++; break; default: n = checked(a) } } catch { n = 77 } return { o: n }",
		"returns before":       "const f = (x) => { try { if (x & 1) return 1; if (x & 2) throw new Error('x'); if (x & 4) return 2; return 3 } catch { if (x & 8) return 4 } return 5 }; return { o: f(a) * 10 + f(b) }",
		"finally":              "let q = 0; try { q = a > 9 ? a : a * 2 } finally { q++ } return { o: q }",
		"catch and finally":    "let q = 0; try { q = div(a, b & 3) } catch { q = 99 } finally { q = q * 2 + 1 } return { o: q }",
		"caught in a function": "const safe = (x, y) => { try { return div(x, y) } catch { return 13 } }; return { o: safe(a, b & 3) * 100 + safe(b & 255, c & 3) }",
		"a function kept":      "let f = () => 1; try { const k = a & 3; f = () => k + 5; div(1, b & 1); f = () => k } catch {} return { o: f() }",
		"not caught":           "try { if (a === 300) throw new Error('x') } finally { } return { o: a }",
		"a short circuit":      "let n = 0; try { if (d && div(a, b & 1) > 3) n = 1; else n = 2 } catch { n = 3 } return { o: n }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, caughtPrelude+lowertest.Eval(body))
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
	t.Run("memory", func(t *testing.T) {
		lowertest.AgreeCompiled(t, strings.Replace(lowertest.Cells("let e = 0; try { if (a & 1) throw new Error('same'); h[a & 15] = b; if (h[b & 15] < (c & 0xff)) throw new Error('funds'); h[b & 15] -= c & 0xff; s = 1 } catch { e = 1; h[3] = 9 } return { h, s: s * 2 + e }"), "const Only", caughtPrelude+"const Only", 1), math.MaxInt)
	})
}

// TestCaughtIsRefused where what it means is not compiled.
func TestCaughtIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"its message":            {"try { div(1, a & 1); return { o: 1 } } catch (e) { return { o: e.message.length } }", "an error that has been caught"},
		"of the language":        {"let q = a & 1 ? { v: b } : undefined; try { return { o: q.v } } catch { return { o: 5 } }", "the language may throw"},
		"an open loop":           {"let n = 0, x = c; try { while (x !== 1 && n < 3000) { x = x & 1 ? x * 3 + 1 & 0xffff : x >> 1; if (x === 77) throw new Error('x'); n++ } } catch { n = 9999 } return { o: n }", "caught around it"},
		"finally after a return": {"let n = 0; const f = () => { try { return a } finally { n++ } }; return { o: f() + n }", "finally after"},
		"a comparison":           {"try { return { o: [a, b & 255, 7].sort((x, y) => { if (x === 9) throw new Error('x'); return x - y })[0] } } catch { return { o: 5 } }", "a comparison that may throw"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, caughtPrelude+lowertest.Eval(c.body))
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, c.want)
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// caughts writes random lambdas with throws and handlers around them.
type caughts struct{ records }

func (g caughts) number(depth int) string {
	switch g.IntN(7) {
	case 0:
		return fmt.Sprint(g.IntN(5))
	case 1:
		if depth > 0 {
			return fmt.Sprintf("div(%s, %s & 3)", g.number(depth-1), g.number(depth-1))
		}
	case 2:
		if depth > 0 {
			return fmt.Sprintf("%s(%s)", g.pick("checked", "safe"), g.number(depth-1))
		}
	case 3:
		return "r.v"
	case 4:
		return fmt.Sprintf("(%s & 255)", g.pick("n * 3", "n + a", "b >> 3", "r.v ^ n"))
	}
	return g.pick("(a & 7)", "(b & 7)", "(n & 255)", "d")
}

func (g caughts) statements(n, depth int, loop bool) string {
	var b strings.Builder
	for range n {
		switch g.IntN(9) {
		case 0, 1:
			fmt.Fprintf(&b, "n = %s; ", g.number(2))
		case 2:
			fmt.Fprintf(&b, "r.v = %s; ", g.number(2))
		case 3:
			if depth > 0 {
				fmt.Fprintf(&b, "try { %s} catch { %s} ", g.statements(2, depth-1, loop), g.statements(1, depth-1, loop))
			}
		case 4:
			if depth > 0 {
				fmt.Fprintf(&b, "if (%s < %s) { %s} else { %s} ", g.number(1), g.number(1), g.statements(1, depth-1, loop), g.statements(1, depth-1, loop))
			}
		case 5:
			if depth > 0 {
				fmt.Fprintf(&b, "for (let i = 0; i < 3; i++) { if ((%s >> i) & 1) { %s} else n = (n + i) & 255; } ", g.number(1), g.statements(1, depth-1, true))
			}
		case 6:
			fmt.Fprintf(&b, "if (%s > 3) throw new Error('x'); ", g.number(1))
		case 7:
			fmt.Fprintf(&b, "if (%s === 2) return { o: %s }; ", g.number(0), g.number(1))
		case 8:
			if loop {
				fmt.Fprintf(&b, "if (%s > 4) %s; ", g.number(1), g.pick("break", "continue"))
			}
		}
	}
	return b.String()
}

func checkCaught(t *testing.T, seed uint64) bool {
	t.Helper()
	g := caughts{records{rand.New(rand.NewPCG(seed, 17))}}
	text := caughtPrelude + lowertest.Eval("let n = c & 255; const r = { v: b & 15 }; const safe = (x) => { try { r.v = (r.v + 1) & 255; return checked(x & 255) } catch { return r.v } }; "+
		"try { "+g.statements(5, 3, false)+"} catch { n = (n ^ 5) & 255; r.v = (r.v + 9) & 255 } return { o: n * 256 + r.v }")
	return lowertest.AgreesWithSeed(t, text, 25, seed)
}

// TestRandomCaught compares random lambdas with throws and handlers with the closures they are.
func TestRandomCaught(t *testing.T) {
	lowertest.MostAreLowered(t, thorough.Count(60), 3.0/4, checkCaught)
}

func FuzzCaught(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkCaught(t, seed) })
}
