package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// A lambda that returns nothing on a path fails there, on the same cycle and with the same message whether it is
// compiled or not, and is compiled.
func TestPathsWithoutAResult(t *testing.T) {
	tests := map[string]struct {
		text, says string
		after      int // cycles that go well
	}{
		"the last case of a switch": {
			`circuit('A', { outputs: { y: bus(4) }, state: { s: reg(2), n: reg(4) }, eval: ({ n }) => ({ y: n }),
  onTick: ({ s, n }) => { switch (s) { case 0: return { s: 1 }; case 1: return { s: 2, n: n + 1 }; case 2: return { s: n > 3 ? 3 : 0 } } } })`,
			"onTick of A returned undefined. It must return an object with the next state.", 12,
		},
		"never reached": {`circuit('A', { outputs: { y: bus(4) }, state: { s: reg(2), n: reg(4) }, eval: ({ n }) => ({ y: n }),
  onTick: ({ s, n }) => { switch (s) { case 0: return { s: 1 }; case 1: return { s: 2, n: n + 1 }; case 2: return { s: 0 } } } })`, "", 30},
		"null": {`circuit('A', { outputs: { y: bus(4) }, state: { n: reg(4) }, eval: ({ n }) => ({ y: n }),
  onTick: ({ n }) => n === 5 ? null as any : { n: n + 1 } })`, "onTick of A returned null. It must return an object with the next state.", 5},
		"eval": {`circuit('A', { outputs: { y: bus(4) }, state: { n: reg(4) }, eval: ({ n }) => { if (n < 7) return { y: n } },
  onTick: ({ n }) => ({ n: n + 1 }) })`, "eval of A returned undefined. It must return an object with the outputs, such as { y: 1 }.", 6},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, machines := everywhere(t, test.text)
			var first *circuit.Diagnostic
			for n, m := range machines {
				ran, err := m.Step(t.Context(), 30)
				require.Equal(t, test.after, ran, backends[n])
				if test.says == "" {
					require.NoError(t, err)
					continue
				}
				var d *circuit.Diagnostic
				require.ErrorAs(t, err, &d)
				require.Equal(t, circuit.CodeLambdaResult, d.Code)
				require.Equal(t, test.says, d.Message)
				if first == nil {
					first = d
				}
				require.Equal(t, first, d, backends[n])
			}
		})
	}
}
