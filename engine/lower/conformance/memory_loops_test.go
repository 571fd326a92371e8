package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// memoryLoops are bodies of onTick with loops whose end depends on values and that write to memories: h has 64 cells of
// 16 bits, t 16 of 32.
var memoryLoops = map[string]string{
	"a hash table":          "let i = b & 63, k = 0; while (h[i] !== 0 && k++ < 64) i = (i + 1) & 63; h[i] = c & 0xffff; if (a & 1) h[c & 63] = 0; return { h, s: i }",
	"robin hood":            "let key = c & 0xffff, i = b & 63, d = 0; while (h[i] !== 0 && d < 64) { const e = (i - (h[i] * 5)) & 63; if (e < d) { const x = h[i]; h[i] = key; key = x; d = e } i = (i + 1) & 63; d++ } h[i] = key; if (a & 1) h[b & 63] = 0; return { h, s: d * 64 + i }",
	"union find":            "if (s < 64) { h[s] = s; return { h, s: s + 1 } } let x = b & 63, y = c & 63; while (h[x] !== x) { h[x] = h[h[x]]; x = h[x] } while (h[y] !== y) { h[y] = h[h[y]]; y = h[y] } if (x !== y) h[y] = x; return { h, s: (a & 7) === 3 ? 0 : 64 + x }",
	"sift":                  "const n = s & 63, v = c & 0xffff; let i = n; while (i > 0 && h[(i - 1) >> 1] > v) { h[i] = h[(i - 1) >> 1]; i = (i - 1) >> 1 } h[i] = v; return { h, s: n + 1 }",
	"sorts by insertion":    "let n = 0; h[0] = b & 0xffff; for (let i = 1; i < (c & 31); i++) { const v = h[i]; let j = i; while (j > 0 && h[j - 1] > v) { h[j] = h[j - 1]; j--; n++ } h[j] = v } return { h, s: n }",
	"two memories":          "let i = b & 63, k = 0; while (h[i] > (c & 255) && k++ < 500) { t[i & 15] = h[i]; h[i] = h[i] >> 1; i = (i * 5 + 1) & 63 } h[i] = (b * 7) & 0xffff; return { h, t, s: k }",
	"signs of both kinds":   "let i = b & 15, k = 0; while (t[i] < 5 && k++ < 300) { t[i] = t[i] + (c & 63) - 20 - k; i = (i * 5 + 3) & 15 } t[i] = k & 1 ? b - 40000 : c >>> 0; return { t, s: t[a & 15] + i }",
	"written or not":        "let i = b & 63, k = 0; while (h.has(i) && k++ < 70) { i = (i + 7) & 63; if (k > 60) h[i] = k } h.set(i, c & 255); return { h, s: (h.get(c & 63) ?? 999) + i }",
	"written, seen by eval": "let i = b & 15, k = 0; while (t[i] & 1 && k++ < 40) { t[i] = t[i] >>> 1; i = (i + 3) & 15 } t[i] = c; return { t, s: i }",
	"addresses outside":     "let i = (b & 127) - 20, k = 0; while (h[i] !== c % 5 && k++ < 200) { h[i] = k % 5; i = ((i * 3 + 1) & 127) - 20 } return { h, s: k * 128 + i }",
	"not returned":          "let i = b & 63, k = 0; while (h[i] !== 1 && k++ < 90) { h[i] = 1; i = (i * 5 + 3) & 63 } h[c & 63] = 2; return a & 1 ? { h, s: k } : { s: i }",
	"another path writes":   "if (a & 1) { h[b & 63] = c & 0xffff; h[c & 63] = b & 0xffff } else { let i = b & 63, k = 0; while (h[i] > 9 && k++ < 90) { h[i] -= h[i] >> 2; i = (i + 5) & 63 } h[i]++; } return { h, s: h[c & 63] }",
	"a loop and a loop":     "let i = b & 63, k = 0; while (h[i] & 3 && k++ < 90) { h[i] ^= k & 3; i = (i + 1) & 63 } h[k & 63] = b & 0xffff; while (k > 0 && h[k & 63] !== i) { h[k & 63] = h[(k - 1) & 63]; k -= 2 } return { h, s: h[b & 63] * 256 + k }",
	"a loop in a loop":      "let i = b & 63, k = 0; while (h[i] !== 0 && k++ < 60) { let j = i; while (h[j] > 3 && j < 64) { h[j] = h[j] - (h[j] >> 1); j++ } i = (i * 5 + 1) & 63 } h[i] = c & 0xffff; return { h, s: i }",
	"many writes":           "let i = b & 7, k = 0; while (h[i] !== (c & 7) && k++ < 300) { for (let j = 0; j < 9; j++) h[(i + j * 3) & 63] = (h[(i + j) & 63] + k) & 255; i = (i + h[5]) & 63 } return { h, s: k }",
	"breaks and returns":    "let i = b & 63, k = 0; for (;;) { if (h[i] === 0) { h[i] = c & 255; break } if (h[i] === (c & 255)) { h[i] = 0; return { h, s: 1000 + i } } if (k++ > 63) return { h }; i = (i + 1) & 63 } return { h, s: k }",
	"returns parts of it":   "let i = b & 63, k = 0; for (;;) { if (h[i] === 0) { h[i] = c & 255; break } if (h[i] === (c & 255)) { h[i] = 0; return { s: 1000 + i, h } } if (k++ > 63) return { t, h }; i = (i + 1) & 63; t[i & 15] = k } return { h, s: k }",
	"a counting sort":       "for (let k = 0; k < 16; k++) t[k] = 0; for (let k = 0; k < 64; k++) t[h[k] & 15]++; let at = 0; for (let v = 0; v < 16; v++) for (let n = t[v]; n > 0; n--) { h[at] = v; at++ } h[b & 63] = c & 15; return { h, t, s: at }",
	"a quick sort":          "let n = 2; t[0] = 0; t[1] = 31; while (n > 0) { const hi = t[n - 1] | 0, lo = t[n - 2] | 0; n -= 2; if (lo >= hi) continue; const p = h[hi]; let i = lo; for (let j = lo; j < hi; j++) if (h[j] < p) { const v = h[i]; h[i] = h[j]; h[j] = v; i++ } h[hi] = h[i]; h[i] = p; if (n < 13) { t[n] = lo; t[n + 1] = i - 1; t[n + 2] = i + 1; t[n + 3] = hi; n += 4 } } h[b & 31] = c & 0xffff; return { h, t, s: h[a & 31] }",
	"a copy":                "const m = new Map(h); let i = b & 63, k = 0; while (m.get(i) > 5 && k++ < 90) { m.set(i, 3); i = (i + 9) & 63 } m.set(i, c & 0xffff); return { h: m, s: h[i] }",
}

