package yosys

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIncluded(t *testing.T) {
	texts := map[string]string{
		"rtl/top.v":        "`include \"defs.vh\"\n`include \"alu.v\"\nmodule top; endmodule",
		"rtl/alu.v":        "module alu; endmodule",
		"rtl/inc/defs.vh":  "`define W 8",
		"rtl/guard.v":      "// a header\n`ifndef G\n`define G\n`include \"../common/words.v\"\nmodule guard; endmodule\n`endif",
		"common/words.v":   "localparam A = 1;",
		"sim/model.v":      "`ifdef SIM\n`include \"ram.v\"\n`endif\n`ifdef SIM\n`include \"tasks.v\"\n`endif\nmodule model; endmodule",
		"sim/ram.v":        "module ram; endmodule",
		"sim/tasks.v":      "task a; endtask // module no more",
		"rtl/commented.v":  "// `include \"model.v\"\nmodule commented; initial $display(\"// `include \"); endmodule",
		"rtl/notdefs.vh":   "",
		"elsewhere/alus.v": "module alus; endmodule",
	}
	sources := []string{
		"common/words.v", "elsewhere/alus.v", "rtl/alu.v", "rtl/commented.v", "rtl/guard.v", "rtl/top.v", "sim/model.v", "sim/ram.v", "sim/tasks.v",
	}
	files, folders := Included(texts, sources)
	require.Equal(t, []string{"elsewhere/alus.v", "rtl/commented.v", "rtl/guard.v", "rtl/top.v", "sim/model.v", "sim/ram.v"}, files)
	require.Equal(t, []string{".", "rtl", "rtl/inc", "sim"}, folders)
}

func TestIncludedEachOther(t *testing.T) {
	files, _ := Included(map[string]string{"a.v": "`include \"b.v\"", "b.v": "`include \"a.v\""}, []string{"a.v", "b.v"})
	require.Equal(t, []string{"a.v", "b.v"}, files)
}

func TestIncludedInOrder(t *testing.T) {
	files, _ := Included(map[string]string{
		"a_top.sv":   "module top import types::*; (input types::word a); endmodule",
		"b_types.sv": "// package other\npackage types; typedef sizes::length word; endpackage",
		"c_sizes.sv": "package sizes; typedef logic [7:0] length; endpackage",
		"z_defs.v":   "`define WIDTH 8",
	}, []string{"a_top.sv", "b_types.sv", "c_sizes.sv", "z_defs.v"})
	require.Equal(t, []string{"z_defs.v", "c_sizes.sv", "b_types.sv", "a_top.sv"}, files)
}

func FuzzIncluded(f *testing.F) {
	f.Add("`include \"b.v\"\n`ifdef A\n`include <../b.v>\n`endif // \"", "package p; module a; endmodule")
	f.Add("\"\\\" /* `include \"./b.v\"", "`include \"a.v\"")
	f.Fuzz(func(t *testing.T, a, b string) {
		sources := []string{"a.v", "rtl/b.v"}
		files, _ := Included(map[string]string{sources[0]: a, sources[1]: b}, sources)
		require.NotEmpty(t, files)
		require.Subset(t, sources, files)
	})
}
