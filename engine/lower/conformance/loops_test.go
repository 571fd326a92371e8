package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// loopBodies are lambdas with loops whose end depends on values in a way that no range tells.
var loopBodies = map[string]string{
	"greatest common divisor":  "let x = b, y = c; while (y) { [x, y] = [y, x % y] } return { o: x }",
	"by differences":           "let x = b + 1, y = (c & 0xfff) + 1; while (x !== y) { if (x > y) x -= y; else y -= x } return { o: x }",
	"in a function":            "const f = (x, y) => { while (y) { const t = x % y; x = y; y = t } return x }; return { o: f(b, c) ^ f(c, a) }",
	"returns in the loop":      "const f = (x, n) => { for (let i = 0; ; i++) { if ((x & n) === 0) return n; n = (n >> 1) ^ (x & 15); if (n > x || i > 700) return -1 - n; if (n === 0) return x } }; return { o: f(b, c & 0xffff) & 0xffff }",
	"returns truth values":     "const prime = (n) => { for (let i = 2; i * i <= n; i++) if (n % i === 0) return false; return true }; return { o: prime(c & 0xffff) ? 1 : 0 }",
	"steps":                    "let n = 0, x = b + 1; while (x !== 1) { x = x & 1 ? 3 * x + 1 : x / 2; n++; if (n > 900) break } return { o: n }",
	"first, then a test":       "let n = 0, x = b; do { n += x & 7; x = (x * 5 + 1) & 0xffff } while ((x & 7) !== (c & 7) && n < 2000); return { o: n * 256 + x }",
	"continue":                 "let n = 0, x = b, k = 0; while (x > 3 && k++ < 999) { x = (x * 77) & 0x7fff; if (x & 2) continue; n += x } return { o: n & 0xffff }",
	"a switch":                 "let n = 0, x = b | 1, k = 0; while (x && k < 999) { k++; switch (x & 3) { case 0: x >>= 2; break; case 1: n++; x = (x * 3) & 0xffff; break; case 2: x -= 2; continue; default: x >>= 1; n += 2 } } return { o: n }",
	"loops in a loop":          "let n = 0, x = b, k = 0; while (x && k++ < 999) { let y = x & 15; while (y && n < 9999) { n += (y & 1) + 1; y = (y * 3) & 15 } x = (x * 7 + 2) & 1023 } return { o: n }",
	"a loop of known length":   "let n = 0, x = b, k = 0; while (x && k++ < 999) { for (let i = 0; i < 4; i++) n += (x >> i) & 1; x = (x * 7 + 3) & 1023 } return { o: n }",
	"truth values":             "let found = false, x = b, k = 0; while (!found && x && k++ < 999) { found = (x & 63) === (c & 63); x = (x * 5 + 1) & 1023 } return { o: found ? x + 1 : 0 }",
	"root":                     "if (b < 2) return { o: b }; let x = b, y = (x + 1) >>> 1; while (y < x) { x = y; y = (x + Math.trunc(b / x)) >>> 1 } return { o: x }",
	"fractions":                "let x = b + 1, n = 0; while (x > 1.5) { x = x / 1.7; n++ } return { o: n * 256 + Math.floor(x * 100) }",
	"a list":                   "const t = [b & 7, c & 7, a & 7, d & 7, 5, 2, (b >> 3) & 7, (c >> 3) & 7]; let i = b & 7, n = 0; while (t[i] !== n && n < 999) { i = t[i]; n = n * 3 + 1 } return { o: n * 16 + i }",
	"a list that changes":      "const t = [b & 7, c & 7, a & 7, d & 7, 5, 2, (b >> 3) & 7, (c >> 3) & 7, 1, 7]; let swapped, k = 0; do { swapped = false; for (let i = 0; i < 9; i++) if (t[i] > t[i + 1]) { [t[i], t[i + 1]] = [t[i + 1], t[i]]; swapped = true } } while (swapped && k++ < 900); return { o: t.reduce((x, y) => x * 8 + y, 0) }",
	"a list at indices":        "const t = Array.from({ length: 12 }, (_, i) => (b >> i) & 15); let i = c & 7, k = 0; while (t[i] > 3 && k++ < 999) { t[i] = (t[i] - 3) & 15; i = (i + t[i]) % 12 } return { o: t.reduce((x, y, i) => (x * 3 + y + i) & 0xffff, 0) }",
	"typed numbers":            "const t = new Uint8Array(16); let n = b, k = 0; while (n && k++ < 999) { t[n & 15] += 77; n = (n * 9) & 0xffff } return { o: t.reduce((x, y) => (x * 5 + y) & 0xffff, 0) }",
	"an object":                "const o = { x: b, n: 0 }; while (o.x && o.n < 999) { o.n += (o.x & 3) + 1; o.x = (o.x * 11) & 0xffff } return { o: o.n }",
	"a table":                  "const T = [3, 0, 6, 7, 1, 2, 5, 4]; let i = b & 7, n = 0; while (i !== (c & 7) && n < 999) { i = T[i]; n++ } return { o: n }",
	"counting by other things": "let n = 0; for (let i = b & 31; i < (c & 0x3fff); i += (a & 3) + 1) n += i & 5; return { o: n & 0xffff }",
	"found or not":             "let at = -1; for (let i = 0; at < 0 && i < (b & 1023); i++) if (((i * 37) & 1023) === (c & 1023)) at = i; return { o: at & 0xffff }",
	"within another loop":      "let n = 0; out: for (let i = 0; i < 3; i++) { n += i; let x = b >> i, k = 0; while (x && k++ < 999) { n += x & 1; x = (x * 11) & 0xffff } if (n > 99) break out } return { o: n }",
	"under a condition":        "let x = b; if (a & 1) { while (x > (c & 15)) x -= (c & 15) + 1 } return { o: x }",
	"never, on a path":         "let x = b; if (a & 1) { while (x & 1) x = x ^ (x & 6 ? x & 6 : 1) } else { x++ } return { o: x }",
	"negative numbers":         "let x = b - 30000, n = 0; while (x < -3) { x = x + (c & 63) + 1; n-- } return { o: (n * 3 + x) & 0xffff }",
	"products":                 "let [r0, r1, t0, t1] = [12289, (b % 12288) + 1, 0, 1]; while (r1 !== 0) { const q = (r0 / r1) | 0; [r0, r1] = [r1, r0 - q * r1]; [t0, t1] = [t1, t0 - q * t1] } return { o: t0 < 0 ? t0 + 12289 : t0 }",
	"quotients":                "let [r0, r1] = [b, a + 1]; while (r1 !== 0) { const q = Math.floor(r0 / r1); [r0, r1] = [r1, r0 - q * r1] } return { o: r0 }",
	"powers":                   "let x = b % 251, e = c >>> 0, y = 1; for (; e > 0; e = Math.floor(e / 3)) { if (e & 1) y = (y * x) % 251; x = (x * x) % 251 } return { o: y }",
	"no number":                "let x = b & 7, n = 0; while (n++ < 999 && x !== 3) { x = (x * 5 + 1) % (x & 7) } return { o: n }",
	"throws":                   "let x = b, n = 0; while (x > 2) { if (x === 3 && n === 1e6) throw new Error('one'); x -= x % 7 || 5; n++ } return { o: n }",
	"closures":                 "let x = b, n = 0; while (x && n < 999) { const at = (k) => (x >> k) & 1; n += [0, 1].filter((k) => at(k)).length + 1; x = (x * 7) & 0xffff } return { o: n }",
	"values from before":       "const k = (c | 1) & 1023, big = b * c; let x = b, n = 0; while (x > k) { x -= k; n += big & 3 } return { o: (n + x) & 0xffff }",
	"wraps around":             "let i = b & 7, n = 0; do { i = (i + 3) & 15; n += i } while (i !== (c & 15) && n < 3000); return { o: n * 16 + i }",
	"wraps around words":       "let i = (c >>> 1) | 0, n = 0; while (i > 0 && n < 700) { i = (i + 0x100000) | 0; n++ } return { o: i ^ n }",
	"a step at times":          "let i = 5, n = 0; while (n++ < 900 && i < 40) { if (n & 1) i = 3; else i += (n & 2) ? 1 : -2; if ((n * 7 & 63) === (b & 63)) i = 50 } return { o: i * 1024 + n }",
	"counters of both loops":   "let n = 0, m = -3, x = b, k = 0; while (x && k++ < 600) { for (let y = x & 63; y > (c & 15); y -= 5) { n++; m -= 2 } x = (x * 3 + 1) & 255 } return { o: (n * 64) ^ (m & 0xffff) }",
	"nothing changes":          "while (a > 255) { } return { o: a }",
	"found, or it ends never":  "const t = [b & 7, 3, c & 7, 2, 6, 1, 0, 4, 5, 7]; let at = 0; while (t[at] !== (a & 7)) at++; for (let i = at; i > 0; i--) t[i] = t[i - 1]; return { o: t.reduce((x, y) => x * 8 + y, at) | 0 }",
	"no value at first":        "let t, k = 0, x = b; while (x > 3 && k++ < 999) { t = x & 7; x = (x * 5 + 1) & 1023; if (t === 5) break } return { o: (t ?? 100) * 1024 + x }",
	"null at first":            "let best = null, x = b, k = 0; while (x !== 1 && k++ < 300) { if (best === null || x > best) best = x; x = x & 1 ? (3 * x + 1) & 0xffff : x >> 1 } return { o: best ?? 7 }",
	"undefined or a number":    "let p, n = 0, x = b; while (x && n < 999) { if (p !== undefined && p === (x & 63)) break; if (x & 4) p = x & 63; x = (x * 7) & 0xfff; n++ } return { o: n * 64 + (p === undefined ? 1 : p) }",
	"counted with undefined":   "let p, n = 0, x = b; while (x && n < 99) { n++; x = (x * 7 + (p | 0)) & 0xfff; if (x & 8) p = n } return { o: x }",
	"undefined once more":      "let p = 5, n = 0, x = b; while (x && n++ < 400) { x = (x * 7 + 1) & 0xfff; p = x & 8 ? undefined : x & 16 ? x / 4 : x & 3 } return { o: p === undefined ? 70000 : Math.floor(p * 4) }",
	"true, false or nothing":   "let f, n = 0, x = b; while (x && n++ < 400) { x = (x * 5 + 1) & 0xfff; if (x & 8) f = (x & 16) !== 0; if (f === false && (x & 63) === (c & 63)) break } return { o: n * 4 + (f === undefined ? 2 : f ? 1 : 0) }",
	"returns objects":          "let x = b, k = 0; while (true) { if ((x & 63) === (c & 63)) return { o: x * 2 }; if (k++ > 200) return { o: 1 }; x = (x * 5 + 3) & 0xfff }",
	"counted behind &&":        "let v = 0, g = 0; const st = [1]; while (st.length && g++ < 6) { const t = st.pop(); v += t; if (t === 3) continue; if (t < 4) st.push(t * 2, t + (a & 3)) } return { o: v * 8 + g }",
	"counted by two":           "let v = b, g = 0, h = 9; for (; v > 3 && g++ < 40 && (h -= 2) > -20 && v !== 77; v >>= 1) { if (v & 4) { v ^= c & 3; continue } if (v === 99) break } return { o: v * 4096 + g * 64 + h + 20 }",
	"bigints":                  "let x = w, y = BigInt(c & 0xffff); while (y !== 0n) { [x, y] = [y, x % y] } return { o: Number(x) }",
	"a bigint in 64 bits":      "let x = w, r = b | 1, k = 0; while (r !== 1 && k++ < 900) { r = r & 1 ? (3 * r + 1) & 0xffff : r >> 1; x = BigInt.asUintN(64, x * 3n) ^ 5n } return { o: Number(x & 0xffffffffn) }",
	"a wide bigint":            "let x = w, r = b & 255; while (r > 3) { r -= 3; x = (x >> 1n) | ((x & 1n) << 150n) } return { o: Number(BigInt.asUintN(32, x ^ (x >> 110n))) }",
	"a negative bigint":        "let x = BigInt.asIntN(20, w), n = 0; while (x < -3n && n < 999) { x = x + BigInt(c & 63) + 1n; n++ } return { o: n * 64 + Number(x & 63n) }",
	"a bigint that grows":      "let x = 1n, n = b & 63; while (n > 0) { x = BigInt.asUintN(100, x * w + 7n); n -= 1 + (n & 1) } return { o: Number(x & 0xffffffffn) ^ Number(x >> 80n) }",
	"bigints or nothing":       "let p, x = w | 1n, k = 0; while (x > 1n && k++ < 300) { if (x & 64n) p = x & 0xffffn; x = x & 1n ? (3n * x + 1n) & 0xffffffffn : x >> 1n } return { o: p === undefined ? k : Number(p) }",
	"bigints, divided":         "let x = w, y = BigInt(c & 7) | 1n, k = 0; while (x > 9n && k++ < (b & 1023)) { x = BigInt.asUintN(64, x / y + 1n); if (x & 1n) y = (y - 2n) & 7n | 1n } return { o: Number(x & 0xffffffffn) }",
	"a bigint returned":        "const f = (x, y) => { for (;;) { if (x === y) return x; if (x > y) x = BigInt.asUintN(12, x - y); else y = y - x & 0xfffn; if (x < 2n) return -1n - x } }; return { o: Number(BigInt.asUintN(30, f((w & 0xfffn) + 1n, BigInt(b & 0xff) + 1n))) }",
	"bits beyond 32":           "let x = b * 65536 * 4096, n = 0; while (x > 99) { x = Math.floor(x / 3); n++ } return { o: n * 256 + x }",
}

