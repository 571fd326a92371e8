package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sim"
)

// BenchmarkFirstCycle goes from the text of the large circuits in bench/ to the end of their first cycle. For each
// stage it reports the median in milliseconds: read (parsing and rewriting), build (the program runs), flatten, lower
// (to the netlist), start (the machine is made), step, and first for all of them. A tiered machine is then improved in
// slices of 2 ms, as the worker does it while the circuit runs: over is the time that it takes in all, longest that of
// the longest. With GOMAXPROCS=1, collecting garbage is part of it; with GOOS=js it is what the browser's worker does.
func BenchmarkFirstCycle(b *testing.B) {
	for _, name := range []string{"registers", "gates", "rule30", "rv32i", "cores", "lambdas"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "bench", name, "circuit.ts"))
		require.NoError(b, err)
		for _, backend := range []Backend{Interpreter, WebAssembly, Tiered} {
			b.Run(name+"/"+string(backend), func(b *testing.B) { firstCycle(b, string(text), backend) })
		}
	}
}

// improve makes a machine as fast as it can be.
func improve(m sim.Machine) map[string]time.Duration {
	over, longest := time.Duration(0), time.Duration(0)
	i, ok := m.(sim.Improver)
	for ok && i.Improvable() {
		start := time.Now()
		wait := i.TierUp(context.Background(), 2*time.Millisecond)
		took := time.Since(start)
		over += took + wait
		longest = max(longest, took)
		time.Sleep(wait)
	}
	if over == 0 {
		return nil
	}
	return map[string]time.Duration{"over": over, "longest": longest}
}

func firstCycle(b *testing.B, text string, backend Backend) {
	ctx := context.Background()
	spent := map[string][]time.Duration{}
	b.ReportAllocs()
	for range b.N {
		b.StopTimer()
		require.NoError(b, Warm())
		b.StartTimer()
		start := time.Now()
		began, stage := start, protocol.PhaseRead
		enter := func(next protocol.Phase) {
			now := time.Now()
			spent[string(stage)] = append(spent[string(stage)], now.Sub(began))
			began, stage = now, next
		}
		c, err := Compile(ctx, Source{Text: text, Progress: func(p protocol.Progress) {
			if p.Phase != stage && p.Phase != protocol.PhaseCheck && p.Phase != protocol.PhaseGenerate {
				enter(p.Phase)
			}
		}}, Limits{RunTime: time.Hour})
		require.NoError(b, err)
		require.False(b, circuit.HasErrors(c.Diagnostics))
		enter("start")
		m, err := c.NewMachineOn(ctx, backend)
		require.NoError(b, err)
		enter("step")
		_, err = m.Step(ctx, 1)
		require.NoError(b, err)
		enter("")
		spent["first"] = append(spent["first"], time.Since(start))
		b.StopTimer()
		for name, took := range improve(m) {
			spent[name] = append(spent[name], took)
		}
		require.NoError(b, m.Close())
		c.Close()
		b.StartTimer()
	}
	for stage, list := range spent {
		slices.Sort(list)
		b.ReportMetric(float64(list[len(list)/2].Microseconds())/1000, stage+"-ms")
	}
}
