package memory_test

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

// TestWritesToKnownCells: however often a cell whose address is known is written, it is written once.
func TestWritesToKnownCells(t *testing.T) {
	for name, c := range map[string]struct {
		body   string
		writes int // to h
	}{
		"sorted by exchange":       {"h[s & 15] = b; for (let i = 0; i < 15; i++) for (let j = 0; j < 15 - i; j++) if (h[j] > h[j + 1]) { const x = h[j]; h[j] = h[j + 1]; h[j + 1] = x } return { h, s: s + h[7] }", 17},
		"the last one wins":        {"h[3] = a; h[3] = b; h[3] = c & 15; return { h, s: h[3] }", 1},
		"on both paths":            {"if (a & 1) h[3] = b; else h[3] = c & 255; return { h, s: h[3] }", 1},
		"on some paths":            {"if (a & 1) h[3] = b; else if (a & 2) h[3] = c & 255; return { h }", 1},
		"read on one path":         {"if (a & 1) h[3] = b; if (a & 2) h[3] = h[3] + 1 & 0xffff; if (a & 4) h[3] ^= 1; return { h }", 1},
		"two returns":              {"h[1] = a; if (b & 1) { h[1] = 7; return { h, s: h[1] } } h[2] = h[1]; return { h, s: h[2] }", 2},
		"not returned on one path": {"h[1] = a; if (b & 1) { h[1] = h[1] + 7 & 0xffff; h[2] = b } if (c & 1) h[1] = 3; return a & 1 ? { h } : { s: h[1] }", 2},
		"one between":              {"h[1] = a; h[b & 15] = b; h[1] = h[1] ^ 5; if (c & 1) h[2] = 9; return { h, s: h[1] + h[2] }", 4},
		"one on one path":          {"h[1] = a; if (c & 1) { h[b & 15] = b; h[1] = 3 } else h[1] = 4; return { h, s: h[b & 15] }", 4},
		"written or not":           {"if (a & 1) h[1] = 5; if (h.has(1)) h[2] = h.get(1); if (b & 1) h[2] = 1; if (h.has(2) && c & 1) h[1] = 6; return { h, s: (h.has(1) ? 1 : 0) + (h.has(3) ? 2 : 0) }", 2},
		"outside":                  {"h[16] = a; h[99] = b; h[-1] = 3; h[15] = a; return { h, s: (h[16] ?? 5) + (h[15] ?? 7) }", 1},
		"a copy":                   {"h[1] = a; const m = new Map(h); m.set(1, b); if (c & 1) m.set(2, m.get(1)); h[1] = 9; return { h: m, s: h[1] * 65536 + m.get(1) }", 2},
	} {
		t.Run(name, func(t *testing.T) { agreeWithWrites(t, c.body, c.writes) })
	}
}

// agreeWithWrites compares all ways to run such a body, and counts the writes to h.
func agreeWithWrites(t *testing.T, body string, writes int) {
	t.Helper()
	text := lowertest.Cells(body)
	p := lowertest.Compile(t, text)
	require.Empty(t, p.Hints)
	for _, m := range p.Module.Memories {
		if strings.HasSuffix(m.Name, "h") {
			require.Len(t, m.Writes, writes)
		}
	}
	lowertest.Agree(t, p, 100, 6)
	lowertest.AgreeGenerated(t, p, 100, 6)
}

// cellWriter writes bodies of onTick that write mostly to cells whose address is known.
type cellWriter struct {
	*rand.Rand
	has bool
}

func (g *cellWriter) cell() string {
	memory, cells := "h", 16
	if g.IntN(4) == 0 {
		memory, cells = "t", 8
	}
	at := fmt.Sprint(g.IntN(4))
	if g.IntN(8) == 0 {
		at = fmt.Sprintf("%s & %d", []string{"a", "b", "x"}[g.IntN(3)], cells-1)
	}
	return fmt.Sprintf("%s[%s]", memory, at)
}

