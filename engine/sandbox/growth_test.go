package sandbox

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

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

// TestStateThatGrowsEndsWithAPlace: the memories of closures have a limit in every backend, and the cycle that would
// pass it does not happen.
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

// many is one circuit of so many gates that a loop makes: each is an object of the program.
const many = `const N = %d
const g = Array.from({ length: N }, (_, i) => (i %% 2 ? Xor : Or))
circuit('Many', {
  inputs: { a: bit }, outputs: { y: bit }, nodes: { g },
  connect: ({ inputs, outputs, nodes: { g } }) => [
    inputs.a.to(g[0].a, g[0].b), ...g.slice(1).flatMap((n, i) => [g[i].out.to(n.a), g[i].out.to(n.b)]), g[N - 1].out.to(outputs.y),
  ],
})`

// TestACompileTidiesUp: a compile of a large circuit collects its garbage between its stretches, and that of the
// compile before, so that both fit into the memory of the worker; that of a small one collects nothing.
func TestACompileTidiesUp(t *testing.T) {
	collections := func(gates int) uint32 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		c, err := Compile(t.Context(), Source{Text: fmt.Sprintf(many, gates)}, Limits{RunTime: time.Minute})
		require.NoError(t, err)
		defer c.Close()
		require.False(t, circuit.HasErrors(c.Diagnostics), "%+v", c.Diagnostics)
		runtime.ReadMemStats(&after)
		t.Logf("%d gates: %d MiB allocated, %d collections", gates, (after.TotalAlloc-before.TotalAlloc)>>20, after.NumForcedGC-before.NumForcedGC)
		return after.NumForcedGC - before.NumForcedGC
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // nothing else collects
	require.Zero(t, collections(100))
	require.NotZero(t, collections(80_000))
}
