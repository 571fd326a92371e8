package realm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNames: names have the numbers that a map would give them.
func TestNames(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		n, want := newNames(random.IntN(3)*10), map[string]int{}
		for range 300 {
			name := fmt.Sprintf("%.*d", random.IntN(4), random.IntN(300))
			number, known := n.number(name)
			was, there := want[name]
			require.Equal(t, there, known)
			require.Equal(t, was, number)
			if random.IntN(2) == 0 {
				number, isNew := n.add(name)
				require.Equal(t, !there, isNew)
				if isNew {
					want[name] = len(want)
				}
				require.Equal(t, want[name], number)
			}
		}
		require.Len(t, n.list, len(want))
	}
}
