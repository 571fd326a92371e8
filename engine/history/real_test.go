package history_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

var background = context.Background()

// computer is the RISC-V example on a backend.
func computer(t testing.TB, backend sandbox.Backend) sim.Machine {
	text, err := os.ReadFile("../../examples/rv32i-computer/circuit.ts")
	require.NoError(t, err)
	c, err := sandbox.Compile(background, sandbox.Source{Text: string(text), Harness: true}, sandbox.Limits{RunTime: time.Minute})
	require.NoError(t, err)
	require.NotNil(t, c.Design, "%v", c.Diagnostics)
	t.Cleanup(c.Close)
	m, err := c.NewMachineOn(background, backend)
	require.NoError(t, err)
	t.Cleanup(func() { _ = m.Close() })
	return m
}

// TestProcessorsPastIsExact_M48 visits cycles of a processor in any order and compares each with a run from zero.
func TestProcessorsPastIsExact_M48(t *testing.T) {
	for _, backend := range []sandbox.Backend{sandbox.Interpreter, sandbox.WebAssembly} {
		t.Run(string(backend), func(t *testing.T) {
			r, err := history.New(computer(t, backend), history.Options{Interval: time.Millisecond})
			require.NoError(t, err)
			_, err = r.Step(background, 4_000)
			require.NoError(t, err)
			for _, cycle := range []uint64{3_999, 17, 1_422, 1_421, 0, 2_500, 4_000} {
				require.NoError(t, r.Seek(background, cycle))
				got, err := r.Snapshot()
				require.NoError(t, err)
				plain := computer(t, backend)
				_, err = plain.Step(background, int(cycle))
				require.NoError(t, err)
				want, err := plain.Snapshot()
				require.NoError(t, err)
				require.Equal(t, want, got, "cycle %d", cycle)
			}
		})
	}
}

// counted is a machine whose cycles are counted, also those that are repeated.
type counted struct {
	sim.Machine
	cycles int
}

func (c *counted) Step(ctx context.Context, n int) (int, error) {
	done, err := c.Machine.Step(ctx, n)
	c.cycles += done
	return done, err
}

// TestAnyCycleOfTheProcessorIsAFewCyclesAway counts instead of measuring: with a clock on which a cycle takes 250 ns,
// about what it takes in a browser, a visit repeats at most 50,000 cycles, an eighth of what fits into 100 ms.
func TestAnyCycleOfTheProcessorIsAFewCyclesAway(t *testing.T) {
	m := &counted{Machine: computer(t, sandbox.WebAssembly)}
	clock := func() time.Time { return time.Unix(0, int64(m.cycles)*250) }
	r, err := history.New(m, history.Options{Clock: clock})
	require.NoError(t, err)
	const cycles = 2_000_000
	for _, n := range []int{1, 7, 100_000, cycles - 100_008} {
		_, err = r.Step(background, n)
		require.NoError(t, err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		before := m.cycles
		cycle := random.Uint64N(cycles)
		require.NoError(t, r.Seek(background, cycle))
		require.Equal(t, cycle, r.Cycle())
		require.LessOrEqual(t, m.cycles-before, 50_000, "to cycle %d", cycle)
	}
}

// BenchmarkCheckpoint takes the state of the processor, which happens once in 10 ms of a run: a checkpoint of 0.1 ms
// costs a run one per cent.
func BenchmarkCheckpoint(b *testing.B) {
	m := computer(b, sandbox.WebAssembly)
	_, err := m.Step(background, 100_000)
	require.NoError(b, err)
	var size int
	b.ResetTimer()
	for range b.N {
		_, err := m.Step(background, 1_000)
		require.NoError(b, err)
		_, err = m.Image()
		require.NoError(b, err)
	}
	b.StopTimer()
	state, err := m.Snapshot()
	require.NoError(b, err)
	size = len(state)
	b.ReportMetric(float64(size), "bytes")
}

// BenchmarkSeek visits random cycles of a million of the processor's.
func BenchmarkSeek(b *testing.B) {
	r, err := history.New(computer(b, sandbox.WebAssembly), history.Options{})
	require.NoError(b, err)
	const cycles = 1_000_000
	_, err = r.Step(background, cycles)
	require.NoError(b, err)
	var worst time.Duration
	cycle := uint64(1)
	b.ResetTimer()
	for range b.N {
		cycle = (cycle*6364136223846793005 + 1442695040888963407)
		start := time.Now()
		require.NoError(b, r.Seek(background, (cycle>>33)%cycles))
		worst = max(worst, time.Since(start))
	}
	b.ReportMetric(float64(worst)/float64(time.Millisecond), "worst-ms")
	b.ReportMetric(float64(r.Bytes())/(1<<20), "MiB")
}
