package js

import (
	"simten.dev/engine/lower/loop"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	loop.Lowering

	deletions int // of properties so far
}
