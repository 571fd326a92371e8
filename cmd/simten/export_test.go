package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExport(t *testing.T) {
	const counter = "../../examples/counter/circuit.ts"
	code, out, problems := call(t, "export", counter)
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, "reg [7:0] count_value = 8'd0;")

	folder := t.TempDir()
	file := filepath.Join(folder, "counter.v")
	inputs := filepath.Join(folder, "inputs.json")
	require.NoError(t, os.WriteFile(inputs, []byte(`[{}, {}, {"clear": 1}, {"clear": 0}]`), 0o600))
	code, _, problems = call(t, "export", counter, "-o", file, "--testbench", "--inputs", inputs)
	require.Equal(t, exitClean, code, problems)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, out, string(text))
	lines, err := os.ReadFile(filepath.Join(folder, "counter_tb.hex"))
	require.NoError(t, err)
	require.Equal(t, "000\n001\n102\n000\n", string(lines))

	if _, err := exec.LookPath("iverilog"); err != nil {
		t.Skip("iverilog is not installed, so the testbench is not played")
	}
	run := exec.Command("sh", "-c", "iverilog -g2001 -o run counter.v counter_tb.v && vvp -n run")
	run.Dir = folder
	played, err := run.CombinedOutput()
	require.NoError(t, err, "%s", played)
	require.Equal(t, "PASS Counter8: 4 steps", strings.TrimSpace(string(played)))
}

func TestExportRefusesWhatItCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "circuit.ts")
	require.NoError(t, os.WriteFile(file, []byte(`circuit('Half', {
  inputs: { a: bus(8) },
  outputs: { y: bus(8) },
  eval: ({ a }) => ({ y: Math.floor(Math.sqrt(a * 0.3)) }),
})`), 0o600))
	code, out, problems := call(t, "export", file)
	require.Equal(t, exitErrors, code)
	require.Empty(t, out)
	require.Contains(t, problems, "E088")
	require.Contains(t, problems, ":4:")

	code, out, problems = call(t, "export", file, "--black-boxes")
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, "(* blackbox *)\nmodule Half (")

	code, _, problems = call(t, "export", file, "--format", "vhdl")
	require.Equal(t, exitUsage, code, problems)
	code, _, problems = call(t, "export", file, "--testbench")
	require.Equal(t, exitUsage, code, problems)
}

func TestExportDrawsAGraph(t *testing.T) {
	code, out, problems := call(t, "export", "../../examples/counter/circuit.ts", "--format", "dot")
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, `    "node count":"o_q" -> "node next":"i_a" [label="8"];`)
	require.Contains(t, out, `    "clear" -> "node count":"i_rst";`)
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("dot is not installed, so the graph is not given to it")
	}
	draw := exec.Command(dot, "-Tsvg")
	draw.Stdin = strings.NewReader(out)
	drawn, err := draw.CombinedOutput()
	require.NoError(t, err, "%s", drawn)
	require.NotContains(t, string(drawn), "Warning")
}
