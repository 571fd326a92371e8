package protocol

import "simten.dev/engine/limits"

// Limits are the bounds of one sandbox; their home is engine/limits. The generated TypeScript carries
// the defaults to the supervisor and the app.
type Limits = limits.Limits

// DefaultLimits are in force unless a host configures others.
var DefaultLimits = limits.Default
