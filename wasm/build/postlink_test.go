package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPatternsThatAreMissing: a pattern that is found less often than in the module that was counted fails the build,
// with the count; a module of our own that grew or shrank does not.
func TestPatternsThatAreMissing(t *testing.T) {
	found := func(share float64) (list []pattern) {
		for _, e := range expected {
			list = append(list, pattern{e.name, int(share * float64(e.count))})
		}
		return list
	}
	require.NotEmpty(t, expected)
	require.NoError(t, checkPatterns(found(1), expectedBytes))
	require.NoError(t, checkPatterns(found(0.8), expectedBytes*8/10))
	require.NoError(t, checkPatterns(found(1.3), expectedBytes))
	require.ErrorContains(t, checkPatterns(found(0.9), expectedBytes), "addresses on the stack: found 367336 times, and at least 387744 were expected")
	for i, e := range expected {
		list := found(1)
		list[i].count = 0
		require.ErrorContains(t, checkPatterns(list, expectedBytes), e.name+": found 0 times")
	}
	require.ErrorContains(t, checkPatterns(found(1)[1:], expectedBytes), "other patterns")
	require.ErrorContains(t, checkPatterns(nil, expectedBytes), "other patterns")
	require.Contains(t, table(found(1), expectedBytes), "direct jumps")
}

// TestTheToolchainIsPinned: go.mod names the toolchain that the module is built with, and no other is taken for it.
func TestTheToolchainIsPinned(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	version, err := pinned()
	require.NoError(t, err)
	require.Regexp(t, `^go1\.\d+\.\d+$`, version)
	t.Setenv("GOTOOLCHAIN", os.Getenv("GOTOOLCHAIN")) // set back
	require.NoError(t, pinToolchain(""))
	have, err := goTool("env", "GOVERSION")
	require.NoError(t, err)
	require.Equal(t, version, strings.TrimSpace(string(have)))

	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("go.mod", []byte("module a\n\ngo 1.26\n"), 0o600))
	_, err = pinned()
	require.ErrorContains(t, err, "no toolchain line")
}

// TestReworkedProgramsDoTheSame: a program prints the same and ends alike as a native program, as WebAssembly from the
// linker, and reworked.
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
	m, _, err = postlink(m)
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
