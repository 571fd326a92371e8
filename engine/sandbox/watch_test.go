package sandbox

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
)

// TestGarbageIsNoUse has a heap that is larger than the limit by what is dead, and one by what is not.
func TestGarbageIsNoUse(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // nothing is collected unless it is asked for
	const mebibyte = 1 << 20
	limit := int(alive()/mebibyte) + 64
	fill := func() (list [][]byte) {
		for range 128 {
			list = append(list, make([]byte, mebibyte))
		}
		return list
	}
	check := func() (problem *protocol.Error) {
		w := NewWatch(limits.Limits{MemoryMebibytes: limit}, func(e *protocol.Error) { problem = e }, nil)
		w.active, w.last, w.timer = true, time.Now(), time.NewTimer(time.Hour)
		require.Greater(t, heapBytes(), int64(limit)*mebibyte)
		w.check()
		w.End()
		return problem
	}
	fill()
	require.Nil(t, check())
	kept := fill()
	problem := check()
	require.NotNil(t, problem)
	require.Equal(t, protocol.ErrMemory, problem.Code)
	runtime.KeepAlive(kept)
}
