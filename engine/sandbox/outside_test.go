package sandbox

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// outsideStep is one step of a recording: what is set before it, and what the outputs are after it.
type outsideStep struct {
	Set  map[string]circuit.Value `json:"set"`
	Read map[string]circuit.Value `json:"read"`
}

// TestOutside runs circuits in the styles of many authors: factories, loops, classes, enums, namespaces, closures, wide
// words, memories, imports under other names, names in any script (D1–D6, D10, D28, D45–D63, D67–D71, S1–S12). Their
// values in values.json come from a separate model of the language and the library, which shares nothing with this
// engine.
func TestOutside(t *testing.T) {
	data, err := os.ReadFile("testdata/outside/values.json")
	require.NoError(t, err)
	var recorded map[string][]outsideStep
	require.NoError(t, json.Unmarshal(data, &recorded))
	files, err := filepath.Glob("testdata/outside/*.ts")
	require.NoError(t, err)
	require.Len(t, files, len(recorded))
	require.Greater(t, len(recorded), 80)
	for _, name := range slices.Sorted(maps.Keys(recorded)) {
		text, err := os.ReadFile("testdata/outside/" + name + ".ts")
		require.NoError(t, err)
		for _, backend := range []Backend{Interpreter, WebAssembly, Closures} {
			t.Run(name+"/"+string(backend), func(t *testing.T) {
				ctx := context.Background()
				c, err := Compile(ctx, Source{Text: string(text), Grants: circuit.AllGrants()}, Limits{})
				require.NoError(t, err)
				defer c.Close()
				require.False(t, circuit.HasErrors(c.Diagnostics), "%v", c.Diagnostics)
				m, err := c.NewMachineOn(ctx, backend)
				require.NoError(t, err)
				defer func() { require.NoError(t, m.Close()) }()
				controls := NewControls(c.Design)
				for i, step := range recorded[name] {
					require.NoError(t, controls.Set(m, step.Set))
					require.NoError(t, m.Settle(ctx))
					if c.Design.Sequential {
						_, err := m.Step(ctx, 1)
						require.NoError(t, err)
					}
					require.Len(t, c.Design.Outputs, len(step.Read))
					for _, p := range c.Design.Outputs {
						require.Equal(t, step.Read[p.Name].String(), m.Peek(p.Net).String(), "step %d, output %s", i, p.Name)
					}
				}
			})
		}
	}
}
