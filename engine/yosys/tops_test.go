package yosys_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/yosys"
)

const parameterised = `module leaf #(parameter W = 4, parameter signed S = -3) (input clk, input [W-1:0] d, output reg [W-1:0] q);
  reg [7:0] m [0:15];
  always @(posedge clk) begin q <= d + m[d]; m[q] <= d; end
endmodule
module tests (input clk, output q); assign q = clk; endmodule
module chip #(parameter N = 8, parameter [15:0] INIT = 16'hBEEF, parameter FILE = "", parameter ROM = "a b.hex", parameter BITS = "01")
  (input clk, input [N-1:0] d, output [N-1:0] q);
  leaf #(.W(N)) s (.clk(clk), .d(d), .q(q));
endmodule
`

// listed runs the script of a listing; nil where Yosys is not installed.
func listed(t *testing.T, text string) *yosys.Netlist {
	t.Helper()
	program, err := exec.LookPath("yosys")
	if err != nil {
		t.Skip("skipped: yosys is not installed")
	}
	dir := t.TempDir()
	script, err := yosys.Listing(yosys.Source{Files: []string{"a.v"}}, "list.json")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.v"), []byte(text), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "s.ys"), []byte(script), 0o600))
	c := exec.Command(program, "-q", "-s", "s.ys")
	c.Dir = dir
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	data, err := os.ReadFile(filepath.Join(dir, "list.json"))
	require.NoError(t, err)
	n, err := yosys.Decode(data)
	require.NoError(t, err)
	return n
}

func TestTopsAreThoseThatAreNoPart(t *testing.T) {
	tops := yosys.Tops(listed(t, parameterised))
	require.Len(t, tops, 3)
	require.Equal(t, "chip", tops[0].Name)
	require.Equal(t, 6, tops[0].Place.Line)
	require.Equal(t, []yosys.Parameter{
		{"BITS", `"01"`}, {"FILE", `""`}, {"INIT", "16'hbeef"}, {"N", "8"}, {"ROM", `"a b.hex"`},
	}, tops[0].Parameters)
	require.Equal(t, "tests", tops[1].Name)
	require.True(t, tops[1].Root)
	require.Equal(t, "leaf", tops[2].Name)
	require.False(t, tops[2].Root)
	require.Equal(t, []yosys.Parameter{{"S", "-3"}, {"W", "4"}}, tops[2].Parameters)
}

// A default that was not edited can be given back as it is told.
func TestDefaultsAreParameters(t *testing.T) {
	for _, p := range yosys.Tops(listed(t, parameterised))[0].Parameters {
		if p.Name == "ROM" {
			continue // scripts of Yosys have no texts with spaces
		}
		_, err := yosys.Script(yosys.Source{Files: []string{"a.v"}, Top: "chip", Parameters: map[string]string{p.Name: p.Default}}, "out.json")
		require.NoError(t, err, p.Name)
	}
}
