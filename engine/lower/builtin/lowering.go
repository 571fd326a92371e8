package builtin

import (
	"simten.dev/engine/lower/capture"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	capture.Lowering
	Language

	Assigned []int        // variables, at each assignment, by cell
	puts     int          // objects put in the place of others so far
	Gone     map[int]bool // entries, keys and values that have been gone through
	Thrown   int          // errors so far that one of them has caught
}
