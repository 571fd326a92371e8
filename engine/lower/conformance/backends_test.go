package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sim"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/wasmgen"
	"simten.dev/invariants/thorough"
)

// agreeGenerated runs the generated code and the interpreter side by side. Each has a realm of its own,
// as closures called by one must not see the state of the other.
func agreeGenerated(t *testing.T, p *program, rounds int, seed uint64) {
	t.Helper()
	ctx := context.Background()
	q := compile(t, p.text)
	require.Equal(t, q.module.String(), p.module.String(), "the netlist depends on something else than the circuit")
	h, err := host.New(q.realm, q.design, q.module)
	require.NoError(t, err)
	w, err := wasmgen.New(ctx, q.module, q.design, h)
	require.NoError(t, err)
	a, b := sim.Machine(p.interp(t)), sim.Machine(w)
	rnd := rand.New(rand.NewPCG(seed, 1))
	for round := range rounds {
		drive(p, rnd, 70, a, b)
		run(t, rnd.IntN(3), a, b)
		same(t, p, a, b, fmt.Sprintf("seed %d, round %d", seed, round))
	}
	require.NoError(t, w.Close())
}

// TestBackends compares the two compiled backends on everything that is compared with the closures.
func TestBackends(t *testing.T) {
	for name, text := range sequentials {
		t.Run(name, func(t *testing.T) { agreeGenerated(t, compile(t, text), 60, 3) })
	}
	for seed := range thorough.Count(uint64(40)) {
		t.Run(fmt.Sprintf("lambda %d", seed), func(t *testing.T) {
			g := &generator{Rand: rand.New(rand.NewPCG(seed, 99))}
			agreeGenerated(t, compile(t, lambdaCircuit(g.lambda())), 12, seed)
		})
		t.Run(fmt.Sprintf("circuit %d", seed), func(t *testing.T) {
			g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
			agreeGenerated(t, compile(t, randomCircuit(g)), 25, seed)
		})
	}
}
