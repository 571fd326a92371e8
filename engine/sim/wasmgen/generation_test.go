package wasmgen

import (
	"context"
	"math/rand"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/sim/interp"
)

// TestGeneration makes machines in portions, each as small as possible, from the state of an interpreter. In a browser
// the module is compiled asynchronously.
func TestGeneration(t *testing.T) {
	ctx := context.Background()
	for seed := range int64(12) {
		r := &netlisttest.Random{Rand: rand.New(rand.NewSource(seed))}
		m := r.Module(300)
		if seed%2 == 1 {
			m = r.Cells()
		}
		first, err := interp.New(ctx, m, nil, nil)
		if err != nil { // it oscillates
			continue
		}
		g := Generate(m)
		portions := 0
		for !g.Continue(func() bool { return true }) {
			portions++
			if g.Waiting() {
				time.Sleep(time.Millisecond)
			} else if _, err := first.Step(ctx, 1); err != nil {
				break
			}
		}
		for !g.Continue(func() bool { return false }) {
			time.Sleep(time.Millisecond)
		}
		require.Greater(t, portions, 10)
		require.False(t, g.Waiting())
		image, err := first.Image()
		require.NoError(t, err)
		next, err := g.Machine(ctx, image, nil, nil)
		require.NoError(t, err)
		g.Stop()
		for range 20 {
			for i := range m.Inputs {
				v := circuit.Uint(r.Uint64())
				first.Set(i, v)
				next.Set(i, v)
			}
			_, failed := first.Step(ctx, 1)
			_, err := next.Step(ctx, 1)
			require.Equal(t, failed == nil, err == nil)
			if failed != nil {
				break
			}
			for net := range m.Nets {
				require.Equal(t, first.Peek(net).String(), next.Peek(net).String(), "seed %d, net %d", seed, net)
			}
		}
		require.NoError(t, next.Close())
	}
}

// TestGenerationStops: one that is given up in the middle leaves no coroutine.
func TestGenerationStops(t *testing.T) {
	r := &netlisttest.Random{Rand: rand.New(rand.NewSource(1))}
	m := r.Module(300)
	before := runtime.NumGoroutine()
	for n := range 30 {
		g := Generate(m)
		for range n {
			g.Continue(func() bool { return true })
		}
		g.Stop()
		g.Stop()
	}
	for range 1_000 {
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before)
}
