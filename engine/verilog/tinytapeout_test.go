package verilog_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/verilog"
)

// A counter as the tile has it: 16 bits of output take the pins of either direction, too.
var counted = &verilog.Result{
	Text: "module Counter (input clk, input up, input rst, input [2:0] step, output [10:0] sum);\n" +
		"  reg [10:0] value = 11'd0;\n  assign sum = value;\n" +
		"  always @(posedge clk) value <= rst ? 11'd0 : up ? value + step : value;\nendmodule\n",
	Top: "Counter", Clock: "clk",
	Inputs:  []verilog.Port{{Name: "up", Width: 1}, {Name: "rst", Width: 1}, {Name: "step", Width: 3}},
	Outputs: []verilog.Port{{Name: "sum", Width: 11}},
}

const tileBench = `module bench;
  reg clk = 0, rst_n = 0; reg [7:0] ui = 8'h05; wire [7:0] uo, uio, oe;
  tt_um_counter t (.ui_in(ui), .uo_out(uo), .uio_in(8'h00), .uio_out(uio), .uio_oe(oe), .ena(1'b1), .clk(clk), .rst_n(rst_n));
  integer i;
  initial begin
    for (i = 0; i < 202; i = i + 1) begin #1 clk = 1; #1 clk = 0; if (i == 1) rst_n = 1; end
    $display("sum %0d oe %h", {uio[2:0], uo}, oe);
  end
endmodule
`

func TestTinyTapeoutHasThePinsOfATile(t *testing.T) {
	files, reset, err := verilog.TinyTapeout(counted, "A counter")
	require.NoError(t, err)
	require.True(t, reset, "rst is the reset pin")
	require.Equal(t, "src/tt_um_counter.v", files[0].Path)
	require.Contains(t, files[1].Text, "top_module: \"tt_um_counter\"")
	require.Contains(t, files[1].Text, "  ui[0]: \"up\"\n  ui[1]: \"step[0]\"\n")
	require.Contains(t, files[1].Text, "  uio[2]: \"sum[10]\"\n  uio[3]: \"\"\n")
	require.Equal(t, 24, strings.Count(files[1].Text, "]: "))
	require.Contains(t, files[2].Text, "| uo[7] | sum[7] |")

	if _, err := exec.LookPath("iverilog"); err != nil {
		t.Log("skipped: iverilog is not installed")
		return
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.v"), []byte(files[0].Text), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.v"), []byte(tileBench), 0o600))
	run := func(name string, args ...string) string {
		c := exec.Command(name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	run("iverilog", "-g2001", "-o", "a.vvp", "a.v", "b.v")
	require.Contains(t, run("vvp", "a.vvp"), "sum 400 oe 07") // 200 cycles by 2
}

func TestTinyTapeoutRefusesWhatDoesNotFit(t *testing.T) {
	wide := *counted
	wide.Inputs = append([]verilog.Port{{Name: "wide", Width: 10}}, wide.Inputs...)
	_, _, err := verilog.TinyTapeout(&wide, "")
	var misfit *verilog.PinsError
	require.True(t, errors.As(err, &misfit))
	require.Equal(t, &verilog.PinsError{Circuit: "Counter", Inputs: 14, Outputs: 11}, misfit)
}
