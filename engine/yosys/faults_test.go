package yosys_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
	"simten.dev/engine/yosys"
)

// A netlist with one thing changed differs from the recorded run of the design: the comparison can fail, and each of
// these things counts.
func TestPlantedFaultsAreFound(t *testing.T) {
	kind := func(to string) func(*yosys.Cell) { return func(c *yosys.Cell) { c.Type = to } }
	unsigned := func(c *yosys.Cell) { c.Parameters["A_SIGNED"], c.Parameters["B_SIGNED"] = "0", "0" }
	flip := func(name string) func(*yosys.Cell) {
		return func(c *yosys.Cell) { // the lowest digit
			digits := []byte(c.Parameters[name])
			last := len(digits) - 1
			digits[last] ^= 1
			c.Parameters[name] = string(digits)
		}
	}
	swap := func(a, b string) func(*yosys.Cell) {
		return func(c *yosys.Cell) { c.Connections[a], c.Connections[b] = c.Connections[b], c.Connections[a] }
	}
	faults := []struct {
		fixture, cell, line string // the first cell of that type, of that line of the Verilog text if one is given
		change              func(*yosys.Cell)
	}{
		{"arithmetic", "$add", ":11.", kind("$sub")},
		{"arithmetic", "$mul", ":14.", unsigned},
		{"division", "$div", ":10.", unsigned},
		{"division", "$mod", ":11.", kind("$div")},
		{"bitwise", "$and", ":7.", kind("$or")},
		{"bitwise", "$xnor", "", kind("$xor")},
		{"shifts", "$sshr", "", kind("$shr")},
		{"shifts", "$shl", "", func(c *yosys.Cell) { c.Connections["B"] = c.Connections["B"][:2] }},
		{"selects", "$shiftx", "", func(c *yosys.Cell) {
			c.Connections["B"][0], c.Connections["B"][1] = c.Connections["B"][1], c.Connections["B"][0]
		}},
		{"compares", "$lt", "", kind("$le")},
		{"compares", "$le", ":8.", unsigned},
		{"reductions", "$reduce_xor", "", kind("$reduce_or")},
		{"choices", "$mux", "", swap("A", "B")},
		{"cells", "$sdffce", "", kind("$sdffe")},
		{"cells", "$aldff", "", flip("ALOAD_POLARITY")},
		{"cells", "$demux", "", func(c *yosys.Cell) { s := c.Connections["S"]; s[0], s[1] = s[1], s[0] }},
		{"tables", "$mem_v2", "", flip("INIT")},
		{"resets", "$adff", "", flip("ARST_VALUE")},
		{"resets", "$adff", "", flip("ARST_POLARITY")},
		{"latches", "$dlatch", "", flip("EN_POLARITY")},
		{"memories", "$mem_v2", "", flip("INIT")},
		{"romfile", "$mem_v2", "", flip("INIT")},
		{"twoclocks", "$dff", "", flip("CLK_POLARITY")},
	}
	for _, f := range faults {
		t.Run(f.fixture+" "+f.cell, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile("testdata/" + f.fixture + ".json")
			require.NoError(t, err)
			n, err := yosys.Decode(data)
			require.NoError(t, err)
			changed := false
			for _, m := range n.Modules {
				for _, c := range m.Cells {
					if !changed && c.Type == f.cell && strings.Contains(c.Attributes["src"], f.line) {
						f.change(c)
						changed = true
					}
				}
			}
			require.True(t, changed, "there is no such cell")
			r, err := yosys.Import(n, yosys.Options{ResetPulses: true})
			require.NoError(t, err)
			difference, _ := play(t, r.Program, sandbox.Interpreter, load(t, "testdata/"+f.fixture+".run"))
			require.NotEmpty(t, difference)
			difference, _ = playFlat(t, n, yosys.Options{ResetPulses: true}, load(t, "testdata/"+f.fixture+".run"))
			require.NotEmpty(t, difference, "without a text")
		})
	}
}
