package examples

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
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
	const opened = "../embed/viewer/test/insides"
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
			record(t, filepath.Join(recorded, id+".gen.json"), firstPicture(compiled, false))
			if inside := firstPicture(compiled, true); hasInsides(inside) {
				record(t, filepath.Join(opened, id+".gen.json"), inside)
			}
		})
	}
	kept, err := filepath.Glob(recorded + "/*.gen.json")
	require.NoError(t, err)
	require.Len(t, kept, len(files), "a file of an example that is gone")
}

// record writes a picture, or compares it with the one that was written.
func record(t *testing.T, place string, picture pictured) {
	t.Helper()
	content, err := json.Marshal(picture)
	require.NoError(t, err)
	content = append(content, '\n')
	if *update {
		require.NoError(t, os.WriteFile(place, content, 0o644))
		return
	}
	old, err := os.ReadFile(place)
	require.NoError(t, err)
	require.Equal(t, string(old), string(content), "the picture is another one: run "+
		"go test ./examples -update && npx vitest run embed/viewer/test/shipped.test.ts --update")
}

// firstPicture leaves out what the first picture does not show: the inside of everything but the circuit that a harness
// opens. With insides it keeps what is shown after one step into one of the parts.
func firstPicture(compiled *sandbox.Compiled, insides bool) pictured {
	shown := map[string]bool{}
	opened := map[string]bool{}
	open := func(c *circuit.Circuit) {
		for _, n := range c.Nodes {
			shown[n.ComponentRef] = true
		}
	}
	open(compiled.Circuit)
	for _, n := range compiled.Circuit.Nodes {
		if n.ID == "dut" {
			opened[n.ComponentRef] = true
			open(compiled.Library[n.ComponentRef])
		}
	}
	if insides {
		for _, name := range slices.Sorted(maps.Keys(shown)) {
			opened[name] = true
			open(compiled.Library[name])
		}
	}
	library := map[string]*circuit.Circuit{}
	for name := range shown {
		c := *compiled.Library[name]
		if !opened[name] {
			c.Nodes, c.Connections = []circuit.Node{}, []circuit.Connection{}
		}
		library[name] = &c
	}
	return pictured{compiled.Main, compiled.Circuit, library}
}

// hasInsides says whether a part of the first picture has an inside.
func hasInsides(picture pictured) bool {
	inside := 0
	for _, c := range picture.Library {
		if len(c.Nodes) > 0 {
			inside++
		}
	}
	return inside > 1
}
