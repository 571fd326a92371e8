package wasmgen

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/opt/region"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/word"
)

// TestSwitchesAreJumps has switches over small values, of which registers and expressions take several results. Cases
// are values or sets of them, may overlap, and need not be all; a result may stay what it was from some case on, and
// some values throw. Whatever becomes a jump through a table gives what the model gives, and the error that the
// interpreter gives.
func TestSwitchesAreJumps(t *testing.T) {
	jumps, cases, throws, switches := 0, 0, 0, 0
	check := func(t *rapid.T) {
		b, m := word.NewBuilder(), &netlist.Module{Name: "switch"}
		reg := func(width int) word.ID {
			start := rapid.Uint64().Draw(t, "start") & word.Mask64(uint(width))
			m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: width, Start: circuit.Uint(start)})
			return b.Leaf(word.Reg, width, uint64(len(m.Registers)-1))
		}
		width := rapid.IntRange(2, 6).Draw(t, "width")
		op := reg(width)
		by := op
		if rapid.Bool().Draw(t, "bits of a word") {
			wide := reg(40)
			m.Registers[len(m.Registers)-1].Next = b.Add(wide, b.Uint(0x9e3779b97, 40))
			by = b.Slice(wide, rapid.IntRange(0, 40-width).Draw(t, "from"), width)
		}
		n := rapid.IntRange(1, 4).Draw(t, "results")
		var held []word.ID
		for range n {
			held = append(held, reg(rapid.SampledFrom([]int{1, 7, 8, 31, 32, 64}).Draw(t, "bits")))
		}
		results := append([]word.ID(nil), held...)
		number := func(name string, n int) int { return rapid.IntRange(0, n-1).Draw(t, name) }
		for range rapid.IntRange(2, 1<<width).Draw(t, "cases") {
			var is word.ID
			if rapid.IntRange(0, 3).Draw(t, "set") == 0 {
				is = b.Slice(b.Binary(word.LShr, b.Uint(rapid.Uint64().Draw(t, "values"), 64), by), 0, 1)
			} else {
				is = b.Eq(by, b.Uint(uint64(number("value", 1<<width)), width))
			}
			shared := b.Add(b.Resize(held[number("of", n)], 32), b.Uint(rapid.Uint64().Draw(t, "more"), 32))
			for range number("work", 8) {
				shared = b.Binary(word.Mul, b.Xor(shared, b.Uint(rapid.Uint64().Draw(t, "xor"), 32)), b.Resize(held[number("by", n)], 32))
			}
			for i := range results {
				w := b.Width(results[i])
				v := b.Resize(shared, w)
				switch number("what", 6) {
				case 0:
					v = held[i]
				case 1:
					v = b.Uint(rapid.Uint64().Draw(t, "constant"), w)
				case 2:
					v = b.Add(v, held[i])
				case 3:
					v = b.Sub(v, b.Uint(uint64(i)+1, w))
				case 4:
					if rapid.Bool().Draw(t, "not in this case") {
						continue
					}
				}
				results[i] = b.Mux(is, v, results[i])
			}
		}
		m.Registers[0].Next = b.Add(op, b.Uint(rapid.Uint64().Draw(t, "step")|1, width))
		for i, id := range held {
			next := results[i]
			if rapid.Bool().Draw(t, "in an expression") {
				next = b.Add(next, b.Resize(results[number("and", n)], b.Width(next)))
			}
			m.Registers[b.Ops[id].Imm].Next = next
		}
		for range number("throws", 3) {
			at := results[number("of", n)]
			when := b.Eq(at, b.Uint(rapid.Uint64().Draw(t, "value")&3, b.Width(at)))
			m.Calls = append(m.Calls, netlist.Call{Throws: true, Message: fmt.Sprint(len(m.Calls)), Tick: rapid.Bool().Draw(t, "onTick"), Args: []netlist.CallArg{{Name: "when", Port: -1, Value: when}}})
			b.NewCall(uint64(len(m.Calls) - 1))
		}
		netlist.Finish(m, b, nil)
		require.NoError(t, m.Check())
		netlisttest.Fields(m)

		tune := defaultTuning
		tune.regionCost, tune.partCost, tune.cases = 1, rapid.SampledFrom([]int{1, 10}).Draw(t, "partCost"), rapid.IntRange(1, 5).Draw(t, "fewest")
		tune.jumpGain = rapid.SampledFrom([]float64{0, 0.8, 100}).Draw(t, "gain")
		if rapid.Bool().Draw(t, "in memory") {
			tune.localRegisters = 0
		}
		if rapid.Bool().Draw(t, "in pieces") {
			tune.wholeOps, tune.functionOps = 0, rapid.IntRange(1, 60).Draw(t, "piece")
		}
		l, err := newLayout(m, nil)
		require.NoError(t, err)
		for _, blocks := range newPlan(m, step, l, nil, tune).blocks {
			if blocks != nil {
				for i := range blocks.regions {
					if blocks.regions[i].Switch != 0 {
						switches++
					}
				}
				for _, d := range blocks.jumpTables {
					jumps++
					cases = max(cases, len(d.cases))
				}
			}
		}
		ctx := context.Background()
		plain, thrown := interp.New(ctx, m, nil, nil)
		x, err := newMachine(ctx, m, nil, nil, tune)
		if thrown != nil {
			require.Equal(t, thrown, err)
			throws++
			return
		}
		require.NoError(t, err)
		defer func() { require.NoError(t, x.Close()) }()
		model := netlisttest.NewModel(m)
		for range 20 {
			_, err := x.Step(ctx, 1)
			if _, thrown := plain.Step(ctx, 1); thrown != nil {
				require.Equal(t, thrown, err, "%s", m)
				throws++
				break
			}
			require.NoError(t, err)
			require.True(t, model.Cycle())
			for f := range m.Registers {
				require.True(t, model.Registers[f].Equal(x.State(0, f).Scalar), "register %d\n%s", f, m)
			}
		}
	}
	for range 4 { // of few draws, not each time some have many cases
		if rapid.Check(t, check); cases > 5 {
			break
		}
	}
	require.Positive(t, jumps)
	require.Positive(t, throws)
	require.Positive(t, switches)
	require.Greater(t, cases, 5)
}

