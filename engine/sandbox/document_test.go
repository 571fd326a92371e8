package sandbox_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sandbox"
)

// severalOfOneName are the examples in which one factory makes circuits with different insides. In JSON circuits are
// found by name, as in public Simten, so these do not come back.
var severalOfOneName = []string{"chacha-quarter-round", "sha256"}

// A circuit that was written as JSON flattens to the same nodes as the one that was built.
func TestExamplesTravelAsDocuments(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/circuit.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		name := filepath.Base(filepath.Dir(file))
		if slices.Contains(severalOfOneName, name) {
			continue
		}
		if strings.Contains(string(text), "\nimport ") {
			continue // its packages are not at hand here
		}
		t.Run(name, func(t *testing.T) {
			compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: string(text)}, sandbox.Limits{})
			require.NoError(t, err)
			defer compiled.Close()
			require.NotNil(t, compiled.Design, "%v", compiled.Diagnostics)
			data, err := json.Marshal(circuit.Document{Circuit: compiled.Circuit, Library: compiled.Library})
			require.NoError(t, err)
			document, err := circuit.DecodeDocument(data)
			require.NoError(t, err)
			design, problems := elaborate.Elaborate(document.Circuit, document, elaborate.Limits{})
			require.NotNil(t, design, "%v", problems)
			require.Equal(t, compiled.Design.Nets, design.Nets)
			want, got := nodesOf(compiled.Design), nodesOf(design)
			require.Len(t, got, len(want))
			for i := range want {
				require.Equal(t, want[i].Path, got[i].Path)
				require.Equal(t, want[i].Inputs, got[i].Inputs)
				require.Equal(t, want[i].Outputs, got[i].Outputs)
			}
		})
	}
}

func nodesOf(d *elaborate.Design) []elaborate.Node {
	var list []elaborate.Node
	for _, n := range d.Nodes() {
		list = append(list, n)
	}
	return list
}
