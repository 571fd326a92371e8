package examples

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/cmd/simten/npm"
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// expectation is an expect.json: for step i the inputs to set before it (those that are absent stay as they are) and
// all outputs after it, and ports of nodes by path if one likes. A step of a sequential circuit ends with clock edges:
// edges[i] of them, 1 where it says nothing.
type expectation struct {
	ID         string                     `json:"id"`
	Title      string                     `json:"title"`
	Line       string                     `json:"line"`
	Category   string                     `json:"category"`
	Difficulty int                        `json:"difficulty"` // from 1 to 5, for the gallery
	Circuit    string                     `json:"circuit"`
	Nodes      int                        `json:"nodes"`
	Sequential bool                       `json:"sequential"`
	Speed      float64                    `json:"speed"` // cycles per second at which the page offers to run it; 0 leaves the page's own
	Inputs     []map[string]circuit.Value `json:"inputs"`
	Outputs    []map[string]circuit.Value `json:"outputs"`
	Edges      []int                      `json:"edges"`
	// Problems are the codes of what the checks wrongly find; there should be none.
	Problems []circuit.Code `json:"problems"`
	// Pictures are what memories hold after the last step, row by row from address 0 on: # where a word is not zero.
	Pictures map[string][]string `json:"pictures"`
	// Texts are the texts that nodes show after the last step, by path.
	Texts map[string]string `json:"texts"`
}

// edgesOf is the number of clock edges that end step i.
func (e expectation) edgesOf(i int) int {
	if i < len(e.Edges) {
		return e.Edges[i]
	}
	return 1
}

func TestExamplesShowWhatTheyMust(t *testing.T) {
	files, err := filepath.Glob("*/expect.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		folder := filepath.Dir(file)
		t.Run(folder, func(t *testing.T) {
			content, err := os.ReadFile(file)
			require.NoError(t, err)
			var want expectation
			require.NoError(t, json.Unmarshal(content, &want))
			require.Equal(t, folder, want.ID, "the id is the name of the folder")
			require.NotEmpty(t, want.Title)
			require.NotEmpty(t, want.Line)
			require.NotEmpty(t, want.Category)
			require.True(t, want.Difficulty >= 1 && want.Difficulty <= 5, "difficulty is 1 to 5")
			require.NotEmpty(t, want.Outputs)
			require.Len(t, want.Inputs, len(want.Outputs))

			text, err := os.ReadFile(filepath.Join(folder, "circuit.ts"))
			require.NoError(t, err)
			compiled, err := sandbox.CompileLoading(t.Context(), sandbox.Source{
				Text: string(text), File: "circuit.ts", Grants: circuit.AllGrants(),
			}, sandbox.Limits{}, npm.NewFolder(folder))
			require.NoError(t, err)
			defer compiled.Close()
			require.Equal(t, want.Problems, codesOf(compiled.Diagnostics), "an example has no problems, not even hints")
			require.Equal(t, want.Circuit, compiled.Main)
			require.Equal(t, nodesOf(compiled), want.Nodes)
			require.Equal(t, want.Sequential, compiled.Design.Sequential)

			machine, err := compiled.NewMachine(t.Context())
			require.NoError(t, err)
			defer func() { require.NoError(t, machine.Close()) }()
			controls := sandbox.NewControls(compiled.Design)
			for i, outputs := range want.Outputs {
				require.NoError(t, controls.Set(machine, want.Inputs[i]))
				require.NoError(t, machine.Settle(t.Context()))
				if want.Sequential {
					_, err := machine.Step(t.Context(), want.edgesOf(i))
					require.NoError(t, err)
				}
				got := map[string]circuit.Value{}
				for _, port := range compiled.Design.Outputs {
					got[port.Name] = machine.Peek(port.Net)
				}
				for path := range outputs {
					if signal, ok := compiled.Design.Signal(path); ok {
						got[path] = machine.Peek(signal.Net)
					}
				}
				require.Equal(t, outputs, got, "step %d", i)
			}
			for path, text := range want.Texts {
				require.Equal(t, text, stateOf(t, compiled.Design, machine, path).Text, path)
			}
			for path, rows := range want.Pictures {
				state := stateOf(t, compiled.Design, machine, path)
				require.Equal(t, rows, pictureOf(state.Memory, len(rows), len(rows[0])), path)
			}
			require.Empty(t, machine.Warnings())
			if want.Sequential { // what a reader sees who just lets it run
				running, err := compiled.NewMachine(t.Context())
				require.NoError(t, err)
				defer func() { require.NoError(t, running.Close()) }()
				for range shownTimes {
					_, err := running.Step(t.Context(), shownEvery)
					require.NoError(t, err)
				}
				require.Empty(t, running.Warnings())
			}
		})
	}
}

// How often and after how many cycles values that do not fit are looked for in a circuit that runs on.
const (
	shownTimes = 2000
	shownEvery = 7
)

func codesOf(diagnostics []circuit.Diagnostic) []circuit.Code {
	var codes []circuit.Code
	for _, d := range diagnostics {
		codes = append(codes, d.Code)
	}
	return codes
}

// stateOf is the first state field of a node: of a Console or a UART_TX its text, of a memory its words.
func stateOf(t *testing.T, design *elaborate.Design, machine sim.Machine, path string) sim.State {
	t.Helper()
	for i, node := range design.Nodes() {
		if node.Path == path {
			require.NotEmpty(t, node.State, path)
			return machine.State(i, 0)
		}
	}
	require.Fail(t, "there is no node at "+path)
	return sim.State{}
}

// pictureOf draws the first words of a memory, # for those that are not zero.
func pictureOf(memory map[uint64]circuit.Value, height, width int) []string {
	rows := make([]string, height)
	for y := range rows {
		for x := range width {
			if memory[uint64(y*width+x)].IsZero() {
				rows[y] += "."
			} else {
				rows[y] += "#"
			}
		}
	}
	return rows
}

// nodesOf is how many nodes the main circuit has.
func nodesOf(c *sandbox.Compiled) int {
	if c.Circuit.Name == c.Main {
		return len(c.Circuit.Nodes)
	}
	return len(c.Library[c.Main].Nodes)
}

func TestTheModuleOfExamplesHasThemAll(t *testing.T) {
	folders, err := filepath.Glob("*/expect.json")
	require.NoError(t, err)
	list, err := Catalogue()
	require.NoError(t, err)
	require.Len(t, list, len(folders))
	for _, e := range list {
		require.NotEmpty(t, e.Title, e.ID)
		require.NotEmpty(t, e.Description, e.ID)
		require.Contains(t, e.Code, "circuit(", e.ID)
	}
	text, err := Module()
	require.NoError(t, err)
	require.Contains(t, text, `"id":"half-adder"`)
}
