package netlist_test

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// requireSame compares two netlists, operations and all.
func requireSame(t *testing.T, want, got *netlist.Module, what ...any) {
	t.Helper()
	require.True(t, want.String() == got.String(), what...) // both together would be a long message
	require.True(t, slices.Equal(want.Ops, got.Ops), what...)
	require.True(t, slices.Equal(want.Uses, got.Uses), what...)
	require.Equal(t, len(want.Wide), len(got.Wide), what...)
	for i := range want.Wide {
		require.True(t, want.Wide[i].Equal(got.Wide[i]), what...)
	}
}

// emitted is a module with its operations in a builder, which simplifies them.
func emitted(m *netlist.Module) (*netlist.Module, *word.Builder) {
	b, to := word.NewBuilder(), m.Unbuilt()
	b.Tables, b.Bodies = m.Tables, m.Bodies
	to.Registers = append(to.Registers, m.Registers...)
	place := make([]word.ID, len(m.Ops))
	for i := range m.Ops {
		place[i] = b.Copy(&m.Graph, word.ID(i), func(id word.ID) word.ID { return place[id] })
	}
	move := func(id *word.ID) { *id = place[*id] }
	to.Roots(func(id *word.ID, _ netlist.Use) { move(id) })
	to.Arguments(move)
	return to, b
}

// Operations that Finish takes over unchanged come out the same when they are emitted anew.
func TestFinishAnewRandom(t *testing.T) {
	for seed := range thorough.Count(int64(300)) {
		for name, make := range map[string]func(r *netlisttest.Random) *netlist.Module{
			"module": func(r *netlisttest.Random) *netlist.Module { return r.Module(40) },
			"cells":  (*netlisttest.Random).Cells,
			"loops":  (*netlisttest.Random).Loops,
			"chosen": (*netlisttest.Random).Chosen,
			"gated":  (*netlisttest.Random).Gated,
		} {
			m := make(&netlisttest.Random{Rand: rand.New(rand.NewSource(seed))})
			if len(m.Vars) > 0 {
				continue
			}
			want, from := emitted(m)
			netlist.FinishAnew(want, from)
			got, from := emitted(m)
			netlist.Finish(got, from, nil)
			requireSame(t, want, got, "%s %d", name, seed)
		}
	}
}
