package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A table that is shorter than its index gives no address beyond its end: nothing is read and nothing is written there.
func TestAddressesFromShortTables(t *testing.T) {
	tests := map[string]string{
		"numbers": `const order = [3, 1, 2, 0]
circuit('A', { outputs: { y: bus(8), z: bus(8) }, state: { f: mem(4, 8), index: reg(3), sum: reg(8) },
  eval: ({ f, index, sum }) => ({ y: f[order[index]] ?? 77, z: sum }),
  onTick: ({ index, f, sum }) => { f[order[index]] += index * 3 + 1; f[order[index ^ 5]] = sum; return { f, index: index + 1, sum: (sum * 5 + f[2] + (f[order[index ^ 1]] ?? 9)) & 255 } } })`,
		"methods": `const order = [3, 1, 2, 0]
circuit('A', { outputs: { y: bus(8), z: bus(8) }, state: { f: mem(4, 8), index: reg(3), sum: reg(8) },
  eval: ({ f, index, sum }) => ({ y: f.get(order[index]) ?? 77, z: sum + (f.has(order[index ^ 4]) ? 100 : 0) & 255 }),
  onTick: ({ index, f, sum }) => { f.set(order[index], index * 3 + sum).set(order[index ^ 5], sum); return { f, index: index + 1, sum: (sum * 5 + f[2] + 1) & 255 } } })`,
		"chosen": `circuit('A', { outputs: { y: bus(8), z: bus(8) }, state: { f: mem(8, 8), n: reg(4), sum: reg(8) },
  eval: ({ f, n, sum }) => ({ y: f[n > 9 ? null : n as any] ?? 5, z: sum }),
  onTick: ({ n, f, sum }) => { const at = n & 1 ? n >> 1 : n > 11 ? undefined : 7; f[at as any] = n + sum; return { f, n: n + 1, sum: (sum * 3 + f[n & 7] + 1) & 255 } } })`,
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			compiled, machines := everywhere(t, text)
			different := map[uint64]bool{}
			for cycle := range 60 {
				for _, out := range compiled.Design.Outputs {
					want := machines[0].Peek(out.Net)
					different[want.Lo] = true
					for _, m := range machines[1:] {
						require.True(t, want.Equal(m.Peek(out.Net)), "cycle %d", cycle)
					}
				}
				for _, m := range machines {
					_, err := m.Step(t.Context(), 1)
					require.NoError(t, err)
				}
			}
			require.Greater(t, len(different), 20)
		})
	}
}
