package wasmgen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/rtl"
)

// TestPartsOfAnEnableAreListedOnce has a condition to whose parts there are 2^60 ways.
func TestPartsOfAnEnableAreListedOnce(t *testing.T) {
	m := &rtl.Module{Name: "shared"}
	emit := func(kind word.Kind, a, b word.ID) word.ID {
		m.Ops = append(m.Ops, word.Op{Kind: kind, Width: 1, Bits: 1, A: a, B: b, C: word.None, Imm: uint64(len(m.Ops))})
		return word.ID(len(m.Ops) - 1)
	}
	leaf := func() word.ID { return emit(word.Reg, word.None, word.None) }
	first := leaf()
	x := first
	for range 60 {
		x = emit(word.And, emit(word.And, x, leaf()), emit(word.And, x, leaf()))
	}
	p := &plan{m: m}
	list := p.conjunction(x)
	require.LessOrEqual(t, len(list), mostConditions+1)
	seen := map[word.ID]bool{}
	for _, id := range list {
		require.False(t, seen[id])
		seen[id] = true
	}
	require.Equal(t, []word.ID{first + 2, first, first + 1}, p.conjunction(first+2), "itself and both parts")
}
