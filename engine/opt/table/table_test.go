package table

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// TestTablesShowTheSame compares modules with what is made of them, operation by operation.
func TestTablesShowTheSame(t *testing.T) {
	made := 0
	for seed := range thorough.Count(int64(800)) {
		r := &netlisttest.Random{Rand: rand.New(rand.NewSource(seed))} //nolint:gosec // repeatable on purpose
		m := r.Module(1 + r.Intn(120))
		to, where := Module(m, nil)
		require.Nil(t, where)
		if to == m {
			continue
		}
		made++
		require.NoError(t, to.Check(), "seed %d", seed)
		require.NoError(t, netlisttest.Alike(r, m, to, 12, 3, func(made *netlisttest.Model, k int) circuit.Value { return made.Registers[k] }), "seed %d", seed)
	}
	require.Positive(t, made)
}

// A decoder of an opcode becomes a load for each of its results, single bits too, over the borders of nodes; the nets
// between stay to be shown.
func TestDecoder(t *testing.T) {
	b := word.NewBuilder()
	opcode := b.Leaf(word.Reg, 8, 0)
	n := func(v uint64) word.ID { return b.Uint(v, 8) }
	field := func(low, count int) word.ID { return b.And(b.Binary(word.LShr, opcode, n(uint64(low))), n(1<<count-1)) }
	flag := b.Or(b.Eq(b.Or(b.Binary(word.Shl, field(5, 3), n(2)), field(0, 2)), n(9)), b.Eq(field(2, 5), n(3)))
	number := b.Mux(flag, n(3), b.Mux(b.Eq(field(1, 4), n(7)), n(12), b.Mux(b.Eq(field(3, 3), n(2)), n(9), n(1))))
	m := &netlist.Module{
		Name: "decoder", Nets: []word.ID{flag, number},
		Registers: []netlist.Register{
			{Name: "opcode", Width: 8, Next: b.Add(opcode, n(77))}, {Name: "flag", Width: 1, Next: flag}, {Name: "number", Width: 8, Next: number},
		},
	}
	netlist.Finish(m, b, nil)
	to, _ := Module(m, nil)
	for _, k := range []int{1, 2} {
		require.Equal(t, word.Table, to.Ops[to.Registers[k].Next].Kind, "%s\n%s", m, to)
	}
	require.NoError(t, netlisttest.Alike(&netlisttest.Random{Rand: rand.New(rand.NewSource(1))}, m, to, 300, 1, func(made *netlisttest.Model, k int) circuit.Value {
		return made.Registers[k]
	}))
}
