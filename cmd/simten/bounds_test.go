package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// longLine is more than any line of a message may have: a printed line of 4,000 bytes and a word on what was cut.
const longLine = 4_200

// Nothing that a program can make long is shown as long as it is: a regular expression, a name, a text.
func TestNoMessageIsLong(t *testing.T) {
	big := strings.Repeat("x", 80_000)
	circuits := map[string]string{
		"regular expression": "const r = /(" + big + "/",
		"made expression":    "new RegExp('(' + '" + big + "')",
		"name of a circuit":  "circuit('" + big + "', { inputs: { a: bit }, connect: ({ inputs }) => [inputs.b.to(inputs.c)] })",
		"name of a node": "circuit('A', { inputs: { a: bit }, nodes: { " + big + ": And }, connect: ({ inputs, nodes }) => [inputs.a.to(nodes." + big +
			".q), nodes." + big + "z.out.to(nodes." + big + ".a)] })",
		"name of a port":     "circuit('A', { inputs: { " + big + ": bit }, outputs: { y: bit }, connect: ({ inputs, outputs }) => [inputs." + big + "q.to(outputs.y)] })",
		"port of a port":     "circuit('A', { inputs: { " + big + ": bit }, outputs: { y: bit }, connect: ({ inputs, outputs }) => [inputs." + big + "." + big + ".to(outputs.y)] })",
		"name of an option":  "circuit('A', { nodes: { r: Register({ " + big + ": 1 }) } })",
		"name of a variable": big + "()",
		"key":                "circuit('A', { " + big + ": 1 })",
		"recursion":          "const A = circuit('" + big + "', { inputs: { a: bit } }); circuit('" + big + "', { nodes: { a: A } })",
		"error":              "throw new Error('" + big + "')",
		"thrown text":        "throw '" + big + "'",
		"import":             "import x from '" + big + "'\nx()",
		"syntax":             "const " + big + " = = 2",
		"printed":            "console.log('" + big + "'); circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })",
		"error of a lambda":  "circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => { throw new Error('" + big + "') } })",
		"text of a port":     "circuit('A', { inputs: { a: '" + big + "' } })",
		"loop":               "circuit('A', { outputs: { y: bit }, nodes: { " + big + ": Not }, connect: ({ outputs, nodes: { " + big + ": n } }) => [n.out.to(n.in, outputs.y)] })",
	}
	tests := map[string]string{
		"names":        "describe('" + big + "', () => { test('" + big + "', () => { expect(1).toBe(2) }) })",
		"each":         "test.each([['" + big + "']])('%s', () => { expect(1).toBe(2) })",
		"difference":   "test('a', () => { expect({ a: '" + big + "' }).toEqual({ a: '" + big + "y', " + big + ": 1 }) })",
		"match":        "test('a', () => { expect('" + big + "').toMatch(/" + big + "y/) })",
		"other error":  "test('a', () => { expect(() => { throw new Error('" + big + "') }).toThrow('" + big + "y') })",
		"error":        "test('a', () => { throw new Error('" + big + "') })",
		"property":     "import fc from 'fast-check'\ntest('a', () => { fc.assert(fc.property(fc.constant('" + big + "'), () => false)) })",
		"port":         "const A = circuit('A', { inputs: { a: bus(8) } }); test('a', () => { simulate(A).set({ " + big + ": 1 }) })",
		"value":        "const A = circuit('A', { inputs: { a: bus(8) } }); test('a', () => { simulate(A).set({ a: '" + big + "' }) })",
		"cell":         "const A = circuit('A', { nodes: { m: RAM({}) } }); test('a', () => { simulate(A).setNode('m', { 1: '" + big + "' }) })",
		"path":         "const A = circuit('A', { inputs: { a: bus(8) } }); test('a', () => { simulate(A).get('" + big + "') })",
		"expression":   "test('a', () => { new RegExp('(" + big + "') })",
		"file":         "import x from './" + big + "'\ntest('a', () => { x })",
		"printed":      "test('a', () => { console.log('" + big + "') })",
		"verification": "import { verify, declareOracle, describe } from '@simten/core/verify'\ndescribe('" + big + "'); declareOracle({ kind: '" + big + "' }); verify.check('" + big + "', () => { throw new Error('" + big + "') }); verify.run()",
	}
	root := t.TempDir()
	run := func(name, text string, command ...string) {
		file := filepath.Join(root, strings.ReplaceAll(name, " ", "-")+".test.ts")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		_, out, problems := call(t, append(command, file)...)
		require.NotEmpty(t, out+problems, name)
		for _, line := range strings.Split(out+"\n"+problems, "\n") {
			require.Less(t, len(line), longLine, fmt.Sprint(command, " ", name))
		}
	}
	for name, text := range circuits {
		run(name, text, "check")
		run(name, text, "sim", "--ticks", "1")
	}
	for name, text := range tests {
		run(name, text, "test")
		run(name, text, "verify")
	}
}
