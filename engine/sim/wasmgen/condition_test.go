package wasmgen

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// TestRepeatedConditions has registers that are chosen by comparisons and bits of one register. A condition that is a
// value somewhere, too, is computed once.
func TestRepeatedConditions(t *testing.T) {
	h := newHolding()
	count := h.counter(8)
	wide := h.reg(40)
	h.next(wide, h.Add(wide, h.Uint(0x123456789, 40)))
	some := func(cond word.ID) {
		for i := range uint64(3) {
			r := h.reg(16)
			h.next(r, h.Add(r, h.Mux(cond, h.Xor(r, h.Uint(i+3, 16)), h.Add(h.ZExt(count, 16), h.Uint(i, 16)))))
		}
	}
	equal, below, bit, high := h.Eq(count, h.Uint(5, 8)), h.Compare(word.ULt, count, h.Uint(77, 8)), h.Slice(count, 3, 1), h.Slice(wide, 37, 1)
	also := h.Eq(count, h.Uint(6, 8))
	for _, c := range []word.ID{equal, below, bit, high, also} {
		some(c)
	}
	flag := h.reg(1)
	h.next(flag, also)
	netlist.Finish(h.m, h.Builder, nil)
	require.NoError(t, h.m.Check())
	netlisttest.Fields(h.m)
	tune := defaultTuning
	l, err := newLayout(h.m, nil)
	require.NoError(t, err)
	p := newPlan(h.m, step, l, nil, tune)
	repeated := 0
	for id := range h.m.Ops {
		if op := &h.m.Ops[id]; p.isFlag(op) && p.uses[id] > 1 {
			constant := op.Kind == word.Eq && h.m.Ops[op.B].Imm == 6
			require.Equal(t, !constant, p.inline[id], "%v", *op)
			if p.inline[id] {
				repeated++
			}
		}
	}
	require.Equal(t, 4, repeated)
	for _, local := range []int{0, 64} { // registers in memory, and in locals
		tune.localRegisters = local
		x, err := newMachine(context.Background(), h.m, nil, nil, tune)
		require.NoError(t, err)
		followsTheModel(t, x, h.m, 300)
		require.NoError(t, x.Close())
	}
}

// TestStoresOnWays has registers of which none keeps its value. Both are stored within the branch.
func TestStoresOnWays(t *testing.T) {
	h := newHolding()
	count := h.counter(8)
	a, b := h.reg(16), h.reg(16)
	bit := h.Slice(count, 0, 1)
	h.next(a, h.Mux(bit, h.Add(a, b), h.Xor(a, b)))
	h.next(b, h.Mux(bit, h.Binary(word.Mul, a, h.Add(a, b)), h.Uint(1, 16)))
	netlist.Finish(h.m, h.Builder, nil)
	require.NoError(t, h.m.Check())
	netlisttest.Fields(h.m)
	l, err := newLayout(h.m, nil)
	require.NoError(t, err)
	tune := inMemory()
	tune.regionCost = 1
	p := newPlan(h.m, step, l, nil, tune)
	require.NotNil(t, p.inPlace)
	require.Len(t, p.inPlace.stored, 2)
	x, err := newMachine(context.Background(), h.m, nil, nil, tune)
	require.NoError(t, err)
	followsTheModel(t, x, h.m, 40)
	require.NoError(t, x.Close())
}
