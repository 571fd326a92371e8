package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sim"
)

// TestCounter runs the smallest sequential circuit.
func TestCounter(t *testing.T) {
	p := compile(t, `
		const Counter = circuit('Counter', {
			inputs: { en: bit }, outputs: { n: bus(8) }, state: { count: reg(8, 250) },
			eval: ({ count }) => ({ n: count }),
			onTick: ({ en, count }) => ({ count: en ? (count + 1) & 255 : count }),
		})`)
	require.Empty(t, p.hints)
	m := p.interp(t)
	n := p.net(t, "__top__.n")
	require.Equal(t, uint64(250), m.Peek(n).Lo)
	m.Set(0, circuit.Uint(1))
	done, err := m.Step(context.Background(), 7)
	require.NoError(t, err)
	require.Equal(t, 7, done)
	require.Equal(t, uint64(1), m.Peek(n).Lo)
	require.Equal(t, uint64(7), m.Cycle())
}

// agree runs both machines with the same random inputs and demands equal nets and state.
func agree(t *testing.T, p *program, cycles int, seed uint64) {
	t.Helper()
	a, b := sim.Machine(p.interp(t)), sim.Machine(p.event(t))
	rnd := rand.New(rand.NewPCG(seed, 1))
	for cycle := range cycles {
		drive(p, rnd, 16, a, b)
		run(t, rnd.IntN(3), a, b)
		same(t, p, a, b, fmt.Sprintf("seed %d, round %d", seed, cycle))
	}
}

// drive gives all machines the same random inputs, and some interactive arguments of up to so many bits.
func drive(p *program, rnd *rand.Rand, bits int, machines ...sim.Machine) {
	for i, in := range p.design.Inputs {
		v := random(rnd, in.Type.Wires())
		for _, m := range machines {
			m.Set(i, v)
		}
	}
	for i := range p.design.NodeCount() {
		if name := p.design.Node(i).Metadata.InteractiveArg; name != "" && rnd.IntN(3) == 0 {
			v := random(rnd, bits)
			for _, m := range machines {
				m.SetArgument(i, name, v)
			}
		}
	}
}

// run runs n cycles, or settles all machines when there are none to run.
func run(t *testing.T, n int, machines ...sim.Machine) {
	t.Helper()
	for _, m := range machines {
		if n == 0 {
			require.NoError(t, m.Settle(context.Background()))
			continue
		}
		_, err := m.Step(context.Background(), n)
		require.NoError(t, err)
	}
}

func same(t *testing.T, p *program, a, b sim.Machine, where string) {
	t.Helper()
	for s := range p.design.Signals() {
		require.Equal(t, b.Peek(s.Net).String(), a.Peek(s.Net).String(), "%s: %s\n%s", where, s.Path, p.module)
	}
	for i := range p.design.NodeCount() {
		for k := range p.design.Node(i).State {
			require.Equal(t, fmt.Sprint(b.State(i, k)), fmt.Sprint(a.State(i, k)), "%s: %s.%s", where, p.design.Node(i).Path, p.design.Node(i).State[k].Name)
		}
	}
	require.Equal(t, b.Cycle(), a.Cycle())
}

func random(rnd *rand.Rand, width int) circuit.Value {
	words := make([]uint64, (width+63)/64)
	for i := range words {
		words[i] = rnd.Uint64()
		switch rnd.IntN(4) {
		case 0:
			words[i] = uint64(rnd.IntN(4))
		case 1:
			words[i] = ^uint64(rnd.IntN(4))
		}
	}
	return circuit.FromWords(words).Mask(width)
}
