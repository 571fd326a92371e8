package builtin_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// TestEverydayLists takes items out of lists at any position, makes them shorter, and sorts numbers without a
// comparison.
func TestEverydayLists(t *testing.T) {
	const some = "const l = [a & 15, b & 15, c & 15, 7, a >> 4].filter((x) => x !== 3); "
	const sum = "l.reduce((s, x) => (s * 17 + x) & 0xffffff, l.length)"
	for name, body := range map[string]string{
		"splice, if found":       some + "const i = l.indexOf(b >> 8 & 15); if (i !== -1) l.splice(i, 1); return { o: " + sum + " }",
		"splice, puts in":        some + "const i = l.findIndex((x) => x > 6); l.splice(i < 0 ? l.length : i, 0, 6); if (l.length > 5) l.pop(); return { o: " + sum + " }",
		"splice, what is out":    some + "const r = l.splice(a & 3, b & 3, 9, 8); return { o: (" + sum + ") ^ r.reduce((s, x) => s * 5 + x, r.length) }",
		"splice, to the end":     some + "const r = l.splice(a & 7); return { o: " + sum + " * 8 + r.length }",
		"splice, from the end":   some + "l.splice(-(a & 7), 2); return { o: " + sum + " }",
		"splice, negative":       some + "const r = l.splice(-2, (b & 3) - 1, c & 1); return { o: " + sum + " * 4 + r.length }",
		"splice, undefined":      some + "const r = l.splice(undefined, undefined, 5), q = l.splice(1, undefined); return { o: " + sum + " * 4 + r.length + q.length }",
		"splice, of nothing":     some + "const r = l.splice(); return { o: " + sum + " * 4 + r.length }",
		"splice, a count":        "const l = [a, 2, 3, b & 7]; const r = l.splice(1, c & 3); return { o: " + sum + " * 4 + r.length }",
		"splice, may be fewer":   "const l = [a, 2, 3, b & 7]; const r = l.splice(c & 7, 2, 9); return { o: " + sum + " * 4 + r.length }",
		"toSpliced":              "const l = [a, 2, 3, b & 7], m = l.toSpliced(c & 3, 1, 9); return { o: m.reduce((s, x) => (s * 17 + x) & 0xffffff, 1) + l[0] }",
		"toSpliced of some":      some + "const m = l.toSpliced(c & 3, 1, 9, 2); return { o: m.reduce((s, x) => (s * 17 + x) & 0xffffff, l.length) }",
		"copyWithin":             "const l = [a, b & 15, c & 7, 9, d & 3]; l.copyWithin(0, 3); l.copyWithin(-2, 0, 1).push(4); l.copyWithin(9, 0); l.copyWithin(1, 4, 2); return { o: " + sum + " & 0xffffff }",
		"copyWithin, anywhere":   "const l = [a & 15, b & 15, c & 7, 9, d & 3]; l.copyWithin((a & 7) - 3, (b & 7) - 2, (c >> 1 & 7) - 1); return { o: " + sum + " & 0xffffff }",
		"copyWithin, of bytes":   "const l = Uint8Array.from([a, b, c, d]); l.copyWithin(b & 3, 1, 3); return { o: l.reduce((s, x) => (s * 17 + x) & 0xffffff, 0) }",
		"length = 0":             some + "l.length = 0; l.push(a); return { o: " + sum + " }",
		"length = 0, if":         "const l = [1, 2, 3]; if (a > 44) l.length = 0; return { o: " + sum + " }",
		"length = 2":             some + "if (l.length > 2) l.length = 2; return { o: " + sum + " }",
		"length, of what is in":  "const l = [a, b, c & 7, 9]; l.length = b & 3; return { o: " + sum + " & 0xffff }",
		"lastIndexOf":            some + "return { o: l.lastIndexOf(b >> 8 & 15) + 1 }",
		"reduceRight":            some + "return { o: l.reduceRight((s, x, i) => (s * 17 + x * i) & 0xffffff, 1) }",
		"fill":                   some + "l.fill(a, 1, b & 3); return { o: " + sum + " }",
		"Array(n)":               "return { o: new Array(a & 7).fill(b).reduce((x, y) => x + y, 0) + Array(b & 3).length }",
		"Array(n), mapped":       "return { o: Array(a & 7).fill().map((_, i) => i * i).reduce((x, y) => x + y, 0) }",
		"Array(n), keys":         "return { o: [...Array(a & 7).keys()].reduce((x, y) => x * 3 + y, 1) }",
		"Array(n), spread":       "return { o: [...new Array(a & 7)].map((_, i) => i + 1).reduce((x, y) => x * 3 + y, 1) }",
		"as texts":               "const l = [a, b, c, 7, 10, 9, 100].sort(); return { o: l.reduce((s, x) => (s * 17 + x) & 0xffffff, 1) }",
		"as texts, negative":     "const l = [a - 100, (b & 255) - 100, (c | 0) % 1000, -7, -70, 0, 5].sort(); return { o: l.reduce((s, x) => (s * 17 + x) & 0xffffff, 1) }",
		"as texts, digits":       "const l = [a & 7, b & 7, c & 7].toSorted(); return { o: l[0] * 64 + l[1] * 8 + l[2] }",
		"as texts, of some":      some + "l.sort(); return { o: " + sum + " }",
		"as texts, large":        "const l = [c, c >>> 1, c >>> 4, 4e9, 4e8, 99].sort(); return { o: l.indexOf(99) * 36 + l.indexOf(c) * 6 + l.indexOf(4e9) }",
		"as texts, -0":           "const l = [(a & 1) * -1 * (b & 1), 0, a & 3].sort(); return { o: l.indexOf(a & 3) + l.indexOf(0) * 4 }",
		"typed":                  "const l = new Int16Array([a - 99, b, c, 5, -6]); l.sort(); return { o: l.reduce((s, x) => (s * 17 + x) & 0xffffff, 1) }",
		"typed, a comparison":    "const l = Uint8Array.of(a, b, c, 7).sort((x, y) => y - x), m = l.toSorted(); m[0] = 300; return { o: l[0] * 65536 + l[3] * 256 + m[0] + m[3] }",
		"typed, clamped":         "const l = new Uint8ClampedArray(4); l[0] = a - 100; l[1] = b; l[2] += 300; l[a & 3] -= 7; return { o: l.reduce((s, x) => s * 256 + x, 0) & 0xffffffff }",
		"typed, clamped, a list": "const l = Uint8ClampedArray.from([a * 3, b, -c, 9]); return { o: l.map((x) => x * 2).reduce((s, x) => (s * 31 + x) & 0xffffff, 0) }",
		"digits":                 "return { o: Number([a & 7, b & 7, c & 7].join('')) + parseInt([a & 7, b & 7].join(''), 16) }",
		"digits, more":           "return { o: Number([a, b & 15, 5].join('')) }",
		"digits, of some":        some + "return { o: l.length < 5 ? Number(l.join('')) : parseInt(l.slice(1).join('')) | 0 }",
		"digits, none":           "const l = [a & 7].filter((x) => x > 5); return { o: Number(l.join('')) + (Number.isNaN(parseInt(l.join(''), 10)) ? 100 : 0) }",
		"joined bits":            "return { o: parseInt([a & 15, b & 15].map((n) => n.toString(2).padStart(4, '0')).join(''), 2) }",
		"joined, a key":          "const T = { '12': 3, '21': 4, '111': 9, '30': 5 }; return { o: T[[a & 3, b & 3].join('')] ?? 7 }",
		"joined, of a sum":       "return { o: [a, b & 255].join('').length * 10 + ([a, 7].join('') === '127' ? 1 : 0) }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, lowertest.Eval(body))
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
}

// TestEverydayObjects copies, compares and measures.
func TestEverydayObjects(t *testing.T) {
	const table = "const T = { 3: 'x', 7: 'y' }, row = { n: [1, 2], k: { v: 3 } }\n"
	for name, body := range map[string]string{
		"by text":              "const x = { p: a, q: [b, { r: d === 1 }], s: 'text', u: undefined, z: null }; const y = JSON.parse(JSON.stringify(x)); y.p ^= 5; y.q[1].r = true; y.q[0]++; return { o: y.p + y.q[0] + x.q[0] + (x.q[1].r ? 1 : 0) + (y.z === null ? 2 : 0) + Object.keys(y).length * 1000 }",
		"by text, the same":    "const x = [a], y = JSON.parse(JSON.stringify({ x, y: x })); y.x[0] = 1; return { o: y.y[0] * 2 + x[0] }",
		"by text, -0":          "const y = JSON.parse(JSON.stringify({ v: (a & 1) * -1 * (b & 1) })); return { o: Object.is(y.v, -0) ? 100 : y.v + 8 }",
		"hasOwnProperty":       "return { o: (T.hasOwnProperty(a & 7) ? 1 : 0) + ({ x: 1 }.hasOwnProperty('x') ? 2 : 0) + ({ x: 1 }.hasOwnProperty('toString') ? 4 : 0) }",
		"delete":               "const x = { p: a, q: 1, r: 2 }; if (b & 1) delete x.r; const s = Object.values(x).reduce((s, v) => s * 3 + v, 0); if (b & 2) x.r = 5; return { o: (x.r ?? 9) + ('r' in x ? 16 : 0) + s * 32 & 0xffff }",
		"delete, and again":    "const x = { p: a, q: 1 }; const done = delete x.p; delete x.none; x.p = 7; return { o: Object.values(x)[0] * 10 + (done ? 1 : 0) + x.p * 100 }",
		"Object.is":            "const z = a & 1 ? 0 : -0; return { o: (Object.is(a, b) ? 1 : 0) + (Object.is(z, 0) ? 2 : 0) + (Object.is(0 / (a & 2), NaN) ? 4 : 0) + (Object.is('x', d ? 'x' : 'y') ? 8 : 0) + (Object.is(undefined, null) ? 16 : 0) }",
		"hypot":                "return { o: Math.round(Math.hypot(a, b)) + Math.floor(Math.hypot(a - 100, 3.5, -b, 7) * 1000) + Math.hypot(a & 1) + Math.hypot() }",
		"hypot, the last bits": "const x = Math.hypot(c, b * 7, a / 3) % 1; return { o: (x * 2 ** 20) % 1 * 2 ** 31 >>> 0 }",
		"typeof":               "return { o: (typeof JSON === 'object' ? 1 : 0) + (JSON ? 2 : 0) + a }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, table+lowertest.Eval(body))
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 5)
		})
	}
}

