package goja

// A module of WebAssembly has one thread, in which atomic operations would be calls. Nobody else can set a flag while
// the only thread is here, and there is no profiler.

// sharedInt is a number that all may change.
type sharedInt struct{ n int32 }

func (s *sharedInt) get() int32  { return s.n }
func (s *sharedInt) set(n int32) { s.n = n }

// stops reports whether the loop of instructions has to look why it does not go on: an interrupt.
func (vm *vm) stops() bool { return vm.interrupted != 0 }
