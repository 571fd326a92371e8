package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// TestFindThenDo: a loop that looks for something, and does something once with what it has found, does not have that
// once for each round.
func TestFindThenDo(t *testing.T) {
	const (
		does = "const step = t[k & 7] & 3; h[k] = (c + step * (h[k] ^ 5)) & 0xffff; t[k & 7] = t[k & 7] + (step === 0 ? 7 : step === 1 ? 13 : step === 2 ? 29 : 61); s = Math.imul(s, 31) + k * 5; "
		rest = "h[a & 15] = b; return { h, t, s }"
	)
	for name, body := range map[string]string{
		"break":           "for (let k = 0; k < 16; k++) if (h[k] === (b & 15)) { " + does + "break } " + rest,
		"return":          "for (let k = 0; k < 16; k++) { if (!((c >> k) & 1)) continue; if (h[k] > b) { " + does + "return { h, t, s } } } " + rest,
		"round robin":     "for (let i = 0; i < 16; i++) { const k = (a + i) % 16; if ((c >> k) & 1) { " + does + "break } } " + rest,
		"of":              "for (const k of [3, 1, 4, 15, 9, 2, 6, 5, 0, 7, 8, 10, 11, 12, 13, 14]) { if (h[k] >= b) continue; " + does + "break } " + rest,
		"down":            "for (let k = 15; k >= 0; k--) { if (h[k] & c & 1) { if (k & 4) { " + does + "return { h, t } } else { " + does + "break } } } " + rest,
		"a flag":          "let done = false; for (let k = 0; k < 16; k++) { if (!done && h[k] === (b & 15)) { " + does + "done = true } } " + rest,
		"a flag in front": "let done = 0; for (let i = 0; i < 16; i++) { const k = (a + i) & 15; if (done) continue; if (h[k] === (b & 15)) { done = 1; " + does + "} } " + rest,
		"the loop's test": "let done = false; for (let k = 0; k < 16 && !done; k++) { if (h[k] === (b & 15)) { " + does + "done = true } } " + rest,
		"a label":         "all: for (const x of [1, 2]) { for (let k = 0; k < 16; k++) { if (h[k] === (b & 15) + x) { " + does + "break all } } } " + rest,
		"the last": "let hit = 0, x = 0, y = 0, z = 0; for (let k = 0; k < 16; k++) { if (h[k] === (b & 15)) { hit = 1; x = h[(k + 5) & 15]; y = t[k & 7] ^ (k << 2); z = (x * 3) ^ y ^ h[k ^ 1] } } " +
			"s = s + x * 3 + (y ^ z) + hit; " + rest,
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, lowertest.Cells(body))
			require.Empty(t, p.Hints)
			require.Less(t, len(p.Module.Ops), 330, "it is done once; unrolled it takes more than 400 operations")
			lowertest.Agree(t, p, 150, 6)
			lowertest.AgreeGenerated(t, p, 150, 6)
		})
	}
}

