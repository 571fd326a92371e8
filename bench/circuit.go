package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// home is the folder of this command, with the drivers of the other simulators.
const home = "bench"

// entry is one circuit to measure.
type entry struct {
	name, text string
	// public is what the public Simten runs a circuit of this kind and size at, in cycles a second, as measured in
	// Node; 0 when it was not measured.
	public float64
}

// circuits are the folders of this directory, in the order of the table.
var circuits = []entry{
	{"counter", "32-bit counter", 583_000},
	{"registers", "1,024 registers, 8,192 operations", 0},
	{"gates", "10,000 gates: multipliers and ripple adder", 0},
	{"systolic", "8 x 8 systolic array", 0},
	{"sha256", "SHA-256, one block a cycle", 0},
	{"rv32i", "RV32I computer running a sieve", 0},
	{"rule30", "Rule 30, 4,096 cells, a node each", 0},
	{"rule30-vector", "Rule 30, 4,096 cells, one bus", 0},
	{"wide", "arithmetic on 256 bits", 0},
	{"lambdas", "ring of 100 user lambdas", 38_000},
	{"cores", "64 small cores of which one works", 0},
	{"peripherals", "serial lines, SPI, a timer and a FIFO", 0},
	{"stack", "stack machine running a program from ROM", 0},
	{"floats", "four floating-point adders, pipelined", 0},
	{"reorder", "reorder buffer of 16 records", 0},
	{"ring", "ring of 32 registers and adders, 97 nodes", 24_000},
	{"logic", "1,000 gates and 64 flip-flops", 2_900},
}

// found lists what there is to measure in a folder: the table above, or every circuit of another folder.
func found(dir string) ([]entry, error) {
	if filepath.Clean(dir) == home {
		return circuits, nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "circuit.ts"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no NAME/circuit.ts in %s", dir)
	}
	list := make([]entry, len(files))
	for i, f := range files {
		list[i].name = filepath.Base(filepath.Dir(f))
	}
	return list, nil
}

// source reads the TypeScript of a circuit.
func source(dir, name string) (string, error) {
	b, err := os.ReadFile(filepath.Join(dir, name, "circuit.ts"))
	return string(b), err
}

// verilog gives the file with a circuit in Verilog, "" when there is none: two circuits are here only for what
// the public Simten makes of their kind. The two big netlists are written by functions, as their
// TypeScript makes them by loops; all others are written by hand.
func verilog(dir, build, name string) (string, error) {
	text := ""
	switch name {
	case "registers":
		text = registersVerilog()
	case "gates":
		text = gatesVerilog()
	default:
		file := filepath.Join(dir, name, "top.v")
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return "", nil
		}
		return filepath.Abs(file)
	}
	path := filepath.Join(build, name+".v")
	return path, os.WriteFile(path, []byte(text), 0o644)
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

// gateList writes a netlist of gates, each with a wire of its own.
type gateList struct {
	text  strings.Builder
	count int
}

func (g *gateList) gate(kind, a, b string) string {
	g.count++
	out := fmt.Sprintf("w%d", g.count)
	fmt.Fprintf(&g.text, "  wire %s;\n  %s g%d(%s, %s, %s);\n", out, kind, g.count, out, a, b)
	return out
}

func (g *gateList) fullAdder(a, b, carry string) (sum, carryOut string) {
	ab := g.gate("xor", a, b)
	sum = g.gate("xor", ab, carry)
	return sum, g.gate("or", g.gate("and", a, b), g.gate("and", ab, carry))
}

// multiplier is the array multiplier of bench/gates/circuit.ts.
func (g *gateList) multiplier(a, b []string) []string {
	var product []string
	row := make([]string, 0, len(a)+1)
	for j := range a {
		row = append(row, g.gate("and", a[j], b[0]))
	}
	row = append(row, "1'b0")
	for i := 1; i < len(b); i++ {
		product = append(product, row[0])
		var next []string
		carry := "1'b0"
		for j := range a {
			var sum string
			sum, carry = g.fullAdder(row[j+1], g.gate("and", a[j], b[i]), carry)
			next = append(next, sum)
		}
		row = append(next, carry)
	}
	return append(product, row...)
}

// gatesVerilog is bench/gates/circuit.ts in Verilog.
func gatesVerilog() string {
	const bits, start = 64, uint64(0x9e3779b97f4a7c15)
	g := &gateList{}
	var declare, edge, out strings.Builder
	d := make([]string, bits)
	for i := range d {
		d[i] = fmt.Sprintf("d%d", i)
		fmt.Fprintf(&declare, "  reg d%d = %d;\n", i, start>>i&1)
	}
	big := g.multiplier(d[:32], d[32:])
	small := g.multiplier(d[3:29], d[31:57])
	carry := "1'b1"
	for i := range d {
		x := big[i]
		if i < len(small) {
			x = g.gate("xor", x, small[i])
		}
		var sum string
		sum, carry = g.fullAdder(d[i], x, carry)
		fmt.Fprintf(&edge, "    d%d <= %s;\n", i, sum)
	}
	for i := bits - 1; i >= 32; i-- {
		if out.Len() > 0 {
			out.WriteString(", ")
		}
		out.WriteString(d[i])
	}
	return "module top(input clk, output [31:0] out);\n" + declare.String() + g.text.String() +
		"  always @(posedge clk) begin\n" + edge.String() + "  end\n  assign out = {" + out.String() + "};\nendmodule\n"
}
