package protocol

import "simten.dev/engine/limits"

// Limits are the bounds of one sandbox; their home is engine/limits. The generated TypeScript carries
// the defaults to the supervisor and the app.
type Limits = limits.Limits

// count is a number as messages write it; several functions have a parameter called limits.
type count = limits.Count

// DefaultLimits are in force unless a host configures others.
var DefaultLimits = limits.Default
