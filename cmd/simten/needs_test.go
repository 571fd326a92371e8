package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/process/seal"
)

func TestNeedsOf(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	require.NoError(t, os.MkdirAll("project/node_modules/a", 0o755))
	require.NoError(t, os.WriteFile("project/plain.ts", []byte("circuit('A', {})"), 0o600))
	require.NoError(t, os.WriteFile("project/imports.ts", []byte("import x from 'a'\n"), 0o600))
	require.NoError(t, os.WriteFile("steps.json", []byte("[]"), 0o600))
	packages, err := filepath.EvalSymlinks(filepath.Join(root, "project/node_modules"))
	require.NoError(t, err)

	plain := needsOf([]string{"sim", "project/plain.ts", "--inputs", "steps.json", "--vcd", "out/wave.vcd", "--ticks", "3"})
	require.Subset(t, plain.Read, []string{"project/plain.ts", "project/plain.ts.lock", "steps.json", packages})
	require.NotContains(t, plain.Read, "project", "a circuit imports no files")
	require.Equal(t, []string{"out/wave.vcd", "out"}, plain.Write)
	require.False(t, plain.Network, "nothing is imported")
	require.NoError(t, os.WriteFile("trace.vcd", []byte("$version import $end\n"), 0o600))
	recorded := needsOf([]string{"sim", "project/plain.ts", "--inputs", "trace.vcd"})
	require.Contains(t, recorded.Read, "trace.vcd")
	require.False(t, recorded.Network, "a recorded wave is no program")

	for _, args := range [][]string{
		{"sim", "--vcd=x.vcd", "project/plain.ts"},
		{"sim", "--fst=x.vcd", "project/plain.ts"},
		{"sim", "project/plain.ts", "--fst", "x.vcd"},
		{"sim", "-vcd", "x.vcd", "project/plain.ts"},
		{"sim", "project/plain.ts", "--vcd", "x.vcd"},
	} {
		require.Equal(t, []string{"x.vcd", "."}, needsOf(args).Write, args)
	}
	require.True(t, needsOf([]string{"check", "project/imports.ts"}).Network)
	require.True(t, needsOf([]string{"check", "-"}).Network)
	require.Empty(t, needsOf([]string{"check", "project/imports.ts"}).Write)
	require.Equal(t, []string{"project"}, needsOf([]string{"lock", "project/imports.ts"}).Write)
	for _, args := range [][]string{{"test", "project"}, {"test", "project/plain.ts"}, {"verify", "--root", "project", "project/plain.ts"}} {
		require.Contains(t, needsOf(args).Read, "project", args)
	}
	require.Contains(t, needsOf([]string{"test"}).Read, ".")
}

// The process of a tool call needs nothing of the system: its texts come with the task.
func TestAJobNeedsNothing(t *testing.T) {
	require.Equal(t, seal.Needs{}, needsOf([]string{"mcp", jobFlag}))
	require.False(t, needsGuard([]string{"mcp"}), "the server itself runs no circuit")
	require.NotEqual(t, seal.Needs{}, needsOf([]string{"mcp", jobFlag, "x"}), "only that very command line is one")
}
