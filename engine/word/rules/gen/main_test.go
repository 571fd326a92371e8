package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The matchers are those of the rules: `go generate ./engine/word` was run.
func TestMatchersAreOfTheRules(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, generate(folder))
	for _, name := range []string{"rules.gen.go", "rules_gen_test.go"} {
		want, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join("..", "..", name))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "%s is older than the rules; run `go generate ./engine/word`", name)
	}
}