// TestEuclid has Euclid's algorithm with calls, whose depth follows from what a remainder by a remainder is.
func TestEuclid(t *testing.T) {
	const gcd = "const gcd = (x, y) => (y === 0 ? x : gcd(y, x % y)), lcm = (x, y) => { if (!y) return 0; return (x * y) / gcd(x, y) }\n"
	for name, body := range map[string]string{
		"bytes":      "return { o: gcd(a, b & 255) }",
		"words":      "return { o: gcd(b, c & 0xffff) * 2 + (gcd(a, b) === 1 ? 1 : 0) }",
		"of three":   "return { o: gcd(gcd(a, b & 255), c & 255) }",
		"lcm":        "return { o: lcm(a, b & 255) }",
		"a loop":     "let x = a, y = b; while (y) [x, y] = [y, x % y]; return { o: x }",
		"not Euclid": "let x = a, y = b & 255; const z = x % (y || 1); return { o: (b % (z || 7)) * 256 + (x % (z || 3)) + (y % (z || 5)) * 65536 }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, gcd+lowertest.Eval(body))
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 300, 5)
		})
	}
}

// TestEverydayIsRefused where what it means is not compiled.
func TestEverydayIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"a longer length":       {"const l = [a]; l.length = (b & 3) + 1; return { o: l.length }", "the length of an array"},
		"sort of fractions":     {"const l = [a / 3, b].sort(); return { o: l[0] | 0 }", "sort by texts"},
		"sort with undefined":   {"const l = [a, d ? 1 : undefined].sort(); return { o: l[0] ?? 5 }", "sort by texts"},
		"holes, mapped":         {"return { o: Array(a & 3).map(() => 1).length }", "never given"},
		"holes, set":            {"const l = Array(a & 3); l[0] = 5; return { o: l.length }", "never given"},
		"holes, in another":     {"return { o: [1].concat(Array(a & 3)).length }", "never given"},
		"letters":               {"return { o: Number([a & 7, 'x'].join('')) | 0 }", "no digits"},
		"too many digits":       {"return { o: Number([c & 0xffff, c & 0xffff, b, b].join('')) | 0 }", "more than"},
		"clamped fractions":     {"const l = new Uint8ClampedArray(2); l[0] = a / 2; return { o: l[0] }", "something else than a whole number"},
		"a fraction by text":    {"return { o: JSON.parse(JSON.stringify({ x: a / 3 })).x | 0 }", "JSON.parse"},
		"undefined by text":     {"return { o: JSON.parse(JSON.stringify([d ? a : undefined]))[0] ?? 5 }", "JSON.parse"},
		"text only":             {"return { o: JSON.stringify({ a }).length }", "JSON.stringify"},
		"hypot of infinity":     {"return { o: Math.hypot(1 / a) | 0 }", "Math.hypot"},
		"while it is gone over": {"const x = { p: a, q: 1 }; let n = 0; for (const k in x) { n = n * 3 + x[k]; delete x.q; x.q = 2 } return { o: n & 0xffff }", "deleted"},
		"a cell":                {"const l = [a, b]; delete l[0]; return { o: l.length }", "delete"},
		"a property of unknown": {"const x = { p: 1, q: 2 }; delete x[d ? 'p' : 'q']; return { o: x.p ?? 4 }", "delete"},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, lowertest.Eval(c.body))
			require.Len(t, p.Hints, 1)
			require.Contains(t, p.Hints[0].Message, c.want)
			lowertest.Agree(t, p, 50, 5)
		})
	}
}

