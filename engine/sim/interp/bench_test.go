package interp_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/netlist"
)

// window is about how long each of the runs takes of which BenchmarkStep reports the fastest: short enough that other
// work on the machine does not fall into all of them.
const window = 250 * time.Microsecond

// BenchmarkStep measures one clock cycle of each circuit, and one operation in it, when it has run for some time.
func BenchmarkStep(b *testing.B) {
	for name, text := range benchCircuits(b) {
		b.Run(name, func(b *testing.B) {
			p := compile(b, text)
			m := p.interp(b)
			ops := 0
			for i := p.module.Invariant; i < len(p.module.Ops); i++ {
				if p.module.Uses[i]&netlist.InStep != 0 {
					ops++
				}
			}
			ctx := context.Background()
			run := func(n int) time.Duration {
				started := time.Now()
				_, err := m.Step(ctx, n)
				require.NoError(b, err)
				return time.Since(started)
			}
			run(10_000)
			n := 1
			for run(n) < window {
				n *= 2
			}
			best := time.Duration(math.MaxInt64)
			b.ResetTimer()
			for done := 0; done < b.N; done += n {
				best = min(best, run(n))
			}
			b.ReportMetric(float64(best.Nanoseconds())/float64(n), "best-ns/cycle")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(ops), "ns/operation")
			b.ReportMetric(float64(ops), "operations")
		})
	}
}
