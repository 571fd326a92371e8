package sandbox

import (
	"runtime/metrics"
	"sort"
	"time"

	"simten.dev/engine/realm"
)

// Stats are what one call took.
type Stats struct {
	Milliseconds float64 `json:"milliseconds"`
	Steps        int     `json:"steps"`       // loop rounds and function calls of user code, in advance of up to 2,000 a script unless Config.Profile is set
	MemoryBytes  int64   `json:"memoryBytes"` // largest heap of the worker during the call, sampled; it includes what the engine itself holds
	OutputBytes  int     `json:"outputBytes"` // of the result as JSON, and of the console

	// Lambdas are the eval and onTick functions that were called, by circuit and name. Only with Config.Profile.
	Lambdas []realm.LambdaStats `json:"lambdas,omitempty"`
}

// heapMetric counts the bytes of objects on the heap, dead ones not yet swept among them.
const heapMetric = "/memory/classes/heap/objects:bytes"

// heapBytes is the size of this process's heap.
func heapBytes() int64 {
	sample := []metrics.Sample{{Name: heapMetric}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// lambdasOf lists the lambdas that a realm called, in a fixed order.
func lambdasOf(r *realm.Realm) []realm.LambdaStats {
	if r == nil {
		return nil
	}
	list := r.Lambdas()
	sort.Slice(list, func(i, j int) bool {
		if list[i].Circuit != list[j].Circuit {
			return list[i].Circuit < list[j].Circuit
		}
		return list[i].Lambda < list[j].Lambda
	})
	return list
}