// memoryLoop is the circuit with such a body.
func memoryLoop(body string) string {
	return memoryLoopWith("mem(64, 16, new Map([[3, 7], [5, 65535]]))", "mem(16, 32)", body)
}

// memoryLoopWith is memoryLoop with other memories.
func memoryLoopWith(h, t, body string) string {
	return "const Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32) }, outputs: { o: bus(32), p: bus(32) }, " +
		"state: { h: " + h + ", t: " + t + ", s: reg(32) }, " +
		"eval: ({ h, t, s, a }) => ({ o: s >>> 0, p: (h[a & 63] * 7 + t[a & 15]) >>> 0 }), onTick: ({ h, t, s, a, b, c }) => { " + body + " } })"
}

// listedWrites are those of which the writes are a list: the loop only looks, or is unrolled.
var listedWrites = []string{"a hash table", "sift", "written or not"}

// TestLoopsThatWriteToMemories: the memory is one value in them.
func TestLoopsThatWriteToMemories(t *testing.T) {
	for name, body := range memoryLoops {
		t.Run(name, func(t *testing.T) {
			text := memoryLoop(body)
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			whole := slices.ContainsFunc(p.Module.Ops, func(op word.Op) bool { return op.Kind == word.MemAll })
			require.Equal(t, !slices.Contains(listedWrites, name), whole)
			require.NoError(t, p.Module.Check())
			lowertest.Agree(t, p, 150, 5)
			lowertest.AgreeGenerated(t, p, 150, 5)
			agreeTiered(t, p, 40, 5)
		})
	}
}

// TestLoopsThatWriteToSmallMemories: one that does not fill words of 64 bits is a value, too, and its cells are written
// one by one.
func TestLoopsThatWriteToSmallMemories(t *testing.T) {
	for name, body := range memoryLoops {
		if name == "a quick sort" { // its stack does not fit
			continue
		}
		t.Run(name, func(t *testing.T) {
			for _, m := range [][2]string{
				{"mem(8, 8, new Map([[3, 7], [5, 255]]))", "mem(5, 32)"},
				{"mem(1, 16)", "mem(3, 20)"},
			} {
				text := memoryLoopWith(m[0], m[1], body)
				p := lowertest.Compile(t, text)
				switch name {
				case "written or not": // whether a cell was ever written is known of all cells or none
				case "a copy": // a Map has what is put at addresses that the memory does not have
					require.Contains(t, fmt.Sprint(p.Hints), "a Map that is a copy of a memory")
				default:
					require.Empty(t, p.Hints)
				}
				require.NoError(t, p.Module.Check())
				lowertest.Agree(t, p, 30, 5)
				lowertest.AgreeGenerated(t, p, 30, 5)
			}
		})
	}
}

// TestMemoriesThatLoopsMayNotWrite: what is no value in a loop stays with the function, and the reason says so.
func TestMemoriesThatLoopsMayNotWrite(t *testing.T) {
	for memory, why := range map[string]string{
		"mem(65536, 16)": "a memory of more than 32768 bits",
		"mem(67, 9)":     "whose cells do not fill words of 64 bits; give it 68 cells",
		"mem(16, 100)":   "a memory of more than 32768 bits",
		"new Map()":      "whose size is not known",
	} {
		t.Run(memory, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', { inputs: { b: bus(8) }, outputs: { o: bus(8) }, state: { h: "+memory+", s: reg(8) }, eval: ({ s }) => ({ o: s }), "+
				"onTick: ({ h, s, b }) => { let i = b, k = 0; while (h[i] && k < 999) { h[i] = 0; i = (i * 5 + 1) & 7; k++ } h[i] = 1; return { h, s: i } } })")
			require.Len(t, p.Hints, 1)
			require.Contains(t, fmt.Sprint(p.Hints), why)
			lowertest.Agree(t, p, 30, 5)
		})
	}
}

// TestRandomLoopsWithMemories compares all ways to run lambdas with loops that read and write memories.
func TestRandomLoopsWithMemories(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(30)), 40, word.MemAll, func(seed uint64) string {
		g := loops{Rand: rand.New(rand.NewPCG(seed, 18)), memories: true}
		body := "const d = 5, w = 7; " + g.memoryLambda()
		if seed%3 == 0 {
			return memoryLoopWith("mem(11, 16, new Map([[3, 7], [5, 65535]]))", "mem(16, 32)", body)
		}
		return memoryLoop(body)
	})
}
