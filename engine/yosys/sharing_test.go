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
	require.Equal(t, 8, strings.Count(r.Program, ": arrays_m({ index: "), r.Program)
}
