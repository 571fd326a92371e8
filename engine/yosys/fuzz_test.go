package yosys_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/yosys"
)

// FuzzImport gives the reader files that nobody has checked: it says what is wrong, and does not break down.
func FuzzImport(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(f, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(f, err)
		if len(data) < 10_000 {
			f.Add(data)
		}
	}
	f.Add([]byte(`{"modules":{"m":{"ports":{"a":{"direction":"input","bits":[2]},"y":{"direction":"output","bits":[2,"x",7]}}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := yosys.Decode(data)
		if err != nil {
			return
		}
		if flat, err := yosys.Flatten(n, yosys.Options{}, elaborate.Limits{}); err == nil {
			require.NoError(t, flat.Module.Check())
		}
		r, err := yosys.Import(n, yosys.Options{})
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.True(t, strings.Contains(r.Program, "circuit("), r.Program)
	})
}
