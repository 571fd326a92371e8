package wasmgen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// TestRotations compiles r = (r >>> n) | (r << 32-n) + 1 and its look-alikes that are no rotation.
func TestRotations(t *testing.T) {
	cases := []struct {
		width, right, left int
		swap               bool
	}{{32, 7, 25, false}, {32, 7, 25, true}, {64, 13, 51, false}, {32, 7, 24, false}, {16, 3, 13, false}, {32, 31, 1, true}}
	for _, tc := range cases {
		m := &netlist.Module{Name: "rotate"}
		add := func(kind word.Kind, a, b word.ID, imm uint64) word.ID {
			op := word.Op{Kind: kind, Width: int32(tc.width), Bits: int32(tc.width), A: a, B: b, C: word.None, Imm: imm}
			m.Ops, m.Uses = append(m.Ops, op), append(m.Uses, netlist.InStep|netlist.InSettle)
			return word.ID(len(m.Ops) - 1)
		}
		r := add(word.Reg, word.None, word.None, 0)
		x := add(word.LShr, r, add(word.Const, word.None, word.None, uint64(tc.right)), 0)
		y := add(word.Shl, r, add(word.Const, word.None, word.None, uint64(tc.left)), 0)
		if tc.swap {
			x, y = y, x
		}
		next := add(word.Add, add(word.Or, x, y, 0), add(word.Const, word.None, word.None, 1), 0)
		start := uint64(0x9e3779b97f4a7c15) & maskOf(tc.width)
		m.Registers = []netlist.Register{{Name: "r", Width: tc.width, Start: circuit.Uint(start), Next: next}}
		m.Nets = []word.ID{r}
		require.NoError(t, m.Check())
		for _, registers := range []int{0, 48} {
			h := startHarness(t, m, tuning{functionOps: 1000, localRegisters: registers, branchCost: 12})
			done, err := h.i.step(5)
			require.NoError(t, err)
			require.EqualValues(t, 5, done)
			want := start
			for range 5 {
				want = (want>>tc.right | want<<tc.left&maskOf(tc.width)) + 1
				want &= maskOf(tc.width)
			}
			require.Equal(t, want, h.net(r).Lo, "%+v", tc)
			require.NoError(t, h.i.close())
		}
	}
}
