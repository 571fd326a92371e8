package sim

import (
	"context"
	"time"
)

// Improver is a Machine that can become faster by work for which there is time between its other calls. Whether it has
// done that work shows in nothing but its speed.
type Improver interface {
	Machine

	// Improvable reports that there is such work.
	Improvable() bool

	// TierUp does some of it, for about the given time, and returns after how long it can go on; 0 is at once. The parts
	// that may run user code keep to ctx.
	TierUp(ctx context.Context, d time.Duration) time.Duration
}