// TestDoneOften: what looks like such a loop, but does something in more than one round, or looks at what it has done.
func TestDoneOften(t *testing.T) {
	const (
		does = "const step = t[k & 7] & 3; t[k & 7] = t[k & 7] + (step === 0 ? 7 : step === 1 ? 13 : step === 2 ? 29 : 61); s = Math.imul(s, 31) + k * 5; "
		rest = "h[a & 15] = b; return { h, t, s }"
	)
	for name, body := range map[string]string{
		"it goes on":                 "for (let k = 0; k < 16; k++) if (h[k] === (b & 15)) { " + does + "if (k & 1) break; h[k ^ 1] = 4 } " + rest,
		"it continues":               "for (let k = 0; k < 16; k++) { if (h[k] !== (b & 15)) continue; " + does + "if (t[k & 7] & 1) continue; break } " + rest,
		"the flag is reset":          "let done = false; for (let k = 0; k < 16; k++) { if (!done && h[k] === (b & 15)) { " + does + "done = (s & 1) === 0 } } " + rest,
		"the flag is tested last":    "let done = false, n = 0; for (let k = 0; k < 16; k++) { if (h[k] === (b & 15) && n++ < 3 && !done) { " + does + "done = true } } s = s + n; " + rest,
		"the test counts":            "let n = 0; for (let k = 0; k < 16; k++) if (n++ + h[k] > b) { " + does + "break } s = s + n; " + rest,
		"a helper counts":            "let n = 0; const f = (x) => { n += x & 1; return x === (b & 15) }; for (let k = 0; k < 16; k++) if (f(h[k])) { " + does + "break } s = s + n; " + rest,
		"the last one reads":         "let x = 0, y = 1, z = 0; for (let k = 0; k < 16; k++) { if (h[k] === (b & 15)) { x = h[(k + 5) & 15] + y; y = x * 3; z = t[k & 7] ^ h[k ^ 1] ^ (k << 2) } } s = s + x + y + z; " + rest,
		"the last one reads late":    "let x = 0, y = 1, z = 0; for (let k = 0; k < 16; k++) { if (h[k] === (b & 15)) { x = (z & 3) + k; y = { x, y: y }.x * 3; z = t[k & 7] ^ h[k ^ 1] ^ (k << 2) } } s = s + x + y + z; " + rest,
		"the last one tests":         "let x = 0, y = 1, z = 0; for (let k = 0; k < 16; k++) { if (h[k] > h[x]) { x = k; y = t[k & 7] ^ (k << 2); z = y * 5 + h[k ^ 1] } } s = s + x + y + z; " + rest,
		"the round's variable after": "let k = 0, x = 0, y = 0; for (k = 0; k < 16; k++) { if (h[k] === (b & 15)) { x = h[(k + 5) & 15]; y = t[k & 7] ^ (k << 2) ^ h[k ^ 1] ^ (x * 5) } } s = s + x * 3 + y + k; " + rest,
		"the variable after a flag":  "let k = 0, done = false; for (k = 0; k < 16; k++) { if (!done && h[k] === (b & 15)) { " + does + "done = true } } s = s + k; " + rest,
		"another one after a flag":   "let n = 0, done = false; for (let k = 0; k < 16; k++, n++) { if (!done && h[k] === (b & 15)) { " + does + "done = true } } s = s + n; " + rest,
		"one after the loop's test":  "let n = 0, done = false; for (let k = 0; k < 16 && !done; k++, n++) { if (h[k] === (b & 15)) { " + does + "done = true } } s = s + n; " + rest,
		"the variable after a break": "let k = 0; for (k = 0; k < 16; k++) { if (h[k] === (b & 15)) { " + does + "break } } s = s + k; " + rest,
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, lowertest.Cells(body))
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 150, 6)
			lowertest.AgreeGenerated(t, p, 150, 6)
		})
	}
}

// TestALaterRoundFails: a round after the one that has found something does nothing, but it may fail, as the function
// does.
func TestALaterRoundFails(t *testing.T) {
	text := lowertest.Cells("let x = 1, done = false; for (let i = 0; i < 16; i++) { const k = (i + x) & 15; if (!done && h[k] === (b & 15)) { const step = t[k & 7] & 3; " +
		"h[k] = (c + step * (h[k] ^ 5)) & 0xffff; t[k & 7] = t[k & 7] + (step === 0 ? 7 : step === 1 ? 13 : step === 2 ? 29 : 61); done = true; x = 5n } } return { h, t, s }")
	for _, machine := range machines {
		t.Run(machine.name, func(t *testing.T) {
			_, err := machine.start(t, lowertest.Compile(t, text)).Step(context.Background(), 1)
			require.ErrorContains(t, err, "A bigint and a number cannot be calculated together")
		})
	}
}

// finder writes bodies of onTick with loops that look for something.
type finder struct{ *rand.Rand }

func (g finder) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g finder) number() string {
	return g.pick("h[k]", "h[k]", "h[(k + 3) & 15]", "t[k & 7]", "b", "c", "a", "k", "s", "h[b & 15]", "5", "(a ^ k)")
}

func (g finder) test() string {
	return g.pick("h[k] === (b & 15)", "h[k] < b", "((c >> k) & 1)", "(h[k] ^ a) % 3 === 1", "t[k & 7] > s", g.number()+" % 5 === 2", "is(k)", "k === (a & 15)")
}

func (g finder) statement() string {
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf("h[%s] = (%s + %s) & 0xffff; ", g.pick("k", "(k + 1) & 15", "a & 15"), g.number(), g.number())
	case 1:
		return fmt.Sprintf("t[k & 7] = %s ^ %s; ", g.number(), g.number())
	case 2:
		return fmt.Sprintf("if (%s) { x = %s } ", g.test(), g.number())
	case 3:
		return fmt.Sprintf("s = Math.imul(s, %s) + %s; ", g.number(), g.number())
	case 4:
		return fmt.Sprintf("n.v = %s * 3 + n.v; ", g.number())
	}
	return fmt.Sprintf("%s = (%s * %s + (%s & 0xff)) | 0; ", g.pick("x", "y", "z"), g.number(), g.pick("3", "k", "y"), g.number())
}

