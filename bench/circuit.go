package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// circuits are the folders of this directory, in the order of the table.
var circuits = []struct{ name, text string }{
	{"counter", "32-bit counter"},
	{"registers", "1,024 registers, 8,192 operations"},
	{"gates", "10,000 gates: multipliers and ripple adder"},
	{"systolic", "8 x 8 systolic array"},
	{"sha256", "SHA-256, one block a cycle"},
	{"rv32i", "RV32I computer running a sieve"},
	{"rule30", "Rule 30, 4,096 cells, a node each"},
	{"rule30-vector", "Rule 30, 4,096 cells, one bus"},
	{"lambdas", "ring of 100 user lambdas"},
}

// source reads the TypeScript of a circuit.
func source(dir, name string) (string, error) {
	b, err := os.ReadFile(filepath.Join(dir, name, "circuit.ts"))
	return string(b), err
}

// verilog gives the file with a circuit in Verilog. The big netlist of registers is written by the
// same random numbers as its TypeScript; all others are written by hand.
func verilog(dir, build, name string) (string, error) {
	if name != "registers" {
		return filepath.Abs(filepath.Join(dir, name, "top.v"))
	}
	path := filepath.Join(build, "registers.v")
	return path, os.WriteFile(path, []byte(registersVerilog()), 0o644)
}

// registersVerilog is bench/registers/circuit.ts in Verilog.
func registersVerilog() string {
	const registers, operations = 1024, 8
	seed := uint32(12345)
	random := func(below uint32) uint32 {
		seed = (seed*1103515245 + 12345) & 0x7fffffff
		return (seed >> 8) % below
	}
	var declare, logic, edge strings.Builder
	for i := range registers {
		fmt.Fprintf(&declare, "  reg [31:0] r%d = %d;\n", i, random(0x7fffff))
		value := fmt.Sprintf("r%d", i)
		for k := range operations {
			kind := uint32(0)
			if k < operations-1 {
				kind = random(6)
			}
			other := fmt.Sprintf("r%d", random(registers))
			expression := ""
			switch kind {
			case 5:
				expression = fmt.Sprintf("{%s[26:0], %s[31:27]} ^ %s", value, value, other)
			default:
				expression = fmt.Sprintf("%s %s %s", value, [...]string{"+", "^", "&", "|", "-"}[kind], other)
			}
			name := fmt.Sprintf("n%d_%d", i, k)
			fmt.Fprintf(&logic, "  wire [31:0] %s = %s;\n", name, expression)
			value = name
		}
		fmt.Fprintf(&edge, "    r%d <= %s;\n", i, value)
	}
	return "module top(input clk, output [31:0] out);\n" + declare.String() + logic.String() +
		"  always @(posedge clk) begin\n" + edge.String() + "  end\n  assign out = r0;\nendmodule\n"
}
