package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

// When onTick is called as a closure, eval is, too, and is called again when one of the inputs changes that it follows
// from. These inputs are those of onTick as it would be lowered, which must hold for whatever onTick puts into the
// state.
func TestInputsOfAnEvalBesideACalledOnTick(t *testing.T) {
	const called = "BigInt(a / 1) > 5000n ? {} : " // is not lowered
	tests := map[string]struct{ state, eval, onTick string }{
		"a text that only the closure gives":    {"s: 'idle'", "s === 'run' ? c ^ b : a", "{ s: 'run' }"},
		"one of several":                        {"s: 'idle'", "s === 'idle' ? 1 : s === 'run' ? b : a", "{ s: a > 200 ? 'stop' : 'run' }"},
		"a text, and nothing given":             {"s: 'idle'", "s === 'x' ? undefined : s === 'run' ? b : a", "{ s: 'run' }"},
		"a large number of 32 bits":             {"s: reg(32)", "s === 4294967293 ? b : a", "{ s: 4294967293 }"},
		"a large number where one is below 0":   {"s: reg(32, -7)", "s > 2147483648 ? b : a", "{ s: 4294967293 }"},
		"a number below 0":                      {"s: reg(32, 4294967295)", "s < 0 ? b : a", "{ s: -3 }"},
		"whether a number of 32 bits is a word": {"s: reg(32, 4294967295)", "(s | 0) === s ? b : a", "{ s: -3 }"},
		"a number below 0 in a memory":          {"s: mem(4, 32, new Map([[1, 4294967295]]))", "s[1] < 0 ? b : a", "{ s: new Map([[1, -3]]) }"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := fmt.Sprintf("circuit('A', { inputs: { a: bus(8), b: bus(32), c: bus(5) }, outputs: { y: bus(32) }, state: { %s, n: reg(4) }, eval: ({ a, b, c, s }) => ({ y: %s }), onTick: ({ a }) => (%s%s) })",
				test.state, test.eval, called, test.onTick)
			var want []circuit.Value
			for _, backend := range backends {
				compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
				require.NoError(t, err)
				t.Cleanup(compiled.Close)
				m, err := compiled.NewMachineOn(t.Context(), backend)
				require.NoError(t, err)
				var got []circuit.Value
				for round := range uint64(6) {
					m.Set(int(round%3), circuit.Uint(100+77*round)) // one at a time
					require.NoError(t, m.Settle(t.Context()))
					got = append(got, m.Peek(compiled.Design.Outputs[0].Net))
					if round == 1 {
						_, err := m.Step(t.Context(), 1)
						require.NoError(t, err)
						got = append(got, m.Peek(compiled.Design.Outputs[0].Net))
					}
				}
				require.NoError(t, m.Close())
				if want == nil {
					want = got
				}
				require.Equal(t, want, got, backend)
			}
		})
	}
}
