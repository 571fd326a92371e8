package goja

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestProgramsInSeveralRuntimes: a program runs in several Runtimes at the same time, while others are compiled, and
// does the same in each of them. With -race it also shows that they share nothing that is written.
func TestProgramsInSeveralRuntimes(t *testing.T) {
	const programs = 60
	var group sync.WaitGroup
	for seed := range uint64(programs) {
		source := (&author{rand: rand.New(rand.NewPCG(seed, 5))}).program()
		plain, fused := bothWays(t, source)
		want := outcome(plain)
		for range 3 {
			group.Go(func() {
				if got := outcome(fused); got != want {
					t.Errorf("seed %d:\ntogether %s\nalone %s\n%s", seed, got, want, source)
				}
				if _, err := Compile("again.js", source, false); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
}
