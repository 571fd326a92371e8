package sandbox_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

const loopFile = `const T = [1, 2, 3, 4]
const P = circuit('P', { inputs: { x: bus(16) }, outputs: { y: bus(16), z: bus(16) }, state: { s: reg(16), n: reg(16) },
  eval: ({ s, n, x }) => { %s },
  onTick: ({ s, n, x }) => { %s } })
const Top = circuit('Top', { outputs: { out: bus(16), more: bus(16) }, nodes: { p: P, n: BusNot({ width: 16 }) },
  connect: ({ outputs, nodes: { p, n } }) => [p.y.to(n.in, outputs.more), n.out.to(p.x), p.z.to(outputs.out)] })
`

// TestLoopsOfWholeNodes: y is led back to x. That is a loop when y follows from x, whatever else of the node does, and
// however its onTick is run.
func TestLoopsOfWholeNodes(t *testing.T) {
	const (
		collatz = "let c = 0, v = x & 63; while (v > 0) { v -= (s & 3) + (n & 1) + (x & 1) + 1; c++ } "
		opaque  = "const v = Number(String(s + x).replace('1', '2')); "
		partly  = "let a = (x & 255) + 1, v = 0; while (a !== 1) { a = a & 1 ? 3 * a + 1 : a >> 1; v++ }; "
	)
	for _, c := range []struct {
		eval, tick string
		loops      int
	}{
		{"return { y: s, z: x ^ 1 }", "return { s: s + x, n: n + 1 }", 0},
		{collatz + "return { y: s, z: c }", "return { s: s + x, n: n + s }", 0},
		// onTick is called at times, or always
		{collatz + "return { y: s, z: c }", partly + "return { s: s + v, n: n + s }", 0},
		{collatz + "return { y: s, z: c }", opaque + "return { s: v, n: n + s }", 0},
		{"return { y: s, z: x + 1 }", opaque + "return { s: v & 15, n: n + s }", 0}, // z does not fit
		{"return { y: T[s & 3], z: x ^ 1 }", opaque + "return { s: v }", 0},
		{"return { y: s & 7, z: T[x & 3] }", opaque + "T[0] = v; return { s: v }", 1}, // nothing is known of what the eval will do
		{"if (n === 70000) return { y: x, z: x }; return { y: s, z: x & 1 }", opaque + "return { s: v, n: n + 1 }", 0},
		// y follows from x
		{"return { y: s | (x & 1), z: x }", "return { s: s + 1 }", 1},
		{"return { y: s | (x & 1), z: x }", partly + "return { s: s + v }", 1},
		{"return { y: s | (x & 1), z: x }", opaque + "return { s: s + 1 }", 1},
		{"return n === 65535 ? { y: x & s, z: x } : { y: s, z: x & 1 }", opaque + "return { s: v, n: n + 1 }", 1},
		{"if (x === 0x12345) throw new Error('no'); return { y: s, z: x }", opaque + "return { s: v }", 0},
		{"if (x === 0x1234) throw new Error('no'); return { y: s, z: x }", opaque + "return { s: v & 15 }", 1}, // whether it fails does
		{"return x & 1 ? { y: s, z: x } : { z: 3 }", opaque + "return { s: v & 15 }", 1},                       // or whether it gives y
	} {
		t.Run(c.eval+" "+c.tick, func(t *testing.T) {
			text := fmt.Sprintf(loopFile, c.eval, c.tick)
			var want []string
			for i, backend := range append(slices.Clone(backends), sandbox.Tiered) {
				x := compiled(t, text)
				require.Equal(t, c.loops, len(loopsOf(x)), "%v", x.Diagnostics)
				module, _, err := x.Lower(t.Context())
				require.NoError(t, err)
				require.Equal(t, c.loops > 0, len(module.Loops) > 0)
				if c.loops > 0 {
					break
				}
				m, err := x.NewMachineOn(t.Context(), backend)
				require.NoError(t, err)
				t.Cleanup(func() { require.NoError(t, m.Close()) })
				var got []string
				for range 60 {
					_, err := m.Step(t.Context(), 1)
					got = append(got, fmt.Sprint(m.Peek(x.Design.Outputs[0].Net), m.Peek(x.Design.Outputs[1].Net), m.State(0, 0).Scalar, m.State(0, 1).Scalar))
					require.NoError(t, err)
				}
				var told []string
				for _, d := range m.Warnings() {
					told = append(told, d.Message)
				}
				got = append(got, strings.Join(told, "\n"))
				if i == 0 {
					want = got
				}
				require.Equal(t, want, got, "%s", backend)
			}
		})
	}
}

// TestALoopElsewhereIsNoneHere: a real loop does not make one of what is none.
func TestALoopElsewhereIsNoneHere(t *testing.T) {
	text := fmt.Sprintf(loopFile, "return { y: s, z: x ^ 1 }", "return { s: s + x }") + `circuit('Both', { outputs: { a: bit }, nodes: { top: Top, l: Not, m: Not },
  connect: ({ outputs, nodes: { l, m } }) => [l.out.to(m.in), m.out.to(l.in, outputs.a)] })
`
	loops := loopsOf(compiled(t, text))
	require.Len(t, loops, 1)
	require.Contains(t, loops[0], "l → m → l")
}

func compiled(t *testing.T, text string) *sandbox.Compiled {
	t.Helper()
	x, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
	require.NoError(t, err)
	t.Cleanup(x.Close)
	require.NotNil(t, x.Design, "%v", x.Diagnostics)
	return x
}

func loopsOf(x *sandbox.Compiled) []string {
	var loops []string
	for _, d := range x.Diagnostics {
		if d.Code == circuit.CodeLoop {
			loops = append(loops, d.Message)
		}
	}
	return loops
}

// TestLoopsThatWriteWhereTheyRead: the address of each write is a cell that all writes before may have changed. The
// cost of seeing that grows with the square of the rounds; the steps of a lambda count it, so that there is an answer
// long before the time of a compile is over.
func TestLoopsThatWriteWhereTheyRead(t *testing.T) {
	for _, body := range []string{
		"let i = 0; while (i++ < b && 0 < a) { for (let k = 0; k < a; k++) m[(m.get(0) ?? 5) & 7] = i } return { m }",
		"let r = 0; for (let i = 0; i < b; i++) { for (let k = 0; k < a; k++) m[(m.get(0) ?? 5) & 7] = i; m[r & 7] = r } return { m }",
		"for (let i = 0; i < b; i++) for (let k = 0; k < a; k++) m[m[0] & 7] = i; return { m }",
	} {
		text := "circuit('T', { inputs: { a: bus(8), b: bus(8) }, outputs: { y: bus(8) }, state: { m: mem(8, 8) }, eval: ({ m, a }) => ({ y: m[a & 7] }), onTick: ({ a, b, m }) => { " + body + " } })"
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.LimitsOf(protocol.DefaultLimits))
		require.NoError(t, err)
		_, _, err = c.Lower(t.Context())
		require.NoError(t, err, body)
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(256<<20), body)
		c.Close()
	}
}
