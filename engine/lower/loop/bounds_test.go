package loop_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// TestBoundsOfParts: a test of something that a variable is part of is one of the variable. A cell that is changed at
// it is known to be inside.
func TestBoundsOfParts(t *testing.T) {
	const list = "const l = [7, a, 5, b & 63, 9, 1, c & 7, 3]; "
	const sum = "s = (s & 0xffff) * 3 + l.reduce((x, y) => (x * 3 + y) & 0xffffff, 0) + l.length; return { s }"
	for name, body := range map[string]string{
		"a sum":            "const i = b & 15; if (i + 1 < 8) l[i + 1] = c & 255; ",
		"a difference":     "const i = b & 31; if (i >= 16 && i - 16 < 8) l[i - 16] = c & 255; ",
		"taken away from":  "const i = b & 15; if (7 - i >= 0) l[7 - i] = l[i]; ",
		"twice and one":    "const i = b & 15; if (2 * i + 1 < 8) { l[2 * i + 1] = l[i]; l[i] = c & 255 } ",
		"a row":            "const y = b & 15, x = a & 1; if (y * 2 < 8) l[y * 2 + x] = c & 255; ",
		"a row shifted":    "const y = b & 15, x = a & 1; if ((y << 1) < 7) l[(y << 1) + x] = c & 255; ",
		"a page":           "const at = b & 255; if (at >> 4 < 8) l[at >> 4] = at; ",
		"a page, unsigned": "const at = c >>> 16; if (at >>> 4 === 3 || at >>> 12 <= 7) l[at >>> 12 & 7] = at & 255; if (at >>> 13 < 8) l[at >>> 13] = 4; ",
		"not one":          "let i = (b & 7) + 1; if (i - 1 !== 7) l[i] = c & 255; ",
		"the other side":   "const i = b & 15; if (8 > i + 2) l[i + 2] = c & 255; ",
		"a loop":           "let i = 0; while (2 * i + 1 < 8) { let k = 2 * i + 1; if (k + 1 < 8 && l[k + 1] < l[k]) k++; if (l[i] <= l[k]) break; [l[i], l[k]] = [l[k], l[i]]; i = k } ",
		"it holds not":     "const i = b & 15; if (i + 1 >= 8) s = 5; else l[i + 1] = c & 255; ",
	} {
		t.Run(name, func(t *testing.T) {
			lowertest.AgreeCompiled(t, lowertest.Cells(list+body+sum), math.MaxInt)
		})
	}
}

// bounds writes tests of parts, and what is done where they hold or not.
type bounds struct{ *rand.Rand }

func (g bounds) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g bounds) part(depth int) string {
	if depth == 0 {
		return g.pick("x", "x", "y", "(x >>> 0)", "(y | 0)")
	}
	p, k := g.part(depth-1), g.IntN(20)-4
	switch g.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s + %d)", p, k)
	case 1:
		return fmt.Sprintf("(%d + %s)", k, p)
	case 2:
		return fmt.Sprintf("(%s - %d)", p, g.IntN(300))
	case 3:
		return fmt.Sprintf("(%d - %s)", g.IntN(300), p)
	case 4:
		return fmt.Sprintf("(%s * %d)", p, g.IntN(9))
	case 5:
		return fmt.Sprintf("(%s << %d)", p, g.IntN(33))
	}
	return fmt.Sprintf("(%s %s %d)", p, g.pick(">>", ">>>"), g.IntN(33))
}

func (g bounds) statement(depth int) string {
	does := g.pick("l[x & 7] = y & 255; ", "s = s + (x & 1023) * 3; ", "s = s ^ (y | 0); ", "l[1] = (x / 3) & 255; ", "s = s + (x < 0 ? 1 : 2) + (y > 99 ? 4 : 8); ")
	if depth > 0 {
		does += g.statement(depth - 1)
	}
	test := fmt.Sprintf("%s %s %s", g.part(g.IntN(3)), g.pick("<", "<=", ">", ">=", "===", "!=="), g.pick(fmt.Sprint(g.IntN(40)-9), fmt.Sprint(g.IntN(3000)), "(a & 15)", "n"))
	if g.IntN(3) == 0 {
		return fmt.Sprintf("if (%s) { %s} else { %s} ", test, does, g.pick("l[2] = x & 255; ", "s = s + (x > 5 ? 1 : 3); "))
	}
	return fmt.Sprintf("if (%s) { %s} ", test, does)
}

// TestRandomBounds: what is concluded from such tests is so.
func TestRandomBounds(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(90)), 40, word.Mux, func(seed uint64) string {
		g := bounds{rand.New(rand.NewPCG(seed, 43))}
		x := g.pick("b & 15", "(b & 255) - 100", "c | 0", "c >>> 0", "a", "(b & 7) - 3")
		body := fmt.Sprintf("const l = [7, a, 5, b & 63, 9, 1, c & 7, 3], n = b & 31; let x = %s, y = %s; s = s & 0xffff; ", x, g.pick("a", "c >>> 20", "(a & 63) - 20"))
		for range 3 {
			body += g.statement(2)
		}
		return lowertest.Cells(body + "s = (s & 0xffff) + l.reduce((x, y) => (x * 3 + y) & 0xffffff, 0); return { s }")
	})
}
