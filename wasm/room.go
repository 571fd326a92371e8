//go:build js && wasm

package main

import (
	"runtime/debug"
	"runtime/metrics"
)

const (
	// garbagePercent is how much can be allocated between two collections of garbage, in hundredths of what is alive: a
	// compile makes much short-lived garbage on a small heap, and collecting it four times less often than Go does by
	// itself costs a fifth less time.
	garbagePercent = 400
	// roomBytes is what can be allocated before a collection where circuits are edited: what a compile of twenty thousand
	// operations leaves, and what was not enough for a collection before it. One in the middle of a compile takes as long as the
	// compile of ten thousand operations does.
	roomBytes = 64 << 20
	// leastAlive stands for what is alive as long as no collection has told.
	leastAlive = 4 << 20
)

// makeRoom lets the collector come after roomBytes at the earliest, by what the last collection found alive.
func makeRoom() {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	debug.SetGCPercent(int(max(garbagePercent, 100*roomBytes/max(samples[0].Value.Uint64(), leastAlive))))
}
