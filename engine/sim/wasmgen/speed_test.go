package wasmgen

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func BenchmarkDense(b *testing.B) {
	for _, ops := range []int{500, 1000, 2000, 10000} {
		b.Run(fmt.Sprint(ops), func(b *testing.B) {
			m := dense(1024, 8192, 1)
			require.NoError(b, m.Check())
			t0 := time.Now()
			p, err := generate(m, tuning{functionOps: ops, localRegisters: 48, branchCost: 16})
			require.NoError(b, err)
			t1 := time.Now()
			if dir := os.Getenv("WASMDIR"); dir != "" {
				require.NoError(b, os.WriteFile(fmt.Sprintf("%s/dense%d.wasm", dir, ops), p.code, 0o644))
			}
			i, err := instantiate(context.Background(), p.code, nil)
			require.NoError(b, err)
			defer i.close()
			b.ReportMetric(float64(t1.Sub(t0).Microseconds())/1000, "gen-ms")
			b.ReportMetric(float64(time.Since(t1).Microseconds())/1000, "compile-ms")
			b.ReportMetric(float64(len(p.code)), "bytes")
			b.ResetTimer()
			n := 0
			for b.Loop() {
				_, err := i.step(1000)
				require.NoError(b, err)
				n += 1000
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n)/8192, "ns/op8192")
		})
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, size := range []int{1_000, 10_000, 100_000, 1_000_000} {
		m := dense(max(size/16, 4), size, 1)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := generate(m, defaultTuning)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/operation")
		})
	}
}
