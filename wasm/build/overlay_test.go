package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOverlayKeepsOneFile(t *testing.T) {
	root, err := goTool("env", "GOROOT")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, writeOverlay(path, strings.TrimSpace(string(root))))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var overlay struct{ Replace map[string]string }
	require.NoError(t, json.Unmarshal(text, &overlay))
	require.Greater(t, len(overlay.Replace), 10)
	for file, by := range overlay.Replace {
		require.Empty(t, by)
		require.NotEqual(t, kept, filepath.Base(file))
		require.FileExists(t, file, "go version %s", runtime.Version())
	}
}

// The package that is left compiles by itself and still answers.
func TestOverlaidPackageCompiles(t *testing.T) {
	root, err := goTool("env", "GOROOT")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, writeOverlay(path, strings.TrimSpace(string(root))))
	listed, err := goTool("list", "-overlay", path, "-f", "{{join .GoFiles \" \"}}", "net/http")
	require.NoError(t, err)
	require.Equal(t, kept, strings.TrimSpace(string(listed)))
	_, err = goTool("build", "-overlay", path, "net/http")
	require.NoError(t, err)
}

func TestOverlayNeedsTheFile(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "src", "net", "http"), 0o755))
	require.ErrorContains(t, writeOverlay(filepath.Join(root, "o.json"), root), kept)
	require.Error(t, writeOverlay(filepath.Join(root, "o.json"), filepath.Join(root, "none")))
}
