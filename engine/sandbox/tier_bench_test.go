package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sim"
)

// BenchmarkChangeOverMemory reports what the largest circuit that is tiered keeps on the heap, in bytes an operation of
// its netlist: program (the compiled circuit with its netlist), interp (the interpreter beside it), most (the
// interpreter and what is generated, where that is largest of all portions), after (the generated module's machine).
func BenchmarkChangeOverMemory(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("..", "..", "bench", "growth", "loop.ts"))
	require.NoError(b, err)
	source := Source{Text: "const N = 72_000\n" + string(text)}
	require.NoError(b, Warm())
	ctx := context.Background()
	for range b.N {
		empty := heap()
		c, err := Compile(ctx, source, Limits{RunTime: time.Minute})
		require.NoError(b, err)
		module, _, err := c.Lower(ctx)
		require.NoError(b, err)
		require.True(b, tiered(len(module.Ops)), "%d operations", len(module.Ops))
		compiled := heap()
		m, err := c.NewMachineOn(ctx, Tiered)
		require.NoError(b, err)
		i, ok := m.(sim.Improver)
		require.True(b, ok)
		begun := heap()
		peak := begun
		for i.Improvable() {
			time.Sleep(i.TierUp(ctx, 10*time.Millisecond))
			if i.Improvable() {
				peak = max(peak, heap())
			}
		}
		after := heap()
		ops := float64(len(module.Ops))
		b.ReportMetric(ops, "operations")
		b.ReportMetric(float64(compiled-empty)/ops, "program-B/op")
		b.ReportMetric(float64(begun-compiled)/ops, "interp-B/op")
		b.ReportMetric(float64(peak-compiled)/ops, "peak-B/op")
		b.ReportMetric(float64(after-compiled)/ops, "after-B/op")
		require.NoError(b, m.Close())
		c.Close()
	}
}

// heap is what is alive.
func heap() int64 {
	runtime.GC()
	return heapBytes()
}
