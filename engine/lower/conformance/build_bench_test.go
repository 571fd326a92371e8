package conformance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/sim/host"
	"simten.dev/engine/sim/interp"
	"simten.dev/engine/synthesis"
)

// BenchmarkBuild measures the way from a flat design to a machine that has settled.
func BenchmarkBuild(b *testing.B) {
	for name, text := range benchCircuits(b) {
		b.Run(name, func(b *testing.B) {
			p := lowertest.Compile(b, text)
			ctx := context.Background()
			for b.Loop() {
				m, _, err := synthesis.Build(ctx, p.Realm, p.Design, synthesis.Options{Reachable: true})
				require.NoError(b, err)
				h, err := host.New(p.Realm, p.Design, m)
				require.NoError(b, err)
				_, err = interp.New(ctx, m, p.Design, h)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Module.Ops)), "ns/operation")
		})
	}
}
