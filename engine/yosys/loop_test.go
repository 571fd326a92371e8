package yosys_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/yosys"
)

// A word that feeds its own other bits is no loop: it is taken apart, and the circuit has no warning of one.
func TestWordsOfOwnBits(t *testing.T) {
	data, err := os.ReadFile("testdata/ownbits.json")
	require.NoError(t, err)
	n, err := yosys.Decode(data)
	require.NoError(t, err)
	r, err := yosys.Import(n, yosys.Options{})
	require.NoError(t, err)
	c, err := sandbox.Compile(context.Background(), sandbox.Source{Text: r.Program}, sandbox.LimitsOf(limits.Default))
	require.NoError(t, err)
	defer c.Close()
	for _, d := range c.Diagnostics {
		require.NotEqual(t, circuit.CodeLoop, d.Code, d.Message)
	}
	module, _, err := c.Lower(context.Background())
	require.NoError(t, err)
	require.Empty(t, module.Loops)
}

// Bits of a register that are assigned in another order are one choice between words, where those are in fewer pieces.
func TestRearranged(t *testing.T) {
	n, err := yosys.Decode([]byte(`{"modules": {"turn": {"attributes": {"top": "1"},
		"ports": {
			"s": {"direction": "input", "bits": [2]},
			"a": {"direction": "input", "bits": [3, 4, 5, 6]},
			"b": {"direction": "input", "bits": [7, 8, 9, 10]},
			"y": {"direction": "output", "bits": [14, 13, 12, 11]}
		},
		"cells": {"m": {"type": "$mux", "parameters": {"WIDTH": "100"}, "connections": {
			"A": [6, 5, 4, 3], "B": [10, 9, 8, 7], "S": [2], "Y": [11, 12, 13, 14]
		}}}
	}}}`))
	require.NoError(t, err)
	r, err := yosys.Import(n, yosys.Options{})
	require.NoError(t, err)
	require.Contains(t, r.Program, "eval: ({ s, b, a }) => ({ y: s ? b : a })")
}
