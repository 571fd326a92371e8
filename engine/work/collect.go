package work

import (
	"runtime"
	"runtime/metrics"
)

const (
	// tidyFrom is from how many operations Tidy collects in any case.
	tidyFrom = 1 << 18
	// tidyHeap is up to how many bytes of heap a collection can wait: it takes a fifth of a second for a circuit of twenty
	// thousand operations, and there is room for the next one.
	tidyHeap = 256 << 20
	// tidyBytes is how many of them must have been allocated since the last collection.
	tidyBytes = 64 << 20
	// idleBytes is from how many such bytes CollectGarbage collects: what a circuit of some thousand operations leaves.
	idleBytes = 12 << 20
)

// Tidy collects garbage between two stretches of the work on a large circuit. Each stretch leaves lists of tens of
// megabytes behind. In a WebAssembly memory with a maximum, the next one must find their room, and not grow beside
// them. The collector by itself comes late there: it has one processor to share with the work, and what is allocated
// while it looks counts as alive.
func Tidy(operations int) {
	if heap, fresh := allocated(); operations >= tidyFrom || heap >= tidyHeap && fresh >= tidyBytes {
		runtime.GC()
	}
}

// CollectGarbage collects garbage if a circuit of some size has left it. It is for when nobody waits: a compile in the
// middle of which a collection comes takes up to twice as long.
func CollectGarbage() {
	if _, fresh := allocated(); fresh >= idleBytes {
		runtime.GC()
	}
}

// allocated is how many bytes of the heap are in use, and how many beyond those that the last collection found alive.
func allocated() (heap, fresh uint64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	heap = samples[0].Value.Uint64()
	return heap, heap - min(heap, samples[1].Value.Uint64())
}
