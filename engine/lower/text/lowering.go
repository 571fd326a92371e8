package text

import (
	"simten.dev/engine/lower/heap"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct{ heap.Lowering }