// unrolledBodies are those of which a bound is found that is small enough.
var unrolledBodies = []string{"counted behind &&", "counted by two", "a list", "powers", "bits beyond 32", "nothing changes", "found, or it ends never"}

// TestLoopsThatStay: such loops are lowered once, and all backends do the rounds.
func TestLoopsThatStay(t *testing.T) {
	for name, body := range loopBodies {
		t.Run(name, func(t *testing.T) {
			text := "const Only = circuit('Only', " + lowertest.Ports + "eval: ({ a, b, c, d, w }) => { " + body + " } })"
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			kept := slices.ContainsFunc(p.Module.Ops, func(op word.Op) bool { return op.Kind == word.Repeat })
			require.Equal(t, !slices.Contains(unrolledBodies, name), kept)
			require.NoError(t, p.Module.Check())
			lowertest.Agree(t, p, 200, 5)
			lowertest.AgreeGenerated(t, p, 60, 5)
		})
	}
}

// loops makes random lambdas with loops whose end depends on values.
type loops struct {
	*rand.Rand
	memories bool // h and mem are memories
	bigints  bool // z is a bigint
}

func (g loops) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g loops) number() string {
	if g.bigints && g.IntN(6) == 0 {
		return g.pick("Number(z & 255n)", "Number(BigInt.asIntN(20, z))", "Number(z >> 50n & 0xffffn)")
	}
	if g.memories && g.IntN(5) == 0 {
		return g.pick("h", "mem") + "[" + g.address() + "]"
	}
	switch g.IntN(12) {
	case 0:
		return g.pick("0", "1", "2", "3", "-1", "7", "255", "0.5")
	case 1:
		return "(" + g.number() + g.pick(" + ", " - ", " & ", " | ", " ^ ") + g.number() + ")"
	case 2:
		return g.pick("t", "u") + "[" + g.index() + "]"
	case 3:
		return "(" + g.number() + g.pick(" >> ", " >>> ", " << ") + g.pick("1", "3", "5") + ")"
	case 4:
		return "(" + g.condition() + " ? " + g.number() + " : " + g.number() + ")"
	case 5:
		return g.pick("(n % 7)", "(m * 3)", "Math.floor(n / 3)", "(-m)", "Math.abs(m)", "o.x", "(x % (n & 3))")
	}
	return g.pick("a", "b", "n", "m", "x", "k", "f ? 1 : 0")
}