// lists writes random lambdas that change lists of numbers whose length depends on values.
type lists struct{ *rand.Rand }

func (g lists) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g lists) number() string {
	switch g.IntN(6) {
	case 0:
		return fmt.Sprint(g.IntN(7) - 2)
	case 1:
		return "l.length"
	case 2:
		return fmt.Sprintf("(l[%s] ?? %d)", g.pick("0", "1", "a & 3", "n & 3"), g.IntN(5))
	case 3:
		return fmt.Sprintf("l.%s(%s)", g.pick("indexOf", "lastIndexOf"), g.pick("a & 15", "n & 15", "7"))
	case 4:
		return fmt.Sprintf("((%s %s %s) & 15)", g.number(), g.pick("+", "^", "*"), g.number())
	}
	return g.pick("(a & 7)", "(b & 7)", "(c >>> 29)", "(n & 3)")
}

func (g lists) statement() string {
	switch g.IntN(14) {
	case 0, 1:
		return fmt.Sprintf("l.push((%s) & 15); ", g.number())
	case 2, 3:
		more := strings.Repeat(", (n & 7)", g.IntN(3))
		return fmt.Sprintf("{ const r = l.splice(%s, %s%s); n = (n * 3 + r.length + (r[0] ?? 5)) & 255 } ", g.number(), g.pick("1", "0", "2", g.number()), more)
	case 4:
		return fmt.Sprintf("n = (n * 5 + l.splice(%s).length) & 255; ", g.number())
	case 5:
		k := g.IntN(4)
		return fmt.Sprintf("if (l.length > %d) l.length = %d; ", k, g.IntN(k+1))
	case 6:
		return g.pick("l.sort(); ", "l = l.toSorted(); ", "l.sort((x, y) => y - x); ")
	case 7:
		return fmt.Sprintf("l.fill((%s) & 15, %s); ", g.number(), g.number())
	case 8:
		return fmt.Sprintf("l = l.toSpliced(%s, %s, 6); ", g.number(), g.pick("1", "0", "2"))
	case 9:
		return "n = l.reduceRight((s, x, i) => (s * 3 + x * i) & 255, n); "
	case 10:
		return fmt.Sprintf("if (%s %s %s) { %s} ", g.number(), g.pick("<", ">", "==="), g.number(), g.statement())
	case 11:
		return g.pick("l.pop(); ", "l.shift(); ", "l.reverse(); ", "l.unshift(n & 15); ")
	case 12:
		return "if (l.length < 3) n = (n + Number(l.join(''))) & 255; "
	}
	return fmt.Sprintf("n = (n * 3 + %s) & 255; ", g.number())
}

func checkLists(t *testing.T, seed uint64) bool {
	t.Helper()
	g := lists{rand.New(rand.NewPCG(seed, 13))}
	var b strings.Builder
	for range 6 {
		b.WriteString(g.statement())
	}
	text := lowertest.Eval("let l = [a & 15, b & 15, c & 15, 7, 10].filter((x) => x !== 3), n = b >> 8; " + b.String() + "if (l.length > 12) l.length = 12; return { o: l.reduce((s, x) => (s * 17 + x) & 0xffffff, n) }")
	return lowertest.AgreesWithSeed(t, text, 25, seed)
}

// TestRandomLists compares random lambdas about lists of numbers with the closures they are.
func TestRandomLists(t *testing.T) {
	lowertest.MostAreLowered(t, thorough.Count(60), 2.0/3, checkLists)
}

func FuzzLists(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkLists(t, seed) })
}
