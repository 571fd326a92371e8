package wasmgen

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// TestTheConditionOfABranchIsMasked has a flag that is chosen by a slice of a wider register: no multiplexer of the
// step asks for its upper bits to be clear, only one of what is shown.
func TestTheConditionOfABranchIsMasked(t *testing.T) {
	ctx := context.Background()
	r := &netlisttest.Random{Rand: rand.New(rand.NewSource(107))}
	r.Module(58)
	r.Intn(6)
	m := r.Chosen()
	netlisttest.Fields(m)
	x, err := New(ctx, m, nil, nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, x.Close()) }()
	followsTheModel(t, x, m, 5)
}

// followsTheModel runs a machine beside the model; their registers and memories must agree after each cycle.
func followsTheModel(t require.TestingT, x *Machine, m *netlist.Module, cycles int) {
	model := netlisttest.NewModel(m)
	require.True(t, model.Settle())
	for range cycles {
		_, err := x.Step(context.Background(), 1)
		require.NoError(t, err)
		require.True(t, model.Cycle())
		for f := range m.Registers {
			require.True(t, model.Registers[f].Equal(x.State(0, f).Scalar), "register %d\n%s", f, m)
		}
		for i := range m.Memories {
			cells := x.State(0, len(m.Registers)+i).Memory
			for a := range uint64(m.Memories[i].Depth) {
				require.True(t, model.Memories[i][a].Equal(cells[a]), "memory %d at %d\n%s", i, a, m)
			}
		}
	}
}

// TestArmsWithinExpressions has the cases of a switch that give two values each, which go to an adder: they are one
// branch in another, and what one case computes for both of its values is computed there only.
func TestArmsWithinExpressions(t *testing.T) {
	b, m := word.NewBuilder(), &netlist.Module{Name: "switch"}
	reg := func(width int) word.ID {
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: width, Start: circuit.Uint(uint64(len(m.Registers)))})
		return b.Leaf(word.Reg, width, uint64(len(m.Registers)-1))
	}
	op, x, y := reg(2), reg(32), reg(32)
	arm := func(n uint64) (one, two word.ID) {
		shared := x
		for k := range uint64(20) {
			shared = b.Binary(word.Mul, b.Xor(shared, b.Uint(n+k, 32)), y)
		}
		return b.Add(shared, b.Uint(n, 32)), b.Sub(shared, y)
	}
	one, two := arm(0)
	for n := range uint64(3) {
		is := b.Eq(op, b.Uint(n, 2))
		p, q := arm(100 * (n + 1))
		one, two = b.Mux(is, p, one), b.Mux(is, q, two)
	}
	m.Registers[0].Next = b.Add(op, b.Uint(1, 2))
	m.Registers[1].Next, m.Registers[2].Next = b.Add(one, b.Xor(two, x)), b.Sub(two, b.Xor(one, y))
	netlist.Finish(m, b, nil)
	require.NoError(t, m.Check())

	l, err := newLayout(m, nil)
	require.NoError(t, err)
	p := newPlan(m, step, l, nil, defaultTuning)
	kept := 0
	for _, r := range p.blocks[0].regions {
		if r.Kept {
			kept++
			require.Len(t, r.Muxes, 2)
		}
	}
	require.Equal(t, 3, kept)

	ctx := context.Background()
	netlisttest.Fields(m)
	machine, err := New(ctx, m, nil, nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, machine.Close()) }()
	followsTheModel(t, machine, m, 9)
}
