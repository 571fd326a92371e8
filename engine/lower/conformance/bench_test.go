package conformance

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// benchCircuits are the files of the benchmark that this directory's tests use too.
func benchCircuits(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../../bench/*/circuit.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	texts := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		texts[filepath.Base(filepath.Dir(f))] = string(text)
	}
	return texts
}

// TestBenchCircuits compares the large circuits with their closures for some cycles; all must be
// lowered fully.
func TestBenchCircuits(t *testing.T) {
	if testing.Short() {
		t.Skip("large circuits")
	}
	for name, text := range benchCircuits(t) {
		t.Run(name, func(t *testing.T) {
			started := time.Now()
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			t.Logf("%d nodes, %d operations, built in %v", p.Design.NodeCount(), len(p.Module.Ops), time.Since(started))
			lowertest.Agree(t, p, 3, 1)
		})
	}
}
