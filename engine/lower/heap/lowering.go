package heap

import (
	"simten.dev/engine/lower/scalar"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct{ scalar.Lowering }