func (g loops) address() string {
	return g.pick("n & 63", "(x >>> 0) % 70", "k & 15", "3", "n & 15", "m", "k")
}

func (g loops) index() string {
	return g.pick("n & 7", "m & 7", "k % 9", "3", "(x >>> 0) % 9", "k & 7")
}

// bigint changes z and keeps it within some bits.
func (g loops) bigint() string {
	z := "z" + g.pick(" + ", " - ", " * ", " ^ ", " & ", " | ") + g.pick("w", "3n", "-7n", "0xffffffffffn", "BigInt(n & 1023)", "(z >> 5n)")
	switch g.IntN(4) {
	case 0:
		return "z = " + g.pick("z >> 3n", "z & 0xfffffn", "w", "-z", "z % 1001n") + "; "
	case 1:
		return "z = z & 0xffffn | (z << 20n) & 0xfffff0000000000000000n; "
	}
	return "z = BigInt.as" + g.pick("UintN(64", "UintN(100", "IntN(40", "UintN(130", "IntN(64") + ", " + z + "); "
}

func (g loops) condition() string {
	if g.bigints && g.IntN(4) == 0 {
		return g.pick("(z > 77n)", "(z < -3n)", "(z & 1n) === 1n", "z !== w", "(z >> 7n) > (w & 0xffn)", "(z <= BigInt(x | 0))")
	}
	if g.IntN(5) == 0 {
		return g.pick("f", "!f", "(f && n > 3)")
	}
	return "(" + g.number() + g.pick(") < (", ") > (", ") === (", ") !== (", ") <= (") + g.number() + ")"
}

