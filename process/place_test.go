package process

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// A hang that only the process's end can stop has its node and its line all the same, natively as in the browser (A119,
// A281).
func TestAHangInALambdaNamesNodeAndLine(t *testing.T) {
	s := open(t, sandbox.Config{Limits: limits.Limits{RunMilliseconds: 1000, StepsPerCall: 2_000_000_000}})
	for builtin, call := range map[string]string{
		" It was inside the built-in function RegExp.": "'x'.repeat(1e6).match(/(?:x?){900}y/) ? 1 : 0",
	} {
		m, err := s.Simulate(t.Context(), sandbox.Source{Text: `const Late = circuit('Late', {
  inputs: { d: bus(16) },
  outputs: { q: bus(16) },
  state: { n: reg(16) },
  eval: ({ n }) => ({ q: n }),
  onTick: ({ n }) => {
    const more = n === 5 ? ` + call + ` : 1
    return { n: n + more }
  },
})
circuit('Main', {
  outputs: { y: bus(16) },
  nodes: { late: Late, one: Constant({ width: 16, value: 1 }) },
  connect: ({ outputs, nodes: { late, one } }) => [one.out.to(late.d), late.q.to(outputs.y)],
})`})
		require.NoError(t, err)
		_, err = m.Step(t.Context(), 10)
		var e *protocol.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, protocol.ErrTimeout, e.Code)
		require.Equal(t, "Late", e.Circuit)
		require.Equal(t, "late", e.Node)
		require.Equal(t, 7, e.Line, "%+v", e)
		require.Equal(t, "onTick of Late: This ran for more than 1 s and was stopped."+builtin, e.Message)
		m.Close()
	}
}
