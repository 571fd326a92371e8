package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/sim/specialize"
	"simten.dev/engine/sim/tier"
	"simten.dev/engine/synthesis"
	"simten.dev/invariants/thorough"
)

func tiered(t testing.TB, p *lowertest.Program, m *netlist.Module) *tier.Machine {
	t.Helper()
	h, err := host.New(p.Realm, p.Design, m)
	require.NoError(t, err)
	x, err := tier.New(context.Background(), m, p.Design, h)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, x.Close()) })
	return x
}

// improve does up to so many of the smallest portions there are, and waits where a browser compiles.
func improve(m sim.Improver, portions int) (done int) {
	for ; done < portions && m.Improvable(); done++ {
		time.Sleep(m.TierUp(context.Background(), 0))
	}
	return done
}

const all = 1 << 30

// agreeTiered runs the two backends and a machine that goes over from one to the other side by side. The change-over
// comes after a random number of portions, of which a random number is done between two calls.
func agreeTiered(t *testing.T, p *lowertest.Program, rounds int, seed uint64) {
	t.Helper()
	ctx := context.Background()
	q := lowertest.Compile(t, p.Text)
	a, c := sim.Machine(p.Interp(t)), tiered(t, q, q.Module)
	rnd := rand.New(rand.NewPCG(seed, 5))
	over := rnd.IntN(rounds)
	portions := 1 + rnd.IntN(4)
	type state struct {
		cycle uint64
		image *sim.Block
		bytes []byte
	}
	var states []state
	for round := range rounds {
		lowertest.Drive(p, rnd, 70, a, c)
		if len(p.Design.Inputs) > 0 {
			require.False(t, c.Improvable(), "an input waits to be settled")
		}
		lowertest.Run(t, rnd.IntN(3), a, c)
		switch {
		case round == over:
			improve(c, all)
			require.NoError(t, c.Err())
			require.True(t, c.Generated())
		case rnd.IntN(2) == 0:
			improve(c, portions)
		}
		where := fmt.Sprintf("seed %d, round %d, over at %d", seed, round, over)
		lowertest.Same(t, p, a, c, where)
		if rnd.IntN(3) == 0 {
			require.Equal(t, a.Changed(nil), c.Changed(nil), where)
		}
		require.ElementsMatch(t, a.Warnings(), c.Warnings(), where)
		switch rnd.IntN(6) {
		case 0:
			image, err := c.Image()
			require.NoError(t, err)
			bytes, err := a.Snapshot()
			require.NoError(t, err)
			require.Equal(t, bytes, sim.Flatten(image), where)
			states = append(states, state{c.Cycle(), image, bytes})
		case 1:
			if len(states) > 0 { // of before or after the change-over
				s := states[rnd.IntN(len(states))]
				require.NoError(t, a.Restore(ctx, s.bytes))
				require.NoError(t, c.Show(ctx, s.image))
				require.Equal(t, s.cycle, c.Cycle())
				lowertest.Same(t, p, a, c, where+", restored")
			}
		case 2:
			if rnd.IntN(3) == 0 {
				require.NoError(t, a.Reset(ctx))
				require.NoError(t, c.Reset(ctx))
				lowertest.Same(t, p, a, c, where+", reset")
			}
		}
	}
	require.True(t, c.Generated())
	for _, s := range states { // those of after it are of the interpreter, too
		fresh := p.Interp(t)
		require.NoError(t, fresh.Show(ctx, s.image))
		require.NoError(t, c.Restore(ctx, s.bytes))
		lowertest.Same(t, p, fresh, c, "in a fresh interpreter")
	}
}

// TestTiered compares a machine that changes over with the interpreter, on everything on which the backends are
// compared with each other (TestBackends).
func TestTiered(t *testing.T) {
	for name, text := range sequentials {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(3) {
				agreeTiered(t, lowertest.Compile(t, text), 40, seed)
			}
		})
	}
	for seed := range thorough.Count(uint64(40)) {
		t.Run(fmt.Sprintf("circuit %d", seed), func(t *testing.T) {
			g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
			agreeTiered(t, lowertest.Compile(t, randomCircuit(g)), 25, seed)
		})
	}
}

// TestTieredTouchesNoLess: what a reader knows of the pages of a memory from before the change-over is old after it.
func TestTieredTouchesNoLess(t *testing.T) {
	ctx := context.Background()
	p := lowertest.Compile(t, sequentials["memory of 64 bits"])
	m := tiered(t, p, p.Module)
	pages := make([]bool, 1)
	since := m.Touched(0, 0, 0, pages)
	since = m.Touched(0, 0, since, pages)
	require.False(t, pages[0])
	improve(m, all)
	require.True(t, m.Generated())
	since = m.Touched(0, 0, since, pages)
	require.True(t, pages[0], "it may be the page of another machine")
	since = m.Touched(0, 0, since, pages)
	require.False(t, pages[0])
	m.Set(1, circuit.Uint(9))
	m.Set(2, circuit.Uint(1))
	_, err := m.Step(ctx, 1)
	require.NoError(t, err)
	m.Touched(0, 0, since, pages)
	require.True(t, pages[0])
}

