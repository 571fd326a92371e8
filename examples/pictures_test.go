package examples

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/npm"
	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

var update = flag.Bool("update", false, "write what the first pictures of the examples are made of")

// pictured is what the page makes the first picture of: the part of a protocol.CompileResult that it draws.
type pictured struct {
	Main    string                      `json:"main"`
	Circuit *circuit.Circuit            `json:"circuit"`
	Library map[string]*circuit.Circuit `json:"library"`
}

// The layouts of the first pictures come with the page. Where these files change, they must be made again; what makes
// them (embed/viewer/test/shipped.test.ts) reads these files, because it has no engine.
func TestExamplesAreDrawnAsTheLayoutsKnow(t *testing.T) {
	files, err := filepath.Glob("*/circuit.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	const recorded = "../app-site/src/examples/pictures"
	for _, file := range files {
		id := filepath.Dir(file)
		t.Run(id, func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			compiled, err := sandbox.CompileLoading(t.Context(), sandbox.Source{
				Text: string(text), File: "circuit.ts", Harness: true, Grants: circuit.AllGrants(),
			}, sandbox.Limits{}, npm.NewFolder(id))
			require.NoError(t, err)
			defer compiled.Close()
			content, err := json.Marshal(firstPicture(compiled))
			require.NoError(t, err)
			content = append(content, '\n')
			place := filepath.Join(recorded, id+".gen.json")
			if *update {
				require.NoError(t, os.WriteFile(place, content, 0o644))
				return
			}
			old, err := os.ReadFile(place)
			require.NoError(t, err)
			require.Equal(t, string(old), string(content), "the picture is another one: run "+
				"go test ./examples -update && npx vitest run embed/viewer/test/shipped.test.ts --update")
		})
	}
	kept, err := filepath.Glob(recorded + "/*.gen.json")
	require.NoError(t, err)
	require.Len(t, kept, len(files), "a file of an example that is gone")
}

// firstPicture leaves out what the first picture does not show: the inside of everything but the circuit that a harness
// opens.
func firstPicture(compiled *sandbox.Compiled) pictured {
	shown := map[string]bool{}
	open := func(c *circuit.Circuit) {
		for _, n := range c.Nodes {
			shown[n.ComponentRef] = true
		}
	}
	open(compiled.Circuit)
	opened := ""
	for _, n := range compiled.Circuit.Nodes {
		if n.ID == "dut" {
			opened = n.ComponentRef
			open(compiled.Library[opened])
		}
	}
	library := map[string]*circuit.Circuit{}
	for name := range shown {
		c := *compiled.Library[name]
		if name != opened {
			c.Nodes, c.Connections = []circuit.Node{}, []circuit.Connection{}
		}
		library[name] = &c
	}
	return pictured{compiled.Main, compiled.Circuit, library}
}
