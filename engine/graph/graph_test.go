package graph

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestComponents compares the components of random graphs with what can reach what.
func TestComponents(t *testing.T) {
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		n := 1 + r.Intn(12)
		type edge struct{ from, to int }
		var list []edge
		reaches := make([][]bool, n)
		for v := range reaches {
			reaches[v] = make([]bool, n)
		}
		for range r.Intn(2 * n) {
			e := edge{r.Intn(n), r.Intn(n)}
			if seed%2 == 0 { // most forward, as in a circuit
				e.to = min(n-1, e.from+r.Intn(4)-r.Intn(2)*r.Intn(2))
				e.to = max(0, e.to)
			}
			list = append(list, e)
			reaches[e.from][e.to] = true
		}
		edges := func(add func(from, to int)) {
			for _, e := range list {
				add(e.from, e.to)
			}
		}
		g := New(n, edges)
		require.Equal(t, largeGraph(n, edges), g)
		for k := range n {
			for v := range n {
				for w := range n {
					reaches[v][w] = reaches[v][w] || reaches[v][k] && reaches[k][w]
				}
			}
		}
		var seen []int
		g.Components(func(component []int32) {
			require.True(t, slices.IsSorted(component))
			v := int(component[0])
			for _, before := range seen {
				require.False(t, reaches[v][before], "%d: %d comes after %d", seed, v, before)
			}
			together := []int32{}
			for w := range n {
				if w == v || reaches[v][w] && reaches[w][v] {
					together = append(together, int32(w))
				}
			}
			require.Equal(t, together, component, seed)
			for _, w := range component {
				seen = append(seen, int(w))
			}
		})
		require.Len(t, seen, n)
	}
}
