package loop_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

const (
	beginsTaken = "const q = Array.from({ length: 8 }, (_, i) => h[i]); let n = b & 15; const from = a & 7; "
	beginsPut   = "q.forEach((x, i) => { h[i] = x }); h[15] = b; return { h, t, s: s >>> 1 }"
)

// TestLoopsThatBeginAnywhere: a loop that begins at a number that depends on values has rounds of known numbers.
func TestLoopsThatBeginAnywhere(t *testing.T) {
	for name, c := range map[string]struct {
		does string
		max  int // operations
	}{
		"up":                          {"for (let i = from; i < 7; i++) q[i] = q[i + 1]; ", 60},
		"down":                        {"for (let i = from; i > 0; i--) q[i] = q[i - 1]; q[0] = c & 255; ", 70},
		"may be beyond":               {"for (let i = n; i < 7; i += 1) q[i] = (q[i] + q[i + 1]) & 0xffff; ", 90},
		"below":                       {"for (let i = n - 4; i < 7; ++i) if (i >= 0) q[i] = q[i + 1]; ", 70},
		"to any number":               {"for (let i = from; i < n && i < 8; i++) q[i] = q[i] ^ i; ", 115},
		"finds":                       {"for (let i = from; i < 8; i++) if (q[i] === (b & 15)) { const k = t[i] & 3; t[i] = t[i] * 5 + k; s = Math.imul(s, 31) + k * i; break } ", 130},
		"goes on":                     {"for (let i = from; i < 8; i++) { if (q[i] & 1) continue; q[i] = q[i] >> 1; if (q[i] > 9) break } ", 160},
		"gives back":                  {"for (let i = from; i < 8; i++) if (q[i] > b) { h[i] = 3; return { h, s: i } } ", 130},
		"a test that is not about it": {"let left = c & 3; for (let i = from; left > 0; i++) { s = s + i; left-- } ", 60},
		"in a loop":                   {"for (let j = 0; j < 3; j++) for (let i = (a + j) & 7; i < 7; i++) q[i] = q[i + 1]; ", 130},
		"within":                      {"for (let j = from; j < 4; j++) for (let i = j; i < 7; i++) q[i] = q[i] ^ q[i + 1]; ", 130},
	} {
		t.Run(name, func(t *testing.T) {
			lowertest.AgreeCompiled(t, lowertest.Cells(beginsTaken+c.does+beginsPut), c.max)
		})
	}
}

// TestLoopsThatBeginAsWritten: of such loops, those of which the rounds are not those of all numbers.
func TestLoopsThatBeginAsWritten(t *testing.T) {
	for name, does := range map[string]string{
		"it changes its variable": "for (let i = from; i < 8; i++) { s = s + q[i & 7]; if (s & 1) i++ } ",
		"a helper changes it":     "for (let i = from; i < 8; i++) { const skip = () => { i += 2 }; s = s * 3 + i; if (s & 1) skip() } ",
		"functions keep it":       "const fs = []; for (let i = from; i < 8; i++) fs.push(() => i); s = s + fs.length; if (fs.length > 2) s = s * 5 + fs[1](); ",
		"its test changes it":     "for (let i = from; i++ < 8; i++) s = s * 3 + i; ",
		"its test changes others": "let m = 0; for (let i = from; m++ + i < 9; i++) s = s * 3 + i; s = s + m; ",
		"a part of the numbers":   "for (let i = n; i > 5 && i < 9; i++) q[i & 7] = i; ",
		"every other":             "for (let i = n; (i & 1) === 0; i++) q[i & 7] = i; ",
		"seen afterwards":         "let i = from; for (; i < 6; i++) q[i] = q[i + 1]; s = s + i; ",
		"minus zero":              "for (let i = -(a & 3); i < 4; i++) s = s + (1 / i > 0 ? 1 : 2); ",
	} {
		t.Run(name, func(t *testing.T) {
			text := lowertest.Cells(beginsTaken + does + beginsPut)
			p := lowertest.Compile(t, text)
			lowertest.Agree(t, p, 200, 6)
			lowertest.AgreeGenerated(t, p, 200, 6)
		})
	}
}

// starter writes loops that begin and end anywhere.
type starter struct{ *rand.Rand }

func (g starter) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g starter) statement(depth int) string {
	i := fmt.Sprintf("i%d", depth)
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("if (q[%s & 7] %s b) %s; ", i, g.pick("<", ">=", "==="), g.pick("break", "continue", "s = (s + 3) & 0xffffff", "return { h, s }"))
	case 1:
		return fmt.Sprintf("if (%s === %d) { s = (s * 3 + 1) & 0xffffff; %s} ", i, g.IntN(9), g.pick("", "break; ", "continue; "))
	case 2:
		if depth < 2 {
			return g.loop(depth + 1)
		}
	case 3:
		return fmt.Sprintf("h[%s & 15] = (s + %s) & 0xffff; ", i, i)
	case 4:
		return fmt.Sprintf("m = (m + t[%s & 7]) & 31; ", i)
	case 5:
		return fmt.Sprintf("if (m & 1) { q[%s & 7] = m; %s} ", i, g.pick("", "n--; ", "n &= 7; "))
	}
	return fmt.Sprintf("q[%s & 7] = (q[(%s + %d) & 7] %s %s) & 0xffff; ", i, i, g.IntN(3), g.pick("+", "^", "-"), g.pick(i, "s", "1", "m"))
}

func (g starter) loop(depth int) string {
	i := fmt.Sprintf("i%d", depth)
	begin := g.pick("from", "n", "n - 3", "m", "(s & 7)", "(a & 1) * 4", "7 - from")
	if depth > 0 && g.IntN(3) == 0 {
		begin = g.pick("i0", "i0 + 1", "(i0 + from) & 7")
	}
	var head string
	switch g.IntN(3) {
	case 0:
		head = fmt.Sprintf("let %[1]s = %[2]s; %[1]s %[3]s %[4]s; %[1]s--", i, begin, g.pick(">", ">="), g.pick("0", "1", "-1", "2"))
	case 1:
		head = fmt.Sprintf("let %[1]s = %[2]s; %[1]s < %[3]s; %[1]s++", i, begin, g.pick("n", "(b >> 4) % 9", "Math.min(n, 7)", "from + 3", "(m & 7)"))
	default:
		head = fmt.Sprintf("let %[1]s = %[2]s; %[1]s %[3]s %[4]s; %[1]s += 1", i, begin, g.pick("<", "<="), g.pick("16", "17", "18"))
		if g.IntN(3) > 0 {
			head = fmt.Sprintf("let %[1]s = %[2]s; %[1]s %[3]s %[4]s; ++%[1]s", i, begin, g.pick("<", "<="), g.pick("4", "6", "7", "8"))
		}
	}
	body := ""
	for range 1 + g.IntN(3) {
		body += g.statement(depth)
	}
	return fmt.Sprintf("for (%s) { %s} ", head, body)
}

// TestRandomBegins: loops with rounds of known numbers do what they do as they are written.
func TestRandomBegins(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(50)), 30, word.MemRead, func(seed uint64) string {
		g := starter{rand.New(rand.NewPCG(seed, 41))}
		return lowertest.Cells("let m = c & 31; " + beginsTaken + g.loop(0) + g.loop(0) + "s = (s & 0xffffff) * 5 + m; " + beginsPut)
	})
}
