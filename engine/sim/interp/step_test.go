package interp

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/sim"
)

// tunings are the default, the plain way, and each optimisation alone.
var tunings = map[string]tuning{
	"default": defaultTuning,
	"all":     {fuse: true},
	"none":    {branch: never, group: never},
	"plain":   {plain: true},
	"branch":  {group: never},
	"fuse":    {branch: never, fuse: true, group: never},
	"group":   {branch: never},
	"decided": {branch: 1, fuse: true, decide: eager(1)},
	"decide":  {branch: never, group: never, decide: eager(1)},
	"later":   {branch: 3, fuse: true, group: never, decide: eager(30)},
}

// eager is all the decisions that there are, after some cycles.
func eager(after int) deciding {
	return deciding{after: after, registers: 1, worth: -never, pays: never, paysWriting: never}
}

// never is more operations than there are.
const never = 1 << 30

// TestStepAgreesWithTheModel holds steps with branches to the plainest way of running a netlist.
func TestStepAgreesWithTheModel(t *testing.T) {
	for name, tune := range tunings {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				stepAgrees(t, rapid.Int64().Draw(t, "seed"), rapid.IntRange(0, 2).Draw(t, "kind"), tune)
			})
		})
	}
}

// FuzzStep does the same with whatever seed the fuzzer thinks of.
func FuzzStep(f *testing.F) {
	f.Add(int64(1), uint8(0), false)
	f.Add(int64(2), uint8(1), true)
	f.Add(int64(3), uint8(2), true)
	f.Fuzz(func(t *testing.T, seed int64, kind uint8, all bool) {
		tune := defaultTuning
		if all {
			tune = tunings["decided"]
		}
		stepAgrees(t, seed, int(kind%3), tune)
	})
}

// stepAgrees runs a random netlist and compares everything after each few cycles. In between registers are overwritten
// and images brought back, so that a value which a branch has left alone would show.
func stepAgrees(t require.TestingT, seed int64, kind int, tune tuning) {
	ctx := context.Background()
	r := &netlisttest.Random{Rand: rand.New(rand.NewSource(seed)), Wide: seed%2 == 0}
	var m *netlist.Module
	switch kind {
	case 0:
		m = r.Gated()
	case 1:
		m = r.Cells()
	default:
		m = r.Module(1 + r.Intn(150))
	}
	netlisttest.Fields(m)
	o := netlisttest.NewModel(m)
	x, err := newMachine(ctx, m, nil, nil, tune, nil)
	if !o.Settle() {
		require.Error(t, err)
		return
	}
	require.NoError(t, err)
	compare := func() {
		for net, id := range m.Nets {
			require.Truef(t, netlisttest.SameValue(&m.Ops[id], o.Values[id], x.Peek(net)), "operation %d: want %s, got %s\n%s", id, o.Values[id], x.Peek(net), m)
		}
		for i := range m.Registers {
			require.Truef(t, o.Registers[i].Equal(x.State(0, i).Scalar), "register %d: want %s, got %s\n%s", i, o.Registers[i], x.State(0, i).Scalar, m)
		}
		for i := range m.Memories {
			for a, v := range x.memories[i].contents() {
				require.Truef(t, o.Memories[i][a].Equal(v), "memory %d cell %d", i, a)
			}
			for a, v := range o.Memories[i] {
				require.Truef(t, v.IsZero() || v.Equal(x.memories[i].contents()[a]), "memory %d cell %d", i, a)
			}
		}
	}
	compare()
	image, err := x.Image()
	require.NoError(t, err)
	start := o.Clone()
	for range 8 {
		switch r.Intn(5) {
		case 0:
			i := r.Intn(len(m.Registers))
			o.Registers[i] = r.Value(m.Registers[i].Width)
			x.SetState(0, i, sim.State{Scalar: o.Registers[i]})
		case 1:
			o = start.Clone()
			require.NoError(t, x.Show(ctx, image))
		case 2:
			for k, in := range m.Inputs {
				o.Inputs[k] = r.Value(in.Width)
				x.Set(in.Index, o.Inputs[k])
			}
		}
		if !o.Settle() {
			require.Error(t, x.Settle(ctx))
			return
		}
		n := 1 + r.Intn(20)
		ran := o.Run(n)
		done, err := x.Step(ctx, n)
		require.Equal(t, ran, done)
		require.Equal(t, ran < n, err != nil)
		compare()
	}
}
