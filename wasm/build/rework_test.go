package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReworkedProgramsDoTheSame: a program prints the same and ends alike as a native program, as WebAssembly from the linker, and reworked.
func TestReworkedProgramsDoTheSame(t *testing.T) {
	folder := t.TempDir()
	source := filepath.Join("testdata", "resume", "main.go")
	native := filepath.Join(folder, "native")
	output, err := exec.Command("go", "build", "-o", native, source).CombinedOutput()
	require.NoError(t, err, "%s", output)
	linked := filepath.Join(folder, "linked.wasm")
	_, err = goTool("build", "-o", linked, source)
	require.NoError(t, err)
	m, err := os.ReadFile(linked)
	require.NoError(t, err)
	m, err = rework(m)
	require.NoError(t, err)
	reworked := filepath.Join(folder, "reworked.wasm")
	require.NoError(t, os.WriteFile(reworked, m, 0o644))

	root, err := goTool("env", "GOROOT")
	require.NoError(t, err)
	run := func(name string, args ...string) string {
		output, err := exec.Command(name, args...).CombinedOutput()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
		require.Equal(t, 3, exit.ExitCode(), "%s", output)
		return string(output)
	}
	want := run(native)
	require.Contains(t, want, "deep: running+ recovered runtime error: index out of range [0] with length 0")
	node := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	require.Equal(t, want, run("node", "--stack-size=8192", node, linked))
	require.Equal(t, want, run("node", "--stack-size=8192", node, reworked))
}
