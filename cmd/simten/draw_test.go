package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDraw(t *testing.T) {
	const counter = "../../examples/counter/circuit.ts"
	file := filepath.Join(t.TempDir(), "counter.svg")
	code, out, problems := call(t, "draw", counter, "--cycle", "5", "--theme", "light", "-o", file)
	require.Equal(t, exitClean, code, problems)
	require.Empty(t, out)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(text), "<desc>Cycle 5. A circuit of 7 parts. Inputs: clear 0. Outputs: count 5.</desc>")
	require.NotContains(t, string(text), "prefers-color-scheme")
}

func TestDrawSetsInputsAndShowsTheLastOnes(t *testing.T) {
	inputs := filepath.Join(t.TempDir(), "inputs.json")
	require.NoError(t, os.WriteFile(inputs, []byte(`[{"clear": 0}, {"clear": 1}, {"clear": 0}]`), 0o600))
	code, out, problems := call(t, "draw", "../../examples/counter/circuit.ts", "--cycle", "1", "--inputs", inputs)
	require.Equal(t, exitClean, code, problems)
	require.Contains(t, out, "Inputs: clear 1. Outputs: count 1.")
}

func TestDrawPutsPartsWhereTheLayoutBesideTheProgramSays(t *testing.T) {
	text, err := os.ReadFile("../../examples/counter/circuit.ts")
	require.NoError(t, err)
	folder := t.TempDir()
	program := filepath.Join(folder, "counter.ts")
	require.NoError(t, os.WriteFile(program, text, 0o600))
	draw := func(more ...string) string {
		code, out, problems := call(t, append([]string{"draw", program}, more...)...)
		require.Equal(t, exitClean, code, problems)
		return out
	}
	alone := draw()
	places := []byte(`{"clear": {"x": 24, "y": 400}, "count": "no place"}`)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "counter.layout.json"), places, 0o600))
	beside := draw()
	require.NotEqual(t, alone, beside)
	require.Contains(t, beside, `translate(24 400)`)
	other := filepath.Join(folder, "other.json")
	require.NoError(t, os.WriteFile(other, []byte(`{}`), 0o600))
	require.Equal(t, alone, draw("--layout", other))
	require.NoError(t, os.WriteFile(other, []byte(`7`), 0o600))
	code, _, problems := call(t, "draw", program, "--layout", other)
	require.Equal(t, exitUsage, code)
	require.Contains(t, problems, "has no places")
}

func TestDrawRefuses(t *testing.T) {
	const counter = "../../examples/counter/circuit.ts"
	for name, c := range map[string]struct {
		args []string
		code int
		err  string
	}{
		"no such level": {[]string{"--level", "next.deeper"}, exitErrors, "is not a composite"},
		"no such theme": {[]string{"--theme", "pink"}, exitUsage, "auto, light, dark"},
		"before 0":      {[]string{"--cycle", "-1"}, exitUsage, "from 0 on, not -1"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, problems := call(t, append([]string{"draw", counter}, c.args...)...)
			require.Equal(t, c.code, code)
			require.Empty(t, out)
			require.Contains(t, problems, c.err)
		})
	}
}
