package sandbox

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// apply makes the change of a fix as an editor does: in UTF-16 units.
func apply(text string, f circuit.Fix) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	if f.Line < 1 || f.Line != f.EndLine || f.Line > len(lines) {
		return "", fmt.Errorf("a fix of line %d to %d", f.Line, f.EndLine)
	}
	units := utf16.Encode([]rune(lines[f.Line-1]))
	if f.Column < 1 || f.EndColumn <= f.Column || f.EndColumn > len(units)+1 {
		return "", fmt.Errorf("a fix of column %d to %d", f.Column, f.EndColumn)
	}
	lines[f.Line-1] = string(utf16.Decode(units[:f.Column-1])) + f.Text + string(utf16.Decode(units[f.EndColumn-1:]))
	return strings.Join(lines, ""), nil
}

func messages(list []circuit.Diagnostic) []string {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = list[i].Message
	}
	return texts
}

// The fixes of a text, with what it is with the first of them.
func TestFixes(t *testing.T) {
	parts := `circuit('T', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { gate: And, n: Not }, connect: `
	tests := map[string]struct{ text, want string }{
		"a port":                      {parts + `({ inputs, nodes }) => [inputs.a.to(nodes.gate.aa)] })`, `nodes.gate.a)`},
		"its only output":             {parts + `({ inputs, nodes }) => [nodes.n.q.to(nodes.gate.a)] })`, `nodes.n.out.to`},
		"a port of the circuit":       {parts + `({ outputs, nodes }) => [nodes.n.out.to(outputs.yy)] })`, `outputs.y)`},
		"a port in brackets":          {parts + `({ inputs, nodes }) => [inputs.a.to(nodes.gate['aa'])] })`, `nodes.gate['a']`},
		"a port behind other letters": {`/* 😀é */ ` + parts + `({ inputs, nodes }) => [inputs.a.to(nodes.gate.aa)] })`, `nodes.gate.a)`},
		"a computed port":             {parts + `({ inputs, nodes }) => ['aa'].map((k) => inputs.a.to(nodes.gate[k])) })`, ``},
		"a node":                      {parts + `({ inputs, nodes }) => [inputs.a.to(nodes.gatee.a)] })`, `nodes.gate.a`},
		"a node in a pattern":         {parts + `({ inputs, nodes: { gat } }) => [inputs.a.to(gat.a)] })`, `nodes: { gate: gat }`},
		"a node with another name":    {parts + `({ inputs, nodes: { gat: g } }) => [inputs.a.to(g.a)] })`, `nodes: { gate: g }`},
		"a port of a port":            {parts + `({ inputs, nodes }) => [inputs.a.out.to(nodes.gate.a)] })`, `[inputs.a.to(`},
		"a port of a node's port":     {parts + `({ inputs, nodes: { n, gate } }) => [n.out.out.to(gate.a)] })`, `[n.out.to(`},
		"a port of an output":         {parts + `({ outputs, nodes }) => [nodes.n.out.to(outputs.y.in)] })`, `outputs.y)`},
		"a section":                   {parts + `({ input, nodes: { gate } }) => [input.a.to(gate.a)] })`, `({ inputs: input, nodes`},
		"an option":                   {`circuit('T', { nodes: { r: Register({ widht: 4 }) } })`, `Register({ width: 4 })`},
		"an option in quotes":         {`circuit('T', { nodes: { r: Register({ 'widht': 4 }) } })`, `Register({ 'width': 4 })`},
		"an option of a shorthand":    {"const widht = 4\ncircuit('T', { nodes: { r: Register({ widht }) } })", `Register({ width: widht })`},
		"an option from elsewhere":    {"const o = { widht: 4 }\ncircuit('T', { nodes: { r: Register(o) } })", ``},
		"a component":                 {`circuit('T', { nodes: { r: Registr() } })`, `r: Register()`},
		"a component in a shorthand":  {`circuit('T', { nodes: { Registr } })`, `{ Registr: Register }`},
		"a component in a list":       {`circuit('T', { nodes: { g: [And, Nandd, Or] } })`, `[And, Nand, Or]`},
		"an import":                   {"import { Nandd } from '@simten/core/std'\ncircuit('T', { nodes: { g: Nandd } })", `{ Nand as Nandd }`},
		"an import with another name": {"import { Nandd as N } from '@simten/core/std'\ncircuit('T', { nodes: { g: N } })", `{ Nand as N }`},
		"a key":                       {`circuit('T', { input: { a: bit } })`, `{ inputs: { a: bit } }`},
		"a result":                    {`circuit('T', { outputs: { sum: bit, carry: bit }, eval: () => ({ sum: 1, cary: 0 }) })`, `({ sum: 1, carry: 0 })`},
		"a result in a shorthand":     {`circuit('T', { outputs: { sum: bit, carry: bit }, eval: () => { const cary = 1; return { sum: 1, cary } } })`, `{ sum: 1, carry: cary }`},
		"an argument":                 {`circuit('T', { inputs: { data: bit }, outputs: { y: bit }, eval: ({ dat }) => ({ y: dat ^ 1 }) })`, `({ data: dat }) =>`},
		"an argument with a default":  {`circuit('T', { inputs: { data: bit }, outputs: { y: bit }, onTick: ({ dat }) => ({ n: dat ^ 1 }), state: { n: reg(1) }, eval: () => ({ y: 1 }) })`, `({ data: dat }) =>`},
		"advice that is no name":      {parts + `({ inputs, nodes }) => [inputs.clk.to(nodes.gate.a)] })`, ``},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := Compile(context.Background(), Source{Text: test.text}, Limits{})
			require.NoError(t, err)
			for _, d := range c.Diagnostics {
				if len(d.Fixes) == 0 {
					continue
				}
				fixed, err := apply(test.text, d.Fixes[0])
				require.NoError(t, err)
				require.NotEmpty(t, test.want, "a fix that nobody expected: %s", fixed)
				require.Contains(t, fixed, test.want)
				again, err := Compile(context.Background(), Source{Text: fixed}, Limits{})
				require.NoError(t, err)
				require.NotContains(t, messages(again.Diagnostics), d.Message)
				return
			}
			require.Empty(t, test.want, "no fix: %v", messages(c.Diagnostics))
		})
	}
}
