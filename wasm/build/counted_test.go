package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The packages that are counted are arranged as the edits expect, and compile with them; otherwise the module would
// silently be built without.
func TestCountedPackagesCompile(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	folder := t.TempDir()
	gomod, err := writeLazy(folder)
	require.NoError(t, err)
	require.NoError(t, writeCounted(folder))
	for _, c := range counted {
		_, err = goTool("build", "-modfile", gomod, c.pkg)
		require.NoError(t, err)
		listed, err := goTool("list", "-modfile", gomod, "-f", "{{join .Imports \" \"}}", c.pkg)
		require.NoError(t, err)
		require.Contains(t, string(listed), "simten.dev/engine/effort")
	}
}

func TestReplaceOnce(t *testing.T) {
	text, err := replaceOnce([]byte("a b c"), [][2]string{{"b", "b b"}, {"c", "d"}})
	require.NoError(t, err)
	require.Equal(t, "a b b d", string(text))
	_, err = replaceOnce([]byte("a b b"), [][2]string{{"b", "c"}})
	require.ErrorContains(t, err, "2 times")
}
