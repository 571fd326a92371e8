package conformance

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/sim/specialize"
	"simten.dev/engine/sim/wasmgen"
	"simten.dev/engine/synthesis"
)

const withConstants = `const Only = circuit('Only', { inputs: { d: bus(8) }, outputs: { q: bus(8), s: bus(8) },
	nodes: { k: Constant({ width: 8, value: 3 }), one: Constant({ value: 1 }), z: Constant, r: Register({ width: 8 }), a: Adder({ width: 8 }) },
	connect: ({ inputs, outputs, nodes: { k, one, z, r, a } }) => [inputs.d.to(a.a), k.out.to(a.b), z.out.to(a.carry_in), a.sum.to(r.data, outputs.s),
		one.out.to(r.we), z.out.to(r.rst), r.q.to(outputs.q)] })`

// withConstantsAgree gives two machines of withConstants the same input, and its constant k another value when it is to
// be edited, runs them, and compares them.
func withConstantsAgree(t *testing.T, p *lowertest.Program, rnd *rand.Rand, edit bool, a, b sim.Machine) {
	t.Helper()
	v := lowertest.Random(rnd, 8)
	a.Set(0, v)
	b.Set(0, v)
	if edit {
		k, v := p.Design.NodeIndex("k"), circuit.Uint(uint64(rnd.IntN(200)))
		a.SetArgument(k, "value", v)
		b.SetArgument(k, "value", v)
	}
	lowertest.Run(t, 2, a, b)
	lowertest.Same(t, p, a, b, "round")
	require.Equal(t, b.Changed(nil), a.Changed(nil))
}

// TestConstants runs a circuit with its constants built in, edits one, and compares with the closures.
func TestConstants(t *testing.T) {
	ctx := context.Background()
	for name, start := range map[string]func(*netlist.Module, *lowertest.Program) (sim.Machine, error){
		"interp": func(m *netlist.Module, p *lowertest.Program) (sim.Machine, error) {
			return interp.New(ctx, m, p.Design, nil)
		},
		"wasmgen": func(m *netlist.Module, p *lowertest.Program) (sim.Machine, error) {
			return wasmgen.New(ctx, m, p.Design, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, withConstants)
			fixed, _, err := synthesis.Build(ctx, p.Realm, p.Design, synthesis.Options{Fixed: true, Reachable: true})
			require.NoError(t, err)
			require.NoError(t, fixed.Check())
			require.True(t, specialize.Pays(fixed))
			require.Less(t, len(fixed.Ops), len(p.Module.Ops)*3/4, "%s", fixed)
			inner, err := start(fixed, p)
			require.NoError(t, err)
			a := sim.Machine(specialize.New(inner, fixed, func(context.Context) (sim.Machine, error) { return start(p.Module, p) }))
			b := sim.Machine(p.Event(t))
			rnd := rand.New(rand.NewPCG(1, 1))
			var early, late []byte
			for round := range 40 {
				withConstantsAgree(t, p, rnd, round > 15 && round%5 == 0, a, b)
				switch round {
				case 5:
					early, err = a.Snapshot()
				case 30:
					late, err = a.Snapshot()
				}
				require.NoError(t, err)
			}
			require.NoError(t, a.Restore(ctx, early))
			require.Equal(t, uint64(12), a.Cycle())
			other, err := start(fixed, p)
			require.NoError(t, err)
			c := sim.Machine(specialize.New(other, fixed, func(context.Context) (sim.Machine, error) { return start(p.Module, p) }))
			require.NoError(t, c.Restore(ctx, late))
			require.NoError(t, a.Restore(ctx, late))
			lowertest.Same(t, p, a, c, "restored elsewhere")
			require.ErrorIs(t, a.Restore(ctx, []byte("x")), sim.ErrSnapshot)
		})
	}
}
