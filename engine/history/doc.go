// Package history gives a simulation a past: every cycle since its start can be visited again, exactly.
//
// A Recorder wraps a sim.Machine and is one itself, so whoever drives a machine can drive a Recorder. It keeps the
// inputs with the cycle at which each was given, and full states ("checkpoints") now and then. A machine is
// deterministic, so the nearest checkpoint before a cycle, the inputs since and the cycles between give that cycle bit
// for bit: values, memories, texts, switch positions. Checkpoints decide only how long a visit takes. When they need
// more memory than allowed, some are dropped, old ones first, and visits take longer; nothing becomes inexact.
//
//	r, err := history.New(machine, history.Options{})
//	r.Step(ctx, 1_000_000)
//	r.Seek(ctx, 42)       // the state as it was at cycle 42
//	r.Set(0, v)           // acting in the past begins a branch: the cycles after 42 are set aside
//	r.Settle(ctx)
//	r.Undo(ctx)           // brings them back, and sets the branch aside instead
//
// A cycle's state is the one after every input that was given at that cycle. Reset and Restore begin a history anew;
// Undo brings the old one back, too.
package history