func (g loops) statements(n, depth int) string {
	var b strings.Builder
	for range n {
		if g.bigints && g.IntN(3) == 0 {
			b.WriteString(g.bigint())
			continue
		}
		if g.memories && g.IntN(4) == 0 {
			b.WriteString(g.pick("h["+g.address()+"] = ("+g.number()+") & 0xffff; ", "mem["+g.address()+"] = "+g.number()+"; ", "mem["+g.address()+"] = ("+g.number()+") >>> 0; "))
			continue
		}
		switch g.IntN(15) {
		case 0, 1, 2:
			b.WriteString(g.pick("n", "m", "x") + g.pick(" = ", " += ", " -= ", " = 1 + ") + g.number() + "; ")
		case 3:
			b.WriteString(g.pick("n", "m", "x") + " = (" + g.number() + g.pick(") & 1023; ", ") | 0; ", ") >>> 0; ", ") % 100; "))
		case 4:
			b.WriteString(g.pick("n++", "m--", "n += 2", "x -= 3", "o.x++", "f = !f") + "; ")
		case 5:
			b.WriteString("f = " + g.condition() + "; ")
		case 6, 7:
			b.WriteString("t[" + g.index() + "] = (" + g.number() + ") & 255; ")
		case 8:
			b.WriteString("u[" + g.index() + "] " + g.pick("=", "+=", "^=") + " " + g.number() + "; ")
		case 9:
			b.WriteString("[n, m] = [m, n]; ")
		case 10:
			b.WriteString("o.x = (" + g.number() + ") & 15; ")
		case 11:
			if depth > 0 {
				fmt.Fprintf(&b, "if (%s) { %s} else { %s} ", g.condition(), g.statements(2, depth-1), g.statements(1, depth-1))
			}
		case 12:
			if depth > 0 {
				b.WriteString("if (" + g.condition() + ") " + g.pick("break; ", "continue; ", "return n; ", "{ m = 9; break } "))
			}
		case 13:
			if depth > 0 {
				fmt.Fprintf(&b, "for (let i = 0; i < %s; i++) { n += i; %s} ", g.pick("3", "(b & 7)", "(n & 3)"), g.statements(1, 0))
			}
		case 14:
			if depth > 0 {
				fmt.Fprintf(&b, "while (%s && k++ < 500) { %s} ", g.condition(), g.statements(2, depth-1))
			}
		}
	}
	return b.String()
}

