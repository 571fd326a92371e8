package loop_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// TestSearchAmongSome: what the best of those so far is that are looked at is not read again in each round.
func TestSearchAmongSome(t *testing.T) {
	text := lowertest.Cells("let best = -1; for (let k = 0; k < 16; k++) { if (!((b >> k) & 1)) continue; if (best < 0 || h[k] > h[best]) best = k } h[a & 15] = c & 0xffff; return { h, s: best < 0 ? 99 : best }")
	p := lowertest.Compile(t, text)
	require.Empty(t, p.Hints)
	reads := 0
	for _, op := range p.Module.Ops {
		if op.Kind == word.MemRead {
			reads++
		}
	}
	require.LessOrEqual(t, reads, 26, "each cell once, what eval reads, and few more: 32 without that")
	lowertest.Agree(t, p, 100, 6)
	lowertest.AgreeGenerated(t, p, 100, 6)
}

// search writes bodies of onTick that look for the best of some in lists and memories.
type search struct{ *rand.Rand }

func (g search) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g search) body() string {
	var b strings.Builder
	b.WriteString("const u = [a, b & 255, c & 255, 7, (b >> 8) & 255, 40, a ^ 9, 3]; ")
	for n := range 1 + g.IntN(2) {
		best, list := fmt.Sprintf("best%d", n), g.pick("u", "h", "t")
		fmt.Fprintf(&b, "let %s = %s; ", best, g.pick("-1", "-1", "0", "9", "7", "b & 7", "(b & 15) - 1", "a & 1 ? 3 : -1"))
		guard := best + g.pick(" < 0 || ", " === -1 || ", " > 7 || ", " < 0 || ")
		if g.IntN(4) == 0 {
			guard = ""
		}
		fmt.Fprintf(&b, "for (let k = %s; k < 8; k++) { ", g.pick("0", "0", "1", "2"))
		if g.IntN(3) > 0 {
			fmt.Fprintf(&b, "if (!((%s >> k) & 1)) continue; ", g.pick("a", "b", "c"))
		}
		fmt.Fprintf(&b, "if (%s%s[k] %s %s[%s]) %s = k; ", guard, list, g.pick("<", ">", "<=", "!=="), list, best, best)
		if g.IntN(4) == 0 {
			fmt.Fprintf(&b, "%s[%s] = %s & 0xff; ", g.pick("u", "h", "t"), g.pick("k", best+" & 7"), g.pick("k", "b", best+" + 5"))
		}
		fmt.Fprintf(&b, "} s = (s * 5 + %s + (%s[%s] ?? 77) + (%s[%s & 7] & 15)) | 0; ", best, list, best, g.pick("u", "h"), best)
	}
	return b.String() + "h[a & 15] = c & 0xffff; t[b & 7] = " + g.pick("c", "a - 99") + "; return { h, t, s }"
}

// TestRandomSearches compares all ways to run such bodies.
func TestRandomSearches(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(60)), 30, word.MemRead, func(seed uint64) string {
		return lowertest.Cells(search{rand.New(rand.NewPCG(seed, 29))}.body())
	})
}
