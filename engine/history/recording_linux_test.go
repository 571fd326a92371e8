package history_test

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// threadTime is the processor time of this thread: a wall clock on a busy machine tells of its neighbours.
func threadTime(b *testing.B) time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	require.NoError(b, syscall.Getrusage(thread, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// BenchmarkRecording runs the processor with and without a history, in turn, and compares the processor time.
func BenchmarkRecording(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const slice = 50_000
	plain := computer(b, sandbox.WebAssembly)
	r, err := history.New(computer(b, sandbox.WebAssembly), history.Options{})
	require.NoError(b, err)
	machines := []sim.Machine{plain, r}
	var took [2]time.Duration
	b.ResetTimer()
	for n := range b.N {
		for i := range machines {
			i ^= n & 1 // who is first takes turns
			start := threadTime(b)
			_, err := machines[i].Step(background, slice)
			took[i] += threadTime(b) - start
			require.NoError(b, err)
		}
	}
	b.ReportMetric(slice*float64(b.N)/took[1].Seconds(), "recorded-cycles/s")
	b.ReportMetric(100*(1-took[0].Seconds()/took[1].Seconds()), "%loss")
}
