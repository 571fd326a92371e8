package sandbox_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/word"
)

// doubtCases are bodies of an onTick with an input x, registers k of 8 bits and s of 32, that hold loops and indices
// without known bounds; doubted says that they cannot be lowered as a whole, even when all values are tried.
var doubtCases = []struct {
	body    string
	doubted bool
}{
	// loops whose end depends on values
	{"let lo = 0, hi = 7; while (lo <= hi) { const m = (lo + hi) >> 1; if (T[m] < x) lo = m + 1; else hi = m - 1 } return { k: lo }", false},
	{"const l = [x & 7, x >> 4, k & 7, k >> 4]; let w; do { w = false; for (let i = 0; i < 3; i++) if (l[i] > l[i + 1]) { [l[i], l[i + 1]] = [l[i + 1], l[i]]; w = true } } while (w); return { k: l[0] * 16 + l[3] }", false},
	{"let n = x + 1, c = 0; while (n !== 1) { n = n & 1 ? 3 * n + 1 : n >> 1; c++ } return { k: k + c }", false},
	{"for (let n = x; ; n = (n * 5 + 1) & 255) if ((n & 15) === 3) return { k: n }", false},
	{"let a = x, b = k; while (b !== 0) { const t = a % b; a = b; b = t } return { k: a + 1, s: s - a }", false},
	{"const q = [x & 7]; let n = 0; while (q.length) { const v = q.shift()!; n++; if (v > 1) q.push(v >> 1); if (v > 4) q.push(v - 4) } return { k: n }", false},
	{"let n = x, c = 0; while ((n & 1) === 0) { if (n === 0) throw new Error('nothing at ' + k); n >>= 1; c++ } return { k: k + c }", false},
	// functions that call themselves
	{"const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b)); return { k: gcd(x, k + 1) }", false},
	{"const f = (n: number): number => (n < 2 ? 1 : f(n - 1) + 1); return { k: f(x & 63) }", false},
	// arrays, and what is not in them
	{"const a = [1, 2, 3]; a[x & 3] = 9; return { k: a.length * 8 + a[0] + (a[3] ?? 0) }", true},
	{"const a = new Array(5).fill(0); let n = 0; for (let i = 0; i < 8; i++) if (x >> i & 1) a[n++] = i; return { k: a[0] + a[4] * 8 + a.length }", true},
	{"const a = [4, 5, 6, 7]; let at = -1; for (let i = 0; i < 4; i++) if (a[i] === (x & 7)) at = i; a[at] = 1; return { k: a[0] + a[3] * 16 }", false},
	{"const a = [4, 5, 6, 7]; let at = 5; for (let i = 0; i < 4; i++) if (a[i] === (x & 7)) at = i; a[at] = 1; return { k: a[0] + a[3] * 16 }", true},
	{"const a = [4, 5, 6, 7]; let at = -1; for (let i = 0; i < 4; i++) if (a[i] === (x & 7)) at = i; a[at] = 1; return { k: a[0] + a[3] * 16 + (a[at] ?? 3) }", true},
	{"let a = [4, 5, 6, 7]; a = [...a.slice(0, x & 3), ...a.slice((x & 3) + 1), 0]; const at = a.indexOf(0); a[at] = 1; return { k: a[0] + a[3] * 16 + a[k & 3] }", false},
	{"const a = [4, x]; if (x & 1) a.push(5); a[x >> 6] = 1; return { k: a.reduce((p, q) => p * 3 + q, 0), s: a.length }", true},
	{"const a = [4, x]; if (x & 1) a.push(5); a[(x >> 6) - 1] = 1; return { k: a.reduce((p, q) => p * 3 + q, 0), s: (a[k - 1] ?? 4) + a.length }", true},
	{"const stack: number[] = []; if (x & 1) stack.push(k & 3); const a = [9, 8, 7, 6]; a[stack.pop()!] = 1; return { k: a[0] * 16 + a[1] }", true},
	// what is taken out of an array, and put into it
	{"const l = [x & 7, x >> 4, k & 7, k >> 4, 3]; l.splice(x % 5, 1); l.unshift(k & 7); return { k: l[0] + l[1] * 2 + l[2] * 3 + l[3] * 5 + l[4] * 7 + l.length }", false},
	{"const l = [x & 7, k & 7, x >> 5, 5]; const at = l.indexOf(k & 3); const out = l.splice(at, 1); return { k: l.length * 16 + l[0] + l[1] * 2 + l[2] * 3 + out[0] * 5 }", false},
	{"const l = [1, 2, k & 7, 4, 5]; l.splice((x & 3) - 2, 1, k >> 5, x >> 6); return { k: l.reduce((p, q) => p * 3 + q, 0), s: l.length }", false},
	{"const l = [1, 2, k & 7, 4, 5]; const out = l.splice(x & 3, 2, 9); return { k: l.reduce((p, q) => p * 3 + q, 0) + out[0] * 9 + out[1], s: l.length }", false},
	{"const l = [1, 2, k & 7, 4, 5]; l.splice(x % 6, 0, k, x); return { k: l.reduce((p, q) => p * 3 + q, 0), s: l.length }", false},
	{"const l = [1, 2, k & 7, 4, 5]; const out = l.splice(x & 7, 1); return { k: l.reduce((p, q) => p * 3 + q, 0) + out.length, s: l.length }", false},
	{"const l = [1, 2, k & 7, 4, 5]; if (x & 8) l.splice(x & 3, 1); else l.push(x & 3); return { k: l.reduce((p, q) => p * 3 + q, 0), s: l.length }", false},
	// divisors that are not 0
	{"let a = x - 100, n = 0; if (a !== 0) n = Math.floor(k / a) + Math.trunc((k - 50) / a) + (k % a); else n = 7; return { k: n, s: s + n }", false},
	{"const a = (x & 15) - 8, b = a * (k - 3); return { k: a && b ? (k % a) + Math.floor(99 / b) : 5 }", false},
	{"const d = -x / 7; return { k: d !== 0 ? Math.floor(-300 / d) : 7, s: d < 0 ? 100 / d : 1 }", false},
	{"const d = -x; let n = 3; if (d) n = Math.trunc(k / d) + 50 / d; return { k: n + 200 }", false},
	// bounds that a message advises
	{"let v = x + 1, n = 0; while (n < 40 && v !== 1) { v = v & 1 ? 3 * v + 1 : v >> 1; n++ } return { k: k + n }", false},
	{"let v = s, n = 0; do { v = (v >>> 1) ^ (v & 1 ? 0xb8 : x); n++ } while (n < 40 && v !== 3); return { k: k + n, s: v }", false},
	// state with a sign, and what is not given
	{"let n = x, v = s; while (n !== 7) { n = (n * 5 + 3) & 15; v = (v - n * 99999) | 0; if (n === x) break } return v < 0 ? { s: v, k: 1 } : { s: v >>> 0 }", false},
	{"let n = 0; while (s > n * 1000) n += (n >> 1) + 1; return n & 1 ? { s: s + x * 65536 } : { k: n }", false},
}

