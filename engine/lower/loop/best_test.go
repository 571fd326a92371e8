package loop_test

import (
	"math"
	"testing"

	"simten.dev/engine/lower/lowertest"
)

// TestBestRecord: the best so far of a search, which then is changed, is one of the records that there are, and no more
// of them after each round.
func TestBestRecord(t *testing.T) {
	const all = "const u = Array.from({ length: 12 }, (_, i) => ({ i, p: h[i] & 15, s: h[i] >> 4 & 1 })); let best; "
	const back = "for (const x of u) h[x.i] = x.p | x.s << 4; return { h, s }"
	for name, body := range map[string]string{
		"picked":               all + "for (const x of u) if (x.s === 0 && (!best || x.p > best.p)) best = x; if (best) best.s = 1; s = best ? best.i : 99; " + back,
		"picked, undefined":    all + "for (const x of u) if (best === undefined || x.p > best.p) best = x; best.p = a & 15; s = best.i; " + back,
		"picked, null":         "let best = null; " + all[:len(all)-len("let best; ")] + "for (const x of u) { if (x.s) continue; if (best === null) best = x; else if (x.p < best.p) best = x } if (best !== null) best.p = b & 15; " + back,
		"last of two":          all + "for (const x of u) if (x.p === (a & 15)) best = x; if (best) s = best.i; else s = 77; if (best && best.p > 3) best.p -= 2; if (!best) s++; " + back,
		"found, then another":  all + "if (a & 1) best = u[3]; if (best) s = best.p; if (b & 1) best = u[3]; if (best) best.p = c & 15; else s = 5; " + back,
		"found, then none":     all + "if (a & 1) best = u[3]; if (best) { s = best.p; if (b & 1) best = undefined } else if (b & 2) best = u[4]; if (best) best.s = 1; " + back,
		"asked for in between": all + "for (const x of u) { if (best && best.s) s = (s * 3 + best.p) & 0xffff; if (x.p > 9) best = x; else if (best && x.p < 2) best = best.s ? x : undefined } if (best) best.s ^= 1; " + back,
	} {
		t.Run(name, func(t *testing.T) {
			lowertest.AgreeCompiled(t, lowertest.Cells(body), math.MaxInt)
		})
	}
}
