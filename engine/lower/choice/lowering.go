package choice

import (
	"simten.dev/engine/lower/domain"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct{ domain.Lowering }
