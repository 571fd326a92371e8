package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The netlist of a counter, which Yosys has written, becomes a circuit that counts.
func TestImportNetlist(t *testing.T) {
	file := filepath.Join(t.TempDir(), "counter.ts")
	code, _, problems := call(t, "import", "../../engine/yosys/testdata/counter.json", "-o", file)
	require.Equal(t, exitClean, code, problems)
	inputs := filepath.Join(t.TempDir(), "inputs.json")
	require.NoError(t, os.WriteFile(inputs, []byte(`[{"rst": 1}, {"rst": 0, "en": 1, "step": 7}, {}, {"en": 0}]`), 0o600))
	code, out, problems := call(t, "sim", file, "--inputs", inputs)
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, `"count":5`)
	require.Contains(t, out, `"count":12`)
	require.Contains(t, out, `"count":19`)

	code, _, problems = call(t, "import", "../../engine/yosys/testdata/counter.json", "--param", "W=4")
	require.Equal(t, exitUsage, code)
	require.Contains(t, problems, "-param is for Verilog files")
}

func TestImportVerilog(t *testing.T) {
	if _, err := exec.LookPath("yosys"); err != nil {
		t.Skip("yosys is not installed, so no Verilog is read")
	}
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	// Parameters, include files and folders.
	write("width.vh", "`define STEP 3\n")
	source := write("up.v", "`include \"width.vh\"\nmodule up #(parameter W = 8) (input clk, output reg [W-1:0] n);\n"+
		"  always @(posedge clk) n <= n + `STEP;\nendmodule\n")
	code, out, problems := call(t, "import", source, "--param", "W=5", "-I", folder)
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, "outputs: { n: bus(5) }")
	code, out, problems = call(t, "import", folder, "-I", folder)
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, "outputs: { n: bus(8) }")

	// A file that another one of the folder includes is not read by itself.
	write("rest.v", "assign more = n + 1;\n")
	write("whole.v", "module whole(input [3:0] n, output [3:0] more);\n`include \"rest.v\"\nendmodule\n")
	code, out, problems = call(t, "import", folder, "-I", folder, "--top", "whole")
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, "outputs: { more: bus(4) }")

	// A part whose module is missing is told with its place.
	code, _, problems = call(t, "import", write("part.vv", "module part(input a);\n  gone g(a);\nendmodule\n"))
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, "part.vv:2:8: module part: g is an instance of gone, which is in none of the files")

	// The top is the module that is part of no other, not the largest one.
	code, out, problems = call(t, "import", "../../bench/verilog/sha256/sha256.v")
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, "digest: bus(256)")

	// Errors have the place in the Verilog text.
	broken := write("broken.sv", "module broken(input a, output y);\n  assign y = a +;\nendmodule\n")
	code, _, problems = call(t, "import", broken)
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, "broken.sv:2: error: syntax error")
	bus := write("bus.sv", "module pad(input oe, d, inout pin);\n  assign pin = oe ? d : 1'bz;\nendmodule\n")
	code, _, problems = call(t, "import", bus)
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, "bus.sv:1")
	require.Contains(t, problems, "port pin is an inout")
}
