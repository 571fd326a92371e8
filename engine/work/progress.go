package work

import "context"

// progressKey is where a context keeps who is told.
type progressKey struct{}

// WithProgress makes the work under a context tell, now and then, which part of it is done (0 to 1).
func WithProgress(ctx context.Context, tell func(part float64)) context.Context {
	return context.WithValue(ctx, progressKey{}, tell)
}

// Teller is who WithProgress named; nil when there is nobody.
func Teller(ctx context.Context) func(part float64) {
	tell, _ := ctx.Value(progressKey{}).(func(float64))
	return tell
}
