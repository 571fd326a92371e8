package wasmgen_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// TestTextsUpToAFailure stops in the middle of a slice, before an edge or by what shows after one. The texts have what
// was written in the cycles that count, and nothing of it once they are gone back on.
func TestTextsUpToAFailure(t *testing.T) {
	for name, c := range map[string]struct {
		eval, tick string
		count      int // cycles that count
	}{
		"before an edge": {"", "if (n === 70 && !ok) throw new Error('bad')", 5},
		"after an edge":  {"if (n === 70 && !ok) throw new Error('bad')", "", 4},
		"in neither":     {"", "", 41},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			d, _, a, b := machines(t, fmt.Sprintf(`
const Letters = circuit('Letters', {
  inputs: { ok: bit }, outputs: { data: bus(8) }, state: { n: reg(8, 65), phase: 'idle' },
  eval: ({ n, ok }) => { %s; return { data: n } },
  onTick: ({ n, ok }) => { %s; return { n: n + 1, phase: 'run' + n %% 3 } },
})
circuit('T', {
  inputs: { ok: bit }, outputs: { y: bus(8) },
  nodes: { a: Letters, c: Console(), one: Constant({ value: 1 }) },
  connect: ({ inputs, outputs, nodes: { a, c, one } }) => [inputs.ok.to(a.ok), a.data.to(c.data, outputs.y), one.out.to(c.we)],
})`, c.eval, c.tick))
			letters, console := d.Design.NodeIndex("a"), d.Design.NodeIndex("c")
			both := func(do func(m sim.Machine)) {
				do(a)
				do(b)
				sameNets(t, d, a, b)
				for _, node := range []int{letters, console} {
					for field := range 2 {
						if node == letters || field == 0 {
							require.Equal(t, b.State(node, field), a.State(node, field))
						}
					}
				}
			}
			fails := func(m sim.Machine, done int, err error) {
				require.Equal(t, c.count, done)
				if c.count == 41 {
					require.NoError(t, err)
					return
				}
				var d *circuit.Diagnostic
				require.ErrorAs(t, err, &d)
				require.Equal(t, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:c.count], m.State(console, 0).Text)
			}
			both(func(m sim.Machine) {
				done, err := m.Step(ctx, 41)
				fails(m, done, err)
			})
			both(func(m sim.Machine) { require.NoError(t, m.Reset(ctx)) })
			snapshots := map[sim.Machine][]byte{}
			both(func(m sim.Machine) {
				_, err := m.Step(ctx, 2)
				require.NoError(t, err)
				snapshots[m], err = m.Snapshot()
				require.NoError(t, err)
				_, _ = m.Step(ctx, 41)
			})
			both(func(m sim.Machine) {
				require.NoError(t, m.Restore(ctx, snapshots[m]))
				_, err := m.Step(ctx, 1)
				require.NoError(t, err)
				require.Equal(t, "ABC", m.State(console, 0).Text)
			})
			both(func(m sim.Machine) {
				m.Set(0, circuit.Uint(1))
				done, err := m.Step(ctx, 20)
				require.NoError(t, err)
				require.Equal(t, 20, done)
			})
		})
	}
}

// TestNothingIsSaidOfWhatWasNotReturned: an eval that throws has given no value that might not fit.
func TestNothingIsSaidOfWhatWasNotReturned(t *testing.T) {
	ctx := context.Background()
	_, _, a, b := machines(t, `circuit('T', {
  inputs: { a: bus(8) }, outputs: { y: bus(8) },
  eval: ({ a }) => { if (a === 200) throw new Error('bad'); return { y: a < 100 ? a : 1000 } },
})`)
	for _, m := range []sim.Machine{a, b} {
		m.Set(0, circuit.Uint(200))
		require.Error(t, m.Settle(ctx))
		m.Peek(1)
		require.Empty(t, m.Warnings())
		m.Set(0, circuit.Uint(101))
		require.NoError(t, m.Settle(ctx))
		m.Peek(1)
		require.Len(t, m.Warnings(), 1)
	}
}
