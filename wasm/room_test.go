//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestThereIsRoomForACompile(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
	room := func() uint64 {
		samples := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}, {Name: "/gc/heap/live:bytes"}}
		metrics.Read(samples)
		return samples[0].Value.Uint64() - samples[1].Value.Uint64()
	}
	runtime.GC()
	require.Less(t, room(), uint64(roomBytes))
	makeRoom()
	require.GreaterOrEqual(t, room(), uint64(roomBytes)*9/10)

	kept := make([]byte, 64<<20) // and where much is alive, no more than elsewhere
	runtime.GC()
	makeRoom()
	require.InDelta(t, 1, float64(room())/(garbagePercent/100*float64(len(kept))), 0.2)
	runtime.KeepAlive(kept)
}

func TestARestIsAfterEachWork(t *testing.T) {
	var l idleTime
	start := time.Unix(0, 0)
	at := func(after time.Duration) time.Duration { return l.idle(start.Add(after)) }
	require.Equal(t, afterwards, at(0))
	require.Equal(t, afterwards/2, at(afterwards/2))
	l.work()
	require.Equal(t, afterwards, at(afterwards/2), "a request came")
	require.Zero(t, at(2*afterwards))
	l.work()
	require.Equal(t, afterwards, at(3*afterwards))
}