func (g finder) body() string {
	var b strings.Builder
	b.WriteString("let x = 1, y = a, z = 0, done = " + g.pick("false", "0", "a > 99") + "; const n = { v: 0 }; const is = (k) => { " + g.pick("", "", "", "y += 1; ") + "return (h[k] & 7) === (a & 7) }; ")
	i := g.pick("i", "k", "k")
	b.WriteString(g.pick(
		fmt.Sprintf("for (let %s = 0; %[1]s < 16; %[1]s++) { ", i),
		fmt.Sprintf("for (let %s = 12; %[1]s >= 2; %[1]s -= 1) { ", i),
		fmt.Sprintf("for (const %s of [7, 1, 15, 2, 9, 0, 4]) { ", i),
		fmt.Sprintf("for (let %s = 0; %[1]s < 9 && !done; %[1]s++) { ", i),
		fmt.Sprintf("for (let %s = 0; %[1]s < 9 && !done; %[1]s++, z += 3) { ", i),
		fmt.Sprintf("for (let %s = 0; %[1]s < 16; z = z * 3 + ++%[1]s) { ", i)))
	if i == "i" {
		b.WriteString("const k = (i * " + g.pick("1", "3", "5") + " + " + g.pick("a", "b", "1") + ") & 15; ")
	}
	if g.IntN(3) == 0 {
		b.WriteString("if (" + g.test() + ") continue; ")
	}
	kind := g.IntN(3)
	b.WriteString("if (" + []string{"", "!done && ", ""}[kind] + g.test() + ") { ")
	for range 2 + g.IntN(4) {
		if kind == 2 && g.IntN(6) > 0 {
			b.WriteString(fmt.Sprintf("%s = (%s * %s + h[(k + %d) & 15]) | 0; ", g.pick("x", "y", "z"), g.number(), g.pick("3", "k", "h[k]"), g.IntN(9)))
			continue
		}
		b.WriteString(g.statement())
	}
	switch kind {
	case 0:
		b.WriteString(g.pick("break; ", "break; ", "return { h, t, s }; ", "if (x & 1) break; else return { h, s }; ", "if (x & 1) break; "))
	case 1:
		b.WriteString(g.pick("done = true; ", "done = true; ", "done = 1; ", "done = x & 1; "))
	}
	b.WriteString("} } ")
	return b.String() + "s = (s * 5 + x * 3 + (y ^ z) + n.v + (done ? 1 : 0)) | 0; h[a & 15] = c & 0xffff; t[b & 7] = c; return { h, t, s }"
}

// TestRandomFinders compares all ways to run such bodies.
func TestRandomFinders(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(90)), 30, word.MemRead, func(seed uint64) string {
		return lowertest.Cells(finder{rand.New(rand.NewPCG(seed, 31))}.body())
	})
}

// TestBoundsThatAreChoices: what a test compares a variable with need not be a variable or a literal for the variable
// to be in a range where the test holds. A variable that one of the ways has narrowed down to one number is, where they
// meet, still that variable.
func TestBoundsThatAreChoices(t *testing.T) {
	for name, body := range map[string]string{
		"bounds":        "const list = [7, a, 5, b & 63, 9, 1]; let free = -1; for (let i = a & 1 ? 4 : 0; i < (a & 1 ? 6 : 4); i++) if (!((c >> i) & 1)) { free = i; break } if (free >= 0) list[free] = a; s = list.reduce((x, y) => x * 3 + y, 0); return { s }",
		"sums":          "const list = [1, 2, 3, 4, 5, 6, 7, 8]; const i = b & 15; if (i < (a & 3) + 4) list[i] = c & 255; s = list.reduce((x, y) => x * 3 + y, 0); return { s }",
		"the own call":  "const list = [1, 2, 3, 4, 5]; const f = (n, i) => { if (n > 0 && f(n - 1, 7) > 90 || i >= (n + 2)) return i; list[i] = n; return list[i] }; s = f(a & 1 ? 2 : 1, b & 7) + list[1]; return { s }",
		"counted":       "let y = 0; const n = b & 15; for (let i = 0; i < 4; i++) { if (i >= n) break; if ((a >> i) & 1) { y = i + 1; break } } s = y * 3 + n; return { s }",
		"counted twice": "let y = 0; const n = (b & 15) - 5; for (let i = -2; i < 4; i++) { if (i >= n) break; y = y * 3 + h[n & 15] + n } s = y + n * 5; h[n & 15] = c & 255; return { s, h }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, lowertest.Cells(body))
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 200, 6)
			lowertest.AgreeGenerated(t, p, 200, 6)
		})
	}
}
