package sandbox_test

import (
	"math/bits"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// Loops that take one bit of a value after the other end when none is left, and are compiled.
func TestLoopsThatTakeBits(t *testing.T) {
	compiled, machines := everywhere(t, `circuit('A', { inputs: { a: bus(16), b: bus(31), c: bus(32) }, outputs: { x: bus(6), y: bus(6), z: bus(6) },
  eval: ({ a, b, c }) => {
    let n = 0, m = 0, k = 0
    for (let v = a; v; v &= v - 1) n++
    for (let v = b; v !== 0; v = v & (v - 1)) m++
    let v = c >>> 0
    while (v) { v = (v & (v - 1)) >>> 0; k++ }
    return { x: n, y: m, z: k }
  } })`)
	random := rand.New(rand.NewSource(1))
	for n, m := range machines {
		for k := range 40 {
			v := [3]uint64{uint64(random.Intn(1 << 16)), uint64(random.Intn(1 << 31)), uint64(random.Uint32())}
			switch k {
			case 0:
				v = [3]uint64{}
			case 1:
				v = [3]uint64{1<<16 - 1, 1<<31 - 1, 1<<32 - 1}
			case 2:
				v = [3]uint64{1 << 15, 1 << 30, 1 << 31}
			}
			for i := range v {
				m.Set(i, circuit.Uint(v[i]))
			}
			require.NoError(t, m.Settle(t.Context()))
			for i, out := range compiled.Design.Outputs {
				require.Equal(t, uint64(bits.OnesCount64(v[i])), m.Peek(out.Net).Lo, "%s: ones of %#x", backends[n], v[i])
			}
		}
	}
}
