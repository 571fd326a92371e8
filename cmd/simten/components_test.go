package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/std"
)

func TestComponentsListsTheLibrary(t *testing.T) {
	code, out, errors := call(t, "components")
	require.Equal(t, exitClean, code, errors)
	require.Contains(t, out, "arithmetic\n")
	for _, name := range std.Names() {
		require.Contains(t, out, "  "+name+" ")
	}
	code, out, errors = call(t, "components", "--json")
	require.Equal(t, exitClean, code, errors)
	var list []std.Component
	require.NoError(t, json.Unmarshal([]byte(out), &list))
	require.Equal(t, std.Components(), list)
}

func TestComponentsShowsOne(t *testing.T) {
	code, out, errors := call(t, "components", "Adder")
	require.Equal(t, exitClean, code, errors)
	require.Contains(t, out, "**Adder** — Adds two words and a carry.")
	require.Contains(t, out, "- `width = 8` — wires of a, b and sum")
	code, out, errors = call(t, "components", "Adder", "--json")
	require.Equal(t, exitClean, code, errors)
	var one std.Component
	require.NoError(t, json.Unmarshal([]byte(out), &one))
	require.Equal(t, "Adder", one.Name)
	require.Len(t, one.Ports, 5)
}

func TestComponentsSuggestsANearbyName(t *testing.T) {
	code, out, errors := call(t, "components", "Addder")
	require.Equal(t, exitErrors, code)
	require.Empty(t, out)
	require.Contains(t, errors, "Adder")
	code, _, _ = call(t, "components", "Adder", "And")
	require.Equal(t, exitUsage, code)
}
