//go:build !js

package goja

import "sync/atomic"

// A program may run in several Runtimes at the same time; its instructions are shared. So is the flag that interrupts
// one.

// sharedInt is a number that all may change. It may be lost what some of them do at the same time.
type sharedInt struct{ n atomic.Int32 }

func (s *sharedInt) get() int32  { return s.n.Load() }
func (s *sharedInt) set(n int32) { s.n.Store(n) }

// stops reports whether the loop of instructions has to look why it does not go on: an interrupt, or the profiler.
func (vm *vm) stops() bool {
	return atomic.LoadUint32(&vm.interrupted) != 0 || atomic.LoadInt32(&globalProfiler.enabled) != 0
}
