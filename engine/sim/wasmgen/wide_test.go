package wasmgen

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/sim"
	"simten.dev/invariants/thorough"
)

// TestWideOperations: every backend computes what math/big does, at all widths around multiples of 64.
func TestWideOperations(t *testing.T) {
	for _, b := range backends {
		for _, w := range netlisttest.WideWidths() {
			t.Run(fmt.Sprint(b.name, "/", w), func(t *testing.T) {
				r := &netlisttest.Random{Rand: rand.New(rand.NewSource(int64(w)))}
				wideOperations(t, r, r.WideOperations(w), thorough.Count(20), b.start)
				wideOperations(t, r, r.WideLogic(w), thorough.Count(20), b.start)
			})
		}
	}
}

// wideOperations runs every wide operation on random values.
func wideOperations(t *testing.T, r *netlisttest.Random, o *netlisttest.WideOperations, rounds int, start func(context.Context, *netlist.Module) (sim.Machine, error)) {
	ctx := context.Background()
	netlisttest.Fields(o.Module)
	x, err := start(ctx, o.Module)
	require.NoError(t, err)
	defer func() { require.NoError(t, x.Close()) }()
	var snapshot []byte
	var before []circuit.Value
	show := func(inputs []circuit.Value) {
		for net, want := range o.Want(inputs) {
			require.Truef(t, want.Equal(x.Peek(net)), "%s of %s: want %s, got %s", o.Names[net], inputs, want, x.Peek(net))
		}
	}
	for round := range rounds {
		inputs := o.Inputs(r)
		for i, v := range inputs {
			x.Set(i, v)
		}
		_, err := x.Step(ctx, netlisttest.WideLatency)
		require.NoError(t, err)
		show(inputs)
		if round == rounds/2 {
			snapshot, err = x.Snapshot()
			require.NoError(t, err)
			before = inputs
		}
	}
	require.NoError(t, x.Restore(ctx, snapshot))
	show(before)
	// A wide register that is overwritten holds what was written.
	v := r.Value(o.Module.Registers[0].Width)
	x.SetState(0, 0, sim.State{Scalar: v})
	require.True(t, v.Equal(x.State(0, 0).Scalar))
}

// FuzzWideOperations looks for a width, constants and values for which generated code and math/big differ.
func FuzzWideOperations(f *testing.F) {
	f.Add(int64(1), uint16(65))
	f.Add(int64(2), uint16(128))
	f.Fuzz(func(t *testing.T, seed int64, width uint16) {
		r := &netlisttest.Random{Rand: rand.New(rand.NewSource(seed))}
		o := r.WideOperations(2 + int(width)%700)
		if seed%4 == 0 {
			o = r.WideLogic(2 + int(width)%2000)
		}
		wideOperations(t, r, o, 4, backends[0].start)
	})
}
