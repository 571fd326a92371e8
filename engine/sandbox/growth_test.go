package sandbox

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
)

// growing writes to a new address in each cycle. JSON keeps its lambdas from being compiled.
const growing = `const Grows = circuit('Grows', {
  outputs: { y: bus(32) },
  state: { m: new Map(), n: reg(32) },
  eval: ({ n }) => ({ y: JSON.parse(String(n)) }),
  onTick: ({ m, n }) => {
    m.set(JSON.parse(String(n * 3)), 1)
    return { m, n: n + 1 }
  },
})
circuit('Top', { outputs: { y: bus(32) }, nodes: { g: Grows }, connect: ({ outputs, nodes: { g } }) => [g.y.to(outputs.y)] })`

// TestStateThatGrowsEndsWithAPlace: the memories of closures have a limit in every backend, and the cycle that would pass
// it does not happen.
func TestStateThatGrowsEndsWithAPlace(t *testing.T) {
	const cells = 40
	for _, backend := range []Backend{Closures, Interpreter, WebAssembly} {
		t.Run(string(backend), func(t *testing.T) {
			c, err := Compile(t.Context(), Source{Text: growing}, Limits{StateBytes: cells*realm.CellBytes + realm.CellBytes/2})
			require.NoError(t, err)
			require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
			defer c.Close()
			m, err := c.NewMachineOn(t.Context(), backend)
			require.NoError(t, err)
			defer func() { require.NoError(t, m.Close()) }()
			done, err := m.Step(t.Context(), 100)
			var d *circuit.Diagnostic
			require.True(t, errors.As(err, &d), "%v", err)
			require.Equal(t, circuit.CodeTooLarge, d.Code)
			require.Equal(t, []any{"Grows", "g", 5}, []any{d.Circuit, d.Node, d.Line})
			require.Contains(t, d.Message, "40 cells")
			require.Equal(t, cells, done)
			require.Equal(t, uint64(cells), m.Cycle())
			_, err = m.Step(t.Context(), 1)
			require.Error(t, err, "it stays full")
			require.NoError(t, m.Reset(t.Context()))
			done, err = m.Step(t.Context(), cells)
			require.NoError(t, err)
			require.Equal(t, cells, done)
		})
	}
}