const doubtFile = `const T = [3, 9, 20, 33, 47, 81, 120, 200]
const M = circuit('M', { inputs: { x: bus(8) }, outputs: { o: bus(8), p: bus(32) }, state: { k: reg(8), s: reg(32) },
  eval: ({ k, s }) => ({ o: k, p: s }),
  onTick: ({ x, k, s }) => { %s },
})
circuit('Top', { inputs: { x: bus(8) }, outputs: { o: bus(8), p: bus(32) }, nodes: { m: M },
  connect: ({ inputs, outputs, nodes: { m } }) => [inputs.x.to(m.x), m.o.to(outputs.o), m.p.to(outputs.p)] })
`

// TestDoubts: lambdas that are lowered without a part that cannot be lowered are compiled, and all backends give what
// the function gives, its errors too.
func TestDoubts(t *testing.T) {
	for _, c := range doubtCases {
		t.Run(c.body, func(t *testing.T) {
			var want []string
			for i, backend := range append(slices.Clone(backends), sandbox.Tiered) {
				x, m := modeMachine(t, fmt.Sprintf(doubtFile, c.body), backend, "")
				module, _, err := x.Lower(t.Context())
				require.NoError(t, err)
				require.Equal(t, c.doubted, slices.ContainsFunc(module.Calls, func(c netlist.Call) bool { return c.BailOut }))
				var got []string
				for n := range 300 {
					m.Set(0, circuit.Uint(uint64(n*37+n/7)&255))
					_, err := m.Step(t.Context(), 1)
					got = append(got, fmt.Sprint(m.Peek(x.Design.Outputs[0].Net), m.Peek(x.Design.Outputs[1].Net), m.State(0, 0).Scalar, m.State(0, 1).Scalar, err))
				}
				if i == 0 {
					want = got
				}
				require.Equal(t, want, got, "%s", backend)
			}
		})
	}
}

