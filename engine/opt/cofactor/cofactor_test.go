package cofactor

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// TestModulesShowTheSame compares modules with what is made of them for any bit that decides about a register, and as
// the pass makes them.
func TestModulesShowTheSame(t *testing.T) {
	made := 0
	rapid.Check(t, func(t *rapid.T) {
		r := &netlisttest.Random{Rand: rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))}
		m := r.Gated()
		if rapid.Bool().Draw(t, "any") {
			m = r.Module(rapid.IntRange(1, 120).Draw(t, "operations"))
		}
		same := func(to *netlist.Module) {
			require.NoError(t, to.Check())
			require.NoError(t, netlisttest.Alike(r, m, to, 12, 3, func(made *netlisttest.Model, k int) circuit.Value { return made.Registers[k] }))
		}
		to, where := Module(m, nil)
		require.Nil(t, where)
		same(to)
		if len(m.Loops) > 0 || len(m.Vars) > 0 || len(m.Calls) > 0 {
			return
		}
		for i := range m.Registers {
			if bit, _, _, ok := under(m, m.Registers[i].Next); ok {
				made++
				same(split(m, bit, nil))
			}
		}
	})
	require.Positive(t, made)
}

// Registers with an asynchronous reset are read as they are in a step without reset: the choice by a state is one by
// the register.
func TestAsynchronousReset(t *testing.T) {
	b := word.NewBuilder()
	reset := b.Leaf(word.Reg, 1, 0)
	n := func(v uint64) word.ID { return b.Uint(v, 8) }
	m := &netlist.Module{Name: "state", Registers: []netlist.Register{{Name: "reset", Width: 1, Start: circuit.Uint(1), Next: b.Uint(0, 1)}}}
	for k := range uint64(4) {
		q := b.Mux(reset, n(k), b.Leaf(word.Reg, 8, k+1))
		other := b.Mux(reset, n(9), b.Leaf(word.Reg, 8, (k+1)%4+1))
		m.Registers = append(m.Registers, netlist.Register{Name: "state", Width: 8, Next: b.Mux(reset, n(k), b.Mux(b.Eq(q, n(3)), other, b.Add(q, n(7))))})
		m.Nets = append(m.Nets, q)
	}
	netlist.Finish(m, b, nil)
	to, _ := Module(m, nil)
	require.NotSame(t, m, to)
	for _, r := range to.Registers[1:] {
		next := to.Ops[r.Next]
		require.Equal(t, word.Mux, next.Kind)
		require.Equal(t, word.Reg, to.Ops[next.A].Kind)
		inner := to.Ops[next.C]
		require.Equal(t, word.Mux, inner.Kind, "%s", to)
		require.Equal(t, word.Reg, to.Ops[to.Ops[inner.A].A].Kind, "%s", to)
		require.Equal(t, word.Reg, to.Ops[inner.B].Kind, "%s", to)
	}
	require.NoError(t, netlisttest.Alike(&netlisttest.Random{Rand: rand.New(rand.NewSource(1))}, m, to, 300, 1, func(made *netlisttest.Model, k int) circuit.Value {
		return made.Registers[k]
	}))
}
