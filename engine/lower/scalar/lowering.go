package scalar

import (
	"simten.dev/engine/lower/choice"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct{ choice.Lowering }
