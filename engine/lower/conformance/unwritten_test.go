package conformance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/sim"
	"simten.dev/engine/word"
)

// TestMemoriesThatNothingWrites: what is read of such a memory at addresses that do not change is not read in every
// cycle. It is read again when the memory gets other contents from outside, a state of before comes back, or all begins
// again.
func TestMemoriesThatNothingWrites(t *testing.T) {
	const text = `const Only = circuit('Only', { inputs: { at: bus(4) }, outputs: { last: bus(8), sum: bus(16), here: bus(8), count: bus(8) },
		state: { rom: mem(16, 8, new Map([[0, 3], [2, 9]])), ram: mem(16, 8), n: reg(8) },
		eval: ({ rom, at, n, ram }) => { let last = 0, sum = ram[0]; for (let i = 0; i < 16; i++) { if (rom[i] !== 0) last = i + 1; sum += rom[i] * i } return { last, sum, here: rom[at], count: n } },
		onTick: ({ rom, n, ram }) => { let last = 0; for (let i = 0; i < 16; i++) if (rom[i] !== 0) last = i; ram[n & 15] = n; return { rom, ram, n: n + last } } })`
	p := lowertest.Compile(t, text)
	require.Empty(t, p.Hints)
	reads := 0
	for i, op := range p.Module.Ops {
		if op.Kind == word.MemRead && i < p.Module.Invariant {
			reads++
		}
	}
	require.Equal(t, 17, reads, "all of the memory, and the cell that an input names")
	run := func(m sim.Machine) (seen [][]uint64) {
		ctx := context.Background()
		see := func() {
			row := []uint64{}
			for _, o := range p.Design.Outputs {
				row = append(row, m.Peek(o.Net).Lo)
			}
			seen = append(seen, row)
		}
		step := func() {
			_, err := m.Step(ctx, 3)
			require.NoError(t, err)
			see()
		}
		step()
		before, err := m.Snapshot()
		require.NoError(t, err)
		m.SetState(0, 0, sim.State{Memory: map[uint64]circuit.Value{5: circuit.Uint(7), 12: circuit.Uint(1)}})
		require.NoError(t, m.Settle(ctx))
		see()
		m.Set(0, circuit.Uint(12))
		step()
		require.NoError(t, m.Restore(ctx, before))
		see()
		step()
		m.SetState(0, 0, sim.State{Memory: map[uint64]circuit.Value{15: circuit.Uint(200)}})
		step()
		require.NoError(t, m.Reset(ctx))
		see()
		step()
		return seen
	}
	var want [][]uint64
	for _, b := range machines {
		m := b.start(t, p)
		got := run(m)
		if want == nil {
			want = got
			require.NotEqual(t, want[0], want[1])
		}
		require.Equal(t, want, got, b.name)
	}
}
