package wasmgen

import (
	"simten.dev/engine/sim"
)

// Host runs the opaque lambdas of a module; see sim.Host.
type Host = sim.Host
