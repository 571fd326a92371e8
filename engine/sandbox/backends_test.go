package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// backends are those that everywhere gives a machine of, the closures first.
var backends = []sandbox.Backend{sandbox.Closures, sandbox.Interpreter, sandbox.WebAssembly}

// everywhere starts a circuit of which all lambdas are compiled on each of the backends.
func everywhere(t *testing.T, text string) (*sandbox.Compiled, []sim.Machine) {
	t.Helper()
	compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
	require.NoError(t, err)
	t.Cleanup(compiled.Close)
	module, _, err := compiled.Lower(t.Context())
	require.NoError(t, err)
	require.Zero(t, module.OpaqueCalls())
	var machines []sim.Machine
	for _, backend := range backends {
		m, err := compiled.NewMachineOn(t.Context(), backend)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, m.Close()) })
		machines = append(machines, m)
	}
	return compiled, machines
}
