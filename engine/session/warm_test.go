package session

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
)

// left is what a compile leaves.
var left []byte

// A collection waits for the end of what runs, so that a pause is heard.
func TestRestWaitsWhileSomethingRuns(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // nothing but CollectGarbage collects
	collections := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumForcedGC
	}
	b := newBench(t)
	b.ask(compileOf("ok"))
	b.ask(runOf(10))
	runtime.GC()
	before := collections()
	left = make([]byte, 64<<20)
	b.CollectGarbage()
	require.Equal(t, before, collections())

	tick := b.send(tickOf(10_000_000))
	b.CollectGarbage()
	require.Equal(t, before, collections())

	b.send(plain(protocol.TypePause))
	b.pass(time.Millisecond)
	require.NotNil(t, b.replyTo(tick))
	b.CollectGarbage()
	require.Equal(t, before+1, collections())
	left = nil
}
