package interp_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/sim/tier"
)

// TestDecisionsAgree holds steps with decisions to the plain way, net by net, over enough cycles for all states of the
// machines to come.
func TestDecisionsAgree(t *testing.T) {
	texts := benchCircuits(t)
	for name, decides := range map[string]bool{"peripherals": true, "stack": true, "cores": true, "lambdas": false, "logic": false} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			p := compile(t, texts[name])
			require.Equal(t, decides, interp.Decides(p.module))
			h, err := host.New(p.realm, p.design, p.module)
			require.NoError(t, err)
			plain, err := interp.NewPlain(ctx, p.module, p.design, h)
			require.NoError(t, err)
			decided, err := interp.NewDecided(ctx, p.module, p.design, h)
			require.NoError(t, err)
			for cycle := 0; cycle < 6000; {
				n := 1 + cycle%7
				for _, m := range []*interp.Machine{plain, decided} {
					_, err := m.Step(ctx, n)
					require.NoError(t, err)
				}
				cycle += n
				for net := range p.module.Nets {
					if want, got := plain.Peek(net), decided.Peek(net); !want.Equal(got) {
						require.Failf(t, "differs", "cycle %d net %d: want %s, got %s", cycle, net, want, got)
					}
				}
			}
		})
	}
}

// TestDecisionsLater runs over the cycle after which the step is compiled again, in one call and in several, with an
// input that changes afterwards.
func TestDecisionsLater(t *testing.T) {
	const text = `const C = circuit('C', {
  inputs: { go: bit, limit: bus(8) },
  outputs: { n: bus(8), laps: bus(16), idle: bus(8), at: bus(2) },
  state: { mode: reg(2), count: reg(8), rounds: reg(16), rest: reg(8) },
  eval: ({ mode, count, rounds, rest }) => ({ n: count, laps: rounds, idle: rest, at: mode }),
  onTick: ({ go, limit, mode, count, rounds, rest }) => {
    if (mode === 0) {
      if (!go) return { rest: (rest + 1) & 255 }
      return { mode: 1, count: 0, rest: 0 }
    }
    if (mode === 1) {
      if (count === limit) return { mode: 2, count: 0, rounds: (rounds + 1) & 0xffff }
      return { count: (count + 1) & 255 }
    }
    if (count === 3) return { mode: 0, count: 0, rest: (rest ^ rounds) & 255 }
    return { count: count + 1, rest: (rest + count) & 255 }
  },
})`
	ctx := context.Background()
	p := compile(t, text)
	require.True(t, interp.Decides(p.module))
	machines := make([]*interp.Machine, 2)
	for i := range machines {
		h, err := host.New(p.realm, p.design, p.module)
		require.NoError(t, err)
		if i == 0 {
			machines[i], err = interp.NewPlain(ctx, p.module, p.design, h)
		} else {
			machines[i], err = interp.New(ctx, p.module, p.design, h)
		}
		require.NoError(t, err)
	}
	for part, n := range []int{100, 8000, 91, 1, 20000, 1, 300} {
		for _, m := range machines {
			m.Set(0, circuit.Uint(uint64(part%3)&1^1))
			m.Set(1, circuit.Uint(uint64(5+40*part)&255))
			_, err := m.Step(ctx, n)
			require.NoError(t, err)
		}
		for net := range p.module.Nets {
			require.True(t, machines[0].Peek(net).Equal(machines[1].Peek(net)), "part %d, net %d", part, net)
		}
	}
}

// TestDecisionsAreForMachinesThatStay: a machine that another one takes over from is not compiled again, however long
// it runs.
func TestDecisionsAreForMachinesThatStay(t *testing.T) {
	ctx := context.Background()
	p := compile(t, benchCircuits(t)["peripherals"])
	h, err := host.New(p.realm, p.design, p.module)
	require.NoError(t, err)
	stays, err := interp.New(ctx, p.module, p.design, h)
	require.NoError(t, err)
	tiered, err := tier.New(ctx, p.module, p.design, h)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, tiered.Close()) })
	goes, ok := tiered.Machine.(*interp.Machine)
	require.True(t, ok)
	for _, m := range []*interp.Machine{stays, goes} {
		_, err := m.Step(ctx, 20_000)
		require.NoError(t, err)
	}
	require.True(t, interp.Decided(stays))
	require.False(t, interp.Decided(goes))
}
