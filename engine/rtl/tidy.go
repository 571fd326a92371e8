package rtl

import (
	"runtime"
	"runtime/metrics"
)

const (
	// tidyFrom is from how many operations Tidy collects in any case.
	tidyFrom = 1 << 18
	// tidyBytes is from how many bytes it does that were allocated since the last collection, so that a compile of a small
	// circuit is never held up.
	tidyBytes = 64 << 20
)

// Tidy collects garbage between two stretches of the work on a large circuit. Each stretch leaves lists of tens of
// megabytes behind. In a WebAssembly memory with a maximum, the next one must find their room, and not grow beside them.
// The collector by itself comes late there: it has one processor to share with the work, and what is allocated while it
// looks counts as alive.
func Tidy(operations int) {
	if operations >= tidyFrom || allocated() >= tidyBytes {
		runtime.GC()
	}
}

// allocated is how many bytes of the heap are in use beyond those that the last collection found alive.
func allocated() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64()) - int64(samples[1].Value.Uint64())
}
