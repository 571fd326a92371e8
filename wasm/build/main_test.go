package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func write(t *testing.T, path, text string) string {
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func TestTheHashSeesEveryChange(t *testing.T) {
	dir := t.TempDir()
	a, b := write(t, filepath.Join(dir, "a.go"), "one"), write(t, filepath.Join(dir, "b.go"), "two")
	hash := func(heading string, files ...string) string {
		h, err := hashFiles(heading, files)
		require.NoError(t, err)
		return h
	}
	first := hash("go1.26", a, b)
	require.Equal(t, first, hash("go1.26", a, b))
	require.NotEqual(t, first, hash("go1.27", a, b), "another toolchain")
	require.NotEqual(t, first, hash("go1.26", a), "a file less")
	write(t, a, "onet")
	write(t, b, "wo")
	require.NotEqual(t, first, hash("go1.26", a, b), "text moved from one file to the next")
	_, err := hashFiles("go1.26", []string{filepath.Join(dir, "missing.go")})
	require.Error(t, err)
}

func TestProductsAreOnlyTakenWhole(t *testing.T) {
	dir := t.TempDir()
	module := write(t, filepath.Join(dir, "engine.wasm"), "12345")
	about := filepath.Join(dir, "engine.json")
	require.False(t, upToDate(about, module, "h"), "nothing is known")
	write(t, about, `{"bytes":5,"inputs":"h"}`)
	require.True(t, upToDate(about, module, "h"))
	require.False(t, upToDate(about, module, "other"))
	write(t, module, "1234")
	require.False(t, upToDate(about, module, "h"), "cut short")
	require.NoError(t, os.Remove(module))
	require.False(t, upToDate(about, module, "h"))
	write(t, about, "{")
	require.False(t, upToDate(about, module, "h"))
}
