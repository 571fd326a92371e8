package wasmgen

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
	"simten.dev/engine/rtl/region"
	"simten.dev/engine/rtl/rtltest"
)

// TestResultsOfASwitchShareAJump has a processor of eight instructions, each of which changes some of three registers.
// All are one region; what two instructions need is computed in each of them, and no comparison at all.
func TestResultsOfASwitchShareAJump(t *testing.T) {
	b, m := word.NewBuilder(), &rtl.Module{Name: "switch"}
	reg := func(width int) word.ID {
		m.Registers = append(m.Registers, rtl.Register{Name: "r", Width: width, Start: circuit.Uint(uint64(3 * len(m.Registers)))})
		return b.Leaf(word.Reg, width, uint64(len(m.Registers)-1))
	}
	pc, x, y, z := reg(8), reg(32), reg(32), reg(32)
	op := b.Slice(pc, 0, 3)
	is := func(n uint64) word.ID { return b.Eq(op, b.Uint(n, 3)) }
	work := func(v word.ID, n uint64) word.ID {
		for k := range uint64(6) {
			v = b.Binary(word.Mul, b.Xor(v, b.Uint(n+k, 32)), y)
		}
		return v
	}
	shared := b.Binary(word.Mul, b.Xor(x, z), b.Xor(y, z)) // of instructions 1 and 2
	nextX, nextY, nextZ := x, y, z
	for n, v := range []word.ID{work(x, 10), work(shared, 20), b.Add(shared, z), work(z, 40), b.Sub(x, z), y} {
		nextX = b.Mux(is(uint64(n)), v, nextX)
	}
	nextY = b.Mux(is(3), work(y, 50), b.Mux(is(6), b.Add(y, x), nextY))
	nextZ = b.Mux(is(0), b.Add(z, y), b.Mux(is(7), work(z, 60), nextZ))
	m.Registers[0].Next = b.Add(pc, b.Uint(3, 8))
	m.Registers[1].Next, m.Registers[2].Next, m.Registers[3].Next = nextX, nextY, nextZ
	rtl.Finish(m, b, nil)
	require.NoError(t, m.Check())

	l, err := newLayout(m, nil)
	require.NoError(t, err)
	p := newPlan(m, step, l, nil, defaultTuning)
	var switches []*region.Region
	for i := range p.blocks[0].regions {
		if r := &p.blocks[0].regions[i]; r.Switch != 0 && r.Kept {
			switches = append(switches, r)
		}
	}
	require.Len(t, switches, 1)
	require.Len(t, switches[0].Muxes, 3)
	require.Len(t, switches[0].Sides, 8)
	products := 0 // of x ^ z and y ^ z
	for _, s := range p.blocks[0].sides {
		for _, item := range s.items {
			if item.Op == word.None || p.uses[item.Op] == 0 {
				continue
			}
			require.NotEqual(t, word.Eq, m.Ops[item.Op].Kind)
			if o := &m.Ops[item.Op]; o.Kind == word.Mul && m.Ops[o.A].Kind == word.Xor && m.Ops[o.B].Kind == word.Xor {
				products++
			}
		}
	}
	require.Equal(t, 2, products)
	require.False(t, slices.ContainsFunc(p.blocks[0].sides[region.Always].items, func(x region.Item) bool {
		return x.Op != word.None && m.Ops[x.Op].Kind == word.Mul
	}))

	ctx := context.Background()
	rtltest.Fields(m)
	machine, err := New(ctx, m, nil, nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, machine.Close()) }()
	followsTheModel(t, machine, m, 40)
}

// TestABranchInABranchIsOne has a jump on a side whose own operations are too few for a branch.
func TestABranchInABranchIsOne(t *testing.T) {
	b, m := word.NewBuilder(), &rtl.Module{Name: "guarded"}
	m.Registers = []rtl.Register{{Name: "r", Width: 8}, {Name: "x", Width: 16, Start: circuit.Uint(9)}}
	m.Memories = []rtl.Memory{{Name: "m", Width: 16, Depth: 8}}
	pc, x := b.Leaf(word.Reg, 8, 0), b.Leaf(word.Reg, 16, 1)
	data := x
	for n := range uint64(14) {
		data = b.Mux(b.Eq(b.Slice(pc, 2, 4), b.Uint(n, 4)), b.Add(x, b.Uint(3*n+1, 16)), data)
	}
	m.Memories[0].Writes = []rtl.Write{{Enable: b.Slice(pc, 0, 1), Address: b.Slice(pc, 0, 3), Data: data}}
	m.Registers[0].Next, m.Registers[1].Next = b.Add(pc, b.Uint(5, 8)), b.Add(x, b.MemRead(0, 16, b.Slice(pc, 1, 3)))
	rtl.Finish(m, b, nil)
	require.NoError(t, m.Check())
	rtltest.Fields(m)
	ctx := context.Background()
	for _, gain := range []float64{0, 0.8, 100} {
		tune := defaultTuning
		tune.regionCost, tune.partCost, tune.jumpGain = 20, 1, gain
		machine, err := newMachine(ctx, m, nil, nil, tune)
		require.NoError(t, err)
		followsTheModel(t, machine, m, 60)
		require.NoError(t, machine.Close())
	}
}
