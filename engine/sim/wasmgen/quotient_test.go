package wasmgen

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReciprocal compares division with the multiplication that takes its place, for numbers of both signs next to
// multiples and at the ends.
func TestReciprocal(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	found := 0
	for round := range 20000 {
		n := 1 + rnd.IntN(40)
		d := uint64(2 + round)
		if round%2 == 0 {
			d = 1 + rnd.Uint64()>>(64-1-rnd.IntN(n+2))
		}
		room := 63 + round&1
		m, shift, ok := reciprocal(d, n, room)
		if !ok {
			require.Greater(t, n+max(n, bits.Len64(d))+1, room-1, "%d for %d bits", d, n)
			continue
		}
		found++
		largest := uint64(1)<<n - 1
		for range 20 {
			a := rnd.Uint64() & largest
			for _, a := range []uint64{a, a / d * d, a/d*d - 1, a/d*d + d - 1, largest, largest / d * d, largest/d*d - 1, 0, 1} {
				if a > largest {
					continue
				}
				// A call of require for each of these millions would take most of the time.
				if hi, lo := bits.Mul64(a, m); hi != 0 || lo>>shift != a/d {
					require.Fail(t, "wrong quotient", "%d / %d of %d bits", a, d, n)
				}
			}
			if room == 64 || d&(d-1) == 0 {
				continue
			}
			for _, a := range []int64{-int64(a) - 1, -int64(a / d * d), -int64(largest) - 1} {
				if a < 0 && (a*int64(m))>>shift+1 != a/int64(d) {
					require.Fail(t, "wrong quotient", "%d / %d of %d bits", a, d, n)
				}
			}
		}
	}
	require.Greater(t, found, 10000)
}
