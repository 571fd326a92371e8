package yosys_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/yosys"
)

// Registers that an array has become are one circuit, of which each node has its place as an option.
func TestAlikeRegistersShareACircuit(t *testing.T) {
	data, err := os.ReadFile("testdata/arrays.json")
	require.NoError(t, err)
	n, err := yosys.Decode(data)
	require.NoError(t, err)
	r, err := yosys.Import(n, yosys.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(r.Program, "wa === index"), r.Program)
	require.NotContains(t, r.Program, "wa === 7")
	require.Contains(t, r.Program, "m_: Array.from({ length: 8 }, (_, index) => arrays_m({ index }))")
	require.Contains(t, r.Program, "inputs.we.to(...nodes.m_.map((n) => n.we))")
	require.Contains(t, r.Program, "nodes.m_[7].q.to(")
}
