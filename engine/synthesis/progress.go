package synthesis

import "simten.dev/engine/work"

// beat is after how many nodes progress is told again, and the context asked; a fraction of a second's work.
const beat = 1 << 15

// The parts of the work that are done when all nodes have been lowered, and when all have been put together.
const (
	lowered   = 0.15
	evaluated = 0.6
)

// told tells the part that is done, and whether to go on.
func (b *build) told(part float64) error {
	if tell := work.Teller(b.ctx); tell != nil {
		tell(part)
	}
	return b.ctx.Err()
}
