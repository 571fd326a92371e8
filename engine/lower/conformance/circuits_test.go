package conformance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/lowertest"
)

// TestCounter runs the smallest sequential circuit.
func TestCounter(t *testing.T) {
	p := lowertest.Compile(t, `
		const Counter = circuit('Counter', {
			inputs: { en: bit }, outputs: { n: bus(8) }, state: { count: reg(8, 250) },
			eval: ({ count }) => ({ n: count }),
			onTick: ({ en, count }) => ({ count: en ? (count + 1) & 255 : count }),
		})`)
	require.Empty(t, p.Hints)
	m := p.Interp(t)
	n := p.Net(t, "__top__.n")
	require.Equal(t, uint64(250), m.Peek(n).Lo)
	m.Set(0, circuit.Uint(1))
	done, err := m.Step(context.Background(), 7)
	require.NoError(t, err)
	require.Equal(t, 7, done)
	require.Equal(t, uint64(1), m.Peek(n).Lo)
	require.Equal(t, uint64(7), m.Cycle())
}