// TestTieredConstants edits constants that are built in, before and after the machine has changed over, and while the
// module is made.
func TestTieredConstants(t *testing.T) {
	ctx := context.Background()
	for _, portions := range []int{0, 1, 5, all} {
		p := lowertest.Compile(t, withConstants)
		fixed, _, err := synthesis.Build(ctx, p.Realm, p.Design, synthesis.Options{Fixed: true, Reachable: true})
		require.NoError(t, err)
		var inner *tier.Machine
		start := func(m *netlist.Module) sim.Machine {
			inner = tiered(t, p, m)
			return inner
		}
		a := specialize.New(start(fixed), fixed, func(context.Context) (sim.Machine, error) { return start(p.Module), nil })
		b := sim.Machine(p.Event(t))
		rnd := rand.New(rand.NewPCG(1, 1))
		for round := range 30 {
			withConstantsAgree(t, p, rnd, round >= 10 && round%5 == 0, a, b)
			if round%4 == 3 {
				improve(a, portions)
			}
		}
		improve(a, all)
		require.False(t, a.Improvable())
		require.True(t, inner.Generated())
		lowertest.Same(t, p, a, b, "in the end")
	}
}

// TestTieredGivesUp closes a machine in every stage of its generation: no coroutine stays.
func TestTieredGivesUp(t *testing.T) {
	text, err := os.ReadFile("../../../examples/rv32i-computer/circuit.ts")
	require.NoError(t, err)
	p := lowertest.Compile(t, string(text))
	start := func() *tier.Machine {
		m, err := tier.New(context.Background(), p.Module, p.Design, nil)
		require.NoError(t, err)
		return m
	}
	m := start()
	portions := improve(m, all)
	require.Greater(t, portions, 20, "the module is made in portions")
	require.NoError(t, m.Close())
	before := runtime.NumGoroutine()
	for n := range portions {
		m := start()
		require.LessOrEqual(t, improve(m, n), n)
		require.NoError(t, m.Close())
		require.NoError(t, m.Close())
		require.False(t, m.Improvable())
	}
	for range 1_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before)
}

// TestTieredPortionsAreShort counts how often large netlists let others have their turn: a portion is a few thousand
// operations of one pass over the netlist at most.
func TestTieredPortionsAreShort(t *testing.T) {
	for _, name := range []string{"gates", "registers", "rule30", "sha256"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("../../../bench/" + name + "/circuit.ts")
			require.NoError(t, err)
			p := lowertest.Compile(t, string(text))
			m := tiered(t, p, p.Module)
			portions := improve(m, all)
			require.NoError(t, m.Err())
			require.Greater(t, portions, len(p.Module.Ops)/500)
		})
	}
}

// TestTieredStays: a lambda that fails when the generated module takes over leaves the machine on the interpreter, with
// the state that it had. (A lambda that does not always do the same is the only kind that can.)
func TestTieredStays(t *testing.T) {
	ctx := context.Background()
	text := `let calls = 0
const Odd = circuit('Odd', { inputs: { a: bus(8) }, outputs: { q: bus(8) }, state: { v: reg(8) },
	eval: ({ a, v }) => { calls++; if (calls === 4) throw new Error('the fourth'); return a & 1 ? { q: v + Number(JSON.stringify(a)) } : {} },
	onTick: ({ v }) => ({ v: v + 1 }) })
const Only = circuit('Only', { inputs: { a: bus(8) }, outputs: { q: bus(8) }, nodes: { x: Odd },
	connect: ({ inputs, outputs, nodes: { x } }) => [inputs.a.to(x.a), x.q.to(outputs.q)] })`
	p := lowertest.Compile(t, text)
	require.NotEmpty(t, p.Hints)
	m := tiered(t, p, p.Module)
	m.Set(0, circuit.Uint(5))
	done, err := m.Step(ctx, 1)
	require.NoError(t, err)
	require.Equal(t, 1, done)
	before, err := m.Snapshot()
	require.NoError(t, err)
	q := m.Peek(p.Net(t, "x.q"))
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for range 10_000 {
		m.TierUp(cancelled, time.Hour)
	}
	require.False(t, m.Generated())
	require.True(t, m.Improvable(), "it is tried again")
	improve(m, all)
	require.ErrorContains(t, m.Err(), "the fourth")
	require.False(t, m.Generated())
	after, err := m.Snapshot()
	require.NoError(t, err)
	require.Equal(t, before, after)
	require.Equal(t, q, m.Peek(p.Net(t, "x.q")))
	m.Set(0, circuit.Uint(2)) // the output keeps what it was
	_, err = m.Step(ctx, 3)
	require.NoError(t, err)
	require.Equal(t, q, m.Peek(p.Net(t, "x.q")))
}

// TestTieredForgetsTheInterpreter: nothing holds the interpreter after the change-over, not even while what it reported
// is still compared.
func TestTieredForgetsTheInterpreter(t *testing.T) {
	p := lowertest.Compile(t, sequentials["memory of 64 bits"])
	m := tiered(t, p, p.Module)
	m.Changed(nil)
	gone := weak.Make(m.Machine.(*interp.Machine))
	improve(m, all)
	require.True(t, m.Generated())
	runtime.GC()
	require.Nil(t, gone.Value())
	require.NotEmpty(t, m.Reported())
}
