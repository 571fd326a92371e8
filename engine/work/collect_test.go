package work

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// collections is how many collections were asked for so far.
func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumForcedGC
}

var kept []byte

func TestTidyCollectsWhatIsWorthIt(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // nothing but Tidy collects
	runtime.GC()
	before := collections()
	Tidy(0)
	require.Equal(t, before, collections(), "nothing was allocated")

	kept = make([]byte, tidyBytes)
	Tidy(0)
	require.Equal(t, before, collections(), "there is room for more")
	kept = make([]byte, tidyHeap)
	Tidy(0)
	require.Equal(t, before+1, collections(), "much was allocated, and the heap is large")
	Tidy(0)
	require.Equal(t, before+1, collections(), "what is alive is not collected again and again")

	Tidy(tidyFrom)
	require.Equal(t, before+2, collections(), "the circuit is large")
	kept = nil
}

func TestRestCollectsAfterACircuitOfSomeSize(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // nothing but CollectGarbage collects
	runtime.GC()
	before := collections()
	CollectGarbage()
	require.Equal(t, before, collections(), "nothing was allocated")
	kept = make([]byte, idleBytes+1<<20)
	CollectGarbage()
	require.Equal(t, before+1, collections())
	CollectGarbage()
	require.Equal(t, before+1, collections(), "what is alive is not collected again and again")
	kept = nil
}