func (g loops) lambda() string {
	return g.run() + "return { o: run(b & 1023, (c & 255) - 100, a) }"
}

// memoryLambda is one for onTick.
func (g loops) memoryLambda() string {
	return "const mem = t; " + g.run() + "const r = run(b & 1023, (c & 255) - 100, a); " + g.pick("", "h[r & 63] = c & 0xffff; ", "if (a & 1) mem[r & 15] = r; ") + "return { h, t: mem, s: r >>> 0 }"
}

func (g loops) run() string {
	// The interpreter takes numbers from 2^63 on for 0 where 32 bits of them are wanted.
	const smaller = "n %= 9e6; m %= 9e6; x %= 9e6; "
	loop := fmt.Sprintf("while (%s && k++ < 500) { %s%s}", g.condition(), smaller, g.statements(1+g.IntN(5), 2))
	if g.IntN(4) == 0 {
		loop = fmt.Sprintf("do { %s%s} while (%s && k++ < 500)", smaller, g.statements(1+g.IntN(4), 2), g.condition())
	}
	if g.IntN(4) == 0 {
		loop = fmt.Sprintf("for (let j = b & 31; j !== (a & 15) && k++ < 500; j = (%s) & 31) { %sx ^= j; %s}", g.pick("j + 1", "j * 3", "j - 1 + n", "t[j % 9]"), smaller, g.statements(1+g.IntN(4), 2))
	}
	begin, end := "", ""
	if g.bigints {
		begin, end = "let z = w ^ BigInt(b); ", " ^ Number(BigInt.asIntN(30, z ^ (z >> 31n)))"
	}
	return "const run = (n, m, x) => { let f = (n & 1) === 1, k = 0; " + begin + "const o = { x: n & 3 }; " +
		"const t = [1, a & 3, b & 255, 7, 9, m & 15, n & 255, 2, 5]; const u = new Int16Array(9); " + loop +
		" return (n ^ (m * 7) ^ (x * 5) ^ (k * 1001) ^ (f ? 77 : 0) ^ o.x ^ t.reduce((p, q) => (p * 3 + q) & 0xffff, 0) ^ u.reduce((p, q) => (p * 5 + q) & 0xffff, 0)" + end + ") | 0 }; "
}

// TestRandomLoops compares all ways to run such lambdas.
func TestRandomLoops(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(60)), 12, word.Repeat, func(seed uint64) string {
		g := loops{Rand: rand.New(rand.NewPCG(seed, 17))}
		return "const Only = circuit('Only', " + lowertest.Ports + "eval: ({ a, b, c, d, w }) => { " + g.lambda() + " } })"
	})
}

// TestRandomLoopsWithBigints does with bigints among what they change.
func TestRandomLoopsWithBigints(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(40)), 12, word.Repeat, func(seed uint64) string {
		g := loops{Rand: rand.New(rand.NewPCG(seed, 19)), bigints: true}
		return "const Only = circuit('Only', " + lowertest.Ports + "eval: ({ a, b, c, d, w }) => { " + g.lambda() + " } })"
	})
}
