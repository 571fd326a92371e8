//go:build !js

package sandbox

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower"
)

// TestLoweringWork: no lambda of an example or a benchmark circuit is lowered by a strategy, for all of them can be
// lowered as a whole. With a file named by SIMTEN_WORK it writes there how often lowerings and loops are done and given
// up, and the time of both: for examples and benchmark circuits, and for as many random files as
// SIMTEN_NETLISTS_RANDOM says.
//
//	SIMTEN_WORK=/tmp/work.txt SIMTEN_NETLISTS_RANDOM=2000 go test ./engine/sandbox -run TestLoweringWork -count 1
func TestLoweringWork(t *testing.T) {
	given := lower.Work{}
	for _, pattern := range []string{"../../examples/*/circuit.ts", "../../examples/learn/*/solution.ts", "../../bench/*/circuit.ts"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			content, err := os.ReadFile(file)
			require.NoError(t, err)
			countWork(t, string(content), given)
		}
	}
	require.Positive(t, given["node"].Done)
	for kind := range given {
		require.False(t, strings.HasPrefix(kind, "strategy: "), "%s: %d done, %d given up", kind, given[kind].Done, given[kind].GivenUp)
	}
	file := os.Getenv("SIMTEN_WORK")
	if file == "" {
		return
	}
	random := lower.Work{}
	count, _ := strconv.Atoi(os.Getenv("SIMTEN_NETLISTS_RANDOM"))
	for k, kind := range randomKinds {
		for seed := range uint64(count / len(randomKinds)) {
			countWork(t, writeRandomFile(rand.New(rand.NewPCG(seed, uint64(k))), kind), random)
		}
	}
	text := "examples and benchmark circuits\n" + tableOfWork(given) + "\nrandom files\n" + tableOfWork(random)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// countWork lowers the nodes of a circuit file, and adds what that takes.
func countWork(t *testing.T, text string, to lower.Work) {
	t.Helper()
	c := compile(t, text)
	defer c.Close()
	if c.Design == nil {
		return
	}
	l := lower.NewLowerer(c.realm, true)
	l.Work = to
	for again := true; again; again = l.Again() {
		for _, p := range c.Design.Each() {
			_, err := l.Node(context.Background(), p)
			require.NoError(t, err)
		}
	}
}

// tableOfWork is a table of work, a line for each kind.
func tableOfWork(w lower.Work) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-60s %8s %10s %8s %10s\n", "", "done", "ms", "given up", "ms")
	for _, kind := range slices.Sorted(maps.Keys(w)) {
		e := w[kind]
		fmt.Fprintf(&b, "%-60s %8d %10.1f %8d %10.1f\n", kind, e.Done, float64(e.DoneTime.Microseconds())/1000, e.GivenUp, float64(e.GivenUpTime.Microseconds())/1000)
	}
	return b.String()
}
