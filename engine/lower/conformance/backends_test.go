package conformance

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// TestBackends compares the two compiled backends on everything that is compared with the closures.
func TestBackends(t *testing.T) {
	for name, text := range sequentials {
		t.Run(name, func(t *testing.T) { lowertest.AgreeGenerated(t, lowertest.Compile(t, text), 60, 3) })
	}
	for seed := range thorough.Count(uint64(40)) {
		t.Run(fmt.Sprintf("lambda %d", seed), func(t *testing.T) {
			g := &generator{Rand: rand.New(rand.NewPCG(seed, 99))}
			lowertest.AgreeGenerated(t, lowertest.Compile(t, lambdaCircuit(g.lambda())), 12, seed)
		})
		t.Run(fmt.Sprintf("circuit %d", seed), func(t *testing.T) {
			g := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
			lowertest.AgreeGenerated(t, lowertest.Compile(t, randomCircuit(g)), 25, seed)
		})
	}
}
