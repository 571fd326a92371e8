package yosys_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
	"simten.dev/engine/yosys"
)

// An output that is the clock does not keep a design from running in cycles: it shows the level before the edge.
func TestClockAsOutput(t *testing.T) {
	if _, err := exec.LookPath("yosys"); err != nil {
		t.Skip("yosys is not installed, so a design that hands its clock out is not read")
	}
	file := filepath.Join(t.TempDir(), "shown.v")
	require.NoError(t, os.WriteFile(file, []byte(`module shown(input clk, input d, output reg q, output same, output [2:0] mixed);
  wire fallen = ~clk;
  always @(posedge clk) q <= d;
  assign same = clk;
  assign mixed = {d, fallen, q};
endmodule
`), 0o600))
	n, err := yosys.Decode(netlistOf(t, []string{file}, "shown"))
	require.NoError(t, err)
	r, err := yosys.Import(n, yosys.Options{})
	require.NoError(t, err)
	require.False(t, r.Steps)
	require.Equal(t, "clk", r.Clock)
	require.Len(t, r.Warnings, 2)
	for i, name := range []string{"same", "mixed"} {
		require.Equal(t, "output "+name+" is the clock clk, and shows the level that it has before its edge",
			r.Warnings[i].Text)
	}
	difference, compared := play(t, r.Program, sandbox.Interpreter, run{
		inputs:  []port{{"d", 1}},
		outputs: []port{{"q", 1}, {"same", 1}, {"mixed", 3}},
		steps: []step{
			{
				first: []string{"1"}, second: []string{"1"},
				samples: [][]string{{"0", "0", "6"}, {"0", "0", "6"}, {"1", "0", "7"}},
			},
			{
				first: []string{"0"}, second: []string{"0"},
				samples: [][]string{{"1", "0", "3"}, {"1", "0", "3"}, {"0", "0", "2"}},
			},
		},
	})
	require.Empty(t, difference, "%s", r.Program)
	require.Equal(t, 18, compared)
}
