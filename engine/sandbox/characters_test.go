package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// Characters made of numbers are compared, looked for and switched over; compiled, each of them gives what the closure
// gives.
func TestCharacters(t *testing.T) {
	compiled, machines := everywhere(t, `circuit('A', { inputs: { d: bus(8), e: bus(8) }, outputs: { y: bus(13), z: bus(4), w: bus(8) },
  eval: ({ d, e }) => {
    const c = String.fromCharCode(d), f = String.fromCharCode(e)
    let y = 0
    if (c >= '0' && c <= '9') y |= 1
    if (c === ';') y |= 2
    switch (c) { case 'a': case 'b': y |= 4; break; case 'xy': y |= 8 }
    if (c < f) y |= 16
    if (c === f) y |= 32
    if ('+-*/'.includes(c)) y |= 64
    if (c <= 'mm') y |= 128
    if ('mm' < c) y |= 256
    if ('' < c && c > '' && !(c <= '')) y |= 512
    if (c != 'q') y |= 1024
    if ('M' >= c) y |= 2048
    if ('b' > 'ab' && !('b' < 'b') && 'b' <= 'b') y |= 4096
    return { y, z: '+-*/'.indexOf(c) & 15, w: 'abcab'.indexOf(f) + 2 }
  } })`)
	seen := uint64(0)
	for d := range uint64(256) {
		for _, e := range []uint64{0, '0', 'a', 'b', 'c', d, d + 1, 255} {
			want := []uint64{}
			for n, m := range machines {
				m.Set(0, circuit.Uint(d))
				m.Set(1, circuit.Uint(e))
				require.NoError(t, m.Settle(t.Context()))
				for i, out := range compiled.Design.Outputs {
					got := m.Peek(out.Net).Lo
					if n == 0 {
						want = append(want, got)
						continue
					}
					require.Equal(t, want[i], got, "output %d of %q, %q", i, d, e)
				}
			}
			seen |= want[0]
		}
	}
	require.Equal(t, uint64(0x1ff7), seen, "each comparison holds for some characters, but that with a text of two")
}
