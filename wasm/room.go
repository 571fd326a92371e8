//go:build js && wasm

package main

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// garbagePercent is how much can be allocated between two collections of garbage, in hundredths of what is alive: a
	// compile makes much short-lived garbage on a small heap, and collecting it four times less often than Go does by
	// itself costs a fifth less time.
	garbagePercent = 400
	// roomBytes is what can be allocated before a collection where circuits are edited: what a compile of twenty thousand
	// operations leaves, and what was not enough for a collection before it. One in the middle of a compile takes as long
	// as the compile of ten thousand operations does.
	roomBytes = 64 << 20
	// minAlive stands for what is alive as long as no collection has told.
	minAlive = 4 << 20
)

// makeRoom lets the collector come after roomBytes at the earliest, by what the last collection found alive.
func makeRoom() {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	debug.SetGCPercent(int(max(garbagePercent, 100*roomBytes/max(samples[0].Value.Uint64(), minAlive))))
}

// afterwards is how long after the last work garbage is collected: a request may follow at once, such as the first
// cycle of what was compiled.
const afterwards = 150 * time.Millisecond

// idleTime waits for the time to collect garbage.
type idleTime struct{ due time.Time }

// work notes that there was something to do.
func (l *idleTime) work() { l.due = time.Time{} }

// idle notes that there is nothing to do, and says how long to wait until it is asked again: 0 when it is time to rest,
// which is once after each work.
func (l *idleTime) idle(now time.Time) time.Duration {
	if l.due.IsZero() {
		l.due = now.Add(afterwards)
	}
	return max(l.due.Sub(now), 0)
}
