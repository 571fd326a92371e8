package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A netlist of Yosys runs without a program being made of it, as the program does that import makes.
func TestSimulateNetlist(t *testing.T) {
	const netlist = "../../engine/yosys/testdata/counter.json"
	inputs := filepath.Join(t.TempDir(), "inputs.json")
	require.NoError(t, os.WriteFile(inputs, []byte(`[{"rst": 1}, {"rst": 0, "en": 1, "step": 7}, {}, {"en": 0}]`), 0o600))
	code, straight, problems := call(t, "sim", netlist, "--inputs", inputs)
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, straight, `"count":19`)

	program := filepath.Join(t.TempDir(), "counter.ts")
	code, _, problems = call(t, "import", netlist, "-o", program)
	require.Equal(t, exitClean, code, problems)
	code, out, problems := call(t, "sim", program, "--inputs", inputs)
	require.Equal(t, exitClean, code, problems)
	require.Equal(t, out, straight)

	wave := filepath.Join(t.TempDir(), "counter.vcd")
	code, _, problems = call(t, "sim", netlist, "--inputs", inputs, "--vcd", wave)
	require.Equal(t, exitClean, code, problems)
	text, err := os.ReadFile(wave)
	require.NoError(t, err)
	require.Contains(t, string(text), "$var wire 8 ")

	code, _, problems = call(t, "sim", netlist, "--steps", "--circuit", "nobody")
	require.Equal(t, exitErrors, code)
	require.Contains(t, problems, "there is no module nobody")
	code, _, problems = call(t, "check", netlist)
	require.Equal(t, exitUsage, code)
	require.Contains(t, problems, "make one of it with simten import, or run it with simten sim")
}

// Verilog runs after Yosys has read it, before the command goes into its sealed process.
func TestSimulateVerilog(t *testing.T) {
	if _, err := exec.LookPath("yosys"); err != nil {
		t.Skip("yosys is not installed, so no Verilog is run")
	}
	folder := t.TempDir()
	source := filepath.Join(folder, "up.v")
	// Yosys 0.23 does not know the format, which is no reason not to run the design.
	require.NoError(t, os.WriteFile(source, []byte("module up #(parameter W = 8, BY = 1) (input clk, output reg [W-1:0] n);\n"+
		"  initial $display(\"%08b\", W);\n  always @(posedge clk) n <= n + BY;\nendmodule\n"+
		"module other(input a, output y);\n  assign y = ~a;\nendmodule\n"), 0o600))
	rest, done, code := readVerilog(t.Context(), terminal{in: os.Stdin, out: os.Stdout, err: os.Stderr},
		[]string{"sim", source, "--ticks", "3", "--circuit", "up", "--param=BY=3", "--param", "W=2"})
	defer done()
	require.Equal(t, exitClean, code)
	require.Len(t, rest, 4)
	require.Equal(t, []string{"--ticks", "3"}, rest[2:])
	code, out, problems := call(t, rest...)
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, `{"step":2,"cycle":3,"values":{"n":1}}`)
	done()
	_, err := os.Stat(rest[1])
	require.ErrorIs(t, err, os.ErrNotExist)
}