func (g *cellWriter) number() string {
	switch g.IntN(5) {
	case 0:
		return []string{"a", "b", "c", "s", "x", "7", "(a - b)", "(c >>> 1)"}[g.IntN(8)]
	case 1:
		if g.has {
			return fmt.Sprintf("(h.has(%d) ? 3 : x)", g.IntN(6))
		}
	case 2:
		return fmt.Sprintf("(%s + %s)", g.cell(), g.cell())
	}
	return g.cell()
}

func (g *cellWriter) statements(n, depth int) string {
	var b strings.Builder
	for range n {
		switch k := g.IntN(10); {
		case k < 5:
			fmt.Fprintf(&b, "%s = %s & 0xffff; ", g.cell(), g.number())
		case k < 6:
			fmt.Fprintf(&b, "x = %s | 0; ", g.number())
		case k == 6 && g.IntN(3) == 0:
			fmt.Fprintf(&b, "t[%d] = %s - 9; ", g.IntN(4), g.number())
		case k == 7 && g.IntN(5) == 0:
			fmt.Fprintf(&b, "if (%s & 1) return %s; ", g.number(), []string{"{ h, t, s: x }", "{ h, s: 1 }", "{ t }", "{}"}[g.IntN(4)])
		case k == 8 && depth > 0 && g.IntN(3) == 0:
			fmt.Fprintf(&b, "for (let i = 0; i < 3; i++) { if (h[i] > h[i + 1]) { const y = h[i]; h[i] = h[i + 1]; h[i + 1] = y; } %s} ", g.statements(1, depth-1))
		case k >= 8 && depth > 0:
			fmt.Fprintf(&b, "if (%s %s %s) { %s} else { %s} ", g.number(), []string{"<", "&", "==="}[g.IntN(3)], g.number(), g.statements(2, depth-1), g.statements(g.IntN(2), depth-1))
		}
	}
	return b.String()
}

// TestWritesBeforeReturns: what is written before a lambda returns at several places is written once.
func TestWritesBeforeReturns(t *testing.T) {
	for name, c := range map[string]struct {
		body   string
		writes int // to h
	}{
		"one":               {"h[b & 15] = c & 255; if (a < 10) return { h, s: 1 }; if (a < 20) return { s: 2, h }; return { h, s: s + 3 }", 1},
		"in a case":         {"switch (a & 1) { case 0: { h[b & 15] = a; if (c & 1) return { h, s: s + 1 }; if (c & 2) return { h, s: 0 }; return { h } } case 1: return { s: 4 } }", 1},
		"two in a case":     {"switch (a & 3) { case 0: { h[b & 15] = a; h[c & 15] = b; if (c & 1) return { h, s: s + 1 }; if (c & 2) return { h, s: 0 }; return { h, s: 5 } } case 1: return { s: 4 } } return {}", 2},
		"not on all":        {"if (a & 8) { h[b & 15] = a; h[c & 15] = b; if (c & 1) return { h, s: 1 }; if (c & 2) return { s: 0 }; return { h, s: 5 } } return { s: 4 }", 2},
		"the same and more": {"h[b & 15] = a; if (a & 1) { h[c & 15] = 3; return { h, s: 1 } } if (a & 2) return { h, s: 2 }; h[s & 15] = 7; return { h, s: 3 }", 3},
		"the other way":     {"if (a & 1) { if (b & 1) return { s: 1 }; if (b & 2) return { s: 2 }; h[b & 15] = a; h[c & 15] = b; if (b & 4) return { h, s: 3 }; if (b & 8) return { h, s: 4 }; return { h, s: 5 } } return { s: 0 }", 2},
	} {
		t.Run(name, func(t *testing.T) { agreeWithWrites(t, c.body, c.writes) })
	}
}

// TestRandomWritesToKnownCells compares all ways to run such bodies.
func TestRandomWritesToKnownCells(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(60)), 40, word.MemRead, func(seed uint64) string {
		g := cellWriter{Rand: rand.New(rand.NewPCG(seed, 23)), has: seed%4 == 0}
		return lowertest.Cells("let x = s; " + g.statements(9, 3) + "return { h, t, s: x }")
	})
}