// TestResultsOfASwitchShareAJump has a processor of eight instructions, each of which changes some of three registers.
// All are one region; what two instructions need is computed in each of them, and no comparison at all.
func TestResultsOfASwitchShareAJump(t *testing.T) {
	b, m := word.NewBuilder(), &netlist.Module{Name: "switch"}
	reg := func(width int) word.ID {
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: width, Start: circuit.Uint(uint64(3 * len(m.Registers)))})
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
	netlist.Finish(m, b, nil)
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
	netlisttest.Fields(m)
	machine, err := New(ctx, m, nil, nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, machine.Close()) }()
	followsTheModel(t, machine, m, 40)
}

// TestABranchInABranchIsOne has a jump on a side whose own operations are too few for a branch.
func TestABranchInABranchIsOne(t *testing.T) {
	b, m := word.NewBuilder(), &netlist.Module{Name: "guarded"}
	m.Registers = []netlist.Register{{Name: "r", Width: 8}, {Name: "x", Width: 16, Start: circuit.Uint(9)}}
	m.Memories = []netlist.Memory{{Name: "m", Width: 16, Depth: 8}}
	pc, x := b.Leaf(word.Reg, 8, 0), b.Leaf(word.Reg, 16, 1)
	data := x
	for n := range uint64(14) {
		data = b.Mux(b.Eq(b.Slice(pc, 2, 4), b.Uint(n, 4)), b.Add(x, b.Uint(3*n+1, 16)), data)
	}
	m.Memories[0].Writes = []netlist.Write{{Enable: b.Slice(pc, 0, 1), Address: b.Slice(pc, 0, 3), Data: data}}
	m.Registers[0].Next, m.Registers[1].Next = b.Add(pc, b.Uint(5, 8)), b.Add(x, b.MemRead(0, 16, b.Slice(pc, 1, 3)))
	netlist.Finish(m, b, nil)
	require.NoError(t, m.Check())
	netlisttest.Fields(m)
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
