//go:build unix

package process

import "syscall"

// limitMemory makes the system refuse more memory. Linux counts what can be written; where the system
// does not enforce it (macOS), the watch in the process still sees the heap grow and ends it.
func limitMemory(bytes uint64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: bytes, Max: bytes})
	none := &syscall.Rlimit{}
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, none) // a dump of a dead interpreter helps nobody
}

// forbidFiles takes away what only an interpreter that was broken out of could use: writing files and
// opening anything beside the three streams.
func forbidFiles() {
	_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{})
	_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: descriptors, Max: descriptors})
}

// descriptors leaves room for what Go's runtime itself opens.
const descriptors = 16