// TestAnErrorOfTheLogicComesBeforeThatOfAnEdge: a function that is called in place of its compiled form fails where it
// always would. When it is an onTick, the cycle before stays, unless the logic fails in the state after it.
func TestAnErrorOfTheLogicComesBeforeThatOfAnEdge(t *testing.T) {
	for _, c := range []struct {
		eval   string
		cycles int
		text   string
	}{
		{"", 6, "onTick of A failed: around"},
		{"if (k === 6) throw new Error('six')", 5, "eval of A failed: six"},
		{"if (k === 7) throw new Error('seven')", 6, "onTick of A failed: around"},
	} {
		for _, backend := range append(slices.Clone(backends), sandbox.Tiered) {
			t.Run(c.eval+" "+string(backend), func(t *testing.T) {
				x, m := modeMachine(t, "circuit('A', { outputs: { y: bus(8) }, state: { k: reg(8) }, eval: ({ k }) => { "+c.eval+"; return { y: k } },\n"+
					"onTick: ({ k }) => { const f = (n: number): void => { if (n > 90) throw new Error('around'); f(n + 1) }; if (k > 5) f(0); return { k: k + 1 } } })", backend, "")
				module, _, err := x.Lower(t.Context())
				require.NoError(t, err)
				require.True(t, slices.ContainsFunc(module.Calls, func(c netlist.Call) bool { return c.BailOut }))
				done, err := m.Step(t.Context(), 20)
				require.ErrorContains(t, err, c.text)
				require.Equal(t, c.cycles, done)
				require.EqualValues(t, c.cycles, m.Cycle())
				require.Equal(t, circuit.Uint(uint64(c.cycles)), m.State(0, 0).Scalar)
			})
		}
	}
}

// TestAnOutputThatAFunctionLeavesOutHolds: also when it is called in place of its compiled form, which would have given
// it.
func TestAnOutputThatAFunctionLeavesOutHolds(t *testing.T) {
	var want []string
	for i, backend := range append(slices.Clone(backends), sandbox.Tiered) {
		x, m := modeMachine(t, `const T = [5, 6, 7]
const M = circuit('M', { inputs: { x: bus(4) }, outputs: { o: bus(8), p: bus(8) }, state: { k: reg(4) },
  eval: ({ x, k }) => { const a = [x, k, x + k]; a[x % 3] = a[(k * 5) & 7]; a[x & 3] = 9; return { o: a[0], p: a[2] + T[1] } },
  onTick: ({ k }) => ({ k: k + 1 }),
})
circuit('Top', { inputs: { x: bus(4) }, outputs: { o: bus(8), p: bus(8) }, nodes: { m: M },
  connect: ({ inputs, outputs, nodes: { m } }) => [inputs.x.to(m.x), m.o.to(outputs.o), m.p.to(outputs.p)] })
`, backend, "")
		module, _, err := x.Lower(t.Context())
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(module.Calls, func(c netlist.Call) bool { return c.BailOut }))
		var got []string
		for n := range 200 {
			m.Set(0, circuit.Uint(uint64(n*7+n/5)&15))
			_, err := m.Step(t.Context(), 1+n%3)
			require.NoError(t, err)
			got = append(got, fmt.Sprint(m.Peek(x.Design.Outputs[0].Net), m.Peek(x.Design.Outputs[1].Net)))
		}
		if i == 0 {
			want = got
		}
		require.Equal(t, want, got, "%s", backend)
	}
}

// TestLoopsWithoutAnEnd: they fail as functions do that take too long, also where each of two loops alone would end in
// time.
func TestLoopsWithoutAnEnd(t *testing.T) {
	for _, loop := range []string{
		"while (n !== 1000 + x) n = n * 5 & 1023 | 1",
		"for (;;) { if ((n & 7) === (x & 6) + 1 && n > 300) break; n = n * 3 & 511 }",
		"for (let i = 0; i < x * 9000 + 90000; i++) for (let j = 0; j < x * 10000 + 90000; j++) n = (n * 3 + j) & 0xffff",
		"do { let y = x | 1; while (y !== 0) { y = (y * 5) & 255 | 1; n ^= y } } while (n)",
	} {
		for _, backend := range append(slices.Clone(backends), sandbox.Tiered)[1:] { // the first one calls the function itself
			t.Run(loop+" "+string(backend), func(t *testing.T) {
				x, m := modeMachine(t, "circuit('A', { inputs: { x: bus(8) }, outputs: { y: bus(8) }, state: { k: reg(8) }, eval: ({ k }) => ({ y: k }),\n"+
					"onTick: ({ x, k }) => { let n = 7; if (k === 3) { "+loop+" } return { k: k + 1 + (n & 0) } } })", backend, "")
				module, _, err := x.Lower(t.Context())
				require.NoError(t, err)
				require.False(t, module.Opaque())
				m.Set(0, circuit.Uint(9))
				done, err := m.Step(t.Context(), 20)
				var d *circuit.Diagnostic
				require.ErrorAs(t, err, &d)
				require.Equal(t, circuit.CodeLambdaTime, d.Code)
				require.Equal(t, "onTick of A took more than 3,000,000 rounds and was stopped here, probably in a loop that does not end.", d.Message)
				require.Equal(t, 2, d.Line)
				require.Equal(t, 3, done)
				require.Equal(t, circuit.Uint(3), m.State(0, 0).Scalar)
			})
		}
	}
	require.EqualValues(t, word.MaxRounds, limits.Default.StepsPerCall, "functions and loops end at once")
}
