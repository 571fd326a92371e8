package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

func TestTextsThatAreNoCircuitsAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		text, want   string
		line, column int
	}{
		"a web page":        {"<!DOCTYPE html>\n<html><body>Hi</body></html>\n", "HTML", 1, 1},
		"a piece of one":    {"\n  <div class=\"x\">Hi</div>", "HTML", 2, 3},
		"a picture":         {"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "HTML", 1, 1},
		"Verilog":           {"// A counter\nmodule counter(input clk, output reg [7:0] q);\nendmodule\n", "Verilog", 2, 1},
		"with parameters":   {"module counter #(parameter W = 8) (\n input clk\n);\nendmodule\n", "Verilog", 1, 1},
		"with a time scale": {"`timescale 1ns/1ps\nmodule a;\nendmodule\n", "Verilog", 1, 1},
		"VHDL":              {"LIBRARY ieee;\nuse ieee.std_logic_1164.all;\n", "VHDL", 1, 1},
		"Python":            {"# adds\ndef add(a, b):\n    return a + b\n", "Python", 2, 1},
		"Python imports":    {"from amaranth import *\nx = 1\n", "Python", 1, 1},
		"C":                 {"#include <stdio.h>\nint main() { return 0; }", "C", 1, 1},
		"JSON":              {"{ \"nodes\": [] }", "JSON", 1, 1},
		"Markdown":          {"A half adder:\n\n```ts\ncircuit('A', {})\n```\n", "Markdown", 3, 1},
		"a shell":           {"$ npm install\n", "shell", 1, 1},
		"an address":        {"https://simten.example/#code=abc", "address", 1, 1},
		"a sentence":        {"Please draw me an adder.", "sentence", 1, 1},
		"another file":      {"\x00\x01\x02(", "no text", 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			script, list := Prepare("a.ts", c.text, Options{})
			require.Nil(t, script)
			require.Len(t, list, 1)
			require.Equal(t, circuit.CodeSyntax, list[0].Code)
			require.Contains(t, list[0].Message, c.want)
			require.NotEmpty(t, list[0].Suggestion)
			require.Equal(t, []int{c.line, c.column}, []int{list[0].Line, list[0].Column})
			require.Equal(t, c.line, list[0].EndLine)
		})
	}
}

// A mistake in a circuit is told as such, whatever else its text has in it.
func TestCircuitsWithAMistakeAreNoOtherLanguage(t *testing.T) {
	for name, text := range map[string]string{
		"Verilog in a text": "const v = `\nmodule a(input b);\nendmodule\n`\ncircuit('A', { inputs: { a bit } })",
		"Python in one":     "const p = `\ndef f(x):\n  return x\n`\ncircuit('A', {",
		"a statement":       "circuit('A', {})\nassign y = a & b;\n",
		"words first":       "the half adder\ncircuit('A', {})",
	} {
		t.Run(name, func(t *testing.T) {
			_, list := Prepare("a.ts", text, Options{})
			require.True(t, circuit.HasErrors(list))
			for _, d := range list {
				require.False(t, strings.HasPrefix(d.Message, "This looks like"), d.Message)
			}
		})
	}
	script, list := Prepare("a.ts", "// module a(input b);\nconst text = `\nmodule a(input b);\nendmodule\n`\n", Options{})
	require.NotNil(t, script, "%v", list)
}

func TestNumbersThatLoseDigits(t *testing.T) {
	for written, became := range map[string]string{
		"9007199254740993":             "9007199254740992",
		"9_007_199_254_740_993":        "9007199254740992",
		"0x20000000000001":             "0x20000000000000",
		"0xffffffffffffffff":           "0x10000000000000000",
		"0xFFFF_FFFF_FFFF_FFFF":        "0x10000000000000000",
		"12345678901234567890":         "12345678901234567168",
		"0b" + strings.Repeat("1", 54): "18014398509481984",
	} {
		script, list := Prepare("a.ts", "const a = 1\nreg(64, "+written+")", Options{})
		require.NotNil(t, script)
		require.Len(t, list, 1, written)
		require.Equal(t, circuit.CodeInexactNumber, list[0].Code)
		require.Equal(t, circuit.Warning, list[0].Severity)
		require.Equal(t, []int{2, 9, 2, 9 + len(written)}, []int{list[0].Line, list[0].Column, list[0].EndLine, list[0].EndColumn})
		require.Contains(t, list[0].Message, "it becomes "+became+".")
		require.Contains(t, list[0].Suggestion, written+"n,")
	}
	for _, written := range []string{
		"9007199254740992", "9007199254740994", "9007199254740993n", "0x8000000000000000", "1e300", "1.2345678901234567890", "0xffffffffffffffffn",
		"0b" + strings.Repeat("1", 53), "'9007199254740993'", "100000000000000000000",
	} {
		_, list := Prepare("a.ts", "reg(64, "+written+")", Options{})
		require.Empty(t, list, written)
	}
}
