package wasmgen

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
	"simten.dev/engine/rtl/rtltest"
	"simten.dev/engine/sim/interp"
)

// TestSwitchesAreJumps has switches over small values, of which registers and expressions take several results. Cases
// are values or sets of them, may overlap, and need not be all; a result may stay what it was from some case on, and
// some values throw. Whatever becomes a jump through a table gives what the model gives, and the error that the
// interpreter gives.
func TestSwitchesAreJumps(t *testing.T) {
	jumps, cases, throws, switches := 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b, m := word.NewBuilder(), &rtl.Module{Name: "switch"}
		reg := func(width int) word.ID {
			start := rapid.Uint64().Draw(t, "start") & word.Mask64(uint(width))
			m.Registers = append(m.Registers, rtl.Register{Name: "r", Width: width, Start: circuit.Uint(start)})
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
			m.Calls = append(m.Calls, rtl.Call{Throws: true, Message: fmt.Sprint(len(m.Calls)), Tick: rapid.Bool().Draw(t, "onTick"), Args: []rtl.CallArg{{Name: "when", Port: -1, Value: when}}})
			b.NewCall(uint64(len(m.Calls) - 1))
		}
		rtl.Finish(m, b, nil)
		require.NoError(t, m.Check())
		rtltest.Fields(m)

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
				for _, d := range blocks.dispatch {
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
		model := rtltest.NewModel(m)
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
	})
	require.Positive(t, jumps)
	require.Positive(t, throws)
	require.Positive(t, switches)
	require.Greater(t, cases, 5)
}
