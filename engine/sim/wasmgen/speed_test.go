package wasmgen

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/netlist"
)

func BenchmarkDense(b *testing.B) {
	for _, ops := range []int{500, 1000, 2000, 10000} {
		b.Run(fmt.Sprint(ops), func(b *testing.B) {
			m := dense(1024, 8192, 1)
			require.NoError(b, m.Check())
			t0 := time.Now()
			p, err := generate(m, tuning{functionOps: ops, localRegisters: 48, branchCost: 16, sweepOps: -1})
			require.NoError(b, err)
			t1 := time.Now()
			if dir := os.Getenv("WASMDIR"); dir != "" {
				require.NoError(b, os.WriteFile(fmt.Sprintf("%s/dense%d.wasm", dir, ops), p.code, 0o644))
			}
			i, err := compileNow(p.code).start(context.Background(), nil)
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

// BenchmarkGrowth compares straight-line code with sweeps by size, on circuits in which nothing repeats.
func BenchmarkGrowth(b *testing.B) {
	for _, kind := range []struct {
		name string
		make func(ops int) *netlist.Module
	}{
		{"gates", func(ops int) *netlist.Module { return gates(ops, 1) }},
		{"words", func(ops int) *netlist.Module { return dense(max(ops/8, 4), ops, 1) }},
	} {
		for _, ops := range []int{1_000, 10_000, 20_000, 30_000, 100_000, 300_000, 1_000_000} {
			m := kind.make(ops)
			for _, way := range []struct {
				name string
				set  func(*tuning)
			}{
				{"straight", func(t *tuning) { t.sweepOps = -1 }},
				{"sweeps", func(t *tuning) { t.sweepOps, t.tableOps, t.sweepAlways = 0, 0, true }},
			} {
				b.Run(fmt.Sprintf("%s/%d/%s", kind.name, ops, way.name), func(b *testing.B) {
					tune := defaultTuning
					way.set(&tune)
					began := time.Now()
					p, err := generate(m, tune)
					require.NoError(b, err)
					b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "generate-ms")
					if dir := os.Getenv("WASMDIR"); dir != "" {
						require.NoError(b, os.WriteFile(fmt.Sprintf("%s/%s-%d-%s.wasm", dir, kind.name, ops, way.name), p.code, 0o644))
					}
					began = time.Now()
					i, err := compileNow(p.code).start(context.Background(), nil)
					require.NoError(b, err)
					defer i.close()
					b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "compile-ms")
					b.ReportMetric(float64(len(p.code))/float64(ops), "code-B/op")
					b.ReportMetric(float64(p.layout.pages())*65536/float64(ops), "memory-B/op")
					_, err = i.step(4)
					require.NoError(b, err)
					b.ResetTimer()
					best := time.Hour // the fastest call: other work on the machine disturbs it least
					cycles := uint32(max(1, 200_000/ops))
					for b.Loop() {
						began := time.Now()
						_, err := i.step(cycles)
						require.NoError(b, err)
						best = min(best, time.Since(began))
					}
					b.ReportMetric(float64(best.Nanoseconds())/float64(cycles)/float64(ops), "ns/operation")
				})
			}
		}
	}
}
