package sandbox

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
)

func TestGuardLetsFunctionsThrough(t *testing.T) {
	for _, code := range []string{
		"(data) => data", "data => data", "async (data) => data", "async data => data", "function (data) { return data }",
		"function f(data) {}", "async function f() {}", "function* g() {}", "// a comment\n(d) => d", "/* one\n two */ d => d", "\uFEFF d => d",
		"$_é => 1", "<T>(x: T) => x", "constant => 1", "imported => 1", "letter=>1",
	} {
		require.Nil(t, guard(code, limits.Default), code)
	}
}

func TestGuardRefusesWhatIsNoFunction_A161(t *testing.T) {
	for code, says := range map[string]string{
		"":                         "empty",
		" \n// only a comment":     "empty",
		"```js\n(d) => d\n```":     "Markdown",
		"import x from 'y'":        "import",
		"export default (d) => d":  "export",
		"require('fs')":            "require",
		"const f = (d) => d":       "declaration",
		"let f = 1":                "declaration",
		"class A {}":               "class",
		"return 1":                 "statement",
		"{ a: 1 }":                 "block or an object",
		"[1, 2]":                   "list",
		"42":                       "not a function",
		"'text'":                   "not a function",
		"data.length":              "not a function",
		"while (true) {}":          "not a function",
		strings.Repeat(" ", 1<<10): "empty",
	} {
		problem := guard(code, limits.Default)
		require.NotNil(t, problem, code)
		require.Equal(t, protocol.ErrInvalidCode, problem.Code)
		require.Contains(t, problem.Message, says)
		require.Contains(t, problem.Advice, "(data) =>")
	}
	require.Equal(t, protocol.ErrPayloadTooLarge, guard("(d) => d", limits.Limits{SourceBytes: 4}).Code)
}

// The guard is no border: what it lets through is looked at by the parser.
func TestOnlyOneFunctionIsExecuted_A026(t *testing.T) {
	for code, says := range map[string]string{
		"(1, 2)":                 "not one function",
		"(d) => d, (d) => d":     "not one function",
		"(d) => d); ((d) => d":   "not one function",
		"(d) => d)\n((d) => d":   "not one function",
		"(function () {})()":     "not one function",
		"(() => 1)()":            "not one function",
		"function f() {}.x":      "not one function",
		"(d) => d); while(1); (": "not one function",
	} {
		_, _, problem := execute(t.Context(), code, nil, nil, 1<<20, Limits{})
		require.NotNil(t, problem, code)
		if problem.Code != protocol.ErrSyntax {
			require.Equal(t, protocol.ErrInvalidCode, problem.Code, code)
			require.Contains(t, problem.Message, says, code)
		}
	}
}

func TestPlacesAreThoseOfTheCode(t *testing.T) {
	for code, place := range map[string][2]int{
		"(d) => d.a.b":        {1, 8},
		"(d) =>\n  d.a.b":     {2, 3},
		"(d) => {\n  let x x": {2, 9},
		"(d) => eval('1')":    {1, 8},
	} {
		_, _, problem := execute(t.Context(), code, []byte("{}"), nil, 1<<20, Limits{})
		require.NotNil(t, problem, code)
		require.Equal(t, place[0], problem.Line, "%s: %+v", code, problem)
		require.InDelta(t, place[1], problem.Column, 4, "%s: %+v", code, problem)
	}
}
