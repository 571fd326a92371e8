package pack_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/opt/pack"
	"simten.dev/engine/sandbox"
)

// BenchmarkPack is the time that packing takes of the circuits of bench: rows that it packs, chains, and a netlist
// in which there is nothing for it.
func BenchmarkPack(b *testing.B) {
	for _, name := range []string{"rule30", "gates", "logic", "registers"} {
		b.Run(name, func(b *testing.B) {
			ctx := context.Background()
			text, err := os.ReadFile("../../../bench/" + name + "/circuit.ts")
			require.NoError(b, err)
			c, err := sandbox.Compile(ctx, sandbox.Source{Text: string(text)}, sandbox.Limits{})
			require.NoError(b, err)
			m, _, err := c.Lower(ctx)
			require.NoError(b, err)
			b.ResetTimer()
			for range b.N {
				pack.Module(m, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(m.Ops)), "ns/operation")
		})
	}
}
