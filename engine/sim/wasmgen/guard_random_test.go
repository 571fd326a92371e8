package wasmgen

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// TestWritesWithinBranches has registers and memories that are given values in a tree of branches. Addresses and data
// are used by registers, too, or by branches further out; enables are parts of the conditions, in some order. Whatever
// is computed within a branch, the model gives.
func TestWritesWithinBranches(t *testing.T) {
	deep := 0
	rapid.Check(t, func(t *rapid.T) {
		b, m := word.NewBuilder(), &netlist.Module{Name: "writes"}
		number := func(name string, n int) int { return rapid.IntRange(0, n-1).Draw(t, name) }
		reg := func(width int) word.ID {
			m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: width, Start: circuit.Uint(rapid.Uint64().Draw(t, "start") & word.Mask64(uint(width)))})
			return b.Leaf(word.Reg, width, uint64(len(m.Registers)-1))
		}
		x, y, code := reg(32), reg(32), reg(8)
		for range 2 {
			m.Memories = append(m.Memories, netlist.Memory{Name: "m", Width: 32, Depth: 16})
		}
		var conditions []word.ID
		for k := range 4 {
			c := b.Eq(b.Slice(code, k, 2), b.Uint(uint64(number("code", 4)), 2))
			if rapid.Bool().Draw(t, "bit") {
				c = b.Slice(code, 7-k, 1)
			}
			conditions = append(conditions, c)
		}
		values := []word.ID{x, y}
		work := func() word.ID {
			v := values[number("value", len(values))]
			for range 1 + number("work", 12) {
				v = b.Binary(word.Mul, b.Xor(v, b.Uint(rapid.Uint64().Draw(t, "xor")&word.Mask64(32), 32)), values[number("by", len(values))])
			}
			if number("read", 3) == 0 {
				v = b.Add(v, b.MemRead(uint64(number("memory", 2)), 32, b.Slice(v, 3, 4)))
			}
			values = append(values, v)
			return v
		}
		one := b.Uint(1, 1)
		var branch func(depth int, path word.ID) (p, q word.ID)
		branch = func(depth int, path word.ID) (p, q word.ID) {
			for range number("writes", 3) {
				enable := path
				if extra := number("part", 2*len(conditions)); extra < len(conditions) {
					enable = b.And(conditions[extra], enable)
				}
				data := work()
				address := b.Slice(values[number("address", len(values))], number("low", 20), 4)
				i := number("memory", 2)
				m.Memories[i].Writes = append(m.Memories[i].Writes, netlist.Write{Enable: enable, Address: address, Data: data})
			}
			if depth == 0 || number("leaf", 5) == 0 {
				return work(), work()
			}
			c := conditions[number("condition", len(conditions))]
			p1, q1 := branch(depth-1, b.And(path, c))
			p2, q2 := branch(depth-1, b.And(path, b.Not(c)))
			p, q = b.Mux(c, p1, p2), b.Mux(c, q1, q2)
			if rapid.Bool().Draw(t, "in an expression") {
				q = b.Add(q, b.Xor(p, x))
			}
			values = append(values, q)
			return p, q
		}
		m.Registers[0].Next, m.Registers[1].Next = branch(3, one)
		m.Registers[2].Next = b.Add(code, b.Uint(rapid.Uint64Range(0, 127).Draw(t, "step")*2+1, 8))
		netlist.Finish(m, b, nil)
		require.NoError(t, m.Check())
		netlisttest.Fields(m)

		tune := defaultTuning
		tune.regionCost, tune.partCost = rapid.SampledFrom([]int{1, 4}).Draw(t, "regionCost"), rapid.SampledFrom([]int{1, 10}).Draw(t, "partCost")
		tune.outliving = rapid.SampledFrom([]int{0, 1, 24}).Draw(t, "outliving")
		tune.cases, tune.jumpGain = 2, rapid.SampledFrom([]float64{0, 100}).Draw(t, "gain")
		l, err := newLayout(m, nil)
		require.NoError(t, err)
		p := newPlan(m, step, l, nil, tune)
		for range p.outlives {
			deep++
		}
		ctx := context.Background()
		machine, err := newMachine(ctx, m, nil, nil, tune)
		require.NoError(t, err)
		defer func() { require.NoError(t, machine.Close()) }()
		followsTheModel(t, machine, m, 30)
	})
	require.Positive(t, deep)
}
