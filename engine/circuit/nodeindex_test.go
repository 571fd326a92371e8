package circuit

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNodeIndex asks for each node of small and large circuits with a note that is right, wrong, beyond the list, and
// missing: the answer is the same.
func TestNodeIndex(t *testing.T) {
	for _, n := range []int{0, 1, fewNodes, fewNodes + 1, 100} {
		nodes := make([]Node, n)
		for i := range nodes {
			nodes[i].ID = fmt.Sprint("n", i)
		}
		for i := range nodes {
			for _, noted := range []int32{0, int32(i) + 1, 1, int32(n), int32(n) + 1, -3} {
				x := NodeIndex{Nodes: nodes}
				require.Equal(t, i, x.Find(nodes[i].ID, noted), "%d of %d, noted %d", i, n, noted)
				require.Equal(t, -1, x.Find("other", noted))
			}
		}
	}
}
