package rtl

import "context"

// progressKey is where a context keeps who is told.
type progressKey struct{}

// WithProgress makes Build tell, now and then, which part of their work is done (0 to 1).
func WithProgress(ctx context.Context, tell func(part float64)) context.Context {
	return context.WithValue(ctx, progressKey{}, tell)
}

// beat is after how many nodes it is told again, and the context asked; a fraction of a second's work.
const beat = 1 << 15

// The parts of the work that are done when all nodes have been lowered, and when all have been put together.
const (
	lowered   = 0.15
	evaluated = 0.6
)

// told tells the part that is done, and whether to go on.
func (b *build) told(part float64) error { return told(b.ctx, part) }

func told(ctx context.Context, part float64) error {
	if tell := Teller(ctx); tell != nil {
		tell(part)
	}
	return ctx.Err()
}

// Teller is who WithProgress named; nil when there is nobody. Passes over netlists tell their progress, too.
func Teller(ctx context.Context) func(part float64) {
	tell, _ := ctx.Value(progressKey{}).(func(float64))
	return tell
}
