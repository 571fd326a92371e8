package sandbox

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
)

// TestGarbageIsNoUse has a heap that is larger than the limit: by a little until it is collected, for long, and by much.
func TestGarbageIsNoUse(t *testing.T) {
	const mebibytes = 64
	limit := int64(mebibytes << 20)
	begin := time.Now()
	for name, c := range map[string]struct {
		heaps []int64 // one every tenth of a second
		want  bool    // whether the last one is too much
	}{
		"less":                       {[]int64{limit, limit, limit, limit, limit, limit, limit, limit}, false},
		"a little, then collected":   {[]int64{limit + 1, limit + 1, limit + 1, limit / 2, limit + 1, limit + 1, limit + 1, limit + 1}, false},
		"a little, never collected":  {[]int64{limit, limit + 1, limit + 1, limit + 1, limit + 1, limit + 1, limit + 1}, true},
		"as much as may be, at once": {[]int64{limit + limit/8}, false},
		"more than that":             {[]int64{limit + limit/8 + 1}, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := NewWatch(limits.Limits{MemoryMebibytes: mebibytes}, nil, nil)
			w.within = begin
			for i, heap := range c.heaps {
				last := i == len(c.heaps)-1
				require.Equal(t, c.want && last, w.tooLarge(heap, begin.Add(time.Duration(i)*100*time.Millisecond)), "heap %d", i)
			}
		})
	}
}
