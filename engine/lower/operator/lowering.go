package operator

import (
	"simten.dev/engine/lower/text"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct{ text.Lowering }
