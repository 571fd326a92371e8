// Package thorough says how many random cases a test tries. `make test` tries a part of them, so that it stays short
// enough to be run after each change; `make thorough` tries all, and `make quick` a few. Tests that are long for
// another reason ask On.
package thorough

import (
	"flag"
	"os"

	_ "pgregory.net/rapid" // its flags are registered before this package changes their defaults
)

// Variables that are set in the environment of a thorough run and of a quick one.
const (
	variable = "SIMTEN_THOROUGH"
	quick    = "SIMTEN_QUICK"
)

// share is one part in so many of the cases.
func share[N ~int | ~int64 | ~uint64]() N {
	if os.Getenv(quick) != "" {
		return 32
	}
	return 4
}

// On reports that all cases are wanted.
func On() bool { return os.Getenv(variable) != "" }

// Count is how many of n cases to try: the first quarter of them, few in a quick run, and at least one.
func Count[N ~int | ~int64 | ~uint64](n N) N {
	if On() {
		return n
	}
	return (n + share[N]() - 1) / share[N]()
}

// A test binary that imports this package checks its properties (rapid.Check) for fewer draws, unless a flag says how
// many.
func init() {
	const checks = "rapid.checks"
	if f := flag.Lookup(checks); f != nil && !On() {
		_ = f.Value.Set("25") // rapid's own number is 100; a number is never refused
	}
}
