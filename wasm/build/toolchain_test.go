package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestToolchainIsCopiedWhole(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "go", "go1.2.3")
	require.NoError(t, os.MkdirAll(filepath.Join(from, "src", "net"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(from, "src", "net", "net.go"), []byte("package net"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(from, "go"), []byte("#!"), 0o755))
	require.NoError(t, os.Chmod(filepath.Join(from, "src"), 0o555), "as in the module cache")
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(from, "src"), 0o755) })

	require.NoError(t, copyToolchain(from, to))
	text, err := os.ReadFile(filepath.Join(to, "src", "net", "net.go"))
	require.NoError(t, err)
	require.Equal(t, "package net", string(text))
	info, err := os.Stat(filepath.Join(to, "go"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o755), info.Mode().Perm())
	rest, err := os.ReadDir(filepath.Dir(to))
	require.NoError(t, err)
	require.Len(t, rest, 1, "nothing is left of the way there")
	require.NoError(t, copyToolchain(filepath.Join(from, "none"), to), "it is there already")
	require.Error(t, copyToolchain(filepath.Join(from, "none"), to+"x"))
}
